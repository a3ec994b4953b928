#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace policy_test {
namespace {

using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr auto policy_text = R"json({
    "rules": {
        "allow": ["Bash(npm *)"],
        "ask": ["Bash(npm publish)"],
        "deny": ["Bash(rm *)"],
    },
    "blocked_tools": ["KillShell"], // nobody needs it
    "trusted_tools": ["mcp__calc__add"],
})json";

std::string bash(const std::string& command) { return R"({"command":")" + command + R"("})"; }

finished check(const std::string& tool, const std::string& input, const std::vector<std::string>& options,
               const surroundings& in = {}) {
    std::vector<std::string> arguments{"check", "--tool", tool, "--input", input};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run(arguments, {}, in);
}

// A file that lets exactly this command pass, which shows whether it was the one that was found.
std::string allows(const std::string& command) {
    return R"json({"rules":{"allow":["Bash()json" + command + R"json()"]}})json";
}

BOOST_AUTO_TEST_SUITE(policy_test)

BOOST_AUTO_TEST_CASE(a_printed_policy_means_what_the_built_in_one_does) {
    const temporary_folder folder;
    const auto printed = folder.file("policy.json");
    write_file(printed, run({"policy", "print", "standard"}).out);
    write_file(folder.file(".env"), "x");
    const auto code_of = R"(python3 -c 'print(1)')";
    const struct {
        std::string command;
        std::vector<std::string> options;
        int code;
    } table[] = {
        {"ls -la", {}, 0},
        {"ls -la .env*", {}, 0},
        {"cat .env", {}, 4},
        {code_of, {}, 4},
        {code_of, {"--allow", std::string("Bash(") + code_of + ")"}, 0},
        {code_of, {"--allow", std::string("Bash(") + code_of + ")", "--ask", "Path(**/.env/**)"}, 4},
        {"cat $F", {"--mode", "allow"}, 0},
        {"cat $F", {"--mode", "allow", "--ask", "Path(**/.env/**)"}, 4},
    };
    for (const auto& row : table)
        for (const auto& policy : {std::string("standard"), printed}) BOOST_TEST_CONTEXT(row.command) {
                auto options = row.options;
                options.insert(options.end(), {"--policy", policy, "--cwd", folder.path()});
                const auto result = check("Bash", bash(row.command), options);
                BOOST_TEST(result.code == row.code, result.out << result.err);
            }
}

