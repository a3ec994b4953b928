// Questions that one rule covers are answered together, each judged as if it were answered alone.
#include "console_probe.hpp"
#include "web_message.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assent::together_test {
namespace {

using kind = console_answer::kind;
using numbers = std::vector<std::uint64_t>;

constexpr std::string_view rule = "Bash(npm run test *)";

struct asking {
    std::uint64_t ask(std::string_view command, std::string_view agent = "claude",
                      std::string_view cwd = "/work") {
        const auto before = probe.desk->open().size();
        const auto input = make_input(bash(command));
        tool_call call{.tool_name = "Bash", .input = *input};
        call.cwd = cwd;
        call.agent = agent;
        session->gate->ask(call, "r",
                           [this](const auto&, settlement how) { session->ends.push_back(std::move(how)); });
        const auto after = probe.desk->open();
        return after.size() > before ? after.back()->number : 0;
    }
    std::vector<left_question> answer(const numbers& which, kind what = kind::always,
                                      std::string_view by_rule = rule) {
        return probe.desk->answer_together(
            which, {.what = what, .rule = std::string(what == kind::always ? by_rule : ""), .by = "web"});
    }
    [[nodiscard]] std::size_t open() const { return probe.desk->open().size(); }

    console_probe probe;
    std::shared_ptr<console_probe::session> session = probe.open();
};

BOOST_AUTO_TEST_CASE(only_what_is_plain_and_shown_whole_has_a_rule_for_several) {
    struct row {
        std::string_view command;
        std::string_view group_rule;
    };
    const std::vector<row> rows{{"npm run test one", rule},
                                {"npm run test one && rm -rf build", ""},
                                {"rm -rf build", ""},
                                {"git push origin main", ""},
                                {"sudo npm run test one", ""},
                                {"cat .env", ""},
                                {"python3 -c 'print(1)'", ""},
                                {"frobnicate one", ""},
                                {"npm run test $(cat ~/.netrc)", ""}};
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.command) {
            asking at;
            BOOST_TEST_REQUIRE(at.ask(each.command) != 0U);
            BOOST_TEST(at.probe.desk->open().back()->group_rule == each.group_rule);
        }
    asking at;
    const auto input = make_input({{"command", "npm run test one"}, {"env", json_object{{"A", "b"}}}});
    at.session->gate->ask({.tool_name = "Bash", .input = *input}, "r", [](const auto&, const settlement&) {});
    BOOST_TEST_REQUIRE(at.open() == 1U);
    BOOST_TEST(at.probe.desk->open().back()->group_rule == "");
}

BOOST_AUTO_TEST_CASE(alike_are_questions_of_one_agent_in_one_folder_and_session) {
    asking at;
    at.ask("npm run test one");
    at.ask("npm run test two");
    at.ask("npm run build");
    at.ask("npm run test one", "codex");
    at.ask("npm run test one", "claude", "/work/sub");
    const auto other = at.probe.open("other");
    at.probe.ask(*other, "Bash", bash("npm run test one"));
    const auto all = at.probe.desk->open();
    BOOST_TEST_REQUIRE(all.size() == 6U);
    BOOST_TEST(alike(*all[0], *all[1]));
    for (std::size_t each = 2; each < all.size(); ++each) BOOST_TEST(!alike(*all[0], *all[each]), each);
    at.ask("rm -rf one");
    at.ask("rm -rf one");
    const auto risky = at.probe.desk->open();
    BOOST_TEST(!alike(*risky[6], *risky[7]));
}

BOOST_AUTO_TEST_CASE(one_answer_allows_all_and_keeps_the_rule_or_denies_all) {
    for (const auto what : {kind::always, kind::deny}) {
        asking at;
        const numbers all{at.ask("npm run test one"), at.ask("npm run test two"),
                          at.ask("npm run test three")};
        const auto other = at.ask("make");
        BOOST_TEST(at.answer(all, what).empty());
        BOOST_TEST_REQUIRE(at.session->ends.size() == 3U);
        for (const auto& each : at.session->ends)
            BOOST_TEST(each.decided.allowed() == (what == kind::always));
        BOOST_TEST_REQUIRE(at.open() == 1U);
        BOOST_TEST(at.probe.desk->open()[0]->number == other);
        BOOST_TEST((at.ask("npm run test four") == 0U) == (what == kind::always));
    }
}

