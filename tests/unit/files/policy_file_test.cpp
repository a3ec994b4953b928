#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/adapters/files/policy_file.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

namespace policy_file_test {
namespace {

using namespace assent;
using namespace std::chrono_literals;

policy read(std::string_view text) { return read_policy(text, "p").value(); }

std::string error_of(std::string_view text) {
    const auto made = read_policy(text, "p");
    return made ? "none" : to_string(made.error());
}

bool same(const std::vector<policy_example>& left, const std::vector<policy_example>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& a, const auto& b) {
        return a.tool_name == b.tool_name && a.input == b.input && a.cwd == b.cwd && a.expected == b.expected;
    });
}

// Rules of different behaviors may change places: order never matters.
bool same(std::vector<permission_rule> left, std::vector<permission_rule> right) {
    const auto by_behavior = [](const permission_rule& a, const permission_rule& b) {
        return a.behavior() < b.behavior();
    };
    std::stable_sort(left.begin(), left.end(), by_behavior);
    std::stable_sort(right.begin(), right.end(), by_behavior);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const auto& a, const auto& b) { return a.same_as(b) && a.origin() == b.origin(); });
}

void check_same(const policy& left, const policy& right) {
    BOOST_TEST((left.mode == right.mode));
    BOOST_TEST((left.peer_may_set == right.peer_may_set));
    BOOST_TEST((left.limits == right.limits));
    BOOST_TEST((left.on_limit == right.on_limit));
    BOOST_TEST((left.loop == right.loop));
    BOOST_TEST(same(left.rules, right.rules));
    BOOST_TEST(left.blocked_tools == right.blocked_tools);
    BOOST_TEST(left.blocked_commands == right.blocked_commands);
    BOOST_TEST(left.disabled_categories == right.disabled_categories);
    BOOST_TEST(left.scratch == right.scratch);
    BOOST_TEST(left.trusted_tools == right.trusted_tools);
    BOOST_TEST((left.tools == right.tools));
    BOOST_TEST(left.tool_defaults == right.tool_defaults);
    BOOST_TEST((left.effects == right.effects));
    BOOST_TEST(left.allow_always_safe == right.allow_always_safe);
    BOOST_TEST((left.ask_from_risk == right.ask_from_risk));
    BOOST_TEST(left.snapshot == right.snapshot);
    BOOST_TEST(left.strict_schemas == right.strict_schemas);
    BOOST_TEST((left.grant_time == right.grant_time));
    BOOST_TEST(left.grant_uses == right.grant_uses);
    BOOST_TEST((left.question_timeout == right.question_timeout));
    BOOST_TEST((left.always_destination == right.always_destination));
    BOOST_TEST((left.audit == right.audit));
    BOOST_TEST(left.return_updates == right.return_updates);
    BOOST_TEST(left.allow_overbroad == right.allow_overbroad);
    BOOST_TEST((left.switches == right.switches));
    BOOST_TEST(same(left.examples, right.examples));
}

permission_rule rule(std::string_view text, rule_behavior behavior) {
    return parse_rule(text, behavior, rule_origin::host).value();
}

policy full_policy() {
    policy made;
    made.mode = permission_mode::accept_edits;
    made.peer_may_set = peer_mode::stricter;
    made.limits = {30, 300};
    made.on_limit = over_limit::ask;
    made.loop = 20;
    made.rules = {
        rule("Bash(npm *)", rule_behavior::allow),
        rule(R"({"tool_pattern":"Bash","input_pattern":{"command":"make *","n":1.5}})", rule_behavior::allow),
        rule("Bash(git push *)", rule_behavior::ask), rule("Read(/etc/*)", rule_behavior::deny)};
    made.blocked_tools = {"mcp__db__*"};
    made.blocked_commands = {"rm *", "*\"quoted\"*"};
    made.disabled_categories = {"network"};
    made.scratch = {"/tmp"};
    made.trusted_tools = {"Read"};
    made.tools["Bash"] = {.decision = tool_default::ask,
                          .risk = risk_level::high,
                          .trustable = false,
                          .offers = offered_grant::uses,
                          .limits = rate_limits{5, {}}};
    made.tools["Odd"] = {};
    made.tools["mcp__db__query"] = {.limits = rate_limits{}};
    made.effects[static_cast<std::size_t>(call_effect::runs)] = outcome::allow;
    made.effects[static_cast<std::size_t>(call_effect::sends)] = outcome::deny;
    made.tool_defaults = true;
    made.allow_always_safe = true;
    made.ask_from_risk = risk_level::medium;
    made.snapshot = true;
    made.strict_schemas = true;
    made.grant_time = 90s;
    made.grant_uses = 3;
    made.question_timeout = 250ms;
    made.always_destination = update_destination::user_settings;
    made.audit = {.inputs = audit_inputs::full,
                  .redact = {"content", "new_string"},
                  .chain = true,
                  .rotate_bytes = std::size_t{64} << 20U,
                  .keep_files = 5,
                  .keep_days = 60,
                  .on_failure = audit_failure::go_on,
                  .durability = audit_durability::accepted,
                  .queue_records = 100,
                  .on_overflow = audit_overflow::block};
    made.return_updates = true;
    made.allow_overbroad = true;
    made.switches = {.star_crosses_slash = true,
                     .allow_dotfiles = true,
                     .allow_sees_through_wrappers = true,
                     .allow_background = true,
                     .allow_env_names = {"CI", "_x9"}};
    json_object input;
    input.emplace("command", "npm test");
    made.examples = {{.tool_name = "Bash", .input = input, .cwd = "/w", .expected = outcome::allow},
                     {.tool_name = "Read", .expected = outcome::deny}};
    return made;
}

