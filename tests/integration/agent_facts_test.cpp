// What is known of agents: each member of it has a reader. Whoever adds a member adds here what comes of it,
// for the names that are bound below are then one too few.
#include "program.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_facts_test {
namespace {

using namespace assent;
using test::finished;
using test::read_file;
using test::surroundings;
using test::temporary_folder;
using test::write_file;

const std::string patch_text = "*** Begin Patch\n*** Add File: /x\n+a\n*** End Patch";

// The calls that a use is, by their names; why it is refused, otherwise.
std::string meaning_of(const agent_facts& agent, std::string_view tool, json_object input) {
    const auto kept = make_input(std::move(input));
    const auto use = standard_use::of(agent.program, {.tool_name = tool, .input = *kept});
    if (!use) return "refused";
    std::string names;
    for (const auto& part : use->parts()) names.append(names.empty() ? "" : " ").append(part.call.tool_name);
    return names;
}

bool begins_in_a_fresh_shell(const agent_facts& agent, std::string_view command) {
    const auto input = make_input({{"command", command}});
    return standard_use::of(agent.program, {.tool_name = "Bash", .input = *input})
        ->parts()
        .front()
        .call.fresh_shell;
}

std::string value_of(const agent_facts& agent, std::string_view tool, const json_object& input,
                     std::string_view field) {
    const auto kept = make_input(input);
    const auto use = standard_use::of(agent.program, {.tool_name = tool, .input = *kept});
    std::string scratch;
    return use ? std::string(use->parts().front().call.input.field(field, scratch).text) : "refused";
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// A user's home with nothing in it, and what the program says there.
class home {
public:
    finished run(const std::vector<std::string>& words, std::string_view input = {}) const {
        surroundings around;
        around.environment = {{"HOME", folder_.path()},
                              {"PATH", folder_.file("bin") + ":/usr/bin:/bin"},
                              {"XDG_RUNTIME_DIR", folder_.path()}};
        for (const auto& place : hook_places())
            if (!place.variable.empty()) around.environment[std::string(place.variable)] = std::nullopt;
        for (const auto* const agent : all_agent_facts())
            if (!agent->project_variable.empty())
                around.environment[std::string(agent->project_variable)] = folder_.path();
        for (const auto& [name, value] : variables) around.environment[name] = value;
        around.folder = folder_.path() + "/project";
        std::filesystem::create_directories(around.folder);
        return test::run(words, input, around);
    }
    [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }

    std::map<std::string, std::string> variables{};

private:
    temporary_folder folder_;
};

std::string name_of(const agent_facts& agent) { return std::string(to_string(agent.program)); }

BOOST_AUTO_TEST_SUITE(agent_facts_test)

void check_tool(const agent_facts& agent, const own_tool& row) {
    const auto& [name, standard, fields, patch, may_be_patch] = row;
    json_object input;
    for (const auto& field : fields)
        if (!field.standard.empty()) input[field.own[0].empty() ? field.standard : field.own[0]] = "/x";
    json_object patch_input{{"input", patch_text}};
    BOOST_TEST(meaning_of(agent, name, patch ? patch_input : input) == (patch ? "Write" : standard));
    if (may_be_patch) BOOST_TEST(meaning_of(agent, name, patch_input) == "Write");
    for (const auto& [standard_name, own, needed, derived] : fields) {
        if (standard_name.empty()) continue;
        for (const auto own_name : own) {
            if (own_name.empty()) continue;
            json_object renamed = input;
            renamed.erase(own[0]);
            renamed[own_name] = "/x";
            BOOST_TEST((value_of(agent, name, renamed, standard_name) == "/x") == !derived);
        }
        json_object without = input;
        without.erase(own[0].empty() ? standard_name : own[0]);
        if (needed) BOOST_TEST(meaning_of(agent, name, without) == "refused");
    }
}

BOOST_AUTO_TEST_CASE(a_tool_of_an_agent_is_a_standard_one) {
    for (const auto* const agent : all_agent_facts())
        for (const auto tools : {agent->tools, agent->tools_of_family})
            for (const auto& tool : tools)
                BOOST_TEST_CONTEXT(to_string(agent->program) << " " << tool.name) check_tool(*agent, tool);
}

BOOST_AUTO_TEST_CASE(what_an_agent_does_with_its_tools_is_looked_for) {
    for (const auto* const agent : all_agent_facts()) BOOST_TEST_CONTEXT(to_string(agent->program)) {
            const auto& [program, tools, family, speaks_standard, fresh_shell, patches_in_commands,
                         mcp_begins, guesses_paths, settings, hooks, subagent_key, place, off_switches,
                         off_variables, hookless_variable, other_settings, home_settings, project_settings,
                         repository_settings, settings_have_comments, rules, home_rules, project_rules,
                         unread_files, variable_files, settings_have_variables, project_variable,
                         hooks_begin_in_project, launch, ways, off_options, settings_variables, rule_options,
                         unconfined_options, acp] = *agent;
            BOOST_TEST((meaning_of(*agent, "new", {{"command", "ls"}}) == "new") == speaks_standard);
            BOOST_TEST(begins_in_a_fresh_shell(*agent, "ls") == fresh_shell);
            const auto command = "apply_patch <<'EOF'\n" + patch_text + "\nEOF\n";
            BOOST_TEST((meaning_of(*agent, "Bash", {{"command", command}}) == "Bash Write") ==
                       patches_in_commands);
            BOOST_TEST((meaning_of(*agent, "mcp_a_b", {}) == "mcp__a__b") == (mcp_begins == "mcp_"));
            BOOST_TEST((meaning_of(*agent, "replace", {{"file_path", "a"}}) == "refused") ==
                       !guesses_paths.empty());
            // What is in the rest is tried below; that settings are protected, in protected_places_test.
            BOOST_TEST(name_of(facts_of(program)) == name_of(*agent));
            BOOST_TEST((settings.begin() != settings.end()));
            BOOST_TEST(hooks.empty() == !place.has_value());
            BOOST_TEST((place || acp));
            BOOST_TEST(subagent_key.empty() == (program != agent_program::claude));
            // These are tried in doctor_test, and with the real ones in tests/interop/agents.
            BOOST_TEST(ways.empty() == (program == agent_program::cursor));
            for (const auto& words : {off_options, settings_variables})
                BOOST_TEST((words.begin() == words.end() || !ways.empty()));
            BOOST_TEST((hookless_variable.empty() || off_variables.has(hookless_variable)));
            // What says where its project is, and by what its own rules are not known: wall_hook_test.
            BOOST_TEST((project_variable.empty() || !hooks_begin_in_project));
            for (const auto& words : {rule_options, unconfined_options, repository_settings, home_rules})
                BOOST_TEST((words.begin() == words.end() || place.has_value()));
            BOOST_TEST((unread_files.empty() || place.has_value()));
            BOOST_TEST((!settings_have_comments || place->written != hook_place::form::tables));
            // import_agents_test tries what stands in them.
            BOOST_TEST((rules.begin() == rules.end()) == (project_rules.begin() == project_rules.end()));
            // Only for Claude, which the bridge starts: bridge_test tries its words.
            BOOST_TEST(launch.has_value() == (program == agent_program::claude));
        }
}

// ---- Hooks

std::string hook_text(const hook_dialect& hook, std::string_view tool, bool marked = true) {
    json_object text{{"cwd", "/p"}, {"command", "touch x"}, {"file_path", "/x"}};
    if (!hook.event_key.empty()) text[hook.event_key] = hook.event;
    if (!hook.mark.empty()) text[hook.mark] = "x";
    text[hook.session_key] = "s1";
    if (hook.tool.empty()) text[hook.tool_key] = tool;
    if (hook.tool.empty()) text[hook.input_key] = json_object{{"command", "touch x"}};
    if (!marked) text.erase(hook.mark);
    return boost::json::serialize(text);
}

BOOST_AUTO_TEST_CASE(events_are_tried_in_this_order) {
    std::string order;
    for (const auto& hook : hook_dialects())
        order.append(to_string(hook.agent)).append(" ").append(hook.event).append("\n");
    BOOST_TEST(order ==
               "codex PreToolUse\ncodex PostToolUse\nqwen PreToolUse\nqwen PostToolUse\ncopilot PreToolUse\n"
               "copilot PostToolUse\nclaude PreToolUse\nclaude PostToolUse\nclaude PostToolUseFailure\n"
               "gemini BeforeTool\ngemini AfterTool\n"
               "codex PermissionRequest\nqwen PermissionRequest\ncursor preToolUse\n"
               "cursor beforeShellExecution\ncursor beforeReadFile\ncopilot permissionRequest\n"
               "copilot preToolUse\nopencode tool.execute.before\n");
    const auto turns = hook_dialects();
    BOOST_TEST(std::ranges::is_sorted(turns, {}, &hook_dialect::turn));
}

void check_reading(const hook_dialect& hook) {
    hook_text_reader reader;
    const auto text = hook_text(hook, "Other"), placeless = hook_text(hook, hook.placeless_tool),
               unmarked = hook_text(hook, "Other", false);
    const auto said = reader.read(text);
    BOOST_REQUIRE(said.has_value());
    BOOST_TEST((said->dialect == &hook));
    BOOST_TEST(said->call.tool_name == (hook.tool.empty() ? "Other" : hook.tool));
    BOOST_TEST(said->call.cwd == "/p");
    BOOST_TEST(said->call.session_id == "s1");
    if (!hook.placeless_tool.empty()) BOOST_TEST(reader.read(placeless)->call.cwd.empty());
    if (hook.mark.empty()) return;
    const auto other = reader.read(unmarked);
    BOOST_TEST((!other || other->dialect != &hook));
}

BOOST_AUTO_TEST_CASE(an_event_is_read_and_answered_as_its_row_says) {
    constexpr std::string_view denials[] = {
        R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",)",
        R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny",)",
        R"({"decision":"deny",)",
        R"({"permissionDecision":"deny",)",
        R"({"behavior":"deny",)",
        R"({"permission":"deny",)",
        R"({"decision":"block",)"};
    constexpr std::string_view asked[] = {R"("ask")", R"("deny")"};
    const home user;
    for (const auto& row : hook_dialects()) BOOST_TEST_CONTEXT(to_string(row.agent) << " " << row.event) {
            const auto& [agent, event, when, event_key, mark, tool_key, input_key, session_key, tool,
                         placeless_tool, answers, asks, says_allow, hears_allow, changes, hears_status, time,
                         seen_by_others, turn] = row;
            check_reading(row);
            BOOST_TEST((time >= std::chrono::seconds(30)));
            BOOST_TEST(turn > 0);
            const auto installed = installed_events(agent);
            BOOST_TEST((std::ranges::find(installed, event, &hook_dialect::event) == installed.end()) ==
                       seen_by_others);
            // What it says of what has run: see ran_test.
            if (when == hook_dialect::moment::after) {
                BOOST_TEST(reply_to_hook(row, outcome::deny, "why")
                               .out.starts_with(denials[static_cast<std::size_t>(answers)]));
                BOOST_TEST(tells_of_ends(agent));
                continue;
            }
            const std::string text = hook_text(row, "Bash"), name(to_string(agent));
            const auto said_with = [&user, &text, &name](std::vector<std::string> options) {
                if (options.front() != "--policy") options.insert(options.begin(), {"--policy", "bare"});
                options.insert(options.begin(), {"hook", "--agent", name, "--home", "/home/x"});
                return user.run(options, text);
            };
            BOOST_TEST(
                said_with({"--mode", "deny"}).out.starts_with(denials[static_cast<std::size_t>(answers)]));
            BOOST_TEST(has(said_with({"--ask", "*"}).out, asked[static_cast<std::size_t>(asks)]));
            BOOST_TEST(has(said_with({"--mode", "allow"}).out, "allow") ==
                       (says_allow != hook_dialect::allowing::on_request));
            BOOST_TEST(has(said_with({"--mode", "allow", "--say-allow"}).out, "allow") == hears_allow);
            auto runs_code = text;
            runs_code.replace(runs_code.rfind("touch x"), 7, "make");
            const auto walled =
                user.run({"hook", "--agent", name, "--home", "/home/x", "--policy", "walled"}, runs_code).out;
            // Whoever cannot ask is not given another command where nobody knows the agent's own rules: see
            // wall_hook_test.
            const bool changed = changes.tool == "Bash" && asks == hook_dialect::asking::by_word;
            BOOST_TEST(has(walled, " wall --policy ") == changed);
            BOOST_TEST(changes.tool.empty() == changes.key.empty());
            const auto failed = said_with({"--policy", "/nosuch"});
            BOOST_TEST((failed.code == refusing_status && failed.out.empty()) == hears_status);
            // Whoever asks a daemon says how much of this time is left: see daemon_test.
        }
}

// ---- Installing them, and what keeps an agent from calling them

void check_place(const agent_facts& facts, const hook_place& row) {
    const auto& [agent, program, variable, below_variable, folder, project_folder, file, written, command_key,
                 arguments_key, time_key, unit, before, behind, rules_key, version] = row;
    BOOST_TEST(rules_key.empty() == (agent != agent_program::claude));  // record_test writes them
    home user;
    BOOST_TEST(user.run({"install", name_of(facts), "--timeout", "20s"}).code == 0);
    const auto text = read_file(user.file(std::string(folder) + "/" + std::string(file)));
    const bool tables = written == hook_place::form::tables;
    const std::string quote = tables ? "" : "\"", is = tables ? " = " : ": ";
    const std::string shell = "hook --agent " + std::string(to_string(agent));
    const std::string words =
        "\"" + std::string(arguments_key) + R"(": ["hook", "--agent", ")" + std::string(to_string(agent));
    BOOST_TEST(has(text, arguments_key.empty() ? shell : words));
    BOOST_TEST(has(text, "|| exit 2") == arguments_key.empty());
    BOOST_TEST(has(text, quote + std::string(command_key) + quote + is));
    BOOST_TEST(has(
        text, quote + std::string(time_key) + quote + is + std::to_string(std::chrono::seconds(30) / unit)));
    for (const std::string_view part : {before, behind, version}) BOOST_TEST(has(text, part));
    BOOST_TEST(has(text, "\"hooks\": [{") == (written == hook_place::form::grouped));
    home other;
    if (!variable.empty()) other.variables[std::string(variable)] = other.file("else");
    BOOST_TEST(other.run({"install", name_of(facts)}).code == 0);
    const std::string else_folder =
        variable.empty() ? std::string(folder) : "else/" + std::string(below_variable);
    BOOST_TEST(!read_file(other.file(else_folder + "/" + std::string(file))).empty());
    const std::string in_project = "project/" + std::string(project_folder) + "/" + std::string(file);
    BOOST_TEST((user.run({"install", name_of(facts), "--project"}).code == 0) == !project_folder.empty());
    BOOST_TEST(std::filesystem::exists(user.file(in_project)) == !project_folder.empty());
    home third;
    write_file(third.file("bin/" + std::string(program)), "");
    std::filesystem::permissions(third.file("bin/" + std::string(program)),
                                 std::filesystem::perms::owner_all);
    BOOST_TEST(has(third.run({"doctor"}).out, name_of(facts) + ": FAILED"));
}

// A text of settings in which this is switched.
std::string switched(const hook_place& place, const hook_switch& row) {
    const auto& [keys, value, in_list] = row;
    const std::string text = in_list ? "[" + std::string(value) + "]" : std::string(value);
    std::string outer(*keys.begin()), inner(keys.end() - keys.begin() == 2 ? *(keys.end() - 1) : "");
    if (place.written == hook_place::form::tables) return outer + "." + inner + " = " + text + "\n";
    return inner.empty() ? "{\"" + outer + "\": " + text + "}"
                         : "{\"" + outer + "\": {\"" + inner + "\": " + text + "}}";
}

void check_switch(const agent_facts& agent, const hook_switch& row) {
    std::vector<std::string> files{std::string(agent.place->folder) + "/" + std::string(agent.place->file)};
    for (const auto file : agent.other_settings)
        if (!file.starts_with('/') && !file.ends_with('/'))
            files.push_back(std::string(agent.place->folder) + "/" + std::string(file));
    for (const auto file : agent.home_settings) files.push_back(std::string(file));
    for (const auto file : agent.project_settings)
        if (!file.ends_with('/')) files.push_back("project/" + std::string(file));
    for (const auto& file : files) BOOST_TEST_CONTEXT(file) {
            const home user;
            write_file(user.file(file), switched(*agent.place, row));
            const auto said = user.run({"doctor", name_of(agent)}).out;
            BOOST_TEST(has(said, file + ": hooks are switched off by `"), said);
        }
}

// Variables that a project sets for whatever the agent starts.
void check_variables(const agent_facts& agent) {
    const auto says = [&](const std::string& file, const std::string& text) {
        const home user;
        BOOST_TEST(user.run({"install", name_of(agent)}).code == 0);
        write_file(user.file(file), text);
        const auto said = user.run({"doctor", name_of(agent)});
        const auto state = [&](passing way) {
            const auto row = std::ranges::find(agent.ways, way, &passing_way::way);
            return row->closed_by.empty() ? "found   " : "open    ";
        };
        for (const auto& [way, name] : {std::pair{passing::gate_variables, "ASSENT_POLICY"},
                                        std::pair{passing::shell_variables, "BASH_ENV"},
                                        std::pair{passing::loader_variables, "LD_PRELOAD"}})
            BOOST_TEST(has(said.out, state(way) + user.file(file) + " sets " + name + ", "), said.out);
    };
    for (const auto file : agent.variable_files)
        says("project/" + std::string(file),
             "# x\nASSENT_POLICY=bare\n export BASH_ENV = /x\nLD_PRELOAD=/x\n");
    if (agent.settings_have_variables)
        for (const auto file : agent.project_settings)
            says("project/" + std::string(file),
                 R"({"env":{"ASSENT_POLICY":"bare","BASH_ENV":"/x","LD_PRELOAD":"/x"}})");
    if (!agent.variable_files.all[0].empty()) {
        const home user;
        BOOST_TEST(user.run({"install", name_of(agent)}).code == 0);
        write_file(user.file("project/" + std::string(*agent.variable_files.begin())),
                   "XLD_PRELOAD=1\n#PATH=1\n");
        BOOST_TEST(user.run({"doctor", name_of(agent)}).code == 0);
    }
}

BOOST_AUTO_TEST_CASE(the_doctor_knows_which_variables_of_a_project_move_the_hook) {
    for (const auto* const agent : all_agent_facts())
        if (agent->place) BOOST_TEST_CONTEXT(to_string(agent->program)) check_variables(*agent);
}

BOOST_AUTO_TEST_CASE(the_doctor_knows_what_keeps_an_agent_from_calling_hooks) {
    for (const auto* const agent : all_agent_facts()) {
        if (!agent->place) continue;
        BOOST_TEST_CONTEXT(to_string(agent->program)) {
            check_place(*agent, *agent->place);
            for (const auto& row : agent->off_switches) check_switch(*agent, row);
            home user;
            for (const auto name : agent->off_variables) user.variables[std::string(name)] = "1";
            const auto said = user.run({"doctor", name_of(*agent)}).out;
            for (const auto name : agent->off_variables)
                BOOST_TEST(has(said, "off by $" + std::string(name) + " in this environment"));
            const bool spares = agent->program == agent_program::claude ||
                                agent->program == agent_program::codex ||
                                agent->program == agent_program::qwen;
            BOOST_TEST(has(said, "this agent asks about again where its own rules do") == !spares);
        }
    }
}

// The rows of the table between two marks of docs/agents.md.
std::vector<std::string> rows_of_modes() {
    std::istringstream page(read_file(std::string(ASSENT_TEST_DATA) + "/../../docs/agents.md"));
    std::vector<std::string> rows;
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (has(line, "modes -->")) inside = line == "<!-- modes -->";
        if (inside && line.starts_with("| ")) rows.push_back(line);
    }
    return rows;
}

BOOST_AUTO_TEST_CASE(the_documents_have_a_row_for_each_mode_of_each_agent_with_a_hook) {
    const auto rows = rows_of_modes();
    for (const auto* const agent : all_agent_facts()) {
        if (!agent->place || !agent->acp) continue;
        std::vector<std::string_view> modes{agent->acp->asking_mode, agent->acp->other_mode};
        modes.insert(modes.end(), agent->acp->modes_without_questions.begin(),
                     agent->acp->modes_without_questions.end());
        for (const auto id : modes) BOOST_TEST_CONTEXT(name_of(*agent) << " " << id) {
                // The id may be an address; and codex-acp has names of its own for one mode of Codex.
                std::string mode = "`" + std::string(id.substr(id.find('#') + 1)) + "`";
                if (has(mode, "full-access")) mode = "`danger-full-access`";
                if (id.empty()) mode = "`";
                const auto name = name_of(*agent).substr(1) + " ";
                BOOST_TEST(std::ranges::any_of(rows, [&](const std::string& row) {
                    return std::string_view(row).substr(3).starts_with(name) && has(row, mode);
                }));
            }
    }
}

// ---- ACP

// An agent that calls itself so, and begins in this mode. It says on standard error what it is asked first
// then.
finished speak(const home& user, std::string_view name, std::string_view mode,
               std::vector<std::string> options = {}) {
    const std::string script = R"(echo "$OPENCODE_PERMISSION" "${COPILOT_ALLOW_ALL-none}" >&2; read line
echo '{"jsonrpc":"2.0","id":0,"result":{"agentInfo":{"name":")" +
                               std::string(name) + R"("}}}'; read line
