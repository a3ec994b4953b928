#include <assent/domain/permission_service.hpp>

#include "unit/domain/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {
namespace {

using rule_pointer = std::shared_ptr<const permission_rule>;

rule_pointer named(rule_behavior behavior, std::string_view tool) {
    return std::make_shared<const permission_rule>(make_rule(behavior, tool));
}

// The findings that speak at one step of the decision.
const rule_pointer deny_rule = named(rule_behavior::deny, "Denied");
const rule_pointer deny_doubt = named(rule_behavior::deny, "DenyDoubt");
const rule_pointer ask_rule = named(rule_behavior::ask, "Asked");
const rule_pointer ask_doubt = named(rule_behavior::ask, "AskDoubt");
const rule_pointer allow_rule = named(rule_behavior::allow, "Allowed");

// Everything that `check` looks at, as switches.
struct situation {
    std::string tool = "Bash";
    permission_mode mode = permission_mode::ask;
    rule_findings found{};
    bool needs_human = false;
};

verdict check(const situation& at) {
    const auto input = make_input({});
    return permission_service(at.mode).check(
        {.tool_name = at.tool, .input = *input, .needs_human = at.needs_human}, at.found);
}

struct step {
    std::string_view name;
    void (*set)(situation&);
    outcome decision;
    decision_source source;
    const rule_pointer* rule;
};

// The order of the decision: each step comes before all those below it.
const step steps[] = {
    {"malformed name", [](situation& at) { at.tool = ""; }, outcome::deny, decision_source::malformed,
     nullptr},
    {"deny mode", [](situation& at) { at.mode = permission_mode::deny; }, outcome::deny,
     decision_source::mode, nullptr},
    {"deny rule", [](situation& at) { at.found.deny = deny_rule; }, outcome::deny, decision_source::rule,
     &deny_rule},
    {"deny rule in doubt", [](situation& at) { at.found.deny_doubt = deny_doubt; }, outcome::ask,
     decision_source::rule, &deny_doubt},
    {"ask rule", [](situation& at) { at.found.ask = ask_rule; }, outcome::ask, decision_source::rule,
     &ask_rule},
    {"ask rule in doubt", [](situation& at) { at.found.ask_doubt = ask_doubt; }, outcome::ask,
     decision_source::rule, &ask_doubt},
    {"needs a human", [](situation& at) { at.needs_human = true; }, outcome::ask, decision_source::peer,
     nullptr},
    {"allow mode", [](situation& at) { at.mode = permission_mode::allow; }, outcome::allow,
     decision_source::mode, nullptr},
    {"allow rule", [](situation& at) { at.found.allow = allow_rule; }, outcome::allow, decision_source::rule,
     &allow_rule},
    {"nothing", [](situation&) {}, outcome::ask, decision_source::undecided, nullptr},
};

void expect(const verdict& decided, const step& spoke) {
    BOOST_TEST(decided.decision == spoke.decision);
    BOOST_TEST(decided.source == spoke.source);
    BOOST_TEST(decided.rule == (spoke.rule == nullptr ? rule_pointer() : *spoke.rule));
    BOOST_TEST(decided.doubt == (spoke.rule == &deny_doubt || spoke.rule == &ask_doubt));
    const bool must_ask = spoke.decision == outcome::ask && spoke.source != decision_source::undecided;
    BOOST_TEST(decided.must_ask == must_ask);
    BOOST_TEST(!decided.reason().empty());
}

permission_question question(bool once_only = false) {
    permission_question made;
    made.tool_name = "Bash";
    made.input = make_input({{"command", "ls"}});
    made.once_only = once_only;
    return made;
}

settlement resolve(permission_result answer, const rule_findings& found = {},
                   permission_mode mode = permission_mode::ask, bool once_only = false) {
    return permission_service(mode).resolve(question(once_only), found, std::move(answer));
}

BOOST_AUTO_TEST_SUITE(permission_service_test)

BOOST_AUTO_TEST_CASE(each_step_alone_decides) {
    for (const auto& each : steps) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            expect(check(at), each);
        }
    }
}

