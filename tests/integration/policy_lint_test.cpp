// `assent policy lint` and `assent policy test`: what they print, and the status they end with.
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

namespace {

using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

constexpr auto doubtful = R"json({
    // found out by lint
    "rules": {
        "allow": [
            "Bash(npm test)",
            "Bash(git *)",
            "Bash(npm test)",
            {"tool_pattern": "Bash", "input_pattern": {"timeout": "1000"}},
        ],
        "deny": [{"tool_pattern": "Raed", "input_pattern": {"file_path": "/etc/**"}}]
    }
})json";

BOOST_AUTO_TEST_SUITE(policy_lint_test)

BOOST_AUTO_TEST_CASE(each_finding_has_its_line_the_reason_and_what_may_have_been_meant) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, doubtful);
    const auto result = run({"policy", "lint", path});
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.err.empty());
    BOOST_TEST(
        result.out ==
        path +
            ":6: rules.allow[1]: warning: Bash(git *): `git` has uses in which it runs other programs or "
            "writes files; the guard asks about them, and about what it does not know of it "
            "(executing_option)\n"
            "    better: \"Bash(git status *)\"\n" +
            path + ":7: rules.allow[2]: warning: Bash(npm test): it is there already (duplicate)\n    see " +
            path + ":5: rules.allow[0]\n" + path +
            ":8: rules.allow[3]: warning: Bash{timeout=1000}: `timeout` holds number values, which a text "
            "pattern "
            "never covers (never_matches)\n"
            "    better: {\"tool_pattern\":\"Bash\",\"input_pattern\":{\"timeout\":1000}}\n" +
            path +
            ":10: rules.deny[0]: warning: Raed{file_path=/etc/**}: no tool `Raed` is registered; did you "
            "mean "
            "`Read`? (unknown_tool)\n"
            "    better: \"Read(/etc/**)\"\n"
            "5 rules: 0 errors, 4 warnings\n");
}

BOOST_AUTO_TEST_CASE(of_many_warnings_of_one_kind_three_are_shown_and_each_where_that_is_wanted) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const auto shown = [&](const std::string& rules, std::vector<std::string> more) {
        write_file(path, R"({"rules": {"deny": [)" + rules + "]}}");
        more.insert(more.begin(), {"policy", "lint", path});
        const auto said = run(more).out;
        std::size_t count = 0;
        for (auto at = said.find("warning: "); at != std::string::npos; at = said.find("warning: ", at + 1))
            ++count;
        return std::pair(count, said.find("unknown_tool: ") != std::string::npos);
    };
    const std::string three = R"("Aa", "Bb", "Cc")";
    BOOST_TEST((shown(three + R"(, "Dd")", {}) == std::pair<std::size_t, bool>(4, false)));
    BOOST_TEST((shown(three + R"(, "Dd", "Ee")", {}) == std::pair<std::size_t, bool>(3, true)));
    BOOST_TEST((shown(three + R"(, "Dd", "Ee")", {"--all"}) == std::pair<std::size_t, bool>(5, false)));
    BOOST_TEST(run({"policy", "lint", path})
                   .out.find("unknown_tool: 5 warnings, of which 3 are shown; --all shows each\n"
                             "5 rules: 0 errors, 5 warnings\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_name_that_no_tool_has_is_told_wherever_it_stands) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({
    "tools": {"Wriet": {"decision": "ask"}, "Read": {"decision": "allow"}},
    "trusted_tools": ["Read", "Raed"],
    "blocked_tools": ["mcp__db__*", "WebSerch", "X*"]
})json");
    const auto result = run({"policy", "lint", path});
    BOOST_TEST(result.out ==
               path +
                   ":2: tools.Wriet: warning: Wriet: no tool `Wriet` is registered; did you mean "
                   "`Write`? (unknown_tool)\n    better: \"Write\"\n" +
                   path +
                   ":3: trusted_tools[1]: warning: Raed: no tool `Raed` is registered; did "
                   "you mean `Read`? (unknown_tool)\n    better: \"Read\"\n" +
                   path +
                   ":4: blocked_tools[1]: warning: WebSerch: no tool `WebSerch` is registered; "
                   "did you mean `WebSearch`? (unknown_tool)\n    better: \"WebSearch\"\n" +
                   path +
                   ":4: blocked_tools[2]: warning: X*: no tool is registered that this pattern "
                   "covers (unknown_tool)\n"
                   "0 rules: 0 errors, 4 warnings\n");
    const auto json = run({"policy", "lint", path, "--json"});
    BOOST_TEST(json.out.find(R"json("where":"trusted_tools[1]","tool":"Raed")json") != std::string::npos,
               json.out);
}

