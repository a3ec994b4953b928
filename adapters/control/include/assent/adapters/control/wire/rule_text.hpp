#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <string_view>

namespace assent {

/// Reads a rule as people write it, for command-line flags and policy files:
/// - `Tool`: any use of that tool
/// - `Tool(pattern)`: a pattern for the tool's main field (`Bash(npm *)`). Forms of other agents that have
/// one
///   meaning are read too: `Bash(npm:*)` is `Bash(npm *)`, `Read(//etc/**)` is `Read(/etc/**)`,
///   `WebFetch(domain:example.com)` is `WebFetch(example.com)`
/// - `{"tool_pattern":"...","input_pattern":{...}}`: any rule
/// \param allow_overbroad  see `permission_rule::make`
/// \param home             what `~` stands for in `Read(~/x)` and `Path(~)`, absolute and clean; empty:
/// refused \return the rule, or what is wrong with the text
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> parse_rule(std::string_view text,
                                                                              rule_behavior behavior,
                                                                              rule_origin origin,
                                                                              bool allow_overbroad = false,
                                                                              std::string_view home = {});

}  // namespace assent