BOOST_AUTO_TEST_CASE(of_two_steps_the_earlier_one_decides) {
    for (const auto& first : steps) {
        for (const auto* second = &first + 1; second != std::end(steps); ++second) {
            BOOST_TEST_CONTEXT(first.name << " before " << second->name) {
                situation at;
                second->set(at);
                first.set(at);  // the mode can be one only: the earlier step has it
                expect(check(at), first);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_later_step_together_does_not_outweigh_an_earlier_one) {
    for (const auto& first : steps) {
        BOOST_TEST_CONTEXT(first.name) {
            situation at;
            for (const auto* later = std::end(steps); --later != &first;) later->set(at);
            first.set(at);
            expect(check(at), first);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_name_of_a_tool_is_checked_at_both_sides_of_its_limit) {
    situation at{.mode = permission_mode::allow};
    at.tool = std::string(max_tool_name_bytes, 'x');
    BOOST_TEST(check(at).allowed());
    at.tool += 'x';
    BOOST_TEST(check(at).denied());
    BOOST_TEST(check(at).reason() == "the tool name is not 1 to 128 letters, digits, `_`, `.` or `-`");
}

BOOST_AUTO_TEST_CASE(the_mode_can_be_changed) {
    permission_service service;
    BOOST_TEST(service.mode() == permission_mode::ask);
    service.set_mode(permission_mode::deny);
    BOOST_TEST(service.mode() == permission_mode::deny);
    const auto input = make_input({});
    BOOST_TEST(service.check({.tool_name = "Bash", .input = *input}, {}).denied());
}

BOOST_AUTO_TEST_CASE(an_answer_that_denies_denies_in_every_mode) {
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::deny}) {
        const auto settled =
            resolve(deny_result{.reason = "not now", .interrupt = true}, {.allow = allow_rule}, mode);
        BOOST_TEST(settled.decided.denied());
        BOOST_TEST(settled.decided.source == decision_source::callback);
        BOOST_TEST(settled.decided.reason() == "not now");
        BOOST_TEST(settled.interrupt);
    }
    BOOST_TEST(resolve(deny_result{}).decided.reason() == "denied by the user");
    BOOST_TEST(!resolve(deny_result{}).interrupt);
}

BOOST_AUTO_TEST_CASE(an_answer_that_allows_carries_its_edited_input_and_updates) {
    allow_result answer{.edited_input = object(R"({"command":"pwd"})")};
    answer.updates = {add_rules({make_rule(rule_behavior::allow, "Bash")}), set_mode(permission_mode::allow)};
    const auto settled = resolve(answer);
    BOOST_TEST(settled.decided.allowed());
    BOOST_TEST(settled.decided.source == decision_source::callback);
    BOOST_TEST(settled.decided.reason() == "allowed by the user");
    BOOST_REQUIRE(settled.edited_input.has_value());
    BOOST_TEST((settled.edited_input->at("command") == json_value("pwd")));
    BOOST_TEST(settled.updates.size() == 2U);
    BOOST_TEST(!settled.interrupt);
    BOOST_TEST(!resolve(allow_result{}).edited_input.has_value());
}

BOOST_AUTO_TEST_CASE(deny_mode_and_deny_rules_of_today_come_before_an_allow) {
    allow_result answer{.edited_input = json_object{}};
    answer.updates = {set_mode(permission_mode::allow)};
    const auto by_mode = resolve(answer, {}, permission_mode::deny);
    BOOST_TEST(by_mode.decided.denied());
    BOOST_TEST(by_mode.decided.source == decision_source::mode);
    const auto by_rule = resolve(answer, {.deny = deny_rule});
    BOOST_TEST(by_rule.decided.denied());
    BOOST_TEST(by_rule.decided.rule == deny_rule);
    for (const auto& settled : {by_mode, by_rule}) {
        BOOST_TEST(!settled.edited_input.has_value());
        BOOST_TEST(settled.updates.empty());
    }
    BOOST_TEST(resolve(answer, {.deny = deny_rule}, permission_mode::allow).decided.denied());
}

BOOST_AUTO_TEST_CASE(a_deny_rule_that_the_edited_input_runs_into_denies) {
    const auto rules =
        rule_set::make({make_rule(rule_behavior::deny, "Bash", R"({"command":"rm *"})")}).value();
    const auto asked = question();
    const auto edited = object(R"({"command":"rm x"})");
    const auto input = make_input(edited);
    std::string scratch;
    const auto settled = permission_service().resolve(asked, rules->match(asked.call_with(*input), scratch),
                                                      allow_result{.edited_input = edited});
    BOOST_TEST(settled.decided.denied());
    BOOST_TEST(settled.decided.reason() == "denied by rule `Bash(rm *)` (host)");
    BOOST_TEST(permission_service()
                   .resolve(asked, rules->match(asked.call(), scratch), allow_result{})
                   .decided.allowed());
}

BOOST_AUTO_TEST_CASE(doubt_and_ask_rules_do_not_outweigh_an_allow_that_somebody_gave) {
    const rule_findings found{.deny_doubt = deny_doubt, .ask = ask_rule, .ask_doubt = ask_doubt};
    BOOST_TEST(resolve(allow_result{}, found).decided.allowed());
    BOOST_TEST(resolve(allow_result{}, found, permission_mode::ask, true).decided.allowed());
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_once_only_question_stores_no_rule) {
    using kind = permission_update::kind;
    allow_result answer;
    for (const auto what :
         {kind::add_rules, kind::replace_rules, kind::remove_rules, kind::set_mode, kind::opaque})
        answer.updates.push_back({.what = what});
    const auto once = resolve(answer, {}, permission_mode::ask, true);
    BOOST_TEST(once.decided.allowed());
    BOOST_REQUIRE(once.updates.size() == 2U);
    BOOST_TEST(once.updates[0].what == kind::remove_rules);
    BOOST_TEST(once.updates[1].what == kind::set_mode);
    BOOST_TEST(resolve(answer).updates.size() == 5U);
}

BOOST_AUTO_TEST_CASE(an_edited_input_that_json_cannot_carry_is_a_fault) {
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        allow_result answer{.edited_input = json_object{{"a", json_array{bad}}}};
        answer.updates = {set_mode(permission_mode::allow)};
        const auto settled = resolve(answer);
        BOOST_TEST(settled.decided.denied());
        BOOST_TEST(settled.decided.source == decision_source::fault);
        BOOST_TEST(settled.decided.reason() == "the edited input holds a number that is not finite");
        BOOST_TEST(!settled.edited_input.has_value());
        BOOST_TEST(settled.updates.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
