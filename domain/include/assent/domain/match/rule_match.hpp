#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <boost/assert/source_location.hpp>

#include <array>
#include <cstddef>
#include <iosfwd>
#include <string>

namespace assent {

/// The action of a rule on a call that it matches. Deny wins over ask, ask over wall, and wall over allow;
/// order, length and age of rules never matter.
enum class rule_behavior : unsigned char {
    allow,
    deny,
    ask,
    wall,  ///< allows what its command does behind a wall, and nothing else
};
/// All of them, those that win first.
inline constexpr std::array strictest_first{rule_behavior::deny, rule_behavior::ask, rule_behavior::wall,
                                            rule_behavior::allow};
/// It lets calls run, if only behind a wall: its rules have to prove that they cover one.
[[nodiscard]] constexpr bool has_to_prove(rule_behavior behavior) noexcept {
    return behavior == rule_behavior::allow || behavior == rule_behavior::wall;
}

/// The result of matching a rule with one call.
enum class rule_match : unsigned char {
    no,     ///< it does not cover the call
    doubt,  ///< deny and ask rules only: that it covers the call cannot be excluded
    yes,    ///< it covers the call
};

/// Why a rule cannot be accepted. `message` names the field, what was expected and what was found.
struct invalid_rule {
    std::string message;
    std::string rule{};  ///< as it was written, where one text was read
};

/// Called by `result<..., invalid_rule>::value()` when there is no value.
/// \throws std::invalid_argument with the rule, where it is known, and the message
[[noreturn]] void throw_exception_from_error(const invalid_rule& error, const boost::source_location& where);

/// Longest pattern, in bytes: enough for any real path or command, small enough to stay cheap.
inline constexpr std::size_t max_pattern_bytes = 4096;
/// Most wildcards in one pattern, neighbouring ones counted once.
inline constexpr std::size_t max_pattern_wildcards = 64;
/// Most input fields that one rule may constrain.
inline constexpr std::size_t max_rule_fields = 32;
[[nodiscard]] constexpr auto enum_words(rule_behavior) noexcept {
    return word_table("allow", "deny", "ask", "wall");
}
[[nodiscard]] constexpr auto enum_words(rule_match) noexcept { return word_table("no", "doubt", "yes"); }
std::ostream& operator<<(std::ostream& out, const invalid_rule& error);

}  // namespace assent
