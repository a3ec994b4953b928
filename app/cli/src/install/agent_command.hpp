#pragma once

#include "../process/given_settings.hpp"

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

/// It has this one, by itself or with a value. \param option  a word, or two, of which the second is its
/// value
[[nodiscard]] bool has_option(std::span<const std::string> command, std::string_view option);

/// A text of settings without lines for people, where this agent takes them for none in its settings.
[[nodiscard]] std::string without_comment_lines(agent_program agent, std::string_view text);

}  // namespace assent::cli
