#include "unit/domain/memory/grant_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <sstream>
#include <string>
#include <string_view>

namespace assent::grant_table_test {
namespace {

using namespace std::chrono_literals;
using namespace grant_samples;

BOOST_AUTO_TEST_SUITE(grant_table_test)

BOOST_AUTO_TEST_CASE(a_grant_of_five_uses_lets_exactly_five_calls_pass) {
    grant_table grants;
    BOOST_TEST(give(grants, "Bash", grant_terms::for_uses(5)));
    for (std::size_t left = 5; left-- > 0;) {
        const auto used = take(grants, {"Bash"}, start + 1000h);
        BOOST_REQUIRE(used.has_value());
        BOOST_TEST((used->uses_left == left));
        BOOST_TEST(used->by == "console");
    }
    BOOST_TEST(!take(grants, {"Bash"}).has_value());
}

BOOST_AUTO_TEST_CASE(the_last_use_ends_the_grant_at_once) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(1));
    BOOST_TEST(take(grants, {"Bash"})->remaining_text(start) == "0 of 1 uses left");
    BOOST_TEST(grants.size(start) == 0U);
    BOOST_TEST(grants.list(start).empty());
    BOOST_TEST(!grants.revoke("Bash"));
    BOOST_TEST((tell(grants, {"Bash"}) == grant_expiry::uses_exhausted));
}

BOOST_AUTO_TEST_CASE(a_grant_of_time_is_over_at_exactly_its_end) {
    const struct {
        duration after;
        bool live;
    } table[] = {{0ns, true}, {5min - 1ns, true}, {5min, false}, {5min + 1ns, false}, {1000h, false}};
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.after.count() << " ns") {
            grant_table grants;
            give(grants, "Bash", grant_terms::for_time(5min));
            const call_keys keys{"Bash"};
            BOOST_TEST((grants.find(keys, start + row.after) != nullptr) == row.live);
            BOOST_TEST(grants.size(start + row.after) == (row.live ? 1U : 0U));
            BOOST_TEST(grants.list(start + row.after).size() == (row.live ? 1U : 0U));
            BOOST_TEST(taken(grants, "Bash", 3, start + row.after) == (row.live ? 3U : 0U));
        }
    }
}

BOOST_AUTO_TEST_CASE(looking_at_a_grant_uses_nothing_up) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(1));
    const call_keys keys{"Bash"};
    for (int i = 0; i < 3; ++i) {
        const grant* const found = grants.find(keys, start);
        BOOST_REQUIRE(found);
        BOOST_TEST((found->uses_left == 1U));
    }
    BOOST_TEST(taken(grants, "Bash", 3) == 1U);
}

BOOST_AUTO_TEST_CASE(a_call_without_a_grant_takes_nothing) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(5));
    BOOST_TEST(!take(grants, {}).has_value());
    BOOST_TEST(!take(grants, {"bash", "Bas", "Bash(ls)"}).has_value());
    BOOST_TEST(grants.list(start).front().uses_left.value() == 5U);
}

BOOST_AUTO_TEST_CASE(uses_given_last_replace_the_time_given_before) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(5min));
    give(grants, "Bash", grant_terms::for_uses(2), start + 1min);
    BOOST_TEST(grants.size(start) == 1U);
    grants.clean(start + 5min);
    BOOST_TEST(!tell(grants, {"Bash"}, start + 5min).has_value());
    BOOST_TEST(taken(grants, "Bash", 5, start + 10min) == 2U);
}

BOOST_AUTO_TEST_CASE(time_given_last_replaces_the_uses_given_before) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(2));
    give(grants, "Bash", grant_terms::for_time(5min));
    BOOST_TEST(taken(grants, "Bash", 50, start + 5min - 1ns) == 50U);
    BOOST_TEST(taken(grants, "Bash", 5, start + 5min) == 0U);
}

BOOST_AUTO_TEST_CASE(a_later_time_replaces_the_end_of_the_one_before_in_both_directions) {
    const struct {
        duration first;
        duration second;
    } table[] = {{1min, 9min}, {9min, 1min}, {1min, 1min}};
    for (const auto& row : table) {
        grant_table grants;
        give(grants, "Bash", grant_terms::for_time(row.first));
        give(grants, "Bash", grant_terms::for_time(row.second));
        grants.clean(start + row.second - 1ns);
        BOOST_TEST(taken(grants, "Bash", 1, start + row.second - 1ns) == 1U);
        BOOST_TEST(taken(grants, "Bash", 1, start + row.second) == 0U);
    }
}