constexpr std::string_view full_text = R"json(
{
    "mode": "accept_edits", "peer_mode": "stricter",
    "rules": {
        "allow": ["Bash(npm *)", {"tool_pattern": "Bash", "input_pattern": {"command": "make *", "n": 1.5}}],
        "ask": ["Bash(git push *)"], "deny": ["Read(/etc/*)"]
    },
    "limits": {"per_minute": 30, "per_hour": 300, "on_limit": "ask"},
    "loop": 20,
    "blocked_tools": ["mcp__db__*"], "blocked_commands": ["rm *", "*\"quoted\"*"],
    "disabled_categories": ["network"], "scratch": ["/tmp"], "trusted_tools": ["Read"],
    "tools": {
        "Bash": {"decision": "ask", "risk": "high", "trustable": false, "grant": "uses",
                 "limits": {"per_minute": 5}},
        "Odd": {},
        "mcp__db__query": {"limits": {"per_minute": null}}
    },
    "effects": {"runs": "allow", "sends": "deny"}, "tool_defaults": true, "always_safe": true, "ask_from_risk": "medium", "snapshot": true, "strict_schemas": true,
    "grants": {"time": "90s", "uses": 3},
    "questions": {"timeout": "250ms", "always_destination": "userSettings"},
    "audit": {"inputs": "full", "redact": ["content", "new_string"], "chain": true, "rotate": "64MiB", "keep": 5, "keep_days": 60,
              "on_failure": "go_on", "durability": "accepted", "queue_records": 100, "on_overflow": "block"},
    "compatibility": {"return_updates": true, "allow_overbroad": true, "star_crosses_slash": true, "allow_dotfiles": true,
                      "allow_sees_through_wrappers": true, "allow_background": true,
                      "allow_env_names": ["CI", "_x9"]},
    "examples": [{"tool": "Bash", "input": {"command": "npm test"}, "cwd": "/w", "expect": "allow"},
                 {"tool": "Read", "expect": "deny"}]
}
)json";

struct folder {
    folder() { BOOST_REQUIRE(::mkdtemp(path.data()) != nullptr); }
    ~folder() { std::filesystem::remove_all(path); }
    folder(const folder&) = delete;
    folder& operator=(const folder&) = delete;
    std::string path = (std::filesystem::temp_directory_path() / "assent-policy-XXXXXX").string();
};

