#include "commands/audit_command.hpp"
#include "commands/commands.hpp"
#include "commands/completion.hpp"
#include "commands/manual.hpp"
#include "commands/policy_command.hpp"
#include "install/agent_place.hpp"
#include "options/fail_closed.hpp"
#include "options/help.hpp"
#include "options/options.hpp"
#include "process/running_file.hpp"

#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/version.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace assent;
using namespace assent::cli;

constexpr auto exit_help =
    "Exit status: 0 end of input; 1 failure at run time; 2 wrong usage or configuration; bridge, acp, codex: "
    "the command's own; hook: 0 with an answer, else 2; check: 0 allow, 3 deny, 4 ask (--batch: 0); policy "
    "lint, policy test, doctor: 1 when something was found.";

int fail(exit_code code, std::string_view text) {
    try {
        fmt::print(stderr, "assent: {}\n", text);
    } catch (const std::system_error&) {
        // Nobody reads it; the status says enough.
    }
    return static_cast<int>(code);
}

// CLI11 ends some messages with a line break.
std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    for (char& each : text)
        if (each == '\n') each = ' ';
    return text;
}

// The command line as typed. CLI11 writes into it while it parses.
struct arguments {
    common_options common;
    serve_options serving;
    hook_options hooking;
    agent_bridge_options bridging;
    std::string mcp_cwd;
    console_options showing;
    install_options installing;
    check_options checking;
    std::string what_of;
    audit_options auditing;
    policy_options policies;
    bool every_source = false;
    std::vector<std::string> command;  // of the bridges and of install: what follows `--`
    std::string manual_folder;
    std::string shell;
};

void add_cwd_option(CLI::App& command, std::string& cwd, std::string_view more) {
    command.add_option("--cwd", cwd, fmt::format("The agent's working directory{}", more))
        ->type_name("FOLDER")
        ->group(group::call);
}

void declare_serve(CLI::App& app, arguments& into) {
    auto* const serve_app = app.add_subcommand("serve", "Answer permission requests");
    serve_app->option_defaults()->group(group::transport);
    auto* const stdio =
        serve_app->add_flag("--stdio", into.serving.stdio, "On standard input and output (default)");
    auto* const unix_path = serve_app
                                ->add_option("--unix", into.serving.unix_path,
                                             "On a Unix socket at this path, for this user only")
                                ->type_name("FILE");
    auto* const tcp =
        serve_app->add_option("--tcp", into.serving.tcp, "On a TCP port; loopback addresses only")
            ->type_name("HOST:PORT");
    auto* const remote =
        serve_app->add_flag("--allow-remote", into.serving.allow_remote,
                            "Let --tcp listen on other addresses: no authentication, no encryption");
    serve_app
        ->add_option(
            "--threads", into.serving.threads,
            fmt::format(
                "Threads that the connections of --unix or --tcp are spread over, 1 to {} (default: 1)",
                max_session_threads))
        ->type_name("COUNT")
        ->check(not_empty);
    serve_app->footer("On SIGUSR1 --unix and --tcp say how many connections are open and what each takes.");
    add_pipe_option(*serve_app, into.common);
    stdio->excludes(unix_path)->excludes(tcp);
    unix_path->excludes(tcp);
    remote->needs(tcp);
    add_decision_options(*serve_app, into.common);
    add_session_options(*serve_app, into.common, answers_from::asker);
    add_cwd_option(*serve_app, into.serving.cwd, ", an absolute path: what lies below it is inside");
}

void declare_bridge(CLI::App& app, arguments& into) {
    auto* const bridge_app =
        app.add_subcommand("bridge", "Run an agent CLI and stand between it and whoever drives it");
    add_decision_options(*bridge_app, into.common);
    add_session_options(*bridge_app, into.common, answers_from::upstream);
    add_bridge_options(*bridge_app, into.common);
    add_pipe_option(*bridge_app, into.common);
    bridge_app->footer(
        "After the options: -- COMMAND [ARG...], the agent and its arguments, passed on untouched.");
}

// What the bridges for agents in JSON-RPC have in common.
void add_agent_bridge_options(CLI::App& command, arguments& into) {
    add_decision_options(command, into.common);
    add_answer_options(command, into.common, answers_from::upstream);
    add_agent_guard_options(command, into.common);
    add_pipe_option(command, into.common);
}

