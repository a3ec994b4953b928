#pragma once

#include <assent/domain/json.hpp>

#include <cstddef>
#include <string_view>

namespace assent {

/// Deepest nesting of a tool's input, in levels of objects and arrays: `{"a":[]}` has two. Same as on the
/// wire.
inline constexpr std::size_t max_input_depth = 64;

/// What makes a JSON value one that readers may take for another value, or cannot read at all. Text that was
/// parsed strictly has none of these but `nul`; values made in process may have any.
enum class value_flaw : unsigned char {
    none,
    too_deep,    ///< more levels than allowed
    not_finite,  ///< a number that JSON text cannot carry
    nul,         ///< text with a NUL, where many a reader takes it to end
    not_utf8,    ///< text that is not UTF-8
};

/// The first flaw of a value, the names of its members included. It goes no deeper than `max_levels`,
/// whatever the value's depth.
[[nodiscard]] value_flaw find_flaw(const json_value& value, std::size_t max_levels);
/// The same for one text.
[[nodiscard]] value_flaw find_flaw(std::string_view text) noexcept;

/// True when a value has no more than `max_levels` of objects and arrays. Goes no deeper than that.
[[nodiscard]] bool within_depth(const json_value& value, std::size_t max_levels) noexcept;

/// What was expected instead and what was found, for messages: "expected text without NUL, got one".
[[nodiscard]] std::string_view to_string(value_flaw flaw) noexcept;

}  // namespace assent
