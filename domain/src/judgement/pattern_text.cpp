#include "pattern_text.hpp"

namespace assent {
namespace {

constexpr std::string_view blanks = " \t";

// Whether an odd number of `\` stands before it.
bool escaped(std::string_view pattern, std::size_t at) noexcept {
    std::size_t count = 0;
    while (count < at && pattern[at - count - 1] == '\\') ++count;
    return count % 2 == 1;
}

}  // namespace

std::size_t find_unescaped(std::string_view pattern, std::string_view which, std::size_t from) noexcept {
    for (auto at = pattern.find_first_of(which, from); at != std::string_view::npos;
         at = pattern.find_first_of(which, at + 1))
        if (!escaped(pattern, at)) return at;
    return std::string_view::npos;
}

std::string with_escaped(std::string_view pattern, std::string_view which) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char byte = pattern[at];
        if (which.find(byte) != std::string_view::npos && !escaped(pattern, at)) text += '\\';
        text += byte;
    }
    return text;
}

std::string_view without_outer_blanks(std::string_view pattern) noexcept {
    const auto from = pattern.find_first_not_of(blanks);
    if (from == std::string_view::npos) return {};
    pattern.remove_prefix(from);
    while (blanks.find(pattern.back()) != std::string_view::npos && !escaped(pattern, pattern.size() - 1))
        pattern.remove_suffix(1);
    return pattern;
}

}  // namespace assent
