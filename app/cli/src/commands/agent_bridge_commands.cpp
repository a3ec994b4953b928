#include "../options/policy_source.hpp"
#include "../process/own_program.hpp"
#include "../serving/bridged_agent.hpp"
#include "commands.hpp"

#include <assent/adapters/control/json_rpc/acp_protocol.hpp>
#include <assent/adapters/control/json_rpc/codex_protocol.hpp>
#include <assent/app/bridge/agent_bridge.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <fmt/format.h>

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

// Which agent it is, is not known yet.
void keep_asking(const acp_facts& agent, const std::vector<std::string>& command) {
    const auto trusts = [&](std::string_view word) {
        return word.substr(0, word.find('=')) == agent.trusting_flag;
    };
    if (!agent.trusting_flag.empty() && std::ranges::any_of(command, trusts))
        throw usage_error(
            fmt::format("acp: with `{}` the agent would not ask (`--guard off` goes on without it)",
                        agent.trusting_flag));
    if (!agent.asking_variable.empty())
        ::setenv(std::string(agent.asking_variable).c_str(), std::string(agent.asking_value).c_str(), 1);
    if (!agent.trusting_variable.empty()) ::unsetenv(std::string(agent.trusting_variable).c_str());
}

}  // namespace

int acp_command(settings& with, const common_options& common, const agent_bridge_options& options,
                const std::vector<std::string>& command) {
    acp_options speaking;
    if (!options.agent.empty()) speaking.agent = agent_of("--agent", options.agent);
    speaking.closes = closes(common);
    speaking.cwd = working_directory();
    speaking.claude_hook = hook_that_asks(with, common);
    if (speaking.closes)
        for (const auto* const agent : all_agent_facts())
            if (agent->acp) keep_asking(*agent->acp, command);
    return run(with, command, "assent acp", [&] { return make_acp_protocol(speaking); });
}

int codex_command(settings& with, const common_options& common, const std::vector<std::string>& command) {
    return run(with, command, "assent codex",
               [&] { return make_codex_protocol({.closes = closes(common), .cwd = working_directory()}); });
}

}  // namespace assent::cli
