// What the answering side does with everything that is not a proper question.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <thread>

namespace assent::responder_faults_test {
namespace {

using testing::harness;
using testing::harness_options;

struct keeping_harness {
    explicit keeping_harness(gate_options gate = {})
        : h([&] {
              gate.callback = keep_in(box);
              harness_options made;
              made.gate = std::move(gate);
              made.session.responder.log = [this](const log_entry& entry) {
                  logged.emplace_back(entry.message);
              };
              made.session.responder.on_foreign = [this](std::string_view text) {
                  foreign.emplace_back(text);
              };
              return made;
          }()) {}

    std::shared_ptr<handle_box> box = std::make_shared<handle_box>();
    std::vector<std::string> logged;
    std::vector<std::string> foreign;
    harness h;
};

BOOST_AUTO_TEST_CASE(a_withdrawn_question_is_never_answered) {
    keeping_harness k;
    const auto id = k.h.ask("Bash", command("ls")).request_id;
    const auto stop = k.box->handles.at(0).stop();
    k.h.cancel(id);
    BOOST_TEST(stop.stop_requested());
    BOOST_TEST(!k.box->take().allow());
    k.h.advance(std::chrono::hours(1));
    k.h.end();
    BOOST_TEST(!k.h.reply(id).answered);
    BOOST_TEST(k.h.audit().decision(id)->source == decision_source::cancelled);
}

BOOST_AUTO_TEST_CASE(an_answer_that_waits_for_delivery_is_taken_back_by_a_cancel) {
    keeping_harness k;
    const auto id = k.h.ask("Bash", command("ls")).request_id;
    k.h.peer().cancel(id);
    k.h.connection().feed(k.h.peer().take());
    BOOST_TEST(!k.box->take().allow());
    k.h.pump();
    BOOST_TEST(!k.h.reply(id).answered);
}

BOOST_AUTO_TEST_CASE(an_id_may_be_used_again_after_its_question_was_withdrawn) {
    keeping_harness k;
    k.h.peer().ask({.tool_name = "Bash", .input = command("old")}, "r");
    k.h.peer().cancel("r");
    k.h.peer().ask({.tool_name = "Bash", .input = command("new")}, "r");
    k.h.pump();
    BOOST_TEST_REQUIRE(k.box->handles.size() == 2U);
    BOOST_TEST(!k.box->take(0).deny("old"));
    k.box->take(0).allow();
    k.h.pump();
    BOOST_TEST(k.h.peer().replies_to("r") == 1U);
    BOOST_TEST(k.h.reply("r").input == R"({"command":"new"})");
}

BOOST_AUTO_TEST_CASE(a_cancel_for_nothing_is_ignored) {
    keeping_harness k;
    k.h.cancel("never_asked");
    const auto id = k.h.ask("Bash", command("ls")).request_id;
    k.box->take().allow();
    k.h.pump();
    k.h.cancel(id);
    BOOST_TEST(k.h.peer().replies_to(id) == 1U);
}

BOOST_AUTO_TEST_CASE(an_interrupt_denies_what_is_open_and_is_answered_after_it) {
    keeping_harness k;
    const auto first = k.h.ask("Bash", command("1")).request_id;
    const auto second = k.h.ask("Bash", command("2")).request_id;
    const auto reply = k.h.interrupt();
    BOOST_TEST(reply.answered);
    BOOST_TEST(!reply.failed);
    const auto replies = k.h.peer().replies();
    BOOST_TEST_REQUIRE(replies.size() == 3U);
    BOOST_TEST(replies[2].request_id == reply.request_id);
    BOOST_TEST(k.h.reply(first).denied);
    BOOST_TEST(k.h.reply(second).reason == "the question was withdrawn");
    BOOST_TEST(!k.h.interrupt().failed);  // also when nothing is open
}

BOOST_AUTO_TEST_CASE(a_request_under_an_id_that_is_open_is_ignored) {
    const std::array<std::string, 6> lines{
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Read","input":{}}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":"set_permission_mode","mode":"default"}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":"initialize"}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":"mcp_message"}})",
        R"({"type":"control_request","request_id":"r","request":{"subtype":7}})",
        R"({"type":"control_request","request_id":"r","request":{)",
    };
    for (const auto& line : lines) {
        BOOST_TEST_CONTEXT(line) {
            keeping_harness k;
            k.h.peer().ask({.tool_name = "Bash", .input = command("ls")}, "r");
            k.h.pump();
            k.h.line(line);
            BOOST_TEST(k.h.peer().replies_to("r") == 0U);
            BOOST_TEST(!k.h.audit().events(audit_event::kind::protocol).empty());
            BOOST_TEST(!k.logged.empty());
            k.box->take().allow();
            k.h.pump();
            BOOST_TEST(k.h.peer().replies_to("r") == 1U);
            BOOST_TEST(k.h.reply("r").allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_interrupt_under_an_open_id_still_interrupts) {
    keeping_harness k;
    k.h.peer().ask({.tool_name = "Bash"}, "r");
    k.h.pump();
    k.h.line(R"({"type":"control_request","request_id":"r","request":{"subtype":"interrupt"}})");
    BOOST_TEST(k.h.peer().replies_to("r") == 1U);
    BOOST_TEST(k.h.reply("r").denied);
}

BOOST_AUTO_TEST_CASE(an_id_may_be_used_again_after_its_answer) {
    keeping_harness k;
    for (int i = 0; i < 2; ++i) {
        k.h.peer().ask({.tool_name = "Bash"}, "r");
        k.h.pump();
        k.box->take().allow();
        k.h.pump();
    }
    BOOST_TEST(k.h.peer().replies_to("r") == 2U);
}

BOOST_AUTO_TEST_CASE(requests_of_other_kinds_are_answered_as_unsupported) {
    for (const std::string subtype : {"hook_callback", "mcp_message", "set_model", "x\"y"}) {
        keeping_harness k;
        const auto id = k.h.peer().request(subtype);
        k.h.pump();
        BOOST_TEST(k.h.reply(id).error_code == "unsupported_request");
        BOOST_TEST(k.h.reply(id).error == "Unsupported control request subtype: " + subtype);
    }
}

BOOST_AUTO_TEST_CASE(initialize_is_answered_and_noise_is_not) {
    keeping_harness k;
    const auto id = k.h.peer().initialize();
    k.h.peer().keep_alive();
    k.h.line(R"({"type":"assistant","message":{}})");
    k.h.line("plain text");
    k.h.line("[1]");
    k.h.line(
        R"({"type":"control_response","response":{"subtype":"success","request_id":"nobody","response":{}}})");
    k.h.line(R"({"type":"control_response","response":[]})");
    BOOST_TEST(k.h.reply(id).payload == "{}");
    BOOST_TEST(k.h.peer().replies().size() == 1U);
    BOOST_TEST(k.foreign.size() == 3U);
    BOOST_TEST(k.foreign.at(0) == R"({"type":"assistant","message":{}})");
}

BOOST_AUTO_TEST_CASE(a_refused_request_is_answered_with_an_error_that_names_the_member) {
    keeping_harness k;
    k.h.line(
        R"({"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool","tool_name":"Bash","input":"ls"}})");
    BOOST_TEST(k.h.reply("r").failed);
    BOOST_TEST(k.h.reply("r").error == "`request.input`: expected object, got string");
    BOOST_TEST(k.h.reply("r").error_code == "invalid_request");
    BOOST_TEST(k.box->handles.empty());
}

BOOST_AUTO_TEST_CASE(a_question_that_times_out_is_denied_on_the_wire) {
    keeping_harness k;
    const auto id = k.h.ask("Bash", command("ls")).request_id;
    k.h.advance(default_question_timeout - duration(1));
    BOOST_TEST(!k.h.reply(id).answered);
    k.h.advance(duration(1));
    BOOST_TEST(k.h.reply(id).denied);
    BOOST_TEST(k.h.reply(id).reason == "nobody answered in time");
}

BOOST_AUTO_TEST_CASE(an_answer_from_another_thread_is_delivered_with_the_next_pump) {
    keeping_harness k;
    const auto id = k.h.ask("Bash", command("ls")).request_id;
    std::thread([handle = k.box->take()]() mutable { std::move(handle).allow(); }).join();
    BOOST_TEST(!k.h.reply(id).answered);
    k.h.pump();
    BOOST_TEST(k.h.reply(id).allowed);
}

BOOST_AUTO_TEST_CASE(an_answer_after_the_session_is_gone_does_nothing) {
    const auto box = std::make_shared<handle_box>();
    {
        harness h(keep_in(box));
        h.ask("Bash", command("ls"));
    }
    BOOST_TEST(box->handles.at(0).stop().stop_requested());
    BOOST_TEST(!box->take().allow());
}

BOOST_AUTO_TEST_CASE(a_callback_that_lets_time_pass_is_timed_out_and_answered) {
    harness* self = nullptr;
    bool late = false;
    harness h([&](permission_request request) {
        self->advance(std::chrono::minutes(6));
        late = !std::move(request).allow();
    });
    self = &h;
    const auto reply = h.ask("Bash", command("ls"));
    BOOST_TEST(late);
    BOOST_TEST(reply.denied);
    BOOST_TEST(reply.reason == "nobody answered in time");
}

BOOST_AUTO_TEST_CASE(a_lost_audit_record_denies_on_the_wire) {
    harness h(allow_all());
    h.audit().fail_from();
    BOOST_TEST(h.ask("Bash", command("ls")).reason == "the audit record could not be written");
    BOOST_TEST(h.ask("Bash", command("ls")).denied);
    h.audit().work_again();
    BOOST_TEST(h.ask("Bash", command("ls")).allowed);
    BOOST_TEST(h.audit().events().front().what == audit_event::kind::gap);
}

}  // namespace
}  // namespace assent::responder_faults_test
