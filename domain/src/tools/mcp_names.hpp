#pragma once

#include <string_view>

namespace assent {

/// What names of tools of MCP servers are made of: `mcp__server__tool`.
inline constexpr std::string_view mcp_prefix = "mcp__";
inline constexpr std::string_view mcp_separator = "__";

}  // namespace assent
