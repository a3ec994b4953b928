#include "shell_characters.hpp"

#include "../text/code_point.hpp"

namespace assent::detail {
namespace {

std::string_view oddity(const code_point& each) noexcept {
    if (!each.valid) return "it has a byte that is not UTF-8";
    if (each.value == '\n' || each.value == '\r') return "it has a line break";
    if (each.value < ' ' || each.value == 0x7F) return "it has a control character";
    if (unshowable(each.value)) return "it has an invisible character";
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
