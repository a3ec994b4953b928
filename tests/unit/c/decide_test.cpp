// What a caller in C hears of a call.
#include "c_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

namespace assent::test::decide_test {
namespace {

const rule_list npm{"Bash(npm *)"};
const rule_list rm{"Bash(rm *)"};

gate_pointer npm_gate(const char* mode = nullptr) {
    auto with = options();
    with.allow = npm;
    with.deny = rm;
    with.mode = mode;
    return open(with);
}

BOOST_AUTO_TEST_CASE(rules_and_the_mode_decide) {
    struct row {
        const char* mode;
        const char* command;
        assent_outcome outcome;
        const char* said;
    };
    const std::array rows{
        row{nullptr, "npm test", ASSENT_ALLOW, "allow rule: allowed by rule `Bash(npm *)` (your policy)"},
        row{nullptr, "rm -r /", ASSENT_DENY, "deny rule: denied by rule `Bash(rm *)` (your policy)"},
        row{nullptr, "mkdir a", ASSENT_ASK,
            "ask undecided: it writes `a`, which may lead elsewhere; no rule allows it"},
        row{"deny", "npm test", ASSENT_DENY, "deny mode: denied by permission mode `deny`"},
        row{"allow", "mkdir a", ASSENT_ALLOW, "allow mode: allowed by permission mode `allow`"},
        row{"allow", "rm a", ASSENT_DENY, "deny rule: denied by rule `Bash(rm *)` (your policy)"},
        row{"dont_ask", "mkdir a", ASSENT_DENY,
            "deny mode: it writes `a`, which may lead elsewhere; no rule allows it, and permission mode "
            "`dont_ask` asks nobody"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.said) {
            const auto verdict = decide(npm_gate(row.mode), bash(row.command));
            BOOST_TEST(verdict->outcome == row.outcome);
            BOOST_TEST(verdict->status == ASSENT_OK);
            BOOST_TEST(verdict->size == sizeof(assent_verdict));
            BOOST_TEST(said(*verdict) == row.said);
        }
}

BOOST_AUTO_TEST_CASE(what_is_allowed_comes_back_byte_for_byte_and_nothing_else_does) {
    const auto gate = npm_gate();
    const auto allowed = decide(
        gate,
        "\n{ \"input\" : { \"command\":\"npm\\u0020test\",\n \"timeout\": 1.0 }, \"tool_name\":\"Bash\" }\n");
    BOOST_TEST(text(allowed->input) == "{ \"command\":\"npm\\u0020test\",\n \"timeout\": 1.0 }");
    BOOST_TEST(
        text(allowed->json) ==
        "{\"behavior\":\"allow\",\"updatedInput\":{ \"command\":\"npm\\u0020test\",\n \"timeout\": 1.0 }}");
    const auto denied = decide(gate, bash("rm a"));
    BOOST_TEST(text(denied->input) == "");
    BOOST_TEST(text(denied->json) ==
               R"~({"behavior":"deny","message":"denied by rule `Bash(rm *)` (your policy)"})~");
    const auto asked = decide(gate, bash("mkdir a"));
    BOOST_TEST(text(asked->input) == "");
    BOOST_TEST(
        text(asked->json) ==
        R"({"behavior":"ask","message":"it writes `a`, which may lead elsewhere; no rule allows it"})");
}

BOOST_AUTO_TEST_CASE(texts_end_with_a_nul_and_are_never_null) {
    const auto verdict = decide(npm_gate(), bash("rm a"));
    for (const assent_text& each :
         {verdict->reason, verdict->source, verdict->input, verdict->json, verdict->explanation}) {
        BOOST_REQUIRE(each.data != nullptr);
        BOOST_TEST(each.data[each.bytes] == '\0');
    }
}

BOOST_AUTO_TEST_CASE(an_explanation_names_every_step_and_decides_nothing) {
    auto with = options();
    with.policy_text = R"({"mode":"allow","limits":{"per_minute":1}})";
    const auto gate = open(with);
    const std::string call = bash("mkdir a");
    const verdict_pointer why(assent_explain(gate.get(), call.data(), call.size()));
    BOOST_TEST(why->outcome == ASSENT_ALLOW);
    BOOST_TEST(text(why->input) == "");
    BOOST_TEST(
        text(why->explanation).starts_with("Bash: allow (mode): allowed by permission mode `allow`\n"));
    for (const char* step : {"well formed", "rate limit", "deny rules", "guard", "allow mode"})
        BOOST_TEST(text(why->explanation).find(step) != std::string::npos, step);
    BOOST_TEST(
        text(why->json).starts_with(R"({"tool":"Bash","decision":{"outcome":"allow","source":"mode")"));
    // It took nothing from the limit.
    BOOST_TEST(decide(gate, call)->outcome == ASSENT_ALLOW);
    BOOST_TEST(decide(gate, call)->outcome == ASSENT_DENY);
}

BOOST_AUTO_TEST_CASE(relative_paths_are_read_from_the_working_directory_of_the_options) {
    const rule_list in_work{"Write(/work/src/*)"};
    const std::string call = R"({"tool_name":"Write","input":{"file_path":"src/a.c","content":""}})";
    for (const char* cwd : {"/work", "/other", static_cast<const char*>(nullptr)}) {
        auto with = options();
        with.allow = in_work;
        with.cwd = cwd;
        const auto expected = cwd != nullptr && std::string(cwd) == "/work" ? ASSENT_ALLOW : ASSENT_ASK;
        BOOST_TEST(decide(open(with), call)->outcome == expected);
    }
}

BOOST_AUTO_TEST_CASE(decisions_and_refused_texts_are_on_record_when_they_are_known) {
    const auto file = std::filesystem::temp_directory_path() / ("assent_c_" + std::to_string(::getpid()));
    {
        auto with = options();
        const std::string path = file.string();
        with.allow = npm;
        with.audit = path.c_str();
        const auto gate = open(with);
        for (const std::string& call : {bash("npm test"), bash("mkdir a"), std::string("{")})
            decide(gate, call);
        const verdict_pointer unread(assent_explain(gate.get(), "{oops", 5));
        std::ifstream in(file);
        const std::string lines{std::istreambuf_iterator<char>(in), {}};
        BOOST_TEST(std::count(lines.begin(), lines.end(), '\n') == 2);
        BOOST_TEST(lines.find(R"("tool":"Bash")") != std::string::npos, lines);
        BOOST_TEST(lines.find("not JSON at byte 1") != std::string::npos, lines);
    }
    std::filesystem::remove(file);
}

BOOST_AUTO_TEST_CASE(the_library_says_which_one_it_is) {
    BOOST_TEST(assent_version() == std::string(EXPECTED_VERSION));
    BOOST_TEST(assent_abi_version() == ASSENT_ABI_VERSION);
}

}  // namespace
}  // namespace assent::test::decide_test
