#pragma once

#include <string>
#include <string_view>

/// What a person types when the program asks.
namespace assent::cli {

/// How often a question is asked that is answered with something else.
inline constexpr int most_answers = 3;

/// A line of standard input. \param command  that asks
/// \throws usage_error when there is none
[[nodiscard]] std::string answered(std::string_view command, const std::string& question);

/// Whether that is to be done. \throws usage_error when no answer was understood
[[nodiscard]] bool said_yes(std::string_view command);

}  // namespace assent::cli
