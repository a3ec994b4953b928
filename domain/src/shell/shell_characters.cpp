#include "shell_characters.hpp"

#include "../text/code_point.hpp"

#include <algorithm>

namespace assent::detail {
namespace {

// Of parentheses that are no more than that, whatever stands between them.
bool pairs_parentheses(std::string_view text) noexcept {
    std::size_t open = 0;
    for (const char byte : text) {
        if (byte == '(') ++open;
        if (byte == ')' && open-- == 0) return false;
    }
    return open == 0;
}

constexpr std::string_view quotes = "'\"`";

// Behind a `$` or a backslash outside of quotes, what is another quote, or none. \param behind  what follows
bool changes_quotes(char byte, std::string_view behind) noexcept {
    const char next = behind.empty() ? '\0' : behind.front();
    if (byte == '\\')
        return next == '\0' || std::string_view("'\"`()\\$#\n").find(next) != std::string_view::npos;
    if (next == '\'' || next == '[') return true;
    return next == '{' && !behind.substr(1 + name_length(behind.substr(1))).starts_with('}');
}

// What stands in a pair of quotes, with nothing in it that some shells read.
bool is_mere_text(char quote, std::string_view text) noexcept {
    if (quote == '\'') return true;
    if (quote == '`') return text.find_first_of("'\"\\$#") == text.npos && pairs_parentheses(text);
    for (std::size_t place = 0; place < text.size(); ++place) {
        const auto behind = text.substr(place + 1);
        if (text[place] == '`' ||
            (text[place] == '$' && (behind.starts_with('(') || behind.starts_with('{'))) ||
            ((text[place] == '$' || text[place] == '\\') && changes_quotes(text[place], behind)))
            return false;
    }
    return true;
}

// From one letter to another of its kind, or from one digit to another.
bool is_plain_range(char first, char last) noexcept {
    const auto within = [&](char least, char most) {
        return first >= least && first <= last && last <= most;
    };
    return within('a', 'z') || within('A', 'Z') || within('0', '9');
}

std::string_view oddity(const code_point& each) noexcept {
    if (!each.valid) return "it has a byte that is not UTF-8";
    if (each.value == '\n' || each.value == '\r') return "it has a line break";
    if (each.value < ' ' || each.value == 0x7F) return "it has a control character";
    if (unshowable(each.value)) return "it has an invisible character";
    return {};
}

}  // namespace

bool has_plain_sets(std::string_view text) noexcept {
    for (auto open = text.find_first_of("[]"); open != text.npos; open = text.find_first_of("[]", open)) {
        const auto end = text.find_first_of("[]", open + 1);
        if (text[open] == ']' || end == text.npos || text[end] == '[' || end == open + 1) return false;
        auto set = text.substr(open + 1, end - open - 1);
        if (set.size() > 1 && (set.front() == '!' || set.front() == '^')) set.remove_prefix(1);
        while (!set.empty()) {
            // `a-z`
            const bool range = set.size() > 2 && set[1] == '-' && is_plain_range(set[0], set[2]);
            if (!range && !name_letter(set.front()) && set.front() != '.') return false;
            set.remove_prefix(range ? 3 : 1);
        }
        open = end + 1;
    }
    return true;
}

bool closes_all(std::string_view text, std::string_view rest) noexcept {
    std::size_t open = 0;
    bool begins = true;  // a comment, if this is a `#`
    for (std::size_t place = 0; place < text.size(); ++place) {
        const char byte = text[place];
        if ((byte == '$' || byte == '\\') && changes_quotes(byte, text.substr(place + 1))) return false;
        if (byte == '#' && begins) {
            const auto comment = text.substr(place, text.find('\n', place) - place);
            if (comment.find_first_of("'\"`\\") != comment.npos || !pairs_parentheses(comment)) return false;
            place += comment.size() - 1;
        } else if (quotes.find(byte) != quotes.npos) {
            const auto end = text.find(byte, place + 1);
            if (end == text.npos && byte == '\'' && rest.find(byte) == rest.npos) return true;
            if (end == text.npos || !is_mere_text(byte, text.substr(place + 1, end - place - 1)))
                return false;
            place = end;
        } else if (byte == '(') {
            ++open;
        } else if (byte == ')' && open-- == 0) {
            return false;
        }
        begins = byte == ' ' || byte == '\t' || byte == '\n';
    }
    return open == 0;
}

std::optional<odd_character> first_odd_character(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
        const char byte = text[at];
        if ((byte >= ' ' && byte <= '~') || byte == '\t') {
            ++at;
            continue;
        }
        const auto found = first_code_point(text.substr(at));
        if (const auto why = oddity(found); !why.empty()) return odd_character{why, at};
        at += found.length;
    }
    return std::nullopt;
}

}  // namespace assent::detail
