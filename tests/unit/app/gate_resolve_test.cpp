// What an answer brings with it, and what may change while a question is open.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

namespace assent::gate_resolve_test {
namespace {

permission_update from_wire(permission_update update) {
    update.wire = "as the peer wrote it";
    return update;
}

BOOST_AUTO_TEST_CASE(an_edited_input_goes_back_with_the_answer) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.box->take().allow(command("ls -l"));
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST((end->how.edited_input == command("ls -l")));
}

BOOST_AUTO_TEST_CASE(an_edited_input_is_judged_again) {
    const gate_probe probe({.rules = rules({"deny Bash(rm *)"})});
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(probe.box->take().allow(command("rm -rf /")));
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::rule);
    BOOST_TEST(!end->how.edited_input.has_value());
}

BOOST_AUTO_TEST_CASE(an_edited_input_with_an_infinite_number_is_denied) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.box->take().allow({{"n", std::numeric_limits<double>::infinity()}});
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::fault);
}

BOOST_AUTO_TEST_CASE(updates_of_an_answer_are_stored_and_returned) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("npm test"));
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(npm *)")})}});
    BOOST_TEST(end->how.updates.size() == 1U);
    const verdict next = probe.check("Bash", command("npm install"));
    BOOST_TEST(next.allowed());
    BOOST_TEST(next.source == decision_source::rule);
    BOOST_TEST_REQUIRE(next.rule);
    BOOST_TEST((next.rule->origin() == rule_origin::answer));
}

BOOST_AUTO_TEST_CASE(a_suggested_mode_that_the_peer_may_not_set_is_neither_offered_nor_returned) {
    permission_update mode = set_mode(permission_mode::allow);
    mode.wire = json_object();  // the peer wrote it
    for (const auto limit : {peer_mode::any, peer_mode::stricter, peer_mode::never}) {
        const gate_probe probe({.policy = {.peer_may_set = limit}});
        const auto input = make_input(command("ls"));
        const std::vector suggestions{mode};
        const auto end = probe.ask({.tool_name = "Bash", .input = *input, .suggestions = suggestions});
        const bool may = limit == peer_mode::any;
        BOOST_TEST(probe.box->handles.at(0).question().suggestions.size() == (may ? 1U : 0U));
        probe.box->take().answer(allow_result{.updates = suggestions});
        BOOST_TEST(end->how.decided.allowed());
        BOOST_TEST(end->how.updates.size() == (may ? 1U : 0U));
        BOOST_TEST(probe.gate->mode() == (may ? permission_mode::allow : permission_mode::ask));
    }
}

BOOST_AUTO_TEST_CASE(suggestions_are_accepted_in_one_call) {
    const gate_probe probe;
    const auto input = make_input(command("npm test"));
    const std::vector suggestions{add_rules({rule("allow Bash(npm *)")}),
                                  add_rules({rule("deny Bash(curl *)")})};
    const auto end = probe.ask({.tool_name = "Bash", .input = *input, .suggestions = suggestions});
    BOOST_TEST(probe.box->take().allow_with_suggestions());
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.updates.size() == 2U);
    BOOST_TEST(probe.check("Bash", command("npm ci")).allowed());
    BOOST_TEST(probe.check("Bash", command("curl x")).denied());
}

BOOST_AUTO_TEST_CASE(a_denial_stores_nothing) {
    const gate_probe probe;
    const auto input = make_input(command("npm test"));
    const std::vector suggestions{add_rules({rule("allow Bash(npm *)")})};
    const auto end = probe.ask({.tool_name = "Bash", .input = *input, .suggestions = suggestions});
    probe.box->take().deny();
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->rules()->size() == 0U);
}

BOOST_AUTO_TEST_CASE(an_unconstrained_allow_rule_is_neither_offered_nor_stored_nor_returned) {
    const gate_probe probe;
    const auto input = make_input(command("ls"));
    const std::vector suggestions{add_rules({rule("allow *")}), add_rules({rule("deny *")})};
    const auto end = probe.ask({.tool_name = "Bash", .input = *input, .suggestions = suggestions});
    BOOST_TEST(probe.box->handles.at(0).question().suggestions.size() == 1U);  // the deny rule
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow **")})}});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->rules()->size() == 0U);
}

