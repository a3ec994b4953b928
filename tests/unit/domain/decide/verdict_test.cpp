#include <assent/domain/decide/verdict.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace assent::verdict_test {
namespace {

using enum decision_source;

constexpr decision_source all_sources[] = {
    malformed,  rate_limit, mode,    rule,         blocked_list,  peer,   guard,        gate, grant,
    remembered, persistent, trust,   trusted_tool, tool_override, effect, tool_default, risk, pause,
    undecided,  callback,   timeout, cancelled,    closed,        limit,  fault};
constexpr outcome all_outcomes[] = {outcome::allow, outcome::deny, outcome::ask};

BOOST_AUTO_TEST_SUITE(verdict_test)

BOOST_AUTO_TEST_CASE(every_source_is_looked_at_here_and_has_a_name_of_its_own) {
    BOOST_TEST(std::size(all_sources) == decision_source_count);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < decision_source_count; ++i) {
        const auto source = static_cast<decision_source>(i);
        BOOST_TEST(all_sources[i] == source);
        BOOST_TEST(to_string(source) != "?");
        names.insert(to_string(source));
    }
    BOOST_TEST(names.size() == decision_source_count);
    BOOST_TEST(to_string(static_cast<decision_source>(decision_source_count)) == "?");
}

BOOST_AUTO_TEST_CASE(a_verdict_that_nobody_filled_in_denies) {
    const verdict nobody;
    BOOST_TEST(nobody.denied());
    BOOST_TEST(!nobody.allowed());
    BOOST_TEST(!nobody.asks());
    BOOST_TEST(nobody.source == fault);
    BOOST_TEST(nobody.risk == risk_level::high);
    BOOST_TEST(!nobody.must_ask);
    BOOST_TEST(!nobody.was_remembered());
    BOOST_TEST(!nobody.rate_limited());
    BOOST_TEST(!nobody.retry_after.has_value());
}

