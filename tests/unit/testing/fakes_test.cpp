#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>
#include <assent/adapters/testing/scripted_peer.hpp>

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace assent::testing::fakes_test {
namespace {

BOOST_AUTO_TEST_CASE(the_clock_stands_still_until_it_is_moved) {
    manual_clock time;
    const auto now = time.now();
    const auto wall = time.wall();
    BOOST_TEST((time.now() == now));
    BOOST_TEST((now > time_point{}));
    time.advance(std::chrono::milliseconds(1500));
    BOOST_TEST((time.now() - now == std::chrono::milliseconds(1500)));
    BOOST_TEST((time.wall() - wall == std::chrono::milliseconds(1500)));
}

boost::system::error_code record(recording_audit_sink& sink, std::string_view id) {
    return sink.record({.what = audit_event::kind::protocol, .request_id = id, .reason = "why"});
}

BOOST_AUTO_TEST_CASE(the_sink_keeps_copies) {
    recording_audit_sink sink;
    {
        std::string id = "req_1";
        verdict decided{.decision = outcome::deny, .source = decision_source::timeout};
        const auto error =
            sink.record({.request_id = id, .tool_name = "Bash", .decided = &decided, .latency = duration(5)});
        BOOST_TEST(!error);
        id = "other";
        decided.decision = outcome::allow;
    }
    BOOST_TEST(!record(sink, "req_2"));
    const auto kept = sink.decision("req_1");
    BOOST_TEST_REQUIRE(kept.has_value());
    BOOST_TEST(kept->tool_name == "Bash");
    BOOST_TEST(kept->decision == outcome::deny);
    BOOST_TEST(kept->source == decision_source::timeout);
    BOOST_TEST(kept->reason == "nobody answered in time");
    BOOST_TEST((kept->latency == duration(5)));
    BOOST_TEST(!sink.decision("req_2").has_value());
    BOOST_TEST(sink.events().size() == 2U);
    BOOST_TEST(sink.events(audit_event::kind::protocol).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_sink_fails_at_the_nth_record) {
    recording_audit_sink sink;
    BOOST_TEST(!record(sink, "1"));
    sink.fail_nth(2);
    BOOST_TEST(!record(sink, "2"));
    BOOST_TEST(record(sink, "3").failed());
    BOOST_TEST(!record(sink, "4"));
    BOOST_TEST(sink.attempts() == 4U);
    BOOST_TEST(sink.events().size() == 3U);
}

BOOST_AUTO_TEST_CASE(the_sink_fails_until_it_is_told_to_work_again) {
    recording_audit_sink sink;
    sink.fail_from(2);
    BOOST_TEST(!record(sink, "1"));
    BOOST_TEST(record(sink, "2").failed());
    BOOST_TEST(record(sink, "3").failed());
    sink.work_again();
    BOOST_TEST(!record(sink, "4"));
}

BOOST_AUTO_TEST_CASE(the_peer_writes_the_requests_of_its_dialect) {
    scripted_peer nested;
    nested.ask({.tool_name = "Bash", .input = {{"command", "ls"}}, .tool_use_id = "t"});
    nested.set_mode(permission_mode::allow);
    nested.set_mode("yolo\"");
    nested.initialize();
    nested.interrupt();
    nested.cancel("req_1");
    nested.keep_alive();
    nested.line("noise");
    BOOST_TEST(
        nested.take() ==
        R"({"type":"control_request","request_id":"req_1","request":{"subtype":"can_use_tool",)"
        R"("tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t"}})"
        "\n"
        R"({"type":"control_request","request_id":"req_2","request":{"subtype":"set_permission_mode",)"
        R"("mode":"bypassPermissions"}})"
        "\n"
        R"({"type":"control_request","request_id":"req_3","request":{"subtype":"set_permission_mode",)"
        R"("mode":"yolo\""}})"
        "\n"
        R"({"type":"control_request","request_id":"req_4","request":{"subtype":"initialize","hooks":null}})"
        "\n"
        R"({"type":"control_request","request_id":"req_5","request":{"subtype":"interrupt"}})"
        "\n"
        R"({"type":"control_cancel_request","request_id":"req_1"})"
        "\n"
        R"({"type":"keep_alive"})"
        "\nnoise\n");
    BOOST_TEST(nested.take().empty());
    scripted_peer flat(dialect::flat);
    flat.set_mode(permission_mode::allow);
    BOOST_TEST(flat.take().find(R"("mode":"allow")") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_peer_sends_a_raw_input_as_it_is) {
    scripted_peer peer;
    peer.ask({.tool_name = "Bash", .raw_input = R"({ "n" : 1.0 })"});
    BOOST_TEST(peer.take().find(R"("input":{ "n" : 1.0 })") != std::string::npos);
    BOOST_CHECK_THROW(peer.ask({.tool_name = "Bash", .raw_input = "[1]"}), std::invalid_argument);
    BOOST_CHECK_THROW(peer.ask({.tool_name = "Bash", .raw_input = "{"}), std::invalid_argument);
}

constexpr std::string_view nested_answers =
    R"({"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{"behavior":"allow",)"
    R"("updatedInput":{ "n" : 1.0 },"updatedPermissions":[{"type":"addRules","rules":[{"toolName":"Bash"}],)"
    R"("behavior":"allow","destination":"session"}]}}})"
    "\n"
    R"({"type":"control_response","response":{"subtype":"success","request_id":"req_2","response":{"behavior":"deny",)"
    R"("message":"no","interrupt":true}}})"
    "\n"
    R"({"type":"control_response","response":{"subtype":"error","request_id":"req_3","error":"bad","error_code":"c"}})"
    "\n"
    R"({"type":"control_response","response":{"subtype":"success","request_id":"req_1","response":{}}})"
    "\n"
    R"({"type":"system"})"
    "\n";

constexpr std::string_view flat_answers =
    R"({"type":"control_response","request_id":"req_1","result":{"type":"allow","input":{ "n" : 1.0 },)"
    R"("update":[{"rule":{"tool_pattern":"Bash"},"value":"always_allow"}]}})"
    "\n"
    R"({"type":"control_response","request_id":"req_2","result":{"type":"deny","reason":"no"}})"
    "\n"
    R"({"type":"control_response","request_id":"req_3","error":{"code":"c","message":"bad"}})"
    "\n"
    R"({"type":"control_response","request_id":"req_1","result":{}})"
    "\n"
    R"({"type":"system"})"
    "\n";

BOOST_AUTO_TEST_CASE(the_peer_reads_the_answers_of_its_dialect_whole_and_byte_by_byte) {
    for (const dialect speaks : {dialect::nested, dialect::flat}) {
        for (const bool whole : {true, false}) {
            BOOST_TEST_CONTEXT(speaks << (whole ? ", whole" : ", byte by byte")) {
                scripted_peer peer(speaks);
                for (int i = 0; i < 3; ++i) peer.ask({.tool_name = "Bash"});
                const auto bytes = speaks == dialect::nested ? nested_answers : flat_answers;
                if (whole)
                    peer.read(bytes);
                else
                    for (std::size_t i = 0; i < bytes.size(); ++i) peer.read(bytes.substr(i, 1));

                const auto first = peer.reply("req_1");
                BOOST_TEST(first.allowed);
                BOOST_TEST(!first.denied);
                BOOST_TEST(first.input == R"({ "n" : 1.0 })");
                BOOST_TEST(first.updates.size() == 1U);
                BOOST_TEST(first.shape == speaks);
                const auto second = peer.reply("req_2");
                BOOST_TEST(second.denied);
                BOOST_TEST(second.reason == "no");
                BOOST_TEST(second.interrupt == (speaks == dialect::nested));
                const auto third = peer.reply("req_3");
                BOOST_TEST(third.failed);
                BOOST_TEST(third.error == "bad");
                BOOST_TEST(third.error_code == "c");
                BOOST_TEST(peer.replies_to("req_1") == 2U);
                BOOST_TEST(!peer.replies()[3].allowed);
                BOOST_TEST(!peer.replies()[3].denied);
                BOOST_TEST(!peer.reply("req_9").answered);
                BOOST_TEST_REQUIRE(peer.other_lines().size() == 1U);
                BOOST_TEST(peer.other_lines()[0] == R"({"type":"system"})");
            }
        }
    }
}

}  // namespace
}  // namespace assent::testing::fakes_test
