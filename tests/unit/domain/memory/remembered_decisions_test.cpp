#include "unit/domain/memory/memory_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assent::remembered_decisions_test {
namespace {

using namespace std::chrono_literals;
using namespace memory_samples;

// Remembers one decision for each of so many keys, each a millisecond after the one before.
void fill(remembered_decisions& memory, bool approved, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
        memory.remember(numbered(i), approved, "ann", after(std::chrono::milliseconds(i)));
}

BOOST_AUTO_TEST_SUITE(remembered_decisions_test)

BOOST_AUTO_TEST_CASE(a_decision_is_found_with_who_made_it_and_when) {
    for (const bool approved : {true, false}) {
        remembered_decisions memory;
        memory.remember("Bash", approved, "ann", start);
        const auto* const found = find(memory, {"Bash"});
        BOOST_REQUIRE(found);
        BOOST_TEST(found->key == "Bash");
        BOOST_TEST(found->approved == approved);
        BOOST_TEST(found->by == "ann");
        BOOST_TEST((found->decided_at == start.wall));
        BOOST_TEST(found->scope == memory_scope::session);
        BOOST_TEST((found->age(start.now) == 0ns));
        BOOST_TEST((found->age(start.now + 90s) == 90s));
        BOOST_TEST(find(memory, {"Bash"}, time_point::max()) == found);
    }
}

BOOST_AUTO_TEST_CASE(a_key_without_a_decision_finds_none) {
    remembered_decisions memory;
    BOOST_TEST(!find(memory, {"Bash"}));
    memory.remember("Bash", true, "ann", start);
    BOOST_TEST(!find(memory, {}));
    BOOST_TEST(!find(memory, {"bash", "Bas", "Bash(ls)", ""}));
}

BOOST_AUTO_TEST_CASE(a_decision_is_over_at_exactly_its_expiry) {
    const struct {
        duration lasts;
        duration later;
        bool live;
    } table[] = {
        {1min, 0ns, true},         {1min, 1min - 1ns, true}, {1min, 1min, false},
        {1min, 1min + 1ns, false}, {1ns, 0ns, true},         {1ns, 1ns, false},
        {0ns, 0ns, false},         {-1min, 0ns, false},      {duration::max(), 100'000h, true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.lasts.count() << " ns, after " << row.later.count() << " ns") {
            remembered_decisions memory;
            memory.remember("Bash", true, "ann", start, row.lasts);
            const auto now = start.now + row.later;
            BOOST_TEST((find(memory, {"Bash"}, now) != nullptr) == row.live);
            BOOST_TEST(memory.count(now) == (row.live ? 1U : 0U));
            BOOST_TEST(memory.list(now).size() == (row.live ? 1U : 0U));
            BOOST_TEST(memory.save({now, start.wall}).size() == (row.live ? 1U : 0U));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_last_decision_for_a_key_counts) {
    remembered_decisions memory;
    memory.remember("Bash", true, "ann", start, 1min);
    memory.remember("Bash", false, "bob", after(1s));
    BOOST_TEST(memory.count(start.now) == 1U);
    const auto* const found = find(memory, {"Bash"}, start.now + 2min);
    BOOST_REQUIRE(found);
    BOOST_TEST(!found->approved);
    BOOST_TEST(found->by == "bob");
    memory.remember("Bash", true, "ann", after(2s));
    BOOST_TEST(find(memory, {"Bash"})->approved);
}

BOOST_AUTO_TEST_CASE(a_denial_under_any_key_wins_over_an_approval) {
    remembered_decisions memory;
    memory.remember("Bash", true, "ann", start);
    memory.remember("A rule", true, "ann", start);
    memory.remember("Denied", false, "ann", start, 1min);
    BOOST_TEST(find(memory, {"Bash", "A rule"})->key == "Bash");
    BOOST_TEST(find(memory, {"A rule", "Bash"})->key == "A rule");
    for (const auto& keys : {call_keys{"Denied", "Bash", "A rule"}, call_keys{"Bash", "Denied", "A rule"},
                             call_keys{"Bash", "A rule", "Denied"}, call_keys{"Unknown", "Denied"}})
        BOOST_TEST(find(memory, keys)->key == "Denied");
    BOOST_TEST(find(memory, {"Denied", "Bash"}, start.now + 1min)->key == "Bash");
}

BOOST_AUTO_TEST_CASE(trust_is_not_a_decision_and_a_decision_is_not_trust) {
    remembered_decisions memory;
    memory.trust("Write");
    memory.trust("Write");
    memory.trust("Edit");
    memory.remember("Bash", true, "ann", start);
    BOOST_TEST(memory.trusts("Write"));
    BOOST_TEST(!memory.trusts("write"));
    BOOST_TEST(!memory.trusts("Bash"));
    BOOST_TEST(!find(memory, {"Write"}));
    BOOST_TEST(memory.count(start.now) == 1U);
    BOOST_TEST((memory.trusted() == std::vector<std::string>{"Edit", "Write"}));
    BOOST_TEST(memory.save(start).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_list_shows_unexpired_decisions_by_key) {
    remembered_decisions memory;
    memory.remember("Write", false, "ann", start);
    memory.remember("Bash", true, "bob", start);
    memory.remember("Read", true, "bob", start, 1min);
    const auto listed = memory.list(start.now + 1min);
    BOOST_REQUIRE(listed.size() == 2U);
    BOOST_TEST(listed[0].key == "Bash");
    BOOST_TEST(listed[1].key == "Write");
}

BOOST_AUTO_TEST_CASE(clearing_one_key_forgets_its_decision_and_its_trust_and_no_others) {
    remembered_decisions memory;
    memory.remember("Bash", true, "ann", start);
    memory.trust("Bash");
    memory.trust("Write");
    memory.remember("Read", true, "ann", start);
    BOOST_TEST(memory.clear("Bash"));
    BOOST_TEST(!find(memory, {"Bash"}));
    BOOST_TEST(!memory.trusts("Bash"));
    BOOST_TEST(!memory.clear("Bash"));
    BOOST_TEST(!memory.clear("Unknown"));
    BOOST_TEST(find(memory, {"Read"}));
    BOOST_TEST(memory.trusts("Write"));
    BOOST_TEST(memory.clear("Write"));
    BOOST_TEST(memory.clear("Read"));
}

BOOST_AUTO_TEST_CASE(clearing_all_forgets_everything_also_what_was_loaded) {
    remembered_decisions memory;
    memory.load(std::vector<stored_decision>{{"Loaded", true, "ann", start.wall, {}}}, start);
    memory.remember("Bash", true, "ann", start);
    memory.trust("Write");
    BOOST_TEST(memory.clear_all() == 3U);
    BOOST_TEST(memory.clear_all() == 0U);
    BOOST_TEST(!find(memory, {"Loaded", "Bash"}));
    BOOST_TEST(!memory.trusts("Write"));
}

BOOST_AUTO_TEST_CASE(the_end_of_a_conversation_keeps_only_what_was_loaded) {
    remembered_decisions memory;
    memory.load(std::vector<stored_decision>{{"Loaded", false, "ann", start.wall, {}}}, start);
    memory.remember("Bash", true, "ann", start);
    memory.remember("Read", false, "ann", start);
    memory.trust("Write");
    BOOST_TEST(memory.end_conversation() == 3U);
    BOOST_TEST(memory.end_conversation() == 0U);
    BOOST_TEST(!find(memory, {"Bash", "Read"}));
    BOOST_TEST(!memory.trusts("Write"));
    BOOST_TEST(find(memory, {"Loaded"})->scope == memory_scope::persistent);
}

BOOST_AUTO_TEST_CASE(
    the_end_of_a_conversation_that_keeps_denials_forgets_approvals_of_the_session_and_trust) {
    remembered_decisions memory;
    memory.load(std::vector<stored_decision>{{"Loaded no", false, "ann", start.wall, {}},
                                             {"Loaded yes", true, "ann", start.wall, {}}},
                start);
    memory.remember("Yes", true, "ann", start);
    memory.remember("No", false, "ann", start);
    for (const auto* key : {"Write", "Yes", "No", "Loaded no", "Loaded yes"}) memory.trust(key);
    BOOST_TEST(memory.end_conversation(true) == 6U);
    BOOST_TEST(memory.end_conversation(true) == 0U);
    BOOST_TEST(memory.trusted().empty());
    BOOST_TEST(!find(memory, {"Yes"}));
    for (const auto* key : {"No", "Loaded no"}) {
        BOOST_TEST_REQUIRE(find(memory, {key}), key);
        BOOST_TEST(!find(memory, {key})->approved, key);
    }
    BOOST_TEST(find(memory, {"Loaded yes"}));
    BOOST_TEST(memory.end_conversation() == 1U);
    BOOST_TEST(!find(memory, {"No"}));
}

BOOST_AUTO_TEST_CASE(over_the_maximum_the_oldest_approval_is_forgotten) {
    remembered_decisions memory;
    fill(memory, true, 0, max_remembered);
    BOOST_TEST(memory.count(start.now) == max_remembered);
    BOOST_TEST(find(memory, {numbered(0)}));
    memory.remember(numbered(1), true, "ann", after(1h));
    BOOST_TEST(memory.count(start.now) == max_remembered);
    BOOST_TEST(find(memory, {numbered(0)}));

    memory.remember("More", true, "ann", after(1h));
    BOOST_TEST(memory.count(start.now) == max_remembered);
    BOOST_TEST(!find(memory, {numbered(0)}));
    memory.remember("Still more", false, "ann", after(1h));
    BOOST_TEST(find(memory, {numbered(1)}));
    BOOST_TEST(!find(memory, {numbered(2)}));
    BOOST_TEST(find(memory, {"More"}));
    BOOST_TEST(find(memory, {"Still more"}));
}

BOOST_AUTO_TEST_CASE(over_the_maximum_an_approval_goes_before_an_older_denial) {
    remembered_decisions memory;
    fill(memory, false, 0, max_remembered - 1);
    memory.remember("Approved", true, "ann", after(1h));
    memory.remember("Denied", false, "ann", after(1h));
    BOOST_TEST(!find(memory, {"Approved"}));
    BOOST_TEST(find(memory, {numbered(0)}));
    BOOST_TEST(find(memory, {"Denied"}));
}

BOOST_AUTO_TEST_CASE(an_approval_never_takes_the_place_of_a_denial) {
    remembered_decisions memory;
    fill(memory, false, 0, max_remembered);
    memory.remember("Approved", true, "ann", after(1h));
    BOOST_TEST(!find(memory, {"Approved"}));
    BOOST_TEST(find(memory, {numbered(0)}));
    memory.remember("Denied", false, "ann", after(1h));
    BOOST_TEST(find(memory, {"Denied"}));
    BOOST_TEST(!find(memory, {numbered(0)}));
    BOOST_TEST(memory.count(start.now) == max_remembered);
}

BOOST_AUTO_TEST_CASE(over_the_maximum_what_is_over_goes_first) {
    remembered_decisions memory;
    fill(memory, true, 0, max_remembered - 1);
    memory.remember("Over", false, "ann", after(1h), 1s);
    memory.remember("More", true, "ann", after(2h));
    BOOST_TEST(find(memory, {numbered(0)}));
    BOOST_TEST(find(memory, {"More"}));
    BOOST_TEST(!memory.clear("Over"));
}

BOOST_AUTO_TEST_CASE(no_more_tools_than_the_maximum_are_trusted) {
    remembered_decisions memory;
    for (std::size_t i = 0; i < max_remembered + 1; ++i) memory.trust(numbered(i));
    BOOST_TEST(memory.trusted().size() == max_remembered);
    BOOST_TEST(memory.trusts(numbered(max_remembered - 1)));
    BOOST_TEST(!memory.trusts(numbered(max_remembered)));
}

BOOST_AUTO_TEST_CASE(a_scope_is_printed_by_name) {
    std::ostringstream out;
    out << memory_scope::session << ' ' << memory_scope::persistent;
    BOOST_TEST(out.str() == "session persistent");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::remembered_decisions_test
