// What is answered with "always" where the host keeps it.
#include "console_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kept_answer_test {
namespace {

using namespace assent;
using kind = console_answer::kind;

BOOST_AUTO_TEST_SUITE(kept_answer_test)

// A session whose host keeps answers, and what it has heard.
struct keeping {
    keeping() {
        gate_options options;
        options.on_updates = [this](const permission_question& question, const auto& updates) {
            by = asking->seat->answered_by(question);
            for (const auto& update : updates)
                for (const auto& rule : update.rules) kept.push_back(rule.full_text());
            asking->seat->add_to_end(question, "it is stored");
        };
        asking = probe.open("agents", std::move(options));
        asking->seat->keeps_answers([this](std::string_view key) {
            taken_back.emplace_back(key);
            return true;
        });
    }
    std::shared_ptr<const console_question> ask(std::string_view command, std::string_view agent = "claude",
                                                std::string_view cwd = "/work",
                                                std::string_view session = {}) {
        const auto input = make_input(bash(command));
        tool_call call{.tool_name = "Bash", .input = *input};
        call.cwd = cwd;
        call.agent = agent;
        call.session_id = session;
        asking->gate->ask(call, "r", [](const auto&, const settlement&) {});
        return probe.desk->open().back();
    }

    console_probe probe;
    std::shared_ptr<console_probe::session> asking;
    std::vector<std::string> kept, taken_back;
    std::string by;
};

BOOST_AUTO_TEST_CASE(the_rule_is_for_the_agent_and_the_folder_that_ask_and_it_is_known_who_gave_it) {
    keeping at;
    const auto asked = at.ask("make all");
    BOOST_TEST(asked->offers.kept);
    BOOST_TEST(
        !at.probe.desk->answer(asked->number, {.what = kind::always, .rule = "Bash(make *)", .by = "web"}));
    BOOST_TEST_REQUIRE(at.kept.size() == 1U);
    BOOST_TEST(at.kept[0] == "Bash(make *) for /work, claude");
    BOOST_TEST(at.by == "web");
    BOOST_TEST(at.probe.desk->how_it_ended(asked->number) == "allowed by web; it is stored");
}

BOOST_AUTO_TEST_CASE(an_answer_may_be_for_the_session_of_the_agent_alone) {
    keeping at;
    const auto asked = at.ask("make all", "claude", "/work", "one");
    BOOST_TEST(asked->offers.session);
    console_answer answer{.what = kind::always, .rule = "Bash(make *)", .session_only = true, .by = "web"};
    BOOST_TEST(!at.probe.desk->answer(asked->number, answer));
    BOOST_TEST_REQUIRE(at.kept.size() == 1U);
    BOOST_TEST(at.kept[0] == "Bash(make *) for claude, session one");
    for (const std::string_view session : {"one", "two", ""}) {
        const auto input = make_input(bash("make more"));
        const tool_call call{
            .tool_name = "Bash", .input = *input, .cwd = "/work", .session_id = session, .agent = "claude"};
        std::string scratch;
        BOOST_TEST((at.asking->gate->check(call, {}, scratch).allowed() == (session == "one")), session);
    }
    const auto untold = at.ask("make all");
    BOOST_TEST(!untold->offers.session);
    const auto refused = at.probe.desk->answer(untold->number, answer);
    BOOST_TEST_REQUIRE(refused.has_value());
    BOOST_TEST(refused->why == "an answer for the session alone is not offered for this question");
}

BOOST_AUTO_TEST_CASE(where_the_agent_or_the_folder_is_not_known_it_is_not_kept) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"", "/work"}, {"claude", ""}, {"claude", "work"}, {"nobody", "/work"}};
    for (const auto& [agent, cwd] : rows) BOOST_TEST_CONTEXT(agent << " in " << cwd) {
            keeping at;
            const auto asked = at.ask("make all", agent, cwd);
            BOOST_TEST(!asked->offers.kept);
            BOOST_TEST(!at.probe.desk->answer(asked->number,
                                              {.what = kind::always, .rule = "Bash(make *)", .by = "web"}));
            BOOST_TEST_REQUIRE(at.kept.size() == 1U);
            BOOST_TEST(at.kept[0] == "Bash(make *)");
        }
}

BOOST_AUTO_TEST_CASE(one_that_is_kept_can_be_taken_back_where_rules_are_shown) {
    keeping at;
    auto rule =
        permission_rule::make("Bash", {{"command", "make"}}, rule_behavior::allow, rule_origin::stored);
    BOOST_REQUIRE(rule);
    const auto key = rule->key();
    at.asking->gate->set_rules(rule_set::make({std::move(*rule)}).value());
    const auto session = at.probe.desk->sessions().front();
    BOOST_TEST_REQUIRE(session.rules.size() == 1U);
    BOOST_TEST(session.rules[0].removable);
    BOOST_TEST(!session.rules[0].agent_has_it);
    BOOST_TEST(!at.probe.desk->remove_rule(session.number, key));
    BOOST_TEST_REQUIRE(at.taken_back.size() == 1U);
    BOOST_TEST(at.taken_back[0] == key);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace kept_answer_test
