// The complete example of the flat dialect, in both directions.
#include "transcript.hpp"

#include <assent/testing.hpp>

namespace assent::flat_golden_test {
namespace {

using testing::feed_style;
using testing::harness;
using testing::harness_options;
using testing::scripted_peer;

std::string golden(std::string_view name) {
    return read_file(std::string(ASSENT_TEST_DATA "/flat/") + std::string(name) + ".ndjson");
}

const can_use_tool accept_everything = [](permission_request request) {
    std::move(request).allow_with_suggestions();
};

permission_rule npm_rule() {
    return permission_rule::make("Bash", {{"command", "npm *"}}, rule_behavior::allow, rule_origin::host)
        .value();
}

BOOST_AUTO_TEST_CASE(we_answer_the_example_as_it_is_written) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        int asked = 0;
        harness h([&](permission_request request) {
            ++asked;
            accept_everything(std::move(request));
        });
        h.connection().feed(golden("can_use_tool.request"), style);
        h.pump();
        BOOST_TEST(h.connection().sent() == golden("can_use_tool.response"));
        BOOST_TEST(asked == 1);

        // Future npm commands are approved by the stored rule.
        std::string again = golden("can_use_tool.request");
        again.replace(again.find("npm test"), 8, "npm ci");
        h.connection().feed(again, style);
        h.pump();
        BOOST_TEST(asked == 1);
        BOOST_TEST(h.connection().sends().back() ==
                   R"({"type":"control_response","request_id":"req_7_f3a1","result":{"type":"allow",)"
                   R"("input":{"command":"npm ci","description":"Run tests"}}})"
                   "\n");
    }
}

BOOST_AUTO_TEST_CASE(allow_mode_answers_the_example_the_same_way) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        harness_options options;
        options.gate.policy.mode = permission_mode::allow;
        harness h(std::move(options));
        h.connection().feed(golden("can_use_tool.request"), style);
        h.pump();
        BOOST_TEST(h.connection().sent() == golden("can_use_tool.response"));
        h.gate().set_mode(permission_mode::ask);
        BOOST_TEST(h.gate().rules()->size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(we_set_the_mode_of_the_example) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        harness h(deny_all());
        h.connection().feed(golden("set_permission_mode.request"), style);
        h.pump();
        BOOST_TEST(h.connection().sent() == golden("set_permission_mode.response"));
        BOOST_TEST(h.gate().mode() == permission_mode::allow);
    }
}

BOOST_AUTO_TEST_CASE(our_asking_side_writes_the_example_and_reads_its_answer) {
    for (const std::size_t most : {std::size_t{1}, std::size_t{1000}}) {
        scripted_peer peer(dialect::flat);
        const std::string id = "req_7_f3a1";
        peer.ask({.tool_name = "Bash",
                  .input = {{"command", "npm test"}, {"description", "Run tests"}},
                  .suggestions = {add_rules({npm_rule()})}},
                 id);
        BOOST_TEST(peer.take() == golden("can_use_tool.request"));

        const std::string answer = golden("can_use_tool.response");
        for (std::size_t at = 0; at < answer.size(); at += most) peer.read(answer.substr(at, most));
        const auto reply = peer.reply(id);
        BOOST_TEST(reply.allowed);
        BOOST_TEST(reply.shape == dialect::flat);
        BOOST_TEST(reply.input == R"({"command":"npm test","description":"Run tests"})");
        BOOST_TEST_REQUIRE(reply.updates.size() == 1U);
        BOOST_TEST(reply.updates[0].rules.at(0).same_as(npm_rule()));

        scripted_peer mode(dialect::flat);
        mode.set_mode(permission_mode::allow);
        BOOST_TEST(mode.take() == golden("set_permission_mode.request"));
        mode.read(golden("set_permission_mode.response"));
        BOOST_TEST(mode.reply("req_1").payload == R"({"mode":"allow"})");
    }
}

BOOST_AUTO_TEST_CASE(both_sides_of_the_example_understand_each_other) {
    harness_options options;
    options.speaks = dialect::flat;
    options.gate.callback = accept_everything;
    harness h(std::move(options));
    const auto reply = h.ask(
        {.tool_name = "Bash", .input = {{"command", "npm test"}}, .suggestions = {add_rules({npm_rule()})}});
    BOOST_TEST(reply.allowed);
    BOOST_TEST(reply.updates.size() == 1U);
    BOOST_TEST(h.gate().rules()->size() == 1U);
}

}  // namespace
}  // namespace assent::flat_golden_test
