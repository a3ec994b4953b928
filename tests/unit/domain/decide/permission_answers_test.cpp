#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace assent::permission_answers_test {
namespace {

using namespace std::chrono_literals;

permission_rule about_project(rule_behavior behavior) {
    return make_rule(behavior, "Edit", R"({"file_path":"/home/u/project/**"})");
}

BOOST_AUTO_TEST_SUITE(permission_answers_test)

BOOST_AUTO_TEST_CASE(an_answer_that_denies_denies_in_every_mode) {
    for (const auto mode : sample_modes) {
        BOOST_TEST_CONTEXT(mode) {
            answering to;
            to.on.service.set_mode(mode);
            const auto settled = to.resolve(deny_result{.reason = "not now", .interrupt = true});
            BOOST_TEST(settled.decided.denied());
            BOOST_TEST(settled.decided.source == decision_source::callback);
            BOOST_TEST(settled.decided.reason() == "not now");
            BOOST_TEST(settled.decided.by == "user");
            BOOST_TEST(settled.interrupt);
            BOOST_TEST(!settled.kept.has_value());
        }
    }
    BOOST_TEST(answering().resolve(deny_result{}).decided.reason() == "denied by the user");
    BOOST_TEST(!answering().resolve(deny_result{}).interrupt);
}

BOOST_AUTO_TEST_CASE(an_answer_that_allows_carries_its_edited_input_and_updates) {
    allow_result answer{.edited_input = object(R"({"file_path":"b"})"), .by = "ann"};
    answer.updates = {add_rules({make_rule(rule_behavior::allow, "Edit")}), set_mode(permission_mode::allow)};
    const auto settled = answering().resolve(answer);
    BOOST_TEST(settled.decided.allowed());
    BOOST_TEST(settled.decided.source == decision_source::callback);
    BOOST_TEST(settled.decided.reason() == "allowed by the user");
    BOOST_TEST(settled.decided.by == "ann");
    BOOST_REQUIRE(settled.edited_input.has_value());
    BOOST_TEST((settled.edited_input->at("file_path") == json_value("b")));
    BOOST_TEST(settled.updates.size() == 2U);
    BOOST_TEST(!settled.interrupt);
    BOOST_TEST(!answering().resolve(allow_result{}).edited_input.has_value());
    BOOST_TEST(answering().resolve(allow_result{}).decided.by == "user");
}

BOOST_AUTO_TEST_CASE(what_denies_by_now_comes_before_an_allow_and_nothing_of_the_answer_stays) {
    allow_result answer{.edited_input = object(R"({"file_path":"b"})"), .keep = remember::always};
    answer.updates = {set_mode(permission_mode::allow)};
    answer.grant = grant_terms::for_uses(1);
    for (const auto& each : triggers()) {
        if (each.step > decision_step::deny) break;
        if (each.step == decision_step::rate_limit) continue;
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            const bool denies = judge(at).denied();
            answering to(at);
            to.question.once_only = false;
            const auto settled = to.resolve(answer);
            BOOST_TEST(settled.decided.denied() == denies);
            if (!denies) continue;
            BOOST_TEST(settled.decided.source == each.source);
            BOOST_TEST(settled.decided.reason() == each.reason);
            BOOST_TEST(!settled.edited_input.has_value());
            BOOST_TEST(settled.updates.empty());
            BOOST_TEST(!settled.kept.has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_only_demands_a_question_does_not_outweigh_an_allow_that_somebody_gave) {
    for (const auto& each : triggers()) {
        situation at;
        each.set(at);
        if (!judge(at).must_ask) continue;
        BOOST_TEST_CONTEXT(each.name) {
            const auto settled = answering(at).resolve(allow_result{});
            BOOST_TEST(settled.decided.allowed());
            BOOST_TEST(settled.decided.source == decision_source::callback);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_in_dont_ask_or_plan_still_counts) {
    for (const auto mode : {permission_mode::dont_ask, permission_mode::plan}) {
        answering to;
        to.on.service.set_mode(mode);
        BOOST_TEST(to.resolve(allow_result{}).decided.allowed());
    }
}

BOOST_AUTO_TEST_CASE(rules_are_looked_at_again_with_the_edited_input) {
    situation at;
    at.rules = {make_rule(rule_behavior::deny, "Edit", R"({"file_path":"/etc/**"})")};
    answering to(at);
    const auto edited = object(R"({"file_path":"/etc/passwd"})");
    const auto input = make_input(edited);
    std::string scratch;
    const auto found =
        examine(to.question.call_with(*input), *to.on.rules, *to.on.service.basis(), {}, scratch);
    const auto settled =
        to.on.service.resolve(to.question, found, allow_result{.edited_input = edited}, true);
    BOOST_TEST(settled.decided.denied());
    BOOST_TEST(settled.decided.reason() == "denied by rule `Edit(/etc/**)` (your policy)");
    BOOST_TEST(to.resolve(allow_result{}).decided.allowed());
}

BOOST_AUTO_TEST_CASE(an_edited_input_that_is_not_well_formed_is_denied) {
    situation at;
    at.flaw = "it does not fit";
    const auto settled = answering(at).resolve(allow_result{.keep = remember::session});
    BOOST_TEST(settled.decided.denied());
    BOOST_TEST(settled.decided.source == decision_source::malformed);
    BOOST_TEST(settled.decided.reason() == "it does not fit");
    BOOST_TEST(!settled.kept.has_value());
}

BOOST_AUTO_TEST_CASE(an_edited_input_that_json_cannot_carry_is_a_fault) {
    for (const double bad :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        allow_result answer{.edited_input = json_object{{"a", json_array{bad}}}};
        answer.updates = {set_mode(permission_mode::allow)};
        const auto settled = answering().resolve(answer);
        BOOST_TEST(settled.decided.denied());
        BOOST_TEST(settled.decided.source == decision_source::fault);
        BOOST_TEST(settled.decided.reason() == "the edited input holds a number that is not finite");
        BOOST_TEST(!settled.edited_input.has_value());
        BOOST_TEST(settled.updates.empty());
    }
}

BOOST_AUTO_TEST_CASE(an_edited_input_that_is_empty_is_a_fault_unless_the_input_was_empty) {
    const allow_result answer{.edited_input = json_object{}};
    const auto settled = answering().resolve(answer);
    BOOST_TEST(settled.decided.source == decision_source::fault);
    BOOST_TEST(settled.decided.reason() == "the edited input is empty");
    situation at;
    at.input = {};
    BOOST_TEST(answering(at).resolve(answer).decided.allowed());
}

BOOST_AUTO_TEST_CASE(an_answer_for_this_call_only_keeps_nothing) {
    BOOST_TEST(!answering().resolve(allow_result{}).kept.has_value());
    BOOST_TEST(!answering().resolve(deny_result{}).kept.has_value());
    BOOST_TEST(answering().resolve(allow_result{}).refused == "");
}

BOOST_AUTO_TEST_CASE(an_answer_that_is_to_be_remembered_answers_later_calls) {
    for (const auto keep : {remember::session, remember::always}) {
        for (const bool approved : {true, false}) {
            BOOST_TEST_CONTEXT(keep << (approved ? " allow" : " deny")) {
                answering to;
                settlement settled;
                if (approved)
                    settled = to.take(allow_result{.keep = keep, .by = "ann"});
                else
                    settled = to.take(deny_result{.keep = keep, .by = "ann"});
                BOOST_TEST(settled.kept->key == "Edit");
                BOOST_TEST(settled.kept->keep == keep);
                BOOST_TEST(settled.kept->approved == approved);
                const verdict later = to.on.judge();
                BOOST_TEST(later.allowed() == approved);
                BOOST_TEST(later.denied() == !approved);
                BOOST_TEST(later.source == decision_source::remembered);
                BOOST_TEST(later.by == "ann");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_remembered_for_a_time_is_over_at_exactly_its_end) {
    answering to;
    to.take(allow_result{.keep = remember::session, .keep_for = 10s});
    to.on.now += 10s - 1ns;
    BOOST_TEST(to.on.judge().allowed());
    to.on.now += 1ns;
    BOOST_TEST(to.on.judge().asks());
}

BOOST_AUTO_TEST_CASE(decisions_about_one_command_of_one_application_are_shared_by_its_tools) {
    situation at;
    at.tool.application = "mail";
    at.tool.command = "send";
    answering to(at);
    BOOST_TEST(to.take(allow_result{.keep = remember::session}).kept->key == "mail:send");
    BOOST_TEST(to.on.judge().allowed());
    at.called = at.tool.name = "SendMail";
    stage other(at);
    other.service.remembered() = to.on.service.remembered();
    BOOST_TEST(other.judge().source == decision_source::remembered);
}

BOOST_AUTO_TEST_CASE(an_answer_can_be_narrowed_to_the_calls_that_a_rule_covers) {
    answering to;
    const auto rule = about_project(rule_behavior::allow);
    const auto settled = to.take(allow_result{.keep = remember::session, .about = rule});
    BOOST_TEST(settled.kept->key == "allow Edit(/home/u/project/**)");
    BOOST_TEST(settled.kept->tool_key == "Edit");
    BOOST_TEST(to.on.judge().asks());  // as long as nobody knows of the scope

    const scope_list scopes{std::make_shared<const decision_scope>(decision_scope{settled.kept->key, rule})};
    const auto judge_path = [&](std::string_view path) {
        const auto input = make_input({{"file_path", path}});
        const tool_call call{.tool_name = "Edit", .input = *input, .cwd = project};
        std::string scratch;
        const auto found = examine(call, *to.on.rules, *to.on.service.basis(), scopes, scratch);
        return to.on.service.judge(call, found, sample_now);
    };
    BOOST_TEST(judge_path("/home/u/project/b.c").source == decision_source::remembered);
    BOOST_TEST(judge_path("/home/u/other.c").asks());
}

BOOST_AUTO_TEST_CASE(an_answer_about_a_rule_that_does_not_fit_decides_this_call_and_keeps_nothing) {
    const auto allows = about_project(rule_behavior::allow);
    const auto denies = about_project(rule_behavior::deny);
    const std::string uncovered =
        "rule `Edit(/home/u/project/**)` does not cover the call it was made for; nothing is kept";
    const std::string wrong_kind =
        "rule `Edit(/home/u/project/**)` is not of the answer's kind; nothing is kept";

    const auto allowed = answering().resolve(allow_result{.keep = remember::session, .about = allows}, false);
    BOOST_TEST(allowed.decided.allowed());
    BOOST_TEST(allowed.refused == uncovered);
    BOOST_TEST(!allowed.kept.has_value());
    const auto granted =
        answering().resolve(allow_result{.about = allows, .grant = grant_terms::for_uses(1)}, false);
    BOOST_TEST(granted.refused == uncovered);
    BOOST_TEST(!granted.kept.has_value());
    const auto mixed = answering().resolve(allow_result{.keep = remember::session, .about = denies});
    BOOST_TEST(mixed.decided.allowed());
    BOOST_TEST(mixed.refused == wrong_kind);
    BOOST_TEST(!mixed.kept.has_value());

    const auto denied = answering().resolve(deny_result{.keep = remember::session, .about = denies}, false);
    BOOST_TEST(denied.decided.denied());
    BOOST_TEST(denied.refused == uncovered);
    BOOST_TEST(!denied.kept.has_value());
    BOOST_TEST(answering().resolve(deny_result{.keep = remember::session, .about = allows}).refused ==
               wrong_kind);
    BOOST_TEST(answering().resolve(deny_result{.keep = remember::session, .about = denies}).kept->key ==
               "deny Edit(/home/u/project/**)");
}

BOOST_AUTO_TEST_CASE(a_question_that_is_asked_each_time_keeps_nothing_of_its_answer) {
    using kind = permission_update::kind;
    const std::string refused = "the question can be answered for this call only; nothing is kept";
    situation at;
    at.needs_human = true;
    answering to(at);
    allow_result wanted[] = {{.keep = remember::session}, {.trust = true}, {}};
    wanted[2].grant = grant_terms::for_time();
    for (const auto& answer : wanted) {
        const auto settled = to.resolve(answer);
        BOOST_TEST(settled.decided.allowed());
        BOOST_TEST(settled.refused == refused);
        BOOST_TEST(!settled.kept.has_value());
    }
    BOOST_TEST(to.resolve(deny_result{.keep = remember::always}).refused == refused);
    BOOST_TEST(to.resolve(allow_result{}).refused == "");

    allow_result answer;
    for (const auto what :
         {kind::add_rules, kind::replace_rules, kind::remove_rules, kind::set_mode, kind::opaque})
        answer.updates.push_back({.what = what});
    const auto once = to.resolve(answer);
    BOOST_REQUIRE(once.updates.size() == 2U);
    BOOST_TEST(once.updates[0].what == kind::remove_rules);
    BOOST_TEST(once.updates[1].what == kind::set_mode);
    BOOST_TEST(answering().resolve(answer).updates.size() == 5U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_answers_test
