#include <assent/domain/json_soundness.hpp>

#include "code_point.hpp"

#include <algorithm>
#include <cmath>

namespace assent {

value_flaw find_flaw(std::string_view text) noexcept {
    const auto plain = [](char byte) { return byte > 0; };
    while (true) {
        const auto odd = std::find_if_not(text.begin(), text.end(), plain);
        if (odd == text.end()) return value_flaw::none;
        text.remove_prefix(static_cast<std::size_t>(odd - text.begin()));
        if (text.front() == '\0') return value_flaw::nul;
        const detail::code_point next = detail::first_code_point(text);
        if (!next.valid) return value_flaw::not_utf8;
        text.remove_prefix(next.length);
    }
}

value_flaw find_flaw(const json_value& value, std::size_t max_levels) {
    if (value.is_double() && !std::isfinite(value.get_double())) return value_flaw::not_finite;
    if (value.is_string()) return find_flaw(std::string_view(value.get_string()));
    if (!value.is_structured()) return value_flaw::none;
    if (max_levels == 0) return value_flaw::too_deep;
    if (value.is_array()) {
        for (const auto& element : value.get_array())
            if (const auto flaw = find_flaw(element, max_levels - 1); flaw != value_flaw::none) return flaw;
        return value_flaw::none;
    }
    for (const auto& member : value.get_object()) {
        if (const auto flaw = find_flaw(std::string_view(member.key())); flaw != value_flaw::none)
            return flaw;
        if (const auto flaw = find_flaw(member.value(), max_levels - 1); flaw != value_flaw::none)
            return flaw;
    }
    return value_flaw::none;
}

bool within_depth(const json_value& value, std::size_t max_levels) noexcept {
    if (!value.is_structured()) return true;
    if (max_levels == 0) return false;
    const auto inside = [&](const json_value& each) { return within_depth(each, max_levels - 1); };
    if (value.is_array()) return std::all_of(value.get_array().begin(), value.get_array().end(), inside);
    return std::all_of(value.get_object().begin(), value.get_object().end(),
                       [&](const auto& member) { return inside(member.value()); });
}

std::string_view to_string(value_flaw flaw) noexcept {
    switch (flaw) {
        case value_flaw::none: return "nothing is wrong";
        case value_flaw::too_deep: return "expected less nesting, got too many levels";
        case value_flaw::not_finite: return "expected finite numbers, got one that is not";
        case value_flaw::nul: return "expected text without NUL, got one";
        case value_flaw::not_utf8: return "expected text in UTF-8, got other bytes";
    }
    return "?";
}

}  // namespace assent
