// `assent policy lint` and `assent policy test`: what they print, and the status they end with.
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace policy_lint_test {
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
            ":6: rules.allow[1]: warning: Bash(git *): the program has uses in which it runs others or "
            "writes "
            "files: these are asked about, and so are options that are not known; to allow one, write it out "
            "(executing_option)\n"
            "    better: \"Bash(git status *)\"\n" +
            path +
            ":7: rules.allow[2]: warning: Bash(npm test): it is there already, and can go (duplicate)\n    "
            "see " +
            path + ":5: rules.allow[0]\n" + path +
            ":8: rules.allow[3]: warning: Bash{timeout=1000}: `timeout` holds number values, which a text "
            "pattern "
            "never covers (never_matches)\n"
            "    better: {\"tool_pattern\":\"Bash\",\"input_pattern\":{\"timeout\":1000}}\n" +
            path +
            ":10: rules.deny[0]: warning: Raed{file_path=/etc/**}: no tool of that name is registered; did "
            "you "
            "mean "
            "`Read`? (unknown_tool)\n"
            "    better: \"Read(/etc/**)\"\n"
            "5 rules: 0 errors, 4 warnings\n");
}

BOOST_AUTO_TEST_CASE(one_sentence_is_said_once_with_the_rules_that_it_is_about) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const auto said = [&](std::size_t count, std::vector<std::string> more) {
        std::string rules;
        for (std::size_t i = 0; i < count; ++i)
            rules += (i == 0 ? "\"" : ", \"") + std::string(1, static_cast<char>('A' + i)) + "x\"";
        write_file(path, R"({"rules": {"deny": [)" + rules + "]}}");
        more.insert(more.begin(), {"policy", "lint", path});
        return run(more).out;
    };
    const std::string why = "no tool of that name is registered (unknown_tool)\n";
    BOOST_TEST(said(1, {}) ==
               path + ":1: rules.deny[0]: warning: Ax: " + why + "1 rule: 0 errors, 1 warning\n");
    BOOST_TEST(said(2, {}) ==
               path + ": warning: 2 rules: " + why + "    1: Ax, 1: Bx\n2 rules: 0 errors, 2 warnings\n");
    const std::string eight = "    1: Ax, 1: Bx, 1: Cx, 1: Dx, 1: Ex, 1: Fx, 1: Gx, 1: Hx";
    BOOST_TEST(said(8, {}) ==
               path + ": warning: 8 rules: " + why + eight + "\n8 rules: 0 errors, 8 warnings\n");
    BOOST_TEST(said(9, {}) == path + ": warning: 9 rules: " + why + eight +
                                  ", and 1 more; --all shows each\n9 rules: 0 errors, 9 warnings\n");
    BOOST_TEST(said(2, {"--all"}) == path + ": warning: 2 rules: " + why +
                                         "    1: rules.deny[0]: Ax\n    1: rules.deny[1]: Bx\n"
                                         "2 rules: 0 errors, 2 warnings\n");
}

// The rows of tests/data/lint_rows.md: rules, the call that is missed, the findings, and the rules when
// mended.
std::vector<std::vector<std::string>> rows_of_the_list() {
    std::vector<std::vector<std::string>> rows;
    std::ifstream page(ASSENT_TEST_DATA "/lint_rows.md");
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with("| {")) continue;
        auto& row = rows.emplace_back();
        std::size_t begin = 2;
        for (auto end = line.find(" |", begin); end != line.npos; end = line.find(" |", begin)) {
            row.push_back(line.substr(begin, end - begin));
            begin = end + 3;
        }
    }
    return rows;
}

std::string policy_of(const std::string& rules) { return R"({"mode":"allow","rules":)" + rules + "}"; }

// What a finding says is decided about the call that is missed, is decided.
void try_missed(const std::string& path, const boost::json::object& missed) {
    const auto decided = run({"check", "--policy", path, "--cwd", std::string(missed.at("cwd").as_string()),
                              "--tool", std::string(missed.at("tool").as_string()), "--input",
                              boost::json::serialize(missed.at("input"))});
    BOOST_TEST(decided.out.starts_with(std::string(missed.at("decided").as_string()) + ":"), decided.out);
    BOOST_TEST(missed.at("decided").as_string() != missed.at("expect").as_string());
}

