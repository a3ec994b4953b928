// Many requests in one read: one write of the record, before the answers, and no allow without its record.
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace assent::recorded_batch_test {
namespace {

using testing::harness;
using testing::harness_options;

harness_options allowing_npm(audit_failure on_failure = audit_failure::deny) {
    harness_options options;
    options.gate.policy.audit.on_failure = on_failure;
    options.gate.rules =
        rule_set::make({parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value(),
                        parse_rule("Bash(rm *)", rule_behavior::deny, rule_origin::host).value()})
            .value();
    return options;
}

// Writes all questions before the session reads the first. \return their ids
std::vector<std::string> ask_together(harness& h, const std::vector<std::string>& commands) {
    std::vector<std::string> ids;
    for (const auto& command : commands)
        ids.push_back(h.peer().ask({.tool_name = "Bash", .input = {{"command", command}}}));
    h.pump();
    return ids;
}

BOOST_AUTO_TEST_CASE(requests_that_come_together_are_recorded_and_answered_with_one_write_each) {
    harness h(allowing_npm());
    const auto ids = ask_together(h, {"npm run a", "rm b", "npm run c"});
    BOOST_TEST(h.reply(ids[0]).allowed);
    BOOST_TEST(h.reply(ids[1]).denied);
    BOOST_TEST(h.reply(ids[2]).allowed);
    BOOST_TEST(h.audit().events().size() == 3U);
    BOOST_TEST(h.audit().commits() == 1U);
    BOOST_TEST(h.connection().sends().size() == 1U);
}

BOOST_AUTO_TEST_CASE(when_the_record_of_a_batch_fails_all_that_it_allowed_is_denied) {
    for (const std::size_t failing : {1U, 2U, 3U, 4U}) {
        BOOST_TEST_CONTEXT("record " << failing << " fails") {
            harness h(allowing_npm());
            h.audit().fail_nth(failing);
            const auto ids = ask_together(h, {"npm run a", "rm b", "npm run \"c\"", "npm run d"});
            for (const std::size_t allowed : {0U, 2U, 3U}) {
                BOOST_TEST(h.reply(ids[allowed]).denied);
                BOOST_TEST(h.reply(ids[allowed]).reason == unrecorded_reason);
            }
            BOOST_TEST(h.reply(ids[1]).denied);
            BOOST_TEST(h.reply(ids[1]).reason != unrecorded_reason);
            BOOST_TEST(h.connection().sent().find(R"("behavior":"allow")") == std::string::npos);
            BOOST_TEST(h.audit().events().empty());

            const auto next = ask_together(h, {"npm run e"});
            BOOST_TEST(h.reply(next[0]).allowed);
            BOOST_TEST_REQUIRE(h.audit().events().size() == 2U);
            BOOST_TEST(h.audit().events()[0].what == audit_event::kind::gap);
            BOOST_TEST(h.audit().events()[0].lost == 4U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_that_goes_on_without_a_record_keeps_its_allows) {
    harness h(allowing_npm(audit_failure::go_on));
    h.audit().fail_from();
    const auto ids = ask_together(h, {"npm run a", "npm run b"});
    BOOST_TEST(h.reply(ids[0]).allowed);
    BOOST_TEST(h.reply(ids[1]).allowed);
}

BOOST_AUTO_TEST_CASE(what_is_no_allow_stays_as_it_was_written_when_the_record_fails) {
    harness h(allowing_npm());
    h.audit().fail_from();
    const auto first = h.peer().ask({.tool_name = "Bash", .input = {{"command", "npm run a"}}});
    const auto mode = h.peer().set_mode("no such mode");
    const auto last = h.peer().ask({.tool_name = "Bash", .input = {{"command", "npm run b"}}});
    h.pump();
    BOOST_TEST(h.reply(first).denied);
    BOOST_TEST(h.reply(mode).failed);
    BOOST_TEST(h.reply(last).denied);
}

// A line that the host writes while requests are being read sends what was decided so far.
BOOST_AUTO_TEST_CASE(no_allow_leaves_before_its_record_when_the_host_writes_in_between) {
    harness* session = nullptr;
    auto options = allowing_npm();
    options.session.responder.on_foreign = [&](std::string_view) { session->session().write_line("{}"); };
    harness h(std::move(options));
    session = &h;
    h.audit().fail_from();
    const auto first = h.peer().ask({.tool_name = "Bash", .input = {{"command", "npm run a"}}});
    h.peer().line("hello");
    const auto last = h.peer().ask({.tool_name = "Bash", .input = {{"command", "npm run b"}}});
    h.pump();
    BOOST_TEST(h.reply(first).denied);
    BOOST_TEST(h.reply(last).denied);
    BOOST_TEST(h.connection().sent().find(R"("behavior":"allow")") == std::string::npos);
}

// In allow mode what an agent suggests is stored with the decision.
BOOST_AUTO_TEST_CASE(suggestions_are_stored_only_with_an_allow_that_is_on_record) {
    harness_options options;
    options.speaks = dialect::flat;
    options.gate.policy.mode = permission_mode::allow;
    harness h(std::move(options));
    h.audit().fail_from();
    const auto rule = parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::peer).value();
    const permission_update update{.what = permission_update::kind::add_rules, .rules = {rule}};
    const auto reply =
        h.ask({.tool_name = "Bash", .input = {{"command", "npm run a"}}, .suggestions = {update}});
    BOOST_TEST(reply.denied);
    BOOST_TEST(h.gate().rules()->size() == 0U);
}

}  // namespace
}  // namespace assent::recorded_batch_test
