#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string_view>

// What denies is heard, also where an earlier step demands a question or a grant would allow.
namespace assent::decision_denials_test {
namespace {

using namespace std::chrono_literals;

outcome alone(const trigger& each) { return outcome_of(each.decided.front()); }

bool demands(const trigger& each) { return alone(each) == outcome::ask; }

void expect_said_by(const trigger& spoke, const verdict& decided) {
    BOOST_TEST(decided.decision == alone(spoke));
    BOOST_TEST(decided.source == spoke.source);
    BOOST_TEST(decided.reason() == spoke.reason);
    BOOST_TEST(decided.must_ask == demands(spoke));
}

constexpr std::string_view narrow = "allow Edit(/home/u/project/**)";

// A call that two keys cover: its tool's, and that of a rule.
void cover_by_both_keys(stage& on) { on.found.keys = {"Edit", narrow}; }

bool denied_as_remembered(const verdict& decided) {
    return decided.denied() && decided.source == decision_source::remembered;
}

BOOST_AUTO_TEST_SUITE(decision_denials_test)

BOOST_AUTO_TEST_CASE(a_call_that_must_be_asked_is_denied_where_a_later_step_denies_it) {
    int tried = 0;
    for (const auto& demand : triggers()) {
        if (!demands(demand)) continue;
        for (const auto& later : triggers()) {
            if (later.step <= demand.step || alone(later) != outcome::deny) continue;
            for (const auto mode : sample_modes) {
                const bool demands_nothing = mode == permission_mode::allow && demand.name == "guard";
                if (mode == permission_mode::deny || demands_nothing) continue;
                ++tried;
                BOOST_TEST_CONTEXT(demand.name << " before " << later.name << " in mode " << mode) {
                    situation at;
                    at.settings.mode = mode;
                    later.set(at);
                    demand.set(at);
                    expect_said_by(later, judge(at));
                }
            }
        }
    }
    BOOST_TEST(tried > 50);
}

BOOST_AUTO_TEST_CASE(a_call_that_must_be_asked_is_not_allowed_by_all_approvals_together) {
    for (const auto& demand : triggers()) {
        if (!demands(demand)) continue;
        BOOST_TEST_CONTEXT(demand.name) {
            situation at;
            for (const auto& later : triggers())
                if (!later.sets_mode() && alone(later) == outcome::allow) later.set(at);
            demand.set(at);
            expect_said_by(demand, judge(at));
        }
    }
}

BOOST_AUTO_TEST_CASE(an_approval_between_a_demand_and_a_denial_changes_nothing) {
    for (const auto& between : triggers()) {
        if (between.sets_mode() || alone(between) != outcome::allow || between.name == "trusted tool")
            continue;
        BOOST_TEST_CONTEXT(between.name) {
            situation at;
            between.set(at);
            at.settings.tools["Edit"].decision = tool_default::deny;
            at.needs_human = true;
            const verdict decided = judge(at);
            BOOST_TEST(decided.denied());
            BOOST_TEST(decided.source == decision_source::tool_override);
        }
    }
}

BOOST_AUTO_TEST_CASE(of_several_steps_that_demand_a_question_the_first_one_gives_the_reason) {
    const auto all = triggers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!demands(all[i])) continue;
        BOOST_TEST_CONTEXT(all[i].name) {
            situation at;
            for (std::size_t j = i; j < all.size(); ++j)
                if (demands(all[j])) all[j].set(at);
            expect_said_by(all[i], judge(at));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_grant_does_not_pass_a_denial_that_is_remembered_under_any_key_of_the_call) {
    for (const std::string_view granted : {std::string_view("Edit"), narrow}) {
        for (const std::string_view refused : {std::string_view("Edit"), narrow}) {
            BOOST_TEST_CONTEXT("grant for " << granted << ", denial of " << refused) {
                stage on{situation()};
                cover_by_both_keys(on);
                on.service.grants().give(std::string(granted), grant_terms::for_uses(1), on.now, "ann");
                BOOST_TEST(on.judge().source == decision_source::grant);
                on.service.remembered().remember(std::string(refused), false, "bob", sample_moment);
                const verdict decided = on.check();
                BOOST_TEST(denied_as_remembered(decided));
                BOOST_TEST(decided.by == "bob");
                BOOST_TEST(on.service.grants().list(on.now).size() == 1U);  // no use was taken
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_grant_does_not_pass_a_denial_that_the_host_has_loaded) {
    stage on{situation()};
    on.service.grants().give("Edit", grant_terms::for_uses(1), on.now, "ann");
    const stored_decision stored[] = {{.key = "Edit", .approved = false, .by = "bob"}};
    BOOST_REQUIRE(on.service.remembered().load(stored, sample_moment) == 1U);
    BOOST_TEST(on.judge().denied());
    BOOST_TEST(on.judge().source == decision_source::persistent);
}

BOOST_AUTO_TEST_CASE(a_grant_passes_denials_of_other_calls_and_those_that_are_over) {
    stage on{situation()};
    cover_by_both_keys(on);
    on.service.grants().give("Edit", grant_terms::for_uses(1), on.now, "ann");
    on.service.remembered().remember("Other", false, "bob", sample_moment);
    BOOST_TEST(on.judge().source == decision_source::grant);
    on.service.remembered().remember(std::string(narrow), false, "bob", sample_moment, 5s);
    on.now += 5s - 1ns;
    BOOST_TEST(denied_as_remembered(on.judge()));
    on.now += 1ns;
    BOOST_TEST(on.judge().source == decision_source::grant);
}

BOOST_AUTO_TEST_CASE(a_remembered_approval_does_not_hide_the_denial_that_a_grant_must_not_pass) {
    stage on{situation()};
    cover_by_both_keys(on);
    on.service.grants().give("Edit", grant_terms::for_uses(1), on.now, "ann");
    on.service.remembered().remember("Edit", true, "ann", sample_moment);
    BOOST_TEST(on.judge().source == decision_source::grant);
    on.service.remembered().remember(std::string(narrow), false, "bob", sample_moment);
    BOOST_TEST(denied_as_remembered(on.judge()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::decision_denials_test