void declare_acp(CLI::App& app, arguments& into) {
    auto* const acp_app = app.add_subcommand(
        "acp",
        "Run an agent that speaks the Agent Client Protocol, between it and an editor; see docs/acp.md");
    acp_app
        ->add_option("--agent", into.bridging.agent,
                     "Whose words it uses (default: found out from what it says of itself)")
        ->type_name(one_of<agent_program>())
        ->group(group::agent)
        ->check(not_empty);
    add_agent_bridge_options(*acp_app, into);
    acp_app->footer(
        "After the options: -- AGENT [ARG...], the agent and its arguments, passed on untouched.");
}

void declare_codex(CLI::App& app, arguments& into) {
    auto* const codex_app =
        app.add_subcommand("codex", "Run `codex app-server`, between it and its client; see docs/acp.md");
    add_agent_bridge_options(*codex_app, into);
    codex_app->footer("After the options: -- codex app-server [ARG...], passed on untouched.");
}

void declare_hook(CLI::App& app, arguments& into) {
    auto* const hook_app = app.add_subcommand(
        "hook", "Decide one use of a tool, as a hook of an agent; see docs/agents.md and docs/doors.md");
    add_hook_options(*hook_app, into.common, into.hooking);
    hook_app->footer(
        "Exit status: 0 with an answer on standard output; 2 for everything else, which refuses.");
}

void declare_daemon(CLI::App& app, arguments& into) {
    auto* const daemon_app = app.add_subcommand(
        "daemon", "Decide for all hooks of this user: grants, limits, answers and the record are shared");
    add_daemon_options(*daemon_app, into.common);
    daemon_app->footer(
        "Hooks reach it with `assent hook --daemon on`. Without --on-ask nobody is asked: what rules and "
        "mode leave open is left to the agents.");
}

// The agents that have hooks.
void add_agents(CLI::App& command, std::vector<std::string>& agents, std::string_view more) {
    std::string names;
    for (const auto& place : hook_places()) names.append(to_string(place.agent)).append("|");
    command
        .add_option("AGENT", agents,
                    fmt::format("Which; {} is those that are found{}; {}: systemd units for `assent daemon`",
                                every_agent, more, the_daemon))
        ->type_name(names.append(every_agent).append("|").append(the_daemon));
}

void declare_install(CLI::App& app, arguments& into) {
    auto* const install_app =
        app.add_subcommand("install", "Put `assent hook` into the settings of agents; see docs/install.md");
    add_agents(*install_app, into.installing.agents, "");
    install_app
        ->add_option("--timeout", into.installing.timeout,
                     "--timeout of the hook; the agent is told to wait 10s longer")
        ->type_name("TIME")
        ->group(group::agent)
        ->check(not_empty)
        ->capture_default_str();
    install_app->footer(
        "After the options: -- OPTION..., options of `assent hook`; with daemon among the names those of "
        "`assent "
        "daemon`, and the hooks ask it.");
    auto* const uninstall_app =
        app.add_subcommand("uninstall", "Take `assent hook` out of the settings of agents");
    add_agents(*uninstall_app, into.installing.agents, "");
    for (auto* const each : {install_app, uninstall_app}) {
        each->get_option("AGENT")->required();
        each->add_flag("--print", into.installing.print, "Say what would change, and change nothing")
            ->group(group::output);
    }
    auto* const doctor_app =
        app.add_subcommand("doctor", "Say whether the hook stands in agents, and refuses");
    add_agents(*doctor_app, into.installing.agents, fmt::format(" (default: {})", every_agent));
}

void declare_mcp(CLI::App& app, arguments& into) {
    auto* const mcp_app = app.add_subcommand(
        "mcp", "Answer an agent's --permission-prompt-tool, as an MCP server; see docs/doors.md");
    add_decision_options(*mcp_app, into.common);
    add_answer_options(*mcp_app, into.common);
    add_pipe_option(*mcp_app, into.common);
    add_cwd_option(*mcp_app, into.mcp_cwd, ", an absolute path (default: this one)");
    mcp_app->footer(
        "The tool is named approve: with the server named assent, an agent's option is "
        "--permission-prompt-tool mcp__assent__approve");
}

void declare_console(CLI::App& app, arguments& into) {
    auto* const console_app =
        app.add_subcommand("console",
                           "Print links to the pages on which programs of yours ask; see "
                           "docs/approvals.md");
    console_app->add_flag("--open", into.showing.open, "Open them in the browser, too")->group(group::output);
    console_app->footer("Each link works once. The pages are those of --on-ask web.");
}

