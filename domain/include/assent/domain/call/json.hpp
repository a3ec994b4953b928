#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <string_view>

/// The JSON value types of the domain.
///
/// A tool's input is arbitrary JSON by definition, so the domain holds, reads and compares JSON
/// values. It never parses or serialises text: that is the protocol adapters' work.
namespace assent {

/// Whole numbers below it are one floating-point number each: 2^53.
inline constexpr double max_exact_number = 9007199254740992.0;

using json_value = boost::json::value;
using json_object = boost::json::object;
using json_array = boost::json::array;
using json_string = boost::json::string;

/// The result of comparing two JSON values.
enum class json_equality : unsigned char {
    equal,
    different,
    /// Both are numbers, and at least one is a floating-point number of 2^53 or more: digits may
    /// have been lost on the way here, so neither answer can be proven.
    unprovable,
};

/// Compares two values by meaning: numbers by value (`1` equals `1.0`, `-0` equals `0`), objects
/// without regard to key order, arrays in order.
///
/// Integers up to 64 bits compare exactly.
[[nodiscard]] json_equality compare(const json_value& left, const json_value& right);

/// True when no number inside `value` is infinite or not a number. JSON text cannot carry those.
[[nodiscard]] bool all_finite(const json_value& value);

/// Bytes of memory that `value` holds, roughly: for bounds, where a large value has to count as large.
[[nodiscard]] std::size_t memory_bytes(const json_value& value);

/// Deepest nesting of a tool's input, in levels of objects and arrays: `{"a":[]}` has two. Same as on the
/// wire.
inline constexpr std::size_t max_input_depth = 64;

/// A flaw for which readers may take a JSON value for another one, or cannot read it at all. Text that was
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

/// The words of a message on what was expected and found: "expected text without NUL, got one".
[[nodiscard]] constexpr auto enum_words(value_flaw) noexcept {
    return word_table("nothing is wrong", "expected less nesting, got too many levels",
                      "expected finite numbers, got one that is not", "expected text without NUL, got one",
                      "expected text in UTF-8, got other bytes");
}

}  // namespace assent
