#pragma once

#include "comparable_text.hpp"

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace assent {

/// Most literals of one field's pattern that are looked at: what a long pattern may cost when it is added.
inline constexpr std::size_t max_field_literals = 8;
/// Longest literal a rule is filed under, in bytes. Of a longer one, this much is used.
inline constexpr std::size_t max_literal_bytes = 512;

/// Where in a text a literal has to stand for a pattern to cover that text.
enum class literal_place : unsigned char {
    whole,   ///< it is the text
    front,   ///< the text begins with it
    back,    ///< the text ends with it
    inside,  ///< it is somewhere in the text
};

/// Literal text that a pattern cannot do without: a comparable text that does not hold it is not covered, or
/// what is compared cannot be compared for sure.
struct pattern_literal {
    literal_place place;
    std::string text;
};
using pattern_literals = boost::container::small_vector<pattern_literal, 4>;

/// What a tool name has to hold for the rule's tool pattern. For deny and ask rules in lower case.
[[nodiscard]] pattern_literals tool_literals(const permission_rule& rule);

/// What the field's `comparable_text` has to hold for a pattern of this rule; none: nothing in particular.
[[nodiscard]] pattern_literals field_literals(const permission_rule& rule,
                                              const permission_rule::field_pattern& field);

}  // namespace assent