void declare_check(CLI::App& app, arguments& into) {
    auto* const check_app = app.add_subcommand("check", "Decide without a peer");
    check_app->option_defaults()->group(group::call);
    auto* const tool =
        check_app->add_option("--tool", into.checking.tool, "The tool's name")->type_name("TOOL");
    auto* const input = check_app->add_option("--input", into.checking.input, "The tool's input, an object")
                            ->type_name("JSON");
    add_cwd_option(*check_app, into.checking.cwd, " (default: this one)");
    auto* const batch = check_app->add_flag(
        "--batch", into.checking.batch, "Decide each line of standard input; see docs/getting-started.md");
    tool->needs(input);
    input->needs(tool);
    batch->excludes(tool)->excludes(input)->excludes(check_app->get_option("--cwd"));
    check_app->option_defaults()->group(group::output);
    auto* const explain = check_app->add_flag("--explain", into.checking.explain,
                                              "Say what each step of the decision looked at, and why");
    explain->excludes(batch);
    check_app->add_flag("--json", into.checking.json, "With --explain: as JSON")->needs(explain);
    add_decision_options(*check_app, into.common);
    // So that the same options can be tried here that a session gets.
    add_session_options(*check_app, into.common, answers_from::nobody);
}

void declare_what(CLI::App& app, arguments& into) {
    auto* const what_app = app.add_subcommand("what", "Say what a shell command would do, and run nothing");
    what_app->add_option("COMMAND", into.what_of, "The command, as one word")->required()->type_name("");
    add_cwd_option(*what_app, into.checking.cwd, " (default: this one)");
}

// The one file that a command reads.
void add_file(CLI::App& command, std::string& file, const std::string& what) {
    command.add_option("FILE", file, what)->required()->type_name("FILE");
}

void declare_audit(CLI::App& app, arguments& into) {
    auto* const audit_app = app.add_subcommand("audit", "Check an audit file; see docs/audit.md");
    audit_app->require_subcommand(1);
    auto* const verify = audit_app->add_subcommand("verify", "Check the chain, and say which line breaks it");
    add_file(*verify, into.auditing.file, "The audit file");
    verify->add_option("--head", into.auditing.head, "The chain value of a record that has to be there")
        ->type_name("DIGEST")
        ->group(group::record);
    auto* const head = audit_app->add_subcommand("head", "Print the chain value of the last record");
    add_file(*head, into.auditing.file, "The audit file");
}

int run_audit(const CLI::App& audit_app, const audit_options& options) {
    const bool verifies = audit_app.get_subcommands().front()->get_name() == "verify";
    return verifies ? audit_verify_command(options) : audit_head_command(options);
}

void declare_policy(CLI::App& app, arguments& into) {
    auto* const policy_app = app.add_subcommand("policy", "Policy files; see docs/policy-file.md");
    policy_app->require_subcommand(1);
    policy_app->add_subcommand("print", "Print a policy that comes with the program, to start from")
        ->add_option("NAME", into.policies.name, "Which")
        ->required()
        ->type_name("standard|bare");
    auto* const lint =
        policy_app->add_subcommand("lint", "Look for rules that may be wrong, and say what may be meant");
    add_file(*lint, into.policies.file, "The policy file");
    lint->option_defaults()->group(group::output);
    lint->add_flag("--strict", into.policies.strict, "Exit with status 1 for warnings, too");
    lint->add_flag("--json", into.policies.json, "As one line of JSON");
    add_file(*policy_app->add_subcommand(
                 "test", "Decide the examples of a policy, and say why they come out otherwise"),
             into.policies.file, "The policy file");
}

int run_policy(const CLI::App& policy_app, const policy_options& options) {
    const std::string verb = policy_app.get_subcommands().front()->get_name();
    if (verb == "lint") return lint_policy(options);
    return verb == "test" ? test_policy(options) : print_policy(options);
}

// Runs a command, which stands behind `--`.
bool is_bridge(std::string_view command) {
    return command == "bridge" || command == "acp" || command == "codex";
}

answers_from answers_for(std::string_view command) {
    if (is_bridge(command)) return answers_from::upstream;
    if (command == "serve") return answers_from::asker;
    return command == "check" ? answers_from::nobody : answers_from::people;
}

// For packages and shells; people need not see them.
void declare_hidden(CLI::App& app, arguments& into) {
    app.add_subcommand("man", "Write the pages of the manual")
        ->group("")
        ->add_option("FOLDER", into.manual_folder)
        ->required();
    app.add_subcommand("completion", "Print what makes a shell complete command lines of assent")
        ->group("")
        ->add_option("SHELL", into.shell)
        ->required();
}

// "serve, bridge or demo"
std::string names_of_commands(const CLI::App& app) {
    const auto all = shown_commands(app);
    std::string text;
    for (const auto* const each : all)
        text.append(text.empty() ? "" : each == all.back() ? " or " : ", ").append(each->get_name());
    return text;
}

