#include <assent/domain/decide/audit_event.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace assent::audit_event_test {
namespace {

BOOST_AUTO_TEST_SUITE(audit_event_test)

BOOST_AUTO_TEST_CASE(a_kind_is_printed_by_name) {
    using enum audit_event::kind;
    std::ostringstream out;
    for (const auto kind :
         {decision, execution, late_answer, not_kept, settings, protocol, gap, policy, change, refusals})
        out << kind << ' ';
    BOOST_TEST(out.str() ==
               "decision execution late_answer not_kept settings protocol gap policy change refusals ");
}

BOOST_AUTO_TEST_CASE(an_event_that_nobody_filled_in_claims_nothing) {
    const audit_event event;
    BOOST_TEST(event.what == audit_event::kind::decision);
    BOOST_TEST(event.input == nullptr);
    BOOST_TEST(event.decided == nullptr);
    BOOST_TEST(!event.succeeded);
    BOOST_TEST(event.lost == 0U);
    for (const auto text : {event.request_id, event.tool_name, event.tool_use_id, event.agent_id,
                            event.user_id, event.conversation_id, event.message_id, event.reason})
        BOOST_TEST(text.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::audit_event_test
