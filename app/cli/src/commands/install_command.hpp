#pragma once

#include "../install/agent_place.hpp"
#include "../install/installed_hook.hpp"
#include "../options/options.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace assent::cli {

struct install_options {
    std::vector<std::string> agents;
    hooks_of where = hooks_of::user;
    bool print = false;
    std::string timeout{usual_hook_time};
    bool keeps_no_record = false;
    bool starts_nothing = false;
    bool mirrors = false;
};

/// Puts the hook into the settings of agents, and the units of the daemon into those of systemd; with `print`
/// says what that would change. \param words  options of the daemon where that is named too, else of the hook
int install(const install_options& options, std::vector<std::string> words);

/// The daemon that a hook with these options asks, as a shell takes it.
[[nodiscard]] std::string daemon_command_for(const std::vector<std::string>& hook_options_typed);
/// Why nothing here would start the daemon; empty: the systemd of this user does.
[[nodiscard]] std::string why_no_systemd();
/// What to type instead, of which the daemon has these options. \param keeps_record  where they name none
[[nodiscard]] std::string by_hand_without_systemd(const std::vector<std::string>& daemon,
                                                  std::vector<std::string> agents, bool keeps_record = true);

/// Writes a policy where there is none. The last `assent uninstall` removes it, unless it was changed.
/// \throws std::runtime_error when that cannot be done
void put_policy(const std::filesystem::path& path, const std::string& text);
/// Removes it.
void take_out_policy(const std::filesystem::path& path);
/// Puts another text into the place of a policy that is there. One that `setup` has written counts as such
/// still. \throws as `put_policy`, and when the file is not as it was
void change_policy_text(const std::filesystem::path& path, const std::string& before,
                        const std::string& after);

}  // namespace assent::cli
