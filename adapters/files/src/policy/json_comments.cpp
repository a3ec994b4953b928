#include "json_comments.hpp"

#include <algorithm>

namespace assent::detail {
namespace {

// Line breaks stay, for the line numbers; so does a lone CR, where some editors show a new line and others do
// not.
void blank(std::string& text, std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; ++at) {
        const bool lone_return = text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n');
        if (text[at] != '\n' && !lone_return) text[at] = ' ';
    }
}

// Behind the string that begins at `at`. One that is not closed ends with its line, where it is no JSON
// anyway.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '"') return at + 1;
        if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
    }
    return at;
}

constexpr bool white(char letter) noexcept { return letter == ' ' || letter == '\t' || letter == '\n'; }

// Precondition: the comments are gone.
void blank_last_commas(std::string& text) {
    constexpr std::size_t none = std::string::npos;
    std::size_t comma = none;  // the last thing that was not white, where that is a comma behind a value
    char before = '\0';
    for (std::size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (white(letter)) {
            ++at;
            continue;
        }
        if (comma != none && (letter == '}' || letter == ']')) text[comma] = ' ';
        const bool behind_value =
            before != '\0' && before != '{' && before != '[' && before != ',' && before != ':';
        comma = letter == ',' && behind_value ? at : none;
        before = letter;
        at = letter == '"' ? end_of_string(text, at) : at + 1;
    }
}

}  // namespace

bare_json without_comments(std::string_view text) {
    bare_json made{std::string(text)};
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        if (rest.front() == '"') {
            at = end_of_string(text, at);
        } else if (rest.starts_with("//")) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            blank(made.text, at, end);
            at = end;
        } else if (rest.starts_with("/*")) {
            const std::size_t close = text.find("*/", at + 2);
            if (close == std::string_view::npos) {
                made.unclosed_comment = at;
                return made;
            }
            blank(made.text, at, close + 2);
            at = close + 2;
        } else {
            if (rest.starts_with("\r\n")) made.text[at] = ' ';
            ++at;
        }
    }
    blank_last_commas(made.text);
    return made;
}

}  // namespace assent::detail
