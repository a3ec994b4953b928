#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace assent::answer_keeping_test {
namespace {

using namespace std::chrono_literals;

allow_result granting(grant_terms terms, std::string by = {}) {
    return {.grant = terms, .by = std::move(by)};
}

// A call of one of the standard tools, judged as its definition says.
situation call_of(std::string_view name) {
    situation at;
    if (const tool_definition* const known = tool_registry::standard()->find(name)) {
        at.tool = *known;
        at.risk.safety = known->safety;
    }
    at.called = name;
    return at;
}

BOOST_AUTO_TEST_SUITE(answer_keeping_test)

BOOST_AUTO_TEST_CASE(a_tool_that_may_be_trusted_is_trusted_from_the_answer_on) {
    answering to;
    const auto settled = to.take(allow_result{.trust = true});
    BOOST_TEST(settled.kept->trust);
    BOOST_TEST(settled.kept->tool_key == "Edit");
    BOOST_TEST(settled.refused == "");
    BOOST_TEST(to.on.judge().source == decision_source::trust);
    BOOST_TEST(to.on.service.remembered().count(to.on.now) == 0U);
}

BOOST_AUTO_TEST_CASE(only_some_tools_can_be_trusted_even_when_it_is_asked_for) {
    const struct {
        std::string_view tool;
        bool trustable;
    } table[] = {{"write", true},   {"edit", true},         {"Write", true}, {"WebFetch", true},
                 {"delete", false}, {"bash", false},        {"Bash", false}, {"Unknown", false},
                 {"Task", false},   {"ExitPlanMode", false}};
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.tool) {
            answering to(call_of(row.tool));
            const auto settled = to.take(allow_result{.trust = true});
            BOOST_TEST(settled.decided.allowed());
            BOOST_TEST(settled.kept->trust == row.trustable);
            BOOST_TEST(settled.refused == (row.trustable ? "" : "this tool cannot be trusted for a session"));
            BOOST_TEST(to.on.service.remembered().trusts(row.tool) == row.trustable);
            BOOST_TEST((to.on.judge().source == decision_source::trust) == row.trustable);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_can_make_tools_trustable_but_not_those_that_delete_or_run_commands) {
    for (const std::string tool : {"bash", "delete", "Task"}) {
        BOOST_TEST_CONTEXT(tool) {
            situation at = call_of(tool);
            at.settings.tools[tool].trustable = true;
            if (tool == "Task") {
                BOOST_TEST(answering(at).resolve(allow_result{.trust = true}).kept->trust);
                continue;
            }
            const auto refused = judgement_basis::make(at.settings);
            BOOST_REQUIRE(refused.has_error());
            BOOST_TEST(refused.error().where == "tools." + tool + ".trustable");
        }
    }
}

BOOST_AUTO_TEST_CASE(what_else_the_answer_keeps_is_kept_although_trust_is_refused) {
    answering to(call_of("bash"));
    to.take(allow_result{.keep = remember::session, .trust = true});
    BOOST_TEST(to.on.judge().source == decision_source::remembered);
}

BOOST_AUTO_TEST_CASE(a_grant_of_uses_lets_that_many_later_calls_pass) {
    answering to;
    to.take(granting(grant_terms::for_uses(2), "ann"));
    const verdict first = to.on.check();
    BOOST_TEST(first.allowed());
    BOOST_TEST(first.by == "ann");
    BOOST_TEST(first.reason() == "allowed by a grant, 1 of 2 uses left");
    BOOST_TEST(to.on.check().allowed());
    BOOST_TEST(to.on.check().asks());
}

BOOST_AUTO_TEST_CASE(a_grant_of_time_is_over_at_exactly_its_end) {
    answering to;
    to.take(granting(grant_terms::for_time(5min)));
    to.on.now += 50s;
    BOOST_TEST(to.on.check().reason() == "allowed by a grant, 4m 10s left");
    to.on.now = sample_now + 5min - 1ns;
    BOOST_TEST(to.on.check().allowed());
    to.on.now = sample_now + 5min;
    BOOST_TEST(to.on.check().asks());
}

BOOST_AUTO_TEST_CASE(a_grant_can_be_narrowed_to_the_calls_that_a_rule_covers) {
    answering to;
    const auto rule = make_rule(rule_behavior::allow, "Edit", R"({"file_path":"/home/u/project/**"})");
    allow_result answer = granting(grant_terms::for_uses(1));
    answer.about = rule;
    const auto settled = to.take(answer);
    BOOST_TEST(to.on.judge().asks());
    const std::string_view keys[] = {"Edit", settled.kept->key};
    to.on.found.keys.assign(std::begin(keys), std::end(keys));
    BOOST_TEST(to.on.judge().reason() == "allowed by a grant for `allow Edit(/home/u/project/**)`");
}

BOOST_AUTO_TEST_CASE(a_grant_whose_terms_are_not_valid_is_not_stored_and_says_why) {
    const grant_terms bad[] = {grant_terms::for_uses(0), grant_terms::for_uses(max_grant_uses + 1),
                               grant_terms::for_time(0s), grant_terms::for_time(max_grant_time + 1ns),
                               grant_terms{}};
    for (const auto& terms : bad) {
        answering to;
        const auto settled = to.resolve(granting(terms));
        BOOST_TEST(settled.decided.allowed());
        BOOST_REQUIRE(settled.kept.has_value());
        BOOST_TEST(to.on.service.store(*settled.kept, sample_moment) == *terms.flaw());
        BOOST_TEST(to.on.judge().asks());
    }
}

BOOST_AUTO_TEST_CASE(a_grant_over_the_most_there_may_be_is_not_stored_and_says_so) {
    permission_service service(make_basis({}, edit_tool(), {}));
    kept_answer kept{.approved = true, .grant = grant_terms::for_uses(1)};
    for (std::size_t i = 0; i < max_grants; ++i) {
        kept.key = "tool" + std::to_string(i);
        BOOST_REQUIRE(service.store(kept, sample_moment) == "");
    }
    kept.key = "one more";
    BOOST_TEST(service.store(kept, sample_moment) == "there are too many grants");
    kept.key = "tool0";
    BOOST_TEST(service.store(kept, sample_moment) == "");
}

BOOST_AUTO_TEST_CASE(a_newer_answer_for_the_same_key_takes_the_place_of_the_older_one) {
    answering to;
    to.take(allow_result{.keep = remember::session, .by = "ann"});
    to.take(deny_result{.keep = remember::session, .by = "bob"});
    BOOST_TEST(to.on.judge().denied());
    BOOST_TEST(to.on.judge().by == "bob");
    to.take(allow_result{.keep = remember::session});
    BOOST_TEST(to.on.judge().allowed());

    to.take(granting(grant_terms::for_uses(9)));
    to.take(granting(grant_terms::for_uses(1)));
    BOOST_TEST(to.on.check().reason() == "allowed by a grant, 0 of 1 uses left");
    BOOST_TEST(to.on.check().source == decision_source::remembered);
}

BOOST_AUTO_TEST_CASE(a_denial_that_is_kept_takes_the_place_of_grant_trust_and_approval_of_its_key) {
    answering to;
    to.take(granting(grant_terms::for_time()));
    to.take(allow_result{.keep = remember::session, .trust = true});
    BOOST_TEST(to.on.judge().source == decision_source::grant);
    to.take(deny_result{.keep = remember::session, .keep_for = 5min});
    BOOST_TEST(to.on.judge().denied());
    BOOST_TEST(to.on.judge().source == decision_source::remembered);
    BOOST_TEST(to.on.service.grants().size(to.on.now) == 0U);
    BOOST_TEST(to.on.service.remembered().trusted().empty());
    to.on.now += 5min;  // nothing of what came before is back when the denial is over
    BOOST_TEST(to.on.judge().source == decision_source::undecided);
}

BOOST_AUTO_TEST_CASE(a_denial_that_is_kept_leaves_what_other_keys_have) {
    answering to;
    auto& service = to.on.service;
    service.grants().give("Other", grant_terms::for_uses(1), to.on.now, "ann");
    service.remembered().trust("Other");
    service.remembered().remember("Another", true, "ann", sample_moment);
    to.take(deny_result{.keep = remember::session});
    BOOST_TEST(service.grants().size(to.on.now) == 1U);
    BOOST_TEST(service.remembered().trusts("Other"));
    BOOST_TEST(service.remembered().count(to.on.now) == 2U);
}

BOOST_AUTO_TEST_CASE(a_grant_or_trust_takes_the_place_of_a_remembered_denial_of_its_key) {
    const struct {
        std::string_view name;
        allow_result answer;
        decision_source source;
    } table[] = {{"grant of uses", granting(grant_terms::for_uses(1)), decision_source::grant},
                 {"grant of time", granting(grant_terms::for_time()), decision_source::grant},
                 {"trust", {.trust = true}, decision_source::trust}};
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            answering to;
            to.on.service.remembered().remember("Other", false, "bob", sample_moment);
            to.take(deny_result{.keep = remember::session});
            BOOST_TEST(to.on.judge().denied());
            to.take(row.answer);
            BOOST_TEST(to.on.judge().allowed());
            BOOST_TEST(to.on.judge().source == row.source);
            BOOST_REQUIRE(to.on.service.remembered().list(to.on.now).size() == 1U);
            BOOST_TEST(to.on.service.remembered().list(to.on.now)[0].key == "Other");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_grant_that_cannot_be_given_leaves_a_remembered_denial) {
    answering to;
    to.take(deny_result{.keep = remember::session});
    kept_answer refused;
    refused.key = refused.tool_key = to.on.service.remembered().list(to.on.now)[0].key;
    refused.approved = true;
    refused.grant = grant_terms::for_uses(0);
    BOOST_TEST(!to.on.service.store(refused, sample_moment).empty());
    BOOST_TEST(to.on.judge().denied());
    BOOST_TEST(to.on.service.remembered().count(to.on.now) == 1U);
}

BOOST_AUTO_TEST_CASE(a_narrowed_grant_leaves_the_denial_of_the_whole_tool) {
    answering to;
    to.take(deny_result{.keep = remember::session});
    kept_answer narrowed;
    narrowed.key = "allow some rule";
    narrowed.tool_key = to.on.service.remembered().list(to.on.now)[0].key;
    narrowed.approved = true;
    narrowed.grant = grant_terms::for_uses(1);
    BOOST_TEST(to.on.service.store(narrowed, sample_moment).empty());
    BOOST_TEST(to.on.judge().denied());
}

BOOST_AUTO_TEST_CASE(a_grant_or_trust_leaves_an_approval_of_its_key) {
    for (const auto& answer : {granting(grant_terms::for_uses(1)), allow_result{.trust = true}}) {
        answering to;
        to.take(allow_result{.keep = remember::session});
        to.take(answer);
        BOOST_TEST(to.on.service.remembered().count(to.on.now) == 1U);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_for_this_call_only_leaves_a_remembered_denial) {
    answering to;
    to.take(deny_result{.keep = remember::session});
    BOOST_TEST(!to.resolve(allow_result{}).kept.has_value());
    BOOST_TEST(to.on.judge().denied());
}

BOOST_AUTO_TEST_CASE(a_denial_for_this_call_only_leaves_a_grant_as_it_is) {
    answering to;
    to.take(granting(grant_terms::for_time()));
    BOOST_TEST(!to.resolve(deny_result{}).kept.has_value());
    BOOST_TEST(to.on.judge().allowed());
}

BOOST_AUTO_TEST_CASE(a_question_offers_what_its_tool_and_the_policy_offer) {
    for (const auto offered : {offered_grant::none, offered_grant::time, offered_grant::uses}) {
        situation at;
        at.tool.offers = offered;
        at.settings.grant_time = 7min;
        at.settings.grant_uses = 3;
        answering to(at);
        to.on.service.describe(to.question, to.on.found, to.on.now);
        BOOST_TEST(to.question.grant_offered == offered);
        BOOST_TEST(to.question.may_trust);
        BOOST_TEST((to.question.grant_time == 7min));
        BOOST_TEST(to.question.grant_uses == 3U);
        BOOST_TEST(!to.question.grant_ended.has_value());
        BOOST_TEST(to.question.grant_remaining == "");
    }
    situation at;
    at.settings.tools["Edit"] = {.trustable = false, .offers = offered_grant::uses};
    answering to(at);
    to.on.service.describe(to.question, to.on.found, to.on.now);
    BOOST_TEST(to.question.grant_offered == offered_grant::uses);
    BOOST_TEST(!to.question.may_trust);
}

BOOST_AUTO_TEST_CASE(a_question_that_is_asked_each_time_offers_nothing) {
    situation at;
    at.needs_human = true;
    at.tool.offers = offered_grant::time;
    answering to(at);
    to.on.service.describe(to.question, to.on.found, to.on.now);
    BOOST_TEST(to.question.grant_offered == offered_grant::none);
    BOOST_TEST(!to.question.may_trust);
}

BOOST_AUTO_TEST_CASE(the_end_of_a_grant_is_told_once_and_to_the_next_question) {
    const struct {
        grant_terms terms;
        grant_expiry why;
    } table[] = {{grant_terms::for_uses(1), grant_expiry::uses_exhausted},
                 {grant_terms::for_time(1s), grant_expiry::time_over}};
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.why) {
            answering to;
            to.take(granting(row.terms));
            const auto told = [&] {
                auto question = to.question;
                to.on.service.describe(question, to.on.found, to.on.now);
                return question.grant_ended;
            };
            BOOST_TEST(!told().has_value());
            BOOST_TEST(to.on.check().allowed());
            to.on.now += 1s;
            const auto first = told();
            BOOST_REQUIRE(first.has_value());
            BOOST_TEST(*first == row.why);
            BOOST_TEST(!told().has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_question_says_what_is_left_of_a_grant_that_may_not_answer_it) {
    situation at;
    at.needs_human = true;
    answering to(at);
    to.on.service.grants().give("Edit", grant_terms::for_uses(10), sample_now, "ann");
    to.on.service.describe(to.question, to.on.found, to.on.now);
    BOOST_TEST(to.question.grant_remaining == "10 of 10 uses left");
    to.on.service.grants().give("Edit", grant_terms::for_time(5min), sample_now, "ann");
    to.on.service.describe(to.question, to.on.found, to.on.now + 50s);
    BOOST_TEST(to.question.grant_remaining == "4m 10s left");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::answer_keeping_test
