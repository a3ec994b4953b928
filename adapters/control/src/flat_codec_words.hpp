#pragma once

#include <assent/domain/json.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <array>
#include <string_view>

/// The words of a rule in the flat dialect.
namespace assent::flat_words {

inline constexpr std::string_view key_value = "value";
inline constexpr std::string_view key_tool_pattern = "tool_pattern";
inline constexpr std::string_view key_input_pattern = "input_pattern";

struct behavior_word {
    rule_behavior behavior;
    std::string_view word;
};
inline constexpr std::array behavior_words{
    behavior_word{rule_behavior::allow, "always_allow"},
    behavior_word{rule_behavior::deny, "always_deny"},
    behavior_word{rule_behavior::ask, "always_ask"},
};

[[nodiscard]] inline std::string_view view(const json_string& text) noexcept {
    return {text.data(), text.size()};
}

}  // namespace assent::flat_words
