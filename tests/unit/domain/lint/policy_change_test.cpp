#include <assent/domain/lint/policy_change.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

// What another policy lets through that the one before did not.
namespace assent::policy_change_test {
namespace {

using namespace std::chrono_literals;

struct rule_words {
    rule_behavior behavior;
    std::string_view command;
    rule_origin origin = rule_origin::host;
};
constexpr auto deny = rule_behavior::deny;
constexpr auto ask = rule_behavior::ask;
constexpr auto allow = rule_behavior::allow;

rule_set::pointer set_of(const std::vector<rule_words>& all) {
    std::vector<permission_rule> made;
    for (const auto& each : all)
        made.push_back(
            permission_rule::make("Bash", {{"command", each.command}}, each.behavior, each.origin).value());
    return rule_set::make(std::move(made)).value();
}

std::vector<std::string> loosened(const std::vector<rule_words>& before,
                                  const std::vector<rule_words>& after) {
    return loosened_by({}, *set_of(before), {}, *set_of(after));
}

BOOST_AUTO_TEST_SUITE(policy_change_test)

BOOST_AUTO_TEST_CASE(rules_that_are_added_to_deny_or_ask_and_allow_rules_that_are_gone_loosen_nothing) {
    const std::vector<rule_words> before{{deny, "rm *"}, {ask, "git push *"}, {allow, "npm *"}};
    using texts = std::vector<std::string>;
    const struct {
        std::vector<rule_words> after;
        texts said;
    } rows[] = {
        {before, {}},
        {{{deny, "rm *"}, {deny, "dd *"}, {ask, "git push *"}, {ask, "make"}, {allow, "npm *"}}, {}},
        {{{ask, "git push *"}, {deny, "rm *"}}, {}},
        {{{ask, "git push *"}, {allow, "npm *"}}, {"no longer denied: Bash(rm *)"}},
        {{{deny, "rm *"}, {allow, "npm *"}}, {"no longer asked about: Bash(git push *)"}},
        {{{deny, "rm *"}, {ask, "git push *"}, {allow, "npm *"}, {allow, "make"}},
         {"allowed from now on: Bash(make)"}},
        // A narrower one is another one, and so is one of another behavior.
        {{{deny, "rm -rf *"}, {ask, "git push *"}}, {"no longer denied: Bash(rm *)"}},
        {{{ask, "rm *"}, {ask, "git push *"}}, {"no longer denied: Bash(rm *)"}},
        {{{deny, "rm *"}, {deny, "git push *"}}, {"no longer asked about: Bash(git push *)"}},
        // What is built in asks less than what a person wrote.
        {{{deny, "rm *"}, {ask, "git push *", rule_origin::built_in}},
         {"no longer asked about: Bash(git push *)"}},
        {{}, {"no longer denied: Bash(rm *)", "no longer asked about: Bash(git push *)"}},
    };
    for (const auto& row : rows) {
        const auto said = loosened(before, row.after);
        BOOST_TEST(said == row.said, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(whatever_else_is_another_loosens_unless_it_surely_tightens) {
    policy before;
    before.blocked_tools = {"KillShell"};
    before.blocked_commands = {"dd *"};
    before.disabled_categories = {"network"};
    before.trusted_tools = {"Read"};
    using change = std::function<void(policy&)>;
    const struct {
        std::string_view what;
        change makes;
        bool loosens;
    } rows[] = {
        {"nothing", [](policy&) {}, false},
        {"examples", [](policy& to) { to.examples.push_back({.tool_name = "Bash"}); }, false},
        {"more blocked tools", [](policy& to) { to.blocked_tools.emplace_back("Task"); }, false},
        {"fewer blocked tools", [](policy& to) { to.blocked_tools.clear(); }, true},
        {"more blocked commands", [](policy& to) { to.blocked_commands.emplace_back("x"); }, false},
        {"fewer blocked commands", [](policy& to) { to.blocked_commands = {"x"}; }, true},
        {"more disabled categories", [](policy& to) { to.disabled_categories.emplace_back("x"); }, false},
        {"fewer disabled categories", [](policy& to) { to.disabled_categories.clear(); }, true},
        {"fewer trusted tools", [](policy& to) { to.trusted_tools.clear(); }, false},
        {"more trusted tools", [](policy& to) { to.trusted_tools.emplace_back("Edit"); }, true},
        {"a looser mode", [](policy& to) { to.mode = permission_mode::allow; }, true},
        {"a stricter mode", [](policy& to) { to.mode = permission_mode::dont_ask; }, false},
        {"limits", [](policy& to) { to.limits.per_minute = 1; }, true},
        {"an effect", [](policy& to) { to.effects[0] = outcome::deny; }, true},
        {"a tool", [](policy& to) { to.tools["Bash"].decision = tool_default::deny; }, true},
        {"protect_gate", [](policy& to) { to.protect_gate = true; }, true},
        {"a snapshot before changes", [](policy& to) { to.snapshot = true; }, false},
        {"the time of questions", [](policy& to) { to.question_timeout = 1s; }, true},
        {"the record", [](policy& to) { to.audit.chain = true; }, true},
        {"switches", [](policy& to) { to.switches.allow_env_names = {"A"}; }, true},
    };
    const auto none = rule_set::empty();
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.what) {
            policy after = before;
            row.makes(after);
            BOOST_TEST(!loosened_by(before, *none, after, *none).empty() == row.loosens);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_is_stricter_only_where_a_peer_that_may_be_stricter_may_go_there) {
    using enum permission_mode;
    constexpr permission_mode all[] = {
        ask, permission_mode::allow, permission_mode::deny, accept_edits, plan, dont_ask};
    const auto none = rule_set::empty();
    for (const auto from : all)
        for (const auto to : all) {
            BOOST_TEST_CONTEXT(from << " to " << to) {
                const bool loosens = !loosened_by({.mode = from}, *none, {.mode = to}, *none).empty();
                BOOST_TEST(loosens == !peer_may_change(peer_mode::stricter, from, to));
            }
        }
}

BOOST_AUTO_TEST_CASE(as_many_changes_are_named_as_the_limit_says_and_the_others_are_counted) {
    for (const std::size_t count : {max_named_changes, max_named_changes + 1}) {
        std::vector<std::string> commands;
        for (std::size_t each = 0; each < count; ++each) commands.push_back("p" + std::to_string(each));
        std::vector<rule_words> after;
        for (const auto& each : commands) after.push_back({allow, each});
        const auto said = loosened({}, after);
        BOOST_TEST(said.size() == count);
        BOOST_TEST((said.back() == "and 1 more") == (count > max_named_changes));
    }
}

BOOST_AUTO_TEST_CASE(what_tightens_is_the_rules_of_before_and_the_deny_and_ask_rules_that_are_new) {
    const auto before = set_of({{deny, "rm *"}, {allow, "npm *"}});
    const auto after = set_of({{deny, "dd *"}, {ask, "make"}, {allow, "ls"}});
    const auto made = tightened_by(*before, *after).value();
    std::vector<std::string> keys;
    for (const auto behavior : {deny, ask, allow})
        for (const auto& each : made->all(behavior)) keys.push_back(each->key());
    const std::vector<std::string> wanted{"deny Bash(rm *)", "deny Bash(dd *)", "ask Bash(make)",
                                          "allow Bash(npm *)"};
    BOOST_TEST(keys == wanted, boost::test_tools::per_element());
    // Nothing of it loosens.
    BOOST_TEST(loosened_by({}, *before, {}, *made).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::policy_change_test
