#include <assent/domain/lint/rule_lint.hpp>

#include "unit/domain/lint/lint_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assent::rule_lint_test {
namespace {

using enum rule_behavior;
using enum lint_kind;
using sample = lint_sample;

BOOST_AUTO_TEST_SUITE(rule_lint_test)

BOOST_AUTO_TEST_CASE(a_rule_by_itself_has_the_findings_that_it_should_and_no_others) {
    const struct {
        sample rule;
        std::string_view expected;
    } table[] = {
        // runners and interpreters
        {{allow, "Bash", bash("bash *")}, "overbroad"},
        {{allow, "Bash", bash("python3 *")}, "overbroad"},
        {{allow, "Bash", bash("npx *")}, "overbroad"},
        {{allow, "Bash", bash("env *")}, "overbroad"},
        {{allow, "Bash", bash("sudo *")}, "overbroad"},
        {{allow, "Bash", bash("xargs *")}, "overbroad"},
        {{allow, "Bash", bash("ssh *")}, "overbroad"},
        {{allow, "Bash", bash("docker *")}, "overbroad"},
        {{deny, "Bash", bash("sudo *")}, ""},
        {{ask, "Bash", bash("bash *")}, ""},
        {{allow, "Bash", bash("bash scripts/build.sh")}, ""},
        // everything
        {{allow, "*"}, "any_tool"},
        {{allow, "?*"}, "any_tool"},
        {{deny, "*"}, ""},
        {{allow, "Bash"}, "any_command"},
        {{deny, "Bash"}, ""},
        {{allow, "Read"}, ""},
        {{allow, "Bash", bash("*")}, "any_command"},
        {{deny, "Bash", bash("*")}, ""},
        {{allow, "Bash", bash("* --version")}, "leading_wildcard"},
        {{allow, "Bash", bash("*-config --libs")}, "leading_wildcard"},
        {{deny, "Bash", bash("* --force")}, ""},
        // options that execute
        {{allow, "Bash", bash("find *")}, "executing_option"},
        {{allow, "Bash", bash("find . -name *")}, "executing_option"},
        {{allow, "Bash", bash("/usr/bin/find *")}, "executing_option"},
        {{allow, "Bash", bash("git *")}, "executing_option"},
        {{allow, "Bash", bash("git log *")}, "executing_option"},
        {{allow, "Bash", bash("git -* status")}, "executing_option"},
        {{allow, "Bash", bash("git status *")}, ""},
        {{allow, "Bash", bash("git commit -m *")}, ""},
        {{allow, "Bash", bash("rg *")}, "executing_option"},
        {{allow, "Bash", bash("tar *")}, "executing_option"},
        {{allow, "Bash", bash("sed *")}, "executing_option"},
        {{allow, "Bash", bash("gawk *")}, "executing_option"},
        {{allow, "Bash", bash("vim *")}, "executing_option"},
        {{allow, "Bash", bash("less *")}, "executing_option"},
        {{allow, "Bash", bash("man *")}, "executing_option"},
        {{allow, "Bash", bash("rsync *")}, "executing_option"},
        {{allow, "Bash", bash("sort -*")}, "executing_option"},
        {{allow, "Bash", bash("sort data/*.txt")}, ""},
        {{allow, "Bash", bash("find . -delete")}, ""},
        {{deny, "Bash", bash("find *")}, ""},
        {{allow, "Bash", bash("ls *")}, ""},
        {{allow, "Bash", bash("touch *")}, ""},
        // commands of the shell itself
        {{allow, "Bash", bash("export *")}, "never_matches"},
        {{allow, "Bash", bash("set -o *")}, "never_matches"},
        {{allow, "Bash", bash("unset X *")}, "never_matches"},
        {{allow, "Bash", bash("if *")}, "never_matches"},
        {{allow, "Bash", bash("export X=1")}, ""},
        {{deny, "Bash", bash("export *")}, ""},
        {{allow, "Bash", bash("wait *")}, ""},
        {{allow, "Bash", bash("test -f *")}, ""},
        {{allow, "Bash", bash("printf x *")}, "executing_option"},
        {{allow, "Bash", bash("exporter *")}, ""},
        // fields of tools that nobody has registered: their names say what they hold
        {{allow, "mcp__x__run", R"({"script":"npm *"})"}, "executing_option"},
        {{allow, "mcp__x__run", R"({"cmd":"ls *"})"}, ""},
        {{allow, "mcp__x__edit", R"({"filePath":"/srv/*"})"}, ""},
        {{deny, "mcp__x__run", R"({"script":"rm x"})"}, ""},
        {{allow, "mcp__x__run", R"({"script":"npm test"})"}, ""},
        {{allow, "mcp__x__run", R"({"script":"*"})"}, "any_command"},
        {{allow, "mcp__x__run", R"({"title":"npm *"})"}, ""},
        {{allow, "mcp__x__run", R"({"command":"ls *"})"}, ""},
        {{allow, "mcp__x__edit", R"({"file_path":"/srv/*"})"}, ""},
        // several commands in one
        {{deny, "Bash", bash("curl x && ls")}, "rarely_matches"},
        {{ask, "Bash", bash("a | b")}, "rarely_matches"},
        {{deny, "Bash", bash("a|b")}, "rarely_matches"},
        {{deny, "Bash", bash("a; b")}, "rarely_matches"},
        {{deny, "Bash", bash("a &")}, "rarely_matches"},
        {{deny, "Bash", bash("cat > x")}, "rarely_matches"},
        {{deny, "Bash", bash("cat < x")}, "rarely_matches"},
        {{deny, "Bash", bash("(rm x)")}, "rarely_matches"},
        {{deny, "Bash", bash("echo `id`")}, "rarely_matches"},
        {{deny, "Bash", bash(R"(a\nb)")}, "rarely_matches"},
        {{deny, "Bash", bash("rm -rf /")}, ""},
        {{deny, "Bash", bash("echo $HOME")}, ""},
        {{deny, "Bash", bash(R"(find . \\( -name x \\))")}, ""},
        {{deny, "Bash", bash("git commit -m 'a && b'")}, "quotes"},
        {{deny, "Bash", bash("bash -c 'a; b'")}, "quotes"},
        {{allow, "Bash", bash("npm a && npm b")}, ""},
        // characters
        {{deny, "Read", file("/srv/*.{js,ts}")}, "braces_or_brackets"},
        {{allow, "Read", file("/srv/{a,b}")}, "braces_or_brackets"},
        {{allow, "Read", file(R"(/srv/\\{a,b\\})")}, ""},
        {{deny, "Bash", bash("rm {a,b} *")}, "braces_or_brackets"},
        {{deny, "Bash", bash("rm [ab]*")}, "braces_or_brackets"},
        {{allow, "Bash", bash("echo {a,b}")}, ""},
        {{allow, "WebSearch", R"({"query":"[rust] *"})"}, "braces_or_brackets"},
        {{allow, "WebSearch", R"({"query":"[rust] asio"})"}, ""},
        {{allow, "WebSearch", R"({"query":"{} *"})"}, ""},
        {{deny, "Bash", bash(R"(git commit -m \"*)")}, "quotes"},
        {{deny, "Bash", bash("echo 'x y'")}, "quotes"},
        {{allow, "Bash", bash("echo 'x y'")}, ""},
        {{deny, "Bash", bash(R"(echo \\' *)")}, ""},
        {{allow, "Bash", bash("ls * ")}, "outer_blank"},
        {{allow, "Bash", bash(" ls")}, "outer_blank"},
        {{deny, "WebSearch", R"({"query":"rust\t"})"}, "outer_blank"},
        {{deny, "WebSearch", R"({"query":"rust\\ "})"}, ""},
        // tools and fields
        {{allow, "Raed", file("/srv/**")}, "unknown_tool"},
        {{allow, "READ", file("/srv/**")}, "unknown_tool"},
        {{deny, "Shell"}, "unknown_tool"},
        {{allow, "bash", bash("npm *")}, "unknown_tool"},
        {{deny, "read_file"}, "unknown_tool"},
        {{deny, "X*"}, "unknown_tool"},
        {{allow, "mcp__db__query"}, ""},
        {{allow, "mcp__db__*"}, ""},
        {{deny, "mcp__*"}, ""},
        {{deny, "m*"}, ""},
        {{allow, "Multi*"}, ""},
        {{allow, "mcp__*"}, "never_matches"},
        {{allow, "mcp__*__query"}, "never_matches"},
        {{allow, "mcp_*"}, ""},
        {{allow, "Read", R"({"path":"/srv/**"})"}, "unknown_field"},
        {{allow, "Bash", R"({"comand":"ls"})"}, "unknown_field"},
        {{allow, "Bash", R"({"timeout":"1000"})"}, "never_matches"},
        {{deny, "Edit", R"({"replace_all":"true"})"}, "never_matches"},
        {{deny, "Edit", R"({"replace_all":true})"}, ""},
        {{allow, "Bash", R"({"timeout":1000})"}, ""},
        {{allow, "WebSearch", R"({"query":1})"}, "never_matches"},
        {{deny, "Read", file("/etc/")}, ""},
        {{ask, "Read", file("/secret*/")}, ""},
        {{deny, "Read", file("/etc/**")}, ""},
        {{deny, "Read", file("/")}, ""},
        // the usual ones
        {{allow, "Read", file("/home/me/project/**")}, ""},
        {{allow, "WebFetch", R"({"url":"*.example.com"})"}, ""},
        {{deny, "WebFetch", R"({"url":"https://example.com/*"})"}, ""},
        {{allow, "Task", R"({"subagent_type":"reviewer"})"}, ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.rule.behavior << ' ' << row.rule.tool << ' ' << row.rule.fields) {
            const auto found = report({row.rule});
            BOOST_TEST(kinds(found, 0) == row.expected);
            for (const auto& each : found.findings) {
                BOOST_TEST(each.rule == 0U);
                BOOST_TEST(each.text == made(row.rule).text());
                BOOST_TEST(!each.why.empty());
                BOOST_TEST(each.why.find('\n') == std::string::npos);
                BOOST_TEST(each.severity ==
                           (each.what == overbroad ? lint_severity::error : lint_severity::warning));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_name_is_never_longer_than_the_longest_name_of_a_tool) {
    for (const std::size_t size : {std::size_t{128}, std::size_t{129}}) {
        const std::string literal(size - 1, 'x');
        const auto expected = size == 128 ? "unknown_tool" : "never_matches";
        BOOST_TEST(kinds(report({{deny, literal + "?"}}), 0) == expected);
        BOOST_TEST(kinds(report({{deny, literal + "x"}}), 0) == expected);
        BOOST_TEST(kinds(report({{deny, literal + "x*"}}), 0) == expected);
    }
}

BOOST_AUTO_TEST_CASE(what_the_host_allows_is_a_warning) {
    const std::vector<sample> rules{{allow, "Bash", bash("bash *")}};
    BOOST_TEST((report(rules).worst() == lint_severity::error));
    BOOST_TEST((report(rules, {.allow_overbroad = true}).worst() == lint_severity::warning));
    BOOST_TEST(!report({{allow, "Read"}}).worst().has_value());
    // Without the host's word there is no such rule.
    BOOST_TEST(flaw(allow, "Bash", object(bash("bash *"))) != "");
}

BOOST_AUTO_TEST_CASE(a_suggestion_is_a_rule_without_the_finding) {
    const struct {
        sample rule;
        std::string_view better;  // empty: none
    } table[] = {
        {{allow, "Bash", bash("git *")}, "Bash(git status *)"},
        {{allow, "Bash", bash("git push *")}, ""},
        {{allow, "Bash", bash("git log *")}, ""},
        {{allow, "Bash", bash("git -C /x *")}, ""},
        {{allow, "Bash", bash("git * main")}, ""},
        {{allow, "Bash", bash("/usr/bin/git *")}, ""},
        {{allow, "Bash", bash("find *")}, ""},
        {{deny, "Bash", bash("curl x && ls")}, ""},
        {{deny, "Bash", bash("cat a.txt > x")}, "Bash(cat a.txt)"},
        {{allow, "Bash", bash("bash *")}, ""},
        {{allow, "Raed", file("/srv/**")}, "Read(/srv/**)"},
        {{allow, "READ", file("/srv/**")}, "Read(/srv/**)"},
        {{deny, "Terminal"}, ""},
        {{allow, "Bash", R"({"comand":"ls"})"}, "Bash(ls)"},
        {{allow, "Bash", R"({"comand":"ls","command":"ls"})"}, ""},
        {{allow, "Bash", R"({"timeout":"1000"})"}, "Bash{timeout=(a number)}"},
        {{deny, "Edit", R"({"replace_all":"true"})"}, "Edit{replace_all=(a boolean)}"},
        {{deny, "Edit", R"({"replace_all":"yes"})"}, ""},
        {{deny, "Read", file("/srv/*.{js,ts}")}, R"(Read(/srv/*.\{js,ts\}))"},
        {{deny, "Bash", bash("rm [ab]*")}, R"(Bash(rm \[ab\]*))"},
        {{deny, "Bash", bash(R"(git commit -m \"*\")")}, "Bash(git commit -m *)"},
        {{deny, "Bash", bash("echo 'x y' *")}, R"(Bash(echo x\ y *))"},
        {{allow, "Bash", bash(" ls * ")}, "Bash(ls *)"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.rule.behavior << ' ' << row.rule.tool << ' ' << row.rule.fields) {
            const auto found = report({row.rule});
            BOOST_REQUIRE(found.findings.size() == 1U);
            const auto& better = found.findings[0].better;
            BOOST_TEST((better ? better->text() : "") == row.better);
            if (!better) continue;
            BOOST_TEST(better->behavior() == row.rule.behavior);
            const auto again = lint({*better}, *tool_registry::standard());
            BOOST_TEST(find(again, 0, found.findings[0].what) == nullptr);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_for_several_commands_is_told_which_ones_to_write) {
    const auto why = [](std::string_view command) {
        const auto found = report({{deny, "Bash", bash(command)}});
        const auto* const several = find(found, 0, rarely_matches);
        return several == nullptr ? std::string() : several->why;
    };
    const std::string begin =
        "`command`: several commands, or one with a redirection, are compared byte for byte, and the "
        "smallest "
        "change passes by";
    BOOST_TEST(why("curl x && ls -l || curl x") ==
               begin + "; write a rule for each command: `curl x`, `ls -l`");
    BOOST_TEST(why("cat >x") == begin + "; write the command alone");
    BOOST_TEST(why("a; b; c; d") == begin + "; write a rule for each command: `a`, `b`, `c`, `d`");
    BOOST_TEST(why("a; b; c; d; e") == begin + "; write a rule for each command: `a`, `b`, `c`, `d` ...");
}

BOOST_AUTO_TEST_CASE(what_is_found_is_printed_by_name) {
    std::ostringstream out;
    for (std::size_t i = 0; i < lint_kind_count; ++i) out << static_cast<lint_kind>(i) << ' ';
    out << lint_severity::warning << ' ' << lint_severity::error;
    BOOST_TEST(out.str() ==
               "overbroad any_tool any_command leading_wildcard executing_option braces_or_brackets quotes "
               "outer_blank unknown_tool unknown_field never_matches rarely_matches "
               "means_other missed_call duplicate "
               "redundant shadowed runs_what_is_edited warning error");
}

BOOST_AUTO_TEST_CASE(a_rule_that_runs_what_agents_may_edit_is_named_where_they_may) {
    const auto found = [](std::string_view command, rule_behavior behavior, bool edits_allowed) {
        const auto rule =
            permission_rule::make("Bash", {{"command", command}}, behavior, rule_origin::host).value();
        const auto report = lint({rule}, *tool_registry::standard(), {.edits_allowed = edits_allowed});
        return std::ranges::any_of(report.findings, [](const lint_finding& each) {
            return each.what == lint_kind::runs_what_is_edited;
        });
    };
    for (const auto* command : {"npm test", "npm test *", "make *", "pytest", "cargo test *"}) {
        BOOST_TEST(found(command, rule_behavior::allow, true), command);
        BOOST_TEST(!found(command, rule_behavior::allow, false), command);
        BOOST_TEST(!found(command, rule_behavior::deny, true), command);
    }
    for (const auto* command : {"ls *", "git status", "git push *", "git commit *", "mkdir *", "unknown *"})
        BOOST_TEST(!found(command, rule_behavior::allow, true), command);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_lint_test
