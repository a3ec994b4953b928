// Rules over fields whose kind is registered otherwise than their names say.
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/rules/permission_update.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::registered_kinds_test {
namespace {

using enum rule_behavior;

std::shared_ptr<const tool_registry> tools() {
    static const auto all = [] {
        auto made = std::make_shared<tool_registry>();
        // Its main field holds commands because that is what such a tool runs.
        made->add({.name = "run_script", .main_field = "code", .kind = tool_kind::execute}).value();
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

std::string script(std::string_view text) { return R"({"code":")" + std::string(text) + R"("})"; }

BOOST_AUTO_TEST_SUITE(registered_kinds_test)

BOOST_AUTO_TEST_CASE(an_allow_rule_for_a_registered_command_covers_commands_and_not_texts) {
    const std::vector<rule_row> rules{{allow, "run_script", R"({"code":"npm *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test && npm run x")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test; rm x")) != "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test $(rm x)")) != "allow");
    BOOST_TEST(decide(rules, "run_script", script("npmx test")) == "ask");
    BOOST_TEST(decide(rules, "plain", script("npm test")) == "ask");
}

BOOST_AUTO_TEST_CASE(several_allow_rules_share_the_simple_commands_of_a_registered_command) {
    const std::vector<rule_row> rules{{allow, "run_script", R"({"code":"npm *"})"},
                                      {allow, "run_script", R"({"code":"ls *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test && ls src")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test && cat src")) == "ask");
}

BOOST_AUTO_TEST_CASE(a_deny_rule_for_a_registered_command_looks_through_shells) {
    const std::vector<rule_row> rules{{allow, "run_script", "{}"},
                                      {deny, "run_script", R"({"code":"rm *"})"}};
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
    const std::vector<rule_row> globs{{allow, "run_*", R"({"code":"npm *"})"}};
    BOOST_TEST(decide(globs, "run_script", script("npm test")) == "ask");
    BOOST_TEST(decide({{allow, "run_*", R"({"code":"npm test"})"}}, "run_script", script("npm test")) ==
               "allow");
    const std::vector<rule_row> denied{{allow, "run_script", "{}"}, {deny, "run_*", R"({"code":"rm *"})"}};
    BOOST_TEST(decide(denied, "run_script", script("rm x")) == "deny");
    BOOST_TEST(decide(denied, "run_script", script("ls; rm x")) == "must ask");
    BOOST_TEST(decide(denied, "run_script", "{}") == "allow");
    BOOST_TEST(decide({{allow, "plain", "{}"}, {deny, "pla*", R"({"code":"rm *"})"}}, "plain",
                      script("ls; rm x")) == "allow");
}

BOOST_AUTO_TEST_CASE(a_misread_rule_does_not_hide_the_rules_that_cover_a_call_together) {
    const std::vector<rule_row> rules{{allow, "run_*", R"({"code":"npm *"})"},
                                      {allow, "run_script", R"({"code":"npm *"})"},
                                      {allow, "run_script", R"({"code":"ls *"})"}};
    BOOST_TEST(decide(rules, "run_script", script("npm test && ls src")) == "allow");
    BOOST_TEST(decide(rules, "run_script", script("npm test")) == "allow");
}

BOOST_AUTO_TEST_CASE(a_rule_that_names_what_the_guard_found_still_has_to_cover_the_rest_of_the_call) {
    const auto named = [](std::string_view tool, std::string_view script) {
        return std::vector<rule_row>{
            {allow, tool, script},
            // Others that cover the call do not lend it what they cover.
            {allow, "run_script", R"({"code":"ls *"})"},
        };
    };
    const std::string_view wild = R"({"file_path":"/w/.git/config","code":"npm *"})";
    const std::string_view exact = R"({"file_path":"/w/.git/config","code":"npm test"})";
    const auto call = [](std::string_view script) {
        return R"({"file_path":"/w/.git/config","code":")" + std::string(script) + R"("})";
    };
    BOOST_TEST(decide(named("run_*", wild), "run_script", call("npm x; rm -rf /")) == "must ask");
    BOOST_TEST(decide(named("run_*", wild), "run_script", call("npm test")) == "must ask");
    BOOST_TEST(decide(named("run_*", wild), "run_script", call("ls src")) == "must ask");
    BOOST_TEST(decide(named("run_*", exact), "run_script", call("npm test")) == "allow");
    BOOST_TEST(decide(named("run_script", wild), "run_script", call("npm test")) == "allow");
    BOOST_TEST(decide(named("run_script", wild), "run_script", call("npm x; rm -rf /")) == "must ask");
}