BOOST_AUTO_TEST_CASE(each_rule_of_the_list_is_found_out_tried_and_mended) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const auto rows = rows_of_the_list();
    BOOST_TEST(rows.size() >= 50U);
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.at(0)) {
            write_file(path, policy_of(row.at(0)));
            const auto report = boost::json::parse(run({"policy", "lint", "--json", path}).out).as_object();
            std::string kinds, missed = "none";
            for (const auto& each : report.at("findings").as_array()) {
                const auto& finding = each.as_object();
                kinds.append(kinds.empty() ? "" : " ").append(finding.at("kind").as_string());
                const auto* const call = finding.if_contains("missed");
                if (call == nullptr) continue;
                try_missed(path, call->as_object());
                if (missed == "none")
                    missed = std::string(call->at("tool").as_string()) + " `" +
                             std::string(call->at("input").as_object().begin()->value().as_string()) + "`";
            }
            BOOST_TEST(missed == row.at(1));
            BOOST_TEST((kinds.empty() ? "none" : kinds) == row.at(2));
            BOOST_TEST(run({"policy", "lint", "--fix", path}).code == 0);
            const auto left = boost::json::parse(assent::test::read_file(path)).at("rules");
            BOOST_TEST(boost::json::serialize(left) == (row.at(3) == "same" ? row.at(0) : row.at(3)));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_missed_says_the_call_and_what_becomes_of_it) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const auto said = [&](const std::string& policy) {
        write_file(path, policy);
        return run({"policy", "lint", path}).out;
    };
    const std::string why =
        "without a `*` at the end it is about this command alone, and not with more words behind it "
        "(missed_call)\n";
    BOOST_TEST(said(R"json({"rules":{"deny":["Bash(git push)"]}})json") ==
               path + ":1: rules.deny[0]: warning: Bash(git push): " + why +
                   "    does not deny: `git push x` (it is asked about)\n    better: \"Bash(git push *)\"\n"
                   "1 rule: 0 errors, 1 warning\n");
    BOOST_TEST(said(R"json({"mode":"allow","rules":{"deny":["Bash(git push)"]}})json")
                   .find("does not deny: `git push x` (it is allowed)\n") != std::string::npos);
    // Somebody is asked in any case: the rule to ask misses nothing.
    BOOST_TEST(said(R"json({"rules":{"ask":["Bash(git push)"]}})json") == "1 rule: 0 errors, 0 warnings\n");
    BOOST_TEST(said(R"json({"rules":{"ask":["Bash(git push)"],"allow":["Bash(git push *)"]}})json")
                   .find("does not ask about: `git push x` (it is allowed)\n") != std::string::npos);
    // Another rule denies it.
    BOOST_TEST(said(R"json({"rules":{"deny":["Bash(git push)","Bash(git * x)"]}})json")
                   .find("Bash(git push): " + why) == std::string::npos);
    // A rule for some calls alone is tried with such calls.
    const auto some = said(
        R"json({"mode":"allow","where":[{"folder":"/work/shop","agent":"codex","deny":["Bash(rm)"]}]})json");
    BOOST_TEST(some.find("does not deny: `rm x` (it is allowed)\n") != std::string::npos, some);
    const auto json = run({"policy", "lint", "--json", path}).out;
    BOOST_TEST(
        json.find(
            R"json("missed":{"tool":"Bash","input":{"command":"rm x"},"cwd":"/work/shop","agent":"codex",)json"
            R"json("expect":"deny","decided":"allow"},"better":"Bash(rm *)"})json") != std::string::npos,
        json);
}

BOOST_AUTO_TEST_CASE(a_rule_about_a_tool_that_is_blocked_never_decides) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    write_file(path, R"json({"blocked_tools": ["Bash"],
"rules": {"allow": ["Bash(ls)"]}})json");
    BOOST_TEST(
        run({"policy", "lint", path}).out ==
        path +
            ":2: rules.allow[0]: warning: Bash(ls): deny rule `Bash` covers all that it covers, and wins: "
            "it never decides (shadowed)\n    see " +
            path + ":1: blocked_tools[0]\n1 rule: 0 errors, 1 warning\n");
}