BOOST_AUTO_TEST_CASE(a_policy_file_decides) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, policy_text);
    const struct {
        std::string tool;
        std::string input;
        int code;
        std::string out;
    } table[] = {
        {"Bash", bash("npm test"), 0, "allow: allowed by rule `Bash(npm *)` (your policy)\n"},
        {"Bash", bash("npm publish"), 4,
         "ask: `npm publish` sends data to another machine (ask rule `Bash(npm publish)`, your policy)\n"},
        {"Bash", bash("rm x"), 3, "deny: denied by rule `Bash(rm *)` (your policy)\n"},
        {"Bash", bash("ls"), 4, "ask: `ls` only looks; no rule allows it\n"},
        {"KillShell", "{}", 3, "deny: blocked by the policy: `KillShell`\n"},
        {"mcp__calc__add", "{}", 0, "allow: the policy trusts this tool\n"},
        {"mcp__calc__sub", "{}", 4,
         "ask: nothing is known about the tool `mcp__calc__sub`; no rule allows it\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.tool << " " << row.input) {
            const auto result = check(row.tool, row.input, {"--policy", path});
            BOOST_TEST(result.code == row.code);
            BOOST_TEST(result.out == row.out);
            BOOST_TEST(result.err.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_the_command_line_says_stands_beside_the_file_and_deny_wins) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({"mode":"allow","rules":{"allow":["Bash(npm *)"],"deny":["Bash(rm *)"]}})json");
    const struct {
        std::string command;
        std::vector<std::string> options;
        std::string out;
    } table[] = {
        {"ls", {}, "allow: allowed by permission mode `allow`\n"},
        {"ls", {"--mode", "ask"}, "ask: `ls` only looks; no rule allows it\n"},
        {"ls", {"--mode", "ask", "--allow", "Bash(ls)"}, "allow: allowed by rule `Bash(ls)` (an option)\n"},
        {"npm test",
         {"--mode", "ask", "--allow", "Bash(ls)"},
         "allow: allowed by rule `Bash(npm *)` (your policy)\n"},
        {"npm test", {"--mode", "deny"}, "deny: denied by permission mode `deny`\n"},
        {"npm test", {"--deny", "Bash(npm *)"}, "deny: denied by rule `Bash(npm *)` (an option)\n"},
        {"npm test",
         {"--ask", "Bash(npm *)"},
         "ask: `npm test` runs code of the project (ask rule `Bash(npm *)`, an option)\n"},
        {"rm x",
         {"--mode", "allow", "--allow", "Bash(rm *)"},
         "deny: denied by rule `Bash(rm *)` (your policy)\n"},
        {"ls",
         {"--mode", "dont_ask"},
         "deny: `ls` only looks; no rule allows it, and permission mode `dont_ask` asks nobody\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.out) {
            auto options = row.options;
            options.insert(options.end(), {"--policy", path});
            BOOST_TEST(check("Bash", bash(row.command), options).out == row.out);
        }
    }
}

BOOST_AUTO_TEST_CASE(
    the_agent_may_change_the_mode_only_where_the_file_says_so_and_the_command_line_has_none) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::string wish =
        R"({"type":"control_request","request_id":"m","request":{"subtype":"set_permission_mode","mode":"allow"}})"
        "\n";
    const struct {
        std::string content;
        std::vector<std::string> options;
        bool changed;
    } table[] = {
        {"", {}, false},
        {"", {"--allow", "Bash(npm *)"}, false},
        {"", {"--on-ask", "allow"}, false},
        {"", {"--policy", "bare"}, false},
        {"", {"--policy", "standard"}, false},
        {"", {"--mode", "ask"}, false},
        {"{}", {"--policy", path}, false},
        {R"({"peer_mode":"any"})", {"--policy", path}, true},
        {R"({"peer_mode":"stricter"})", {"--policy", path}, false},
        {R"({"peer_mode":"any"})", {"--policy", path, "--mode", "ask"}, false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT("`" << row.content << "` with " << row.options.size() << " options") {
            write_file(path, row.content);
            std::vector<std::string> arguments{"serve", "--dialect", "flat"};
            arguments.insert(arguments.end(), row.options.begin(), row.options.end());
            const auto result = run(arguments, wish);
            BOOST_TEST((result.out.find(R"("result":{"mode":"allow"})") != std::string::npos) == row.changed);
            BOOST_TEST((result.out.find("invalid_mode") == std::string::npos) == row.changed);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_file_is_the_first_of_flag_variable_and_configuration) {
    const temporary_folder folder;
    const auto flag = folder.file("flag.json");
    const auto variable = folder.file("variable.json");
    write_file(flag, allows("flag"));
    write_file(variable, allows("variable"));
    write_file(folder.file("xdg/assent/policy.json"), allows("xdg"));
    write_file(folder.file("home/.config/assent/policy.json"), allows("home"));
    write_file(folder.file("relative/assent/policy.json"), allows("relative"));

    using text = std::optional<std::string>;
    const struct {
        std::vector<std::string> options;
        text variable, xdg, home;
        std::string found;
    } table[] = {
        {{"--policy", flag}, variable, folder.file("xdg"), folder.file("home"), "flag"},
        {{}, variable, folder.file("xdg"), folder.file("home"), "variable"},
        {{}, {}, folder.file("xdg"), folder.file("home"), "xdg"},
        {{}, "", folder.file("xdg"), folder.file("home"), "xdg"},
        {{}, {}, {}, folder.file("home"), "home"},
        {{}, {}, "", folder.file("home"), "home"},
        {{}, {}, "relative", folder.file("home"), "home"},
        {{}, {}, "relative", "relative", ""},
        {{}, {}, {}, {}, ""},
        {{}, "bare", folder.file("xdg"), folder.file("home"), ""},
        {{"--policy", "bare"}, variable, folder.file("xdg"), folder.file("home"), ""},
        {{}, {}, folder.file("empty"), folder.file("home"), ""},
    };
    for (const auto& row : table) {
        const surroundings in{.environment = {{"ASSENT_POLICY", row.variable},
                                              {"XDG_CONFIG_HOME", row.xdg},
                                              {"HOME", row.home}},
                              .folder = folder.path()};
        for (const auto* each : {"flag", "variable", "xdg", "home", "relative"}) {
            BOOST_TEST_CONTEXT("found " << row.found << ", tried " << each) {
                const auto result = check("Bash", bash(each), row.options, in);
                BOOST_TEST(result.code == (row.found == each ? 0 : 4));
                BOOST_TEST(result.err.empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_that_was_found_and_not_named_is_told_to_those_who_listen) {
    const temporary_folder folder;
    const auto path = folder.file("xdg/assent/policy.json");
    write_file(path, allows("ls"));
    const surroundings in{.environment = {{"XDG_CONFIG_HOME", folder.file("xdg")}}};
    BOOST_TEST(check("Bash", bash("ls"), {"--log-level", "info"}, in).err ==
               "assent: info: policy: " + path + "\n");
    BOOST_TEST(check("Bash", bash("ls"), {}, in).err.empty());
    BOOST_TEST(check("Bash", bash("ls"), {"--log-level", "info", "--policy", path}, in).err.empty());
    BOOST_TEST(check("Bash", bash("ls"), {"--log-level", "info"}).err.empty());
}

BOOST_AUTO_TEST_CASE(a_batch_is_decided_by_its_lines_alone) {
    const temporary_folder folder;
    write_file(folder.file("assent/policy.json"), "not a policy");
    const auto result =
        run({"check", "--batch", "--log-level", "info"}, R"({"call":{"tool_name":"Bash","input":{}}})",
            {.environment = {{"XDG_CONFIG_HOME", folder.path()}}});
    BOOST_TEST(result.code == 0);
    BOOST_TEST(
        result.out ==
        R"({"decision":"ask","source":"undecided","reason":"its input has no `command`, so what `Bash` does cannot be told; no rule allows it"})"
        "\n");
    BOOST_TEST(result.err.empty());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_good_is_not_used_and_the_message_says_why) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const struct {
        std::string content;
        std::string expected;  // what follows the path
    } table[] = {
        {"{\n  \"limits\": {\n    \"per_minute\": \"30\"\n  }\n}",
         ":3: limits.per_minute: expected a whole number from 0 to 100000 or null, got \"30\"\n"},
        {"{\n  \"rules\": {\"deny\": [\"Bash(\"]}\n}", ":2: rules.deny[0]: expected `)` at the end\n"},
        {"{\n  \"moed\": \"ask\"\n}", ":2: moed: unknown key; did you mean `mode`?\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.content) {
            write_file(path, row.content);
            const auto named = check("Bash", bash("ls"), {"--policy", path});
            BOOST_TEST(named.code == 2);
            BOOST_TEST(named.out.empty());
            BOOST_TEST(named.err == "assent: --policy: " + path + row.expected);
            const auto found = check("Bash", bash("ls"), {}, {.environment = {{"ASSENT_POLICY", path}}});
            BOOST_TEST(found.code == 2);
            BOOST_TEST(found.err == "assent: ASSENT_POLICY: " + path + row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_named_file_that_cannot_be_read_is_wrong_usage) {
    const temporary_folder folder;
    const auto missing = folder.file("missing.json");
    write_file(folder.file("xdg/assent/policy.json/file"), "");
    const struct {
        std::vector<std::string> options;
        surroundings in;
        std::string expected;
    } table[] = {
        {{"--policy", missing},
         {},
         "assent: --policy: cannot read policy file `" + missing + "`: No such file or directory\n"},
        {{"--policy", folder.path()},
         {},
         "assent: --policy: cannot read policy file `" + folder.path() +
             "`: expected a regular file, got a directory\n"},
        {{},
         {.environment = {{"ASSENT_POLICY", missing}}},
         "assent: ASSENT_POLICY: cannot read policy file `" + missing + "`: No such file or directory\n"},
        {{},
         {.environment = {{"XDG_CONFIG_HOME", folder.file("xdg")}}},
         "assent: policy: cannot read policy file `" + folder.file("xdg/assent/policy.json") +
             "`: expected a regular file, got a directory\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) {
            const auto result = check("Bash", bash("ls"), row.options, row.in);
            BOOST_TEST(result.code == 2);
            BOOST_TEST(result.err == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_whose_examples_are_decided_otherwise_is_refused_and_the_difference_shown) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::string rules = R"json({"rules":{"allow":["Bash(npm *)"]},"examples":[)json";
    const std::string good = R"({"tool":"Bash","input":{"command":"npm test"},"expect":"allow"})";
    const std::string bad = R"({"tool":"Bash","input":{"command":"npm publish"},"expect":"deny"})";
    write_file(path, rules + good + "," + bad + "]}");
    const auto result = check("Bash", bash("npm test"), {"--policy", path});
    BOOST_TEST(result.code == 2);
    BOOST_TEST(result.err ==
               "assent: --policy: " + path +
                   ": 1 of 2 examples are decided otherwise; examples[1]: Bash: expected deny, got "
                   "allow: allowed by rule `Bash(npm *)` (your policy)\n");
    write_file(path, rules + good + "]}");
    BOOST_TEST(check("Bash", bash("npm test"), {"--policy", path}).code == 0);
    // They speak of the file, not of what stands beside it.
    BOOST_TEST(check("Bash", bash("npm test"), {"--policy", path, "--mode", "deny"}).code == 3);
}

BOOST_AUTO_TEST_CASE(a_printed_policy_is_a_file_that_decides_the_same) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::vector<std::pair<std::string, std::string>> calls{
        {"Bash", bash("ls")},
        {"Bash", bash("npm test")},
        {"Bash", bash("rm -rf /")},
        {"Read", R"({"file_path":"a.c"})"},
        {"Read", R"({"file_path":"/proj/a.c"})"},
        {"Read", R"({"file_path":"/etc/shadow"})"},
        {"Write", R"({"file_path":"/proj/a.c","content":""})"},
        {"Glob", R"({"pattern":"*.c"})"},
        {"WebFetch", R"({"url":"https://example.org/"})"},
        {"mcp__mail__send", "{}"},
        {"mcp__mail__list", "{}"},
    };
    for (const std::string name : {"standard", "bare"}) {
        const auto printed = run({"policy", "print", name});
        BOOST_REQUIRE(printed.code == 0);
        BOOST_TEST(printed.err.empty());
        write_file(path, printed.out);
        for (const auto& [tool, input] : calls) {
            BOOST_TEST_CONTEXT(name << " " << tool << " " << input) {
                const auto by_name = check(tool, input, {"--policy", name, "--explain", "--json"});
                const auto by_file = check(tool, input, {"--policy", path, "--explain", "--json"});
                BOOST_TEST(by_name.out == by_file.out);
                BOOST_TEST(by_name.code == by_file.code);
                BOOST_TEST(by_name.err.empty());
                BOOST_TEST(by_file.err.empty());
            }
        }
    }
    // The two are not the same, or the table would show nothing.
    BOOST_TEST(check("Read", R"({"file_path":"a.c"})", {"--policy", "standard"}).code == 0);
    BOOST_TEST(check("Read", R"({"file_path":"a.c"})", {"--policy", "bare"}).code == 4);
}

// An example that expects what is to be decided about a command.
std::string example(const std::string& command, const std::string& expected) {
    return R"({"tool":"Bash","input":)" + bash(command) + R"(,"expect":")" + expected + R"("})";
}

BOOST_AUTO_TEST_CASE(rules_that_decided_no_example_are_told_and_fail_only_where_coverage_is_required) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::string ten = R"("a","b","c","d","e","f","g","h","i","j")";
    const struct {
        std::string what;
        std::string rules;
        std::string example;
        std::string told;      // behind the count of examples
        std::string told_all;  // where coverage is required; empty: the same
    } table[] = {
        {"it allowed", R"json("allow":["Bash(npm *)"])json", example("npm test", "allow"), "", ""},
        {"it denied", R"json("deny":["Bash(npm *)"])json", example("npm test", "deny"), "", ""},
        {"it asked", R"json("ask":["Bash(npm *)"])json", example("npm test", "ask"), "", ""},
        {"it may cover the call", R"json("deny":["Path(/srv/x)"])json", example("cat $F", "ask"), "", ""},
        {"two shared the commands", R"json("allow":["Bash(npm *)","Bash(ls *)"])json",
         example("npm test && ls x", "allow"), "", ""},
        {"it stands there twice", R"json("allow":["Bash(npm *)","Bash(npm *)"])json",
         example("npm test", "allow"), "", ""},
        {"a stricter one decided", R"json("allow":["Bash(npm *)"],"ask":["Bash(npm publish)"])json",
         example("npm publish", "ask"), "2 rules: 1 decided no example: 3: allow Bash(npm *)\n", ""},
        {"nothing was said of it", R"json("wall":["Bash(npm *)"],"deny":["WebFetch"])json",
         example("ls", "ask"), "2 rules: 2 decided no example: 3: wall Bash(npm *), 3: deny WebFetch\n", ""},
        {"it is built in", R"json("built_in":["Path(**/.ssh/**)"])json", example("ls", "ask"), "", ""},
        {"they are many", R"("deny":[)" + ten + "]", example("ls", "ask"),
         "10 rules: 10 decided no example: 3: deny a, 3: deny b, 3: deny c, 3: deny d, 3: deny e, 3: deny f, "
         "3: deny g, 3: deny h, and 2 more; --json shows each\n",
         "10 rules: 10 decided no example: 3: deny a, 3: deny b, 3: deny c, 3: deny d, 3: deny e, 3: deny f, "
         "3: deny g, 3: deny h, 3: deny i, 3: deny j\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            write_file(path, "{\n\"rules\":\n{" + row.rules + "},\"examples\":[" + row.example + "]}");
            const std::string count = "\n1 example: 1 ok, 0 failed\n";
            const auto told = run({"policy", "test", path});
            BOOST_TEST(told.code == 0);
            BOOST_TEST(told.out.ends_with(count + row.told), told.out);
            const auto required = run({"policy", "test", path, "--require-coverage"});
            BOOST_TEST(required.code == (row.told.empty() ? 0 : 1));
            BOOST_TEST(required.out.ends_with(count + (row.told_all.empty() ? row.told : row.told_all)),
                       required.out);
        }
    }
}

// Three rules, of which one allows, one denies against what is expected, and one decides nothing.
constexpr auto tried = R"json({
    "rules": {"allow": ["Bash(npm *)"], "deny": ["Bash(npm publish)", "WebFetch"]},
    "examples": [
        {"tool": "Bash", "input": {"command": "npm test"}, "expect": "allow"},
        {"tool": "Bash", "input": {"command": "npm publish"}, "agent": "codex", "expect": "ask"}
    ]
})json";

BOOST_AUTO_TEST_CASE(what_came_out_of_the_examples_is_one_line_of_json) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), tried);
    const auto result = run({"policy", "test", "policy.json", "--json"}, {}, {.folder = folder.path()});
    BOOST_TEST(result.code == 1);
    BOOST_TEST(result.err.empty());
    BOOST_TEST(
        result.out ==
        R"json({"file":"policy.json","examples":[{"tool":"Bash","input":{"command":"npm test"},"cwd":"","expect":"allow","decided":"allow","line":4,"where":"examples[0]","reason":"allowed by rule `Bash(npm *)` (your policy)","ok":true},)json"
        R"json({"tool":"Bash","input":{"command":"npm publish"},"cwd":"","agent":"codex","expect":"ask","decided":"deny","line":5,"where":"examples[1]","reason":"denied by rule `Bash(npm publish)` (your policy)","ok":false}],"ok":1,"failed":1,)json"
        R"json("coverage":{"rules":3,"covered":2,"uncovered":[{"line":2,"where":"rules.deny[1]","behavior":"deny","rule":"WebFetch"}]}})json"
        "\n");
}

BOOST_AUTO_TEST_CASE(what_came_out_of_the_examples_is_written_for_services_that_build) {
    const temporary_folder folder;
    const surroundings in{.folder = folder.path()};
    write_file(folder.file("policy.json"), tried);
    const auto printed = run({"policy", "test", "policy.json", "--junit", "-"}, {}, in);
    BOOST_TEST(printed.code == 1);
    BOOST_TEST(printed.err.empty());
    const std::string begin = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="policy.json" tests="2" failures="1" errors="0" skipped="0" time="0">
<testcase classname="policy.json" name="examples[0]: Bash {&quot;command&quot;:&quot;npm test&quot;}" file="policy.json" line="4" time="0"/>
<testcase classname="policy.json" name="examples[1]: Bash {&quot;command&quot;:&quot;npm publish&quot;}" file="policy.json" line="5" time="0"><failure message="expected ask, got deny: denied by rule `Bash(npm publish)` (your policy)">Bash: deny (rule): denied by rule `Bash(npm publish)` (your policy)
)xml";
    BOOST_TEST(printed.out.starts_with(begin), printed.out);
    BOOST_TEST(printed.out.find("\n&gt;  4 deny rules") != std::string::npos, printed.out);
    BOOST_TEST(printed.out.ends_with("</failure></testcase>\n</testsuite>\n</testsuites>\n"), printed.out);
    // In a file it stands beside what is printed.
    for (const std::string form : {"", "--json"}) {
        BOOST_TEST_CONTEXT(form) {
            std::vector<std::string> arguments{"policy", "test", "policy.json"};
            if (!form.empty()) arguments.push_back(form);
            const auto alone = run(arguments, {}, in);
            arguments.insert(arguments.end(), {"--junit", "report.xml"});
            const auto beside = run(arguments, {}, in);
            BOOST_TEST(beside.code == alone.code);
            BOOST_TEST(beside.out == alone.out);
            BOOST_TEST(read_file(folder.file("report.xml")) == printed.out);
        }
    }
    // What is required is a case.
    const auto required =
        run({"policy", "test", "policy.json", "--junit", "-", "--require-coverage"}, {}, in);
    BOOST_TEST(required.code == 1);
    BOOST_TEST(required.out.find(R"( tests="3" failures="2")") != std::string::npos, required.out);
    BOOST_TEST(
        required.out.ends_with(
            R"(<testcase classname="policy.json" name="rules.deny[1]: deny WebFetch" file="policy.json" line="2" time="0"><failure message="it decided no example"></failure></testcase>
</testsuite>
</testsuites>
)"),
        required.out);
}

BOOST_AUTO_TEST_CASE(a_report_that_cannot_be_written_is_wrong_usage_and_nothing_is_printed) {
    const temporary_folder folder;
    const assent::test::file_without_room full;
    const auto path = folder.file("policy.json");
    write_file(path, "{}");
    const std::string cannot = "assent: policy test: --junit: cannot write `";
    const struct {
        std::vector<std::string> options;
        std::string expected;
    } table[] = {
        {{"--junit"}, "assent: --junit: expected FILE or -, got nothing (see assent policy test --help)\n"},
        {{"--junit", ""}, "assent: --junit: expected a value, got nothing (see assent policy test --help)\n"},
        {{"--junit", "/nosuch/report.xml"}, cannot + "/nosuch/report.xml`: No such file or directory\n"},
        {{"--junit", folder.path()}, cannot + folder.path() + "`: Is a directory\n"},
        {{"--junit", full.path()}, cannot + full.path() + "`: Operation not permitted\n"},
        {{"--json", "--junit", "-"},
         "assent: policy test: --junit: expected a file beside --json, got `-`\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.expected) {
            std::vector<std::string> arguments{"policy", "test", path};
            arguments.insert(arguments.end(), row.options.begin(), row.options.end());
            const auto result = run(arguments);
            BOOST_TEST(result.code == 2);
            BOOST_TEST(result.out.empty());
            BOOST_TEST(result.err == row.expected);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_test
