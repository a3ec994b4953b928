#pragma once

#include <assent/app/tool_result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// The results of runs that have no output, in words.

/// \param available  names of the tools that there are
[[nodiscard]] tool_result unknown_tool(std::string_view tool, const std::vector<std::string>& available);
/// \param flaw  what is wrong, as the registry says it
[[nodiscard]] tool_result invalid_params(std::string_view tool, std::string_view flaw);
/// The user has edited the input into one that does not fit: not the model's mistake.
[[nodiscard]] tool_result invalid_edit(std::string_view tool, std::string_view flaw);
[[nodiscard]] tool_result not_allowed(std::string_view tool, const verdict& decided);
/// \param text  the tool's own words, untrusted
[[nodiscard]] tool_result failed(std::string_view tool, std::string_view text);
/// \param decided  what the gate said before; nothing: it was not asked
[[nodiscard]] tool_result cancelled(std::string_view tool, std::optional<verdict> decided);

}  // namespace assent::detail
