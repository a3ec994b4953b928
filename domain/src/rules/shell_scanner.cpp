#include "shell_scanner.hpp"

#include "bare_words.hpp"
#include "deciding_variables.hpp"
#include "shell_characters.hpp"
#include "shell_programs.hpp"

#include <algorithm>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view substitution = "it has a substitution";
constexpr std::string_view expansion = "it has an expansion";
constexpr std::string_view redirected =
    "it has a redirection other than of standard descriptors or `/dev/null`";
constexpr std::string_view background = "it puts a command into the background";
constexpr std::string_view empty_command = "it has an operator without a command on each side";
constexpr std::string_view open_quote = "it has a quote that is not closed";
constexpr std::string_view null_device = "/dev/null";

bool standard_descriptor(char byte) noexcept { return byte >= '0' && byte <= '2'; }

}  // namespace

void shell_scanner::run() {
    if (text_.size() > max_command_bytes) {
        refuse("it is too long to read", max_command_bytes);
        return;
    }
    if (bare_text()) return;
    if (const auto odd = first_odd_character(text_)) {
        refuse(odd->why, odd->offset);
        return;
    }
    while (at_ < text_.size())
        if (!step()) return;
    finish();
}

bool shell_scanner::bare_text() {
    auto& words = into_.words_;
    const bool bare = split_bare_words(
        text_, [&](const char* word, std::size_t bytes) { words.emplace_back(word, bytes); });
    if (!bare || words.empty() || !program_flaw(words.front()).empty()) {
        words.clear();
        return false;
    }
    program_at_ = static_cast<std::size_t>(words.front().data() - text_.data());
    into_.bare_ = end_command();
    return true;
}

bool shell_scanner::refuse(std::string_view why, std::size_t offset) {
    into_.flaw_ = shell_command::flaw{why, offset};
    into_.words_.clear();
    into_.commands_.clear();
    return false;
}

bool shell_scanner::step() {
    const char byte = text_[at_];
    switch (byte) {
        case ' ':
        case '\t':
            if (in_word_ && !end_word()) return false;
            ++at_;
            return true;
        case ';':
        case '|':
        case '&': return operator_at();
        case '<':
        case '>': return redirection();
        case '\'': return single_quoted();
        case '"': return double_quoted();
        case '\\': return escaped();
        case '$': return refuse(peek(1) == '(' ? substitution : expansion, at_);
        case '`': return refuse(substitution, at_);
        case '(':
        case ')': return refuse("it has a subshell or a function", at_);
        case '{': return braces();
        case '}': return refuse("it has braces", at_);
        case '!':
            if (!history()) return false;
            break;
        case '~':
            if (!tilde()) return false;
            break;
        case '#':
            if (!in_word_) return refuse("it has a comment", at_);
            break;
        case '=':
            // zsh puts the path of a program in place of `=name`.
            if (!in_word_ && at_ + 1 < text_.size() && !blank(peek(1)))
                return refuse("it has a word that begins with `=`", at_);
            break;
        default: break;
    }
    append(byte);
    ++at_;
    return true;
}

void shell_scanner::append(char byte) {
    if (dequoting_) {
        into_.dequoted_.push_back(byte);
    } else if (!in_word_) {
        in_word_ = true;
        from_ = at_;
    }
}

// From here on the word is not what stands in the text.
void shell_scanner::dequote() {
    if (dequoting_) return;
    // Without quotes a text is never longer, so that what has been copied never moves.
    into_.dequoted_.reserve(text_.size());
    copied_ = into_.dequoted_.size();
    if (in_word_) into_.dequoted_.append(text_.substr(from_, at_ - from_));
    if (!in_word_) from_ = at_;
    in_word_ = dequoting_ = true;
}

bool shell_scanner::single_quoted() {
    const auto end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return refuse(open_quote, at_);
    dequote();
    into_.dequoted_.append(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return true;
}

bool shell_scanner::double_quoted() {
    const std::size_t opened = at_;
    dequote();
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        const char byte = text_[at_];
        if (byte == '$') return refuse(peek(1) == '(' ? substitution : expansion, at_);
        if (byte == '`') return refuse(substitution, at_);
        if (byte == '!' && peek(1) != '"' && !history()) return false;
        const char after = peek(1);
        if (byte == '\\' && (after == '"' || after == '\\' || after == '$' || after == '`')) ++at_;
        into_.dequoted_.push_back(text_[at_]);
    }
    if (at_ == text_.size()) return refuse(open_quote, opened);
    ++at_;
    return true;
}

bool shell_scanner::escaped() {
    if (at_ + 1 == text_.size()) return refuse("it ends in a backslash", at_);
    dequote();
    into_.dequoted_.push_back(text_[at_ + 1]);
    at_ += 2;
    return true;
}

// `stash@{0}` and `{}` mean nothing to sh, bash and zsh: braces around letters without `,` and `..`, in an
// argument.
bool shell_scanner::braces() {
    const auto end = std::min(text_.find('}', at_), text_.size());
    const auto inner = text_.substr(at_ + 1, end - std::min(at_ + 1, end));
    const bool letters = std::all_of(inner.begin(), inner.end(), [](char byte) {
        return name_letter(byte) || "./+-@%:"sv.find(byte) != std::string_view::npos;
    });
    // To zsh a name is a descriptor, even with blanks before the redirection.
    const bool name = !inner.empty() && name_length(inner) == inner.size();
    const auto behind = name ? std::min(text_.find_first_not_of(" \t", end + 1), text_.size()) : end + 1;
    const bool redirects = behind < text_.size() && (text_[behind] == '<' || text_[behind] == '>');
    const bool expands = inner.find("..") != std::string_view::npos;
    if (end == text_.size() || program_place() || !letters || expands || redirects)
        return refuse("it has braces", at_);
    while (at_ <= end) {
        append(text_[at_]);
        ++at_;
    }
    return true;
}

