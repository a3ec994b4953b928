#include "rules/shell_characters.hpp"

#include "character_class.hpp"
#include "code_point.hpp"

namespace assent::detail {
namespace {

// Looks like a blank, but separates no words.
bool like_a_space(char32_t value) noexcept {
    return value == 0x00A0 || value == 0x1680 || (value >= 0x2000 && value <= 0x200A) || value == 0x202F ||
           value == 0x205F || value == 0x2800 || value == 0x3000;
}

std::string_view oddity(const code_point& each) noexcept {
    if (!each.valid) return "it has a byte that is not UTF-8";
    if (each.value == '\n' || each.value == '\r') return "it has a line break";
    if (each.value < ' ' || each.value == 0x7F) return "it has a control character";
    if (each.value >= 0x80 && (unshowable(each.value) || like_a_space(each.value)))
        return "it has an invisible character";
    return {};
}

}  // namespace

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
