#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <set>
#include <string>
#include <string_view>

namespace assent::permission_service_test {
namespace {

using namespace std::chrono_literals;

// In the mode that the situation has. Only `ask` and what the triggers set occur here.
outcome expected(const trigger& spoke) { return outcome_of(spoke.decided.front()); }

void expect(const verdict& decided, const trigger& spoke) {
    BOOST_TEST(decided.decision == expected(spoke));
    BOOST_TEST(decided.source == spoke.source);
    BOOST_TEST(decided.reason() == spoke.reason);
    BOOST_TEST(decided.must_ask == (expected(spoke) == outcome::ask));
    BOOST_TEST(decided.doubt == spoke.name.starts_with("doubtful"));
}

// Two that no call can show at once, or that stand beside each other: one mode, one decision for a key, one
// word on a tool; of two rules that allow, either may be named.
bool exclude_each_other(const trigger& first, const trigger& second) {
    if (first.sets_mode() && second.sets_mode()) return true;
    const auto both = [&](std::string_view one, std::string_view other) {
        return (first.name == one && second.name == other) || (first.name == other && second.name == one);
    };
    return both("remembered allow", "remembered deny") || both("remembered allow", "loaded decision") ||
           both("remembered deny", "loaded decision") || both("trusted tool", "override deny") ||
           both("override allow", "override deny") || both("default allow", "default deny") ||
           both("allow rule", "stored allow rule");
}

situation both(const trigger& first, const trigger& second) {
    situation at;
    second.set(at);
    first.set(at);
    return at;
}

// Which of two decides: the earlier one. But a question leaves a later denial its word, a grant one that is
// remembered, and the guard allow mode.
const trigger& decides(const trigger& first, const trigger& second) {
    const bool overruled = (expected(first) == outcome::ask && expected(second) == outcome::deny) ||
                           (first.name == "grant" && second.name == "remembered deny") ||
                           (first.name == "guard" && second.name == "allow mode");
    return overruled ? second : first;
}

BOOST_AUTO_TEST_SUITE(permission_service_test)

BOOST_AUTO_TEST_CASE(each_step_alone_decides_with_its_own_source_and_reason) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            expect(judge(at), each);
        }
    }
}

BOOST_AUTO_TEST_CASE(every_step_but_the_question_itself_has_something_that_triggers_it) {
    std::set<decision_step> seen;
    for (const auto& each : triggers()) seen.insert(each.step);
    BOOST_TEST(seen.size() == decision_step_count - 1);
    BOOST_TEST(!seen.contains(decision_step::ask));
}

