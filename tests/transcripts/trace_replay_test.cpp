// Every captured conversation of a real agent, replayed against a session.
#include "transcript.hpp"

#include <assent/testing.hpp>

#include <array>
#include <memory>
#include <set>

namespace assent::trace_replay_test {
namespace {

using testing::feed_style;
using testing::harness;
using testing::harness_options;

constexpr std::array styles{feed_style::whole, feed_style::byte_by_byte};

bool is_question(const trace_frame& frame) { return frame.subtype == "can_use_tool"; }
bool is_control(const trace_frame& frame) {
    return frame.type == "control_request" || frame.type == "control_response" ||
           frame.type == "control_cancel_request" || frame.type == "keep_alive";
}

struct replay {
    std::string sent;
    read_answers answers;
    std::vector<std::string> foreign;
};

// Feeds the agent's side of a conversation.
replay feed_agent(const std::vector<trace_frame>& frames, can_use_tool callback, feed_style style) {
    replay done;
    harness_options options;
    options.gate.callback = std::move(callback);
    options.session.responder.on_foreign = [&](std::string_view line) { done.foreign.emplace_back(line); };
    harness h(std::move(options));
    for (const auto& frame : frames) {
        if (!frame.from_agent) continue;
        h.connection().feed(frame.bytes, style);
        h.pump();
    }
    h.end();
    BOOST_TEST(h.finished());
    done.sent = h.connection().sent();
    done.answers = read_nested_answers(done.sent);
    return done;
}

void check_answers(const std::vector<trace_frame>& frames, const replay& done, bool allow) {
    std::size_t expected = 0;
    std::vector<std::string> foreign;
    for (const auto& frame : frames) {
        if (!frame.from_agent) continue;
        if (!is_control(frame)) foreign.push_back(frame.bytes.substr(0, frame.bytes.size() - 1));
        if (frame.type != "control_request") continue;
        ++expected;
        BOOST_TEST_CONTEXT("request " << frame.id << ", " << frame.subtype) {
            BOOST_TEST_REQUIRE(done.answers.by_id.count(frame.id) == 1U);
            const auto& answer = done.answers.by_id.find(frame.id)->second;
            if (!is_question(frame)) {
                BOOST_TEST(!answer.success);
                BOOST_TEST(answer.error == "Unsupported control request subtype: " + frame.subtype);
                BOOST_TEST(answer.error_code == "unsupported_request");
                continue;
            }
            BOOST_TEST(answer.allow == allow);
            BOOST_TEST(answer.deny == !allow);
            if (allow)
                // Byte for byte; an empty object reads as "the input as it was".
                BOOST_TEST(answer.input == (frame.input == "{}" ? "" : frame.input));
            else
                BOOST_TEST(answer.reason == "not now");
        }
    }
    BOOST_TEST(done.answers.by_id.size() == expected);
    BOOST_TEST(done.answers.other_lines == 0U);
    BOOST_TEST(done.foreign == foreign, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_question_of_a_real_agent_gets_one_answer_and_noise_gets_none) {
    std::size_t questions = 0;
    for (const auto& path : all_traces()) {
        const auto frames = read_trace(path);
        questions += static_cast<std::size_t>(std::count_if(frames.begin(), frames.end(), is_question));
        for (const bool allow : {true, false}) {
            BOOST_TEST_CONTEXT(path.filename() << (allow ? ", allow" : ", deny")) {
                const auto callback = allow ? allow_all() : deny_all("not now");
                const auto whole = feed_agent(frames, callback, feed_style::whole);
                check_answers(frames, whole, allow);
                const auto bytes = feed_agent(frames, callback, feed_style::byte_by_byte);
                BOOST_TEST(bytes.sent == whole.sent);
                BOOST_TEST(bytes.foreign == whole.foreign, boost::test_tools::per_element());
            }
        }
    }
    BOOST_TEST(questions >= 60U);
}

BOOST_AUTO_TEST_CASE(a_question_that_the_agent_withdrew_gets_no_answer) {
    std::size_t withdrawn = 0;
    for (const auto& path : all_traces()) {
        const auto frames = read_trace(path);
        std::set<std::string> cancelled;
        for (const auto& frame : frames)
            if (frame.from_agent && frame.type == "control_cancel_request") cancelled.insert(frame.id);
        withdrawn += cancelled.size();
        std::string sent[2];
        for (const auto style : styles) {
            BOOST_TEST_CONTEXT(path.filename()) {
                std::vector<permission_request> open;
                harness h([&](permission_request request) { open.push_back(std::move(request)); });
                for (const auto& frame : frames) {
                    if (!frame.from_agent) continue;
                    h.connection().feed(frame.bytes, style);
                    h.pump();
                }
                for (auto& each : open) std::move(each).allow();
                h.end();
                sent[style == feed_style::whole ? 0 : 1] = h.connection().sent();
                const auto answers = read_nested_answers(h.connection().sent());
                for (const auto& frame : frames) {
                    if (!is_question(frame) || !frame.from_agent) continue;
                    BOOST_TEST(answers.by_id.count(frame.id) == (cancelled.contains(frame.id) ? 0U : 1U));
                    if (!cancelled.contains(frame.id)) BOOST_TEST(answers.by_id.find(frame.id)->second.allow);
                }
            }
        }
        BOOST_TEST(sent[0] == sent[1]);
    }
    BOOST_TEST(withdrawn >= 1U);
}

BOOST_AUTO_TEST_CASE(what_the_other_side_said_never_answers_a_question) {
    for (const auto& path : all_traces()) {
        for (const auto style : styles) {
            BOOST_TEST_CONTEXT(path.filename()) {
                harness_options options;
                std::vector<permission_request> open;
                options.gate.callback = [&](permission_request request) {
                    open.push_back(std::move(request));
                };
                options.gate.policy.peer_may_set = peer_mode::never;
                harness h(std::move(options));
                for (const auto& frame : read_trace(path)) {  // both directions, in order
                    h.connection().feed(frame.bytes, style);
                    h.pump();
                }
                BOOST_TEST(!h.finished());
                h.end();
                BOOST_TEST(!read_nested_answers(h.connection().sent()).any_allow());
                for (auto& each : open) BOOST_TEST(!std::move(each).allow());
            }
        }
    }
}

}  // namespace
}  // namespace assent::trace_replay_test
