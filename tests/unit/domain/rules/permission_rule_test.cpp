#include <assent/domain/rules/permission_rule.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace assent::permission_rule_test {
namespace {

using enum rule_match;
using enum rule_behavior;

json_object command(std::string_view pattern) { return {{"command", pattern}}; }

BOOST_AUTO_TEST_SUITE(permission_rule_test)

BOOST_AUTO_TEST_CASE(names_of_tools_are_1_to_128_letters_digits_and_a_few_marks) {
    BOOST_TEST(valid_tool_name("Bash"));
    BOOST_TEST(valid_tool_name("mcp__a.b-c__X9"));
    BOOST_TEST(valid_tool_name(std::string(max_tool_name_bytes, 'x')));
    BOOST_TEST(!valid_tool_name(std::string(max_tool_name_bytes + 1, 'x')));
    using namespace std::string_view_literals;
    for (const auto name : {""sv, " "sv, "Bash "sv, "Ba sh"sv, "Bash\n"sv, "B\xD0\xB0sh"sv, "../Bash"sv,
                            "*"sv, "Bash\0"sv, "Bash(x)"sv, "a:b"sv, "a\\b"sv, "\x80"sv}) {
        BOOST_TEST_CONTEXT(name) { BOOST_TEST(!valid_tool_name(name)); }
    }
}

BOOST_AUTO_TEST_CASE(the_kind_of_a_field_follows_from_its_name) {
    using enum field_kind;
    const struct {
        field_kind kind;
        std::vector<std::string_view> names;
    } table[] = {
        {command, {"command", "Command", "commands", "cmd", "script", "argv"}},
        {path,
         {"file_path", "filePath", "File_Path", "FILEPATH", "file-path", "path", "fileName", "abs_path"}},
        {path, {"absolute_path", "notebook_path", "notebookPath", "directory", "root", "paths", "files"}},
        {url, {"url", "URL"}},
        {field_kind::glob, {"glob"}},
        {text, {"", "_", "pattern", "description", "file", "pathology", "cwd", "commander", "urls"}},
    };
    for (const auto& row : table)
        for (const auto name : row.names) BOOST_TEST_CONTEXT(name) {
                BOOST_TEST((kind_of_field(name) == row.kind));
            }
}

BOOST_AUTO_TEST_CASE(known_tools_have_a_main_field) {
    const struct {
        std::string_view tool;
        std::string_view field;
    } table[] = {
        {"Bash", "command"},        {"Read", "file_path"},
        {"Write", "file_path"},     {"Edit", "file_path"},
        {"MultiEdit", "file_path"}, {"NotebookEdit", "notebook_path"},
        {"Glob", "pattern"},        {"Grep", "pattern"},
        {"WebFetch", "url"},        {"WebSearch", "query"},
        {"Task", "subagent_type"},  {"bash", "command"},
        {"mcp__a__b", ""},          {"", ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.tool) { BOOST_TEST(main_field(row.tool) == row.field); }
    }
}

BOOST_AUTO_TEST_CASE(a_bad_rule_is_refused_and_the_message_names_the_place) {
    const double infinite = std::numeric_limits<double>::infinity();
    const struct {
        std::string tool;
        json_object fields;
        std::string_view message;
    } table[] = {
        {"", {}, "`tool_pattern`: expected a pattern, got an empty string"},
        {std::string(4097, 'x'), {}, "`tool_pattern`: pattern longer than 4096 bytes"},
        {"Bash\\", {}, "`tool_pattern`: pattern ends in a `\\` that escapes nothing"},
        {"Ba sh", {}, "`tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `Ba sh`"},
        {"Bash(x)",
         {},
         "`tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `Bash(x)`"},
        {"Bash", command(""), "`input_pattern.command`: expected a pattern, got an empty string"},
        {"Bash", command("a\\"), "`input_pattern.command`: pattern ends in a `\\` that escapes nothing"},
        {"Bash", command(" "), "`input_pattern.command`: expected a pattern, got only blanks"},
        {"Bash", command("a:*"), "`input_pattern.command`: `:*` has no meaning here; write `a *`"},
        {"Read", {{"path", "/[a"}}, "`input_pattern.path`: `[` without `]`; for the character write `\\[`"},
        {"Read",
         {{"path", "/src/a**b/c"}},
         "`input_pattern.path`: expected `**` as a whole component, got `a**b`"},
        {"Read",
         {{"path", "/src/***"}},
         "`input_pattern.path`: expected `**` as a whole component, got `***`"},
        {"Read", {{"path", "/**.c"}}, "`input_pattern.path`: expected `**` as a whole component, got `**.c`"},
        {"X",
         {{"url", "?"}},
         "`input_pattern.url`: expected a host name, `*.` and a host name, or an address, got `?`"},
        {"X", {{"n", infinite}}, "`input_pattern.n`: expected finite numbers"},
        {"X", {{"n", json_array{infinite}}}, "`input_pattern.n`: expected finite numbers"},
        {"X", {{"t", std::string(4097, 'x')}}, "`input_pattern.t`: pattern longer than 4096 bytes"},
    };
    for (const auto& row : table) {
        for (const auto behavior : {allow, deny, ask}) {
            BOOST_TEST_CONTEXT(behavior << ' ' << row.message) {
                BOOST_TEST(flaw(behavior, row.tool, row.fields) == row.message);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_may_be_as_long_as_the_limit) {
    for (const auto field : {"command", "text"}) {
        BOOST_TEST(flaw(allow, "Bash", {{field, std::string(max_pattern_bytes, 'x')}}) == "");
        BOOST_TEST(flaw(allow, "Bash", {{field, std::string(max_pattern_bytes + 1, 'x')}}) != "");
    }
    BOOST_TEST(flaw(allow, "Read", {{"path", "/" + std::string(max_pattern_bytes - 1, 'x')}}) == "");
    BOOST_TEST(flaw(allow, "Read", {{"path", "/" + std::string(max_pattern_bytes, 'x')}}) != "");
}

BOOST_AUTO_TEST_CASE(a_pattern_may_have_as_many_wildcards_as_the_limit) {
    std::string pattern;
    for (std::size_t i = 0; i < max_pattern_wildcards; ++i) pattern += "a***";
    for (const auto field : {"command", "text"}) {
        BOOST_TEST(flaw(allow, "Bash", {{field, pattern}}) == "");
        BOOST_TEST(flaw(allow, "Bash", {{field, pattern + "?"}}) ==
                   "`input_pattern." + std::string(field) + "`: pattern with more than 64 wildcards");
    }
    BOOST_TEST(flaw(allow, pattern) == "");
    BOOST_TEST(flaw(allow, pattern + "?") == "`tool_pattern`: pattern with more than 64 wildcards");
    BOOST_TEST(flaw(allow, "Bash", command(std::string(1000, '*'))) == "");
}

BOOST_AUTO_TEST_CASE(a_rule_may_have_as_many_fields_as_the_limit) {
    json_object fields;
    for (std::size_t i = 0; i < max_rule_fields; ++i) fields["k" + std::to_string(i)] = "*";
    BOOST_TEST(flaw(allow, "Bash", fields) == "");
    fields["more"] = "*";
    BOOST_TEST(flaw(allow, "Bash", fields) == "`input_pattern`: more than 32 fields");
}

BOOST_AUTO_TEST_CASE(an_allow_rule_for_a_runner_is_refused_and_a_deny_rule_is_not) {
    BOOST_TEST(
        flaw(allow, "Bash", command("sudo *")) ==
        "`input_pattern.command`: `sudo` can run any program: name what it may run before the wildcard, as "
        "in `sudo NAME *`");
    BOOST_TEST(flaw(deny, "Bash", command("sudo *")) == "");
    BOOST_TEST(flaw(ask, "Bash", command("sudo *")) == "");
}

BOOST_AUTO_TEST_CASE(all_listed_fields_must_match_and_others_are_ignored) {
    const auto rule = make_rule(allow, "Bash", R"({"command":"npm *","description":"Run*"})");
    BOOST_TEST(match(rule, "Bash", R"({"command":"npm test","description":"Run tests","timeout":1})") == yes);
    BOOST_TEST(match(rule, "Bash", R"({"command":"npm test"})") == no);
    BOOST_TEST(match(rule, "Bash", R"({"command":"rm x","description":"Run"})") == no);
    BOOST_TEST(match(rule, "Bash", R"({"command":"npm test","description":"run"})") == no);
    BOOST_TEST(match(rule, "Bash2", R"({"command":"npm test","description":"Run"})") == no);
    BOOST_TEST(match(rule, "Bash", R"({"inner":{"command":"npm test","description":"Run"},"command":"x"})") ==
               no);
}

BOOST_AUTO_TEST_CASE(a_rule_of_every_kind_of_field_matches_in_both_directions) {
    const struct {
        std::string_view fields;
        std::string_view covered;
        std::string_view other;
    } table[] = {
        {"{}", "{}", ""},
        {R"({"command":"npm *"})", R"({"command":"npm x"})", R"({"command":"ls"})"},
        {R"({"file_path":"/a/*"})", R"({"file_path":"/a/b"})", R"({"file_path":"/b"})"},
        {R"({"url":"example.com"})", R"({"url":"https://example.com/"})",
         R"({"url":"https://example.org/"})"},
        {R"({"text":"a*"})", R"({"text":"abc"})", R"({"text":"b"})"},
        {R"({"n":1000})", R"({"n":1000.0})", R"({"n":1001})"},
        {R"({"b":true})", R"({"b":true})", R"({"b":1})"},
        {R"({"x":null})", R"({"x":null})", "{}"},
        {R"({"o":{"a":1,"b":2}})", R"({"o":{"b":2,"a":1}})", R"({"o":{"a":1,"b":2,"c":3}})"},
    };
    for (const auto& row : table) {
        for (const auto behavior : {allow, deny, ask}) {
            BOOST_TEST_CONTEXT(behavior << ' ' << row.fields) {
                const auto rule = make_rule(behavior, "Tool", row.fields);
                BOOST_TEST(match(rule, "Tool", row.covered) == yes);
                BOOST_TEST(match(rule, "Other", row.covered) == no);
                if (!row.other.empty()) BOOST_TEST(match(rule, "Tool", row.other) == no);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_text_pattern_on_a_value_that_is_no_text_proves_nothing) {
    for (const auto field : {"command", "path", "url", "text"}) {
        const std::string name(field);
        const auto allowed = make_rule(allow, "Tool", R"({")" + name + R"(":"*"})");
        const auto denied = make_rule(deny, "Tool", R"({")" + name + R"(":"*"})");
        for (const std::string value : {"[\"rm\",\"x\"]", "{\"toString\":\"x\"}", "null", "123", "true"}) {
            BOOST_TEST_CONTEXT(field << ' ' << value) {
                const auto input = object("{\"" + name + "\":" + value + "}");
                BOOST_TEST(match(allowed, "Tool", input) == no);
                BOOST_TEST(match(denied, "Tool", input) == doubt);
            }
        }
        BOOST_TEST(match(denied, "Tool", "{}") == no);
    }
}

BOOST_AUTO_TEST_CASE(numbers_that_may_have_lost_digits_prove_nothing) {
    const auto fields = R"({"n":100000000000000000000000})";
    const auto input = R"({"n":100000000000000000000000})";
    BOOST_TEST(match(make_rule(allow, "Tool", fields), "Tool", input) == no);
    BOOST_TEST(match(make_rule(deny, "Tool", fields), "Tool", input) == doubt);
    BOOST_TEST(match(make_rule(allow, "Tool", R"({"n":9007199254740992})"), "Tool",
                     R"({"n":9007199254740993})") == no);
}

BOOST_AUTO_TEST_CASE(a_field_in_doubt_does_not_outweigh_one_that_differs) {
    const auto rule = make_rule(deny, "Bash", R"({"command":"rm *","n":1})");
    BOOST_TEST(match(rule, "Bash", R"({"command":"$x a","n":1})") == doubt);
    BOOST_TEST(match(rule, "Bash", R"({"command":"$x a","n":2})") == no);
    BOOST_TEST(match(rule, "Bash", R"({"command":"rm x","n":1})") == yes);
}

BOOST_AUTO_TEST_CASE(the_working_directory_counts_for_paths) {
    const auto rule = make_rule(allow, "Read", R"({"path":"/proj/*"})");
    BOOST_TEST(match(rule, "Read", object(R"({"path":"a"})"), "/proj") == yes);
    BOOST_TEST(match(rule, "Read", object(R"({"path":"a"})")) == no);
    const auto denied = make_rule(deny, "Read", R"({"path":"/proj/*"})");
    BOOST_TEST(match(denied, "Read", object(R"({"path":"a"})"), "/proj") == yes);
    BOOST_TEST(match(denied, "Read", object(R"({"path":"a"})")) == doubt);
}

BOOST_AUTO_TEST_CASE(a_tool_pattern_covers_whole_names) {
    const struct {
        std::string_view pattern;
        std::string_view name;
        rule_match for_allow;
        rule_match for_deny;
    } table[] = {
        {"Bash", "Bash", yes, yes},
        {"Bash", "bash", no, doubt},
        {"Bash", "Bash2", no, no},
        {"B?sh", "Bash", yes, yes},
        {"*", "Read", yes, yes},
        {"Ba*", "Bash", yes, yes},
        {"Bash", "constructor", no, no},
        {"mcp__github__*", "mcp__github__get_issue", yes, yes},
        {"mcp__github__*", "mcp__github", no, no},
        {"mcp__github__*", "mcp__github__", no, yes},
        {"mcp__github__*", "mcp__github_evil__get_issue", no, no},
        {"mcp__github__*", "mcp__github___x", no, yes},
        {"mcp__github__*", "mcp__GitHub__x", no, doubt},
        {"mcp__github__get_*", "mcp__github__get_issue", yes, yes},
        {"mcp__github__get_*", "mcp__github__get__x", no, yes},
        {"mcp__github", "mcp__github__get_issue", yes, yes},
        {"mcp__github", "mcp__github", yes, yes},
        {"mcp__github", "mcp__github__", no, yes},
        {"mcp__github", "mcp__github_evil__get_issue", no, no},
        {"mcp__github", "mcp__github__get__x", no, yes},
        {"mcp__github", "mcp__GitHub__x", no, doubt},
        {"mcp__a__*", "mcp__a__b__c", no, yes},
        {"mcp__a__b__*", "mcp__a__b__c", no, yes},
        {"mcp__a__b__c", "mcp__a__b__c", yes, yes},
        {"mcp__a_b__*", "mcp__a.b__x", no, no},
        {"mcp__*", "mcp__evil__rm", no, yes},
        {"mcp__*", "mcp__evil", no, yes},
        {"mcp__*__read", "mcp__evil__read", no, yes},
        {"mcp__?__read", "mcp__x__read", no, yes},
        {"mcp__g*__read", "mcp__good__read", no, yes},
        {"*", "mcp__evil__rm", no, yes},
        {"mcp*", "mcp__evil__rm", no, yes},
        {"m*__good__*", "mcp__good__x", no, yes},
        {"*__rm", "mcp__evil__rm", no, yes},
        {"mcp__\\good__*", "mcp__good__x", no, yes},
        {"\\mcp__good__*", "mcp__good__x", no, yes},
        {"mcp__good__\\x", "mcp__good__x", yes, yes},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.name << '`') {
            BOOST_TEST(match(make_rule(allow, row.pattern), row.name) == row.for_allow);
            BOOST_TEST(match(make_rule(deny, row.pattern), row.name) == row.for_deny);
            BOOST_TEST(match(make_rule(ask, row.pattern), row.name) == row.for_deny);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_tool_of_similar_name_is_in_doubt_only_where_the_input_is_covered) {
    const auto rule = make_rule(deny, "Bash", R"({"command":"rm *"})");
    BOOST_TEST(match(rule, "BASH", R"({"command":"rm x"})") == doubt);
    BOOST_TEST(match(rule, "BASH", R"({"command":"ls"})") == no);
}

BOOST_AUTO_TEST_CASE(a_rule_without_any_literal_and_input_is_unconstrained) {
    for (const auto tool : {"*", "**", "?*", "???"}) BOOST_TEST(make_rule(allow, tool).unconstrained());
    BOOST_TEST(!make_rule(allow, "B*").unconstrained());
    BOOST_TEST(!make_rule(allow, "*", R"({"command":"*"})").unconstrained());
}

BOOST_AUTO_TEST_CASE(a_rule_is_written_as_a_person_writes_it) {
    const struct {
        std::string_view tool;
        std::string_view fields;
        std::string_view text;
    } table[] = {
        {"Bash", "{}", "Bash"},
        {"mcp__a__*", "{}", "mcp__a__*"},
        {"Bash", R"({"command":"npm *"})", "Bash(npm *)"},
        {"Read", R"({"file_path":"/a/**"})", "Read(/a/**)"},
        {"Read", R"({"path":"/a"})", "Read{path=/a}"},
        {"X", R"({"a":"b*","n":1,"f":1.5,"t":true,"z":null,"l":[],"o":{}})",
         "X{a=b*,n=(a number),f=(a number),t=(a boolean),z=(null),l=(an array),o=(an object)}"},
        {"Bash", R"({"command":1})", "Bash{command=(a number)}"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.text) { BOOST_TEST(make_rule(deny, row.tool, row.fields).text() == row.text); }
    }
}

BOOST_AUTO_TEST_CASE(the_origin_does_not_count_for_sameness_unless_it_is_built_in) {
    const auto rule = make_rule(allow, "Bash", R"({"a":"x","b":1})");
    const auto other = make_rule(allow, "Bash", R"({"b":1,"a":"x"})").with_origin(rule_origin::answer);
    BOOST_TEST(rule.same_as(other));
    BOOST_TEST((other.origin() == rule_origin::answer));
    BOOST_TEST(!rule.same_as(make_rule(deny, "Bash", R"({"a":"x","b":1})")));
    BOOST_TEST(rule.same_as(rule.with_origin(rule_origin::stored)));
    BOOST_TEST(!rule.same_as(rule.with_origin(rule_origin::built_in)), "it counts less than a person's");
    BOOST_TEST(!rule.same_as(make_rule(allow, "Bash*", R"({"a":"x","b":1})")));
    BOOST_TEST(!rule.same_as(make_rule(allow, "Bash", R"({"a":"x"})")));
}

BOOST_AUTO_TEST_CASE(its_parts_are_printed_by_name) {
    std::ostringstream out;
    out << allow << ' ' << deny << ' ' << ask << ' ' << no << ' ' << doubt << ' ' << yes << ' '
        << invalid_rule{"why"};
    BOOST_TEST(out.str() == "allow deny ask no doubt yes why");
    BOOST_TEST(to_string(rule_origin::host) == "host");
    BOOST_TEST(to_string(rule_origin::command_line) == "command line");
    BOOST_TEST(to_string(rule_origin::peer) == "peer");
    BOOST_TEST(to_string(rule_origin::answer) == "answer");
}

BOOST_AUTO_TEST_CASE(the_value_of_a_refused_rule_is_an_exception_with_its_reason) {
    BOOST_CHECK_EXCEPTION(make_rule(allow, ""), std::invalid_argument, [](const std::exception& error) {
        return error.what() == std::string("`tool_pattern`: expected a pattern, got an empty string");
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::permission_rule_test
