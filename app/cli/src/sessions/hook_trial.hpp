#pragma once

#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <optional>
#include <string>
#include <string_view>

/// What `assent doctor` says to an installed hook to find out what it would do, and what that answers. An
/// agent begins no text like this, and the status of the answer refuses: it is never taken for a decision.
namespace assent::cli {

/// What an installed hook that can decide nothing adds to its reason.
inline constexpr std::string_view doctor_says_more = "; `assent doctor` says what to mend";

/// \param use  as an agent would tell it
[[nodiscard]] std::string trial_text(std::string_view use);
/// The use in such a text; nothing: it is another one.
[[nodiscard]] std::optional<std::string_view> use_of_trial(std::string_view text);

[[nodiscard]] std::string trial_answer(const use_answer& said);
/// Nothing: that was said by no hook of this version.
[[nodiscard]] std::optional<use_answer> read_trial_answer(std::string_view out);

}  // namespace assent::cli
