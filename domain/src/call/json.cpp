#include <assent/domain/call/json.hpp>

#include "../text/code_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace assent {
namespace {

bool integral(const json_value& value) { return value.is_int64() || value.is_uint64(); }

json_equality proven(bool equal) { return equal ? json_equality::equal : json_equality::different; }

json_equality compare_integers(const json_value& left, const json_value& right) {
    if (left.is_int64() && right.is_int64()) return proven(left.get_int64() == right.get_int64());
    if (left.is_uint64() && right.is_uint64()) return proven(left.get_uint64() == right.get_uint64());
    const std::int64_t has_sign = left.is_int64() ? left.get_int64() : right.get_int64();
    const std::uint64_t without = left.is_uint64() ? left.get_uint64() : right.get_uint64();
    return proven(has_sign >= 0 && static_cast<std::uint64_t>(has_sign) == without);
}

json_equality compare_numbers(const json_value& left, const json_value& right) {
    if (integral(left) && integral(right)) return compare_integers(left, right);
    const auto as_double = [](const json_value& value) { return value.to_number<double>(); };
    const double a = as_double(left);
    const double b = as_double(right);
    if (!(std::abs(a) < max_exact_number) && !(std::abs(b) < max_exact_number))
        return json_equality::unprovable;
    return proven(a == b);
}

// A difference anywhere is a proof; without one, a single unprovable part leaves all unprovable.
json_equality combine(json_equality sum, json_equality part) {
    if (sum == json_equality::different || part == json_equality::different) return json_equality::different;
    return sum == json_equality::unprovable ? sum : part;
}

json_equality compare_arrays(const json_array& left, const json_array& right) {
    if (left.size() != right.size()) return json_equality::different;
    json_equality sum = json_equality::equal;
    for (std::size_t i = 0; i < left.size(); ++i) sum = combine(sum, compare(left[i], right[i]));
    return sum;
}

json_equality compare_objects(const json_object& left, const json_object& right) {
    if (left.size() != right.size()) return json_equality::different;
    json_equality sum = json_equality::equal;
    for (const auto& member : left) {
        const auto* other = right.if_contains(member.key());
        if (other == nullptr) return json_equality::different;
        sum = combine(sum, compare(member.value(), *other));
    }
    return sum;
}

// Whether `is(part)` is true of all values that stand in it.
template <class Is>
bool all_inside(const json_value& value, const Is& is) {
    if (value.is_array()) return std::ranges::all_of(value.get_array(), is);
    return !value.is_object() ||
           std::ranges::all_of(value.get_object(), is,
                               [](const auto& member) -> const json_value& { return member.value(); });
}

}  // namespace

json_equality compare(const json_value& left, const json_value& right) {
    if (left.is_number() && right.is_number()) return compare_numbers(left, right);
    if (left.kind() != right.kind()) return json_equality::different;
    if (left.is_array()) return compare_arrays(left.get_array(), right.get_array());
    if (left.is_object()) return compare_objects(left.get_object(), right.get_object());
    return proven(left == right);
}

bool all_finite(const json_value& value) {
    return (!value.is_double() || std::isfinite(value.get_double())) && all_inside(value, all_finite);
}

std::size_t memory_bytes(const json_value& value) {
    std::size_t sum = sizeof(json_value);
    if (value.is_string()) sum += value.get_string().size();
    if (value.is_array())
        for (const auto& element : value.get_array()) sum += memory_bytes(element);
    if (value.is_object())
        for (const auto& member : value.get_object())
            sum += member.key().size() + memory_bytes(member.value());
    return sum;
}

value_flaw find_flaw(std::string_view text) noexcept {
    const auto plain = [](char byte) { return byte > 0; };
    while (true) {
        const auto odd = std::ranges::find_if_not(text, plain);
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
    return max_levels > 0 &&
           all_inside(value, [&](const json_value& part) { return within_depth(part, max_levels - 1); });
}

}  // namespace assent