echo '{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","modes":{"currentModeId":")" +
                               std::string(mode) + R"(","availableModes":[{"id":"default"}]}}}'
read line; echo "$line" >&2)";
    options.insert(options.begin(), "acp");
    options.insert(options.end(), {"--", "sh", "-c", script});
    return user.run(options, R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/"}}
)");
}

void check_acp(const agent_facts& agent) {
    const auto& [name, other_names, asking_mode, other_mode, modes_without_questions, unasked,
                 unasked_behind_hook, asking_variable, asking_value, trusting_variable, trusting_flag] =
        *agent.acp;
    home user;
    user.variables = {{"OPENCODE_PERMISSION", "none"}, {"COPILOT_ALLOW_ALL", "true"}};
    BOOST_TEST(has(speak(user, name, asking_mode).err, unasked));
    for (const auto other : other_names) BOOST_TEST(has(speak(user, other, asking_mode).err, unasked));
    for (const auto mode : {asking_mode, other_mode})
        if (!mode.empty()) BOOST_TEST(!has(speak(user, name, mode).err, "set_mode"));
    const auto trusting = speak(user, name, "new").err;
    BOOST_TEST(has(trusting, "\"modeId\":\"" + std::string(asking_mode)) == !asking_mode.empty(), trusting);
    for (const auto mode : modes_without_questions)
        BOOST_TEST(has(speak(user, "nobody", mode).err, R"("modeId":"default")"));
    const auto hooked = speak(user, name, asking_mode, {"--agent", name_of(agent), "--deny", "Bash"}).err;
    BOOST_TEST(has(hooked, unasked_behind_hook.empty() ? unasked : unasked_behind_hook), hooked);
    if (!asking_variable.empty()) BOOST_TEST(has(hooked, std::string(asking_value) + " none\n"), hooked);
    if (!trusting_variable.empty()) BOOST_TEST(has(hooked, " none\n"));
    if (!trusting_flag.empty())
        BOOST_TEST(user.run({"acp", "--", "true", std::string(trusting_flag)}).code == 2);
}