BOOST_AUTO_TEST_CASE(mending_changes_nothing_but_the_rules_that_it_names) {
    const struct {
        std::string before;
        std::string after;
    } table[] = {
        {"{\"rules\": {\"allow\": [\"Read\", \"Read\"]}}", "{\"rules\": {\"allow\": [\"Read\"]}}"},
        {"{\"rules\": {\"allow\": [\"Read\",\"Read\",\"Glob\"]}}",
         "{\"rules\": {\"allow\": [\"Read\",\"Glob\"]}}"},
        {"{\"rules\": {\"deny\": [\"Bash(rm x)\", \"Bash(rm *)\"]}}",
         "{\"rules\": {\"deny\": [\"Bash(rm *)\"]}}"},
        {"{\n  \"rules\": {\"allow\": [\n    \"Read\",  // all\n    \"Read\"  // again\n  ]}\n}\n",
         "{\n  \"rules\": {\"allow\": [\n    \"Read\"  // all\n  ]}\n}\n"},
        {"{\n  // rules\n  \"rules\": {\"allow\": [\n    \"Read\",\n    \"Read\",  // again\n    \"Glob\", "
         "/* g */\n  ]}\n}",
         "{\n  // rules\n  \"rules\": {\"allow\": [\n    \"Read\",\n    \"Glob\", /* g */\n  ]}\n}"},
        {"{\r\n\"rules\": {\"allow\": [\r\n  \"Read\",\r\n  \"Read\",\r\n]}}\r\n",
         "{\r\n\"rules\": {\"allow\": [\r\n  \"Read\",\r\n]}}\r\n"},
        {"{\"mode\":\"allow\",\n\"rules\":{\"deny\":[\n  \"Bash(npm install *)\"  // ours\n]}}",
         "{\"mode\":\"allow\",\n\"rules\":{\"deny\":[\n  \"Bash(npm i *)\",\n  \"Bash(npm install *)\"  // "
         "ours\n]}}"},
        {"{\"mode\":\"allow\",\"rules\":{\"deny\":[ {\"tool_pattern\": \"Bash\",\"input_pattern\": "
         "{\"command\":\"rm\"}} /*x*/ ]}}",
         "{\"mode\":\"allow\",\"rules\":{\"deny\":[ \"Bash(rm *)\" /*x*/ ]}}"},
        {"{\"mode\":\"allow\",\"where\":[{\"agent\":\"codex\",\"deny\":[\"Bash(rm)\"]}]}",
         "{\"mode\":\"allow\",\"where\":[{\"agent\":\"codex\",\"deny\":[\"Bash(rm *)\"]}]}"},
        {R"json({"blocked_tools": ["Bash"], "rules": {"deny": ["Bash(rm *)"]}})json",
         R"json({"blocked_tools": ["Bash"], "rules": {"deny": ["Bash(rm *)"]}})json"},
        {"{\"rules\": {\"allow\": [\"Bash(git *)\", \"Bash(python3 *)\"]}}",
         "{\"rules\": {\"allow\": [\"Bash(git *)\", \"Bash(python3 *)\"]}}"},
    };
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.before) {
            write_file(path, row.before);
            const auto first = run({"policy", "lint", "--fix", path});
            BOOST_TEST(first.err.empty(), first.err);
            BOOST_TEST(assent::test::read_file(path) == row.after);
            BOOST_TEST((first.out.find(": mended: ") != std::string::npos) == (row.before != row.after),
                       first.out);
            BOOST_TEST(run({"policy", "lint", "--fix", path}).out.find(": mended: ") == std::string::npos);
            BOOST_TEST(assent::test::read_file(path) == row.after);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_mended_is_said_and_what_is_left_decides_the_status) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::string rules =
        R"json({"mode":"allow","rules":{"deny":["Bash(rm)"],"allow":["Read","Read"]}})json";
    write_file(path, rules);
    BOOST_TEST(run({"policy", "lint", "--fix", "--strict", path}).out ==
               path + ":1: rules.deny[0]: mended: Bash(rm): it is \"Bash(rm *)\" now\n" + path +
                   ":1: rules.allow[1]: mended: Read: it is gone: it is there already, and can go\n"
                   "2 rules: 0 errors, 0 warnings\n");
    write_file(path, rules);
    const auto json = run({"policy", "lint", "--fix", "--json", path});
    BOOST_TEST(json.out.ends_with(R"json("findings":[],"errors":0,"warnings":0,"rules":2,"mended":2})json"
                                  "\n"),
               json.out);
    // A name without a folder is in this one; who may read the file stays.
    write_file(path, rules);
    BOOST_REQUIRE(::chmod(path.c_str(), 0640) == 0);
    BOOST_TEST(run({"policy", "lint", "--fix", "policy.json"}, {}, {.folder = folder.path()}).code == 0);
    BOOST_TEST(assent::test::read_file(path) != rules);
    struct stat status {};
    BOOST_REQUIRE(::stat(path.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777U) == 0640U);
    // A file whose examples come out otherwise would not be used.
    const std::string tried =
        R"json({"mode":"allow","rules":{"deny":["Bash(rm)"]},"examples":[{"tool":"Bash","input":{"command":"rm x"},"expect":"allow"}]})json";
    write_file(path, tried);
    const auto refused = run({"policy", "lint", "--fix", path});
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.err.find(
                   "an example of the policy comes out otherwise when it is mended; nothing is written") !=
               std::string::npos);
    BOOST_TEST(assent::test::read_file(path) == tried);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read_only_or_has_other_names_is_not_mended) {
    const temporary_folder folder;
    const auto path = folder.file("policy.json");
    const std::string rules = R"json({"rules":{"allow":["Read","Read"]}})json";
    const auto refused = [&](std::string_view why) {
        const auto tried = run({"policy", "lint", "--fix", path});
        BOOST_TEST(tried.code == 2);
        BOOST_TEST(tried.err == fmt::format("assent: policy lint: {}: {}; nothing is written\n", path, why));
        BOOST_TEST(assent::test::read_file(path) == rules);
    };
    write_file(path, rules);
    BOOST_REQUIRE(::chmod(path.c_str(), 0444) == 0);
    refused(fmt::format("it is read-only; `chmod u+w {}` ends that", path));
    BOOST_REQUIRE(::chmod(path.c_str(), 0644) == 0);
    BOOST_REQUIRE(::link(path.c_str(), folder.file("other.json").c_str()) == 0);
    refused("it is a hard link: 2 names are one file, and only this one would change");
    BOOST_REQUIRE(::unlink(folder.file("other.json").c_str()) == 0);
    BOOST_TEST(run({"policy", "lint", "--fix", path}).code == 0);
    BOOST_TEST(assent::test::read_file(path) == R"json({"rules":{"allow":["Read"]}})json");
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
                   ":2: tools.Wriet: warning: Wriet: no tool of that name is registered; did you mean "
                   "`Write`? (unknown_tool)\n    better: \"Write\"\n" +
                   path +
                   ":3: trusted_tools[1]: warning: Raed: no tool of that name is registered; did "
                   "you mean `Read`? (unknown_tool)\n    better: \"Read\"\n" +
                   path +
                   ":4: blocked_tools[1]: warning: WebSerch: no tool of that name is registered; "
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
            R"json(","findings":[{"line":1,"where":"rules.allow[0]","behavior":"allow","rule":"Bash(git *)","kind":"executing_option","severity":"warning","why":"the program has uses in which it runs others or writes files: these are asked about, and so are options that are not known; to allow one, write it out","better":"Bash(git status *)"},)json"
            R"json({"line":1,"where":"rules.allow[0]","behavior":"allow","rule":"Bash(git *)","kind":"shadowed","severity":"warning","why":"deny rule `Bash(git *)` covers all that it covers, and wins: it never decides","other":{"line":1,"where":"rules.deny[0]"}}],"errors":0,"warnings":2,"rules":2})json"
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
            BOOST_TEST(run({"policy", verb, "standard"}).code == 0);
            BOOST_TEST(run({"policy", verb, "standrad"}).err ==
                       begin +
                           "no policy is called `standrad`: expected careful, standard, project, walled, "
                           "bare or a file; did you mean `standard`?\n");
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
}  // namespace policy_lint_test
