// Calls that nothing decides, and the callback that does.
#include "c_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

namespace assent::test::callback_test {
namespace {

using asked_callback = std::function<assent_outcome(const assent_question&, assent_answer*)>;

extern "C" assent_outcome call_it(const assent_question* question, assent_answer* answer, void* user_data) {
    return (*static_cast<asked_callback*>(user_data))(*question, answer);
}

gate_pointer gate_asking(asked_callback& ask, const char* policy_text = "{}") {
    static const rule_list no_wipe{"Bash(wipe *)"};
    auto with = options();
    with.policy_text = policy_text;
    with.deny = no_wipe;
    with.callback = call_it;
    with.user_data = &ask;
    return open(with);
}

assent_status set_reason(assent_answer* answer, std::string_view text) {
    return assent_answer_set_reason(answer, text.data(), text.size());
}
assent_status set_input(assent_answer* answer, std::string_view json) {
    return assent_answer_set_input(answer, json.data(), json.size());
}

BOOST_AUTO_TEST_CASE(the_callback_is_shown_the_call) {
    int times = 0;
    asked_callback ask = [&](const assent_question& question, assent_answer*) {
        ++times;
        BOOST_TEST(question.size == sizeof(assent_question));
        BOOST_TEST(text(question.tool_name) == "Bash");
        BOOST_TEST(text(question.input) == R"({"command":"mkdir a"})");
        BOOST_TEST(text(question.tool_use_id) == "toolu_1");
        BOOST_TEST(text(question.agent_id) == "");
        BOOST_TEST(text(question.operation) == "Execute command: mkdir a");
        BOOST_TEST(text(question.does).ends_with("writes `a`, which may lead elsewhere"));
        BOOST_TEST(text(question.why) == "it writes `a`, which may lead elsewhere; no rule allows it");
        BOOST_TEST(text(question.risk) == "high");
        BOOST_TEST(question.input.data[question.input.bytes] == '\0');
        return assent_outcome{ASSENT_ALLOW};
    };
    const auto verdict = decide(
        gate_asking(ask), R"({"tool_name":"Bash","input":{"command":"mkdir a"},"tool_use_id":"toolu_1"})");
    BOOST_TEST(times == 1);
    BOOST_TEST(said(*verdict) == "allow callback: allowed by the user");
    BOOST_TEST(text(verdict->input) == R"({"command":"mkdir a"})");
}

BOOST_AUTO_TEST_CASE(only_allow_allows_and_an_answer_that_cannot_be_read_denies) {
    struct row {
        const char* name;
        asked_callback ask;
        const char* said;
    };
    const auto returns = [](assent_outcome outcome) {
        return [outcome](const assent_question&, assent_answer*) { return outcome; };
    };
    const auto allows_with = [](std::string input) {
        return [input](const assent_question&, assent_answer* answer) {
            set_input(answer, input);
            return assent_outcome{ASSENT_ALLOW};
        };
    };
    constexpr const char* no_object =
        "deny fault: the permission callback: input: expected a JSON object, without a key twice and U+0000";
    const std::array rows{
        row{"allow", returns(ASSENT_ALLOW), "allow callback: allowed by the user"},
        row{"deny", returns(ASSENT_DENY), "deny callback: denied by the user"},
        row{"reason",
            [](const auto&, assent_answer* answer) {
                BOOST_TEST(set_reason(answer, "not today") == ASSENT_OK);
                return assent_outcome{ASSENT_DENY};
            },
            "deny callback: not today"},
        row{"ask", returns(ASSENT_ASK), "deny fault: the permission callback: expected allow or deny, got 2"},
        row{"-1", returns(-1), "deny fault: the permission callback: expected allow or deny, got -1"},
        row{"257", returns(257), "deny fault: the permission callback: expected allow or deny, got 257"},
        row{"most", returns(std::numeric_limits<std::int32_t>::max()),
            "deny fault: the permission callback: expected allow or deny, got 2147483647"},
        row{"no JSON", allows_with("{"), no_object},
        row{"array", allows_with("[]"), no_object},
        row{"key twice", allows_with(R"({"command":"ls","command":"wipe a"})"), no_object},
        row{"U+0000", allows_with(R"({"command":"ls\u0000"})"), no_object},
        row{"empty", allows_with("{}"), "deny fault: the edited input is empty"},
        row{"denied by a rule", allows_with(R"({"command":"wipe a"})"),
            "deny rule: denied by rule `Bash(wipe *)` (your policy)"},
        row{"too large", allows_with(R"({"command":")" + std::string(16 * 1024 * 1024, 'x') + "\"}"),
            "deny fault: the permission callback: input: more than 16777216 bytes"},
        row{"reason that is no UTF-8",
            [](const auto&, assent_answer* answer) {
                BOOST_TEST(set_reason(answer, "\xff") == ASSENT_INVALID_ARGUMENT);
                return assent_outcome{ASSENT_ALLOW};
            },
            "deny fault: the permission callback: reason: expected UTF-8 without U+0000"},
        row{"reason with U+0000",
            [](const auto&, assent_answer* answer) {
                BOOST_TEST(assent_answer_set_reason(answer, "a\0b", 3) == ASSENT_INVALID_ARGUMENT);
                return assent_outcome{ASSENT_ALLOW};
            },
            "deny fault: the permission callback: reason: expected UTF-8 without U+0000"},
        row{"reason that is NULL",
            [](const auto&, assent_answer* answer) {
                BOOST_TEST(assent_answer_set_reason(answer, nullptr, 3) == ASSENT_INVALID_ARGUMENT);
                return assent_outcome{ASSENT_ALLOW};
            },
            "deny fault: the permission callback: reason: expected a text, got NULL"},
        row{"exception",
            [](const auto&, assent_answer*) -> assent_outcome { throw std::runtime_error("no tty"); },
            "deny fault: the permission callback failed: no tty"},
        row{"exception with bytes that are no text",
            [](const auto&, assent_answer*) -> assent_outcome { throw std::runtime_error("\xff"); },
            "deny fault: the permission callback failed: \\xff"},
        row{"another exception", [](const auto&, assent_answer*) -> assent_outcome { throw 7; },
            "deny fault: the permission callback failed"},
    };
    for (auto row : rows) {
        const auto verdict = decide(gate_asking(row.ask), bash("mkdir a"));
        const bool failed = text(verdict->source) == "fault";
        BOOST_TEST_CONTEXT(row.name) {
            BOOST_TEST(said(*verdict) == row.said);
            BOOST_TEST(verdict->status == (failed ? ASSENT_FAILED : ASSENT_OK));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_may_be_allowed_with_another_input) {
    asked_callback ask = [](const auto&, assent_answer* answer) {
        BOOST_TEST(set_input(answer, "{\n\"command\": \"mkdir b\"}") == ASSENT_OK);
        return assent_outcome{ASSENT_ALLOW};
    };
    const auto verdict = decide(gate_asking(ask), bash("mkdir a"));
    BOOST_TEST(text(verdict->input) == R"({"command":"mkdir b"})");
    BOOST_TEST(text(verdict->json) == R"({"behavior":"allow","updatedInput":{"command":"mkdir b"}})");
}

BOOST_AUTO_TEST_CASE(what_is_decided_or_explained_is_not_asked) {
    int times = 0;
    asked_callback ask = [&](const auto&, assent_answer*) {
        ++times;
        return assent_outcome{ASSENT_ALLOW};
    };
    const auto gate = gate_asking(ask);
    const std::string open_call = bash("mkdir a");
    BOOST_TEST(decide(gate, bash("wipe a"))->outcome == ASSENT_DENY);
    BOOST_TEST(verdict_pointer(assent_explain(gate.get(), open_call.data(), open_call.size()))->outcome ==
               ASSENT_ASK);
    BOOST_TEST(decide(gate, "{}")->outcome == ASSENT_DENY);
    BOOST_TEST(times == 0);
}

BOOST_AUTO_TEST_CASE(an_answer_that_comes_too_late_denies) {
    asked_callback ask = [](const auto&, assent_answer*) {
        // The library goes by the system's clock.
        const auto asked_at = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() < asked_at + std::chrono::milliseconds(2)) continue;
        return assent_outcome{ASSENT_ALLOW};
    };
    BOOST_TEST(said(gate_asking(ask, R"({"questions":{"timeout":"1ms"}})"), bash("mkdir a")) ==
               "deny timeout: nobody answered in time");
}

BOOST_AUTO_TEST_CASE(the_callback_may_decide_other_calls_with_its_gate) {
    gate_pointer gate;
    asked_callback ask = [&](const assent_question& question, assent_answer*) {
        if (text(question.input) == R"({"command":"mkdir a"})")
            return decide(gate, bash("mkdir a/b"))->outcome;
        return assent_outcome{ASSENT_ALLOW};
    };
    gate = gate_asking(ask);
    BOOST_TEST(decide(gate, bash("mkdir a"))->outcome == ASSENT_ALLOW);
}

BOOST_AUTO_TEST_CASE(a_question_counts_once_against_a_limit) {
    asked_callback ask = [](const auto&, assent_answer*) { return assent_outcome{ASSENT_ALLOW}; };
    const auto gate = gate_asking(ask, R"({"limits":{"per_minute":2}})");
    BOOST_TEST(decide(gate, bash("mkdir a"))->outcome == ASSENT_ALLOW);
    BOOST_TEST(decide(gate, bash("mkdir a"))->outcome == ASSENT_ALLOW);
    BOOST_TEST(text(decide(gate, bash("mkdir a"))->source) == "rate_limit");
}

}  // namespace
}  // namespace assent::test::callback_test