BOOST_AUTO_TEST_CASE(of_two_steps_the_earlier_one_decides) {
    const auto all = triggers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            if (exclude_each_other(all[i], all[j])) continue;
            BOOST_TEST_CONTEXT(all[i].name << " before " << all[j].name) {
                expect(judge(both(all[i], all[j])), decides(all[i], all[j]));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(everything_later_together_does_not_outweigh_an_earlier_step) {
    const auto all = triggers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].sets_mode()) continue;
        BOOST_TEST_CONTEXT(all[i].name) {
            situation at;
            for (std::size_t j = all.size() - 1; j > i; --j) {
                const bool contradicts = all[j].name == "trusted tool" || all[j].sets_mode() ||
                                         exclude_each_other(all[i], all[j]) ||
                                         &decides(all[i], all[j]) == &all[j];
                if (!contradicts) all[j].set(at);
            }
            all[i].set(at);
            expect(judge(at), all[i]);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_nothing_decides_is_asked) {
    const verdict decided = judge(situation());
    BOOST_TEST(decided.asks());
    BOOST_TEST(decided.source == decision_source::undecided);
    BOOST_TEST(decided.reason() == "no rule allows it");
    BOOST_TEST(!decided.must_ask);
    BOOST_TEST(decided.risk == risk_level::medium);
}

BOOST_AUTO_TEST_CASE(a_policy_that_trusts_a_tool_and_denies_it_is_not_accepted) {
    policy settings;
    settings.trusted_tools = {"Edit"};
    settings.tools["Edit"].decision = tool_default::deny;
    const auto made = judgement_basis::make(settings);
    BOOST_REQUIRE(made.has_error());
    BOOST_TEST(made.error().where == "tools.Edit.decision");
}

BOOST_AUTO_TEST_CASE(the_name_of_a_tool_is_checked_at_both_sides_of_its_limit) {
    situation at;
    at.settings.mode = permission_mode::allow;
    at.called = std::string(max_tool_name_bytes, 'x');
    BOOST_TEST(judge(at).allowed());
    for (const auto& bad : {at.called + 'x', std::string(), std::string("Ed it"), std::string("Edit\n")}) {
        at.called = bad;
        const verdict decided = judge(at);
        BOOST_TEST(decided.denied());
        BOOST_TEST(decided.source == decision_source::malformed);
        BOOST_TEST(decided.reason() == "the tool name is not 1 to 128 letters, digits, `_`, `.` or `-`");
    }
}

BOOST_AUTO_TEST_CASE(an_input_that_does_not_fit_its_schema_is_denied_where_schemas_are_strict) {
    situation at;
    at.settings.mode = permission_mode::allow;
    at.tool.parameters = object(R"({"type":"object","required":["file_path"],
                                    "properties":{"file_path":{"type":"string"}}})");
    at.input = object(R"({"file_path":7})");
    BOOST_TEST(judge(at).allowed());
    at.settings.strict_schemas = true;
    const verdict decided = judge(at);
    BOOST_TEST(decided.denied());
    BOOST_TEST(decided.source == decision_source::malformed);
    BOOST_TEST(decided.reason().starts_with("the input does not fit the tool's schema: "));
    at.input = object(R"({"file_path":"a"})");
    BOOST_TEST(judge(at).allowed());
    at.called = "Other";
    at.input = object(R"({"file_path":7})");
    BOOST_TEST(judge(at).allowed());  // a tool that is not known has no schema
}

BOOST_AUTO_TEST_CASE(a_call_that_a_rule_or_list_denies_is_critical_and_one_over_a_limit_is_medium) {
    for (const auto& each : triggers()) {
        if (each.step == decision_step::risk) continue;  // decides by the level that is set here
        for (const auto level : {risk_level::low, risk_level::critical}) {
            BOOST_TEST_CONTEXT(each.name << ", found to be " << level) {
                situation at;
                at.risk.level = at.tool.risk = level;
                each.set(at);
                const verdict decided = judge(at);
                auto reported = level;
                if (each.step == decision_step::rate_limit) reported = risk_level::medium;
                if (each.step == decision_step::deny && decided.denied()) reported = risk_level::critical;
                BOOST_TEST(decided.risk == reported);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(risk_factors_are_reported_with_every_verdict) {
    situation at;
    at.risk.factors = {std::make_shared<const risk_factor>(risk_factor{"network", "it talks"})};
    BOOST_REQUIRE(judge(at).factors.size() == 1U);
    BOOST_TEST(judge(at).factors.front()->id == "network");
    at.settings.mode = permission_mode::deny;
    BOOST_TEST(judge(at).factors.size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_policy_s_word_on_a_tool_s_risk_comes_before_the_classifier_s) {
    situation at;
    at.settings.tools["Edit"].risk = risk_level::critical;
    BOOST_TEST(judge(at).risk == risk_level::critical);
    at.settings.ask_from_risk = risk_level::high;
    BOOST_TEST(judge(at).asks());
    at.settings.tools["Edit"].risk = risk_level::low;
    BOOST_TEST(judge(at).allowed());
}

BOOST_AUTO_TEST_CASE(only_answers_of_somebody_from_before_count_as_remembered) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            const verdict decided = judge(at);
            BOOST_TEST(decided.was_remembered() == (each.step == decision_step::remembered));
            BOOST_TEST(decided.rate_limited() == (each.step == decision_step::rate_limit));
            BOOST_TEST(decided.retry_after.has_value() == (each.step == decision_step::rate_limit));
        }
    }
}

BOOST_AUTO_TEST_CASE(who_gave_a_grant_or_made_a_decision_is_named) {
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            const bool somebody = each.step == decision_step::grant ||
                                  (each.step == decision_step::remembered && each.name != "trust");
            BOOST_TEST(judge(at).by == (somebody ? "ann" : ""));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_over_the_limit_is_told_when_to_come_back_and_passes_then) {
    situation at;
    at.settings.mode = permission_mode::allow;
    at.settings.limits.per_minute = 2;
    stage on(at);
    BOOST_TEST(on.check().allowed());
    on.now += 10s;
    BOOST_TEST(on.check().allowed());
    const verdict over = on.check();
    BOOST_TEST(over.rate_limited());
    BOOST_REQUIRE(over.retry_after.has_value());
    BOOST_TEST((*over.retry_after == 50s));
    on.now += *over.retry_after - 1ns;
    BOOST_TEST(on.check().rate_limited());
    on.now += 1ns;
    BOOST_TEST(on.check().allowed());
}

BOOST_AUTO_TEST_CASE(over_a_limit_a_person_is_asked_where_the_policy_says_so_in_every_mode) {
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::accept_edits}) {
        situation at;
        at.settings.mode = mode;
        at.settings.limits.per_minute = 1;
        at.settings.on_limit = over_limit::ask;
        stage on(at);
        on.service.asked(on.call(), on.now);
        const verdict over = on.check();
        BOOST_TEST(over.asks());
        BOOST_TEST(over.must_ask);
        BOOST_TEST(over.source == decision_source::rate_limit);
        BOOST_TEST(over.reason() == "rate limit exceeded: 1 of 1 calls in the last minute; try again in 1m");
        on.service.asked(on.call(), on.now);  // fills it no further
        BOOST_TEST(on.service.limits().status(on.now).minute.calls == 1U);
        on.now += 60s;
        BOOST_TEST(!on.check().must_ask);
    }
}

