#define BOOST_TEST_MODULE my_callback
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

using namespace assent;

// The code under test: lists freely, and never touches the root.
permission_result my_callback(const permission_question& question) {
    const auto* const command = question.input->whole().if_contains("command");
    if (command != nullptr && *command == "rm -rf /") return deny_result{.reason = "not the root"};
    return allow_result{};
}

BOOST_AUTO_TEST_CASE(lists_are_allowed_and_the_root_is_safe) {
    testing::harness h(answer_with(my_callback));

    BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).allowed);

    const auto reply = h.ask("Bash", {{"command", "rm -rf /"}});
    BOOST_TEST(reply.denied);
    BOOST_TEST(reply.reason == "not the root");
}

BOOST_AUTO_TEST_CASE(what_is_not_on_record_is_not_allowed) {
    testing::harness_options o;
    o.gate.policy = policy::standard();
    o.gate.callback = answer_with(my_callback);
    testing::harness h(o);
    BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).allowed);
    BOOST_TEST(h.audit().events().size() == 1U);
    h.audit().fail_from();
    BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).denied);
}

BOOST_AUTO_TEST_CASE(a_line_is_answered) {
    testing::fake_connection wire;
    const auto time = std::make_shared<testing::manual_clock>();
    const auto gate =
        std::make_shared<permission_gate>(gate_options{.callback = answer_with(my_callback)}, time);
    const auto session = std::make_shared<control_session>(wire.make_transport(), gate);
    session->start({}, [](auto, std::string_view) {});
    wire.feed(R"({"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool",)"
              R"("tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t"}})"
              "\n");
    wire.pump();
    BOOST_TEST(wire.sent().find(R"("behavior":"allow")") != std::string::npos);
}
