#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/hook_dialect.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A command behind a wall, in the place of the one that an agent wanted to run.
namespace assent::cli {

/// What `assent wall` is started with.
struct wall_words {
    std::string program;  ///< Assent's, absolute
    std::string policy;   ///< a name, or a file by its absolute path: it says what the wall leaves open
    std::string cwd{};    ///< in which the command begins; empty: it is not known
    std::vector<std::string> hides{};  ///< patterns of files that it must not read
};

/// A command that runs the text behind a wall, in a shell that reads no start-up files. The folder
/// that it goes to (`kept_before_wall`) is entered before it.
[[nodiscard]] std::string behind_wall(std::string_view text, const wall_words& with);

/// What such a command runs.
struct walled_text {
    std::string command;
    std::vector<std::string> hides;
};
/// Nothing: the command is none, as it is made with these words. The folder is not entered then.
[[nodiscard]] std::optional<walled_text> text_behind_wall(std::string_view command, const wall_words& with);

/// The input of a use with another command, as JSON: all other members as they were.
[[nodiscard]] std::string with_command(const tool_call& said, std::string_view field,
                                       std::string_view command);

/// What an agent's own deny and ask rules say of a command. It compares them with the one that it runs in the
/// end: behind a wall that is another one.
struct own_rules_look {
    std::string covering{};  ///< one that covers it or may; empty: none does
    std::string unread{};    ///< why not all of them are known; empty: they are
    /// Patterns of files that these rules deny to read. The wall has to hide them.
    std::vector<std::string> hides{};
};
/// Whether the wall hides all secrets of the project.
using hides_secrets = std::function<bool()>;
/// \param said   in the words of the standard tools
/// \param home   the user's
/// \param hides  is asked where a rule that these are not read may cover the command
[[nodiscard]] own_rules_look own_rules_about(const hook_place& place, const tool_call& said,
                                             const std::string& home, const hides_secrets& hides);

/// Why no wall can be made in what the agent itself has around the commands that it runs; empty: one can.
[[nodiscard]] std::string why_confined(const hook_place& place);

/// The input has nothing that nobody knows here, so that another command in it does what it says.
/// \param said  in the agent's own words
[[nodiscard]] bool is_known_input(const tool_call& said, const hook_dialect::changed_input& how);

}  // namespace assent::cli
