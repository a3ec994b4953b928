#include "program.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace import_agents_test {
namespace {

using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;

// What stands in the agent's own file, and the rules that become of it, as `LIST TEXT`.
struct form {
    std::string written;
    std::vector<std::string> ours;
};

// A home with the settings of one agent.
class settings_bench {
public:
    settings_bench(std::string agent, std::string file) : agent_(std::move(agent)), file_(std::move(file)) {
        fs::create_directories(fs::path(home_.file(file_)).parent_path());
        fs::create_directories(home_.path() + "/project");
    }
    [[nodiscard]] std::string file(const std::string& name) const { return home_.file(name); }
    [[nodiscard]] auto imports(const std::string& text, std::vector<std::string> more = {}) const {
        write_file(home_.file(file_), text);
        more.insert(more.begin(), {"import", agent_, "--profile", "bare"});
        return run(more, {},
                   surroundings{.environment = {{"HOME", home_.path()},
                                                {"XDG_CONFIG_HOME", home_.path() + "/.config"}},
                                .folder = home_.path()});
    }
    // The rules and words for tools in a policy, without the home's path.
    [[nodiscard]] std::vector<std::string> rules_of(const std::string& policy) const {
        write_file(home_.file("policy.json"), policy);
        const auto tried = run({"policy", "lint", home_.file("policy.json")});
        BOOST_TEST(tried.code != 2, tried.err);
        std::vector<std::string> found;
        std::string list;
        for (std::size_t from = 0; from < policy.size();) {
            const auto end = policy.find('\n', from);
            auto line = policy.substr(from, end - from);
            from = end + 1;
            if (line.starts_with("    \"where\": [")) list = "where";  // rules for some calls alone
            if (const auto at = line.find(home_.path()); at != std::string::npos && at < line.find("//"))
                line.replace(at, home_.path().size(), "~");
            for (const std::string name : {"allow", "ask", "deny", "tools"})
                if (line.starts_with("        \"" + name + "\": [") ||
                    line.starts_with("    \"" + name + "\": {"))
                    list = name;
            if (list == "tools" && line.starts_with("        \""))
                tool_ = line.substr(9, line.find('"', 9) - 9);
            if (list == "tools" && line.find("\"decision\": \"") != std::string::npos)
                found.push_back("undecided " + tool_ + " " + line.substr(25, line.find('"', 25) - 25));
            add_conditional(list == "where" ? line : std::string(), found);
            if (list != "tools" && list != "where" && line.starts_with("            \""))
                found.push_back(list + " " + line.substr(13, line.find('"', 13) - 13));
        }
        return found;
    }
    void hold(const std::vector<form>& forms, const std::string& before, const std::string& behind) const {
        for (const auto& each : forms) {
            BOOST_TEST_CONTEXT(each.written) {
                const auto made = imports(before + each.written + behind);
                BOOST_TEST(made.code == 0, made.err);
                BOOST_TEST(rules_of(made.out) == each.ours, boost::test_tools::per_element());
                BOOST_TEST_INFO(made.err);
                const bool said = made.err.find("left out: ") != std::string::npos;
                BOOST_TEST((said || !each.ours.empty()));
            }
        }
    }

private:
    // Of `where`, the rules about paths inside alone.
    void add_conditional(const std::string& line, std::vector<std::string>& found) const {
        if (line.starts_with("        {")) only_inside_ = false;
        if (line.starts_with("            \"inside\": true")) only_inside_ = true;
        if (line.starts_with("            \"folder\": ")) only_inside_ = false;
        for (const std::string name : {"allow", "ask", "deny"})
            if (line.starts_with("            \"" + name + "\": [")) behavior_ = name;
        if (only_inside_ && line.starts_with("                \""))
            found.push_back(behavior_ + " " + line.substr(17, line.find('"', 17) - 17) + " inside");
    }
    std::string agent_;
    std::string file_;
    temporary_folder home_;
    mutable std::string tool_{};
    mutable std::string behavior_{};
    mutable bool only_inside_ = false;
};

std::string in_json(const std::string& text) { return boost::json::serialize(boost::json::string(text)); }

BOOST_AUTO_TEST_SUITE(import_agents_test)

BOOST_AUTO_TEST_CASE(a_literal_call_of_codex_is_a_rule_and_whatever_is_computed_allows_nothing) {
    const std::string all = "prefix_rule(pattern=[\"ls\"])\n";
    const std::vector<std::string> kept{"allow Bash(ls *)"};
    settings_bench("codex", ".codex/rules/default.rules")
        .hold(
            {
                {R"(prefix_rule(pattern=["git", "status"], decision="allow"))", {"allow Bash(git status *)"}},
                {R"(prefix_rule(pattern = ['git', ['log', "diff"]],))",
                 {"allow Bash(git log *)", "allow Bash(git diff *)"}},
                {"prefix_rule(\n    pattern = [\"git\", \"push\"],  # never\n    decision = "
                 "\"forbidden\",\n)",
                 {"deny Bash(git push *)"}},
                {R"(prefix_rule(["npm", "publish"], "prompt", justification="why"))",
                 {"ask Bash(npm publish *)"}},
                {R"(prefix_rule(pattern=[["npm","pnpm"], "test"], match=["npm test"], not_match=[["npm","x"]]))",
                 {"allow Bash(npm test *)", "allow Bash(pnpm test *)"}},
                {R"(prefix_rule(pattern=["bash"], decision="allow"))", {"allow Bash(bash *)"}},
                {R"(prefix_rule(pattern=["python3"], decision="allow"))", {"allow Bash(python3 *)"}},
                {R"(prefix_rule(pattern=["bash", "-lc"], decision="forbidden"))", {}},
                {R"(prefix_rule(pattern=["sh", "-c", "x"], decision="forbidden"))", {"deny Bash(sh -c x *)"}},
                {R"(prefix_rule(pattern=["echo", "a b"], decision="allow"))", {}},
                {R"(prefix_rule(pattern=["echo", "$HOME"], decision="allow"))", {}},
                {R"(prefix_rule(pattern=["echo", "*"], decision="forbidden"))", {}},
                {R"(prefix_rule(pattern=["FOO=1", "x"], decision="allow"))", {}},
                {R"(prefix_rule(pattern=["echo", ""], decision="allow"))", {}},
                {R"(prefix_rule(pattern=[], decision="allow"))", {}},
                {R"(prefix_rule(pattern=["ls"], decision="sometimes"))", {}},
                {R"(prefix_rule(pattern=["ls", [["a"]]]))", {}},
                {R"(prefix_rule(pattern=PATTERN, decision="allow"))", {}},
                {R"(prefix_rule(pattern=["l" + "s"], decision="allow"))", {}},
                {R"([prefix_rule(pattern=[x]) for x in ["ls"]])", {}},
                {R"(prefix_rule(decision="allow"))", {}},
                {R"(network_rule(host="example.com", protocol="https", decision="allow"))", {}},
                {R"(host_executable(name="git", paths=["/usr/bin/git"]))", {}},
                // What is not known may deny anything.
                {"X = [\"git\"]\n" + all, {}},
                {"def prefix_rule(pattern):\n    pass\n" + all, {}},
                {"load(\"x\", \"y\")\n" + all, {}},
                {"X = \"\"\"\n" + all + "\"\"\"\n", {}},
                {"prefix_rule(pattern=[\"rm\", X], decision=\"forbidden\")\n" + all, {}},
                {"prefix_rule(pattern=[\"git\", \"a b\"], decision=\"forbidden\")\n" + all, kept},
                {"prefix_rule(pattern=[\"ls\", \"a b\"], decision=\"forbidden\")\n" + all, {}},
                {"# nothing but a comment\n\n" + all, kept},
            },
            "", "\n");
}

BOOST_AUTO_TEST_CASE(a_rule_of_gemini_comes_over_as_far_as_it_is_no_regular_expression) {
    const auto shell = [](const std::string& rest) {
        return "[[rule]]\ntoolName = \"run_shell_command\"\n" + rest;
    };
    const std::string weak_allow = shell("commandPrefix = \"git\"\ndecision = \"allow\"\npriority = 1\n");
    const auto tool = [](const std::string& rest) {
        return "[[rule]]\ntoolName = " + rest + "\npriority = 5\n";
    };
    settings_bench("gemini", ".gemini/policies/mine.toml")
        .hold(
            {
                {weak_allow, {"allow Bash(git *)"}},
                {shell("commandPrefix = ['git status', \"npm test\"]\ndecision = 'allow'\npriority = 999\n"),
                 {"allow Bash(git status *)", "allow Bash(npm test *)"}},
                {shell("commandPrefix = \"git push\"\ndecision = \"deny\"\npriority = 1\n"),
                 {"deny Bash(git push *)"}},
                {shell("commandPrefix = \"npm\"\ndecision = \"ask_user\"\npriority = 1\n"),
                 {"ask Bash(npm *)"}},
                {shell("commandRegex = \"git status.*\"\ndecision = \"allow\"\npriority = 1\n"),
                 {"allow Bash(git status *)"}},
                {shell("commandRegex = \"rm .*\"\ndecision = \"deny\"\npriority = 1\n"), {"deny Bash(rm *)"}},
                {shell("commandRegex = \"rm\"\ndecision = \"deny\"\npriority = 1\n"), {"deny Bash(rm*)"}},
                {shell("commandRegex = \"(rm|mv) .*\"\ndecision = \"deny\"\npriority = 1\n"), {}},
                {shell("argsPattern = \"x\"\ndecision = \"deny\"\npriority = 1\n"), {}},
                {shell("argsPattern = \"x\"\ndecision = \"deny\"\npriority = 2\n") + weak_allow, {}},
                {shell("argsPattern = \"x\"\ndecision = \"deny\"\npriority = 0\n") + weak_allow,
                 {"allow Bash(git *)"}},
                {shell("decision = \"ask_user\"\npriority = 0\n") + weak_allow,
                 {"allow Bash(git *)", "undecided Bash ask"}},
                {shell("decision = \"deny\"\npriority = 0\n") + weak_allow,
                 {"allow Bash(git *)", "undecided Bash deny"}},
                {shell("decision = \"ask_user\"\npriority = 2\n") + weak_allow,
                 {"allow Bash(git *)", "ask Bash"}},
                {shell("commandPrefix = \"git push\"\ndecision = \"deny\"\npriority = 0\n") + weak_allow,
                 {"allow Bash(git *)", "deny Bash(git push *)"}},
                {shell("decision = \"allow\"\npriority = 1\n"), {}},
                {weak_allow + "modes = [\"plan\"]\n", {}},
                {weak_allow + "subagent = \"x\"\n", {}},
                {weak_allow + "interactive = true\n", {}},
                {shell("decision = \"deny\"\npriority = 1\nmodes = [\"plan\"]\n"), {"deny Bash"}},
                {tool("\"write_file\"\ndecision = \"allow\""), {}},
                {tool("\"write_file\"\ndecision = \"deny\""), {"deny Write"}},
                {tool("[\"replace\", \"google_web_search\"]\ndecision = \"deny\""),
                 {"deny Edit", "deny WebSearch"}},
                {tool("\"google_web_search\"\ndecision = \"allow\""), {"allow WebSearch"}},
                {tool("\"*\"\ndecision = \"allow\""), {}},
                {tool("\"*\"\ndecision = \"deny\""), {"deny *"}},
                {tool("\"no_such_tool\"\ndecision = \"deny\""), {}},
                {tool("\"mcp_github_*\"\ndecision = \"allow\""), {"allow mcp__github__*"}},
                {tool("\"mcp_a_b_c\"\ndecision = \"allow\""), {}},
                {tool("\"mcp_a_b_c\"\ndecision = \"deny\""), {"deny mcp__a__b_c", "deny mcp__a_b__c"}},
                {tool("\"get\"\nmcpName = \"github\"\ndecision = \"allow\""), {"allow mcp__github__get"}},
                {tool("\"*\"\nmcpName = \"*\"\ndecision = \"allow\""), {}},
                {"[[rule]]\ntoolName = \"*\"\ndecision = \"maybe\"\npriority = 1\n" + weak_allow, {}},
                {"[[rule]]\ntoolName = \"\"\"\n*\"\"\"\ndecision = \"deny\"\npriority = 1\n" + weak_allow,
                 {}},
                {weak_allow + "[rule.toolAnnotations]\nreadOnlyHint = true\n", {}},
            },
            "", "");
}

BOOST_AUTO_TEST_CASE(of_the_permissions_of_opencode_the_last_one_counts_here_too) {
    settings_bench("opencode", ".config/opencode/opencode.jsonc")
        .hold(
            {
                {R"("bash": {"git status": "allow"})", {"allow Bash(git status)"}},
                {R"("bash": {"git *": "allow"})", {"allow Bash(git *)"}},
                {R"("bash": {"git*": "allow"})", {"allow Bash(git*)"}},
                {R"("bash": "allow")", {}},
                {R"("bash": "deny")", {"deny Bash"}},
                {R"("bash": {"*": "ask"})", {"ask Bash"}},
                {R"("bash": {"*": "ask", "git *": "allow"})", {"allow Bash(git *)", "undecided Bash ask"}},
                {R"("bash": {"*": "deny", "git *": "allow"})", {"allow Bash(git *)", "undecided Bash deny"}},
                {R"("bash": {"git *": "allow", "*": "ask"})", {"allow Bash(git *)", "ask Bash"}},
                {R"("bash": {"git *": "allow", "git push *": "deny"})",
                 {"allow Bash(git *)", "deny Bash(git push *)"}},
                {R"("bash": {"git push *": "deny", "git *": "allow"})",
                 {"allow Bash(git *)", "deny Bash(git push *)"}},
                {R"("bash": {"git *": "ask", "git status *": "allow"})",
                 {"allow Bash(git status *)", "undecided Bash ask"}},
                {R"("bash": {"ls *": "allow", "git log *": "allow", "git *": "ask", "git status *": "allow"})",
                 {"allow Bash(ls *)", "allow Bash(git status *)", "undecided Bash ask"}},
                {R"("bash": {"git *": "allow", "*sudo*": "deny"})",
                 {"allow Bash(git *)", "deny Bash(*sudo*)"}},
                {R"("bash": {"*sudo*": "deny", "git *": "allow"})",
                 {"allow Bash(git *)", "deny Bash(*sudo*)"}},
                {R"("bash": {"rm *": "allow"})", {}},
                {R"("bash": {"c*": "allow"})", {}},
                {R"("bash": {"rm -rf build": "allow"})", {"allow Bash(rm -rf build)"}},
                {R"("bash": {"rm -rf /srv": "allow"})", {}},
                {R"("bash": {"npm run test:*": "allow"})", {}},
                {R"("bash": {"git * main": "deny"})", {"deny Bash(git * main)"}},
                {R"("edit": "allow")", {}},
                {R"("edit": "deny")", {"deny Edit"}},
                {R"("edit": {"*.env": "deny"})", {"deny Edit(**/*.env)"}},
                {R"("edit": {"secrets/*": "ask"})", {"ask Edit(**/secrets/**)"}},
                {R"("edit": {"src/*.ts": "deny"})", {"deny Edit(**/src/**/*.ts)"}},
                {R"("edit": {"a*b": "deny"})", {}},
                {R"("edit": {"src/*": "allow"})", {}},
                {R"("read": {"~/.ssh/*": "deny"})", {"deny Read(~/.ssh/**)"}},
                {R"("webfetch": "ask")", {"ask WebFetch"}},
                {R"("webfetch": {"https://docs.rs/*": "allow"})", {"allow WebFetch(https://docs.rs/*)"}},
                {R"("webfetch": {"https://docs.rs*": "allow"})", {}},
                {R"("task": {"explore": "allow"})", {"allow Task(explore)"}},
                {R"("external_directory": "allow")", {}},
                {R"("github_*": "deny")", {"deny github_*"}},
                {R"("github_*": "allow")", {}},
                {R"("b*": "deny")", {}},
                {R"("*": "allow")", {}},
                {R"("*": "deny")", {"deny *"}},
            },
            "{ // mine\n \"permission\": {", "},}");
}

BOOST_AUTO_TEST_CASE(words_of_copilots_command_line_are_rules) {
    const settings_bench at("copilot", ".copilot/words.sh");
    const std::vector<std::pair<std::vector<std::string>, std::vector<std::string>>> rows{
        {{"--allow-tool", "shell(git:*)"}, {"allow Bash(git *) inside"}},
        {{"--allow-tool", "shell(git push)"}, {"allow Bash(git push *) inside"}},
        {{"--allow-tool=shell(ls)"}, {"allow Bash(ls *) inside"}},
        {{"--allow-tool=shell(git)"}, {}},
        {{"--allow-tool=shell(gh pr create)"}, {"allow Bash(gh pr create *) inside"}},
        {{"--allow-tool=shell(npm run test)"}, {}},
        {{"--allow-tool=shell(npm run test:*)"}, {}},
        {{"--allow-tool=shell"},
         {"ask Bash(curl *)", "ask Bash(fetch *)", "ask Bash(wget *)", "allow Bash inside"}},
        {{"--allow-tool=shell(curl)"}, {}},
        {{"--allow-all-urls", "--allow-tool=shell(curl)"}, {"allow Bash(curl *) inside"}},
        {{"--allow-tool=shell(git add -A)"}, {}},
        {{"--allow-tool=shell(bash)"}, {"allow Bash(bash *) inside"}},
        {{"--allow-tool=shell(ls), shell(git status)"},
         {"allow Bash(ls *) inside", "allow Bash(git status *) inside"}},
        {{"--allow-tool=write"}, {}},
        {{"--allow-tool=write(.env)"}, {}},
        {{"--allow-tool=write(/srv/x)"}, {"allow Edit(/srv/x) inside", "allow Write(/srv/x) inside"}},
        {{"--allow-tool=MyMCP(get)"}, {}},
        {{"--allow-tool=url(docs.rs)"}, {"allow WebFetch(https://docs.rs/*)"}},
        {{"--allow-url", "http://docs.rs"}, {"allow WebFetch(http://docs.rs/*)"}},
        {{"--allow-url", "docs.rs/x"}, {}},
        {{"--deny-tool", "shell(git push)"}, {"deny Bash(git push *)"}},
        {{"--deny-tool", "shell(rm)"}, {"deny Bash(rm *)"}},
        {{"--deny-tool", "shell(npm run test)"}, {"deny Bash(npm run test *)"}},
        {{"--deny-tool", "shell"}, {"deny Bash"}},
        {{"--deny-tool", "write"}, {"deny Edit(/**)"}},
        {{"--deny-tool", "write(.env)"}, {"deny Edit(**/.env)"}},
        {{"--deny-tool", "write(/srv/x)"}, {"deny Edit(/srv/x)"}},
        {{"--deny-url", "docs.rs"}, {}},
        {{"--deny-tool", "MyMCP"}, {}},
        {{"--deny-tool", "shell(a|b)", "--allow-tool", "shell(ls)"}, {"allow Bash(ls *) inside"}},
        {{"--allow-all-paths", "--allow-tool", "shell(ls)"}, {"allow Bash(ls *)"}},
        {{"-p", "--allow-all-paths", "--allow-tool", "shell(ls)"}, {"allow Bash(ls *) inside"}},
        {{"--allow-all-paths=false", "--allow-tool", "shell(ls)"}, {"allow Bash(ls *) inside"}},
        {{"--allow-tool", "shell(ls)", "--available-tools", "view"}, {}},
        {{"--allow-tool", "shell(ls)", "--excluded-tools=bash"}, {}},
        {{"--yolo", "--deny-tool", "shell(rm)"}, {"deny Bash(rm *)"}},
    };
    for (const auto& [words, ours] : rows) {
        BOOST_TEST_CONTEXT(words.back()) {
            auto typed = words;
            typed.insert(typed.begin(), "--");
            const auto made = at.imports("", typed);
            BOOST_TEST(made.code == 0, made.err);
            BOOST_TEST(at.rules_of(made.out) == ours, boost::test_tools::per_element());
        }
    }
    const auto of_file =
        at.imports("alias c=\"copilot --deny-tool 'shell(rm)'\"\ncopilot --allow-tool \\\n 'shell(ls)'\n",
                   {at.file(".copilot/words.sh"), "--mine"});
    const std::vector<std::string> allowed{"allow Bash(ls *) inside"};
    BOOST_TEST(at.rules_of(of_file.out) == allowed, boost::test_tools::per_element());
    BOOST_TEST(at.imports("copilot --allow-tool 'shell(ls)'", {at.file(".copilot/words.sh")})
                   .err.find("what a repository brings allows nothing") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_rule_of_cursor_is_about_the_first_word_of_a_command) {
    const auto lists = [](const std::string& list, const std::string& rule) {
        return "{\"permissions\":{\"" + list + "\":[" + in_json(rule) + "]}}";
    };
    const auto allow = [&](const std::string& rule) { return lists("allow", rule); };
    const auto deny = [&](const std::string& rule) { return lists("deny", rule); };
    settings_bench("cursor", ".cursor/cli-config.json")
        .hold(
            {
                {allow("Shell(git)"), {"allow Bash(git *)"}},
                {allow("Shell(curl:*)"), {"allow Bash(curl *)"}},
                {allow("Shell(git:status)"), {"allow Bash(git status)"}},
                {allow("Shell(git:status*)"), {"allow Bash(git status*)"}},
                {allow("Shell(npm run test)"), {}},
                {allow("Shell(*)"), {"allow Bash"}},
                {allow("Shell(**)"), {"allow Bash"}},
                {allow("Shell(python3)"), {"allow Bash(python3 *)"}},
                {allow("Read(src/**)"), {}},
                {allow("Read(/srv/**)"), {"allow Read(/srv/**)"}},
                {allow("Write(package.json)"), {}},
                {allow("Write(/srv/x)"), {"allow Edit(/srv/x)", "allow Write(/srv/x)"}},
                {allow("WebFetch(docs.rs)"), {"allow WebFetch(domain:docs.rs)"}},
                {allow("WebFetch(*.docs.rs)"), {"allow WebFetch(domain:*.docs.rs)"}},
                {allow("Mcp(x:y)"), {}},
                {allow("Other(x)"), {}},
                {deny("Shell(rm)"), {"deny Bash(rm *)"}},
                {deny("Shell(npm run test)"), {"deny Bash(npm run test *)"}},
                {deny("Shell(git:push*)"), {"deny Bash(git push*)"}},
                {deny("Shell(a|b)"), {}},
                {deny("Read(.env*)"), {"deny Path(**/.env*/**)"}},
                {deny("Read(/etc/passwd)"), {"deny Path(/etc/passwd/**)"}},
                {deny("Write(**/*.key)"), {"deny Edit(**/*.key)"}},
                {deny("Write(.env)"), {"deny Edit(**/.env)"}},
                {deny("Write(/srv/x)"), {"deny Edit(/srv/x)"}},
                {deny("Write({a,b})"), {}},
                {deny("WebFetch(*)"), {"deny WebFetch"}},
                {deny("Mcp(x:y)"), {}},
                {R"r({"permissions":{"allow":["Shell(ls)"],"deny":["Other(x)"]}})r", {}},
            },
            "", "");
    settings_bench("cursor", ".cursor/permissions.json")
        .hold({{R"(["git", "cargo build"])", {"allow Bash(git *)", "allow Bash(cargo build *)"}},
               {R"(["bash"])", {"allow Bash(bash *)"}}},
              "// mine\n{\"terminalAllowlist\": ", ",}");
}

// What an agent denies in a way that has no form here takes out what it allows.
BOOST_AUTO_TEST_CASE(an_allow_rule_covers_no_more_here_than_in_the_agent) {
    struct {
        std::string agent, file, text, other_file, other_text;
    } const rows[] = {
        {"codex", ".codex/rules/a.rules", "prefix_rule([\"npm\",\"r*\"])", "", ""},
        {"gemini", ".gemini/policies/a.toml",
         "[[rule]]\ntoolName=\"run_shell_command\"\ncommandPrefix=\"git*\"\ndecision=\"allow\"\npriority=1\n",
         "", ""},
        {"gemini", ".gemini/policies/a.toml",
         "[[rule]]\ntoolName=\"run_shell_command\"\ncommandPrefix=\"git\"\ndecision=\"allow\"\npriority=5_"
         "0\n",
         "", ""},
        {"gemini", ".gemini/policies/a.toml",
         "[[rule]]\ntoolName=\"run_shell_command\"\ncommandPrefix=\"git\"\ndecision=\"allow\"\npriority=1\n",
         ".gemini/settings.json", R"r({"tools":{"exclude":["run_shell_command(git push)"]}})r"},
        {"opencode", ".config/opencode/opencode.json",
         R"({"permission":{"bash":{"git *":"allow","g?t push *":"ask"}}})", "", ""},
        {"opencode", ".config/opencode/opencode.jsonc", R"({"permission":{"bash":{"git *":"allow"}}})",
         ".config/opencode/opencode.json", R"({"permission":{"bash":{"git log *":"ask"}}})"},
        {"opencode", ".config/opencode/opencode.json",
         R"({"permission":{"edit":{"/srv/*":"allow","/srv/a*b":"deny"}}})", "", ""},
        {"copilot", "words", "--allow-tool 'shell(curl)' --deny-url evil.com", "", ""},
        {"copilot", "words", "# --allow-tool 'shell(rm)'\n--deny-tool 'shell(x)'", "", ""},
        {"copilot", "words", "--allow-tool 'shell(git:*)' --deny-tool 'shell(rm)' 'shell(\"git push\")'", "",
         ""},
        {"copilot", "words", "--allow-tool 'write(/srv/x)' --deny-tool 'write(/srv/*)'", "", ""},
        {"cursor", ".cursor/cli-config.json",
         R"r({"permissions":{"allow":["Shell(git)"],"deny":["Shell(g?t)"]}})r", "", ""},
        {"cursor", ".cursor/cli-config.json", R"r({"permissions":{"allow":["Shell(npm:run test:*)"]}})r", "",
         ""},
        {"cursor", ".cursor/cli-config.json",
         R"r({"permissions":{"allow":["Write(/srv/**)"],"deny":["Write(/srv/{a,b})"]}})r", "", ""},
        {"cursor", ".cursor/permissions.json", R"({"terminalAllowlist":["npm r*"]})", "", ""},
    };
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.agent << ": " << each.text << each.other_text) {
            const settings_bench at(each.agent, each.file);
            if (!each.other_file.empty()) write_file(at.file(each.other_file), each.other_text);
            const bool words = each.agent == "copilot";
            const auto made =
                at.imports(each.text, words ? std::vector<std::string>{"--mine", at.file(each.file)}
                                            : std::vector<std::string>());
            BOOST_TEST(made.code == 0, made.err);
            for (const auto& rule : at.rules_of(made.out)) BOOST_TEST(!rule.starts_with("allow "), rule);
        }
}

BOOST_AUTO_TEST_CASE(what_a_repository_brings_of_any_agent_allows_nothing) {
    struct {
        std::string agent, file, text;
    } const rows[] = {
        {"codex", "project/.codex/rules/x.rules",
         "prefix_rule(pattern=[\"ls\"])\nprefix_rule([\"rm\"],\"forbidden\")\n"},
        {"gemini", "project/.gemini/policies/x.toml",
         "[[rule]]\ntoolName=\"run_shell_command\"\ncommandPrefix=\"ls\"\ndecision=\"allow\"\npriority=1\n"
         "[[rule]]\ntoolName=\"run_shell_command\"\ncommandPrefix=\"rm\"\ndecision=\"deny\"\npriority=1\n"},
        {"opencode", "project/opencode.json", R"({"permission":{"bash":{"ls *":"allow","rm *":"deny"}}})"},
        {"cursor", "project/.cursor/cli.json",
         R"r({"permissions":{"allow":["Shell(ls)"],"deny":["Shell(rm)"]}})r"},
    };
    const std::vector<std::string> denied{"deny Bash(rm *)"};
    for (const auto& each : rows) {
        BOOST_TEST_CONTEXT(each.agent) {
            const settings_bench at(each.agent, each.file);
            for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--mine"}}) {
                auto words = more;
                words.push_back(at.file(each.file));
                const auto made = at.imports(each.text, words);
                BOOST_TEST(made.code == 0, made.err);
                // Said to be the user's own of that project, what it allows holds for calls there.
                const auto folder = "\"folder\": \"" + at.file("project") + "\"";
                BOOST_TEST((made.out.find(folder) != std::string::npos) == !more.empty(), made.out);
                BOOST_TEST(at.rules_of(made.out) == denied, boost::test_tools::per_element());
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace import_agents_test
