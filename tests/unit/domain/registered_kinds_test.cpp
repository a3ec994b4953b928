// Rules over fields whose kind is registered otherwise than their names say.
#include <assent/domain/permission_service.hpp>

#include "unit/domain/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent {
namespace {

using enum rule_behavior;

std::shared_ptr<const tool_registry> tools() {
    static const auto all = [] {
        auto made = std::make_shared<tool_registry>();
        // Its main field holds commands because that is what such a tool runs.
        made->add({.name = "run_script", .main_field = "script", .kind = tool_kind::execute}).value();
        made->add({.name = "deploy", .parameters = object(R"({"type":"object","properties":{
                       "target":{"x-permission-kind":"path"},"from":{"x-permission-kind":"url"},
                       "command":{"x-permission-kind":"text"}}})")})
            .value();
        made->add({.name = "plain", .kind = tool_kind::other}).value();
        return std::shared_ptr<const tool_registry>(std::move(made));
    }();
    return all;
}

struct rule_row {
    rule_behavior behavior;
    std::string_view tool;
    std::string_view fields;
};

judgement_basis::pointer basis_with(const std::vector<rule_row>& rows) {
    policy settings;
    for (const auto& row : rows) settings.rules.push_back(make_rule(row.behavior, row.tool, row.fields));
    return judgement_basis::make(std::move(settings), tools()).value();
}

// `allow`, `deny`, `ask`, or `must ask` where nothing stored may answer.
std::string decide(const judgement_basis& basis, const rule_set& rules, std::string_view tool,
                   std::string_view input) {
    const auto kept = make_input(object(input));
    const tool_call call{.tool_name = tool, .input = *kept, .cwd = "/w"};
    std::string scratch;
    const auto shared = std::shared_ptr<const judgement_basis>(&basis, [](const auto*) {});
    const auto found = examine(call, rules, basis, {}, scratch);
    const verdict decided = permission_service(shared).judge(call, found, time_point());
    return (decided.must_ask ? "must " : "") + std::string(to_string(decided.decision));
}

std::string decide(const std::vector<rule_row>& rows, std::string_view tool, std::string_view input) {
    const auto basis = basis_with(rows);
    return decide(*basis, *basis->rules(), tool, input);
}

std::string script(std::string_view text) { return R"({"script":")" + std::string(text) + R"("})"; }

BOOST_AUTO_TEST_SUITE(registered_kinds_test)

BOOST_AUTO_TEST_CASE(an_allow_rule_for_a_registered_command_covers_commands_and_not_texts) {
    const std::vector<rule_row> rules{{allow, "run_script", R"({"script":"npm *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test && npm run x")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test; rm x")) != "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test $(rm x)")) != "allow");
    BOOST_TEST(decide(rules, "run_script", script("npmx test")) == "ask");
    BOOST_TEST(decide(rules, "plain", script("npm test")) == "ask");
}

BOOST_AUTO_TEST_CASE(several_allow_rules_share_the_simple_commands_of_a_registered_command) {
    const std::vector<rule_row> rules{{allow, "run_script", R"({"script":"npm *"})"},
                                      {allow, "run_script", R"({"script":"ls *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test && ls src")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test && cat src")) == "ask");
}

BOOST_AUTO_TEST_CASE(a_deny_rule_for_a_registered_command_looks_through_shells) {
    const std::vector<rule_row> rules{{allow, "run_script", "{}"},
                                      {deny, "run_script", R"({"script":"rm *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("rm x")) == "deny");
    BOOST_TEST(decide(rules, "run_script", script("ls; /bin/rm x")) == "deny");
    BOOST_TEST(decide(rules, "run_script", script("bash -c 'rm x'")) == "deny");
    BOOST_TEST(decide(rules, "run_script", script("ls rm")) == "allow");
}

