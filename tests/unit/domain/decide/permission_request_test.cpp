#include <assent/domain/decide/permission_request.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assent::permission_request_test {
namespace {

// Writes down what reaches it.
class recording_sink final : public answer_sink {
public:
    bool answer(const permission_question& question, permission_result result) override {
        answers.push_back(question.tool_name);
        last = std::move(result);
        if (throws) throw std::runtime_error("the sink failed");
        return open;
    }
    bool failed(const permission_question& question, std::string why) override {
        failures.push_back(question.tool_name + ": " + why);
        return open;
    }
    void dropped(const permission_question& question) noexcept override {
        drops.push_back(question.tool_name);
    }

    std::vector<std::string> answers, drops, failures;
    permission_result last;
    bool open = true;
    bool throws = false;
};

permission_request make_request(const std::shared_ptr<recording_sink>& sink, std::string tool = "Bash",
                                std::stop_token stop = {}) {
    auto question = std::make_shared<permission_question>();
    question->tool_name = std::move(tool);
    question->input = make_input({{"command", "ls"}});
    question->suggestions = {set_mode(permission_mode::allow)};
    return {std::move(question), sink, std::move(stop)};
}

const allow_result& allowed(const recording_sink& sink) { return std::get<allow_result>(sink.last); }
const deny_result& denied(const recording_sink& sink) { return std::get<deny_result>(sink.last); }

BOOST_AUTO_TEST_SUITE(permission_request_test)

BOOST_AUTO_TEST_CASE(a_request_shows_its_question) {
    const auto sink = std::make_shared<recording_sink>();
    std::stop_source source;
    const auto request = make_request(sink, "Read", source.get_token());
    BOOST_TEST(request.tool_name() == "Read");
    BOOST_TEST(request.question().suggestions.size() == 1U);
    BOOST_TEST((request.input().at("command") == json_value("ls")));
    BOOST_TEST(!request.stop().stop_requested());
    source.request_stop();
    BOOST_TEST(request.stop().stop_requested());
}

BOOST_AUTO_TEST_CASE(every_answer_reaches_the_sink_as_it_was_given) {
    const auto sink = std::make_shared<recording_sink>();
    BOOST_TEST(make_request(sink).allow());
    BOOST_TEST(!allowed(*sink).edited_input.has_value());
    BOOST_TEST(allowed(*sink).updates.empty());

    BOOST_TEST(make_request(sink).allow({{"command", "pwd"}}));
    BOOST_TEST((allowed(*sink).edited_input->at("command") == json_value("pwd")));

    BOOST_TEST(make_request(sink).allow_with_suggestions());
    BOOST_TEST(allowed(*sink).updates.size() == 1U);

    BOOST_TEST(make_request(sink).deny());
    BOOST_TEST(denied(*sink).reason == "");
    BOOST_TEST(!denied(*sink).interrupt);

    BOOST_TEST(make_request(sink).deny("no"));
    BOOST_TEST(denied(*sink).reason == "no");

    BOOST_TEST(make_request(sink).deny_and_interrupt("stop"));
    BOOST_TEST(denied(*sink).reason == "stop");
    BOOST_TEST(denied(*sink).interrupt);

    BOOST_TEST(make_request(sink).fail("broken"));
    BOOST_TEST(sink->failures.at(0) == "Bash: broken");

    BOOST_TEST(sink->answers.size() == 6U);
    BOOST_TEST(sink->drops.empty());
}

BOOST_AUTO_TEST_CASE(a_request_that_is_dropped_says_so_once) {
    const auto sink = std::make_shared<recording_sink>();
    { const auto request = make_request(sink); }
    BOOST_TEST(sink->drops.size() == 1U);
    BOOST_TEST(sink->answers.empty());
}

BOOST_AUTO_TEST_CASE(a_request_answers_once) {
    const auto sink = std::make_shared<recording_sink>();
    auto request = make_request(sink);
    BOOST_TEST(std::move(request).allow());
    BOOST_TEST(!std::move(request).deny());                    // NOLINT(bugprone-use-after-move)
    BOOST_TEST(!std::move(request).allow_with_suggestions());  // NOLINT(bugprone-use-after-move)
    BOOST_TEST(!std::move(request).fail("late"));              // NOLINT(bugprone-use-after-move)
    BOOST_TEST(sink->answers.size() == 1U);
    BOOST_TEST(sink->failures.empty());
    BOOST_TEST(std::holds_alternative<allow_result>(sink->last));
}

BOOST_AUTO_TEST_CASE(a_request_shows_its_question_when_it_was_answered_too) {
    const auto sink = std::make_shared<recording_sink>();
    auto request = make_request(sink);
    std::move(request).deny("no");
    BOOST_TEST(request.tool_name() == "Bash");                          // NOLINT(bugprone-use-after-move)
    BOOST_TEST(request.question().suggestions.size() == 1U);            // NOLINT(bugprone-use-after-move)
    BOOST_TEST((request.input().at("command") == json_value("ls")));    // NOLINT(bugprone-use-after-move)
    BOOST_TEST(request.share_question().get() == &request.question());  // NOLINT(bugprone-use-after-move)
}

BOOST_AUTO_TEST_CASE(a_request_that_was_moved_away_says_so) {
    auto first = make_request(std::make_shared<recording_sink>());
    const auto second = std::move(first);
    BOOST_CHECK_THROW(static_cast<void>(first.question()), std::logic_error);   // NOLINT
    BOOST_CHECK_THROW(static_cast<void>(first.tool_name()), std::logic_error);  // NOLINT
    BOOST_CHECK_THROW(static_cast<void>(first.input()), std::logic_error);      // NOLINT
    BOOST_TEST(first.share_question() == nullptr);                              // NOLINT
}

BOOST_AUTO_TEST_CASE(a_late_answer_says_that_it_was_late) {
    const auto sink = std::make_shared<recording_sink>();
    sink->open = false;
    BOOST_TEST(!make_request(sink).allow());
    BOOST_TEST(sink->drops.empty());
}

BOOST_AUTO_TEST_CASE(a_sink_that_throws_is_not_told_of_a_drop_as_well) {
    const auto sink = std::make_shared<recording_sink>();
    sink->throws = true;
    BOOST_CHECK_THROW(make_request(sink).allow(), std::runtime_error);
    BOOST_TEST(sink->drops.empty());
}

BOOST_AUTO_TEST_CASE(a_request_that_was_moved_from_is_inert) {
    const auto sink = std::make_shared<recording_sink>();
    {
        auto first = make_request(sink);
        const auto second = std::move(first);
        BOOST_TEST(!std::move(first).allow());  // NOLINT(bugprone-use-after-move)
        BOOST_TEST(second.tool_name() == "Bash");
        BOOST_TEST(sink->drops.empty());
    }
    BOOST_TEST(sink->drops.size() == 1U);
}

BOOST_AUTO_TEST_CASE(assigning_drops_the_request_that_is_overwritten) {
    const auto sink = std::make_shared<recording_sink>();
    auto request = make_request(sink, "First");
    request = make_request(sink, "Second");
    BOOST_REQUIRE(sink->drops.size() == 1U);
    BOOST_TEST(sink->drops[0] == "First");
    BOOST_TEST(std::move(request).allow());
    BOOST_TEST(sink->answers.at(0) == "Second");
}

BOOST_AUTO_TEST_CASE(assigning_to_itself_changes_nothing) {
    const auto sink = std::make_shared<recording_sink>();
    auto request = make_request(sink);
    auto& alias = request;
    request = std::move(alias);
    BOOST_TEST(sink->drops.empty());
    BOOST_TEST(std::move(request).allow());
}

BOOST_AUTO_TEST_CASE(without_its_gate_a_request_does_nothing) {
    auto sink = std::make_shared<recording_sink>();
    auto answered = make_request(sink);
    auto failed = make_request(sink);
    auto dropped = std::make_unique<permission_request>(make_request(sink));
    sink.reset();
    BOOST_TEST(!std::move(answered).allow());
    BOOST_TEST(!std::move(failed).fail("x"));
    BOOST_TEST(dropped->tool_name() == "Bash");
    dropped.reset();
}

BOOST_AUTO_TEST_CASE(people_are_told_of_high_risk_where_something_may_be_lost_sent_or_shown) {
    const auto factor = [](risk_level level) {
        return std::make_shared<const risk_factor>(
            risk_factor{.id = "x", .text = "it does x", .level = level});
    };
    struct {
        call_effect effect;
        risk_level risk;
        std::vector<risk_level> factors;
        risk_level told;
    } const rows[]{
        // What the tool could do with another input is said of no call that is plain.
        {call_effect::runs, risk_level::high, {risk_level::medium}, risk_level::medium},
        {call_effect::network, risk_level::high, {risk_level::medium, risk_level::low}, risk_level::medium},
        {call_effect::installs, risk_level::high, {risk_level::medium, risk_level::high}, risk_level::high},
        {call_effect::edits, risk_level::critical, {risk_level::medium}, risk_level::critical},
        {call_effect::edits, risk_level::medium, {}, risk_level::medium},
        {call_effect::looks, risk_level::low, {}, risk_level::low},
        // A classifier that gives no reason is taken at its word.
        {call_effect::runs, risk_level::high, {}, risk_level::high},
        {call_effect::secret, risk_level::high, {risk_level::medium}, risk_level::high},
        {call_effect::sends, risk_level::high, {risk_level::medium}, risk_level::high},
        {call_effect::destroys, risk_level::high, {risk_level::medium}, risk_level::high},
        {call_effect::runs_code, risk_level::high, {risk_level::medium}, risk_level::high},
        {call_effect::unknown, risk_level::high, {risk_level::medium}, risk_level::high},
    };
    for (const auto& row : rows) {
        permission_question asked;
        asked.effects = only(row.effect);
        asked.risk = row.risk;
        for (const auto level : row.factors) asked.factors.push_back(factor(level));
        BOOST_TEST_CONTEXT("row " << &row - rows) { BOOST_TEST((asked.told_risk() == row.told)); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_request_test