BOOST_AUTO_TEST_CASE(the_status_says_whether_something_has_to_be_done) {
    const std::string warned = R"json({"rules":{"allow":["Bash(git *)"]}})json";
    const std::string refused = R"json({"rules":{"allow":["Bash(bash *)"]}})json";
    const std::string wanted =
        R"json({"compatibility":{"allow_overbroad":true},"rules":{"allow":["Bash(bash *)"]}})json";
    const std::string wanted_later =
        R"json({"rules":{"allow":["Bash(bash *)"]},"compatibility":{"allow_overbroad":true}})json";
    const struct {
        std::string content;
        bool strict;
        int code;
        std::string last;
    } table[] = {
        {"{}", false, 0, "0 rules: 0 errors, 0 warnings\n"},
        {"{}", true, 0, "0 rules: 0 errors, 0 warnings\n"},
        {warned, false, 0, "1 rule: 0 errors, 1 warning\n"},
        {warned, true, 1, "1 rule: 0 errors, 1 warning\n"},
        {refused, false, 1, "1 rule: 1 error, 0 warnings\n"},
        {refused, true, 1, "1 rule: 1 error, 0 warnings\n"},
        {wanted, false, 0, "1 rule: 0 errors, 1 warning\n"},
        {wanted, true, 1, "1 rule: 0 errors, 1 warning\n"},
        {wanted_later, false, 0, "1 rule: 0 errors, 1 warning\n"},
    };
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.content << (row.strict ? " --strict" : "")) {
            write_file(path, row.content);
            std::vector<std::string> arguments{"policy", "lint", path};
            if (row.strict) arguments.push_back("--strict");
            const auto result = run(arguments);
            BOOST_TEST(result.code == row.code);
            BOOST_TEST(result.out.ends_with(row.last), result.out);
            BOOST_TEST(result.err.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_policy_allows_to_be_overbroad_holds_and_otherwise_the_file_is_refused) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::vector<std::string> check{
        "check", "--policy", path, "--tool", "Bash", "--input", R"({"command":"bash build.sh"})"};
    write_file(path, R"json({"rules":{"allow":["Bash(bash *)"]}})json");
    BOOST_TEST(run(check).code == 2);
    write_file(path,
               R"json({"rules":{"allow":["Bash(bash *)"]},"compatibility":{"allow_overbroad":true}})json");
    BOOST_TEST(run(check).code == 0);
    // It speaks of the file's own rules.
    auto more = check;
    more.insert(more.end(), {"--allow", "Bash(sh *)"});
    BOOST_TEST(run(more).code == 2);
}