std::string load_error(const std::string& path) {
    try {
        static_cast<void>(load_policy(path));
        return "none";
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

BOOST_AUTO_TEST_SUITE(policy_file_test)

BOOST_AUTO_TEST_CASE(the_home_folder_begins_paths_of_rules_where_it_is_known) {
    constexpr std::string_view text =
        R"x({"rules": {"deny": ["Path(~/.ssh/**)", "Path(~)"]}, "where": [{"agent": "codex", "ask": ["Read(~/x)"]}]
})x";
    const auto made = read_policy(text, "p.json", "/home/ann");
    BOOST_REQUIRE(made.has_value());
    BOOST_REQUIRE(made->rules.size() == 3U);
    BOOST_TEST(made->rules[0].text() == "Path(/home/ann/.ssh/**)");
    BOOST_TEST(made->rules[1].text() == "Path(/home/ann)");
    BOOST_TEST(made->rules[2].text() == "Read(/home/ann/x)");
    for (const auto* const home : {"", "ann", "/home/../ann"}) BOOST_TEST_CONTEXT(home) {
            const auto errors = policy_errors(text, "p.json", home);
            BOOST_REQUIRE(errors.size() == 3U);
            BOOST_TEST(errors[0].where == "rules.deny[0]");
            BOOST_TEST(errors[0].message ==
                       "expected an absolute path in place of `~`: no home folder is known here");
        }
}

BOOST_AUTO_TEST_CASE(every_key_of_a_policy_file_is_read) { check_same(read(full_text), full_policy()); }

BOOST_AUTO_TEST_CASE(an_empty_object_is_the_bare_policy_with_a_mode_that_no_peer_sets) {
    policy expected = policy::bare();
    expected.peer_may_set = peer_mode::never;
    check_same(read("{}"), expected);
    check_same(read(R"({"rules": {}, "limits": {}, "tools": {}, "grants": {}, "questions": {}, "audit": {},
                        "compatibility": {}, "examples": []})"),
               expected);
}

BOOST_AUTO_TEST_CASE(what_is_printed_reads_back_to_the_same_policy) {
    for (const policy& each : {policy::careful(), policy::standard(), policy::project(), policy::walled(),
                               policy::bare(), full_policy()}) {
        const std::string text = to_policy_text(each);
        BOOST_TEST_CONTEXT(text) check_same(read(text), each);
        BOOST_TEST(to_policy_text(read(text)) == text);
    }
}

BOOST_AUTO_TEST_CASE(each_switch_is_read_and_written_by_itself) {
    const struct {
        std::string_view key;
        bool rule_switches::*flag;
    } rows[] = {
        {"star_crosses_slash", &rule_switches::star_crosses_slash},
        {"allow_dotfiles", &rule_switches::allow_dotfiles},
        {"allow_sees_through_wrappers", &rule_switches::allow_sees_through_wrappers},
        {"allow_background", &rule_switches::allow_background},
    };
    for (const auto& row : rows) {
        const policy made = read("{\"compatibility\": {\"" + std::string(row.key) + "\": true}}");
        rule_switches expected;
        expected.*row.flag = true;
        BOOST_TEST_CONTEXT(row.key) BOOST_TEST((made.switches == expected));
        BOOST_TEST((read(to_policy_text(made)).switches == expected));
    }
    BOOST_TEST(read("{\"compatibility\": {\"return_updates\": true}}").switches.all_off());
}

BOOST_AUTO_TEST_CASE(rules_that_have_no_text_of_their_own_are_printed_all_the_same) {
    policy odd;
    for (
        const std::string_view text :
        {R"({"tool_pattern":"B*","input_pattern":{"command":"npm *"}})",
         R"({"tool_pattern":"WebFetch","input_pattern":{"url":"*.example.com"}})",
         R"({"tool_pattern":"X","input_pattern":{"a":[1,"*",null],"b":-0.5,"c":{"d":18446744073709551615}}})",
         R"({"tool_pattern":"X*","input_pattern":{"command":"caf\u00e9 \"x\""}})", "mcp__a__*"}) {
        const auto made = parse_rule(text, rule_behavior::deny, rule_origin::host);
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().message);
        odd.rules.push_back(*made);
    }
    check_same(read(to_policy_text(odd)), odd);
}

BOOST_AUTO_TEST_CASE(the_order_of_keys_and_rules_does_not_matter) {
    const policy one = read(R"({"mode": "plan", "rules": {"deny": ["A"], "allow": ["B", "C"]},
                                "tools": {"T": {"grant": "time", "decision": "ask-time"}}})");
    const policy other = read(R"({"tools": {"T": {"decision": "ask-time", "grant": "Ask_Time"}},
                                  "rules": {"allow": ["B", "C"], "deny": ["A"]}, "mode": "plan"})");
    check_same(one, other);
}

BOOST_AUTO_TEST_CASE(a_decision_is_read_in_all_the_ways_it_is_written) {
    const struct {
        std::string_view word;
        tool_default decision;
        std::optional<offered_grant> offers;
    } rows[] = {
        {"allow", tool_default::allow, {}},
        {"always", tool_default::allow, {}},
        {"ALWAYS_ALLOW", tool_default::allow, {}},
        {"ask", tool_default::ask, {}},
        {"prompt", tool_default::ask, {}},
        {"deny", tool_default::deny, {}},
        {"Never", tool_default::deny, {}},
        {"always-deny", tool_default::deny, {}},
        {"ask-time", tool_default::ask, offered_grant::time},
        {"ASK_TIME", tool_default::ask, offered_grant::time},
        {"ask-iterations", tool_default::ask, offered_grant::uses},
        {"ask-uses", tool_default::ask, offered_grant::uses},
    };
    for (const auto& row : rows) {
        const policy made = read("{\"tools\": {\"T\": {\"decision\": \"" + std::string(row.word) + "\"}}}");
        BOOST_TEST_CONTEXT(row.word) {
            BOOST_TEST((made.tools.at("T").decision == row.decision));
            BOOST_TEST((made.tools.at("T").offers == row.offers));
        }
    }
    for (const std::string word : {"time", "uses", "none", "ask-none", "ask time", "", "allow "})
        BOOST_TEST_CONTEXT(word)
    BOOST_TEST(error_of("{\"tools\": {\"T\": {\"decision\": \"" + word + "\"}}}") != "none");
}

BOOST_AUTO_TEST_CASE(the_numbers_at_each_end_are_good_and_those_beyond_are_not) {
    const struct {
        std::string_view good;
        std::string_view bad;
    } rows[] = {
        {R"({"limits": {"per_minute": 0}})", R"({"limits": {"per_minute": -1}})"},
        {R"({"limits": {"per_minute": 100000}})", R"({"limits": {"per_minute": 100001}})"},
        {R"({"limits": {"on_limit": "ask"}})", R"({"limits": {"on_limit": "allow"}})"},
        {R"({"loop": 1})", R"({"loop": 0})"},
        {R"({"loop": 100000})", R"({"loop": 100001})"},
        {R"({"loop": null})", R"({"loop": "20"})"},
        {R"({"scratch": ["/tmp"]})", R"({"scratch": ["/"]})"},
        {R"({"scratch": ["/var/tmp", "/x"]})", R"({"scratch": ["/tmp/"]})"},
        {R"({"scratch": []})", R"({"scratch": ["~/tmp"]})"},
        {R"({"scratch": ["/a"]})", R"({"scratch": ["/a/../b"]})"},
        {R"({"scratch": ["/a"]})", R"({"scratch": "/a"})"},
        {R"({"limits": {"per_hour": 1}})", R"({"limits": {"per_hour": 1.0}})"},
        {R"({"limits": {"per_hour": 100}})", R"({"limits": {"per_hour": 1e2}})"},
        {R"({"grants": {"time": "1ms"}})", R"({"grants": {"time": "0"}})"},
        {R"({"grants": {"time": "24h"}})", R"({"grants": {"time": "86400001ms"}})"},
        {R"({"grants": {"uses": 1}})", R"({"grants": {"uses": 0}})"},
        {R"({"grants": {"uses": 1000000}})", R"({"grants": {"uses": 1000001}})"},
        {R"({"questions": {"timeout": "0"}})", R"({"questions": {"timeout": "-1s"}})"},
        {R"({"audit": {"rotate": "4KiB"}})", R"({"audit": {"rotate": "4095"}})"},
        {R"({"audit": {"rotate": "0"}})", R"({"audit": {"rotate": "1"}})"},
        {R"({"audit": {"rotate": "1GiB", "keep": 1000}})", R"({"audit": {"rotate": "1GiB", "keep": 1001}})"},
        {R"({"audit": {"keep_days": 3660}})", R"({"audit": {"keep_days": 3661}})"},
        {R"({"audit": {"inputs": null}})", R"({"audit": {"inputs": 1}})"},
        {R"({"audit": {"rotate": "1GiB", "keep": 0}})",
         R"({"audit": {"rotate": "1GiB", "keep": 18446744073709551616}})"},
    };
    for (const auto& row : rows) {
        BOOST_TEST(error_of(row.good) == "none");
        BOOST_TEST_CONTEXT(row.bad) BOOST_TEST(error_of(row.bad) != "none");
    }
}

BOOST_AUTO_TEST_CASE(comments_may_stand_anywhere_but_in_strings) {
    policy expected = read(R"({"blocked_commands": ["a//b", "a/*b*/ *"], "mode": "deny"})");
    check_same(read("// first\n{//\n/* \" */\"blocked_commands\"/**/:/* } */[ /***/\"a//b\" , // \"x\",\n"
                    "\"a/*b*/ *\"]/*\n// */,\"mode\"://\n\"deny\"}/* end */ // end"),
               expected);
    BOOST_TEST(expected.blocked_commands.front() == "a//b");
    check_same(
        read("{\"blocked_commands\": [\"a//b\", \"a/*b*/ *\",], \"mode\": \"deny\" , // x\n /* y */ }"),
        expected);
    check_same(
        read("{\r\n\"blocked_commands\":\r\n[\"a//b\",\"a/*b*/ *\",\r\n],// c\r\n\"mode\":\"deny\"\r\n}\r\n"),
        expected);
}

BOOST_AUTO_TEST_CASE(the_example_in_the_documentation_is_a_policy_with_every_key) {
    std::ifstream page(ASSENT_TEST_DATA "/../../docs/policy-file.md", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(page), {}};
    const std::string begin_mark = "```jsonc\n";
    const auto begin = text.find(begin_mark);
    BOOST_REQUIRE(begin != std::string::npos);
    const std::string example =
        text.substr(begin + begin_mark.size(), text.find("```", begin + 3) - begin - begin_mark.size());
    BOOST_TEST(error_of(example) == "none");
    for (const std::string key : {"mode",          "peer_mode",     "limits",           "loop",
                                  "rules",         "blocked_tools", "blocked_commands", "disabled_categories",
                                  "trusted_tools", "tools",         "effects",          "tool_defaults",
                                  "always_safe",   "ask_from_risk", "strict_schemas",   "grants",
                                  "questions",     "audit",         "compatibility",    "examples",
                                  "snapshot"})
        BOOST_TEST(example.find("\n    \"" + key + "\": ") != std::string::npos, key);
}

BOOST_AUTO_TEST_CASE(a_file_is_loaded_by_its_path) {
    const folder place;
    const std::string path = place.path + "/policy.json";
    std::ofstream(path, std::ios::binary) << full_text;
    check_same(load_policy(path), full_policy());
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_loaded_says_why) {
    const folder place;
    const std::string path = place.path + "/policy.json";
    BOOST_TEST(load_error(path) == "cannot read policy file `" + path + "`: No such file or directory");
    BOOST_TEST(load_error("standard") ==
               "cannot read policy file `standard`; those that are built in are functions, such as "
               "`policy::standard()`: No such file or directory");
    std::ofstream(path, std::ios::binary) << "{\n\"limits\": {\n\"per_minute\": \"30\"}}";
    BOOST_TEST(load_error(path) ==
               path + ":3: limits.per_minute: expected a whole number from 0 to 100000 or null, got \"30\"");
}

BOOST_AUTO_TEST_CASE(a_file_of_the_largest_size_is_read_and_one_byte_more_is_not) {
    const folder place;
    const std::string path = place.path + "/policy.json";
    std::string text = "{}";
    text.resize(max_policy_bytes, ' ');
    std::ofstream(path, std::ios::binary) << text;
    BOOST_TEST(load_error(path) == "none");
    text += ' ';
    std::ofstream(path, std::ios::binary) << text;
    BOOST_TEST(load_error(path) ==
               "cannot read policy file `" + path + "`: expected at most 16MiB, got more");
    BOOST_TEST(error_of(text) == "p: expected at most 16MiB, got more");
}

BOOST_AUTO_TEST_CASE(damaged_files_are_refused_or_read_but_never_anything_else) {
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    const std::string whole(full_text);
    const std::string pieces = "{}[],:\"/*\\ \n\r\t0-9.eEtfn\xEF\xBB\xBF\x80";
    BOOST_TEST_CONTEXT("seed " << seed) for (int round = 0; round < 1000; ++round) {
        std::string text = whole;
        for (unsigned changes = random() % 4; changes != ~0U; --changes) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
                case 0: text[at] = pieces[random() % pieces.size()]; break;
                case 1: text.insert(at, 1, pieces[random() % pieces.size()]); break;
                default: text.erase(at, random() % 8); break;
            }
        }
        const auto made = read_policy(text, "p");
        if (made) {
            BOOST_TEST(!made->validate().has_value(), text);
            BOOST_TEST(policy_errors(text, "p").empty());
        } else {
            BOOST_TEST(to_string(made.error()).find('\n') == std::string::npos, text);
            BOOST_TEST(made.error().line > 0U, text);
            BOOST_TEST((policy_errors(text, "p").front() == made.error()));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace policy_file_test
