#pragma once

#include <assent/domain/decide/policy.hpp>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// "ask, allow or deny".
[[nodiscard]] std::string one_of(std::span<const std::string_view> words);

/// The words of policy files that the domain has no names for.

inline constexpr std::array destination_words{std::string_view("session"), std::string_view("localSettings"),
                                              std::string_view("projectSettings"),
                                              std::string_view("userSettings"), std::string_view("cliArg")};

[[nodiscard]] std::string_view destination_word(update_destination destination) noexcept;
[[nodiscard]] std::optional<update_destination> parse_destination(std::string_view word) noexcept;

/// What `decision` says about a tool: `ask-time` and `ask-iterations` say what its questions offer, too.
struct tool_decision {
    tool_default decision = tool_default::ask;
    std::optional<offered_grant> offers{};
};
[[nodiscard]] std::optional<tool_decision> parse_tool_decision(std::string_view word);

}  // namespace assent::detail