BOOST_AUTO_TEST_CASE(an_exact_rule_for_several_tools_covers_a_path_only_where_it_leads_nowhere_else) {
    const struct {
        std::string_view tool;
        std::optional<std::string> leads_to;
        bool looked;
        std::string_view decided;
    } table[] = {
        {"dep*", {}, false, "allow"},         {"dep*", "/srv/link", true, "allow"},
        {"dep*", "/etc/passwd", true, "ask"}, {"dep*", {}, true, "ask"},
        {"deploy", {}, false, "allow"},       {"deploy", "/srv/link", true, "allow"},
        {"deploy", "/srv/x", true, "ask"},    {"deploy", {}, true, "ask"},
    };
    const auto input = make_input(object(R"({"target":"/srv/link"})"));
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.tool << " -> "
                                    << row.leads_to.value_or(row.looked ? "nowhere" : "not looked")) {
            const auto basis = basis_with({{allow, row.tool, R"({"target":"/srv/link"})"}});
            const resolved_paths found{{"target", row.leads_to}};
            tool_call call{.tool_name = "deploy", .input = *input, .cwd = "/w"};
            if (row.looked) call.resolved = &found;
            std::string scratch;
            const auto findings = examine(call, *basis->rules(), *basis, {}, scratch);
            const auto decided = permission_service(basis).judge(call, findings, time_point());
            BOOST_TEST(to_string(decided.decision) == row.decided);
        }
}

BOOST_AUTO_TEST_CASE(a_blocked_command_is_blocked_in_whatever_field_it_is_registered_for) {
    policy settings = policy::bare();
    settings.mode = permission_mode::allow;
    settings.blocked_commands = {"rm *"};
    settings.blocked_tools = {"nothing"};
    const auto basis = judgement_basis::make(settings, tools()).value();
    const auto decided = [&](std::string_view tool, std::string_view input) {
        return decide(*basis, *basis->rules(), tool, input);
    };
    BOOST_TEST(decided("run_script", script("rm -rf /")) == "deny");
    BOOST_TEST(decided("run_script", script("ls && sh -c 'rm x'")) == "deny");
    BOOST_TEST(decided("run_script", script("$RUN x")) == "must ask");
    BOOST_TEST(decided("run_script", script("ls")) == "allow");
    BOOST_TEST(decided("run_script", R"({"command":"rm x"})") == "deny");
    BOOST_TEST(decided("plain", R"({"script":"rm x"})") == "deny");
    BOOST_TEST(decided("plain", R"({"cmd":"ls && rm x"})") == "deny");
    BOOST_TEST(decided("unknown", R"({"commands":["rm x"]})") == "must ask");
    // No shell reads these.
    BOOST_TEST(decided("deploy", R"({"target":"rm x"})") == "allow");
    BOOST_TEST(decided("plain", script("rm x")) == "allow");
}

BOOST_AUTO_TEST_CASE(rules_that_are_read_as_registered_are_not_looked_at_for_doubt) {
    constexpr std::size_t many = 1000;
    const auto basis = basis_with({});
    std::vector<permission_rule> rules;
    for (std::size_t i = 0; i < many; ++i) {
        const std::string number = std::to_string(i);
        rules.push_back(make_rule(deny, "run_script", R"({"code":"rm )" + number + "\"}"));
        rules.push_back(make_rule(deny, "Bash", R"({"command":"rm )" + number + "\"}"));
    }
    rules.push_back(make_rule(deny, "run_*", R"({"code":"rm *"})"));
    const auto set = basis->as_registered(rule_set::make(std::move(rules)).value()).value();
    std::size_t seen = 0;
    const auto count = [&](const permission_rule&) {
        ++seen;
        return false;
    };
    const auto no_input = make_input({});
    const tool_call call{.tool_name = "run_script", .input = *no_input};
    const call_reading reading(call);
    BOOST_TEST(!set->naming(deny, reading, "code", field_kind::text, count));
    BOOST_TEST(seen == 1U);
    seen = 0;
    BOOST_TEST(!set->naming(deny, reading, "code", field_kind::command, count));
    BOOST_TEST(seen == many);
    seen = 0;
    for (const auto kind : {field_kind::path, field_kind::url})
        BOOST_TEST(!set->naming(deny, reading, "code", kind, count));
    BOOST_TEST(!set->naming(ask, reading, "code", field_kind::text, count));
    BOOST_TEST(seen == 0U);
    BOOST_TEST(decide(*basis, *set, "run_script", script("ls; rm 5")) == "deny");
    BOOST_TEST(decide(*basis, *set, "run_script", script("ls")) == "must ask");
    // Of rules that came and went only those that are left count.
    const auto wild = make_rule(deny, "run_*", R"({"code":"rm *"})", rule_origin::answer);
    const auto given = rule_set::empty()->apply(add_rules({wild}), rule_origin::answer).value();
    BOOST_TEST(decide(*basis, *given, "run_script", script("ls")) == "must ask");
    permission_update gone = add_rules({wild});
    gone.what = permission_update::kind::remove_rules;
    const auto none = given->apply(gone, rule_origin::answer).value();
    BOOST_TEST(decide(*basis, *none, "run_script", script("ls")) == "ask");
}

