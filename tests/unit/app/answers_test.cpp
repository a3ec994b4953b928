#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

namespace assent::answers_test {
namespace {

BOOST_AUTO_TEST_CASE(a_plain_function_becomes_a_callback) {
    const gate_probe probe(
        {.callback = answer_with([](const permission_question& question) -> permission_result {
             if (question.tool_name == "Read") return allow_result{};
             return deny_result{.reason = "only reading"};
         })});
    BOOST_TEST(probe.ask("Read", {})->how.decided.allowed());
    BOOST_TEST(probe.ask("Bash", {})->how.decided.reason() == "only reading");
}

BOOST_AUTO_TEST_CASE(a_plain_function_that_throws_denies) {
    const gate_probe probe({.callback = answer_with([](const permission_question&) -> permission_result {
                                throw std::runtime_error("broken");
                            })});
    const auto end = probe.ask("Bash", {});
    BOOST_TEST(end->how.decided.source == decision_source::fault);
    BOOST_TEST(end->how.decided.reason() == "the permission callback failed: broken");
}

BOOST_AUTO_TEST_CASE(deny_all_denies_with_its_reason) {
    const gate_probe probe({.callback = deny_all("closed for today")});
    BOOST_TEST(probe.ask("Bash", {})->how.decided.reason() == "closed for today");
    const gate_probe stock({.callback = deny_all()});
    BOOST_TEST(stock.ask("Bash", {})->how.decided.reason() == "denied by the user");
}

BOOST_AUTO_TEST_CASE(allow_all_allows_what_no_deny_rule_stops) {
    const gate_probe probe({.rules = rules({"deny Bash(rm *)"}), .callback = allow_all()});
    BOOST_TEST(probe.ask("Bash", command("ls"))->how.decided.allowed());
    BOOST_TEST(probe.ask("Bash", command("rm x"))->how.decided.denied());
}

BOOST_AUTO_TEST_CASE(log_levels_have_names) {
    for (const auto level : {log_level::error, log_level::warn, log_level::info, log_level::debug})
        BOOST_TEST((parse_word<log_level>(to_string(level)) == level));
    BOOST_TEST(!parse_word<log_level>("Warn").has_value());
    BOOST_TEST(!parse_word<log_level>("").has_value());
}

}  // namespace
}  // namespace assent::answers_test
