#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// Reads a rule as people write it, for command-line flags:
/// - `Tool`: any use of that tool
/// - `Tool(pattern)`: a pattern for the tool's main field (`Bash(npm *)`). The prefix form
///   `Bash(npm:*)` means the same as `Bash(npm *)`, `WebFetch(domain:example.com)` is a domain
/// - `{"tool_pattern":"...","input_pattern":{...}}`: any rule
/// \return the rule, or what is wrong with the text
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> parse_rule(std::string_view text,
                                                                              rule_behavior behavior,
                                                                              rule_origin origin);

/// A rule in the nested dialect: a tool and, usually, a content.
struct nested_rule {
    std::string tool_name;
    std::optional<std::string> content;
};

/// What a nested rule means here. Bare tools, exact contents, `x *` and `x:*` of commands have a
/// meaning; every other form has none, because ours could differ from what its writer meant.
[[nodiscard]] std::optional<permission_rule> from_nested(const nested_rule& rule, rule_behavior behavior,
                                                         rule_origin origin);

/// A rule written for the nested dialect. Nothing when that dialect cannot say it: it is refused
/// rather than widened.
[[nodiscard]] std::optional<nested_rule> to_nested(const permission_rule& rule);

/// `text` with `*`, `?` and `\` escaped: the pattern that covers exactly this text.
[[nodiscard]] std::string literal_pattern(std::string_view text);

}  // namespace assent
