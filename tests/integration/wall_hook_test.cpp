#include "../portable_build.hpp"
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <unistd.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// What an agent gets to run in the place of a command that may run behind a wall, and who is never told so.
namespace {

using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;
namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(wall_hook_test)

// The portable build cannot tell with which options the agent was started, and has a person asked.
constexpr std::string_view changed_word = assent::test::portable_build ? "ask" : "allow";

constexpr const char* wall_maker = "/usr/bin/bwrap";
bool can_make_walls() {
    if (::access(wall_maker, X_OK) == 0) return true;
    BOOST_TEST_MESSAGE("skipped: " << wall_maker << " is not there");
    return false;
}

struct answer {
    std::string word{};  // of the permission; empty: none
    std::string reason{};
    std::string command{};  // in the place of the one that was asked for; empty: that
    json::object input{};
};

class at_work {
public:
    at_work() {
        fs::create_directories(cwd());
        fs::create_directories(home());
    }

    void write(const std::string& file, std::string_view text) const {
        const auto path = fs::path(folder_.file(file));
        fs::create_directories(path.parent_path());
        write_file(path.string(), std::string(text));
    }
    [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

    [[nodiscard]] answer says(std::string_view command, const std::string& policy = "walled",
                              json::object more = {}) const {
        more["command"] = command;
        return answer_in(hook(event("PreToolUse", std::move(more)), policy).out);
    }
    [[nodiscard]] finished hook(const std::string& text, const std::string& policy = "walled",
                                const std::vector<std::string>& more = {},
                                const std::string& agent = "claude") const {
        std::vector<std::string> words{"hook", "--agent", agent, "--home", home(), "--policy", policy};
        words.insert(words.end(), more.begin(), more.end());
        return run(words, text, around());
    }
    [[nodiscard]] std::string event(std::string_view name, json::object input) const {
        return json::serialize(json::object{{"session_id", "s"},
                                            {"hook_event_name", name},
                                            {"cwd", cwd()},
                                            {"tool_name", "Bash"},
                                            {"tool_use_id", "t1"},
                                            {"tool_input", std::move(input)}});
    }
    static answer answer_in(const std::string& out) {
        answer made;
        const auto all = json::parse(out).as_object();
        const auto* const said = all.if_contains("hookSpecificOutput");
        if (said == nullptr) return made;
        made.word = said->at("permissionDecision").as_string();
        made.reason = said->at("permissionDecisionReason").as_string();
        if (const auto* const input = said->as_object().if_contains("updatedInput")) {
            made.input = input->as_object();
            made.command = made.input.at("command").as_string();
        }
        return made;
    }
    [[nodiscard]] std::string home() const { return folder_.file("home"); }
    [[nodiscard]] std::string cwd() const { return folder_.file("proj"); }
    [[nodiscard]] assent::test::surroundings around() const {
        return {.environment = {{"HOME", home()},
                                {"CLAUDE_CONFIG_DIR", std::nullopt},
                                {"CLAUDE_PROJECT_DIR", cwd()}},
                .folder = cwd()};
    }

private:
    temporary_folder folder_;
};

constexpr std::string_view all_walled =
    R"({"rules":{"wall":["Bash"]},"effects":{"runs":"wall","changes":"wall","unknown":"wall"}})";

BOOST_AUTO_TEST_CASE(what_runs_behind_the_wall_is_the_text_that_was_judged_byte_for_byte) {
    if (!can_make_walls()) return;
    const at_work work;
    work.write("policy.json", all_walled);
    // In the place of the program: it keeps what it was given, and runs it.
    work.write("fake",
               "#!/bin/bash\nprintf %s \"${@: -1}\" > \"$KEPT\"\nwhile [ \"$1\" != -- ]; do shift; "
               "done\nshift\nexec \"$@\"\n");
    fs::permissions(work.file("fake"), fs::perms::owner_all);
    for (const std::string text : {
             "printf '%s|' 'a b' \"it's\" \\\"q\\\" \\\\",
             "echo a\necho b\n",
             "cat <<'EOF'\nit's $HOME \"x\" `y`\nEOF",
             "cat <<EOF\na 'b'\nEOF\nexit 3",
             "echo \"$HOME\" '$HOME'; false",
             "  printf x ; printf '\\'\\'' y'\\''' ",
             "echo \xC3\xA4 '\t' \"\xE2\x80\x98\"",
             "printf '%s' '!x' '*' '?' '~' '#' '&' '|' ';' '<' '>' '(' ')'",
             "true # it's a comment",
             "(cd / && pwd)",
             "cat",
         })
        BOOST_TEST_CONTEXT(text) {
            const auto said = work.says(text, work.file("policy.json"));
            BOOST_REQUIRE(!said.command.empty());
            BOOST_TEST(said.command.starts_with('/'));
            auto command = said.command;
            command.replace(0, command.find(" wall --policy "), work.file("fake"));
            const auto runs = [&](const std::string& each) {
                auto around = work.around();
                around.executable = "/bin/bash";
                around.environment["KEPT"] = work.file("kept");
                return run({"-c", each}, "given\n", around);
            };
            const auto behind = runs(command), alone = runs(text);
            BOOST_TEST(read_file(work.file("kept")) == text);
            BOOST_TEST(behind.out == alone.out);
            BOOST_TEST(behind.code == alone.code);
        }
}

BOOST_AUTO_TEST_CASE(only_the_command_is_changed_and_a_folder_that_is_entered_stays_so) {
    if (!can_make_walls()) return;
    const at_work work;
    const auto said = work.says("npm test", "walled", {{"timeout", 5000}, {"description", "d"}});
    BOOST_TEST(said.word == changed_word);
    BOOST_TEST(said.input.at("timeout").as_int64() == 5000);
    BOOST_TEST(said.input.at("description").as_string() == "d");
    BOOST_TEST(said.command.ends_with(" wall --policy walled -- /bin/bash --norc --noprofile -c 'npm test'"));
    BOOST_TEST(work.says("cd sub && npm test").command.starts_with("CDPATH= builtin cd -- ./sub && /"));
    for (const auto* const other : {"export X=1; npm test", "cd sub; npm test", "npm test &", "git push"})
        BOOST_TEST_CONTEXT(other) { BOOST_TEST(work.says(other).command.empty()); }
    BOOST_TEST(work.says("npm test", "walled", {{"run_in_background", true}}).command.empty());
    BOOST_TEST(work.says("ls").command.empty());
    BOOST_TEST(work.says("npm test", "project").word.empty());
}

struct own_settings {
    std::string_view file;
    std::string_view text;
    std::string_view word;
    bool changed;
};

BOOST_AUTO_TEST_CASE(rules_of_the_agent_about_the_command_that_was_asked_for_are_not_passed_by) {
    if (!can_make_walls()) return;
    const own_settings all[] = {
        {"home/.claude/settings.json", R"x({"permissions":{"deny":["Bash(npm publish:*)"]}})x", changed_word,
         true},
        {"home/.claude/settings.json", R"x({"permissions":{"allow":["Bash(npm:*)"]}})x", changed_word, true},
        {"home/.claude/settings.json", R"x({"permissions":{"ask":["WebFetch","mcp__x"]}})x", changed_word,
         true},
        {"home/.claude/settings.json", R"x({"permissions":{"deny":["Bash(npm test)"]}})x", "ask", false},
        {"home/.claude/settings.json", R"x({"permissions":{"ask":["Bash(npm:*)"]}})x", "ask", false},
        {"proj/.claude/settings.json", R"x({"permissions":{"deny":["Bash(*test*)"]}})x", "ask", false},
        {"proj/.claude/settings.local.json", R"x({"permissions":{"ask":["Bash"]}})x", "ask", false},
        {"proj/.claude/settings.local.json", R"x({"permissions":{"deny":["Read(./secrets/**)"]}})x",
         changed_word, true},
        {"proj/.claude/settings.json", R"x({"permissions":{"deny":[)x", "ask", true},
        {"home/.claude/settings.json", R"x({"permissions":{"deny":["Bash(a;b"]}})x", "ask", false},
        {"home/.claude/settings.json",
         R"x({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}})x", "ask", true},
    };
    for (const auto& each : all) BOOST_TEST_CONTEXT(each.file << ": " << each.text) {
            const at_work work;
            work.write(std::string(each.file), each.text);
            const auto said = work.says("npm test");
            BOOST_TEST(said.word == each.word);
            BOOST_TEST(!said.command.empty() == each.changed);
        }
}

BOOST_AUTO_TEST_CASE(rules_that_the_agent_was_given_by_an_option_are_not_known) {
    if (!can_make_walls()) return;
    const at_work work;
    auto around = work.around();
    around.executable = "/bin/sh";
    const auto said =
        run({"-c", ASSENT_PROGRAM " hook --agent claude --policy walled --home \"$HOME\"; exit $?", "claude",
             "--disallowedTools", "Bash(npm *)"},
            work.event("PreToolUse", {{"command", "npm test"}}), around);
    const auto found = at_work::answer_in(said.out);
    BOOST_TEST(found.word == "ask");
    BOOST_TEST(!found.command.empty());
    if (!assent::test::portable_build)
        BOOST_TEST(found.reason.find("--disallowedTools") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_has_run_behind_the_wall_is_what_was_judged) {
    if (!can_make_walls()) return;
    const at_work work;
    const std::vector<std::string> state{"--state", work.file("state")};
    const auto before = at_work::answer_in(
        work.hook(work.event("PreToolUse", {{"command", "npm test"}}), "walled", state).out);
    BOOST_REQUIRE(!before.command.empty());
    const auto after = work.hook(work.event("PostToolUse", {{"command", before.command}}), "walled", state);
    BOOST_TEST(after.out == "{}\n");
    BOOST_TEST(at_work::answer_in(
                   work.hook(work.event("PreToolUse", {{"command", "npm test"}}), "walled", state).out)
                   .word == changed_word);
}

// ---- Agents that ask nobody for a hook

struct own_rules {
    std::string_view file;
    std::string_view text;
};
struct agent_at_work {
    std::string_view name;
    std::string_view text;                   // of its hook, before the members of its input
    std::string_view more;                   // what may stand beside the command
    std::string_view other;                  // what may not
    std::vector<std::string> options;        // that it was started with
    std::vector<std::string> other_options;  // with these, its rules are not known, or no wall can be made
    std::string_view variable;               // says where its project is; empty: none does
    std::vector<own_rules> covering;
    std::vector<own_rules> of_others;
};

std::vector<agent_at_work> agents_that_ask_nobody() {
    return {
        {"codex",
         R"("turn_id":"t","hook_event_name":"PreToolUse","tool_name":"Bash")",
         R"("x":null)",
         R"("shell":"fish")",
         {"--sandbox", "danger-full-access"},
         {"--sandbox", "workspace-write"},
         "",
         {{"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\", \"test\"], decision=\"forbidden\")\n"},
          {"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"prompt\")\n"},
          {"home/.codex/rules/a.rules", "for x in y: deny(x)\n"},
          {"proj/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"forbidden\")\n"},
          {"home/.codex/cloud-config-bundle-cache.json", "{\"x\":1}"},
          {"home/.codex/config.toml",
           "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"\n"}},
         {{"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"git\"], decision=\"forbidden\")\n"},
          {"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"allow\")\n"}}},
        {"gemini",
         R"("hook_event_name":"BeforeTool","tool_name":"run_shell_command")",
         R"("description":"d","is_background":false)",
         R"("is_background":true)",
         {},
         {"--policy", "x"},
         "GEMINI_PROJECT_DIR",
         {{"home/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"npm\"\ndecision = "
           "\"deny\"\npriority = "
           "100\n"},
          {"proj/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"ask_user\"\npriority = 100\n"},
          {"home/.gemini/settings.json", R"({"tools":{"confirmationRequired":["run_shell_command"]}})"},
          {"home/.gemini/settings.json", R"({"policyPaths":["/x"]})"},
          {"home/.gemini/extensions/a/policies/a.toml", ""},
          {"home/.gemini/settings.json", R"({"tools":)"}},
         {{"home/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"git\"\ndecision = "
           "\"deny\"\npriority = "
           "100\n"},
          {"home/.gemini/settings.json", R"({"theme":"x"})"}}},
        {"copilot",
         R"("timestamp":1,"hook_event_name":"PreToolUse","tool_name":"Bash")",
         R"("description":"d","mode":"sync","initial_wait":5)",
         R"("mode":"async")",
         {},
         {"--deny-tool", "shell(git)"},
         "COPILOT_PROJECT_DIR",
         {{"home/.copilot/config.json", "// x\n{\"deniedUrls\":[\"x.org\"]}"},
          {"proj/.github/copilot/settings.local.json", R"({"deniedUrls":["x.org"]})"}},
         {{"home/.copilot/config.json", "// x\n{\"allowedUrls\":[\"x.org\"]}"}}},
        {"opencode",
         R"("hook_event_name":"tool.execute.before","tool_name":"bash")",
         R"("description":"d","timeout":5)",
         R"("background":1)",
         {},
         {},
         "",
         {{"home/.config/opencode/opencode.json", R"({"permission":{"bash":{"npm *":"deny"}}})"},
          {"home/.config/opencode/opencode.jsonc", R"({"permission":{"bash":"ask"}})"},
          {"proj/opencode.json", R"({"permission":"ask"})"},
          {"proj/.opencode/agent/a.md", "---\npermission:\n  bash: deny\n---\n"},
          {"home/.config/opencode/agent/below/a.md", ""},
          {"proj/.opencode/plugin/a.js", "export const A = 1;"}},
         {{"home/.config/opencode/opencode.json", R"({"permission":{"bash":{"git *":"deny"}}})"},
          {"proj/.opencode/agent/a.md", "---\nmode: all\n---\n"}}},
    };
}

// What the hook of such an agent says about a command.
finished asked_by(const agent_at_work& agent, const at_work& work, std::string_view command,
                  std::string_view beside, const std::vector<std::string>& started_with) {
    auto around = work.around();
    around.executable = "/bin/sh";
    around.environment["XDG_CONFIG_HOME"] = std::nullopt;
    if (!agent.variable.empty()) around.environment[std::string(agent.variable)] = work.cwd();
    const std::string text = "{\"session_id\":\"s\",\"cwd\":\"" + work.cwd() + "\"," +
                             std::string(agent.text) + ",\"tool_input\":{\"command\":\"" +
                             std::string(command) + "\"" + (beside.empty() ? "" : ",") + std::string(beside) +
                             "}}";
    std::vector<std::string> words{"-c",
                                   ASSENT_PROGRAM " hook --agent " + std::string(agent.name) +
                                       " --policy walled --home \"$HOME\"; exit $?",
                                   "agent"};
    words.insert(words.end(), started_with.begin(), started_with.end());
    return run(words, text, around);
}

bool has_changed(const finished& said) { return said.out.find(" wall --policy walled -- ") != said.out.npos; }

BOOST_AUTO_TEST_CASE(
    an_agent_that_asks_nobody_is_given_the_wall_where_none_of_its_own_rules_covers_the_command) {
    if (!can_make_walls()) return;
    for (const auto& agent : agents_that_ask_nobody()) BOOST_TEST_CONTEXT(agent.name) {
            const at_work work;
            const auto says = [&](std::string_view command, std::string_view beside) {
                return asked_by(agent, work, command, beside, agent.options);
            };
            const auto plain = says("npm test", {});
            BOOST_TEST(has_changed(plain), plain.out + plain.err);
            BOOST_TEST(plain.out.find("\"allow\"") != plain.out.npos);
            BOOST_TEST(has_changed(says("npm test", agent.more)));
            BOOST_TEST(!has_changed(says("npm test", agent.other)));
            for (const auto* const other : {"ls", "export X=1; npm test", "npm test &", "git push"})
                BOOST_TEST_CONTEXT(other) { BOOST_TEST(!has_changed(says(other, {}))); }
            if (!agent.other_options.empty())
                BOOST_TEST(!has_changed(asked_by(agent, work, "npm test", {}, agent.other_options)));
            for (const auto& each : agent.of_others) BOOST_TEST_CONTEXT(each.file << ": " << each.text) {
                    const at_work with;
                    with.write(std::string(each.file), each.text);
                    BOOST_TEST(has_changed(asked_by(agent, with, "npm test", {}, agent.options)));
                }
            for (const auto& each : agent.covering) BOOST_TEST_CONTEXT(each.file << ": " << each.text) {
                    const at_work with;
                    with.write(std::string(each.file), each.text);
                    const auto said = asked_by(agent, with, "npm test", {}, agent.options);
                    BOOST_TEST(!has_changed(said));
                    BOOST_TEST(said.out.find("\"allow\"") == said.out.npos);
                }
        }
}

BOOST_AUTO_TEST_CASE(no_other_door_is_told_of_a_wall) {
    const at_work work;
    const std::vector<std::pair<std::string, std::string>> texts{
        {"codex",
         R"({"turn_id":"t","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"npm test"}})"},
        {"codex",
         R"({"turn_id":"t","hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"npm test"}})"},
        {"gemini",
         R"({"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"npm test"}})"},
        {"qwen",
         R"({"hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":"npm test"}})"},
        {"copilot",
         R"({"timestamp":1,"hook_event_name":"PreToolUse","tool_name":"bash","tool_input":{"command":"npm test"}})"},
    };
    for (const auto& [agent, text] : texts) BOOST_TEST_CONTEXT(agent << " " << text) {
            const auto said = work.hook(text, "walled", {}, agent);
            BOOST_TEST(said.out.find("wall --policy") == std::string::npos);
            BOOST_TEST(said.out.find("\"allow\"") == std::string::npos);
            BOOST_TEST((said.code == 0 || said.code == 2));
        }
    const auto asked = run(
        {"mcp", "--policy", "walled"},
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{"command":"npm test"}}}})"
        "\n",
        work.around());
    BOOST_TEST(asked.out.find("\\\"allow\\\"") == std::string::npos);
    const auto served = run(
        {"serve", "--policy", "walled"},
        R"({"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"npm test"},"tool_use_id":"t"}})"
        "\n",
        work.around());
    BOOST_TEST(served.out.find("\"behavior\":\"allow\"") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(check_and_record_say_wall) {
    const at_work work;
    const auto record = work.file("audit.jsonl");
    const auto said = run({"check", "--policy", "walled", "--audit", record, "npm test"}, {}, work.around());
    BOOST_TEST(said.code == 5);
    BOOST_TEST(
        said.out ==
        "wall: `npm test` runs code of the project; the policy allows what the call does behind a wall\n");
    BOOST_TEST(read_file(record).find(R"("outcome":"wall")") != std::string::npos);
    BOOST_TEST(run({"audit", "verify", record}, {}, work.around()).code == 0);
    const auto printed = run({"policy", "print", "walled"}, {}, work.around());
    work.write("walled.json", printed.out);
    BOOST_TEST(run({"policy", "lint", work.file("walled.json")}, {}, work.around()).code == 0);
    BOOST_TEST(run({"check", "--policy", work.file("walled.json"), "make"}, {}, work.around()).code == 5);
}

BOOST_AUTO_TEST_CASE(doctor_says_whether_walls_can_be_made_where_the_policy_has_them) {
    for (const auto* const policy : {"walled", "project"}) BOOST_TEST_CONTEXT(policy) {
            const at_work work;
            BOOST_REQUIRE(run({"install", "claude", "--", "--policy", policy}, {}, work.around()).code == 0);
            const auto said = run({"doctor", "claude"}, {}, work.around()).out;
            const auto wanted = can_make_walls() ? "one can be made here" : "no wall can be made here: ";
            BOOST_TEST((said.find(wanted) != said.npos) == (std::string_view(policy) == "walled"), said);
        }
}

BOOST_AUTO_TEST_CASE(doctor_warns_of_a_rule_that_allows_any_wall) {
    for (const std::string rule : {"Bash(assent wall:*)", "Bash(/usr/bin/assent wall *)", "Bash(assent:*)"})
        BOOST_TEST_CONTEXT(rule) {
            const at_work work;
            BOOST_REQUIRE(run({"install", "claude", "--", "--policy", "walled"}, {}, work.around()).code ==
                          0);
            const auto settings = work.home() + "/.claude/settings.json";
            auto text = read_file(settings);
            text.replace(text.find('{'), 1, "{\"permissions\":{\"allow\":[\"" + rule + "\"]},");
            write_file(settings, text);
            const auto said = run({"doctor", "claude"}, {}, work.around());
            BOOST_TEST((said.out + said.err).find("the agent may type any wall") != std::string::npos);
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