BOOST_AUTO_TEST_CASE(where_an_answer_is_demanded_no_rule_is_offered_or_stored) {
    const gate_probe probe({.rules = rules({"ask Bash(npm publish)"})});
    const auto input = make_input(command("npm publish"));
    const std::vector suggestions{add_rules({rule("allow Bash(npm *)")})};
    const auto end = probe.ask({.tool_name = "Bash", .input = *input, .suggestions = suggestions});
    const auto& question = probe.box->handles.at(0).question();
    BOOST_TEST(question.once_only);
    BOOST_TEST(question.suggestions.empty());
    probe.box->take().answer(allow_result{.updates = suggestions});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.gate->rules()->size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_answer_may_replace_and_remove_learned_rules_but_not_the_hosts) {
    const gate_probe probe({.rules = rules({"allow Bash(ls)"})});
    const auto answer_with_update = [&](const char* asked, permission_update update) {
        probe.ask("Bash", command(asked));
        probe.box->take().answer(allow_result{.updates = {std::move(update)}});
    };
    answer_with_update("npm test", add_rules({rule("allow Bash(npm *)")}));
    answer_with_update("git status", add_rules({rule("allow Bash(git status)")}));
    BOOST_TEST(probe.gate->rules()->size() == 3U);

    permission_update remove = add_rules({rule("allow Bash(npm *)"), rule("allow Bash(ls)")});
    remove.what = permission_update::kind::remove_rules;
    answer_with_update("cat x", std::move(remove));
    BOOST_TEST(probe.check("Bash", command("npm i")).asks());
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());

    permission_update replace = add_rules({rule("allow Bash(make)")});
    replace.what = permission_update::kind::replace_rules;
    answer_with_update("make", std::move(replace));
    BOOST_TEST(probe.check("Bash", command("git status")).asks());
    BOOST_TEST(probe.check("Bash", command("make")).allowed());
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
}

BOOST_AUTO_TEST_CASE(a_mode_in_an_answer_is_the_hosts_unless_it_came_from_the_peer) {
    const gate_probe probe({.policy = {.peer_may_set = peer_mode::never}});
    const auto end = probe.ask("Bash", command("ls"));
    probe.box->take().answer(allow_result{.updates = {from_wire(set_mode(permission_mode::allow))}});
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(probe.gate->mode() == permission_mode::ask);

    probe.ask("Bash", command("ls"));
    probe.box->take().answer(allow_result{.updates = {set_mode(permission_mode::allow)}});
    BOOST_TEST(probe.gate->mode() == permission_mode::allow);
}

BOOST_AUTO_TEST_CASE(deny_mode_settles_open_questions) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"));
    probe.gate->set_mode(permission_mode::deny);
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.decided.source == decision_source::mode);
    BOOST_TEST(!probe.box->take().allow());
}

BOOST_AUTO_TEST_CASE(allow_mode_settles_open_questions_except_those_that_a_person_must_answer) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("ls"), "1");
    const auto input = make_input({});
    const auto dialogue =
        probe.ask({.tool_name = "AskUserQuestion", .input = *input, .needs_human = true}, "2");
    BOOST_TEST(probe.gate->set_mode_for_peer(permission_mode::allow));
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(end->how.decided.source == decision_source::mode);
    BOOST_TEST(dialogue->open());
}

BOOST_AUTO_TEST_CASE(a_new_rule_settles_the_open_questions_it_covers) {
    const gate_probe probe;
    const auto first = probe.ask("Bash", command("npm test"), "1");
    const auto second = probe.ask("Bash", command("npm install"), "2");
    const auto third = probe.ask("Bash", command("make"), "3");
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(npm *)")})}});
    BOOST_TEST(first->how.decided.source == decision_source::callback);
    BOOST_TEST(second->how.decided.allowed());
    BOOST_TEST(second->how.decided.source == decision_source::rule);
    BOOST_TEST(third->open());
    probe.gate->set_rules(rules({"deny Bash(make)"}));
    BOOST_TEST(third->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(a_rule_that_came_while_the_user_thought_beats_the_answer) {
    // The callback answers after it has changed the rules itself: nothing is open any more.
    gate_probe* self = nullptr;
    bool late = true;
    gate_probe probe({.callback = [&](permission_request request) {
        self->gate->set_rules(rules({"deny Bash"}));
        late = !std::move(request).allow();
    }});
    self = &probe;
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(late);
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.source == decision_source::rule);
}

BOOST_AUTO_TEST_CASE(asking_about_a_call_that_is_decided_by_now_settles_at_once) {
    const gate_probe probe({.rules = rules({"allow Bash(ls)"})});
    const auto end = probe.ask("Bash", command("ls"));
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST((end->id != question_id::none));
    BOOST_TEST(probe.box->handles.empty());
}

}  // namespace
}  // namespace assent::gate_resolve_test
