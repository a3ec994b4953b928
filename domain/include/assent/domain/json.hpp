#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>

#include <cstddef>

/// The JSON value types of the domain.
///
/// A tool's input is arbitrary JSON by definition, so the domain holds, reads and compares JSON
/// values. It never parses or serialises text: that is the protocol adapters' work.
namespace assent {

using json_value = boost::json::value;
using json_object = boost::json::object;
using json_array = boost::json::array;
using json_string = boost::json::string;

/// How two JSON values compare.
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

}  // namespace assent
