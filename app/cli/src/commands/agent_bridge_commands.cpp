#include "../files/user_folders.hpp"
#include "../options/policy_source.hpp"
#include "../process/own_program.hpp"
#include "../serving/bridged_agent.hpp"
#include "command.hpp"

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
    // It runs in the agent's folder and environment, and has to read the same policy there.
    add("--home", home_of_user().string());
    const policy_source policy(common.policy);
    policy.require_own();  // or the hook would refuse all
    add("--policy", policy.name());
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

int run_acp(settings& with, const common_options& common, const std::string& agent_name,
            const std::vector<std::string>& command) {
    acp_options speaking;
    if (!agent_name.empty()) speaking.agent = agent_of("--agent", agent_name);
    speaking.closes = closes(common);
    speaking.cwd = working_directory();
    speaking.claude_hook = hook_that_asks(with, common);
    if (speaking.closes)
        for (const auto* const agent : all_agent_facts())
            if (agent->acp) keep_asking(*agent->acp, command);
    return run(with, command, "assent acp", [&] { return make_acp_protocol(speaking); });
}

int run_codex(settings& with, const common_options& common, const std::vector<std::string>& command) {
    return run(with, command, "assent codex",
               [&] { return make_codex_protocol({.closes = closes(common), .cwd = working_directory()}); });
}

// What the bridges for agents in JSON-RPC have in common.
void add_agent_bridge_options(CLI::App& app, common_options& common) {
    add_decision_options(app, common);
    add_answer_options(app, common, answers_from::upstream);
    add_line_option(app, common, "64MiB");
    add_agent_guard_options(app, common);
    add_pipe_option(app, common);
}

command_run declare_acp(CLI::App& app) {
    struct typed {
        common_options common;
        std::string agent;  // empty: found out from what it says of itself
    };
    const auto given = std::make_shared<typed>();
    app.add_option("--agent", given->agent,
                   "Whose words it uses (default: found out from what it says of itself)")
        ->type_name(one_of<agent_program>())
        ->group(group::agent)
        ->check(not_empty);
    add_agent_bridge_options(app, given->common);
    app.footer("After the options: -- AGENT [ARG...], the agent and its arguments, passed on untouched.");
    return [given](const command_line& line) {
        settings with(given->common, answers_from::upstream);
        with.require_project(working_directory());
        return run_acp(with, given->common, given->agent, line.behind);
    };
}

command_run declare_codex(CLI::App& app) {
    const auto common = std::make_shared<common_options>();
    add_agent_bridge_options(app, *common);
    app.footer("After the options: -- codex app-server [ARG...], passed on untouched.");
    return [common](const command_line& line) {
        settings with(*common, answers_from::upstream);
        with.require_project(working_directory());
        return run_codex(with, *common, line.behind);
    };
}

}  // namespace

const command commands::acp{
    "acp", command_group::guard,
    "Run an agent that speaks the Agent Client Protocol, between it and an editor; see docs/acp.md",
    declare_acp, command::behind::program};
const command commands::codex{"codex", command_group::guard,
                              "Run `codex app-server`, between it and its client; see docs/acp.md",
                              declare_codex, command::behind::program};

}  // namespace assent::cli
