#include "../install/agent_command.hpp"
#include "../serving/bridged_agent.hpp"
#include "command.hpp"

#include <assent/app/bridge/bridge.hpp>

#include <memory>
#include <string>
#include <utility>

namespace assent::cli {
namespace {

bridge_options options_for(const settings& with, const std::vector<std::string>& command) {
    bridge_options options;
    set_bounds(options, with);
    options.speaks = with.speaks;
    options.guard = with.guard;
    if (with.guard || will_ask(command)) options.time = with.time;
    return options;
}

void warn_of_silence(settings& with) {
    with.log({log_level::warn,
              std::string("the command has no `--permission-prompt-tool stdio` among its arguments: an "
                          "agent CLI without it never asks, and ") +
                  (with.guard ? "only deny and ask rules hold, if it takes the guard hook"
                              : "nothing is decided here")});
}

// Runs a command and stands between it and our own standard input and output.
// \return the command's exit status. Does not return when a signal ended the command: the same signal then
//         ends this program
int run_bridge(settings& with, const std::vector<std::string>& command) {
    if (const std::string why = with.guard ? hook_switched_off_by(command) : std::string(); !why.empty())
        throw usage_error("the agent would not call the guard hook, so deny and ask rules would not hold: " +
                          why + " (`--guard off` goes on without it)");
    return run_bridged(with, command, "assent bridge",
                       [&](std::unique_ptr<transport> upstream, std::unique_ptr<transport> agent,
                           std::shared_ptr<permission_gate> gate) {
                           if (!will_ask(command)) warn_of_silence(with);
                           return std::make_shared<bridge>(std::move(upstream), std::move(agent),
                                                           std::move(gate), options_for(with, command));
                       });
}

command_run declare_bridge(CLI::App& app) {
    const auto common = std::make_shared<common_options>();
    add_decision_options(app, *common);
    add_session_options(app, *common, answers_from::upstream);
    add_bridge_options(app, *common);
    add_pipe_option(app, *common);
    app.footer("After the options: -- COMMAND [ARG...], the agent and its arguments, passed on untouched.");
    return [common](const command_line& line) {
        settings with(*common, answers_from::upstream);
        with.require_project(working_directory());
        return run_bridge(with, line.behind);
    };
}

}  // namespace

const command commands::bridge{"bridge", command_group::guard,
                               "Run an agent CLI and stand between it and whoever drives it", declare_bridge,
                               command::behind::program};

}  // namespace assent::cli
