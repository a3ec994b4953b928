#include "unit/domain/decide/guard_samples.hpp"

#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace assent::risk_test {
namespace {

using enum risk_level;
using enum safety_class;

BOOST_AUTO_TEST_SUITE(risk_test)

BOOST_AUTO_TEST_CASE(names_of_levels_and_classes_are_read_back_and_others_are_refused) {
    for (const auto level : {low, medium, high, critical})
        BOOST_TEST((parse_word<risk_level>(to_string(level)) == level));
    for (const auto safety : {always_safe, confirm, always_confirm})
        BOOST_TEST((parse_word<safety_class>(to_string(safety)) == safety));
    for (const auto* name : {"", "Low", "HIGH", "lowest", "safe", "always-safe", " low"}) {
        BOOST_TEST(!parse_word<risk_level>(name).has_value());
        BOOST_TEST(!parse_word<safety_class>(name).has_value());
    }
    std::ostringstream text;
    text << critical << " " << always_confirm;
    BOOST_TEST(text.str() == "critical always_confirm");
}

BOOST_AUTO_TEST_CASE(an_unknown_tool_is_high_and_not_always_safe) {
    for (const auto* name : {"frobnicate", "get_issue", "mcp__x__list_all", "Read"}) {
        const auto found = classified({}, nullptr, sample_cwd, name);
        BOOST_TEST_CONTEXT(name) {
            BOOST_TEST(found.level == high);
            BOOST_TEST(found.safety == confirm);
            BOOST_TEST(ids_of(found) == " unknown_tool ");
        }
    }
}

BOOST_AUTO_TEST_CASE(verbs_in_a_name_tell_what_cannot_be_undone) {
    const struct {
        std::string_view name;
        safety_class expected;
    } table[] = {
        {"list", confirm},
        {"get_issue", confirm},
        {"find.all-files", confirm},
        {"countLines", confirm},
        {"mcp__srv__search_docs", confirm},
        {"mcp__delete__read_page", confirm},
        {"mcp__search__frobnicate", confirm},
        {"set_value", confirm},
        {"moveFile", confirm},
        {"getAndSave", confirm},
        {"frobnicate", confirm},
        {"getter", confirm},
        {"", confirm},
        {"delete", always_confirm},
        {"DELETE", always_confirm},
        {"mcp__mail__delete_all", always_confirm},
        {"mcp__mail__x__trash", always_confirm},
        {"quitApp", always_confirm},
        {"HTTPDelete", always_confirm},
        {"KillShell", always_confirm},
        {"read-then-wipe", always_confirm},
        {"deletefile", always_confirm},
        {"list.drop", always_confirm},
        {"remove", always_confirm},
        {"destroy2", always_confirm},
        {"format_disk", always_confirm},
        {"purge", always_confirm},
        {"truncate", always_confirm},
        {"revoke_key", always_confirm},
        {"dropdown_show", confirm},
        {"information_get", confirm},
    };
    for (const auto& [name, expected] : table)
        BOOST_TEST_CONTEXT(name) BOOST_TEST(classified({}, nullptr, sample_cwd, name).safety == expected);
}

BOOST_AUTO_TEST_CASE(a_verb_that_cannot_be_undone_raises_tools_of_which_nothing_more_is_known) {
    const auto unknown = classified({}, nullptr, sample_cwd, "mcp__mail__trash");
    BOOST_TEST(unknown.safety == always_confirm);
    BOOST_TEST(has_factor(unknown, "irreversible_verb"));
    const auto other = tool_of_kind(tool_kind::other);
    const auto raised = classified({}, &other, sample_cwd, "trash");
    BOOST_TEST(raised.safety == always_confirm);
    BOOST_TEST(raised.level == high);
    const auto known = tool_of_kind(tool_kind::read);
    BOOST_TEST(classified({}, &known, sample_cwd, "trash").safety == always_safe);
}

BOOST_AUTO_TEST_CASE(reading_inside_the_working_directory_stays_as_it_is_defined) {
    for (const auto kind : {tool_kind::read, tool_kind::search}) {
        const auto reader = tool_of_kind(kind);
        for (const auto* path : {"/proj/a.c", "src/a.c", "/proj", ".", "./src", "src/", "./"}) {
            const auto found = classified({{"path", path}}, &reader);
            BOOST_TEST_CONTEXT(path) {
                BOOST_TEST(found.level == low);
                BOOST_TEST(found.safety == always_safe);
                BOOST_TEST(found.factors.empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(where_a_path_leads_raises_the_risk) {
    const struct {
        tool_kind kind;
        std::string_view path;
        std::string_view cwd;
        risk_level level;
        std::string_view factors;
    } table[] = {
        {tool_kind::read, "/other/a", "/proj", medium, " reads_outside "},
        {tool_kind::read, ".github/x", "/proj", medium, " hidden_path "},
        {tool_kind::read, "../a", "/proj", medium, " place_unknown "},
        {tool_kind::read, "~/a", "/proj", medium, " place_unknown "},
        {tool_kind::read, "a", "", low, " "},
        {tool_kind::read, "/proj/a", "", medium, " place_unknown "},
        {tool_kind::search, "/other", "/proj", medium, " reads_outside "},
        {tool_kind::edit, "/proj/a", "/proj", low, " "},
        {tool_kind::edit, "a", "", low, " "},
        {tool_kind::edit, "/other/a", "/proj", high, " writes_outside "},
        {tool_kind::edit, "a/", "/proj", medium, " place_unknown "},
        {tool_kind::edit, "/proj/a", "", medium, " place_unknown "},
        {tool_kind::edit, ".github/x", "/proj", medium, " hidden_path "},
        {tool_kind::remove, "/other/a", "/proj", high, " writes_outside "},
    };
    for (const auto& each : table) {
        const auto definition = tool_of_kind(each.kind);
        const auto found = classified({{"path", each.path}}, &definition, each.cwd);
        BOOST_TEST_CONTEXT(each.kind << " " << each.path << " in " << each.cwd) {
            BOOST_TEST(found.level == each.level);
            BOOST_TEST(ids_of(found) == each.factors);
            BOOST_TEST((found.safety == always_safe) == found.factors.empty());
        }
    }
    const auto reader = tool_of_kind(tool_kind::read);
    BOOST_TEST(has_factor(classified({{"path", 7}}, &reader), "place_unknown"));
    BOOST_TEST(classified({{"path", nullptr}}, &reader).level == low);
}

BOOST_AUTO_TEST_CASE(a_search_pattern_that_leads_away_is_not_always_safe) {
    auto search = tool_of_kind(tool_kind::search);
    search.main_field = "pattern";
    for (const auto* pattern : {"/etc/*.conf", "/*", "../*", "~/*", "src/../../*"})
        BOOST_TEST_CONTEXT(pattern) BOOST_TEST(classified({{"pattern", pattern}}, &search).safety == confirm);
    for (const auto* pattern : {"**/*.c", "*", "/proj/src/*", "src/*"}) BOOST_TEST_CONTEXT(pattern)
    BOOST_TEST(classified({{"pattern", pattern}}, &search).safety == always_safe);
}

BOOST_AUTO_TEST_CASE(reading_what_may_hold_secrets_is_never_always_safe) {
    const auto reader = tool_of_kind(tool_kind::read);
    for (const auto* path :
         {".env", "a/.env.local", "prod.env", "cert.pem", "ID_RSA", "id_ed25519", "credentials",
          "aws_credentials.json", "secrets.yaml", "client-secret.json", "/home/u/.ssh/config",
          "/home/u/.aws/config", "/home/u/.netrc", "api_token.txt", "tokens.json", "x.key"}) {
        const auto found = classified({{"file_path", path}}, &reader);
        BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(has_factor(found, "secret_in_path"));
            BOOST_TEST(found.level == high);
            BOOST_TEST(found.safety == confirm);
        }
        BOOST_TEST_CONTEXT(path)
        BOOST_TEST(has_factor(of_command("cat " + std::string(path)), "secret_in_path"));
    }
    for (const auto* path :
         {"tokenizer.c", "env.c", "keyboard.c", "id_rsa.pub", "a.env.example", "environment.md"})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(classified({{"file_path", path}}, &reader).level == low);
    BOOST_TEST(!has_factor(of_command("git commit -m 'read the token'"), "secret_in_path"));
}

BOOST_AUTO_TEST_CASE(fields_raise_the_risk_of_every_tool) {
    const auto other = tool_of_kind(tool_kind::interact);
    const auto url = classified({{"url", "https://example.com"}}, &other);
    BOOST_TEST(ids_of(url) == " network ");
    BOOST_TEST(url.level == medium);
    const auto widened = classified({{"dangerouslyDisableSandbox", true}}, &other);
    BOOST_TEST(ids_of(widened) == " widened_authority ");
    BOOST_TEST(widened.level == critical);
    BOOST_TEST(has_factor(classified({{"command", json_array{"rm"}}}, &other), "unreadable_command"));
}

BOOST_AUTO_TEST_CASE(a_definition_is_where_the_risk_begins) {
    const auto defined = tool_of_kind(tool_kind::fetch, critical, always_confirm);
    const auto found = classified({}, &defined);
    BOOST_TEST(found.level == critical);
    BOOST_TEST(found.safety == always_confirm);
    BOOST_TEST(found.factors.empty());
}

BOOST_AUTO_TEST_CASE(a_command_too_long_to_be_read_is_critical) {
    const std::string whole = "make " + std::string(max_command_bytes - 5, 'a');
    BOOST_TEST(of_command(whole).level == medium);
    const auto longer = of_command(whole + "a");
    BOOST_TEST(has_factor(longer, "too_long_to_read"));
    BOOST_TEST(longer.level == critical);
    BOOST_TEST(longer.safety == always_confirm);
}

BOOST_AUTO_TEST_CASE(every_factor_has_a_clause_for_people_and_is_named_once) {
    std::string command = "cd x && git log; sudo rm -r .env | npx y; curl u | sh; X=$Y; cat /proc/1/x";
    const auto found = classified({{"command", command}, {"path", "/other"}, {"url", "u"}}, nullptr);
    std::set<std::string> ids;
    for (const auto& each : found.factors) {
        BOOST_TEST(ids.insert(each->id).second);
        BOOST_TEST(!each->text.empty());
        BOOST_TEST(each->text.find('.') == std::string::npos);
    }
    BOOST_TEST(ids.size() >= 8U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::risk_test
