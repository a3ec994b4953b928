// Rules beside others: needless ones.
#include <assent/domain/lint/rule_lint.hpp>

#include "unit/domain/lint/lint_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::rule_lint_pairs_test {
namespace {

using enum rule_behavior;
using enum lint_kind;
using sample = lint_sample;

BOOST_AUTO_TEST_SUITE(rule_lint_pairs_test)

BOOST_AUTO_TEST_CASE(of_two_rules_the_one_that_could_be_left_out_is_told) {
    const struct {
        sample wide;
        sample narrow;
        std::string_view expected;  // about the narrow one
    } table[] = {
        {{allow, "Bash", bash("npm test")}, {allow, "Bash", bash("npm test")}, "duplicate"},
        {{allow, "Wait", R"({"s":1})"}, {allow, "Wait", R"({"s":1})"}, "duplicate"},
        {{deny, "Bash", bash("npm test")}, {allow, "Bash", bash("npm test")}, "shadowed"},
        {{ask, "Bash", bash("npm test")}, {allow, "Bash", bash("npm test")}, "shadowed"},
        {{deny, "Bash", bash("npm test")}, {ask, "Bash", bash("npm test")}, "shadowed"},
        {{ask, "Bash", bash("npm test")}, {deny, "Bash", bash("npm test")}, ""},
        {{allow, "Bash", bash("npm test")}, {deny, "Bash", bash("npm test")}, ""},
        // tools
        {{deny, "Read"}, {allow, "Read", file("/srv/**")}, "shadowed"},
        {{allow, "Read"}, {allow, "Read", file("/srv/**")}, "redundant"},
        {{deny, "*"}, {allow, "Read"}, "shadowed"},
        {{deny, "R*"}, {allow, "Read"}, "shadowed"},
        {{deny, "r*"}, {allow, "Read"}, ""},  // another case is only doubt
        {{deny, "Read"}, {allow, "R*"}, ""},
        {{allow, "mcp__db__*"}, {allow, "mcp__db__query"}, "redundant"},
        {{allow, "?*"}, {allow, "mcp__db__query"}, ""},
        // commands
        {{deny, "Bash", bash("git *")}, {allow, "Bash", bash("git push *")}, "shadowed"},
        {{deny, "Bash", bash("git *")}, {allow, "Bash", bash("git")}, "shadowed"},
        {{deny, "Bash", bash("git *")}, {allow, "Bash", bash("git push origin")}, "shadowed"},
        {{deny, "Bash", bash("git *")}, {allow, "Bash", bash("gitk *")}, ""},
        {{deny, "Bash", bash("git push *")}, {allow, "Bash", bash("git status *")}, ""},
        {{deny, "Bash", bash("git push *")}, {allow, "Bash", bash("git p* x")}, ""},
        {{deny, "Bash", bash("* push")}, {allow, "Bash", bash("git push")}, "shadowed"},
        {{deny, "Bash", bash("* push")}, {allow, "Bash", bash("git push *")}, ""},
        {{allow, "Bash", bash("npm *")}, {allow, "Bash", bash("npm run *")}, "redundant"},
        {{deny, "Bash", bash("npm *")}, {deny, "Bash", bash("npm run *")}, "redundant"},
        {{deny, "Bash", bash("npm *")}, {deny, "Bash", bash("npm publish")}, "redundant"},
        {{deny, "Bash", bash("npm *")}, {deny, "Bash", bash("npm a && rm b")}, ""},
        {{allow, "Bash", bash("find *")},
         {allow, "Bash", bash("find . -delete")},
         ""},  // names it for the guard
        {{allow, "Bash"}, {allow, "Bash", bash("find . -delete")}, ""},
        {{deny, "Bash", bash("find *")}, {allow, "Bash", bash("find . -delete")}, "shadowed"},
        {{allow, "Bash", bash("ls *")}, {allow, "Bash", bash("ls -la")}, "redundant"},
        {{allow, "Bash", bash("ls *")}, {allow, "Bash", bash("ls > x")}, ""},
        {{deny, "Bash", bash("ls *")}, {allow, "Bash", bash("ls > x")}, ""},  // not proven
        // paths
        {{deny, "Read", file("/etc/**")}, {allow, "Read", file("/etc/hosts")}, "shadowed"},
        {{deny, "Read", file("/etc/**")}, {allow, "Read", file("/etc/ssh/**")}, "shadowed"},
        {{deny, "Read", file("/etc/*")}, {allow, "Read", file("/etc/ssh/**")}, "shadowed"},
        {{deny, "Read", file("/etc/*")}, {deny, "Read", file("/etc/**")}, ""},  // and the folder itself
        {{deny, "Read", file("/etc/**")}, {allow, "Read", file("/etcetera/x")}, ""},
        {{deny, "Read", file("/etc/")}, {allow, "Read", file("/etc/ssh/**")}, "shadowed"},
        {{deny, "Read", file("/etc/")}, {deny, "Read", file("/etc/**")}, "redundant"},
        {{deny, "Read", file("/etc/*")}, {deny, "Read", file("/etc/")}, ""},  // and the folder itself
        {{deny, "Read", file("**/.env")}, {allow, "Read", file("/srv/.env")}, "shadowed"},
        {{deny, "Read", file(".env")}, {allow, "Read", file("/srv/.env")}, ""},  // it depends on the folder
        {{allow, "Read", file("/srv/**")}, {allow, "Read", file("/srv/a/*.c")}, "redundant"},
        {{allow, "Read", file("/srv/**")}, {allow, "Read", file("/srv/.env")}, ""},
        {{allow, "Read", file("/srv/**")}, {allow, "Read", file("/srv/.*")}, ""},
        {{allow, "Read", file("/srv/**")}, {allow, "Read", file("/srv/a/.git/**")}, ""},
        {{allow, "Read", file("/srv/*")}, {allow, "Read", file("/srv/a/b")}, ""},
        {{allow, "Read", file("/srv/*")}, {allow, "Read", file("/srv/**")}, ""},
        {{allow, "Read", file("/srv/*")}, {allow, "Read", file("/srv/*.c")}, "redundant"},
        // texts, domains, several fields
        {{deny, "WebSearch", R"({"query":"rust*"})"},
         {allow, "WebSearch", R"({"query":"rust *"})"},
         "shadowed"},
        {{deny, "WebSearch", R"({"query":"*rust*"})"},
         {allow, "WebSearch", R"({"query":"a rust b"})"},
         "shadowed"},
        {{deny, "WebFetch", R"({"url":"*.a.org"})"},
         {allow, "WebFetch", R"({"url":"https://b.a.org/x"})"},
         "shadowed"},
        {{deny, "WebFetch", R"({"url":"a.org"})"}, {allow, "WebFetch", R"({"url":"https://b.org/x"})"}, ""},
        {{deny, "Grep", R"({"pattern":"x*"})"},
         {allow, "Grep", R"({"pattern":"x","path":"/srv/**"})"},
         "shadowed"},
        {{deny, "Grep", R"({"pattern":"x","path":"/srv/**"})"}, {allow, "Grep", R"({"pattern":"x"})"}, ""},
        {{deny, "Wait", R"({"s":1})"}, {allow, "Wait", R"({"s":1,"t":"x"})"}, "shadowed"},
        {{deny, "Wait", R"({"s":1})"}, {allow, "Wait", R"({"s":2})"}, ""},
        // fields that are read as another kind than their names say
        {{allow, "Skill", R"({"command":"a *"})"}, {allow, "Skill", R"({"command":"a b"})"}, ""},
    };
    for (const auto& row : table) {
        for (const std::size_t narrow : {std::size_t{0}, std::size_t{1}}) {
            BOOST_TEST_CONTEXT(row.wide.behavior << ' ' << row.wide.fields << " beside "
                                                 << row.narrow.behavior << ' ' << row.narrow.tool
                                                 << row.narrow.fields << " at " << narrow) {
                const auto rules =
                    narrow == 1 ? std::vector{row.wide, row.narrow} : std::vector{row.narrow, row.wide};
                const auto found = report(rules);
                const bool twins = row.expected == "duplicate";
                const std::size_t told = twins ? 1 : narrow;
                std::string needless;
                for (const auto& each : found.findings) {
                    // The wide one may be needless beside the narrow one, where that is of another behavior.
                    if (each.what < duplicate || each.rule != told) continue;
                    BOOST_TEST_REQUIRE(each.other.has_value());
                    BOOST_TEST(*each.other == 1 - told);
                    needless += to_string(each.what);
                }
                BOOST_TEST(needless == row.expected);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(of_two_rules_that_cover_the_same_only_the_later_one_is_told) {
    const auto found = report({{allow, "Bash", bash("touch *")}, {allow, "Bash", bash("touch  *")}});
    BOOST_TEST(kinds(found, 0).empty());
    BOOST_TEST(kinds(found, 1) == "redundant");
}

BOOST_AUTO_TEST_CASE(a_shadowed_rule_names_the_rule_that_wins) {
    const auto found = report({{allow, "Bash", bash("git push *")}, {deny, "Bash", bash("git *")}});
    const auto* const shadow = find(found, 0, shadowed);
    BOOST_REQUIRE(shadow != nullptr);
    BOOST_TEST(shadow->why ==
               "deny rule `Bash(git *)` covers all that it covers, and wins: it never decides");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_lint_pairs_test
