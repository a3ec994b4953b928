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
});

// Options whose next word is `NAME:SECRET`.
constexpr word_list login_options{"-u"sv, "--user"sv, "--proxy-user"sv, "-U"sv};
// Programs with an option of one letter whose value is a secret, in the same word or the next.
struct secret_option {
    std::string_view program;
    std::string_view option;
    bool next_word;
};
constexpr auto secret_options = std::to_array<secret_option>({
    {.program = "sshpass", .option = "-p", .next_word = true},
    {.program = "redis-cli", .option = "-a", .next_word = true},
    {.program = "mysql", .option = "-p", .next_word = false},
    {.program = "mysqldump", .option = "-p", .next_word = false},
    {.program = "mariadb", .option = "-p", .next_word = false},
});
// Headers whose names do not say it.
constexpr word_list secret_headers{"cookie"sv, "set_cookie"sv};

constexpr auto key_begins = "-----BEGIN"sv;
constexpr auto key_words = "PRIVATE KEY"sv;
constexpr auto key_ends = "-----END"sv;
constexpr auto blanks = " \t"sv;
constexpr auto quotes = "\"'`\\"sv;
constexpr auto word_ends = " \t\r\n\"'`\\;|&()<>{}[],"sv;

constexpr bool is_one_of(char byte, std::string_view bytes) noexcept {
    return bytes.find(byte) != bytes.npos;
}

bool token_byte(char byte) noexcept {
    return digit(byte) || (lower_case(byte) >= 'a' && lower_case(byte) <= 'z') || is_one_of(byte, "_-.~+/=");
}

// `--author` is none.
bool is_secret_name(std::string_view name) {
    while (name.starts_with('-')) name.remove_prefix(1);
    auto small = lowered(name);
    std::ranges::replace(small, '-', '_');
    if (secret_headers.has(small)) return true;
    return names_secret(small) && !(small.starts_with("author") && !small.starts_with("authori"));
}

class masker {
public:
    explicit masker(std::string_view text) : text_(text) { out_.reserve(text.size()); }

    std::string run() && {
        while (at_ < text_.size()) {
            const char byte = text_[at_];
            if (mask_private_key()) continue;
            if (!is_one_of(byte, word_ends)) {
                word(text_.substr(at_, text_.find_first_of(word_ends, at_) - at_));
                continue;
            }
            if (is_one_of(byte, "\n;|&")) awaits_ = awaited::nothing;
            copy_quoting(1);
        }
        return std::move(out_);
    }

private:
    enum class awaited : unsigned char { nothing, value, login };

    void copy(std::size_t bytes) {
        out_ += text_.substr(at_, bytes);
        at_ = std::min(at_ + bytes, text_.size());
    }
    // What is empty, or a variable's, is no secret.
    void mask_until(std::size_t end) {
        end = std::min(end, text_.size());
        const auto value = text_.substr(at_, end - at_);
        if (value.empty() || value.starts_with('$'))
            out_ += value;
        else
            out_ += redacted_text;
        at_ = end;
    }

    bool mask_private_key() {
        if (!text_.substr(at_).starts_with(key_begins)) return false;
        const auto words = text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
        if (words.find(key_words) == words.npos) return false;
        const auto end = text_.find(key_ends, at_);
        mask_until(end == text_.npos ? text_.size() : text_.find_first_of("\n\"'", end));
        return true;
    }

    void word(std::string_view word) {
        const auto awaits = std::exchange(awaits_, awaited::nothing);
        const bool quoted = quote_ != 0 && text_[at_ - 1] == quote_;
        if (awaits == awaited::value && !word.starts_with('-'))
            return mask_until(quoted ? text_.find(quote_, at_) : end_of_value());
        if (awaits == awaited::login) {
            const auto colon = std::min(word.find(':'), word.size());
            copy(std::min(colon + 1, word.size()));
            return mask_until(at_ + word.size() - std::min(colon + 1, word.size()));
        }
        if (const auto scheme = word.find("://"); scheme != word.npos) return address(word, scheme + 3);
        for (const auto& each : secret_options)
            if (word == each.program) program_ = word;
        for (const auto& each : secret_options) {
            if (each.program != program_ || !word.starts_with(each.option)) continue;
            copy(each.option.size());
            if (word.size() > each.option.size()) return mask_until(at_ + word.size() - each.option.size());
            if (each.next_word) awaits_ = awaited::value;
            return;
        }
        named(word);
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
        copy(std::min(sign, word.size()));
        if (sign == word.npos) {
            // `"token": "x"`: the sign stands behind a quote.
            const auto next = std::min(text_.find_first_not_of("\"'\\ \t", at_), text_.size());
            const bool quoted = at_ < text_.size() && is_one_of(text_[at_], quotes);
            if (quoted && next < text_.size() && (text_[next] == ':' || text_[next] == '=')) {
                copy_quoting(next - at_);
            } else {
                if (word.starts_with('-')) awaits_ = awaited::value;
                return;
            }
        }
        value_behind(text_[at_]);
    }

    // Copies what may open and end quotes.
    void copy_quoting(std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) {
            const char byte = text_[at_];
            if (is_one_of(byte, "\"'`") && (quote_ == 0 || quote_ == byte))
                quote_ = quote_ == 0 ? byte : '\0';
            copy(1);
        }
    }

    void value_behind(char sign) {
        copy(1);
        if (sign == ':') copy(std::min(text_.find_first_not_of(blanks, at_), text_.size()) - at_);
        const auto value = text_.find_first_not_of(quotes, at_);
        const bool opens = value != text_.npos && value > at_ && (quote_ == 0 || text_[at_] != quote_);
        if (opens) {
            copy_quoting(value - at_);
            return mask_until(text_.find_first_of(quotes, at_));
        }
        mask_until(sign == ':' ? end_of_header() : end_of_value());
    }
    [[nodiscard]] std::size_t end_of_header() const {
        return quote_ == 0 ? text_.find_first_of("\r\n;|&\"'`", at_) : text_.find_first_of("\r\n\"'`\\", at_);
    }
    [[nodiscard]] std::size_t end_of_value() const {
        return quote_ == 0 ? text_.find_first_of(word_ends, at_)
                           : std::min(text_.find(quote_, at_), text_.find_first_of(word_ends, at_));
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
                       std::ranges::all_of(rest.substr(shape.begins.size(), shape.least_more), token_byte);
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
    char quote_ = '\0';  // that is open
    awaited awaits_ = awaited::nothing;
    std::string_view program_{};
};

}  // namespace

std::string masked_secrets(std::string_view text) { return masker(text).run(); }

}  // namespace assent