BOOST_AUTO_TEST_CASE(why_a_grant_is_over_is_told_once) {
    for (const bool cleaned : {false, true}) {
        grant_table grants;
        give(grants, "Timed", grant_terms::for_time(1min));
        give(grants, "Counted", grant_terms::for_uses(1));
        BOOST_TEST(!tell(grants, {"Timed"}).has_value());
        BOOST_TEST(!tell(grants, {"Counted"}).has_value());
        take(grants, {"Counted"});
        if (cleaned) grants.clean(start + 1min);
        BOOST_TEST((tell(grants, {"Counted"}) == grant_expiry::uses_exhausted));
        BOOST_TEST(!tell(grants, {"Counted"}).has_value());
        BOOST_TEST((tell(grants, {"Timed"}, start + 1min) == grant_expiry::time_over));
        BOOST_TEST(!tell(grants, {"Timed"}, start + 1min).has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_comes_too_late_learns_that_the_time_is_over) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(1min));
    BOOST_TEST(!take(grants, {"Bash"}, start + 1min).has_value());
    BOOST_TEST((tell(grants, {"Bash"}, start + 1min) == grant_expiry::time_over));
}

BOOST_AUTO_TEST_CASE(of_several_grants_that_are_over_the_last_is_told_and_all_count_as_told) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(1min));
    give(grants, "Bash(ls)", grant_terms::for_uses(1));
    take(grants, {"Bash(ls)"});
    BOOST_TEST((tell(grants, {"Bash(ls)", "Bash"}, start + 1min) == grant_expiry::time_over));
    BOOST_TEST(!tell(grants, {"Bash(ls)", "Bash"}, start + 1min).has_value());

    give(grants, "Bash", grant_terms::for_time(1min));
    give(grants, "Bash(ls)", grant_terms::for_uses(1));
    take(grants, {"Bash(ls)"}, start + 1min);
    BOOST_TEST((tell(grants, {"Bash", "Bash(ls)"}, start + 1min) == grant_expiry::uses_exhausted));
    BOOST_TEST(!tell(grants, {"Bash", "Bash(ls)"}, start + 1min).has_value());
}

BOOST_AUTO_TEST_CASE(a_new_grant_works_and_forgets_that_the_old_one_is_over) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(1));
    take(grants, {"Bash"});
    BOOST_TEST(give(grants, "Bash", grant_terms::for_uses(2)));
    BOOST_TEST(!tell(grants, {"Bash"}).has_value());
    BOOST_TEST(taken(grants, "Bash", 5) == 2U);
    BOOST_TEST((tell(grants, {"Bash"}) == grant_expiry::uses_exhausted));

    give(grants, "Write", grant_terms::for_time(1min));
    BOOST_TEST(give(grants, "Write", grant_terms::for_time(1min), start + 1min));
    BOOST_TEST(!tell(grants, {"Write"}, start + 1min).has_value());
}

BOOST_AUTO_TEST_CASE(a_revoked_grant_lets_nothing_pass_and_leaves_the_others) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(5min));
    give(grants, "Write", grant_terms::for_uses(5));
    BOOST_TEST(grants.revoke("Bash"));
    BOOST_TEST(!grants.revoke("Bash"));
    BOOST_TEST(!grants.revoke("Read"));
    BOOST_TEST(taken(grants, "Bash", 1) == 0U);
    BOOST_TEST(taken(grants, "Write", 1) == 1U);
    BOOST_TEST(!tell(grants, {"Bash"}, start + 5min).has_value());
}

BOOST_AUTO_TEST_CASE(revoking_all_leaves_none_and_says_how_many_there_were) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(5min));
    give(grants, "Write", grant_terms::for_uses(5));
    BOOST_TEST(grants.revoke_all() == 2U);
    BOOST_TEST(grants.revoke_all() == 0U);
    BOOST_TEST(taken(grants, "Bash", 1) == 0U);
    BOOST_TEST(taken(grants, "Write", 1) == 0U);
    BOOST_TEST(grants.size(start) == 0U);
    grants.clean(start + 5min);
    BOOST_TEST(!tell(grants, {"Bash", "Write"}, start + 5min).has_value());
}

