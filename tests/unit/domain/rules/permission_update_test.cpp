#include <assent/domain/rules/permission_update.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

namespace assent::permission_update_test {
namespace {

BOOST_AUTO_TEST_SUITE(permission_update_test)

BOOST_AUTO_TEST_CASE(an_update_is_opaque_unless_it_says_what_it_is) {
    const permission_update update;
    BOOST_TEST(update.what == permission_update::kind::opaque);
    BOOST_TEST(update.rules.empty());
    BOOST_TEST(update.wire.is_null());
}

BOOST_AUTO_TEST_CASE(adding_rules_takes_their_behavior) {
    const auto update = add_rules({make_rule(rule_behavior::deny, "A"), make_rule(rule_behavior::deny, "B")},
                                  update_destination::cli_arg);
    BOOST_TEST(update.what == permission_update::kind::add_rules);
    BOOST_TEST(update.behavior == rule_behavior::deny);
    BOOST_TEST(update.rules.size() == 2U);
    BOOST_TEST((update.destination == update_destination::cli_arg));
    BOOST_TEST(update.wire.is_null());
    BOOST_TEST(add_rules({}).rules.empty());
    BOOST_TEST((add_rules({}).destination == update_destination::session));
}

BOOST_AUTO_TEST_CASE(setting_the_mode_carries_the_mode) {
    const auto update = set_mode(permission_mode::allow, update_destination::user_settings);
    BOOST_TEST(update.what == permission_update::kind::set_mode);
    BOOST_TEST(update.mode == permission_mode::allow);
    BOOST_TEST((update.destination == update_destination::user_settings));
}

BOOST_AUTO_TEST_CASE(a_kind_is_printed_by_name) {
    using enum permission_update::kind;
    std::ostringstream out;
    for (const auto kind : {add_rules, replace_rules, remove_rules, set_mode, opaque}) out << kind << ' ';
    BOOST_TEST(out.str() == "add_rules replace_rules remove_rules set_mode opaque ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_update_test
