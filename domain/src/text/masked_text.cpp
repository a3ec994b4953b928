#include <assent/domain/text/masked_text.hpp>

#include "secret_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace assent {
namespace {

using namespace std::string_view_literals;

// How tokens of services begin, and how many bytes more they have at least.
struct token_shape {
    std::string_view begins;
    std::size_t least_more;
};
constexpr auto token_shapes = std::to_array<token_shape>({
    {.begins = "ghp_", .least_more = 16},         // GitHub
    {.begins = "gho_", .least_more = 16},         //
    {.begins = "ghu_", .least_more = 16},         //
    {.begins = "ghs_", .least_more = 16},         //
    {.begins = "ghr_", .least_more = 16},         //
    {.begins = "github_pat_", .least_more = 16},  //
    {.begins = "glpat-", .least_more = 16},       // GitLab
    {.begins = "sk-", .least_more = 16},          // OpenAI, Anthropic
    {.begins = "sk_live_", .least_more = 8},      // Stripe
    {.begins = "sk_test_", .least_more = 8},      //
    {.begins = "rk_live_", .least_more = 8},      //
    {.begins = "xox", .least_more = 12},          // Slack
    {.begins = "AKIA", .least_more = 12},         // AWS
    {.begins = "ASIA", .least_more = 12},         //
    {.begins = "AIza", .least_more = 20},         // Google
    {.begins = "ya29.", .least_more = 16},        //
    {.begins = "eyJ", .least_more = 16},          // JSON web tokens
    {.begins = "npm_", .least_more = 16},         //
    {.begins = "pypi-", .least_more = 16},        //
    {.begins = "hf_", .least_more = 16},          // Hugging Face
    {.begins = "dop_v1_", .least_more = 16},      // DigitalOcean
    {.begins = "SG.", .least_more = 16},          // SendGrid
    {.begins = "whsec_", .least_more = 16},       // Stripe
    {.begins = "dckr_pat_", .least_more = 16},    // Docker
    {.begins = "AGE-SECRET-KEY-", .least_more = 16},
    {.begins = "hvs.", .least_more = 16},    // Vault
    {.begins = "gsk_", .least_more = 16},    // Groq
    {.begins = "xai-", .least_more = 16},    // xAI
    {.begins = "shpat_", .least_more = 16},  // Shopify
    {.begins = "glrt-", .least_more = 16},   // GitLab
});

// What stands behind an option: nothing more, a secret, or `NAME:SECRET`.
enum class awaited : unsigned char { nothing, value, login };

// Options of one letter, of a program or of what it is told to do, whose value is a secret.
struct secret_option {
    std::string_view program;
    char letter;
    awaited what;
    bool next_word;  // or in the same word only
};
constexpr auto secret_options = std::to_array<secret_option>({
    {.program = "sshpass", .letter = 'p', .what = awaited::value, .next_word = true},
    {.program = "redis-cli", .letter = 'a', .what = awaited::value, .next_word = true},
    {.program = "login", .letter = 'p', .what = awaited::value, .next_word = true},
    {.program = "curl", .letter = 'u', .what = awaited::login, .next_word = true},
    {.program = "curl", .letter = 'U', .what = awaited::login, .next_word = true},
    {.program = "curl", .letter = 'b', .what = awaited::value, .next_word = true},
    {.program = "mysql", .letter = 'p', .what = awaited::value, .next_word = false},
    {.program = "mysqldump", .letter = 'p', .what = awaited::value, .next_word = false},
    {.program = "mysqladmin", .letter = 'p', .what = awaited::value, .next_word = false},
    {.program = "mariadb", .letter = 'p', .what = awaited::value, .next_word = false},
});
constexpr word_list login_options{"-u"sv, "-U"sv, "--user"sv, "--proxy-user"sv};
// What sets the value of a name in its next word.
constexpr word_list setters{"config"sv, "configure"sv};
// Of names that are too short to be looked for in others: the last part.
constexpr word_list secret_parts{"pass"sv, "pwd"sv, "passphrase"sv, "sig"sv, "accountkey"sv, "cookie"sv};
// Words before the secret of a header.
constexpr word_list schemes{"bearer"sv, "basic"sv, "token"sv, "digest"sv, "negotiate"sv};

constexpr auto key_begins = "-----BEGIN"sv;
constexpr auto key_words = "PRIVATE KEY"sv;
constexpr auto key_ends = "-----END"sv;
constexpr std::size_t least_key_line_bytes = 40;
constexpr auto spaces = " \t"sv;
constexpr auto quotes = "\"'"sv;
constexpr auto operators = ";|&()<>"sv;
constexpr auto word_ends = " \t\r\n\"'`\\;|&()<>{}[],"sv;

constexpr bool is_one_of(char byte, std::string_view bytes) noexcept {
    return bytes.find(byte) != bytes.npos;
}

bool token_byte(char byte) noexcept {
    return digit(byte) || (lower_case(byte) >= 'a' && lower_case(byte) <= 'z') || is_one_of(byte, "_-.~+/=");
}

// `--author` and `--max-tokens` are none, and `src/auth.py` is a file.
bool is_secret_name(std::string_view name) {
    while (name.starts_with('-')) name.remove_prefix(1);
    if (name == "PWD" || name.find('/') != name.npos) return false;
    auto small = lowered(name);
    std::ranges::replace(small, '-', '_');
    if (secret_parts.has(std::string_view(small).substr(small.rfind('_') + 1))) return true;
    return names_secret(small) && !small.ends_with("tokens") &&
           !(small.starts_with("author") && !small.starts_with("authori"));
}

// `$NAME`, `${NAME}`, in quotes or not.
bool is_variable(std::string_view value) {
    if (value.size() > 1 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
    if (!value.starts_with('$')) return false;
    value.remove_prefix(1);
    if (value.starts_with('{') && value.ends_with('}')) value = value.substr(1, value.size() - 2);
    return std::ranges::all_of(value, [](char byte) {
        return digit(byte) || byte == '_' || (lower_case(byte) >= 'a' && lower_case(byte) <= 'z');
    });
}

// Nothing that may run is masked: what is masked ends where a shell ends the word, at what it runs to get a
// value, and at the end of the line. Signs in quotes count as no operators only where it is certain that they
// are in quotes.
class masker {
public:
    explicit masker(std::string_view text) : text_(text) { out_.reserve(text.size()); }

    std::string run() && {
        while (at_ < text_.size()) {
            const char byte = text_[at_];
            if (mask_private_key()) continue;
            if (awaits_ != awaited::nothing && !is_one_of(byte, " \t,") && byte != quote_ &&
                !line_goes_on() && !is_one_of(byte, operators) && byte != '\n') {
                awaited_word();
                continue;
            }
            if (!is_one_of(byte, word_ends)) {
                word(text_.substr(at_, text_.find_first_of(word_ends, at_) - at_));
                continue;
            }
            if (is_one_of(byte, "\n;|&")) {
                awaits_ = awaited::nothing;
                program_ = {};
            }
            copy_quoting();
        }
        return std::move(out_);
    }

private:
    void copy(std::size_t bytes) {
        out_ += text_.substr(at_, bytes);
        at_ = std::min(at_ + bytes, text_.size());
    }
    [[nodiscard]] bool line_goes_on() const { return text_.substr(at_).starts_with("\\\n"); }

    [[nodiscard]] bool runs_at(std::size_t at) const {
        return text_[at] == '`' || text_.substr(at).starts_with("$(");
    }

    // Copies one byte, or one behind a backslash, that may open or end quotes.
    void copy_quoting() {
        const char byte = text_[at_];
        if (byte == '\\' && (quote_ != '\'' || escapes_)) {
            copy(2);
            return;
        }
        if (quote_ != 0 && is_one_of(byte, "\n`(")) certain_ = false;
        if (text_.substr(at_).starts_with("<<")) certain_ = false;
        if (is_one_of(byte, quotes) && (quote_ == 0 || quote_ == byte)) {
            escapes_ = quote_ == 0 && at_ > 0 && text_[at_ - 1] == '$';
            quote_ = quote_ == 0 ? byte : '\0';
        }
        copy(1);
    }

    // What is empty, or a variable's, is no secret. The quotes around one stay.
    void mask_until(std::size_t end) {
        end = std::max(std::min(end, text_.size()), at_);
        auto value = text_.substr(at_, end - at_);
        if (value.empty() || is_variable(value)) {
            copy(value.size());
            return;
        }
        const bool quoted =
            is_one_of(value.front(), quotes) && value.find(value.front(), 1) == value.size() - 1;
        if (quoted) out_ += value.front();
        if (!quoted || value.size() > 2) out_ += redacted_text;
        if (quoted) out_ += value.front();
        at_ = end;
    }

    // \param closes  a byte of quotes in quotes that ends the value, or 0
    [[nodiscard]] std::size_t end_of_value(std::size_t at, char closes = '\0') {
        char open = closes == 0 ? quote_ : closes;
        bool escapes = open == quote_ && escapes_;
        for (; at < text_.size(); ++at) {
            const char byte = text_[at];
            const bool plain = certain_ && quote_ == 0 && open != 0;
            if (is_one_of(byte, "\r\n") || (!(plain && open == '\'') && runs_at(at))) {
                certain_ = certain_ && !plain;
                return at;
            }
            if (byte == '\\' && (open != '\'' || escapes)) {
                const auto next = text_.substr(at + 1, 1);
                if (quote_ != 0 && !next.empty() && is_one_of(next.front(), quotes)) return at;
                ++at;
                continue;
            }
            if (quote_ != 0 && byte == quote_) return at;
            if (!plain && is_one_of(byte, operators)) return at;
            if (open == quote_ && is_one_of(byte, spaces)) return at;
            if (open == quote_ && quote_ != 0 && is_one_of(byte, "\"',]}")) return at;
            if (!is_one_of(byte, quotes)) continue;
            if (open == 0) {
                open = byte;
                escapes = at > 0 && text_[at - 1] == '$';
            } else if (byte == open) {
                if (closes != 0) return at;
                open = '\0';
            }
        }
        return text_.size();
    }

    // Outside of certain quotes only lines that are nothing but a piece of a key.
    bool mask_private_key() {
        if (!text_.substr(at_).starts_with(key_begins)) return false;
        const auto line_end = [&](std::size_t at) { return std::min(text_.find('\n', at), text_.size()); };
        const auto first = text_.substr(at_, line_end(at_) - at_);
        const auto words = first.find(key_words);
        if (words == first.npos) return false;
        if (quote_ != 0 && certain_) {
            const auto close = std::min(text_.find_first_of("\"'`$;|&()<>", at_), text_.size());
            const auto end = text_.find(key_ends, at_);
            auto blank = text_.find_first_of(spaces, line_end(at_));
            if (blank != text_.npos) blank = text_.rfind('\n', blank);  // a line with more than one word
            mask_until(end <= std::min(close, blank) ? std::min(close, line_end(end))
                                                     : std::min(close, blank));
            return true;
        }
        auto end = at_ + words + key_words.size();
        if (text_.substr(end).starts_with("-----")) end += 5;
        while (end < text_.size() && text_[end] == '\n') {
            const auto line = text_.substr(end + 1, line_end(end + 1) - end - 1);
            if (line.size() < least_key_line_bytes || !std::ranges::all_of(line, token_byte)) break;
            end += 1 + line.size();
        }
        mask_until(end);
        return true;
    }

    void awaited_word() {
        const auto awaits = std::exchange(awaits_, awaited::nothing);
        if (text_[at_] == '-') return word(text_.substr(at_, text_.find_first_of(word_ends, at_) - at_));
        if (awaits == awaited::login) return login();
        value();
    }
    // `NAME:SECRET`; `1000:1000` are numbers of users.
    void login() {
        if (at_ == text_.size()) return;
        const bool opens = is_one_of(text_[at_], quotes) && quote_ == 0;
        const auto end = end_of_value(at_);
        const auto all = text_.substr(at_, end - at_);
        const auto colon = all.find(':');
        if (colon == all.npos || is_digits(all.substr(opens ? 1 : 0, colon - (opens ? 1 : 0)))) {
            copy(all.size());
            return;
        }
        copy(colon + 1);
        const bool closes = opens && all.ends_with(all.front());
        mask_until(end - (closes ? 1 : 0));
        if (closes) copy(1);
    }
    void value() {
        if (at_ == text_.size()) return;
        // In quotes already, as in JSON: the value has quotes of its own.
        if (quote_ != 0 && text_[at_] != quote_ && is_one_of(text_[at_], quotes)) {
            const char closes = text_[at_];
            copy(1);
            return mask_until(end_of_value(at_, closes));
        }
        if (quote_ == '"' && text_.substr(at_).starts_with("\\\"")) {
            copy(2);
            return mask_until(end_of_value(at_, '\\'));
        }
        mask_until(end_of_value(at_));
    }

    void word(std::string_view word) {
        awaits_ = awaited::nothing;
        if (const auto scheme = word.find("://"); scheme != word.npos) return address(word, scheme + 3);
        const auto name = word.substr(word.rfind('/') + 1);
        if (setters.has(name)) program_ = name;
        for (const auto& each : secret_options)
            if (name == each.program) program_ = each.program;
        for (const auto& each : secret_options)
            if (each.program == program_ && option(word, each)) return;
        for (const auto each : login_options)
            if (each.size() > 2 && word.size() > each.size() && word.starts_with(each) &&
                word[each.size()] == '=') {
                copy(each.size() + 1);
                return login();
            }
        named(word);
    }
    // `-p`, `-pSECRET` and, where the value is the next word, `-sp`.
    bool option(std::string_view word, const secret_option& is) {
        if (word.size() < 2 || word[0] != '-' || word[1] == '-') return false;
        const bool last = word.back() == is.letter;
        if (is.next_word && last && word.size() <= 4) {
            copy(word.size());
            awaits_ = is.what;
            return true;
        }
        if (word[1] != is.letter || (word.size() == 2 && at_ + 2 >= text_.size())) return false;
        copy(2);
        is.what == awaited::login ? login() : value();
        return true;
    }

    // Who logs in is no part of where it leads.
    void address(std::string_view word, std::size_t authority) {
        const auto begin = at_;
        const auto login =
            word.substr(authority, std::min(word.find_first_of("/?#", authority), word.size()) - authority)
                .rfind('@');
        copy(authority);
        if (login != word.npos) mask_until(at_ + login);
        const auto rest = word.substr(at_ - begin);
        const auto query = rest.find('?');
        if (query == rest.npos) return named(rest);
        copy(query + 1);
        named(rest.substr(query + 1));
    }

    // `NAME=VALUE`, `NAME: VALUE`, `--NAME VALUE`, or none of these.
    void named(std::string_view word) {
        const auto sign = word.find_first_of("=:");
        if (!is_secret_name(word.substr(0, sign))) {
            // A header may stand behind an option: `-HAuthorization: x`; and a name behind another: `-e
            // A_TOKEN=x`.
            if (sign != word.npos && sign + 1 < word.size()) {
                tokens(word.substr(0, sign + 1));
                return named(word.substr(sign + 1));
            }
            return tokens(word);
        }
        const bool option = word.starts_with('-');
        if (sign != word.npos || option)
            copy(std::min(sign, word.size()));
        else
            tokens(word);
        if (sign == word.npos) {
            // `"token": "x"`, `['token'] = 'x'`: the sign stands behind a quote.
            const auto next = std::min(text_.find_first_not_of("\"'\\ \t]", at_), text_.size());
            const bool quoted = at_ < text_.size() && is_one_of(text_[at_], "\"'\\");
            if (!quoted || next == text_.size() || !is_one_of(text_[next], ":=")) {
                if (option || setters.has(program_)) awaits_ = awaited::value;
                return;
            }
            while (at_ < next) copy_quoting();
            if (at_ != next) return;
        }
        value_behind(text_[at_], lowered(word.substr(0, sign)).ends_with("cookie"));
    }

    // `a=x; b=y`: the signs between them could be those of a shell, and stay.
    void all_cookies() {
        value();
        while (quote_ != 0 && text_.substr(at_).starts_with("; ")) {
            const auto sign = text_.find_first_of("= \t\r\n\"'`$;|&()<>", at_ + 2);
            if (sign == text_.npos || text_[sign] != '=') return;
            copy(sign + 1 - at_);
            value();
        }
    }

    void value_behind(char sign, bool cookies) {
        copy(1);
        if (sign == ':' || (at_ > 2 && is_one_of(text_[at_ - 2], " ]"))) {
            const auto next = std::min(text_.find_first_not_of(" \t\n[", at_), text_.size());
            const bool quoted =
                next < text_.size() && is_one_of(text_[next], quotes) && text_[next] != quote_;
            copy((quoted ? next : std::min(text_.find_first_not_of(spaces, at_), text_.size())) - at_);
        }
        if (at_ == text_.size()) return;
        if (cookies) return all_cookies();
        const auto end = end_of_value(at_);
        const auto scheme = lowered(text_.substr(at_, end - at_));
        if (sign == ':' && schemes.has(scheme) && end < text_.size() && text_[end] == ' ')
            return mask_until(end_of_value(end + 1));
        value();
    }

    void tokens(std::string_view word) {
        if (login_options.has(word)) awaits_ = awaited::login;
        const auto begins = [&](std::size_t place) -> const token_shape* {
            if (place > 0 && token_byte(word[place - 1]) && !is_one_of(word[place - 1], "/=-."))
                return nullptr;
            const auto rest = word.substr(place);
            const auto found = std::ranges::find_if(token_shapes, [&](const token_shape& shape) {
                return rest.starts_with(shape.begins) &&
                       rest.size() >= shape.begins.size() + shape.least_more &&
                       std::ranges::all_of(rest.substr(shape.begins.size(), shape.least_more), token_byte) &&
                       std::ranges::any_of(rest.substr(shape.begins.size()), digit);
            });
            return found == token_shapes.end() ? nullptr : &*found;
        };
        for (std::size_t place = 0; place < word.size(); ++place) {
            if (begins(place) == nullptr) continue;
            copy(place);
            const auto end =
                std::ranges::find_if_not(word.substr(place), token_byte) - word.substr(place).begin();
            mask_until(at_ + static_cast<std::size_t>(end));
            return tokens(word.substr(place + static_cast<std::size_t>(end)));
        }
        copy(word.size());
    }

    std::string_view text_;
    std::string out_{};
    std::size_t at_ = 0;
    char quote_ = '\0';     // that is open
    bool escapes_ = false;  // it is `$'`, where a backslash counts
    bool certain_ = true;   // nothing stood before it that makes quotes no quotes, such as a text behind `<<`
    awaited awaits_ = awaited::nothing;
    std::string_view program_{};
};

}  // namespace

std::string masked_secrets(std::string_view text) { return masker(text).run(); }

}  // namespace assent