BOOST_AUTO_TEST_CASE(one_that_has_come_meanwhile_is_not_answered_by_an_answer_that_does_not_name_it) {
    asking at;
    const numbers seen{at.ask("npm run test one"), at.ask("npm run test two")};
    at.ask("npm run test late");
    const auto left = at.answer(seen);
    BOOST_TEST_REQUIRE(left.size() == 2U);
    BOOST_TEST(left[0].refused.why == "another open question would be allowed with these: look at it first");
    BOOST_TEST(at.open() == 3U);
    BOOST_TEST(at.answer(seen, kind::deny).empty());
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(nothing_is_allowed_where_the_rule_would_allow_another_open_question_too) {
    asking at;
    const numbers seen{at.ask("npm run test one"), at.ask("npm run test two")};
    // It is not in the group, and here rules hold in each folder.
    const auto elsewhere = at.ask("npm run test one", "claude", "/other");
    BOOST_TEST(at.answer(seen).size() == 2U);
    BOOST_TEST(at.open() == 3U);
    BOOST_TEST(at.answer({elsewhere}, kind::deny).empty());
    at.ask("make");
    BOOST_TEST(at.answer(seen).empty());
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(what_may_not_be_allowed_alone_or_not_with_others_stays_open_and_is_said) {
    struct row {
        std::string_view command;
        std::string_view by_rule;
        std::string_view why;
    };
    const std::vector<row> rows{
        {"make", rule, "does not cover the call"},
        {"rm -rf build", rule, "does not cover the call"},
        {"rm -rf build", "Bash(rm -rf *)", "this question is allowed alone, or not at all"},
        {"git push origin main", "Bash(git push *)", "this question is allowed alone, or not at all"},
        {"npm run test two", "Bash(npm *)", "this rule is not the one that it offers with others"},
        {"npm run test two", "Bash", "says too much"},
        {"npm run test two", "", "a rule is needed"}};
    for (const auto& each : rows) BOOST_TEST_CONTEXT(each.command << " by " << each.by_rule) {
            asking at;
            const auto number = at.ask(each.command);
            const auto left = at.answer({number}, kind::always, each.by_rule);
            BOOST_TEST_REQUIRE(left.size() == 1U);
            BOOST_TEST(left[0].number == number);
            BOOST_TEST(left[0].refused.why.find(each.why) != std::string::npos, left[0].refused.why);
            BOOST_TEST(at.open() == 1U);
        }
    asking at;
    const auto one = at.ask("npm run test one");
    for (const auto what : {kind::once, kind::trust, kind::for_time, kind::edited, kind::deny_and_interrupt})
        BOOST_TEST(at.answer({one}, what).size() == 1U);
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(for_the_session_alone_they_are_allowed_where_each_of_them_offers_that) {
    asking at;
    const auto ask = [&](std::string_view command, std::string_view session) {
        const auto input = make_input(bash(command));
        at.session->gate->ask(
            {.tool_name = "Bash", .input = *input, .cwd = "/work", .session_id = session, .agent = "claude"},
            "r", [](const auto&, const settlement&) {});
        return at.probe.desk->open().back()->number;
    };
    const auto one = ask("npm run test one", "s1"), two = ask("npm run test two", "s2"),
               untold = ask("npm run test three", "");
    const auto left = at.probe.desk->answer_together(
        numbers{one, two, untold}, {.what = kind::always, .rule = std::string(rule), .session_only = true});
    BOOST_TEST_REQUIRE(left.size() == 1U);
    BOOST_TEST(left[0].number == untold);
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(the_others_are_answered_where_one_is_gone_or_not_covered) {
    asking at;
    const auto gone = at.ask("npm run test gone"), one = at.ask("npm run test one"), make = at.ask("make");
    at.probe.desk->answer(gone, {.what = kind::deny});
    const auto left = at.answer({gone, one, make, 4711});
    BOOST_TEST_REQUIRE(left.size() == 3U);
    BOOST_TEST((left[0].number == gone && left[0].refused.gone));
    BOOST_TEST((left[1].number == make && !left[1].refused.gone));
    BOOST_TEST((left[2].number == 4711U && left[2].refused.gone));
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(one_answer_is_for_so_many_questions_and_no_more) {
    const auto most = console_limits().max_together;
    for (const auto count : {most, most + 1}) {
        asking at;
        numbers which(count, 4711);
        which[0] = at.ask("npm run test one");
        BOOST_TEST(at.answer(which, kind::deny).size() == (count == most ? count - 1 : 1U));
        BOOST_TEST(at.open() == (count == most ? 0U : 1U));
    }
}

BOOST_AUTO_TEST_CASE(a_page_names_the_questions_and_hears_of_those_that_were_not_answered) {
    asking at;
    const auto one = at.ask("npm run test one"), make = at.ask("make");
    const auto say = [&](const std::string& members) {
        const auto text = R"({"type":"answer_together","id":7,)" + members + "}";
        return boost::json::parse(web_message::answer_page(*at.probe.desk, text, "web")).as_object();
    };
    const std::string by_rule = R"x("what":"always","rule":"Bash(npm run test *)")x";
    for (const auto& wrong : {by_rule, std::string(R"("what":"all","questions":[1,2])"),
                              by_rule + R"(,"questions":[-1,"1",null,1.5])"})
        BOOST_TEST(!say(wrong).at("ok").as_bool(), wrong);
    BOOST_TEST(at.open() == 2U);
    const auto reply =
        say(by_rule + ",\"questions\":[" + std::to_string(one) + "," + std::to_string(make) + "]");
    const std::string_view why = reply.at("why").as_string();
    BOOST_TEST((why.starts_with("1 of 2 not answered: ") && why.find("does not cover the call") != why.npos),
               why);
    BOOST_TEST(reply.at("left").as_array().at(0).at("number").to_number<std::uint64_t>() == make);
    BOOST_TEST(at.open() == 1U);
}

BOOST_AUTO_TEST_CASE(a_question_says_how_many_calls_that_its_rule_covers_a_person_has_allowed) {
    asking at;
    const auto answer = [&](std::uint64_t number, kind what) {
        at.probe.desk->answer(number, {.what = what, .by = "web"});
    };
    const auto told = [&](std::string_view command, std::string_view agent = "claude") {
        const auto number = at.ask(command, agent);
        const auto count = at.probe.desk->open().back()->allowed_before;
        answer(number, kind::deny);
        return count;
    };
    BOOST_TEST(told("npm run test one") == 0U);  // and it is denied
    for (const auto* const each : {"npm run test one", "npm run test two", "npm run build", "rm -rf build"})
        answer(at.ask(each), kind::once);
    BOOST_TEST(told("npm run test three") == 2U);
    BOOST_TEST(told("npm run test three", "codex") == 0U);
    BOOST_TEST(told("rm -rf build") == 1U);
    BOOST_TEST(told("rm -rf src") == 0U);
}

BOOST_AUTO_TEST_CASE(what_was_decided_before_is_shown_up_to_the_bound_and_marked) {
    console_probe probe;
    std::vector<console_decision> before(201);
    for (auto& each : before) {
        each.event.tool_name = std::string(1000, 'x') + "<script>";
        each.event.decision = outcome::allow;
        each.operation = "Execute command: <script>";
    }
    probe.desk->remember(std::move(before));
    const auto kept = probe.desk->decisions(0);
    BOOST_TEST_REQUIRE(kept.size() == console_limits().max_decisions);
    BOOST_TEST(kept.back()->number == 201U);
    BOOST_TEST(kept.back()->earlier);
    BOOST_TEST(kept.back()->event.tool_name.size() == 512U + 3U);
    BOOST_TEST(!probe.desk->explain(201).has_value());
    BOOST_TEST(probe.desk->tally().allowed == 0U);
    const auto agent = probe.open();
    probe.desk->answer(probe.ask(*agent, "Bash", bash("ls /opt")), {.what = kind::once});
    const auto now = probe.desk->decisions(201);
    BOOST_TEST_REQUIRE(now.size() == 1U);
    BOOST_TEST(!now[0]->earlier);
}

}  // namespace
}  // namespace assent::together_test
