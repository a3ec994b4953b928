#include "shell_characters.hpp"
#include "shell_reader.hpp"

#include <algorithm>
#include <utility>

// How a word is read.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view separators = " \t\n;&|()<>";
// What stands in a word for a substitution: who reads the word again finds it unknown again.
constexpr std::string_view placeholder = "$@";
constexpr std::string_view special_parameters = "@*#?$!-";

bool ends_word(char byte) noexcept { return separators.find(byte) != std::string_view::npos; }

bool assigns_variable(std::string_view raw) {
    if (const auto joint = raw.find("\\\n"); joint != std::string_view::npos) {
        // The shell sees the lines as one.
        std::string joined(raw);
        for (auto at = joint; at != std::string::npos; at = joined.find("\\\n", at)) joined.erase(at, 2);
        return assigns_variable(joined);
    }
    const auto rest = raw.substr(name_length(raw));
    if (rest.size() == raw.size()) return false;
    if (rest.starts_with('=') || rest.starts_with("+=")) return true;
    return rest.starts_with('[') &&
           (rest.find("]=") != std::string_view::npos || rest.find("]+=") != std::string_view::npos);
}

// `{a,b}` or `{1..3}`.
bool expands_braces(std::string_view text) noexcept {
    const auto open = text.find('{');
    if (open == std::string_view::npos) return false;
    const auto inner = text.substr(open, text.rfind('}') - open);
    return inner.size() < text.size() - open &&
           (inner.find(',') != std::string_view::npos || inner.find("..") != std::string_view::npos);
}

// What stands between the braces of `${...}`: a name behind another name, a subscript, or where a part of the
// value begins.
bool parameter_evaluates(std::string_view inner) noexcept {
    if (inner.starts_with('!')) return true;
    if (inner.starts_with('#')) inner.remove_prefix(1);
    inner.remove_prefix(std::min(std::max<std::size_t>(name_length(inner), 1), inner.size()));
    inner.remove_prefix(std::min(inner.find_first_not_of("0123456789"), inner.size()));
    if (inner.starts_with('[')) {
        const auto end = std::min(inner.find(']'), inner.size());
        if (calculates_with_names(inner.substr(0, end))) return true;
        inner.remove_prefix(std::min(end + 1, inner.size()));
    }
    const bool part =
        inner.size() > 1 && inner[0] == ':' && "-=+?"sv.find(inner[1]) == std::string_view::npos;
    return part && calculates_with_names(inner);
}

// What may stand between the braces of `${...}`, in all shells that know the form: a parameter, alone, with a
// subscript, or with one of the usual operators behind it. Others have forms that run or evaluate something.
bool known_parameter(std::string_view inner) noexcept {
    const bool length = inner.size() > 1 && inner.front() == '#';
    const bool indirect = inner.size() > 1 && inner.front() == '!';
    if (length || indirect) inner.remove_prefix(1);
    const auto digits = std::min(inner.find_first_not_of("0123456789"), inner.size());
    const bool special = !inner.empty() && special_parameters.find(inner.front()) != std::string_view::npos;
    const auto bytes = std::max({name_length(inner), digits, std::size_t{special ? 1U : 0U}});
    if (bytes == 0) return false;
    inner.remove_prefix(bytes);
    if (inner.starts_with('[')) {
        const auto end = inner.find(']');
        if (end == std::string_view::npos) return false;
        const auto subscript = inner.substr(1, end - 1);
        const auto usual = [](char byte) {
            return name_letter(byte) || "@*$+-"sv.find(byte) != std::string_view::npos;
        };
        if (!std::all_of(subscript.begin(), subscript.end(), usual)) return false;
        inner.remove_prefix(end + 1);
    }
    if (inner.empty() || (indirect && (inner == "@" || inner == "*"))) return true;
    return !length && ":-=+?#%/^,"sv.find(inner.front()) != std::string_view::npos;
}

// Whether a `$` before it is a letter by itself in all shells: `a$`, `"^a$|b$"`.
bool leaves_dollar(char after, char behind, bool in_quotes) noexcept {
    if (blank(after) || after == '\n') return true;
    if (in_quotes && after == '\\') return behind != '\n';
    return (in_quotes ? "\"'|)/.,;%&<>}"sv : ";|&)/.,%"sv).find(after) != std::string_view::npos;
}

// zsh puts the path of a program in place of `=name`.
bool path_of_program(std::string_view raw) noexcept {
    return raw.size() > 1 && raw.front() == '=' && raw.find_first_not_of('=') != std::string_view::npos;
}

}  // namespace

found_word shell_reader::word() {
    word_state outer;
    std::swap(outer, word_);
    word_.from = at_;
    while (!at_end() && (!ends_word(peek()) || ((peek() == '<' || peek() == '>') && peek(1) == '(')))
        word_part();
    finish_word();
    const found_word made = word_.made;
    std::swap(outer, word_);
    last_word_end_ = at_;
    return made;
}