BOOST_AUTO_TEST_CASE(the_rule_for_a_call_is_written_for_what_its_field_holds) {
    const auto rule = [](std::string_view tool, std::string_view input, std::string_view field,
                         rule_behavior behavior = allow) {
        const auto kept = make_input(object(input));
        return rule_for_call(*tools(), {.tool_name = tool, .input = *kept, .cwd = "/srv"}, field, behavior);
    };
    const struct {
        std::string_view tool, input, field, text;
    } table[] = {
        {"deploy", R"({"target":"/srv/a[bc]d"})", "target", R"(deploy{target=/srv/a\[bc]d})"},
        {"deploy", R"({"target":"rel/x"})", "target", "deploy{target=/srv/rel/x}"},
        {"deploy", R"({"from":"https://a.example/x"})", "from", "deploy{from=https://a.example/x}"},
        {"deploy", R"({"command":"a[b] *"})", "command", R"(deploy{command=a[b] \*})"},
        {"run_script", R"({"code":"npm test"})", "", "run_script{code=npm test}"},
        {"plain", R"({"to":"/srv/a[bc]d"})", "to", "plain{to=/srv/a[bc]d}"},
        {"unknown", R"({"to":"rel/x*"})", "to", R"(unknown{to=rel/x\*})"},
    };
    for (const auto& row : table)
        for (const auto behavior : {allow, deny, ask}) BOOST_TEST_CONTEXT(behavior << ' ' << row.input) {
                const auto made = rule(row.tool, row.input, row.field, behavior);
                BOOST_TEST_REQUIRE(made.has_value());
                BOOST_TEST(made->text() == row.text);
                // And that is how it is matched where it is kept.
                const auto basis = basis_with({});
                const auto set = rule_set::make({basis->as_registered(*made).value()}).value();
                const auto expected = behavior == ask ? "must ask" : std::string(to_string(behavior));
                const auto kept = make_input(object(row.input));
                const tool_call call{.tool_name = row.tool, .input = *kept, .cwd = "/srv"};
                std::string scratch;
                const auto found = examine(call, *set, *basis, {}, scratch);
                const auto said = permission_service(basis).judge(call, found, time_point());
                BOOST_TEST((said.must_ask ? "must " : "") + std::string(to_string(said.decision)) ==
                           expected);
            }
    const auto denied = rule("deploy", R"({"target":"/srv/a[bc]d"})", "target", deny).value();
    const auto set = rule_set::make({denied}).value();
    BOOST_TEST(decide(*basis_with({}), *set, "deploy", R"({"target":"/srv/abd"})") == "ask");
    BOOST_TEST(!rule("deploy", R"({"target":"/srv/../etc/x"})", "target").has_value());
    BOOST_TEST(!rule("plain", "{}", "").has_value());
}

BOOST_AUTO_TEST_CASE(a_pattern_that_is_none_of_the_registered_kind_is_an_error) {
    policy settings;
    settings.rules.push_back(make_rule(allow, "run_script", R"({"code":"npm *; rm *"})"));
    const auto made = judgement_basis::make(settings, tools());
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST(made.error().where == "rules");
    BOOST_TEST(made.error().message.starts_with(
        "rule `run_script{code=npm *; rm *}`: `input_pattern.code`: expected"));
}

BOOST_AUTO_TEST_CASE(a_set_is_compiled_only_where_something_changes) {
    const auto basis = basis_with({});
    const auto plain =
        rule_set::make({make_rule(allow, "plain", R"({"code":"a*"})"),
                        make_rule(deny, "*", R"({"code":"a*"})"), make_rule(deny, "run_script")})
            .value();
    BOOST_TEST((basis->as_registered(plain).value() == plain));
    const auto odd =
        rule_set::make({make_rule(allow, "plain", R"({"code":"a*"})"),
                        make_rule(allow, "run_script", R"({"code":"npm *"})", rule_origin::peer)},
                       2)
            .value();
    const auto compiled = basis->as_registered(odd).value();
    BOOST_TEST((compiled != odd));
    BOOST_TEST(compiled->size() == 2U);
    BOOST_TEST(compiled->max_size() == 2U);
    BOOST_TEST((basis->as_registered(compiled).value() == compiled));
    for (const auto& rule : compiled->all(allow)) {
        const bool script_tool = rule->tool_pattern() == "run_script";
        BOOST_TEST((rule->kind_in("code") == (script_tool ? field_kind::command : field_kind::text)));
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
}  // namespace assent::registered_kinds_test
