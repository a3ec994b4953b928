#include "unit/domain/memory/grant_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace assent::grant_limits_test {
namespace {

using namespace std::chrono_literals;
using namespace grant_samples;

BOOST_AUTO_TEST_SUITE(grant_limits_test)

BOOST_AUTO_TEST_CASE(terms_that_are_not_valid_are_named_and_not_given) {
    const struct {
        grant_terms terms;
        std::string_view flaw;
    } table[] = {
        {{}, "grant: expected a time or a number of uses, found neither"},
        {{5min, 5}, "grant: expected a time or a number of uses, found both"},
        {{0ns, {}}, "grant time: expected more than 0, found 0"},
        {{-5min, {}}, "grant time: expected more than 0, found -5m"},
        {{max_grant_time + 1ns, {}}, "grant time: expected at most 24h, found 24h 1m"},
        {{duration::max(), {}}, "grant time: expected at most 24h, found 2562047h 48m"},
        {{{}, 0}, "grant uses: expected more than 0, found 0"},
        {{{}, max_grant_uses + 1}, "grant uses: expected at most 1000000, found 1000001"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.flaw) {
            BOOST_TEST(row.terms.flaw().value_or("") == row.flaw);
            grant_table grants;
            give(grants, "Bash", grant_terms::for_uses(1));
            BOOST_TEST(!give(grants, "Bash", row.terms));
            BOOST_TEST(!give(grants, "Write", row.terms));
            BOOST_TEST(grants.size(start) == 1U);
            BOOST_TEST(taken(grants, "Bash", 3) == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(terms_up_to_the_maximum_are_given) {
    for (const auto& terms : {grant_terms::for_time(), grant_terms::for_uses(), grant_terms::for_time(1ns),
                              grant_terms::for_time(max_grant_time), grant_terms::for_uses(1),
                              grant_terms::for_uses(max_grant_uses)}) {
        BOOST_TEST(terms.flaw().value_or("") == "");
        grant_table grants;
        BOOST_TEST(give(grants, "Bash", terms));
        BOOST_TEST(taken(grants, "Bash", 1) == 1U);
    }
    BOOST_TEST((grant_terms::for_time().time == 5min));
    BOOST_TEST((grant_terms::for_uses().uses == 10U));
}

std::string numbered(std::size_t number) { return "Tool" + std::to_string(number); }

BOOST_AUTO_TEST_CASE(no_more_grants_than_the_maximum_are_given_at_once) {
    grant_table grants;
    for (std::size_t i = 0; i + 1 < max_grants; ++i)
        BOOST_REQUIRE(give(grants, numbered(i), grant_terms::for_uses(1)));
    BOOST_TEST(give(grants, "Timed", grant_terms::for_time(1min)));
    BOOST_TEST(grants.size(start) == max_grants);
    BOOST_TEST(!give(grants, "More", grant_terms::for_uses(1)));
    BOOST_TEST(!take(grants, {"More"}).has_value());
    BOOST_TEST(give(grants, numbered(0), grant_terms::for_uses(2)));
    BOOST_TEST(grants.size(start) == max_grants);
    BOOST_TEST(give(grants, "More", grant_terms::for_uses(1), start + 1min));
    BOOST_TEST((tell(grants, {"Timed"}, start + 1min) == grant_expiry::time_over));
    BOOST_TEST(!give(grants, "Still more", grant_terms::for_uses(1), start + 1min));
}

BOOST_AUTO_TEST_CASE(no_more_ends_than_the_maximum_wait_to_be_told) {
    grant_table grants;
    for (std::size_t i = 0; i < max_grants + 1; ++i) {
        give(grants, numbered(i), grant_terms::for_uses(1));
        take(grants, {numbered(i)});
    }
    BOOST_TEST(!tell(grants, {numbered(0)}).has_value());
    BOOST_TEST(tell(grants, {numbered(1)}).has_value());
    BOOST_TEST(tell(grants, {numbered(max_grants)}).has_value());
}

BOOST_AUTO_TEST_CASE(ends_that_were_told_or_replaced_leave_room_for_others) {
    grant_table grants;
    give(grants, "First", grant_terms::for_uses(1));
    take(grants, {"First"});
    for (std::size_t i = 0; i < 3 * max_grants; ++i) {
        give(grants, "Bash", grant_terms::for_uses(1));
        take(grants, {"Bash"});
        if (i % 2 == 0) BOOST_REQUIRE(tell(grants, {"Bash"}).has_value());
    }
    for (std::size_t i = 0; i < max_grants - 2; ++i) {
        give(grants, numbered(i), grant_terms::for_uses(1));
        take(grants, {numbered(i)});
    }
    BOOST_TEST((tell(grants, {"First"}) == grant_expiry::uses_exhausted));
    for (const std::string_view key : {"Read", "Write", "Edit"}) {
        give(grants, std::string(key), grant_terms::for_uses(1));
        take(grants, {key});
    }
    BOOST_TEST(!tell(grants, {"Bash"}).has_value());
    BOOST_TEST(!tell(grants, {numbered(0)}).has_value());
    BOOST_TEST(tell(grants, {numbered(1)}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::grant_limits_test