BOOST_AUTO_TEST_CASE(a_reason_is_never_empty_and_one_line) {
    for (const auto source : all_sources) {
        for (const auto decision : all_outcomes) {
            BOOST_TEST_CONTEXT(source << ' ' << decision) {
                const auto reason = verdict{.decision = decision, .source = source}.reason();
                BOOST_TEST(!reason.empty());
                BOOST_TEST(reason.find('\n') == std::string::npos);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reason_names_the_mode_or_the_cause) {
    const struct {
        outcome decision;
        decision_source source;
        std::string_view reason;
    } table[] = {
        {outcome::allow, mode, "allowed by permission mode `allow`"},
        {outcome::deny, mode, "denied by permission mode `deny`"},
        {outcome::ask, mode, "asked by permission mode `ask`"},
        {outcome::deny, malformed, "the call is not well formed"},
        {outcome::ask, peer, "the agent demands that a person answers"},
        {outcome::deny, rate_limit, "too many calls"},
        {outcome::deny, blocked_list, "blocked by the policy"},
        {outcome::ask, guard, "the call does more than its name says"},
        {outcome::allow, grant, "allowed by a grant"},
        {outcome::allow, remembered, "allowed as decided before"},
        {outcome::deny, remembered, "denied as decided before"},
        {outcome::allow, persistent, "allowed as decided before"},
        {outcome::deny, persistent, "denied as decided before"},
        {outcome::allow, trust, "the tool is trusted for this session"},
        {outcome::allow, trusted_tool, "the policy trusts this tool"},
        {outcome::allow, tool_override, "the tool is always allowed"},
        {outcome::deny, tool_override, "the tool is always denied"},
        {outcome::allow, decision_source::effect, "the policy allows what the call does"},
        {outcome::deny, decision_source::effect, "the policy denies what the call does"},
        {outcome::allow, tool_default, "the tool is always allowed"},
        {outcome::deny, tool_default, "the tool is always denied"},
        {outcome::allow, risk, "the risk is below what is asked about"},
        {outcome::allow, decision_source::pause, "a person has paused the questions"},
        {outcome::ask, undecided, "no rule allows it"},
        {outcome::allow, callback, "allowed by the user"},
        {outcome::deny, callback, "denied by the user"},
        {outcome::deny, timeout, "nobody answered in time"},
        {outcome::deny, cancelled, "the question was withdrawn"},
        {outcome::deny, closed, "the session ended before an answer came"},
        {outcome::deny, limit, "too many questions are open"},
        {outcome::deny, fault, "the permission check failed"},
        {outcome::deny, rule, "a rule decided"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.source << ' ' << row.decision) {
            verdict decided{.decision = row.decision, .source = row.source};
            BOOST_TEST(decided.reason() == row.reason);
            decided.detail = "because";
            BOOST_TEST(decided.reason() == "because");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reason_names_the_rule_its_origin_and_whether_it_is_sure) {
    const struct {
        rule_behavior behavior;
        rule_origin origin;
        bool doubt;
        std::string_view reason;
    } table[] = {
        {rule_behavior::allow, rule_origin::answer, false, "allowed by rule `Bash(rm *)` (an answer)"},
        {rule_behavior::deny, rule_origin::host, false, "denied by rule `Bash(rm *)` (your policy)"},
        {rule_behavior::ask, rule_origin::command_line, false,
         "an answer is demanded by rule `Bash(rm *)` (an option)"},
        {rule_behavior::deny, rule_origin::peer, true,
         "deny rule `Bash(rm *)` (the agent) may cover this call"},
        {rule_behavior::ask, rule_origin::host, true,
         "ask rule `Bash(rm *)` (your policy) may cover this call"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.reason) {
            const auto named = std::make_shared<const permission_rule>(
                make_rule(row.behavior, "Bash", R"({"command":"rm *"})", row.origin));
            verdict decided{.source = rule, .rule = named, .doubt = row.doubt};
            BOOST_TEST(decided.reason() == row.reason);
            decided.source = blocked_list;
            decided.detail = "said otherwise";
            BOOST_TEST(decided.reason() == "said otherwise");
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_counts_as_remembered_when_somebody_gave_it_before) {
    const auto named = std::make_shared<const permission_rule>(make_rule(rule_behavior::allow, "Bash"));
    for (const auto source : all_sources) {
        BOOST_TEST_CONTEXT(source) {
            verdict decided{.source = source};
            BOOST_TEST(decided.was_remembered() ==
                       (source == remembered || source == persistent || source == trust));
            BOOST_TEST(decided.rate_limited() == (source == rate_limit));
            decided.rule = named;  // a rule that the host has loaded is a rule
            if (source == persistent) BOOST_TEST(!decided.was_remembered());
        }
    }
}

BOOST_AUTO_TEST_CASE(the_four_ends_of_a_question_stay_distinct) {
    for (const auto source : all_sources) {
        BOOST_TEST_CONTEXT(source) {
            BOOST_TEST(end_of({.decision = outcome::allow, .source = source}) == question_end::approved);
            const auto expected = source == timeout                         ? question_end::timed_out
                                  : source == cancelled || source == closed ? question_end::cancelled
                                                                            : question_end::denied;
            BOOST_TEST(end_of({.decision = outcome::deny, .source = source}) == expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(everything_is_printed_by_name) {
    std::ostringstream out;
    for (const auto each : all_sources) out << each << ' ';
    for (const auto each : all_outcomes) out << each << ' ';
    for (const auto each :
         {question_end::approved, question_end::denied, question_end::timed_out, question_end::cancelled})
        out << each << ' ';
    BOOST_TEST(
        out.str() ==
        "malformed rate_limit mode rule blocked_list peer guard gate grant remembered persistent trust "
        "trusted_tool "
        "tool_override effect tool_default risk pause undecided callback timeout cancelled closed limit "
        "fault "
        "allow deny ask "
        "approved denied timed_out cancelled ");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::verdict_test
