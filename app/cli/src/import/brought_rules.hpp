#pragma once

#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Rules that a user of an agent has already, for a policy of ours.
namespace assent::cli {

/// Whose settings a file holds, which decides how much of it counts.
enum class settings_of_whom : unsigned char {
    user,        ///< the user's own, or the administrator's: all of it
    local,       ///< the user's own of one project: what it allows holds there alone
    repository,  ///< committed with a project: nothing of it allows anything
};

/// A settings file, and what is known of it.
struct settings_source {
    std::filesystem::path file{};
    settings_of_whom whose = settings_of_whom::repository;
    rule_folders folders{};  ///< that its paths begin in
    std::size_t number = 0;  ///< how many files come before it
};

/// A rule as it stands in settings, and as a rule of ours. One that has alternatives is several.
struct brought_rule {
    rule_behavior behavior{};
    std::string written{};
    std::string tool{};    ///< of ours, that it is about; with a wildcard: more than one
    std::string begins{};  ///< how each command begins that it covers, as far as that is known
    bool whole = false;    ///< it covers each use of the tool
    double strength = 0;   ///< of two that cover a call, the stronger one counts in the agent
    std::optional<permission_rule> rule{};
    std::string why{};       ///< it is not brought over
    std::string stricter{};  ///< in what it does more here than there
    std::size_t source = 0;  ///< as `settings_source::number`
};

struct brought_rules {
    std::vector<brought_rule> rules{};      ///< in the order of the file
    std::optional<permission_mode> mode{};  ///< that it begins in
    std::vector<std::string> notes{};       ///< about what is not brought over, other than rules
};

/// The rules in one file of this agent's settings.
/// \throws unfit_settings when the text is none of this agent
[[nodiscard]] brought_rules rules_in(agent_program agent, std::string_view settings,
                                     const settings_source& source);
/// Has a rule hold for fewer calls. \param set  what else has to hold
void narrow(permission_rule& rule, const std::function<void(rule_condition&)>& set);
/// What a person has to know of a rule, in a line; empty: it has come over as it is.
[[nodiscard]] std::string said_of(const brought_rule& rule);
/// To its allow rules, `timeout 5 npm test` is `npm test`.
[[nodiscard]] bool sees_through_wrappers(agent_program agent) noexcept;
/// There is a reader for this agent.
[[nodiscard]] bool has_rules_to_read(agent_program agent) noexcept;
/// The name of a file is one of those that hold such rules.
[[nodiscard]] bool is_named_for_rules(agent_program agent, const std::filesystem::path& file);
/// A file is there, and is named so.
/// \throws unfit_settings where nobody can say
[[nodiscard]] bool may_have_rules(agent_program agent, const std::filesystem::path& file);

/// Words of its command line that are rules of the agent. \throws unfit_settings where it takes none
[[nodiscard]] brought_rules rules_in_words(agent_program agent, std::span<const std::string> words,
                                           const settings_source& source);

/// The law, for all rules that are brought over together: an allow rule never covers more here than in the
/// agent, and a deny or ask rule never less. Here a denial is always the strongest, and what allows the
/// weakest; so rules are taken out that would cover more like that, and it is said which cover less.
/// \return what becomes of uses of a tool about which no rule says anything
[[nodiscard]] std::map<std::string, tool_default> keep_the_law(agent_program agent,
                                                               std::vector<brought_rule>& rules);

/// For the readers of each agent.
namespace import {

/// A rule about whatever this content of the nested dialect covers.
[[nodiscard]] brought_rule nested(rule_behavior behavior, std::string written, const nested_rule& meant,
                                  const settings_source& source);
/// A rule about commands that begin with these words, of which no sign stands for another.
[[nodiscard]] brought_rule begun(rule_behavior behavior, std::string written, const std::string& words,
                                 const settings_source& source);
/// A rule about one field of a tool; without a pattern, about the whole tool.
[[nodiscard]] brought_rule fielded(rule_behavior behavior, std::string written, std::string tool,
                                   std::string_view field = {}, std::string_view pattern = {});
/// One that cannot be brought over. \param tool  that it is about, as in `brought_rule`
[[nodiscard]] brought_rule left_out(rule_behavior behavior, std::string written, std::string tool,
                                    std::string why);
/// Where a denial counts more than a question, and that more than what allows.
[[nodiscard]] double strength_of(rule_behavior behavior) noexcept;
/// What an agent calls a behavior.
struct word_of_behavior {
    std::string_view written;
    rule_behavior behavior;
};
/// The texts of `permissions.BEHAVIOR`, as several agents have them.
/// \throws unfit_settings when they are none
[[nodiscard]] std::vector<std::string> texts_of(const json_object& permissions, rule_behavior behavior);
/// The standard tool that the agent calls by this name; empty: none is known.
[[nodiscard]] std::string_view standard_name(agent_program agent, std::string_view own) noexcept;

[[nodiscard]] brought_rules claude(std::string_view settings, const settings_source& source);
[[nodiscard]] brought_rules codex(std::string_view settings, const settings_source& source);
[[nodiscard]] brought_rules gemini(std::string_view settings, const settings_source& source);
[[nodiscard]] brought_rules opencode(std::string_view settings, const settings_source& source);
[[nodiscard]] brought_rules copilot(std::string_view settings, const settings_source& source);
[[nodiscard]] brought_rules copilot_words(std::span<const std::string> words, const settings_source& source);
[[nodiscard]] brought_rules cursor(std::string_view settings, const settings_source& source);

}  // namespace import
}  // namespace assent::cli