BOOST_AUTO_TEST_CASE(an_agent_is_kept_in_a_mode_in_which_it_asks) {
    BOOST_TEST(!has(speak({}, "nobody", "new").err, "set_mode"));
    for (const auto* const agent : all_agent_facts())
        if (agent->acp) BOOST_TEST_CONTEXT(to_string(agent->program)) check_acp(*agent);
}

// ---- The pages, and the run with the real ones

std::string page(const std::string& name) { return read_file(std::string(ASSENT_DOCS) + "/" + name); }

BOOST_AUTO_TEST_CASE(pages_and_the_interop_run_have_the_same_events_files_and_names) {
    const auto hooks_page = page("agents.md"), acp_page = page("acp.md"),
               runs = page("../tests/interop/agents/targets.mjs");
    for (const auto* const agent : all_agent_facts()) BOOST_TEST_CONTEXT(to_string(agent->program)) {
            std::string events;
            for (const auto* const hook : installed_events(agent->program))
                events.append(events.empty() ? "`" : ", `").append(hook->event).append("`");
            BOOST_TEST(has(hooks_page, " | " + events));
            for (const auto& hook : agent->hooks) {
                BOOST_TEST(has(hooks_page, "`" + std::string(hook.event) + "`"));
                const bool run =
                    hook.agent != agent_program::cursor && hook.when != hook_dialect::moment::after;
                BOOST_TEST(
                    has(runs, "agent: '" + name_of(*agent) + "', event: '" + std::string(hook.event)) == run);
            }
            if (agent->place)
                BOOST_TEST(has(hooks_page, "`~/" + std::string(agent->place->folder) + "/" +
                                               std::string(agent->place->file) + "`"));
            if (!agent->acp) continue;
            const auto& acp = *agent->acp;
            for (const auto mode : {acp.asking_mode, acp.other_mode})
                if (!mode.empty() && !has(mode, ":"))
                    BOOST_TEST(has(acp_page, "`" + std::string(mode) + "`"));
            for (const auto word : {acp.asking_variable, acp.trusting_variable, acp.trusting_flag})
                BOOST_TEST(has(acp_page, word));
        }
    const auto doors = page("doors.md");
    const auto names = doors.substr(doors.find("whose hook it is: "), 80);
    for (const auto& place : hook_places()) BOOST_TEST(has(names, to_string(place.agent)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace agent_facts_test