void shell_reader::word_part() {
    const char byte = peek();
    switch (byte) {
        case '\'': return single_quoted();
        case '"': return double_quoted();
        case '\\': return escaped();
        case '$': return dollar(false);
        case '`': return backquoted(false);
        case '<':
        case '>': {
            // bash leaves an empty one out.
            const auto first = text_.find_first_not_of(" \t\n", at_ + 2);
            const bool runs =
                first != std::string_view::npos && ")#\\"sv.find(text_[first]) == std::string_view::npos;
            return substitution(2, runs);
        }
        case '*':
        case '?': word_.globs = true; break;
        case '[': word_.brackets = true; break;
        case '{': word_.braces = true; break;
        case '~':
            if (at_ == word_.from || text_[at_ - 1] == '=' || text_[at_ - 1] == ':')
                word_.made.is.known = false;
            break;
        default: break;
    }
    take(1);
}

void shell_reader::finish_word() {
    const auto raw = text_.substr(word_.from, at_ - word_.from);
    auto& is = word_.made.is;
    is.text = raw;
    if (word_.copying) {
        // The words of a text are never longer than the text, so that what has been copied stays where it is.
        if (copies_ == nullptr) copies_ = &sink_.keep(text_.size());
        const auto from = copies_->size();
        copies_->append(word_.letters.data(), word_.letters.size());
        is.text = std::string_view(*copies_).substr(from);
    }
    word_.made.assigns = assigns_variable(raw);
    if (word_.made.assigns && raw.substr(name_length(raw)).starts_with('[')) sink_.evaluates();
    if (word_.copying || !is.known || is.text.ends_with('$')) sink_.keeps(is.text);
    if (path_of_program(raw)) is.known = false;
    if (word_.braces && expands_braces(is.text)) {
        is.known = false;
        is.splits = true;
    }
    const bool brackets = word_.brackets && is.text.find(']') != std::string_view::npos;
    if (!word_.globs && !brackets) return;
    is.globs = is.known && !word_.brackets;
    is.known = false;
    is.splits = true;
}

// Goes on by so many bytes, which are part of the word.
void shell_reader::take(std::size_t bytes) {
    const auto taken = text_.substr(at_, bytes);
    if (word_.copying) word_.letters.insert(word_.letters.end(), taken.begin(), taken.end());
    at_ += taken.size();
}

// From here on the word is not what stands in the text.
void shell_reader::copy() {
    if (word_.copying) return;
    word_.copying = true;
    const auto raw = text_.substr(word_.from, at_ - word_.from);
    word_.letters.assign(raw.begin(), raw.end());
}

// A substitution has been read.
void shell_reader::replaced(bool splits) {
    word_.letters.insert(word_.letters.end(), placeholder.begin(), placeholder.end());
    word_.made.is.known = false;
    word_.made.is.splits = word_.made.is.splits || splits;
}

void shell_reader::single_quoted() {
    copy();
    word_.made.bare = false;
    ++at_;
    const auto end = std::min(text_.find('\'', at_), text_.size());
    if (end == text_.size()) sink_.unreadable();
    take(end - at_);
    if (!at_end()) ++at_;
}

void shell_reader::double_quoted() {
    copy();
    word_.made.bare = false;
    ++at_;
    while (!at_end() && peek() != '"') {
        const char byte = peek();
        if (byte == '\\' && "$`\"\\\n"sv.find(peek(1)) != std::string_view::npos && at_ + 1 < text_.size()) {
            const char before = text_[at_ - 1];
            ++at_;
            if (peek() == '\n') {
                ++at_;
                // Elsewhere it may join an expansion.
                const bool between = blank(before) || before == '\n' || blank(peek()) || peek() == '\n';
                if (!between) sink_.unreadable();
            } else {
                take(1);
            }
        } else if (byte == '$') {
            dollar(true);
        } else if (byte == '`') {
            backquoted(true);
        } else {
            take(1);
        }
    }
    if (at_end()) return sink_.unreadable();
    ++at_;
}

void shell_reader::escaped() {
    if (at_ + 1 == text_.size()) {
        // A letter to some, nothing to others.
        sink_.unreadable();
        return take(1);
    }
    copy();
    const char before = at_ > word_.from ? text_[at_ - 1] : '\0';
    ++at_;
    if (peek() == '\n') {
        // Where the word goes on in the next line, it may join an expansion or an operator. To zsh, `ls}` is
        // one command there and no mistake.
        ++at_;
        const bool goes_on = !at_end() && !blank(peek()) && peek() != '\n';
        if (goes_on || !(program_letter(before) || before == '\'' || before == '"')) sink_.unreadable();
        return;
    }
    word_.made.bare = false;
    take(1);
}

