#include <assent/domain/rules/rule_set.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::rule_set_test {
namespace {

using enum rule_behavior;
using kind = permission_update::kind;

rule_set::pointer make_set(std::vector<permission_rule> rules, std::size_t limit = default_max_rules) {
    return rule_set::make(std::move(rules), limit).value();
}

permission_update update(kind what, std::vector<permission_rule> rules, rule_behavior behavior = allow) {
    permission_update made{.what = what};
    made.rules = std::move(rules);
    made.behavior = behavior;
    return made;
}

std::string texts(const rule_set& rules, rule_behavior behavior) {
    std::string all;
    for (const auto& rule : rules.all(behavior)) all += (all.empty() ? "" : " ") + rule->text();
    return all;
}

rule_findings find(const rule_set& rules, std::string_view tool, std::string_view input = "{}") {
    const auto kept = make_input(object(input));
    const tool_call call{.tool_name = tool, .input = *kept};
    return rules.match(call_reading(call));
}

std::string text_of(const std::shared_ptr<const permission_rule>& rule) {
    return rule ? rule->text() : "nothing";
}

BOOST_AUTO_TEST_SUITE(rule_set_test)

BOOST_AUTO_TEST_CASE(an_empty_set_finds_nothing) {
    for (const auto& rules : {rule_set::empty(), make_set({})}) {
        BOOST_TEST(rules->size() == 0U);
        const auto found = find(*rules, "Bash");
        BOOST_TEST((!found.deny && !found.deny_doubt && !found.ask && !found.ask_doubt && !found.allow));
    }
}

BOOST_AUTO_TEST_CASE(rules_of_each_behavior_are_found_side_by_side) {
    const auto rules = make_set({make_rule(allow, "Bash"), make_rule(ask, "B*"), make_rule(deny, "*")});
    const auto found = find(*rules, "Bash");
    BOOST_TEST(text_of(found.allow) == "Bash");
    BOOST_TEST(text_of(found.ask) == "B*");
    BOOST_TEST(text_of(found.deny) == "*");
    BOOST_TEST(rules->size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_sure_rule_is_found_behind_one_in_doubt) {
    for (const auto behavior : {deny, ask}) {
        const auto rules = make_set({make_rule(behavior, "Bash", R"({"command":"rm *"})"),
                                     make_rule(behavior, "Bash", R"({"command":"mv *"})"),
                                     make_rule(behavior, "Bash", R"({"command":"echo *"})")});
        const auto sure = find(*rules, "Bash", R"({"command":"echo $x"})");
        BOOST_TEST(text_of(behavior == deny ? sure.deny : sure.ask) == "Bash(echo *)");
        const auto doubtful = find(*rules, "Bash", R"({"command":"$x y"})");
        BOOST_TEST(text_of(behavior == deny ? doubtful.deny : doubtful.ask) == "nothing");
        BOOST_TEST(text_of(behavior == deny ? doubtful.deny_doubt : doubtful.ask_doubt) == "Bash(rm *)");
        const auto clear = find(*rules, "Bash", R"({"command":"ls"})");
        BOOST_TEST(text_of(behavior == deny ? clear.deny_doubt : clear.ask_doubt) == "nothing");
    }
}

BOOST_AUTO_TEST_CASE(the_order_of_rules_does_not_matter) {
    std::vector<permission_rule> rules{make_rule(allow, "Bash", R"({"command":"git *"})"),
                                       make_rule(deny, "Bash", R"({"command":"git push *"})")};
    for (int round = 0; round < 2; ++round) {
        BOOST_TEST(text_of(find(*make_set(rules), "Bash", R"({"command":"git push x"})").deny) ==
                   "Bash(git push *)");
        std::swap(rules[0], rules[1]);
    }
}

BOOST_AUTO_TEST_CASE(equal_rules_are_kept_once) {
    const auto rules = make_set({make_rule(allow, "Bash", R"({"a":1,"b":"x"})"),
                                 make_rule(allow, "Bash", R"({"b":"x","a":1})"), make_rule(deny, "Bash"),
                                 make_rule(allow, "Bash", R"({"b":"x","a":2})"), make_rule(deny, "Bash")});
    BOOST_TEST(rules->all(allow).size() == 2U);
    BOOST_TEST(rules->all(deny).size() == 1U);
    BOOST_TEST(rules->all(ask).size() == 0U);
}

BOOST_AUTO_TEST_CASE(the_number_of_rules_is_bounded) {
    const std::vector<permission_rule> three{make_rule(allow, "A"), make_rule(deny, "B"), make_rule(ask, "C"),
                                             make_rule(allow, "A")};
    BOOST_TEST(make_set(three, 3)->size() == 3U);
    const auto refused = rule_set::make(three, 2);
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().message == "more than 2 rules");

    const auto full = make_set(three, 3);
    BOOST_TEST(
        (full->apply(update(kind::add_rules, {make_rule(allow, "A")}), rule_origin::answer).has_value()));
    const auto over = full->apply(update(kind::add_rules, {make_rule(allow, "D")}), rule_origin::answer);
    BOOST_REQUIRE(!over);
    BOOST_TEST(over.error().message == "more than 3 rules");
    BOOST_TEST(full->size() == 3U);
}

BOOST_AUTO_TEST_CASE(adding_makes_a_new_set_and_leaves_the_old_one) {
    const auto before = make_set({make_rule(allow, "A")});
    const auto after = before
                           ->apply(update(kind::add_rules, {make_rule(allow, "B"), make_rule(allow, "A"),
                                                            make_rule(allow, "B")}),
                                   rule_origin::peer)
                           .value();
    BOOST_TEST(texts(*before, allow) == "A");
    BOOST_TEST(texts(*after, allow) == "A B");
    BOOST_TEST((after->all(allow)[0]->origin() == rule_origin::host));
    BOOST_TEST((after->all(allow)[1]->origin() == rule_origin::peer));
}

BOOST_AUTO_TEST_CASE(replacing_takes_the_place_of_changeable_rules_of_that_behavior) {
    auto rules =
        make_set({make_rule(allow, "Host"), make_rule(allow, "Flag", "{}", rule_origin::command_line),
                  make_rule(allow, "Peer", "{}", rule_origin::peer),
                  make_rule(allow, "Answer", "{}", rule_origin::answer),
                  make_rule(deny, "Denied", "{}", rule_origin::answer)});
    rules = rules->apply(update(kind::replace_rules, {make_rule(allow, "New")}), rule_origin::answer).value();
    BOOST_TEST(texts(*rules, allow) == "Host Flag New");
    BOOST_TEST(texts(*rules, deny) == "Denied");
    rules = rules->apply(update(kind::replace_rules, {}, deny), rule_origin::answer).value();
    BOOST_TEST(texts(*rules, deny) == "");
    BOOST_TEST(texts(*rules, allow) == "Host Flag New");
}

BOOST_AUTO_TEST_CASE(removing_takes_named_changeable_rules_only) {
    auto rules = make_set({make_rule(deny, "Host"), make_rule(deny, "Flag", "{}", rule_origin::command_line),
                           make_rule(deny, "Peer", "{}", rule_origin::peer),
                           make_rule(deny, "Answer", "{}", rule_origin::answer)});
    const auto named = [](std::string_view tool) {
        return update(kind::remove_rules, {make_rule(deny, tool)}, deny);
    };
    for (const auto tool : {"Host", "Flag", "Peer", "Unknown"})
        rules = rules->apply(named(tool), rule_origin::answer).value();
    BOOST_TEST(texts(*rules, deny) == "Host Flag Answer");
    rules =
        rules->apply(update(kind::remove_rules, {make_rule(allow, "Answer")}), rule_origin::answer).value();
    BOOST_TEST(texts(*rules, deny) == "Host Flag Answer", "an allow rule is another rule");
    rules = rules->apply(update(kind::remove_rules, {make_rule(deny, "Answer")}, allow), rule_origin::answer)
                .value();
    BOOST_TEST(texts(*rules, deny) == "Host Flag", "the rule says what it is");
}

BOOST_AUTO_TEST_CASE(a_rule_of_the_host_cannot_be_removed_because_a_peer_said_it_first) {
    const auto remove = update(kind::remove_rules, {make_rule(deny, "A")}, deny);
    auto added = make_set({make_rule(deny, "A", "{}", rule_origin::peer)});
    added = added->apply(update(kind::add_rules, {make_rule(deny, "A")}, deny), rule_origin::host).value();
    BOOST_TEST(texts(*added->apply(remove, rule_origin::peer).value(), deny) == "A");

    const auto made = make_set({make_rule(deny, "A", "{}", rule_origin::answer), make_rule(deny, "A")});
    BOOST_TEST(texts(*made->apply(remove, rule_origin::peer).value(), deny) == "A");

    auto repeated = make_set({make_rule(deny, "A")});
    repeated =
        repeated->apply(update(kind::add_rules, {make_rule(deny, "A")}, deny), rule_origin::peer).value();
    BOOST_TEST(texts(*repeated->apply(remove, rule_origin::peer).value(), deny) == "A");
}

// A rule of everybody for each behavior, and one that only the peer has brought.
rule_set::pointer of_all_origins(rule_behavior behavior) {
    return make_set({make_rule(behavior, "Host"), make_rule(behavior, "Answer", "{}", rule_origin::answer),
                     make_rule(behavior, "Peer", "{}", rule_origin::peer)});
}

BOOST_AUTO_TEST_CASE(a_peer_takes_out_what_a_peer_brought_and_nothing_that_a_person_said) {
    for (const auto behavior : {deny, ask, allow}) {
        BOOST_TEST_CONTEXT(behavior) {
            const auto rules = of_all_origins(behavior);
            const auto replace = update(kind::replace_rules, {make_rule(behavior, "New")}, behavior);
            const auto remove = update(
                kind::remove_rules,
                {make_rule(behavior, "Host"), make_rule(behavior, "Answer"), make_rule(behavior, "Peer")},
                behavior);
            BOOST_TEST(texts(*rules->apply(replace, rule_origin::peer).value(), behavior) ==
                       "Host Answer New");
            BOOST_TEST(texts(*rules->apply(remove, rule_origin::peer).value(), behavior) == "Host Answer");
            BOOST_TEST(texts(*rules->apply(replace, rule_origin::answer).value(), behavior) == "Host New");
            BOOST_TEST(texts(*rules->apply(remove, rule_origin::answer).value(), behavior) == "Host");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_that_a_person_and_a_peer_said_is_the_persons_in_either_order) {
    const std::vector said{make_rule(deny, "A", "{}", rule_origin::peer),
                           make_rule(deny, "A", "{}", rule_origin::answer)};
    for (const auto& both : {said, std::vector(said.rbegin(), said.rend())}) {
        const auto rules = make_set(both);
        BOOST_TEST(rules->size() == 1U);
        BOOST_TEST((find(*rules, "A").deny->origin() == rule_origin::answer));
        const auto remove = update(kind::remove_rules, {make_rule(deny, "A")}, deny);
        BOOST_TEST(texts(*rules->apply(remove, rule_origin::peer).value(), deny) == "A");
        BOOST_TEST(texts(*rules->apply(remove, rule_origin::answer).value(), deny) == "");
    }
}

BOOST_AUTO_TEST_CASE(what_an_answer_brought_holds_on_when_the_host_repeats_it_and_takes_its_own_back) {
    for (const auto behavior : {deny, ask, allow})
        for (const auto origin : {rule_origin::answer, rule_origin::peer}) {
            BOOST_TEST_CONTEXT(behavior << ", " << to_string(origin)) {
                const auto said = update(kind::add_rules, {make_rule(behavior, "A")}, behavior);
                const auto host = make_set({make_rule(behavior, "A"), make_rule(behavior, "B")});
                const auto before = rule_set::empty()->apply(said, origin).value();
                const auto repeated = before->onto(*host).value();
                BOOST_TEST(texts(*repeated, behavior) == "A B");
                BOOST_TEST(repeated->size() == 2U);
                BOOST_TEST(repeated->size(behavior) == 2U);
                BOOST_TEST((repeated->all(behavior)[0]->origin() == rule_origin::host));
                std::size_t shown = 0;
                const auto input = make_input({});
                const tool_call call{.tool_name = "A", .input = *input};
                repeated->each_match(behavior, call_reading(call), [&](const auto& rule, rule_match) {
                    BOOST_TEST((rule->origin() == rule_origin::host));
                    return ++shown > 0;
                });
                BOOST_TEST(shown == 1U);
                const auto back = repeated->onto(*make_set({make_rule(behavior, "B")})).value();
                BOOST_TEST(texts(*back, behavior) == "B A");
                BOOST_TEST(back->size() == 2U);
                BOOST_TEST((back->all(behavior)[1]->origin() == origin));
                // The same where the host has said it first.
                const auto second = host->apply(said, origin).value();
                BOOST_TEST(second->size() == 2U);
                BOOST_TEST(texts(*second->onto(*rule_set::empty()).value(), behavior) == "A");
                BOOST_TEST(host->size() == 2U);
            }
        }
}

BOOST_AUTO_TEST_CASE(allow_rules_that_only_a_peer_suggested_can_be_left_out) {
    const auto rules = make_set({make_rule(allow, "Host"), make_rule(allow, "Host", "{}", rule_origin::peer),
                                 make_rule(allow, "Answer", "{}", rule_origin::answer),
                                 make_rule(allow, "Answer", "{}", rule_origin::peer),
                                 make_rule(allow, "Peer", "{}", rule_origin::peer),
                                 make_rule(deny, "Peer", "{}", rule_origin::peer),
                                 make_rule(ask, "Peer", "{}", rule_origin::peer)});
    BOOST_TEST(rules->suggested() == 5U);
    const auto rest = rules->without_suggested_allows();
    BOOST_TEST(texts(*rest, allow) == "Host Answer");
    BOOST_TEST(texts(*rest, deny) == "Peer");
    BOOST_TEST(texts(*rest, ask) == "Peer");
    BOOST_TEST(rest->size() == 4U);
    BOOST_TEST(rest->suggested() == 2U);
    BOOST_TEST(texts(*rules, allow) == "Host Answer Peer");
}

BOOST_AUTO_TEST_CASE(the_bytes_of_rules_from_outside_are_counted_and_given_back) {
    const auto large = make_rule(deny, "Bash", R"({"command":")" + std::string(3000, 'x') + R"("})");
    const auto small = make_rule(deny, "A");
    BOOST_TEST(small.memory_bytes() >= sizeof(permission_rule));
    BOOST_TEST(large.memory_bytes() >= 3000 + small.memory_bytes());
    auto rules = make_set({large});
    BOOST_TEST(rules->loose_bytes() == 0U);
    for (const auto origin : {rule_origin::peer, rule_origin::answer})
        rules = rules->apply(update(kind::add_rules, {large, small}, deny), origin).value();
    const std::size_t both = large.memory_bytes() + small.memory_bytes();
    BOOST_TEST(rules->loose_bytes() == 2 * both);
    BOOST_TEST(rules->onto(*rule_set::empty()).value()->loose_bytes() == 2 * both);
    rules = rules->apply(update(kind::remove_rules, {small}, deny), rule_origin::peer).value();
    BOOST_TEST(rules->loose_bytes() == both + large.memory_bytes());
    rules = rules->apply(update(kind::replace_rules, {}, deny), rule_origin::answer).value();
    BOOST_TEST(rules->loose_bytes() == 0U);
    BOOST_TEST(rules->size() == 1U);
}

BOOST_AUTO_TEST_CASE(updates_that_are_not_about_rules_change_nothing) {
    const auto rules = make_set({make_rule(allow, "A", "{}", rule_origin::peer)});
    for (const auto what : {kind::set_mode, kind::opaque}) {
        const auto after = rules->apply(update(what, {make_rule(allow, "B")}), rule_origin::answer).value();
        BOOST_TEST(texts(*after, allow) == "A");
    }
}

BOOST_AUTO_TEST_CASE(rules_are_added_by_their_own_behavior) {
    const auto rules =
        rule_set::empty()
            ->apply(update(kind::add_rules, {make_rule(deny, "D"), make_rule(ask, "K")}, allow),
                    rule_origin::answer)
            .value();
    BOOST_TEST(texts(*rules, allow) == "");
    BOOST_TEST(texts(*rules, deny) == "D");
    BOOST_TEST(texts(*rules, ask) == "K");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_set_test
