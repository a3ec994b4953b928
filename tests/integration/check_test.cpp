#include "program.hpp"

#include <boost/test/unit_test.hpp>

namespace check_test {
namespace {

using assent::test::run;

BOOST_AUTO_TEST_SUITE(check_test)

BOOST_AUTO_TEST_CASE(the_exit_status_says_what_was_decided) {
    const std::vector<std::string> call{"check", "--tool", "Bash", "--input", R"({"command":"npm test"})"};
    const struct {
        std::vector<std::string> rules;
        int code;
        std::string out;
    } table[] = {
        {{}, 4, "ask: `npm test` runs code of the project; no rule allows it\n"},
        {{"--allow", "Bash(npm *)"}, 0, "allow: allowed by rule `Bash(npm *)` (an option)\n"},
        {{"--allow", "Bash(npm:*)"}, 0, "allow: allowed by rule `Bash(npm *)` (an option)\n"},
        {{"--deny", "Bash", "--allow", "Bash"}, 3, "deny: denied by rule `Bash` (an option)\n"},
        {{"--ask", "Bash(npm *)", "--mode", "allow"},
         4,
         "ask: `npm test` runs code of the project (ask rule `Bash(npm *)`, an option)\n"},
        {{"--mode", "deny", "--allow", "Bash"}, 3, "deny: denied by permission mode `deny`\n"},
        {{"--mode", "allow"}, 0, "allow: allowed by permission mode `allow`\n"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.out) {
            auto arguments = call;
            arguments.insert(arguments.end(), row.rules.begin(), row.rules.end());
            const auto result = run(arguments);
            BOOST_TEST(result.code == row.code);
            BOOST_TEST(result.out == row.out);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_case_of_letters_in_paths_counts_or_is_ignored) {
    const std::vector<std::string> call{
        "check",  "--tool",          "Read",    "--input",       R"({"file_path":"/PROJ/Key"})",
        "--deny", "Read(/proj/key)", "--allow", "Read(/PROJ/**)"};
    const struct {
        std::vector<std::string> option;
        int code;
        std::string text;
    } table[] = {
        {{"--path-case", "counts"},
         4,
         "ask: it reads `/PROJ/Key`, outside of the working directory (deny rule `Read(/proj/key)`, an "
         "option, may cover it)"},
        {{"--path-case", "ignored"}, 3, "deny: denied by rule `Read(/proj/key)` (an option)"},
        {{"--path-case", "maybe"}, 2, "assent: --path-case: expected counts or ignored, got `maybe`"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.option.back()) {
            auto arguments = call;
            arguments.insert(arguments.end(), row.option.begin(), row.option.end());
            const auto result = run(arguments);
            BOOST_TEST(result.code == row.code);
            BOOST_TEST((result.out + result.err).find(row.text) == 0U, result.out + result.err);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_decision_is_on_record_like_any_other) {
    const auto result = run(
        {"check", "--tool", "Bash", "--input", R"({"command":"ls"})", "--allow", "Bash(ls)", "--audit", "-"});
    BOOST_TEST(result.err.find(R"("outcome":"allow","source":"rule")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(batch_answers_each_line_and_says_what_is_invalid) {
    const struct {
        std::string line;
        std::string answer;
    } table[] = {
        {R"json({"rules":[{"tool_pattern":"Bash","input_pattern":{"command":"npm *"},"value":"always_allow"}],"mode":"ask","call":{"tool_name":"Bash","input":{"command":"npm test"},"cwd":"/"}})json",
         R"json({"decision":"allow","source":"rule","reason":"allowed by rule `Bash(npm *)` (your policy)"})json"},
        {R"json({"rules":[{"tool_pattern":"Bash","input_pattern":{"command":"rm *"},"value":"always_deny"}],"call":{"tool_name":"Bash","input":{"command":"rm x"}}})json",
         R"json({"decision":"deny","source":"rule","reason":"denied by rule `Bash(rm *)` (your policy)"})json"},
        {R"json({"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"ask","source":"undecided","reason":"its input has no `command`, so what `Bash` does cannot be told; no rule allows it"})json"},
        {R"json({"rules":[{"tool_pattern":"","value":"always_allow"}],"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"rules[0]: `tool_pattern`: expected a pattern, got an empty string"})json"},
        {R"json({"rules":[{"tool_pattern":"Bash","value":"allow"}],"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"rules[0]: `rules[0].value`: expected always_allow, always_deny or always_ask"})json"},
        {R"json({"rules":[{"tool_pattern":"Bash","inputPattern":{"command":"npm *"},"value":"always_allow"}],"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"rules[0]: `rules[0].inputPattern`: unknown key, expected tool_pattern, input_pattern, value"})json"},
        {R"json({"rules":[{"tool_pattern":"Bash","input_pattern":null,"value":"always_allow"}],"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"rules[0]: `rules[0].input_pattern`: expected object, got null"})json"},
        {R"json({"mode":"","call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`mode`: expected ask, allow, deny, accept_edits, plan or dont_ask, got ``"})json"},
        {R"json({"call":{"tool_name":"Bash","input":{"command":"a\u0000b"}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`call.input`: a string holds U+0000"})json"},
        {R"json({"mode":"dont_ask","call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"deny","source":"mode","reason":"its input has no `command`, so what `Bash` does cannot be told; no rule allows it, and permission mode `dont_ask` asks nobody"})json"},
        {R"json({"mode":"Plan","call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`mode`: expected ask, allow, deny, accept_edits, plan or dont_ask, got `Plan`"})json"},
        {R"json({"call":{"tool_name":"Bash\n","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`call.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`"})json"},
        {R"json({"call":{"tool_name":"Bash","input":null}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`call.input`: expected an object, got another type"})json"},
        {R"json({"call":{"tool_name":"Bash","input":{"a":1,"\u0061":2}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"duplicate key `a` at byte 43"})json"},
        {R"json({"rule":[],"call":{"tool_name":"Bash","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`rule`: unknown key, expected rules, mode, call, id, fs"})json"},
        {R"json({"rules":[{"tool_pattern":"Read","input_pattern":{"file_path":"/proj/**"},"value":"always_allow"}],"fs":{"/proj/a":"-> b"},"call":{"tool_name":"Read","input":{"file_path":"/proj/a"}}})json",
         R"json({"decision":"allow","source":"rule","reason":"allowed by rule `Read(/proj/**)` (your policy)"})json"},
        {R"json({"rules":[{"tool_pattern":"Read","input_pattern":{"file_path":"/proj/**"},"value":"always_allow"}],"fs":{"/proj/a":"-> /etc"},"call":{"tool_name":"Read","input":{"file_path":"/proj/a/x"}}})json",
         R"json({"decision":"ask","source":"undecided","reason":"it reads `/proj/a/x`; no rule allows it"})json"},
        {R"json({"rules":[{"tool_pattern":"Read","input_pattern":{"file_path":"/proj/**"},"value":"always_allow"}],"fs":{"/proj/a":"-> !"},"call":{"tool_name":"Read","input":{"file_path":"/proj/a"}}})json",
         R"json({"decision":"ask","source":"undecided","reason":"it reads `/proj/a`, and where that leads cannot be told; no rule allows it"})json"},
        {R"json({"rules":[{"tool_pattern":"Read","input_pattern":{"file_path":"/etc/**"},"value":"always_deny"}],"fs":{"/proj/a":"-> /etc"},"call":{"tool_name":"Read","input":{"file_path":"a/x"},"cwd":"/proj"}})json",
         R"json({"decision":"deny","source":"rule","reason":"denied by rule `Read(/etc/**)` (your policy)"})json"},
        {R"json({"fs":{"/proj/a":"link"},"call":{"tool_name":"Read","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`fs./proj/a`: expected an absolute path, and `-> target`, `-> !`, `dir`, `file` or `missing`"})json"},
        {R"json({"fs":{"a":"dir"},"call":{"tool_name":"Read","input":{}}})json",
         R"json({"decision":"invalid","source":"malformed","reason":"`fs.a`: expected an absolute path, and `-> target`, `-> !`, `dir`, `file` or `missing`"})json"},
        // A field is what the tool's definition says, as it is in a session: here text, not a command.
        {R"json({"rules":[{"tool_pattern":"Skill","input_pattern":{"command":"a *"},"value":"always_allow"}],"call":{"tool_name":"Skill","input":{"command":"a b; c"}}})json",
         R"json({"decision":"allow","source":"rule","reason":"allowed by rule `Skill{command=a *}` (your policy)"})json"},
        {"nonsense", R"json({"decision":"invalid","source":"malformed","reason":"not JSON at byte 1"})json"},
    };
    std::string input;
    for (const auto& row : table) input += row.line + "\n";
    const auto result = run({"check", "--batch"}, input);
    BOOST_TEST(result.code == 0);
    std::size_t from = 0;
    for (const auto& row : table) {
        const auto end = result.out.find('\n', from);
        BOOST_REQUIRE(end != std::string::npos);
        BOOST_TEST(result.out.substr(from, end - from) == row.answer);
        from = end + 1;
    }
    BOOST_TEST(from == result.out.size());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace check_test
