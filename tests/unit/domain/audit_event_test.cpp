#include <assent/domain/audit_event.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace assent {
namespace {

BOOST_AUTO_TEST_SUITE(audit_event_test)

BOOST_AUTO_TEST_CASE(a_kind_is_printed_by_name) {
    using enum audit_event::kind;
    std::ostringstream out;
    for (const auto kind : {decision, late_answer, protocol, gap}) out << kind << ' ';
    BOOST_TEST(out.str() == "decision late_answer protocol gap ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