BOOST_AUTO_TEST_CASE(as_json_the_findings_are_one_line) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({"rules":{"allow":["Bash(git *)"],"deny":["Bash(git *)"]}})json");
    const auto result = run({"policy", "lint", path, "--json"});
    BOOST_TEST(result.code == 0);
    BOOST_TEST(result.err.empty());
    BOOST_TEST(
        result.out ==
        R"json({"file":")json" + path +
            R"json(","findings":[{"line":1,"where":"rules.allow[0]","behavior":"allow","rule":"Bash(git *)","kind":"executing_option","severity":"warning","why":"`git` has uses in which it runs other programs or writes files; the guard asks about them, and about what it does not know of it","better":"Bash(git status *)"},)json"
            R"json({"line":1,"where":"rules.allow[0]","behavior":"allow","rule":"Bash(git *)","kind":"shadowed","severity":"warning","why":"deny rule `Bash(git *)` covers all that it covers, and wins","other":{"line":1,"where":"rules.deny[0]"}}],"errors":0,"warnings":2,"rules":2})json"
            "\n");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_policy_is_told_with_all_its_mistakes) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const auto missing = folder.file("missing.json");
    write_file(path, "{\n\"moed\": \"ask\",\n\"rules\": {\"deny\": [\"Bash(\"]}\n}");
    write_file(folder.file("empty.json"), "");
    for (const std::string verb : {"lint", "test"}) {
        BOOST_TEST_CONTEXT(verb) {
            const auto bad = run({"policy", verb, path});
            BOOST_TEST(bad.code == 2);
            BOOST_TEST(bad.out.empty());
            const std::string begin = "assent: policy " + verb + ": ";
            BOOST_TEST(bad.err == begin + path + ":2: moed: unknown key; did you mean `mode`?\n" + begin +
                                      path + ":3: rules.deny[0]: expected `)` at the end\n");
            const auto none = run({"policy", verb, missing});
            BOOST_TEST(none.code == 2);
            BOOST_TEST(none.err ==
                       begin + "cannot read policy file `" + missing + "`: No such file or directory\n");
            const auto directory = run({"policy", verb, folder.path()});
            BOOST_TEST(directory.code == 2);
            BOOST_TEST(directory.err == begin + "cannot read policy file `" + folder.path() +
                                            "`: expected a regular file, got a directory\n");
            const auto empty = run({"policy", verb, folder.file("empty.json")});
            BOOST_TEST(empty.code == 2);
            BOOST_TEST(empty.err ==
                       begin + folder.file("empty.json") + ":1: expected a JSON object, got an empty file\n");
            BOOST_TEST(run({"policy", verb}).code == 2);
            BOOST_TEST(run({"policy", verb, path, path}).code == 2);
            BOOST_TEST(run({"policy", verb, path, "--unknown"}).code == 2);
        }
    }
    BOOST_TEST(run({"policy", "test", path, "--strict"}).code == 2);
}

BOOST_AUTO_TEST_CASE(the_examples_are_decided_and_those_that_come_out_otherwise_explained) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({
    "rules": {"allow": ["Bash(npm *)"]},
    "examples": [
        {"tool": "Bash", "input": {"command": "npm test"}, "expect": "allow"},
        {"tool": "Bash", "input": {"command": "npm publish"}, "expect": "deny"},
        {"tool": "Bash", "input": {"command": "ls"}, "expect": "ask"}
    ]
})json");
    const auto result = run({"policy", "test", path});
    BOOST_TEST(result.code == 1);
    BOOST_TEST(result.err.empty());
    BOOST_TEST(
        result.out.starts_with(path + ":4: examples[0]: ok: Bash {\"command\":\"npm test\"}: allow\n" + path +
                               ":5: examples[1]: FAILED: Bash {\"command\":\"npm publish\"}: expected deny, "
                               "got allow: allowed by rule `Bash(npm *)` (your policy)\n"
                               "    Bash: allow (rule): allowed by rule `Bash(npm *)` (your policy)\n"),
        result.out);
    BOOST_TEST(result.out.find("\n    > 10 allow rules") != std::string::npos, result.out);
    BOOST_TEST(result.out.ends_with(path + ":6: examples[2]: ok: Bash {\"command\":\"ls\"}: ask\n"
                                           "3 examples: 2 ok, 1 failed\n"),
               result.out);
    BOOST_TEST(result.out.find(" \n") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(examples_that_all_come_out_and_no_examples_are_fine_and_an_overbroad_rule_is_not) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({"examples":[{"tool":"Bash","expect":"ask"}]})json");
    const auto good = run({"policy", "test", path});
    BOOST_TEST(good.code == 0);
    BOOST_TEST(good.out == path + ":1: examples[0]: ok: Bash {}: ask\n1 example: 1 ok, 0 failed\n");
    write_file(path, "{}");
    const auto none = run({"policy", "test", path});
    BOOST_TEST(none.code == 0);
    BOOST_TEST(none.out == "0 examples: 0 ok, 0 failed\n");
    write_file(path, R"json({"rules":{"allow":["Bash(bash *)"]}})json");
    BOOST_TEST(run({"policy", "test", path}).code == 2);
}

BOOST_AUTO_TEST_CASE(the_input_of_an_example_is_cut_where_it_is_long) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    for (const std::size_t size : {std::size_t{86}, std::size_t{87}}) {
        write_file(path, R"({"examples":[{"tool":"Bash","input":{"command":")" + std::string(size, 'x') +
                             R"("},"expect":"ask"}]})");
        const auto result = run({"policy", "test", path});
        // {"command":"..."} is 14 bytes longer than the command.
        BOOST_TEST((result.out.find("...: ask") != std::string::npos) == (size > 86));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
