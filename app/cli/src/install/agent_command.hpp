#pragma once

#include "../process/running_programs.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// Whether an agent that is started like this asks whoever reads its output.
[[nodiscard]] bool will_ask(const std::vector<std::string>& command);

/// Why an agent that is started here like this would not call the guard hook, as far as that is known of
/// Claude Code: an argument, a variable, a file of settings. Empty: nothing is known that speaks against it.
[[nodiscard]] std::string hook_switched_off_by(const std::vector<std::string>& command);

/// What stands behind an option each time: in the next word, or behind `=`.
[[nodiscard]] std::vector<std::string_view> values_of(std::span<const std::string> command,
                                                      std::string_view option);

/// It has this one, by itself or with a value. \param option  a word, or two, of which the second is its
/// value
[[nodiscard]] bool has_option(std::span<const std::string> command, std::string_view option);

/// The text of a file of settings. Nothing where it is no regular file that can be read: the agent says so
/// itself, or it is a pipe that only one of us can read.
[[nodiscard]] std::optional<std::string> text_of_settings(const std::filesystem::path& file);

/// Settings that an agent was given by its option for them.
struct given_settings {
    std::filesystem::path file{};  ///< empty: the option has their text
    std::string text{};
    std::string unread{};  ///< why nobody knows them as the agent does; empty: they are known
};
/// Those of all of these programs, which read them when they began.
[[nodiscard]] std::vector<given_settings> settings_by_option(const agent_facts& agent,
                                                             std::span<const running_program> programs);

/// A text of settings without lines for people, where this agent takes them for none in its settings.
[[nodiscard]] std::string without_comment_lines(agent_program agent, std::string_view text);

}  // namespace assent::cli