BOOST_AUTO_TEST_CASE(a_deny_rule_stands_above_a_question_about_a_limit) {
    situation at;
    at.settings.limits.per_minute = 0;
    at.settings.on_limit = over_limit::ask;
    at.settings.blocked_tools = {"Edit"};
    BOOST_TEST(judge(at).denied());
    BOOST_TEST(judge(at).source == decision_source::blocked_list);
}

BOOST_AUTO_TEST_CASE(the_same_call_so_many_times_in_a_row_is_asked_about_in_every_mode) {
    situation at;
    at.settings.mode = permission_mode::allow;
    at.settings.loop = 3;
    stage on(at);
    for (int i = 0; i < 3; ++i) BOOST_TEST(on.check().allowed());
    const verdict asked = on.check();
    BOOST_TEST(asked.asks());
    BOOST_TEST(asked.must_ask);
    BOOST_TEST(asked.source == decision_source::rate_limit);
    BOOST_TEST(asked.reason() == "the agent has made this same call 3 times in a row");
    BOOST_TEST(on.check().asks());  // time alone changes nothing
    on.now += std::chrono::hours(2);
    BOOST_TEST(on.check().asks());
    on.service.allowed_knowingly(on.call());
    for (int i = 0; i < 3; ++i) BOOST_TEST(on.check().allowed());
    BOOST_TEST(on.check().asks());
    const auto other = make_input({{"file_path", "/elsewhere"}});
    BOOST_TEST(on.service.check({.tool_name = "Edit", .input = *other}, on.found, on.now).allowed());
    BOOST_TEST(on.check().allowed());
    on.service.set_mode(permission_mode::dont_ask);
    BOOST_TEST(on.check().denied());
}

BOOST_AUTO_TEST_CASE(without_a_number_the_same_call_may_be_made_any_number_of_times) {
    situation at;
    at.settings.mode = permission_mode::allow;
    stage on(at);
    for (std::size_t i = 0; i < 10 * default_loop_calls; ++i) BOOST_TEST(on.check().allowed());
    BOOST_TEST((policy::standard().loop == default_loop_calls));
    BOOST_TEST((policy::bare().loop == std::nullopt));
}

BOOST_AUTO_TEST_CASE(what_a_limit_denies_is_known_before_anybody_looks_at_the_call) {
    situation at;
    at.settings.limits.per_minute = 1;
    stage on(at);
    BOOST_TEST(!on.service.refused_unseen(on.call(), on.now).has_value());
    on.service.asked(on.call(), on.now);
    const auto refused = on.service.refused_unseen(on.call(), on.now);
    BOOST_REQUIRE(refused.has_value());
    const verdict seen = on.check();
    BOOST_TEST(refused->reason() == seen.reason());
    BOOST_TEST((refused->retry_after == seen.retry_after));
    BOOST_TEST(refused->risk == seen.risk);
    BOOST_TEST(!on.service.refused_unseen(on.call(), on.now + 60s).has_value());
    at.settings.on_limit = over_limit::ask;
    stage asking(at);
    asking.service.asked(asking.call(), asking.now);
    BOOST_TEST(!asking.service.refused_unseen(asking.call(), asking.now).has_value());
}

