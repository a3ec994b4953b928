#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// A rule in the nested dialect: a tool and, usually, a content.
struct nested_rule {
    std::string tool_name;
    std::optional<std::string> content{};

    friend bool operator==(const nested_rule&, const nested_rule&) = default;
};

/// The folders that paths in rules of the nested dialect begin in. Absolute and clean; an empty one is not
/// known, and rules that need it are refused. They come from the host: nothing here reads the environment.
struct rule_folders {
    std::string home{};  ///< for `~/x`
    std::string root{};  ///< for `/x`: the folder of the settings file that the rule stands in
    std::string cwd{};   ///< for `x` and `./x`: the agent's working directory
};

/// What a rule of the nested dialect means here.
///
/// An allow rule never covers more than the agent itself lets it cover, and a deny or ask rule never less:
/// what cannot be translated like that is refused. docs/protocol.md has the forms.
/// \return the rule, or why there is none
[[nodiscard]] boost::system::result<permission_rule, invalid_rule> from_nested(
    const nested_rule& rule, rule_behavior behavior, rule_origin origin, const rule_folders& folders = {},
    bool allow_overbroad = false);

/// The rule that was made of this one, for the calls that the agent lets pass by it: outside of the folders
/// in which it works, it asks about some programs all the same.
[[nodiscard]] permission_rule as_agent_holds(permission_rule rule, const nested_rule& written);

/// A rule written for the nested dialect. `from_nested` reads back an equal one, or `as_agent_holds` of it.
/// \return the rule, or why that dialect cannot say it: it is refused rather than widened
[[nodiscard]] boost::system::result<nested_rule, invalid_rule> to_nested(const permission_rule& rule);

/// Reads `Tool` or `Tool(content)`, as it stands in an agent's settings. In the content `\(`, `\)` and `\\`
/// are
/// `(`, `)` and `\`; an empty content and `*` are none.
[[nodiscard]] boost::system::result<nested_rule, invalid_rule> parse_nested(std::string_view text);
/// Writes it like that.
[[nodiscard]] std::string to_text(const nested_rule& rule);

}  // namespace assent