BOOST_AUTO_TEST_CASE(the_list_shows_live_grants_by_key_with_all_that_is_known) {
    grant_table grants;
    grants.give("Write", grant_terms::for_uses(5), start, "ann");
    grants.give("Bash", grant_terms::for_time(5min), start + 1s, "bob");
    grants.give("Read", grant_terms::for_time(1min), start, "ann");
    const auto listed = grants.list(start + 1min);
    BOOST_REQUIRE(listed.size() == 2U);
    BOOST_TEST(listed[0].key == "Bash");
    BOOST_TEST(listed[0].by == "bob");
    BOOST_TEST((listed[0].given_at == start + 1s));
    BOOST_TEST((listed[0].given.time == 5min));
    BOOST_TEST((listed[0].ends_at == start + 1s + 5min));
    BOOST_TEST(!listed[0].uses_left.has_value());
    BOOST_TEST(listed[1].key == "Write");
    BOOST_TEST(listed[1].by == "ann");
    BOOST_TEST((listed[1].uses_left == 5U));
    BOOST_TEST(!listed[1].ends_at.has_value());
}

BOOST_AUTO_TEST_CASE(what_is_left_is_said_for_people) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(5min));
    give(grants, "Write", grant_terms::for_uses(10));
    taken(grants, "Write", 7);
    const auto listed = grants.list(start);
    const struct {
        duration after;
        std::string_view text;
        duration left;
    } table[] = {
        {0ns, "5m left", 5min}, {50s, "4m 10s left", 250s}, {5min - 1ns, "1s left", 1ns},
        {5min, "0s left", 0ns}, {6min, "0s left", 0ns},
    };
    for (const auto& row : table) {
        BOOST_TEST(listed[0].remaining_text(start + row.after) == row.text);
        BOOST_TEST((listed[0].time_left(start + row.after) == row.left));
    }
    BOOST_TEST(listed[1].remaining_text(start) == "3 of 10 uses left");
    BOOST_TEST(!listed[1].time_left(start).has_value());
}

BOOST_AUTO_TEST_CASE(cleaning_touches_only_grants_whose_time_is_over) {
    grant_table grants;
    give(grants, "Short", grant_terms::for_time(1min));
    give(grants, "Long", grant_terms::for_time(2min));
    give(grants, "Counted", grant_terms::for_uses(1));
    grants.clean(start + 1min - 1ns);
    BOOST_TEST(grants.size(start) == 3U);
    grants.clean(start + 1min);
    // Asked about the time before the end: a grant that is still there would be live.
    BOOST_TEST(grants.size(start) == 2U);
    BOOST_TEST(!take(grants, {"Short"}).has_value());
    BOOST_TEST(take(grants, {"Long"}).has_value());
    BOOST_TEST(take(grants, {"Counted"}).has_value());
    BOOST_TEST((tell(grants, {"Short"}) == grant_expiry::time_over));
    BOOST_TEST(!tell(grants, {"Long"}).has_value());
}

BOOST_AUTO_TEST_CASE(the_grant_of_the_earliest_key_is_used_first) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_uses(1));
    give(grants, "A rule", grant_terms::for_uses(1));
    const call_keys keys{"Bash", "A rule"};
    BOOST_TEST(grants.find(keys, start)->key == "Bash");
    BOOST_TEST(take(grants, keys)->key == "Bash");
    BOOST_TEST(take(grants, keys)->key == "A rule");
    BOOST_TEST(!take(grants, keys).has_value());
}

BOOST_AUTO_TEST_CASE(a_grant_that_is_over_does_not_hide_a_live_one) {
    grant_table grants;
    give(grants, "Bash", grant_terms::for_time(1min));
    give(grants, "A rule", grant_terms::for_uses(1));
    const call_keys keys{"Bash", "A rule"};
    BOOST_TEST(grants.find(keys, start + 1min)->key == "A rule");
    BOOST_TEST(take(grants, keys, start + 1min)->key == "A rule");
}

BOOST_AUTO_TEST_CASE(an_end_is_printed_by_name) {
    std::ostringstream out;
    out << grant_expiry::time_over << ' ' << grant_expiry::uses_exhausted;
    BOOST_TEST(out.str() == "time_over uses_exhausted");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::grant_table_test
