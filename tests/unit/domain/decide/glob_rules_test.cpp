// Rules beside the globs by which tools search, and what those look for.
#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::glob_rules_test {
namespace {

using enum rule_behavior;

std::string decide(policy settings, std::string_view tool, std::string_view input) {
    const auto basis = judgement_basis::make(std::move(settings), tool_registry::standard()).value();
    const auto kept = make_input(object(input));
    const tool_call call{.tool_name = tool, .input = *kept, .cwd = "/proj"};
    std::string scratch;
    const auto found = examine(call, *basis->rules(), *basis, {}, scratch);
    return std::string(to_string(permission_service(basis).judge(call, found, time_point()).decision));
}

policy allowing_but(std::string_view tool, std::string_view fields, rule_behavior behavior = deny) {
    policy settings;
    settings.mode = permission_mode::allow;
    settings.rules.push_back(make_rule(behavior, tool, fields));
    return settings;
}

BOOST_AUTO_TEST_SUITE(glob_rules_test)

BOOST_AUTO_TEST_CASE(rules_for_reading_hold_for_the_globs_of_searches) {
    constexpr std::string_view docs = R"({"file_path":"/proj/docs/private/**"})";
    constexpr std::string_view env = R"({"file_path":"**/.env"})";
    constexpr std::string_view key = R"({"file_path":"/srv/key"})";
    const struct {
        std::string_view rule, tool, input, expected;
    } table[] = {
        {docs, "Glob", R"({"pattern":"docs/private/**/*"})", "ask"},
        {docs, "Glob", R"({"pattern":"docs/**/*.md"})", "ask"},
        {docs, "Glob", R"({"pattern":"private/*","path":"docs"})", "ask"},
        {docs, "Glob", R"({"pattern":"private/*","path":"/proj/docs"})", "ask"},
        {docs, "Glob", R"({"pattern":"/proj/docs/priv*/a"})", "ask"},
        {docs, "Glob", R"({"pattern":"src/**/*.md"})", "allow"},
        {docs, "Glob", R"({"pattern":"private/*"})", "allow"},
        {docs, "glob", R"({"pattern":"docs/private/**/*"})", "ask"},
        {env, "Grep", R"({"pattern":".","glob":"**/.env"})", "ask"},
        {env, "Grep", R"({"pattern":".","glob":"*.{ts,env}"})", "ask"},
        {env, "Grep", R"({"pattern":".","glob":"*.ts"})", "allow"},
        {env, "Grep", R"({"pattern":"docs/.env"})", "allow"},
        {env, "Glob", R"({"pattern":"**/.e*"})", "ask"},
        {env, "Glob", R"({"pattern":"**/*"})", "allow"},
        {key, "Glob", R"({"pattern":"k*","path":"/srv"})", "ask"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.rule << " " << row.tool << " " << row.input) {
            BOOST_TEST(decide(allowing_but("Read", row.rule), row.tool, row.input) == row.expected);
            BOOST_TEST(decide(allowing_but("Read", row.rule, ask), row.tool, row.input) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_search_for_keys_is_asked_about_and_one_for_words_is_not) {
    const struct {
        std::string_view input, expected;
    } table[] = {
        {R"({"pattern":"BEGIN RSA PRIVATE","output_mode":"content"})", "ask"},
        {R"({"pattern":"AKIA[0-9A-Z]{16}"})", "ask"},
        {R"({"pattern":"private key of the map"})", "allow"},
        {R"({"pattern":"TODO"})", "allow"},
        {R"({"pattern":"TODO","path":"src"})", "allow"},
        {R"({"pattern":"x","paths":["/etc"]})", "ask"},
        {R"({"pattern":["TODO"]})", "ask"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.input) {
            BOOST_TEST(decide(policy::standard(), "Grep", row.input) == row.expected);
        }
}

BOOST_AUTO_TEST_CASE(fields_in_other_letters_are_refused_where_the_tool_has_the_field) {
    const struct {
        std::string_view tool, input, expected;
    } table[] = {
        {"Bash", R"({"command":"ls","Command":"rm z"})", "deny"},
        {"Bash", R"({"COMMAND":"ls"})", "deny"},
        {"Bash", R"({"command":"ls","DESCRIPTION":"x"})", "deny"},
        {"Bash", R"({"command":"ls","descriptions":"x"})", "allow"},
        {"Read", R"({"file_path":"/proj/a","File_Path":"/etc/passwd"})", "deny"},
        {"Read", R"({"File_Path":"/proj/a"})", "deny"},
        {"Bash", R"({"command":"ls","commands":["rm x"]})", "ask"},
        {"Bash", R"({"command":"ls","argv":["rm","x"]})", "ask"},
        {"Bash", R"({"command":"ls"})", "allow"},
        {"mcp__x__run", R"({"command":"ls","Command":"ls"})", "ask"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.tool << " " << row.input) {
            BOOST_TEST(decide(policy::standard(), row.tool, row.input) == row.expected);
        }
    std::string many = R"({"command":"ls")";
    for (std::size_t count = 0; count < 64; ++count)
        many += ",\"" + std::string(count + 1, '_') + "path\":\"a\"";
    BOOST_TEST(decide(policy::standard(), "Bash", many + "}") == "deny");
}

BOOST_AUTO_TEST_CASE(fields_of_all_spellings_are_paths_and_commands_to_rules) {
    constexpr std::string_view any_path[] = {"file_path", "filePath", "path", "root", "fileName"};
    for (const auto field : any_path) {
        const auto rule = R"({")" + std::string(field) + R"(":"/srv/secret/**"})";
        const auto input = R"({")" + std::string(field) + R"(":"/srv/a/../secret/key"})";
        BOOST_TEST_CONTEXT(field) {
            BOOST_TEST(decide(allowing_but("mcp__x__show", rule), "mcp__x__show", input) == "deny");
        }
    }
    constexpr std::string_view any_command[] = {"command", "cmd", "script"};
    for (const auto field : any_command) {
        const auto rule = R"({")" + std::string(field) + R"(":"rm *"})";
        const auto input = R"({")" + std::string(field) + R"(":"ls && rm x"})";
        BOOST_TEST_CONTEXT(field) {
            BOOST_TEST(decide(allowing_but("mcp__x__run", rule), "mcp__x__run", input) == "deny");
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::glob_rules_test
