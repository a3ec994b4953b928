// What a policy file that is wrong says about itself: exact texts, each with its line and key path.
#include <assent/adapters/files/policy_file.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace policy_file_mistakes_test {
namespace {

using namespace assent;
using namespace std::string_literals;

std::string first_error(std::string_view text) {
    const auto made = read_policy(text, "p");
    return made ? "none" : to_string(made.error());
}

struct mistake_row {
    std::string text;
    std::string expected;
};

template <class Rows>
void check(const Rows& rows) {
    for (const mistake_row& row : rows)
        BOOST_TEST_CONTEXT(row.text.substr(0, 200)) BOOST_TEST(first_error(row.text) == row.expected);
}

constexpr std::string_view many_mistakes = R"json({
    // Every line is a mistake.
    "mode": "alow",
    "peer_mode": "nobody",
    "limit": {"per_minute": 30},
    "limits": {
        "per_minute": "30",
        "per_minutes": 30,
        "per_hour": 100001
    },
    "rules": {
        "allow": [
            "Bash(npm",
            {"tool_pattern": 7},
            {"tool_patern": "Bash"},
            42, "Bash(bash *)"
        ],
        "aks": [],
        "deny": "Bash"
    },
    "blocked_tools": {"Bash": true},
    "blocked_commands": [null],
    "trusted_tools": [["Read"]],
    "tools": {
        "Ba sh": {},
        "Bash": {
            "decision": "maybe",
            "risk": "hihg",
            "trustable": "yes",
            "grant": "times",
            "limits": {"per_minute": 1.5},
            "shiny": 1
        },
        "Read": [],
        "Write": {
            "decision": "ask-time",
            "grant": "uses"
        }
    },
    "tool_defaults": 1,
    "ask_from_risk": "none",
    "grants": {
        "time": 300,
        "time": "5m",
    },
    "questions": {
        "timeout": "5 minutes",
        "always_destination": "local_settings"
    },
    "audit": {
        "inputs": "digset",
        "redact": "content",
        "rotate": "64MB",
        "keep": -1,
        "on_failure": "continue", "durability": "writen", "queue_records": 0, "on_overflow": "wait"
    },
    "compatibility": true,
    "examples": [
        {"tool": "Bash", "input": {"command": "secret", "command": "x"}, "expect": "allow"},
        {"tool": 7, "expect": "allowed"},
        {"input": []},
        "Bash"
    ],
    "blocked_paths\u001b[2J": []
}
)json";

