#include "bridged_agent.hpp"
#include "commands.hpp"

#include <assent/adapters/control/acp_protocol.hpp>
#include <assent/adapters/control/codex_protocol.hpp>
#include <assent/app/agent_bridge.hpp>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace assent::cli {
namespace {

// What opencode takes its permissions from; no other program reads it.
constexpr const char* opencode_variable = "OPENCODE_PERMISSION";
constexpr const char* opencode_asks = R"({"*":"ask"})";

using protocol_maker = std::function<std::unique_ptr<agent_protocol>()>;

int run(settings& with, const std::vector<std::string>& command, std::string_view program,
        const protocol_maker& make_protocol) {
    return run_bridged(with, command, program,
                       [&](std::unique_ptr<transport> upstream, std::unique_ptr<transport> agent,
                           std::shared_ptr<permission_gate> gate) {
                           line_bridge_options options;
                           set_bounds(options, with);
                           return std::make_shared<agent_bridge>(std::move(upstream), std::move(agent),
                                                                 std::move(gate), make_protocol(),
                                                                 std::move(options));
                       });
}

// Guarded unless that is switched off: what the agent does without asking would not even be on record.
bool closes(const common_options& common) { return common.guard != "off"; }

}  // namespace

int acp_command(settings& with, const common_options& common, const agent_bridge_options& options,
                const std::vector<std::string>& command) {
    acp_options speaking;
    if (!options.agent.empty()) speaking.agent = agent_of("--agent", options.agent);
    speaking.closes = closes(common);
    speaking.cwd = working_directory();
    if (speaking.closes) ::setenv(opencode_variable, opencode_asks, 1);
    return run(with, command, "assent acp", [&] { return make_acp_protocol(speaking); });
}

int codex_command(settings& with, const common_options& common, const std::vector<std::string>& command) {
    return run(with, command, "assent codex",
               [&] { return make_codex_protocol({.closes = closes(common), .cwd = working_directory()}); });
}

}  // namespace assent::cli