// A shell with a person in front of it puts earlier commands in place of `!word`.
bool shell_scanner::history() {
    const char after = peek(1);
    const bool harmless = at_ + 1 == text_.size() || blank(after) || after == '=';
    return harmless || refuse("it has a `!` that may stand for an earlier command", at_);
}

// At the beginning of a word; bash looks behind the `=` and `:` of an assignment, too.
bool shell_scanner::tilde() {
    if (!in_word_) return refuse("it has a home directory", at_);
    const char before = text_[at_ - 1];
    const bool assigns = text_.substr(from_, at_ - from_).find('=') != std::string_view::npos;
    if (assigns && (before == '=' || before == ':')) return refuse("it has a home directory", at_);
    return true;
}

bool shell_scanner::operator_at() {
    if (in_word_ && !end_word()) return false;
    const std::size_t start = at_;
    const char byte = text_[at_];
    const char after = peek(1);
    bool needs_command = true;
    if (byte == '|') {
        at_ += after == '|' || after == '&' ? 2U : 1U;
    } else if (byte == '&' && after == '&') {
        at_ += 2;
    } else {
        if (byte == '&' && after == '>') return refuse(redirected, start);
        if (byte == '&' && !switches_.allow_background) return refuse(background, start);
        needs_command = false;
        ++at_;
    }
    if (program_place()) return refuse(empty_command, start);
    if (!end_command()) return false;
    joined_at_ = needs_command ? start : none;
    return true;
}

bool shell_scanner::delimiter(std::size_t at) const noexcept {
    if (at >= text_.size()) return true;
    const char byte = text_[at];
    return blank(byte) || byte == ';' || byte == '&' || byte == '|';
}

bool shell_scanner::redirection() {
    std::size_t start = at_;
    if (in_word_) {
        const auto raw = text_.substr(from_, at_ - from_);
        const bool number = std::all_of(raw.begin(), raw.end(), digit);
        // Shells do not agree on what `22>` and `'2'>` are.
        if (dequoting_ || (number && raw.size() > 1)) return refuse(redirected, from_);
        if (number) {
            start = from_;
            in_word_ = false;
        } else if (!end_word()) {
            return false;
        }
    }
    other_at_ = start;
    const char direction = text_[at_];
    if (peek(1) == '(') return refuse(substitution, at_);
    if (peek(1) == '&') {
        if (!standard_descriptor(peek(2)) || !delimiter(at_ + 3)) return refuse(redirected, start);
        at_ += 3;
        return true;
    }
    ++at_;
    if (direction == '>' && peek(0) == '>') ++at_;
    while (blank(peek(0))) ++at_;
    if (!text_.substr(at_).starts_with(null_device) || !delimiter(at_ + null_device.size()))
        return refuse(redirected, start);
    at_ += null_device.size();
    return true;
}

bool shell_scanner::assignment(std::string_view raw) {
    const auto name = raw.substr(0, name_length(raw));
    const auto& names = switches_.allow_env_names;
    const bool allowed = raw[name.size()] == '=' && !decides_what_runs(name) &&
                         std::find(names.begin(), names.end(), name) != names.end();
    if (!allowed) return refuse("it sets a variable", from_);
    other_at_ = from_;
    in_word_ = dequoting_ = false;
    return true;
}

bool shell_scanner::end_word() {
    const auto raw = text_.substr(from_, at_ - from_);
    const auto word = dequoting_ ? std::string_view(into_.dequoted_).substr(copied_) : raw;
    if (program_place()) {
        const auto after_name = raw.substr(name_length(raw));
        const bool assigns =
            after_name.size() < raw.size() &&
            (after_name.starts_with('=') || after_name.starts_with("+=") || after_name.starts_with('['));
        if (assigns) return assignment(raw);
        const bool wrapper = switches_.allow_sees_through_wrappers && word == "time";
        if (const auto why = program_flaw(word); !why.empty() && !wrapper) return refuse(why, from_);
        program_at_ = from_;
    }
    into_.words_.push_back(word);
    in_word_ = dequoting_ = false;
    return true;
}

bool shell_scanner::end_command() {
    const auto words = std::span<const std::string_view>(into_.words_).subspan(first_word_);
    if (const auto why = command_flaw(words); !why.empty()) return refuse(why, program_at_);
    const auto wrapper = switches_.allow_sees_through_wrappers ? wrapper_words(words) : 0;
    if (wrapper == 0 && words.front() == "time") return refuse(program_flaw("time"), program_at_);
    into_.commands_.push_back({first_word_, words.size(), wrapper});
    first_word_ = into_.words_.size();
    other_at_ = none;
    return true;
}

bool shell_scanner::finish() {
    if (in_word_ && !end_word()) return false;
    if (!program_place()) return end_command();
    if (other_at_ != none) return refuse("it has a command without a program", other_at_);
    return joined_at_ == none || refuse(empty_command, joined_at_);
}

}  // namespace assent::detail
