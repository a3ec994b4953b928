#include <assent/domain/decide/permission_request.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace assent::permission_question_test {
namespace {

BOOST_AUTO_TEST_SUITE(permission_question_test)

permission_question ask_about(std::string text) {
    // All of the call dies here, so that whatever the question borrowed would be found by a sanitizer.
    const auto input = make_input({{"command", text}});
    const std::vector<permission_update> suggestions{set_mode(permission_mode::allow)};
    return make_question({.tool_name = text,
                          .input = *input,
                          .cwd = text,
                          .tool_use_id = text,
                          .agent_id = text,
                          .blocked_path = text,
                          .title = text,
                          .description = text,
                          .ask_reason = text,
                          .needs_human = true,
                          .suggestions = suggestions},
                         text);
}

BOOST_AUTO_TEST_CASE(a_question_owns_everything_it_shows) {
    const std::string text = "a text that is too long to be kept inside of a string object";
    const auto question = ask_about(text);
    for (const auto& part :
         {question.request_id, question.tool_name, question.cwd, question.tool_use_id, question.agent_id,
          question.blocked_path, question.title, question.description, question.ask_reason})
        BOOST_TEST(part == text);
    BOOST_TEST((question.input->whole().at("command") == json_value(text)));
    BOOST_TEST(question.suggestions.size() == 1U);
    BOOST_TEST(question.needs_human);
    BOOST_TEST(!question.once_only);
    BOOST_TEST((question.id == question_id::none));
    BOOST_TEST(!question.deadline.has_value());
}

BOOST_AUTO_TEST_CASE(a_question_that_nobody_described_offers_nothing_and_counts_as_risky) {
    const auto question = ask_about("Bash");
    BOOST_TEST(question.risk == risk_level::high);
    BOOST_TEST(question.factors.empty());
    BOOST_TEST(!question.may_trust);
    BOOST_TEST(question.grant_offered == offered_grant::none);
    BOOST_TEST((question.grant_time == default_grant_time));
    BOOST_TEST(question.grant_uses == default_grant_uses);
    BOOST_TEST(!question.grant_ended.has_value());
    BOOST_TEST(!question.preview_cut);
    for (const auto& part : {question.operation, question.path, question.preview, question.warning,
                             question.grant_remaining, question.why})
        BOOST_TEST(part == "");
}

BOOST_AUTO_TEST_CASE(every_text_of_a_question_counts_for_the_memory_it_holds) {
    using text = std::string permission_question::*;
    const auto question = ask_about("Bash");
    const auto before = question.memory_bytes();
    for (const text member :
         {&permission_question::request_id, &permission_question::tool_name, &permission_question::cwd,
          &permission_question::tool_use_id, &permission_question::agent_id,
          &permission_question::blocked_path, &permission_question::title, &permission_question::description,
          &permission_question::ask_reason, &permission_question::operation, &permission_question::path,
          &permission_question::preview, &permission_question::warning, &permission_question::grant_remaining,
          &permission_question::why}) {
        auto larger = question;
        larger.*member += std::string(1000, 'x');
        BOOST_TEST(larger.memory_bytes() == before + 1000);
    }
    auto larger = question;
    larger.suggestions.push_back(add_rules({make_rule(rule_behavior::allow, "Bash")}));
    BOOST_TEST(larger.memory_bytes() > before + sizeof(permission_update));
}

BOOST_AUTO_TEST_CASE(a_question_is_a_call_again) {
    const std::string text = "Bash";
    const auto question = ask_about(text);
    const auto call = question.call();
    for (const auto part : {call.tool_name, call.cwd, call.tool_use_id, call.agent_id, call.blocked_path,
                            call.title, call.description, call.ask_reason})
        BOOST_TEST(part == text);
    BOOST_TEST(&call.input == question.input.get());
    BOOST_TEST(call.needs_human);
    BOOST_TEST(call.suggestions.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_question_is_a_call_with_the_edited_input) {
    const auto question = ask_about("Bash");
    const auto edited = make_input({{"command", "ls"}});
    const auto call = question.call_with(*edited);
    BOOST_TEST(&call.input == edited.get());
    BOOST_TEST(call.tool_name == "Bash");
    BOOST_TEST(call.needs_human);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_question_test