BOOST_AUTO_TEST_CASE(with_a_limit_of_none_a_call_is_never_told_to_come_back) {
    situation at;
    at.settings.limits.per_hour = 0;
    const verdict decided = judge(at);
    BOOST_TEST(decided.rate_limited());
    BOOST_TEST(!decided.retry_after.has_value());
    BOOST_TEST(decided.reason() == "rate limit exceeded: 0 calls per hour are allowed");
}

BOOST_AUTO_TEST_CASE(a_limit_of_one_tool_keeps_out_that_tool_only) {
    situation at;
    at.settings.mode = permission_mode::allow;
    at.settings.tools["Edit"].limits = rate_limits{.per_minute = 1, .per_hour = {}};
    stage on(at);
    BOOST_TEST(on.check().allowed());
    BOOST_TEST(on.check().rate_limited());
    const auto input = make_input({});
    BOOST_TEST(on.service.check({.tool_name = "Other", .input = *input}, on.found, on.now).allowed());
}

BOOST_AUTO_TEST_CASE(calls_that_are_denied_do_not_count_and_a_question_counts_once) {
    situation at;
    at.settings.limits.per_minute = 1;
    at.settings.mode = permission_mode::deny;
    stage on(at);
    for (int i = 0; i < 3; ++i) BOOST_TEST(on.check().source == decision_source::mode);
    on.service.set_mode(permission_mode::ask);
    BOOST_TEST(on.check().asks());
    BOOST_TEST(on.check().asks());  // the gate counts it when it asks
    on.service.asked(on.call(), on.now);
    BOOST_TEST(on.check().rate_limited());
    on.service.set_mode(permission_mode::allow);
    BOOST_TEST(on.service.check(on.call(), on.found, on.now, true).allowed());
    BOOST_TEST(on.service.limits().status(on.now).minute.calls == 1U);
}

BOOST_AUTO_TEST_CASE(a_grant_of_five_uses_lets_exactly_five_calls_pass) {
    situation at;
    at.before.emplace_back([](permission_service& service) {
        service.grants().give("Edit", grant_terms::for_uses(5), sample_now, "ann");
    });
    stage on(at);
    for (const std::string_view left : {"4", "3", "2", "1", "0"}) {
        const verdict decided = on.check();
        BOOST_TEST(decided.source == decision_source::grant);
        BOOST_TEST(decided.reason() == "allowed by a grant, " + std::string(left) + " of 5 uses left");
    }
    BOOST_TEST(on.check().asks());
}

BOOST_AUTO_TEST_CASE(a_grant_is_not_used_by_a_call_that_something_else_decides) {
    for (const auto& each : triggers()) {
        if (each.step >= decision_step::grant) break;
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            stage on(at);
            on.service.grants().give("Edit", grant_terms::for_uses(1), on.now, "ann");
            on.check();
            BOOST_TEST(on.service.grants().list(on.now).size() == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_put_in_force_later_brings_its_mode_and_limits) {
    situation at;
    at.settings.limits.per_minute = 1;
    stage on(at);
    on.service.asked(on.call(), on.now);
    on.service.set_mode(permission_mode::plan);
    const auto put = [&](const policy& settings) {
        on.service.set_basis(make_basis(settings, edit_tool(), {}));
    };
    policy next = at.settings;
    next.tool_defaults = true;
    put(next);
    BOOST_TEST(on.service.mode() == permission_mode::plan);  // the policy's own mode is the same as before
    BOOST_TEST(on.service.limits().status(on.now).minute.calls == 1U);
    next.mode = permission_mode::dont_ask;
    next.limits.per_minute = 2;
    put(next);
    BOOST_TEST(on.service.mode() == permission_mode::dont_ask);
    BOOST_TEST(on.service.limits().status(on.now).minute.calls == 0U);
    BOOST_TEST(*on.service.limits().status(on.now).minute.limit == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_service_test
