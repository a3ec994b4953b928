#pragma once

#include "../options/options.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace assent::cli {

/// Most threads that sessions may be spread over.
inline constexpr std::size_t max_session_threads = 64;

struct serve_options {
    bool stdio = false;
    std::string unix_path;
    std::string tcp;
    bool allow_remote = false;
    std::string cwd;      ///< the agents' working directory; empty: not known
    std::string threads;  ///< as typed; empty: one
};

struct check_options {
    std::string tool;
    std::string input;
    std::string cwd;
    bool batch = false;
    bool explain = false;
    bool json = false;
};

struct console_options {
    bool open = false;
};

struct install_options {
    std::vector<std::string> agents;
    bool print = false;
    std::string timeout = "50s";
    std::vector<std::string> options;  ///< of the daemon where that is named too, else of the hook
};

struct hook_options {
    std::string agent{};  ///< empty: found out from the text
    bool say_allow = false;
    std::string on_ask = "agent";
    std::string timeout{};  ///< empty: what the agent waits, less 5 s
    std::string daemon = "off";
};

struct agent_bridge_options {
    std::string agent;  ///< empty: found out from what the agent says of itself
};

/// Answers permission requests until the input ends, or SIGINT or SIGTERM comes.
int serve(settings& with, const serve_options& options);

/// Runs a command and stands between it and our own standard input and output.
/// \return the command's exit status. Does not return when a signal ended the command: the same
///         signal then ends this program
int bridge_command(settings& with, const std::vector<std::string>& command);

/// The same for an agent that speaks the Agent Client Protocol.
int acp_command(settings& with, const common_options& common, const agent_bridge_options& options,
                const std::vector<std::string>& command);

/// The same for Codex's app-server.
int codex_command(settings& with, const common_options& common, const std::vector<std::string>& command);

/// Decides the call on standard input, as a hook of an agent.
/// \throws usage_error whatever goes wrong, the policy included: a hook that fails in another way refuses
/// nothing
int hook(const common_options& common, const hook_options& options);

/// Decides for the hooks of all agents of this user, until SIGINT or SIGTERM comes.
/// \throws std::exception when another one runs, or there can be no socket
int daemon_command(settings& with);
/// Declares the options of `daemon` on a command.
void add_daemon_options(CLI::App& command, common_options& common);
/// Declares the options of `hook` on a command.
void add_hook_options(CLI::App& command, common_options& common, hook_options& options);
/// \throws usage_error when they are not as they have to be
void require_valid(const common_options& common, const hook_options& options);

/// Puts the hook into the settings of agents, and the units of the daemon into those of systemd, or takes
/// them out; with `print` says what that would change.
int install(const install_options& options);
int uninstall(const install_options& options);
/// Says of each agent whether the hook is in its settings and refuses, and what passes it by; and of the
/// daemon whether it answers. \param agents  empty: all that are found
/// \return 1 when something is not as it has to be
int doctor(const std::vector<std::string>& agents);

/// Serves the tool that agents ask for permission, until the input ends, or SIGINT or SIGTERM comes.
/// \param cwd  the agent's working directory; empty: this one
int mcp(settings& with, const std::string& cwd);

/// Prints a link to each page on which a program of this user asks people.
/// \return 1 when there is none
int console_command(const console_options& options);

/// Decides one call, or with `batch` each line of standard input.
int check(settings& with, const check_options& options);

/// Says what a shell command would do: each program in it, and by which row of the catalogue.
/// \param cwd  the agent's working directory; empty: this one
int what_command(const std::string& command, const std::string& cwd);

/// Plays a recorded session of a real agent and shows what was decided.
int demo();
/// Plays a session in which each source of decisions speaks. \param audit_path  empty: no file is written
int demo_every_source(const std::string& audit_path);

}  // namespace assent::cli