void shell_reader::dollar(bool in_quotes) {
    const char after = peek(1);
    if (after == '(') {
        if (peek(2) == '(') {
            copy();
            if (arithmetic(3, false)) return replaced(false);
        }
        return substitution(2, in_quotes);
    }
    if (after == '{') return braced(in_quotes);
    if (after == '\'' && !in_quotes) return ansi_quoted();
    if (after == '"' && !in_quotes) {
        copy();
        word_.made.dollar = true;
        ++at_;
        return;
    }
    if (name_letter(after) || (after != '\0' && special_parameters.find(after) != std::string_view::npos))
        return parameter(in_quotes);
    const bool last = at_ + 1 == text_.size();
    if (!last && !leaves_dollar(after, peek(2), in_quotes)) {
        // Arithmetic of old, forms of zsh, lines that are joined.
        word_.made.is.known = false;
        sink_.unreadable();
    }
    take(1);
}

void shell_reader::parameter(bool in_quotes) {
    const char first = peek(1);
    take(1);
    take(std::max<std::size_t>(name_length(text_.substr(at_)), 1));
    word_.made.is.known = false;
    word_.made.is.splits = word_.made.is.splits || !in_quotes || first == '@';
    // A subscript, in some shells.
    if (peek() == '[') sink_.evaluates();
}

// `${...}`
void shell_reader::braced(bool in_quotes) {
    if (depth_ >= max_shell_depth) {
        sink_.unreadable();
        at_ = text_.size();
        return;
    }
    ++depth_;
    const std::size_t from = at_;
    take(2);
    bool quoted = false;
    while (!at_end() && (quoted || peek() != '}')) {
        switch (peek()) {
            case '\\':
                if (peek(1) == '\n') sink_.unreadable();
                take(2);
                break;
            case '$':
                if (peek(1) == '\'' || peek(1) == '"') sink_.unreadable();
                dollar(true);
                break;
            case '`': backquoted(true); break;
            case '<':
            case '>':
                if (!in_quotes && !quoted && peek(1) == '(')
                    substitution(2, true);
                else
                    take(1);
                break;
            case '\'':
                // Between double quotes, shells do not agree on whether it quotes.
                if (in_quotes || quoted)
                    sink_.unreadable();
                else
                    take(std::min(text_.find('\'', at_ + 1), text_.size() - 1) - at_);
                take(1);
                break;
            case '{':
                // Nor on which brace it is that ends it.
                sink_.unreadable();
                take(1);
                break;
            case '"':
                if (in_quotes) sink_.unreadable();
                quoted = !quoted;
                [[fallthrough]];
            default: take(1);
        }
    }
    const auto raw = text_.substr(from, at_ - from);
    if (at_end() || !known_parameter(raw.substr(2))) sink_.unreadable();
    if (parameter_evaluates(raw.substr(2))) sink_.evaluates();
    take(1);
    word_.made.is.known = false;
    word_.made.is.splits = word_.made.is.splits || !in_quotes || raw.find('@') != std::string_view::npos;
    --depth_;
}

void shell_reader::backquoted(bool in_quotes) {
    copy();
    ++at_;
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '`') end += text_[end] == '\\' ? 2U : 1U;
    if (end >= text_.size()) {
        sink_.unreadable();
        end = text_.size();
    }
    auto inner = text_.substr(at_, end - at_);
    if (inner.find('\\') != std::string_view::npos) {
        auto& unescaped = sink_.keep(inner.size());
        for (std::size_t at = 0; at < inner.size(); ++at) {
            const char after = at + 1 < inner.size() ? inner[at + 1] : '\0';
            const bool escapes = after == '$' || after == '`' || after == '\\' || (in_quotes && after == '"');
            if (inner[at] == '\\' && escapes) ++at;
            unescaped.push_back(inner[at]);
        }
        inner = unescaped;
    }
    shell_reader(inner, sink_, depth_ + 1).commands();
    at_ = std::min(end + 1, text_.size());
    replaced(!in_quotes);
}

// `$(...)`, `<(...)`
void shell_reader::substitution(std::size_t skip, bool in_quotes) {
    copy();
    at_ += skip;
    replaced(!in_quotes);
    if (depth_ >= max_shell_depth) {
        // Where it ends is not known without reading it.
        sink_.unreadable();
        at_ = text_.size();
        return;
    }
    ++depth_;
    const bool document_waits = next_document_ < documents_.size();
    list(')');
    // Shells do not agree on where the body of such a here-document is.
    if (document_waits || next_document_ < documents_.size()) sink_.unreadable();
    --depth_;
}

void shell_reader::expansions() {
    if (depth_ > max_shell_depth) return sink_.unreadable();
    while (!at_end()) {
        switch (peek()) {
            case '\\': at_ += 2; break;
            case '$': dollar(true); break;
            case '`': backquoted(true); break;
            default: ++at_;
        }
    }
}

}  // namespace assent::detail
