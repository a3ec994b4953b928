#pragma once

#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/call/permission_mode.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Rules that a user of Claude Code has already, for a policy of ours.
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
};

/// A rule as it stands in settings, and as a rule of ours.
struct brought_rule {
    rule_behavior behavior{};
    std::string written{};
    std::optional<permission_rule> rule{};  ///< nothing: it is not brought over
    std::string why{};                      ///< it is not
};

struct brought_rules {
    std::vector<brought_rule> rules{};      ///< in the order of the file
    std::optional<permission_mode> mode{};  ///< that it begins in
    std::vector<std::string> notes{};       ///< about what is not brought over, other than rules
};

/// An allow rule never covers more here than in the agent, and a deny or ask rule never less: whatever cannot
/// be said like that is not brought over. The agent itself goes on to hold it.
/// \throws unfit_settings when the text is no settings of Claude
[[nodiscard]] brought_rules rules_in(std::string_view settings, const settings_source& source);

}  // namespace assent::cli
