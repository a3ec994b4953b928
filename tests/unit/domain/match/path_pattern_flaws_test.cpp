// Which texts are patterns for paths.
#include <assent/domain/match/path_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::path_pattern_flaws_test {
namespace {

using enum rule_match;

std::string flaw(std::string_view pattern, rule_behavior behavior) {
    const auto made = path_pattern::make(pattern, behavior);
    return made ? std::string() : made.error().message;
}

rule_match catches(std::string_view pattern, std::string_view path, std::string_view cwd = {}) {
    return path_pattern::make(pattern, rule_behavior::deny).value().catches(path_reading(path, cwd));
}

BOOST_AUTO_TEST_SUITE(path_pattern_flaws_test)

BOOST_AUTO_TEST_CASE(a_pattern_that_is_no_path_is_refused) {
    constexpr std::string_view unclosed = "`[` without `]`; for the character write `\\[`";
    const struct {
        std::string_view pattern;
        std::string_view for_allow;
        std::string_view for_deny;
    } table[] = {
        {"", "expected a pattern, got an empty string", "expected a pattern, got an empty string"},
        {"/src/[a.c", unclosed, unclosed},
        {"/src/[a/b].c", "`/` in a set", "`/` in a set"},
        {"/a\\/b", "`/` must not be escaped", "`/` must not be escaped"},
        {"src/x", "expected an absolute path, got `src/x`", ""},
        {"**/x", "expected an absolute path, got `**/x`", ""},
        {"/a//b", "expected a path without `//`", "expected a path without `//`"},
        {"/a/", "expected a path without `/` at the end", ""},
        {"/a/../b", "expected a path without `.` and `..` components",
         "expected a path without `.` and `..` components"},
        {"/a/.", "expected a path without `.` and `..` components",
         "expected a path without `.` and `..` components"},
        {"/", "", ""},
        {"*", "", ""},
        {"**", "", ""},
        {"/a/...", "", ""},
        {"/a\\[b", "", ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.pattern) {
            BOOST_TEST(flaw(row.pattern, rule_behavior::allow) == row.for_allow);
            BOOST_TEST(flaw(row.pattern, rule_behavior::deny) == row.for_deny);
            BOOST_TEST(flaw(row.pattern, rule_behavior::ask) == row.for_deny);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_that_begins_with_what_others_expand_is_refused_and_an_escaped_one_is_a_name) {
    for (const std::string path : {"~", "~/.ssh/**", "~root/x", "$HOME/.ssh/**", "${HOME}/x", "%TEMP%/x"}) {
        const std::string sign = path.substr(0, 1);
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask})
            BOOST_TEST_CONTEXT(path)
        BOOST_TEST(flaw(path, behavior) ==
                   "expected a path that is written out, got `" + path + "`: a leading `" + sign +
                       "` is not expanded in a rule; write `\\" + sign + "` where a name begins with it");
    }
    BOOST_TEST(catches("\\~/x", "/proj/~/x", "/proj") == yes);
    BOOST_TEST(catches("/a/~b", "/a/~b") == yes);
    BOOST_TEST(catches("a~", "/proj/a~", "/proj") == yes);
}

BOOST_AUTO_TEST_CASE(a_folder_may_have_as_many_wildcards_as_another_pattern) {
    std::string at = "/";
    for (std::size_t i = 0; i < max_pattern_wildcards; ++i) at += "?";
    BOOST_TEST(flaw(at + "/", rule_behavior::deny) == "");
    BOOST_TEST(flaw(at + "?/", rule_behavior::deny) != "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_pattern_flaws_test