const std::vector<std::string> their_messages{
    R"(policy.json:3: mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got "alow"; did you mean "allow"?)",
    R"(policy.json:4: peer_mode: expected any, any_but_allow, stricter or never, got "nobody")",
    R"(policy.json:5: limit: unknown key; did you mean `limits`?)",
    R"(policy.json:7: limits.per_minute: expected a whole number from 0 to 100000 or null, got "30")",
    R"(policy.json:8: limits.per_minutes: unknown key; did you mean `per_minute`?)",
    R"(policy.json:9: limits.per_hour: expected a whole number from 0 to 100000 or null, got 100001)",
    R"(policy.json:13: rules.allow[0]: expected `)` at the end)",
    R"(policy.json:14: rules.allow[1]: `tool_pattern`: expected string, got number)",
    R"(policy.json:15: rules.allow[2]: `tool_patern`: unknown key, expected tool_pattern, input_pattern)",
    R"(policy.json:16: rules.allow[3]: expected a rule: a string or an object, got 42)",
    R"(policy.json:16: rules.allow[4]: `input_pattern.command`: `bash` can run any program: name what it may run before the wildcard, as in `bash NAME *`)",
    R"(policy.json:18: rules.aks: unknown key; did you mean `ask`?)",
    R"(policy.json:19: rules.deny: expected a list, got "Bash")",
    R"(policy.json:21: blocked_tools: expected a list, got an object)",
    R"(policy.json:22: blocked_commands[0]: expected a command pattern such as "rm *", got null)",
    R"(policy.json:23: trusted_tools[0]: expected a tool name, got a list)",
    R"(policy.json:25: tools."Ba sh": expected a tool name of 1 to 128 letters, digits, `_`, `.` and `-` as the key)",
    R"(policy.json:27: tools.Bash.decision: expected allow, ask, deny, ask-time or ask-iterations, got "maybe")",
    R"(policy.json:28: tools.Bash.risk: expected low, medium, high or critical, got "hihg"; did you mean "high"?)",
    R"(policy.json:29: tools.Bash.trustable: expected true or false, got "yes")",
    R"(policy.json:30: tools.Bash.grant: expected none, time or uses, got "times"; did you mean "time"?)",
    R"(policy.json:31: tools.Bash.limits.per_minute: expected a whole number from 0 to 100000 or null, got 1.5)",
    R"(policy.json:32: tools.Bash.shiny: unknown key, expected decision, risk, trustable, grant or limits)",
    R"(policy.json:34: tools.Read: expected an object, got a list)",
    R"(policy.json:37: tools.Write.grant: expected "time", as in the decision beside it, got "uses")",
    R"(policy.json:40: tool_defaults: expected true or false, got 1)",
    R"(policy.json:41: ask_from_risk: expected low, medium, high or critical, got "none")",
    R"(policy.json:43: grants.time: expected a time above 0 and at most 24h, such as "5m", got 300)",
    R"(policy.json:44: grants.time: expected each key once, got it again)",
    R"(policy.json:47: questions.timeout: expected a time such as "5m", or "0" to wait for ever, got "5 minutes")",
    R"(policy.json:48: questions.always_destination: expected session, localSettings, projectSettings, userSettings or cliArg, got "local_settings"; did you mean "localSettings"?)",
    R"(policy.json:51: audit.inputs: expected none, digest, masked or full, got "digset"; did you mean "digest"?)",
    R"(policy.json:52: audit.redact: expected a list, got "content")",
    R"(policy.json:53: audit.rotate: expected "0" or a size from "4KiB", such as "64MiB", got "64MB")",
    R"(policy.json:54: audit.keep: expected a whole number from 0 to 1000, got -1)",
    R"(policy.json:55: audit.on_failure: expected deny or go_on, got "continue")",
    R"(policy.json:55: audit.durability: expected written or accepted, got "writen"; did you mean "written"?)",
    R"(policy.json:55: audit.queue_records: expected a whole number from 1 to 1000000, got 0)",
    R"(policy.json:55: audit.on_overflow: expected deny or block, got "wait")",
    R"(policy.json:57: compatibility: expected an object, got true)",
    R"(policy.json:59: examples[0].input.command: expected each key once, got it again)",
    R"(policy.json:60: examples[1].tool: expected a tool name, got 7)",
    R"(policy.json:60: examples[1].expect: expected allow, deny, ask or wall, got "allowed"; did you mean "allow"?)",
    R"(policy.json:61: examples[2].input: expected an object, got a list)",
    R"(policy.json:61: examples[2]: expected the key `tool`, which is missing)",
    R"(policy.json:61: examples[2]: expected the key `expect`, which is missing)",
    R"(policy.json:62: examples[3]: expected an object, got "Bash")",
    R"(policy.json:64: "blocked_paths\x1b[2J": unknown key, expected mode, peer_mode, limits, loop, extends, rules, where, blocked_tools, blocked_commands, disabled_categories, protect_gate, trusted_tools, tools, effects, scratch, tool_defaults, always_safe, ask_from_risk, wall, snapshot, strict_schemas, grants, questions, audit, compatibility or examples)",
};

BOOST_AUTO_TEST_SUITE(policy_file_mistakes_test)

BOOST_AUTO_TEST_CASE(each_of_many_mistakes_in_one_file_is_told_with_its_line_and_key) {
    std::vector<std::string> messages;
    for (const auto& error : policy_errors(many_mistakes, "policy.json"))
        messages.push_back(to_string(error));
    BOOST_TEST(messages == their_messages, boost::test_tools::per_element());
    const auto made = read_policy(many_mistakes, "policy.json");
    BOOST_REQUIRE(!made.has_value());
    BOOST_TEST(to_string(made.error()) == their_messages.front());
}

BOOST_AUTO_TEST_CASE(a_text_that_is_no_json_object_says_where_and_why) {
    std::string deep = "{\n\"examples\": ";
    for (int level = 0; level < 64; ++level) deep += "[";
    deep += std::string(64, ']') + "}";
    check(std::vector<mistake_row>{
        {"", "p:1: expected a JSON object, got an empty file"},
        {" \n// nothing\n", "p:1: expected a JSON object, got an empty file"},
        {"\n[]", "p:2: expected a JSON object, got a list"},
        {"\"mode\"", "p:1: expected a JSON object, got \"mode\""},
        {"\xEF\xBB\xBF{}", "p:1: expected UTF-8 without a byte order mark, got one"},
        {"{\n// caf\xC3\xA9\n// caf\xE9\n}", "p:3: expected UTF-8, got other bytes"},
        {"{}\n\xFF", "p:2: expected UTF-8, got other bytes"},
        {"{\n/* begins\nand does not end\n}", "p:2: expected `*/` after `/*`, got the end of the file"},
        {"{} /*/", "p:1: expected `*/` after `/*`, got the end of the file"},
        {"{\n\"mode\": \"ask\"\n\"limits\": {}}", "p:3: expected `,` in front of `\"`"},
        {"{\n\"mode\": ask}", "p:2: expected JSON, got an unexpected `a`"},
        {"{\n'mode': 'ask'}", "p:2: expected `\"` instead of `'`"},
        {"{\n\"mode\": \"ask\n\"}", "p:2: expected JSON, got an unexpected `\\n`"},
        {"{\n\"mode\": \xE2\x80\x9C"
         "ask\"}",
         "p:2: expected JSON, got an unexpected `\xE2\x80\x9C`"},
        {"{\"mode\": \"ask\"\n", "p:2: expected JSON, got the end of the file too early"},
        {"{}\n{}", "p:2: expected JSON, got an unexpected `{`"},
        {"{\"a\":1 / 2}", "p:1: expected JSON, got an unexpected `/`"},
        {"{,}", "p:1: expected JSON, got an unexpected `,`"},
        {"{\"examples\": [,]}", "p:1: expected JSON, got an unexpected `,`"},
        {"{\"examples\": [],,}", "p:1: expected JSON, got an unexpected `,`"},
        {"{\"mode\":,}", "p:1: expected JSON, got an unexpected `,`"},
        {"{},", "p:1: expected JSON, got an unexpected `,`"},
        {"{// old line end\r\"mode\": \"allow\"\n}",
         "p:1: expected JSON, got: carriage return outside a string"},
        {"{\n\"limits\": {\"per_hour\": 1e999}}", "p:2: expected JSON, got: number out of range"},
        {"{\n\"mode\": \"\\uD800\"}", "p:2: expected JSON, got: lone surrogate"},
        {deep, "p:2: expected JSON, got: nested too deep"},
        {"{\"mode\": \"ask\",\n\"mode\": \"allow\"}", "p:2: mode: expected each key once, got it again"},
        {"{\"mode\": \"ask\",\n\"m\\u006fde\": \"allow\"}",
         "p:2: mode: expected each key once, got it again"},
    });
}

BOOST_AUTO_TEST_CASE(text_that_no_call_can_hold_is_refused) {
    check(std::vector<mistake_row>{
        {"{\"blocked_commands\": [\n\"a\\u0000b\"]}",
         "p:2: blocked_commands[0]: expected text without the character U+0000"},
        {"{\"mode\": \"ask\\u0000\"}", "p:1: mode: expected text without the character U+0000"},
    });
}

// These are all right one by one; together they are not.
BOOST_AUTO_TEST_CASE(a_contradiction_is_told_with_the_line_of_the_value_that_has_to_change) {
    check(std::vector<mistake_row>{
        {"{\"trusted_tools\": [\"Read\",\n\"Bash\"],\n\"blocked_tools\": [\"Bash\"]}",
         "p:2: trusted_tools[1]: expected a tool that is not in blocked_tools, got `Bash`"},
        {"{\"trusted_tools\": [\"Bash\"],\n\"tools\": {\n\"Bash\": {\n\"decision\": \"never\"}}}",
         "p:4: tools.Bash.decision: expected allow or ask for a tool in trusted_tools, got deny"},
        {"{\"audit\": {\n\"redact\": [\"content\"]}}",
         "p:2: audit.redact: expected none unless audit.inputs is full, got 1 with audit.inputs null"},
        {"{\"audit\": {\n\"keep\": 5}}", "p:2: audit.keep: expected 0 unless audit.rotate is set, got 5"},
        {"{\"blocked_commands\": [\"rm *\",\n\"a *; b\"]}",
         "p:2: blocked_commands[1]: expected one simple command in a pattern with wildcards, got `;`"},
        {"{\"examples\": [\n{\n\"tool\": \"a b\", \"expect\": \"ask\"}]}",
         "p:3: examples[0].tool: expected a tool name: 1 to 128 letters, digits, `_`, `.` and `-`, got `a "
         "b`"},
    });
}

BOOST_AUTO_TEST_CASE(a_mistake_in_a_compatibility_switch_is_told) {
    std::string names = "\"N0\"";
    for (std::size_t i = 1; i < max_env_names; ++i) names += ", \"N" + std::to_string(i) + "\"";
    check(std::vector<mistake_row>{
        {"{\"compatibility\": {\n\"allow_dotfiles\": 1}}",
         "p:2: compatibility.allow_dotfiles: expected true or false, got 1"},
        {"{\"compatibility\": {\n\"allow_env_names\": \"CI\"}}",
         "p:2: compatibility.allow_env_names: expected a list, got \"CI\""},
        {"{\"compatibility\": {\"allow_env_names\": [\"CI\",\n7]}}",
         "p:2: compatibility.allow_env_names[1]: expected the name of a variable, got 7"},
        {"{\"compatibility\": {\n\"allow_dotfile\": true}}",
         "p:2: compatibility.allow_dotfile: unknown key; did you mean `allow_dotfiles`?"},
        {"{\"compatibility\": {\"allow_env_names\": [\"CI\",\n\"9x\"]}}",
         "p:2: compatibility.allow_env_names[1]: expected the name of a variable: letters, digits and `_`, "
         "got "
         "`9x`"},
        {"{\"compatibility\": {\"allow_env_names\": [\"\"]}}",
         "p:1: compatibility.allow_env_names[0]: expected the name of a variable: letters, digits and `_`, "
         "got "
         "``"},
        {"{\"compatibility\": {\"allow_env_names\": [\"LD_PRELOAD\"]}}",
         "p:1: compatibility.allow_env_names[0]: expected a variable that makes no program run another one, "
         "got "
         "`LD_PRELOAD`"},
        {"{\"compatibility\": {\"allow_env_names\": [" + names + "]}}", "none"},
        {"{\"compatibility\": {\"allow_env_names\": [" + names + ", \"M\"]}}",
         "p:1: compatibility.allow_env_names: expected at most 64 names, got 65"},
    });
}

BOOST_AUTO_TEST_CASE(no_more_mistakes_are_told_than_anybody_would_read) {
    std::string text = "{";
    for (std::size_t i = 0; i < max_policy_errors; ++i) text += "\"unknown" + std::to_string(i) + "\": 1,\n";
    BOOST_TEST(policy_errors(text + "}", "p").size() == max_policy_errors);
    BOOST_TEST(policy_errors(text + "\"mode\": 1}", "p").size() == max_policy_errors);
}

BOOST_AUTO_TEST_CASE(a_long_value_is_cut_in_its_message) {
    check(std::vector<mistake_row>{
        {"{\"mode\": \"" + std::string(58, 'x') + "\"}",
         "p:1: mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got \"" +
             std::string(58, 'x') + "\""},
        {"{\"mode\": \"" + std::string(59, 'x') + "\"}",
         "p:1: mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got \"" +
             std::string(59, 'x') + "..."},
        {"{\"mode\": \"" + std::string(58, 'x') + "\xC3\xA9\"}",
         "p:1: mode: expected ask, allow, deny, accept_edits, plan or dont_ask, got \"" +
             std::string(58, 'x') + "..."},
    });
}

BOOST_AUTO_TEST_CASE(an_error_is_one_safe_line_whatever_the_file_is_called) {
    const policy_error error{"a\nb\x1b[2J", 3, "mode", "wrong"};
    BOOST_TEST(to_string(error) == "a\\nb\\x1b[2J:3: mode: wrong");
    BOOST_CHECK_EXCEPTION(
        static_cast<void>(read_policy("[]", "f").value()), std::runtime_error,
        [](const auto& thrown) { return thrown.what() == "f:1: expected a JSON object, got a list"s; });
}

BOOST_AUTO_TEST_CASE(what_is_called_built_in_has_to_be_so) {
    const std::string others =
        ": expected a rule that `assent policy print standard` has there, or one of a pack; others go to "
        "`allow`, "
        "`ask` or `deny`";
    check(std::vector<mistake_row>{
        {R"x({"rules":{"built_in":["Bash(terraform apply *)"]}})x", "none"},
        {R"x({"extends":["cloud","databases"],"rules":{"deny":["Bash(rm *)"]}})x", "none"},
        {R"x({"extends":["clouds"]})x",
         "p:1: extends[0]: expected secrets, cloud or databases, got \"clouds\""},
        {R"x({"rules":{"built_in":["Path(**/.env/**)"]}})x", "none"},
        {R"x({"rules":{"built_in":["Path(**/secrets/**)"]}})x",
         "p:1: rules.built_in[0]: `Path(**/secrets/**)` is not built in" + others},
        {R"x({"rules":{"built_in":["Bash(rm *)"]}})x",
         "p:1: rules.built_in[0]: `Bash(rm *)` is not built in" + others},
        {R"x({"rules":{"built_in":[{"tool_pattern":"Path","input_pattern":{"path":"**/.env/**"}}]}})x",
         "p:1: rules.built_in[0]: expected a rule that is built in, as a string, got an object"},
        {R"x({"rules":{"built_in":true}})x", "p:1: rules.built_in: expected a list, got true"},
        {R"x({"rules":{"ask":["built_in"]}})x", "none"},
        {R"x({"wall":{"read":["~/data"],"write":["/srv/out"],"processes":1,"memory":"16MiB","seconds":null}})x",
         "none"},
        {R"x({"wall":{"read":["data"]}})x",
         R"x(p:1: wall.read[0]: expected an absolute folder, or one that begins with `~/`, got "data")x"},
        {R"x({"wall":{"network":"some"}})x",
         R"x(p:1: wall.network: expected none, loopback or all, got "some")x"},
        {R"x({"wall":{"memory":"15MiB"}})x",
         R"x(p:1: wall.memory: expected "0" or a size from "16MiB", such as "2GiB", got "15MiB")x"},
        {R"x({"wall":{"processes":0}})x",
         R"x(p:1: wall.processes: expected a whole number from 1 to 100000 or null, got 0)x"},
        {R"x({"built_in":[]})x",
         "p:1: built_in: unknown key, expected mode, peer_mode, limits, loop, extends, rules, where, "
         "blocked_tools, "
         "blocked_commands, "
         "disabled_categories, protect_gate, trusted_tools, tools, effects, scratch, tool_defaults, "
         "always_safe, "
         "ask_from_risk, wall, snapshot, "
         "strict_schemas, grants, questions, audit, compatibility or examples"},
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_file_mistakes_test
