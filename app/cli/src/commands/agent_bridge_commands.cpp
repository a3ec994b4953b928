#include "../options/policy_source.hpp"
#include "../process/own_program.hpp"
#include "../serving/bridged_agent.hpp"
#include "commands.hpp"

#include <assent/adapters/control/json_rpc/acp_protocol.hpp>
#include <assent/adapters/control/json_rpc/codex_protocol.hpp>
#include <assent/app/bridge/agent_bridge.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

// What opencode takes its permissions from; no other program reads it.
constexpr const char* opencode_variable = "OPENCODE_PERMISSION";
constexpr const char* opencode_asks = R"({"*":"ask"})";

// With these Copilot does not ask, and tells of that nowhere. No other program knows them. Source: 1.0.102.
constexpr const char* copilot_variable = "COPILOT_ALLOW_ALL";
constexpr std::string_view copilot_flag = "--allow-all-tools";

using protocol_maker = std::function<std::unique_ptr<agent_protocol>()>;

int run(settings& with, const std::vector<std::string>& command, std::string_view program,
        const protocol_maker& make_protocol) {
    return run_bridged(with, command, program,
                       [&](std::unique_ptr<transport> upstream, std::unique_ptr<transport> agent,
                           std::shared_ptr<permission_gate> gate) {
                           line_bridge_options options;
                           set_bounds(options, with);
                           return std::make_shared<agent_bridge>(std::move(upstream), std::move(agent),
                                                                 std::move(gate), make_protocol(), with.time,
                                                                 std::move(options));
                       });
}

// Guarded unless that is switched off: what the agent does without asking would not even be on record.
bool closes(const common_options& common) { return common.guard != "off"; }

// A hook that asks about what our rules deny or ask about: the question comes here then, and is decided and
// on record here. Rules of a policy file are the hook's own to deny.
std::vector<std::string> hook_that_asks(const settings& with, const common_options& common) {
    if (!with.guard) return {};  // nothing can be denied, or asked
    std::vector<std::string> words{own_program().string(), "hook", "--agent", "claude"};
    const auto add = [&](const std::string& option, const std::string& value) {
        words.push_back(option);
        words.push_back(value);
    };
    // It runs in the agent's folder, and has to read the same policy there.
    add("--policy", policy_source(common.policy).name());
    if (!common.path_case.empty()) add("--path-case", common.path_case);
    for (const auto* const rules : {&common.deny, &common.ask})
        for (const auto& rule : *rules) add("--ask", rule);
    return words;
}

}  // namespace

int acp_command(settings& with, const common_options& common, const agent_bridge_options& options,
                const std::vector<std::string>& command) {
    acp_options speaking;
    if (!options.agent.empty()) speaking.agent = agent_of("--agent", options.agent);
    speaking.closes = closes(common);
    speaking.cwd = working_directory();
    speaking.claude_hook = hook_that_asks(with, common);
    if (speaking.closes) {
        if (std::ranges::any_of(command, [](std::string_view word) {
                return word.substr(0, word.find('=')) == copilot_flag;
            }))
            throw usage_error("acp: with `" + std::string(copilot_flag) +
                              "` the agent would not ask (`--guard off` goes on without it)");
        ::setenv(opencode_variable, opencode_asks, 1);
        ::unsetenv(copilot_variable);
    }
    return run(with, command, "assent acp", [&] { return make_acp_protocol(speaking); });
}

int codex_command(settings& with, const common_options& common, const std::vector<std::string>& command) {
    return run(with, command, "assent codex",
               [&] { return make_codex_protocol({.closes = closes(common), .cwd = working_directory()}); });
}

}  // namespace assent::cli
