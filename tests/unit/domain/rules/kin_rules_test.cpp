// Tools that do the same: deny and ask rules of one hold for the others.
#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/permission_service.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::kin_rules_test {
namespace {

judgement_basis::pointer basis_in_allow_mode(std::vector<tool_definition> more = {}) {
    policy settings = policy::bare();
    settings.mode = permission_mode::allow;
    auto tools = std::make_shared<tool_registry>();
    for (const auto& name : tool_registry::standard()->names())
        tools->add(*tool_registry::standard()->find(name)).value();
    for (auto& each : more) tools->add(std::move(each)).value();
    return judgement_basis::make(std::move(settings), std::move(tools)).value();
}

verdict judged(const judgement_basis::pointer& basis, std::vector<permission_rule> rules,
               std::string_view tool, std::string_view fields, const resolved_paths* resolved = nullptr) {
    const auto input = make_input(object(fields));
    const tool_call call{.tool_name = tool, .input = *input, .cwd = "/proj", .resolved = resolved};
    const auto set = basis->as_registered(rule_set::make(std::move(rules)).value()).value();
    std::string scratch;
    return permission_service(basis).judge(call, examine(call, *set, *basis, {}, scratch), time_point());
}

// What one rule makes of a call that is allowed without it.
std::string decided(rule_behavior behavior, std::string_view rule_tool, std::string_view pattern,
                    std::string_view tool, std::string_view fields) {
    static const auto basis = basis_in_allow_mode();
    const auto found = judged(basis, {make_rule(behavior, rule_tool, pattern)}, tool, fields);
    if (found.must_ask) return "must ask";
    return std::string(to_string(found.decision));
}

constexpr std::string_view no_rm = R"({"command":"rm *"})";
constexpr std::string_view no_etc = R"({"file_path":"/etc/**"})";
constexpr std::string_view no_host = R"({"url":"bad.example"})";

BOOST_AUTO_TEST_SUITE(kin_rules_test)

BOOST_AUTO_TEST_CASE(a_deny_rule_holds_for_whatever_does_the_same) {
    const struct {
        std::string_view rule_tool, pattern, tool, input, decision;
    } table[] = {
        // Commands.
        {"Bash", no_rm, "Monitor", R"({"command":"rm z","description":"x","timeout_ms":1000})", "deny"},
        {"Bash", no_rm, "Monitor", R"({"command":"cd /; sudo rm z"})", "deny"},
        {"Bash", no_rm, "Monitor", R"({"command":"$x z"})", "must ask"},
        {"Bash", no_rm, "Monitor", R"({"command":["rm","z"]})", "must ask"},
        {"Bash", no_rm, "Monitor", R"({"command":"tail -f log"})", "allow"},
        {"Bash", no_rm, "Monitor", R"({"ws":{"url":"wss://x/"}})", "allow"},
        {"Bash", "{}", "Monitor", R"({"command":"ls"})", "deny"},
        {"Bash", "{}", "Monitor", R"({"ws":{"url":"wss://x/"}})", "deny"},
        {"bash", "{}", "Monitor", R"({"command":"ls"})", "must ask"},
        {"Monitor", no_rm, "Bash", R"({"command":"rm z"})", "allow"},
        {"Monitor", no_rm, "Monitor", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "mcp__workspace__bash", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "bash", R"({"command":"rm z"})", "deny"},
        // A field for commands, by its name, of a tool that is not known to have one.
        {"Bash", no_rm, "Strange", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "Strange", R"({"cmd":"cd /; sudo rm z"})", "deny"},
        {"Bash", no_rm, "Strange", R"({"script":"rm z"})", "deny"},
        {"Bash", no_rm, "Strange", R"({"command":["rm","z"]})", "must ask"},
        {"Bash", no_rm, "Strange", R"({"command":"ls","commands":["rm z"]})", "must ask"},
        {"Bash", no_rm, "Strange", R"({"command":"ls"})", "allow"},
        {"Bash", no_rm, "Strange", R"({"text":"rm z"})", "allow"},
        {"Bash", "{}", "Strange", R"({"command":"ls"})", "allow"},
        {"Bash", no_rm, "Read", R"({"file_path":"a","command":"rm z"})", "deny"},
        {"Bash", no_rm, "Bash", R"({"command":"ls","cmd":"rm z"})", "deny"},
        {"Bash", no_rm, "acp_other", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "mcp__a__b", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "mcp__a__b", R"({"script":"() => `${a}`"})", "allow"},
        {"Bash", no_rm, "mcp__a__b", R"({"commands":[{"x":1}]})", "allow"},
        // Without a command nobody knows what it runs.
        {"Bash", no_rm, "Bash", "{}", "must ask"},
        {"Bash", no_rm, "Bash", R"({"command":null})", "must ask"},
        // Text that is not read may run anything.
        {"Bash", no_rm, "PowerShell", R"({"command":"rm z"})", "deny"},
        {"Bash", no_rm, "PowerShell", R"({"command":"Remove-Item z"})", "must ask"},
        {"Bash", "{}", "PowerShell", R"({"command":"ls"})", "deny"},
        {"PowerShell", no_rm, "PowerShell", R"({"command":"Remove-Item z"})", "must ask"},
        {"Bash", no_rm, "REPL", R"({"code":"await x"})", "must ask"},
        {"Bash", no_rm, "Eval", R"({"code":"await x"})", "must ask"},
        {"Bash", "{}", "REPL", R"({"code":"1"})", "deny"},
        {"Read", no_etc, "PowerShell", R"({"command":"ls"})", "allow"},
        // Files that are looked at.
        {"Read", no_etc, "NotebookRead", R"({"notebook_path":"/etc/n.ipynb"})", "deny"},
        {"Read", no_etc, "Glob", R"({"pattern":"*","path":"/etc"})", "deny"},
        {"Read", no_etc, "Glob", R"({"pattern":"*"})", "allow"},
        {"Read", no_etc, "Grep", R"({"pattern":"x","path":"/etc/passwd"})", "deny"},
        {"Read", no_etc, "Grep", R"({"pattern":"x","path":"/proj"})", "allow"},
        {"Read", no_etc, "LS", R"({"path":"/etc"})", "deny"},
        {"Read", no_etc, "LSP", R"({"filePath":"/etc/x.c","operation":"hover"})", "deny"},
        {"Read", no_etc, "LSP", R"({"filePath":"../../etc/x.c","operation":"hover"})", "deny"},
        {"Read", no_etc, "read", R"({"path":"/etc/passwd"})", "deny"},
        {"Read", no_etc, "SendUserFile", R"({"files":["/etc/passwd"]})", "must ask"},
        {"Read", no_etc, "SendFile", R"({"to":"x","files":["a"]})", "must ask"},
        {"Read", no_etc, "Artifact", R"({"file_path":"/etc/x.html"})", "deny"},
        {"Read", no_etc, "Artifact", R"({"action":"list"})", "allow"},
        {"Read", no_etc, "Projects", R"({"method":"project_write","local_path":"/etc/x"})", "deny"},
        {"Read", no_etc, "PublishPlugin", R"({"path":"/etc"})", "deny"},
        {"Read", no_etc, "Workflow", R"({"scriptPath":"/etc/x.js"})", "deny"},
        {"Read", no_etc, "EnterWorktree", R"({"path":"/etc"})", "deny"},
        // What changes a file shows it as well.
        {"Read", no_etc, "Edit", R"({"file_path":"/etc/x","old_string":"a","new_string":"b"})", "deny"},
        {"Read", no_etc, "Write", R"({"file_path":"/etc/x","content":"b"})", "deny"},
        // Files that are changed.
        {"Edit", no_etc, "Write", R"({"file_path":"/etc/x"})", "deny"},
        {"Edit", no_etc, "MultiEdit", R"({"file_path":"/etc/x"})", "deny"},
        {"Edit", no_etc, "NotebookEdit", R"({"notebook_path":"/etc/x.ipynb"})", "deny"},
        {"Edit", no_etc, "write", R"({"path":"/etc/x"})", "deny"},
        {"Edit", no_etc, "delete", R"({"path":"/etc/x"})", "deny"},
        {"Edit", no_etc, "Read", R"({"file_path":"/etc/x"})", "allow"},
        {"Edit", no_etc, "Artifact", R"({"action":"read_asset","out_dir":"/etc"})", "deny"},
        {"Write", no_etc, "Edit", R"({"file_path":"/etc/x"})", "deny"},
        {"Write", no_etc, "MultiEdit", R"({"file_path":"/etc/x"})", "deny"},
        {"Write", no_etc, "NotebookEdit", R"({"notebook_path":"/etc/x.ipynb"})", "deny"},
        {"Write", no_etc, "Read", R"({"file_path":"/etc/x"})", "allow"},
        // Without a pattern a rule is about the tool, and not about what is done to files.
        {"Write", "{}", "Edit", R"({"file_path":"/proj/x"})", "allow"},
        {"Edit", "{}", "Write", R"({"file_path":"/proj/x"})", "allow"},
        {"Read", "{}", "Grep", R"({"pattern":"x","path":"/proj"})", "allow"},
        {"Read", R"({"limit":5})", "Grep", R"({"pattern":"x","path":"/proj","limit":5})", "allow"},
        // Pages.
        {"WebFetch", no_host, "mcp__workspace__web_fetch", R"({"url":"https://bad.example/"})", "deny"},
        {"WebFetch", "{}", "mcp__workspace__web_fetch", R"({"url":"https://x.example/"})", "deny"},
        {"WebFetch", no_host, "Monitor", R"({"ws":{"url":"wss://bad.example/"}})", "must ask"},
        {"WebFetch", no_host, "Monitor", R"({"command":"ls"})", "allow"},
        // Other names of a tool.
        {"Task", "{}", "Agent", R"({"prompt":"x"})", "deny"},
        {"Agent", "{}", "Task", R"({"prompt":"x"})", "deny"},
        {"Task", R"({"subagent_type":"explore"})", "Agent", R"({"subagent_type":"explore"})", "deny"},
        {"Task", R"({"subagent_type":"explore"})", "Agent", R"({"subagent_type":"other"})", "allow"},
        {"KillShell", "{}", "TaskStop", R"({"task_id":"x"})", "deny"},
        {"KillBash", "{}", "TaskStop", R"({"task_id":"x"})", "deny"},
        {"TaskStop", "{}", "KillShell", R"({"shell_id":"x"})", "deny"},
        {"ReadMcpResource", "{}", "ReadMcpResourceTool", R"({"server":"s","uri":"u"})", "deny"},
        {"ListMcpResources", "{}", "ListMcpResourcesTool", R"({})", "deny"},
        {"Workflow", "{}", "RunWorkflow", R"({"name":"x"})", "deny"},
        {"REPL", "{}", "Eval", R"({"code":"x"})", "deny"},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.rule_tool << ' ' << row.pattern << ", " << row.tool << ' ' << row.input) {
            BOOST_TEST(decided(rule_behavior::deny, row.rule_tool, row.pattern, row.tool, row.input) ==
                       row.decision);
            // An ask rule reaches as far.
            BOOST_TEST(decided(rule_behavior::ask, row.rule_tool, row.pattern, row.tool, row.input) ==
                       (row.decision == "allow" ? "allow" : "must ask"));
        }
}

BOOST_AUTO_TEST_CASE(an_allow_rule_allows_the_tool_that_it_names_and_no_other) {
    const auto basis = judgement_basis::make(policy::bare()).value();
    const auto allowed = [&](std::string_view rule_tool, std::string_view pattern, std::string_view tool,
                             std::string_view fields) {
        return judged(basis, {make_rule(rule_behavior::allow, rule_tool, pattern)}, tool, fields).allowed();
    };
    constexpr std::string_view npm = R"({"command":"npm *"})";
    BOOST_TEST(allowed("Monitor", npm, "Monitor", R"({"command":"npm test"})"));
    BOOST_TEST(!allowed("Bash", npm, "Monitor", R"({"command":"npm test"})"));
    BOOST_TEST(!allowed("Bash", "{}", "Monitor", R"({"command":"npm test"})"));
    BOOST_TEST(
        !allowed("Read", R"({"file_path":"/proj/**"})", "Grep", R"({"pattern":"x","path":"/proj/a"})"));
    BOOST_TEST(!allowed("Edit", R"({"file_path":"/proj/**"})", "Write", R"({"file_path":"/proj/a"})"));
    BOOST_TEST(!allowed("Task", "{}", "Agent", R"({"prompt":"x"})"));
    // Of a text that is not read, only one that is named as a whole is known.
    BOOST_TEST(!allowed("PowerShell", npm, "PowerShell", R"({"command":"npm test"})"));
    BOOST_TEST(allowed("PowerShell", R"({"command":"npm test"})", "PowerShell", R"({"command":"npm test"})"));
}

BOOST_AUTO_TEST_CASE(blocked_tools_and_commands_hold_for_kin) {
    policy settings = policy::bare();
    settings.mode = permission_mode::allow;
    settings.blocked_tools = {"Bash"};
    auto basis = judgement_basis::make(settings).value();
    const auto found = judged(basis, {}, "Monitor", R"({"command":"ls"})");
    BOOST_TEST(found.denied());
    BOOST_TEST((found.source == decision_source::blocked_list));
    settings.blocked_tools = {};
    settings.blocked_commands = {"rm *"};
    basis = judgement_basis::make(settings).value();
    BOOST_TEST(judged(basis, {}, "Monitor", R"({"command":"rm z"})").denied());
    BOOST_TEST(judged(basis, {}, "PowerShell", R"({"command":"Remove-Item z"})").must_ask);
    BOOST_TEST(judged(basis, {}, "REPL", R"({"code":"await x"
})")
                   .must_ask);
}

BOOST_AUTO_TEST_CASE(where_a_path_of_kin_leads_counts) {
    const auto basis = basis_in_allow_mode();
    const std::vector<permission_rule> rules{make_rule(rule_behavior::deny, "Read", no_etc)};
    const auto decided_at = [&](const resolved_paths& paths) {
        return judged(basis, rules, "LSP", R"({"filePath":"/proj/link"})", &paths);
    };
    BOOST_TEST(decided_at({{"filePath", "/etc/passwd"}}).denied());
    BOOST_TEST(decided_at({{"filePath", "/proj/link"}}).allowed());
    BOOST_TEST(decided_at({{"filePath", std::nullopt}}).must_ask);
}

BOOST_AUTO_TEST_CASE(a_host_may_register_kin_of_its_own) {
    tool_definition own{.name = "run_it"};
    own.kind = tool_kind::execute;
    own.field_kinds = {{"text", field_kind::command}};
    own.kin = {{.tool = "Bash", .field = "text", .as = "command", .whole = true}};
    const auto basis = basis_in_allow_mode({own});
    const std::vector<permission_rule> rules{make_rule(rule_behavior::deny, "Bash", no_rm)};
    BOOST_TEST(judged(basis, rules, "run_it", R"({"text":"rm z"})").denied());
    BOOST_TEST(judged(basis, rules, "run_it", R"({"text":"ls"})").allowed());
    // The field of the other tool's name is none of this tool.
    BOOST_TEST(judged(basis, rules, "run_it", R"({"text":"rm z","command":"ls"})").denied());
}

BOOST_AUTO_TEST_CASE(kin_that_says_nothing_is_refused) {
    const auto added = [](tool_kin kin) {
        tool_registry tools;
        tool_definition own{.name = "run_it"};
        own.kin = {std::move(kin)};
        return tools.add(std::move(own)).has_value();
    };
    BOOST_TEST(added({.tool = "Bash", .field = "text", .as = "command"}));
    BOOST_TEST(added({.tool = "Bash", .whole = true}));
    BOOST_TEST(!added({.tool = ""}));
    BOOST_TEST(!added({.tool = "B*"}));
    BOOST_TEST(!added({.tool = "run_it", .field = "a", .as = "b"}));
    BOOST_TEST(!added({.tool = "Bash", .field = "text"}));
    BOOST_TEST(!added({.tool = "Bash", .as = "command"}));
    BOOST_TEST(!added({.tool = "Bash", .unread = true}));
}

BOOST_AUTO_TEST_CASE(an_explanation_shows_the_rule_of_kin) {
    const auto input = make_input({{"command", "rm z"}});
    const tool_call call{.tool_name = "Monitor", .input = *input};
    explanation made;
    const auto rules = rule_set::make({make_rule(rule_behavior::deny, "Bash", no_rm),
                                       make_rule(rule_behavior::ask, "Bash", R"({"command":"ls *"})")})
                           .value();
    consider(*rules, call_reading(call), tool_registry::standard()->find("Monitor"), policy::bare(), made);
    BOOST_REQUIRE(made.rules.size() == 1U);
    BOOST_TEST((made.rules.front().match == rule_match::yes));
    BOOST_TEST(made.other_rules == 1U);
}

// The first rule speaks, the tool's own before those of its kin.
BOOST_AUTO_TEST_CASE(a_sure_rule_of_kin_ends_the_doubt_about_another) {
    const auto basis = basis_in_allow_mode();
    const auto found = judged(basis,
                              {make_rule(rule_behavior::deny, "Monitor", R"({"command":"x *"})"),
                               make_rule(rule_behavior::deny, "Bash", no_rm)},
                              "Monitor", R"({"command":"$x; rm z"})");
    BOOST_TEST(found.denied());
    BOOST_TEST(found.rule->text() == "Bash(rm *)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::kin_rules_test