int run(const CLI::App& app, const arguments& given, bool has_command) {
    if (app.get_subcommands().empty())
        throw usage_error(fmt::format("expected a command: {} (see assent --help)", names_of_commands(app)));
    const std::string command = app.get_subcommands().front()->get_name();
    if (command == "completion") return completion(app, given.shell, given.command);
    if (!is_bridge(command) && command != "install" && has_command)
        throw usage_error("`--` is for the command of bridge, acp or codex, and the hook of install");
    if (command == "man") return write_manual(app, given.manual_folder);
    if (command == "demo") return given.every_source ? demo_every_source(given.common.audit) : demo();
    if (command == "policy") return run_policy(*app.get_subcommands().front(), given.policies);
    if (command == "audit") return run_audit(*app.get_subcommands().front(), given.auditing);
    if (command == "what") return what_command(given.what_of, given.checking.cwd);
    if (command == "install") {
        install_options installing = given.installing;
        installing.options = given.command;
        return install(installing);
    }
    if (command == "uninstall") return uninstall(given.installing);
    if (command == "doctor") return doctor(given.installing.agents);
    if (command == "console") return console_command(given.showing);
    if (command == "hook") return hook(given.common, given.hooking);
    if (is_bridge(command) && given.command.empty())
        throw usage_error(command + ": expected -- COMMAND [ARG...]");
    if (command == "check" && !given.checking.batch && given.checking.tool.empty())
        throw usage_error("check: expected --tool and --input, or --batch");
    if (given.checking.batch && decides(given.common))
        throw usage_error(
            "check: with --batch the rules and the mode stand in each line, not among the options");
    if (given.checking.batch && !given.common.audit.empty())
        throw usage_error("check: --batch keeps no audit record");
    common_options common = given.common;
    if (given.checking.batch) common.policy = "bare";  // each line brings its own rules and mode
    settings with(common, answers_for(command));
    if (command == "serve") return serve(with, given.serving);
    if (command == "bridge") return bridge_command(with, given.command);
    if (command == "daemon") return daemon_command(with);
    if (command == "acp") return acp_command(with, common, given.bridging, given.command);
    if (command == "codex") return codex_command(with, common, given.command);
    if (command == "mcp") return mcp(with, given.mcp_cwd);
    return check(with, given.checking);
}

}  // namespace

int main(int argc, char** argv) {
    // A peer that is gone is an error of a write, not the end of this program.
    std::signal(SIGPIPE, SIG_IGN);
    know_own_name(argv[0]);
    // As early as can be: a hook that ends in any other way lets its tool run.
    if (argc > 1 && std::string_view(argv[1]) == "hook") end_refusing();

    CLI::App app{
        "Decides whether an AI agent may use a tool, and speaks the control protocol in which agents ask."};
    app.name("assent");
    app.formatter(help_formatter());
    app.footer(exit_help);
    app.set_version_flag("--version", fmt::format("assent {}", assent::version));
    app.require_subcommand(0, 1);  // none has a better message of ours
    arguments given;
    declare_serve(app, given);
    declare_bridge(app, given);
    declare_acp(app, given);
    declare_codex(app, given);
    declare_hook(app, given);
    declare_daemon(app, given);
    declare_install(app, given);
    declare_mcp(app, given);
    declare_console(app, given);
    declare_check(app, given);
    declare_what(app, given);
    declare_audit(app, given);
    declare_policy(app, given);
    auto* const demo_app = app.add_subcommand("demo", "A recorded agent session, decided before your eyes");
    auto* const every = demo_app
                            ->add_flag("--every-source", given.every_source,
                                       "Instead: a session in which each source of decisions speaks")
                            ->group(group::output);
    demo_app->add_option("--audit", given.common.audit, "With --every-source: its audit file, with a chain")
        ->type_name("FILE")
        ->group(group::record)
        ->needs(every);

    declare_hidden(app, given);

    // What follows `--` is not ours to read, whatever it looks like.
    char** const end = argv + argc;
    char** const own_end = std::find(argv, end, std::string_view("--"));
    if (own_end != end) given.command.assign(own_end + 1, end);
    try {
        app.parse(static_cast<int>(own_end - argv), argv);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        return fail(exit_code::usage, one_line(error.what()) + " (see assent --help)");
    } catch (const std::exception& error) {
        return fail(exit_code::usage, error.what());
    }
    try {
        return run(app, given, own_end != end);
    } catch (const usage_error& error) {
        return fail(exit_code::usage, error.what());
    } catch (const std::exception& error) {
        return fail(exit_code::failed, error.what());
    }
}
