#pragma once

#include "running_programs.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Settings that an agent has from its command line.
namespace assent::cli {

/// What stands behind an option each time: in the next word, or behind `=`.
[[nodiscard]] std::vector<std::string_view> values_of(std::span<const std::string> command,
                                                      std::string_view option);

/// The text of a file of settings. Nothing where it is no regular file that can be read: the agent says so
/// itself, or it is a pipe that only one of us can read.
[[nodiscard]] std::optional<std::string> text_of_settings(const std::filesystem::path& file);

/// An option for settings names a file, or has their text.
[[nodiscard]] bool is_text_of_settings(std::string_view value);

/// Settings that an agent was given by its option for them.
struct given_settings {
    std::filesystem::path file{};  ///< empty: the option has their text
    std::string text{};
    std::string unread{};  ///< why nobody knows them as the agent does; empty: they are known
};
/// Those of all of these programs, which read them when they began.
/// \param cwd  where the agent works: a file there, or in its project, may be another one by now
[[nodiscard]] std::vector<given_settings> settings_by_option(const agent_facts& agent,
                                                             std::span<const running_program> programs,
                                                             std::string_view cwd);

}  // namespace assent::cli
