#include "../portable_build.hpp"
#include "program.hpp"

#include <assent/domain/tools/agent_facts.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What an agent gets to run in the place of a command that may run behind a wall, and who is never told so.
namespace wall_hook_test {
namespace {

using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;
namespace json = boost::json;

BOOST_AUTO_TEST_SUITE(wall_hook_test)

// The portable build cannot tell with which options the agent was started, and has a person asked; where the
// agent asks nobody, it refuses.
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
    // A hook of an agent that was started with these options, in these variables.
    [[nodiscard]] finished hook(
        const std::string& text, const std::string& policy = "walled",
        const std::vector<std::string>& more = {}, const std::string& agent = "claude",
        const std::vector<std::string>& started_with = {},
        const std::map<std::string, std::optional<std::string>>& variables = {}) const {
        std::string script = "#!/bin/sh\n'" ASSENT_PROGRAM "' hook --agent " + agent + " --home '" + home() +
                             "' --policy '" + policy + "'";
        for (const auto& word : more) script += " '" + word + "'";
        auto in = around();
        in.executable = file("bin/" + agent);
        for (const auto& [name, value] : variables) in.environment[name] = value;
        write("bin/" + agent, script + "\nexit $?\n");
        fs::permissions(in.executable, fs::perms::owner_all);
        return run(started_with, text, in);
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
        assent::test::surroundings made{.environment = {{"HOME", home()}}, .folder = cwd()};
        for (const auto* const agent : assent::all_agent_facts()) {
            for (const auto name : agent->settings_variables)
                made.environment[std::string(name)] = std::nullopt;
            if (!agent->project_variable.empty())
                made.environment[std::string(agent->project_variable)] = cwd();
        }
        return made;
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
    for (const auto* const other : {"cd sub; npm test", "npm test &", "git push"}) BOOST_TEST_CONTEXT(other) {
            BOOST_TEST(work.says(other).command.empty());
        }
    BOOST_TEST(work.says("npm test", "walled", {{"run_in_background", true}}).command.empty());
    BOOST_TEST(work.says("ls").command.empty());
    BOOST_TEST(work.says("npm test", "project").word.empty());
}

BOOST_AUTO_TEST_CASE(what_the_policy_wants_behind_a_wall_is_asked_about_where_none_can_be_made) {
    const at_work work;
    for (const auto* const each : {"cd sub; npm test", "npm test &", "npm test; ls /etc"})
        BOOST_TEST_CONTEXT(each) { BOOST_TEST(work.says(each).word == "ask"); }
    BOOST_TEST(work.says("npm test", "walled", {{"run_in_background", true}}).word == "ask");
    if (!can_make_walls()) BOOST_TEST(work.says("npm test").word == "ask");
}

BOOST_AUTO_TEST_CASE(a_member_of_an_input_that_nobody_knows_takes_no_wall_away) {
    if (!can_make_walls()) return;
    const at_work work;
    for (const json::object& more : {json::object{{"x", 1}}, json::object{{"y", "z"}}})
        BOOST_TEST_CONTEXT(json::serialize(more)) {
            const auto said = work.says("npm test", "walled", more);
            BOOST_TEST(said.word == "ask");
            BOOST_TEST(said.command.find(" wall --policy walled -- ") != said.command.npos);
        }
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
        {"home/.claude/settings.json", "// x\n{}", "ask", true},
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

BOOST_AUTO_TEST_CASE(a_rule_that_a_file_here_is_not_read_is_kept_by_the_wall_that_hides_it) {
    if (!can_make_walls()) return;
    struct row {
        std::string_view rule;
        std::string_view wall;  // of the policy
        std::string_view word;
        bool changed;
        std::string_view hides = {};  // beside what its name tells
    };
    const row rows[] = {
        {"Read(./.env)", "{}", changed_word, true},
        {"Read(./.env.local)", "{}", changed_word, true},
        {"Read(./.ssh/**)", "{}", changed_word, true},
        {"Read(./config.json)", "{}", changed_word, true, "**/config.json/**"},
        {"Read(./secrets/**)", "{}", changed_word, true, "**/secrets/**"},
        {"Read(./src/.env)", "{}", "ask", false},  // `src` may be reached by a link
        {"Read(**/.env)", "{}", changed_word, true, "**/.env/**"},
        {"Read(./.env*)", "{}", changed_word, true, "**/.env*/**"},
        {"Read(**/it's.pem)", "{}", changed_word, true, "**/it'\\''s.pem/**"},
        {"Read(~/.ssh/**)", "{}", changed_word, true},
        {"Read(~/.aws/credentials)", "{}", changed_word, true},
        {"Read(~/.ssh/**)", R"({"read":["~/other"]})", "ask", false},
        {"Read(~/.ssh/../notes/**)", "{}", "ask", false},
        {"Read(~/.cargo/bin/**)", "{}", "ask", false},
        {"Read(~/.gitconfig)", "{}", "ask", false},
        {"Read(~/.kube/**)", "{}", "ask", false},  // a link into the project
        {"Read(~/notes/**)", "{}", "ask", false},
        {"Read(~/**)", "{}", "ask", false},
        {"Read(./**)", "{}", "ask", false},
        {"Read(//etc/x)", "{}", "ask", false},
        {"Read(./.env)", R"({"project_secrets":true})", "ask", false},
        {"Read(./.env)", R"({"read":["~/other"]})", "ask", false},
        {"Read(./secrets/**)", R"({"read":["~/other"]})", "ask", false},
        {"Edit(./.env)", "{}", "ask", false},
        {"Edit(./secrets/**)", "{}", "ask", false},
    };
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.rule << " " << each.wall) {
            const at_work work;
            work.write("home/.claude/settings.json",
                       fmt::format(R"x({{"permissions":{{"deny":["{}"]}}}})x", each.rule));
            work.write("proj/kube/config", "x");
            std::filesystem::create_directory_symlink(work.file("proj/kube"), work.file("home/.kube"));
            const std::string effects = R"({"runs":"wall","changes":"wall","unknown":"wall"})";
            work.write("policy.json", fmt::format(R"({{"effects":{},"wall":{}}})", effects, each.wall));
            const auto said = work.says("cat list | xargs -r sed -i s/a/b/", work.file("policy.json"));
            BOOST_TEST(said.word == each.word);
            BOOST_TEST(!said.command.empty() == each.changed);
            const bool hides = said.command.find(" --hide ") != said.command.npos;
            BOOST_TEST(hides == !each.hides.empty());
            const auto words = fmt::format(" --hide '{}' -- ", each.hides);
            BOOST_TEST((!hides || said.command.find(words) != said.command.npos), said.command);
        }
}

BOOST_AUTO_TEST_CASE(what_a_rule_of_the_agent_hides_cannot_be_read_behind_the_wall) {
    // The portable build does not know which rules the agent was started with.
    if (!can_make_walls() || assent::test::portable_build) return;
    const at_work work;
    work.write("home/.claude/settings.json",
               R"x({"permissions":{"deny":["Read(./secrets/**)","Read(./*.pem)","Read(./unread/**)"]}})x");
    std::string list;
    for (const std::string file : {"secrets/k", "secrets/deep/k", "sub/secrets/k", "certs/a.pem",
                                   "certs/a.txt", "node_modules/x/secrets/k"}) {
        work.write("proj/" + file, file + "\n");
        list += file + "\n";
    }
    std::filesystem::create_directory_symlink("secrets", work.file("proj/other"));
    work.write("proj/list", list + "other/k\n");
    const auto said = work.says("cat list | xargs -r cat");
    BOOST_TEST(said.word == changed_word);
    const auto ran =
        run({"-c", said.command}, {},
            {.executable = "/bin/sh", .environment = {{"HOME", work.home()}}, .folder = work.cwd()});
    BOOST_TEST(ran.out == "certs/a.txt\n", ran.out + ran.err);
    // The agent asks again about what is run in its place.
    BOOST_TEST(work.says(said.command).word == "allow");
    // Around what it has written itself its rules hold, too.
    auto other = said.command;
    other.replace(other.find("**/secrets/**"), 2, "*");
    BOOST_TEST(work.says(other).word == "ask");
    for (const auto* const settings :
         {R"x({"permissions":{"deny":["Bash(xargs *)"]}})x", R"({"permissions":)"}) {
        work.write("proj/.claude/settings.json", settings);
        BOOST_TEST(work.says(said.command).word == "ask");
    }
}

BOOST_AUTO_TEST_CASE(what_a_rule_of_the_agent_is_about_can_be_read_where_nothing_else_might_be_meant) {
    if (!can_make_walls()) return;
    const at_work work;
    work.write("home/.claude/settings.json", R"x({"permissions":{"deny":["Read(./node_modules/**)"]}})x");
    const auto said = work.says("npm test");
    BOOST_TEST(said.word == changed_word);
    BOOST_TEST(said.command.find("--hide") == said.command.npos);
}

BOOST_AUTO_TEST_CASE(rules_that_the_agent_was_given_by_an_option_are_not_known) {
    if (!can_make_walls()) return;
    const at_work work;
    const auto said = work.hook(work.event("PreToolUse", {{"command", "npm test"}}), "walled", {}, "claude",
                                {"--disallowedTools", "Bash(npm *)"});
    const auto found = at_work::answer_in(said.out);
    BOOST_TEST(found.word == "ask");
    BOOST_TEST(!found.command.empty());
    if (!assent::test::portable_build)
        BOOST_TEST(found.reason.find("--disallowedTools") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(settings_that_the_agent_was_given_by_an_option_count_like_its_files) {
    if (!can_make_walls()) return;
    struct row {
        std::vector<std::string> options;
        std::string text;  // of the file that is named
        std::string_view word;
        bool changed;
    };
    const auto hook_of = [](std::string_view program, std::string_view words) {
        return fmt::format(
            R"x({{"hooks":{{"PreToolUse":[{{"hooks":[{{"type":"command","command":"{} {}"}}]}}]}}}})x",
            program, words);
    };
    const at_work work;
    const auto file = work.file("given/settings.json");
    const row rows[] = {
        {{"--settings", file}, "{}", changed_word, true},
        {{"--settings=" + file}, R"x({"permissions":{"deny":["Bash(npm publish:*)"]}})x", changed_word, true},
        {{"--settings", file}, R"x({"permissions":{"deny":["Bash(npm test)"]}})x", "ask", false},
        {{"--settings", file}, R"x({"permissions":{"deny":[)x", "ask", true},
        {{"--settings", file},
         R"x({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}})x",
         "ask",
         true},
        {{"--settings", file},
         hook_of(ASSENT_PROGRAM, "hook --agent claude --policy 'walled'"),
         changed_word,
         true},
        {{"--settings", file}, hook_of(ASSENT_PROGRAM, "hook --agent claude | x"), "ask", true},
        {{"--settings", file}, hook_of("/bin/cat", "hook --agent claude --policy walled"), "ask", true},
        {{"--settings", file},
         hook_of("/bin/cat", "hook --agent claude --timeout 5s || exit 2"),
         "ask",
         true},
        {{"--settings", work.file("link.json")}, "{}", "ask", true},
        {{"--settings", work.file("proj/settings.json")}, "{}", "ask", true},
        {{"--settings", R"x({"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"x"}]}]}})x"},
         "{}",
         "ask",
         true},
        {{"--settings", R"x({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":")x" ASSENT_PROGRAM
                        R"x( hook --agent claude"},{"type":"http","url":"x"}]}]}})x"},
         "{}",
         "ask",
         true},
        {{"--settings", R"x({"permissions":{"ask":["Bash(npm:*)"]}})x"}, "{}", "ask", false},
        {{"--settings", R"x({"permissions":{"allow":["Bash(npm:*)"]}})x"}, "{}", changed_word, true},
        {{"--settings", "given/settings.json"}, "{}", "ask", true},
        {{"--settings", work.file("missing.json")}, "{}", "ask", true},
        {{"--settings", "{}", "--settings", file},
         R"x({"permissions":{"deny":["Bash(npm *)"]}})x",
         "ask",
         false},
        {{"--setting-sources="}, "{}", changed_word, true},
    };
    work.write("proj/settings.json", "{}");
    work.write("given/settings.json", "{}");
    fs::create_symlink(file, work.file("link.json"));
    for (const auto& each : rows) BOOST_TEST_CONTEXT(fmt::format("{} {}", each.options, each.text)) {
            work.write("given/settings.json", each.text);
            const auto said =
                at_work::answer_in(work.hook(work.event("PreToolUse", {{"command", "npm test"}}), "walled",
                                             {}, "claude", each.options)
                                       .out);
            BOOST_TEST(said.word == each.word);
            // The portable build knows no options, and so no rules in them.
            if (!assent::test::portable_build) BOOST_TEST(!said.command.empty() == each.changed);
        }
}

BOOST_AUTO_TEST_CASE(rules_of_an_agent_with_another_home_are_not_known) {
    if (!can_make_walls()) return;
    const at_work work;
    const auto said = work.hook(work.event("PreToolUse", {{"command", "npm test"}}), "walled", {}, "claude",
                                {}, {{"HOME", work.file("other")}});
    const auto found = at_work::answer_in(said.out);
    BOOST_TEST(found.word == "ask");
    BOOST_TEST(!found.command.empty());
    if (!assent::test::portable_build) BOOST_TEST(found.reason.find("HOME is set") != std::string::npos);
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
    std::string_view text;                                // of its hook, before the members of its input
    std::string_view more;                                // what may stand beside the command
    std::string_view other;                               // what may not
    std::vector<std::string> options;                     // that it was started with
    std::vector<std::vector<std::string>> other_options;  // its rules are not known, or no wall can be made
    std::vector<own_rules> covering;                      // they may cover the command, or are not known
    std::vector<own_rules> of_others;
};

std::vector<agent_at_work> agents_that_ask_nobody() {
    return {
        {"codex",
         R"("turn_id":"t","hook_event_name":"PreToolUse","tool_name":"Bash")",
         R"("x":null)",
         R"("x":1)",
         {"--sandbox", "danger-full-access"},
         {{"--sandbox", "workspace-write"},
          {},
          {"--yolo", "-c", "x=1"},
          {"--yolo", "-cx=1"},
          {"--yolo", "--config=x=1"},
          {"--yolo", "--profile", "x"},
          {"--yolo", "-p", "x"}},
         {{"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\", \"test\"], decision=\"forbidden\")\n"},
          {"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"prompt\")\n"},
          {"home/.codex/rules/a.rules", "for x in y: deny(x)\n"},
          {"proj/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"forbidden\")\n"},
          {"home/.codex/cloud-config-bundle-cache.json", "{\"x\":1}"},
          {"home/.codex/config.toml", "[plugins.x]\nenabled = true\n"},
          {"home/.codex/managed_config.toml", ""},
          {"proj/.codex/config.toml", "[plugins.x]\n"},
          {"home/.codex/config.toml",
           "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"x\"\n"}},
         {{"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"git\"], decision=\"forbidden\")\n"},
          {"home/.codex/config.toml", "model = \"x\"\n"},
          {"home/.codex/rules/a.rules", "prefix_rule(pattern=[\"npm\"], decision=\"allow\")\n"}}},
        {"gemini",
         R"("hook_event_name":"BeforeTool","tool_name":"run_shell_command")",
         R"("description":"d","is_background":false)",
         R"("is_background":true)",
         {},
         {{"--policy", "x"}, {"--policy=x"}},
         {{"home/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"npm\"\ndecision = "
           "\"deny\"\npriority = "
           "100\n"},
          {"proj/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ndecision = \"ask_user\"\npriority = 100\n"},
          {"home/.gemini/settings.json", R"({"tools":{"confirmationRequired":["run_shell_command"]}})"},
          {"home/.gemini/settings.json", R"({"policyPaths":["/x"]})"},
          {"home/.gemini/policies/a.toml", "[[safety_checker]]\ntoolName = \"*\"\n"},
          {"proj/.gemini/policies/a.toml", "[[safety_checker]]\ntoolName = \"*\"\n"},
          {"home/.gemini/extensions/a/policies/a.toml", ""},
          {"home/.gemini/settings.json", R"({"tools":)"}},
         {{"home/.gemini/policies/a.toml",
           "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"git\"\ndecision = "
           "\"deny\"\npriority = "
           "100\n"},
          {"home/.gemini/settings.json", R"({"theme":"x"})"},
          {"home/.gemini/settings.json", "// x\n{\"theme\":\"x\"}"}}},
        {"copilot",
         R"("timestamp":1,"hook_event_name":"PreToolUse","tool_name":"Bash")",
         R"("description":"d","mode":"sync","initial_wait":5)",
         R"("mode":"async")",
         {},
         {{"--deny-tool", "shell(git)"}, {"--deny-tool=shell(git)"}, {"--plugin-dir", "x"}},
         {{"home/.copilot/config.json", "// x\n{\"deniedUrls\":[\"x.org\"]}"},
          {"proj/.github/copilot/settings.local.json", R"({"deniedUrls":["x.org"]})"},
          {"proj/.claude/settings.json",
           R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}})"},
          {"proj/.claude/settings.local.json",
           R"({"hooks":{"preToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}})"},
          {".claude/settings.json", R"({"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}})"},
          {"home/.copilot/hooks/a.json", R"({"version":1,"hooks":{"preToolUse":[{"bash":"x"}]}})"},
          {"proj/.github/hooks/a.json", R"({"version":1,"hooks":{"PreToolUse":[{"bash":"x"}]}})"},
          {"home/.copilot/settings.json", R"({"enabledPlugins":{"a@b":true}})"},
          {"home/.copilot/installed-plugins/a/b/plugin.json", "{}"}},
         {{"home/.copilot/config.json", "// x\n{\"allowedUrls\":[\"x.org\"]}"},
          {"home/.copilot/hooks/a.json", R"({"version":1,"hooks":{"sessionStart":[{"bash":"x"}]}})"},
          {"home/.claude/settings.json", R"({"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}})"},
          {"proj/.claude/settings.json", R"({"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}})"}}},
        {"opencode",
         R"("hook_event_name":"tool.execute.before","tool_name":"bash")",
         R"("description":"d","timeout":5)",
         R"("background":1)",
         {},
         {},
         {{"home/.config/opencode/opencode.json", R"({"permission":{"bash":{"npm *":"deny"}}})"},
          {"home/.config/opencode/opencode.jsonc", R"({"permission":{"bash":"ask"}})"},
          {"proj/opencode.json", R"({"permission":"ask"})"},
          {"proj/.opencode/agent/a.md", "---\npermission:\n  bash: deny\n---\n"},
          {"home/.config/opencode/agent/below/a.md", ""},
          {"proj/.opencode/plugin/a.js", "export const A = 1;"},
          {"home/.opencode/plugin/a.js", "export const A = 1;"},
          {"home/.opencode/agent/a.md", "---\npermission:\n  bash: deny\n---\n"},
          {"home/.config/opencode/opencode.json", R"({"mode":{"m":{"permission":{"bash":"deny"}}}})"},
          {"home/.config/opencode/opencode.json", R"({"plugin":["x"]})"},
          {"home/.local/share/opencode/auth.json", R"({"https://x":{"type":"wellknown"}})"}},
         {{"home/.config/opencode/opencode.json", R"({"permission":{"bash":{"git *":"deny"}}})"},
          {"home/.config/opencode/opencode.json", "// x\n{\"theme\":\"x\"}"},
          {"home/.local/share/opencode/auth.json", R"({"x":{"type":"api","key":"k"}})"},
          {"home/.opencode/agent/a.md", "---\nmode: all\n---\n"},
          {"proj/.opencode/agent/a.md", "---\nmode: all\n---\n"}}},
    };
}

using variables = std::map<std::string, std::optional<std::string>>;

// What the hook of such an agent says about a command.
finished asked_by(const agent_at_work& agent, const at_work& work, std::string_view command,
                  std::string_view beside, const std::vector<std::string>& started_with,
                  const std::vector<std::string>& more = {}, const variables& in = {}) {
    const std::string text = "{\"session_id\":\"s\",\"cwd\":\"" + work.cwd() + "\"," +
                             std::string(agent.text) + ",\"tool_input\":{\"command\":\"" +
                             std::string(command) + "\"" + (beside.empty() ? "" : ",") + std::string(beside) +
                             "}}";
    return work.hook(text, "walled", more, std::string(agent.name), started_with, in);
}

bool has_changed(const finished& said) { return said.out.find(" wall --policy walled -- ") != said.out.npos; }
bool has_allowed(const finished& said) { return said.out.find("\"allow\"") != said.out.npos; }
bool has_refused(const finished& said) {
    return said.out.find("\"deny\"") != said.out.npos || said.code == 2;
}
// Nobody is asked, so that it must not run: it is said why, and what lets it run.
void check_refused_wall(const finished& said) {
    BOOST_TEST(has_refused(said), said.out);
    BOOST_TEST(!has_changed(said), said.out);
    BOOST_TEST((said.out + said.err).find("lets it run without a wall") != std::string::npos, said.out);
}

BOOST_AUTO_TEST_CASE(
    an_agent_that_asks_nobody_is_given_the_wall_where_none_of_its_own_rules_covers_the_command) {
    if (!can_make_walls() || assent::test::portable_build) return;
    for (const auto& agent : agents_that_ask_nobody()) BOOST_TEST_CONTEXT(agent.name) {
            const at_work work;
            const auto says = [&](std::string_view command, std::string_view beside) {
                return asked_by(agent, work, command, beside, agent.options);
            };
            const auto plain = says("npm test", {});
            BOOST_TEST(has_changed(plain), plain.out + plain.err);
            BOOST_TEST(has_changed(says("npm test", agent.more)));
            BOOST_TEST(!has_refused(says("ls", {})));
            BOOST_TEST(!has_changed(says("ls", {})));
            BOOST_TEST(has_refused(says("git push", {})));
            for (const auto& each : agent.of_others) BOOST_TEST_CONTEXT(each.file << ": " << each.text) {
                    const at_work with;
                    with.write(std::string(each.file), each.text);
                    const auto said = asked_by(agent, with, "npm test", {}, agent.options);
                    BOOST_TEST(has_changed(said), said.out);
                }
        }
}

BOOST_AUTO_TEST_CASE(an_agent_that_asks_nobody_runs_nothing_without_the_wall_that_the_policy_wants) {
    for (const auto& agent : agents_that_ask_nobody()) BOOST_TEST_CONTEXT(agent.name) {
            const at_work work;
            const auto check = [&](std::string_view command, std::string_view beside,
                                   const std::vector<std::string>& options, const variables& in = {}) {
                BOOST_TEST_CONTEXT(command << " " << beside) {
                    check_refused_wall(asked_by(agent, work, command, beside, options, {}, in));
                }
            };
            check("npm test", agent.other, agent.options);
            check("X=1; npm test", {}, agent.options);
            check("npm test &", {}, agent.options);
            check("npm test", {}, agent.options, {{"HOME", work.file("other")}});
            for (const auto& options : agent.other_options) check("npm test", {}, options);
            for (const auto* const known : assent::all_agent_facts())
                if (to_string(known->program) == agent.name)
                    for (const auto name : known->settings_variables)
                        check("npm test", {}, agent.options, {{std::string(name), work.file("other")}});
            for (const auto& each : agent.covering) BOOST_TEST_CONTEXT(each.file << ": " << each.text) {
                    const at_work with;
                    with.write(std::string(each.file), each.text);
                    check_refused_wall(asked_by(agent, with, "npm test", {}, agent.options));
                }
        }
}

BOOST_AUTO_TEST_CASE(the_wall_brings_no_leave_to_run_where_the_hook_was_not_told_to_say_so) {
    if (!can_make_walls() || assent::test::portable_build) return;
    struct flag_said {
        std::string_view agent;
        std::vector<std::string> flags;
        bool allows;  // where only an allow carries the change, the agent asks all the same
    };
    const flag_said all[] = {
        {"copilot", {}, false},
        {"copilot", {"--no-say-allow"}, false},
        {"copilot", {"--say-allow"}, true},
        {"codex", {"--no-say-allow"}, true},
        {"gemini", {"--no-say-allow"}, true},
        {"opencode", {"--no-say-allow"}, true},
    };
    for (const auto& agent : agents_that_ask_nobody())
        for (const auto& each : all) {
            if (each.agent != agent.name) continue;
            BOOST_TEST_CONTEXT(each.agent << " " << (each.flags.empty() ? "" : each.flags.front())) {
                const at_work work;
                const auto said = asked_by(agent, work, "npm test", {}, agent.options, each.flags);
                BOOST_TEST(has_changed(said), said.out);
                BOOST_TEST(has_allowed(said) == each.allows, said.out);
            }
        }
}

BOOST_AUTO_TEST_CASE(hooks_of_claude_in_a_home_count_for_copilot_where_it_is_a_repository) {
    if (!can_make_walls() || assent::test::portable_build) return;
    const auto copilot = agents_that_ask_nobody().at(2);
    const at_work work;
    work.write("home/.claude/settings.json", R"({"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}})");
    fs::create_directories(work.home() + "/proj");
    const auto says = [&](const std::string& cwd) {
        const std::string text = "{\"session_id\":\"s\",\"cwd\":\"" + cwd + "\"," +
                                 std::string(copilot.text) + R"(,"tool_input":{"command":"npm test"}})";
        return work.hook(text, "walled", {}, "copilot");
    };
    BOOST_TEST(has_changed(says(work.home() + "/proj")));
    check_refused_wall(says(work.home()));
    fs::create_directories(work.home() + "/.git");
    check_refused_wall(says(work.home() + "/proj"));
}

BOOST_AUTO_TEST_CASE(of_the_plugin_of_opencode_each_byte_counts_and_there_is_one) {
    if (!can_make_walls() || assent::test::portable_build) return;
    const auto opencode = agents_that_ask_nobody().at(3);
    const at_work work;
    BOOST_REQUIRE(run({"install", "opencode", "--", "--policy", "walled"}, {}, work.around()).code == 0);
    const std::string ours = "home/.config/opencode/plugin/assent.js";
    const auto text = read_file(work.file(ours));
    const auto says = [&] { return asked_by(opencode, work, "npm test", {}, {}); };
    BOOST_TEST(has_changed(says()));
    auto other = text;
    other.replace(other.find("throw new Error(why)"), 20, "throw new Error(who)");
    for (const auto& each : {text + "// x\n", "// x\n" + text, text + "export const A = 1;\n", other,
                             text.substr(0, text.size() - 1)}) {
        work.write(ours, each);
        check_refused_wall(says());
    }
    work.write(ours, text);
    BOOST_TEST(has_changed(says()));
    work.write("proj/.opencode/plugin/assent.js", text);
    check_refused_wall(says());
}

BOOST_AUTO_TEST_CASE(what_stands_behind_the_wall_already_is_let_through_where_the_agent_asks_about_it) {
    // The portable build does not know which rules the agent was started with.
    if (!can_make_walls() || assent::test::portable_build) return;
    const at_work work;
    const auto walled = work.says("npm test").command;
    BOOST_REQUIRE(!walled.empty());
    const auto asked = [&](const std::string& command, std::string_view event) {
        const auto text = json::serialize(json::object{{"session_id", "s"},
                                                       {"turn_id", "t"},
                                                       {"cwd", work.cwd()},
                                                       {"hook_event_name", event},
                                                       {"tool_name", "Bash"},
                                                       {"tool_input", {{"command", command}}}});
        return work.hook(text, "walled", {}, "codex");
    };
    BOOST_TEST(has_allowed(asked(walled, "PermissionRequest")));
    BOOST_TEST(!has_refused(asked(walled, "PreToolUse")));
    check_refused_wall(asked("npm test", "PermissionRequest"));
    for (const auto& other : {walled + "; npm test", walled + " x", "X=1 " + walled}) {
        BOOST_TEST(!has_allowed(asked(other, "PermissionRequest")));
        BOOST_TEST(has_refused(asked(other, "PermissionRequest")));
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
        {"copilot", R"({"timestamp":1,"sessionId":"s","toolName":"bash","toolArgs":{"command":"npm test"}})"},
    };
    for (const auto& [agent, text] : texts) BOOST_TEST_CONTEXT(agent << " " << text) {
            const auto said = work.hook(text, "walled", {}, agent);
            BOOST_TEST(said.out.find("wall --policy") == std::string::npos);
            BOOST_TEST(said.out.find("\"allow\"") == std::string::npos);
            check_refused_wall(said);
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

BOOST_AUTO_TEST_CASE(doctor_says_of_which_agent_no_command_is_put_behind_a_wall) {
    if (!can_make_walls()) return;
    const std::pair<std::string, std::string_view> all[] = {
        {"qwen",
         "what the policy lets run behind a wall is denied: the hook of qwen cannot put a command behind"},
        {"codex", "what the policy lets run behind a wall is denied unless codex is started with --yolo or "},
        {"gemini", "the policy lets commands run behind a wall, and one can be made here"},
    };
    for (const auto& [agent, wanted] : all) BOOST_TEST_CONTEXT(agent) {
            const at_work work;
            BOOST_REQUIRE(run({"install", agent, "--", "--policy", "walled"}, {}, work.around()).code == 0);
            const auto said = run({"doctor", agent}, {}, work.around());
            BOOST_TEST(said.out.find(wanted) != said.out.npos, said.out + said.err);
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
}  // namespace wall_hook_test
