#include "unit/domain/memory/memory_samples.hpp"
#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace assent::stored_decisions_test {
namespace {

using namespace std::chrono_literals;
using namespace memory_samples;

BOOST_AUTO_TEST_SUITE(stored_decisions_test)

BOOST_AUTO_TEST_CASE(what_is_saved_is_loaded_on_another_day_and_another_clock) {
    remembered_decisions before;
    before.remember("Bash", true, "ann", start);
    before.remember("Read", false, "bob", after(10s), 1h);
    const auto saved = before.save(after(30s));
    BOOST_REQUIRE(saved.size() == 2U);
    BOOST_TEST((saved[1].expires_at == start.wall + 10s + 1h));

    // The machine has restarted, and half an hour has gone by.
    const moment later{time_point(20s), start.wall + 30min};
    remembered_decisions memory;
    BOOST_TEST(memory.load(saved, later) == 2U);
    const auto* const bash = find(memory, {"Bash"}, later.now);
    BOOST_REQUIRE(bash);
    BOOST_TEST(bash->approved);
    BOOST_TEST(bash->by == "ann");
    BOOST_TEST((bash->decided_at == start.wall));
    BOOST_TEST((bash->age(later.now) == 30min));
    BOOST_TEST(!bash->until.has_value());
    BOOST_TEST(bash->scope == memory_scope::persistent);
    const duration left = 30min + 10s;
    BOOST_TEST(!find(memory, {"Read"}, later.now + left - 1ns)->approved);
    BOOST_TEST(!find(memory, {"Read"}, later.now + left));
    const auto again = memory.save(later);
    BOOST_REQUIRE(again.size() == 2U);
    for (std::size_t i = 0; i < again.size(); ++i) {
        BOOST_TEST(again[i].key == saved[i].key);
        BOOST_TEST(again[i].approved == saved[i].approved);
        BOOST_TEST(again[i].by == saved[i].by);
        BOOST_TEST((again[i].decided_at == saved[i].decided_at));
        BOOST_TEST((again[i].expires_at == saved[i].expires_at));
    }
}

BOOST_AUTO_TEST_CASE(a_stored_entry_that_is_not_valid_counts_as_missing) {
    const std::string longest(max_stored_key_bytes, 'k');
    const struct {
        std::string_view what;
        stored_decision entry;
        bool valid;
    } table[] = {
        {"no key", {"", true, "ann", start.wall, {}}, false},
        {"longest key", {longest, true, "ann", start.wall, {}}, true},
        {"key too long", {longest + "k", true, "ann", start.wall, {}}, false},
        {"decided now", {"Bash", true, "ann", start.wall, {}}, true},
        {"decided in the future", {"Bash", true, "ann", start.wall + 1ms, {}}, false},
        {"expires in a moment", {"Bash", true, "ann", start.wall - 1h, start.wall + 1ms}, true},
        {"expires now", {"Bash", true, "ann", start.wall - 1h, start.wall}, false},
        {"expired", {"Bash", true, "ann", start.wall - 1h, start.wall - 1ms}, false},
        {"expires before it was decided", {"Bash", true, "ann", start.wall - 1h, start.wall - 2h}, false},
        {"future, and expires before that", {"Bash", true, "ann", start.wall + 2h, start.wall + 1h}, false},
        {"a denial in the future", {"Bash", false, "ann", start.wall + 1h, {}}, true},
        {"a denial in the future that has expired",
         {"Bash", false, "ann", start.wall + 1h, start.wall},
         false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) {
            remembered_decisions memory;
            const std::vector<stored_decision> entries{{"Read", true, "ann", start.wall, {}}, row.entry};
            BOOST_TEST(memory.load(entries, start) == (row.valid ? 2U : 1U));
            BOOST_TEST((find(memory, {row.entry.key}) != nullptr) == row.valid);
            BOOST_TEST(find(memory, {"Read"}));
        }
    }
}

BOOST_AUTO_TEST_CASE(stored_times_that_no_clock_shows_do_no_harm) {
    remembered_decisions memory;
    const std::vector<stored_decision> entries{{"Old", true, "ann", wall_time::min(), {}},
                                               {"Long", true, "ann", start.wall, wall_time::max()},
                                               {"Never", true, "ann", wall_time::max(), wall_time::min()}};
    BOOST_TEST(memory.load(entries, start) == 2U);
    BOOST_TEST((find(memory, {"Old"})->age(start.now) > 24h * 365 * 50));
    BOOST_TEST(find(memory, {"Long"}, start.now + 24h * 365 * 50));
    BOOST_TEST(!find(memory, {"Never"}));
}

BOOST_AUTO_TEST_CASE(loading_does_not_replace_a_decision_of_this_session) {
    remembered_decisions memory;
    memory.remember("Bash", false, "bob", start);
    memory.remember("Read", false, "bob", start, 1s);
    const std::vector<stored_decision> entries{{"Bash", true, "ann", start.wall, {}},
                                               {"Read", true, "ann", start.wall, {}},
                                               {"Write", true, "ann", start.wall, {}}};
    BOOST_TEST(memory.load(entries, after(1s)) == 2U);
    BOOST_TEST(!find(memory, {"Bash"})->approved);
    BOOST_TEST(find(memory, {"Bash"})->scope == memory_scope::session);
    // This session's decision about it was over.
    BOOST_TEST(find(memory, {"Read"}, after(1s).now)->approved);
    BOOST_TEST(find(memory, {"Write"})->approved);
}

BOOST_AUTO_TEST_CASE(loading_again_takes_the_newer_entry_and_of_equal_keys_the_last) {
    remembered_decisions memory;
    memory.load(std::vector<stored_decision>{{"Bash", true, "ann", start.wall, {}}}, start);
    const std::vector<stored_decision> entries{{"Bash", true, "bob", start.wall, {}},
                                               {"Bash", false, "eve", start.wall, {}},
                                               {"Bash", true, "eve", start.wall + 1h, {}}};
    BOOST_TEST(memory.load(entries, start) == 1U);
    BOOST_TEST(!find(memory, {"Bash"})->approved);
}

BOOST_AUTO_TEST_CASE(a_denial_stays_when_the_clock_has_been_set_back_and_counts_as_made_now) {
    remembered_decisions before;
    before.remember("Bash", false, "bob", after(2s));
    before.remember("Read", true, "bob", after(2s));
    remembered_decisions memory;
    BOOST_TEST(memory.load(before.save(after(2s)), start) == 1U);
    const auto* const denial = find(memory, {"Bash"});
    BOOST_REQUIRE(denial);
    BOOST_TEST((denial->decided_at == start.wall));
    BOOST_TEST((denial->age(start.now) == duration::zero()));
    BOOST_TEST(!find(memory, {"Read"}));
}

BOOST_AUTO_TEST_CASE(of_entries_with_one_key_a_denial_counts_wherever_it_stands) {
    const stored_decision yes{"Bash", true, "ann", start.wall, {}};
    const stored_decision no{"Bash", false, "bob", start.wall, {}};
    for (const auto& entries : {std::vector{yes, no}, std::vector{no, yes}, std::vector{yes, no, yes}}) {
        remembered_decisions memory;
        BOOST_TEST(memory.load(entries, start) == 1U);
        BOOST_TEST(!find(memory, {"Bash"})->approved);
    }
    // What is loaded later was saved later.
    remembered_decisions memory;
    memory.load(std::vector{no}, start);
    BOOST_TEST(memory.load(std::vector{yes}, start) == 1U);
    BOOST_TEST(find(memory, {"Bash"})->approved);
}

BOOST_AUTO_TEST_CASE(the_rule_that_narrows_a_decision_is_saved_and_loaded_and_gives_the_key) {
    const auto rule = make_rule(rule_behavior::deny, "T", R"({"force":true})");
    remembered_decisions before;
    before.remember(rule.key(), false, "ann", start, {}, rule);
    auto saved = before.save(start);
    BOOST_REQUIRE(saved.size() == 1U);
    BOOST_REQUIRE(saved[0].about.has_value());
    BOOST_TEST(saved[0].about->same_as(rule));

    for (const std::string_view key : {std::string_view("allow everything"), std::string_view()}) {
        saved[0].key = key;
        remembered_decisions memory;
        BOOST_TEST(memory.load(saved, start) == 1U);
        BOOST_REQUIRE(find(memory, {R"(deny T{"force"=true})"}));
        BOOST_TEST(memory.list(start.now)[0].about->same_as(rule));
    }
}

BOOST_AUTO_TEST_CASE(a_decision_of_this_session_replaces_what_was_loaded) {
    remembered_decisions memory;
    memory.load(std::vector<stored_decision>{{"Bash", true, "ann", start.wall, {}}}, start);
    memory.remember("Bash", false, "bob", start);
    BOOST_TEST(!find(memory, {"Bash"})->approved);
    BOOST_TEST(find(memory, {"Bash"})->scope == memory_scope::session);
}

BOOST_AUTO_TEST_CASE(loading_more_than_the_maximum_keeps_the_denials_and_the_newest) {
    std::vector<stored_decision> entries;
    for (std::size_t i = 0; i < max_remembered + 3; ++i)
        entries.push_back({numbered(i), i != 0, "ann", start.wall - std::chrono::hours(100'000 - i), {}});
    remembered_decisions memory;
    memory.remember("Session", true, "ann", start);
    BOOST_TEST(memory.load(entries, start) == max_remembered - 1);
    BOOST_TEST(memory.count(start.now) == max_remembered);
    BOOST_TEST(find(memory, {"Session"}));
    BOOST_TEST(find(memory, {numbered(0)}));
    for (std::size_t i = 1; i <= 4; ++i) BOOST_TEST(!find(memory, {numbered(i)}));
    BOOST_TEST(find(memory, {numbered(5)}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::stored_decisions_test