BOOST_AUTO_TEST_CASE(paths_and_urls_are_compiled_as_they_are_registered) {
    const std::vector<rule_row> rules{{allow, "deploy", R"({"target":"/srv/*"})"},
                                      {allow, "deploy", R"({"from":"example.com"})"},
                                      {deny, "deploy", R"({"target":"/srv/secret/**"})"}};
    BOOST_TEST(decide(rules, "deploy", R"({"target":"/srv/a"})") == "allow");
    BOOST_TEST(decide(rules, "deploy", R"({"target":"/srv/a/b"})") == "ask");
    BOOST_TEST(decide(rules, "deploy", R"({"target":"/srv/../etc"})") != "allow");
    BOOST_TEST(decide(rules, "deploy", R"({"target":"/srv/a/../secret/x"})") == "deny");
    BOOST_TEST(decide(rules, "deploy", R"({"from":"https://example.com/x","target":"/q"})") == "allow");
    BOOST_TEST(decide(rules, "deploy", R"({"from":"https://example.com@evil.test/","target":"/q"})") ==
               "ask");
}

BOOST_AUTO_TEST_CASE(what_is_registered_as_text_is_compared_as_text) {
    const std::vector<rule_row> rules{{allow, "deploy", R"({"command":"ship*; done"})"}};
    // No shell reads it.
    const auto compiled = basis_with({})->as_registered(make_rule(deny, "deploy", R"({"command":"a*"})"));
    BOOST_TEST((compiled.value().kind_in("command") == field_kind::text));
    // A rule is compiled by name before anybody knows better, so its pattern has to be good as a command,
    // too.
    BOOST_TEST(flaw(allow, "deploy", object(rules[0].fields)) != "");
}

BOOST_AUTO_TEST_CASE(a_rule_for_several_tools_stays_fail_closed) {
    const std::vector<rule_row> globs{{allow, "run_*", R"({"script":"npm *"})"}};
    BOOST_TEST(decide(globs, "run_script", script("npm test")) == "ask");
    BOOST_TEST(decide({{allow, "run_*", R"({"script":"npm test"})"}}, "run_script", script("npm test")) ==
               "allow");
    const std::vector<rule_row> denied{{allow, "run_script", "{}"}, {deny, "run_*", R"({"script":"rm *"})"}};
    BOOST_TEST(decide(denied, "run_script", script("rm x")) == "deny");
    BOOST_TEST(decide(denied, "run_script", script("ls; rm x")) == "must ask");
    BOOST_TEST(decide(denied, "run_script", "{}") == "allow");
    BOOST_TEST(decide({{allow, "plain", "{}"}, {deny, "pla*", R"({"script":"rm *"})"}}, "plain",
                      script("ls; rm x")) == "allow");
}

BOOST_AUTO_TEST_CASE(a_misread_rule_does_not_hide_the_rules_that_cover_a_call_together) {
    const std::vector<rule_row> rules{{allow, "run_*", R"({"script":"npm *"})"},
                                      {allow, "run_script", R"({"script":"npm *"})"},
                                      {allow, "run_script", R"({"script":"ls *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test && ls src")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test")) == "allow");
}

BOOST_AUTO_TEST_CASE(a_pattern_that_is_none_of_the_registered_kind_is_an_error) {
    policy settings;
    settings.rules.push_back(make_rule(allow, "run_script", R"({"script":"npm *; rm *"})"));
    const auto made = judgement_basis::make(settings, tools());
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST(made.error().where == "rules");
    BOOST_TEST(made.error().message.starts_with(
        "rule `run_script{script=npm *; rm *}`: `input_pattern.script`: expected"));
}

BOOST_AUTO_TEST_CASE(a_set_is_compiled_only_where_something_changes) {
    const auto basis = basis_with({});
    const auto plain =
        rule_set::make({make_rule(allow, "plain", R"({"script":"a*"})"),
                        make_rule(deny, "*", R"({"script":"a*"})"), make_rule(deny, "run_script")})
            .value();
    BOOST_TEST((basis->as_registered(plain).value() == plain));
    const auto odd =
        rule_set::make({make_rule(allow, "plain", R"({"script":"a*"})"),
                        make_rule(allow, "run_script", R"({"script":"npm *"})", rule_origin::peer)},
                       2)
            .value();
    const auto compiled = basis->as_registered(odd).value();
    BOOST_TEST((compiled != odd));
    BOOST_TEST(compiled->size() == 2U);
    BOOST_TEST(compiled->max_size() == 2U);
    BOOST_TEST((basis->as_registered(compiled).value() == compiled));
    for (const auto& rule : compiled->all(allow)) {
        const bool script_tool = rule->tool_pattern() == "run_script";
        BOOST_TEST((rule->kind_in("script") == (script_tool ? field_kind::command : field_kind::text)));
        BOOST_TEST((rule->origin() == (script_tool ? rule_origin::peer : rule_origin::host)));
    }
}

BOOST_AUTO_TEST_CASE(a_rule_knows_what_its_fields_were_compiled_as) {
    const auto rule = make_rule(
        deny, "X", R"({"command":"a","path":"/b","url":"c.example","other":"d","n":1,"file_path":2})");
    BOOST_TEST((rule.kind_in("command") == field_kind::command));
    BOOST_TEST((rule.kind_in("path") == field_kind::path));
    BOOST_TEST((rule.kind_in("url") == field_kind::url));
    BOOST_TEST((rule.kind_in("other") == field_kind::text));
    for (const auto field : {"n", "file_path", "missing"}) BOOST_TEST(!rule.kind_in(field).has_value());

    const std::vector<std::pair<std::string, field_kind>> kinds{{"other", field_kind::path},
                                                                {"command", field_kind::text}};
    const auto other = make_rule(deny, "X", R"({"command":"a","other":"/d","url":"c.example"})");
    const auto compiled = other.with_kinds(kinds).value();
    BOOST_TEST((compiled.kind_in("other") == field_kind::path));
    BOOST_TEST((compiled.kind_in("command") == field_kind::text));
    BOOST_TEST((compiled.kind_in("url") == field_kind::url));
    BOOST_TEST(compiled.same_as(other));
    BOOST_TEST((compiled.with_kinds({}).value().kind_in("other") == field_kind::text));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
