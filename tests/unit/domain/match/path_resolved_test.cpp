#include <assent/domain/match/path_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent::path_resolved_test {
namespace {

using enum rule_match;

path_pattern pattern(std::string_view text, rule_behavior behavior) {
    return path_pattern::make(text, behavior).value();
}

bool allows(std::string_view text, std::string_view path, std::optional<std::string> leads_to) {
    const resolved_path resolved{"file_path", std::move(leads_to)};
    return pattern(text, rule_behavior::allow).allows(path_reading(path, "/proj", &resolved));
}

rule_match catches(std::string_view text, std::string_view path, std::optional<std::string> leads_to) {
    const resolved_path resolved{"file_path", std::move(leads_to)};
    return pattern(text, rule_behavior::deny).catches(path_reading(path, "/proj", &resolved));
}

std::string why_not(std::string_view text, std::string_view path, const rule_switches& switches = {}) {
    return pattern(text, rule_behavior::allow).why_not(path_reading(path, "/proj"), switches);
}

BOOST_AUTO_TEST_SUITE(path_resolved_test)

BOOST_AUTO_TEST_CASE(an_allow_pattern_has_to_cover_where_the_path_leads_too) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        std::optional<std::string> leads_to;
        bool expected;
    } table[] = {
        {"/proj/**", "/proj/a", "/proj/a", true},
        {"/proj/**", "/proj/a", "/proj/b/c", true},
        {"/proj/**", "a", "/proj/a", true},
        {"/proj/**", "/proj/link/passwd", "/etc/passwd", false},
        {"/proj/**", "/proj/link", "/proj/.git/config", false},
        {"/proj/**", "/proj/link", "/proj", false},
        {"/real/**", "/proj/link/x", "/real/x", false},
        {"/proj/**", "/proj/a", {}, false},
        {"/proj/**", "/proj/a", "proj/a", false},
        {"/proj/a", "/proj/a", {}, false},
        {"/proj/**", "/proj/../proj/a", "/proj/a", false},
        {"*", "/proj/a", {}, true},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.pattern << ' ' << row.path << " -> " << row.leads_to.value_or("nowhere"))
    BOOST_TEST(allows(row.pattern, row.path, row.leads_to) == row.expected);
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_covers_where_the_path_leads) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        std::optional<std::string> leads_to;
        rule_match expected;
    } table[] = {
        {"/etc/**", "/proj/link/passwd", "/etc/passwd", yes},
        {"/etc/**", "/proj/link", "/etc", yes},
        {"/etc/*", "/proj/link", "/etc/a/b", yes},
        {"/etc/**", "/proj/link", "/ETC/passwd", doubt},
        {"/etc/**", "/proj/link", "/proj/other", no},
        {"/proj/link/**", "/proj/link/x", "/other/x", yes},
        {"/etc/**", "/proj/link", {}, doubt},
        {"secrets/**", "/proj/link", "/proj/secrets/x", yes},
        {"secrets/**", "/proj/link", "/elsewhere/secrets/x", doubt},
        {"**/.env", "/proj/link", "/x/.env", yes},
        // where `..` leads is known once the file system was asked
        {"/etc/**", "/proj/x/../y", "/proj/y", no},
        {"/etc/**", "/proj/x/../passwd", "/etc/passwd", yes},
        // what the file system says does not hold for other processes
        {"/etc/**", "/proc/self/root/x", "/x", doubt},
        {"/etc/**", "/proj/link", "/proc/1/root/etc", doubt},
        {"/etc/**", "/proj/link", "/proj/caf\xC3\xA9", no},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.pattern << ' ' << row.path << " -> " << row.leads_to.value_or("nowhere"))
    BOOST_TEST(catches(row.pattern, row.path, row.leads_to) == row.expected);
}

BOOST_AUTO_TEST_CASE(switches_widen_allow_patterns_and_nothing_else) {
    const rule_switches crossing{.star_crosses_slash = true};
    const rule_switches dotted{.allow_dotfiles = true};
    const rule_switches both{.star_crosses_slash = true, .allow_dotfiles = true};
    const struct {
        std::string_view pattern;
        std::string_view path;
        bool plain, crossing, dotted, both;
    } table[] = {
        {"/src/*.c", "/src/a.c", true, true, true, true},
        {"/src/*.c", "/src/x/a.c", false, true, false, true},
        {"/src/?b", "/src//b", false, false, false, false},
        {"/src/a?b", "/src/a/b", false, true, false, true},
        {"/src/a[!x]b", "/src/a/b", false, false, false, false},
        {"/src/**/*.c", "/src/a.c", true, true, true, true},
        {"/src/*", "/src/.x", false, false, true, true},
        {"/src/**", "/src/.x/a", false, false, true, true},
        {"/src/*", "/src/a/.x", false, false, false, true},
        {"/src/.x/*", "/src/.x/a/b", false, true, false, true},
        {"/src/.x/*", "/src/.x/a/.b", false, false, false, true},
        {"/src/*", "/src/../a", false, false, false, false},
        {"/src/*", "/etc/a", false, false, false, false},
        {"/src/**", "/src", false, false, false, false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.pattern << ' ' << row.path) {
            const auto made = pattern(row.pattern, rule_behavior::allow);
            const path_reading path(row.path, "");
            BOOST_TEST(made.allows(path) == row.plain);
            BOOST_TEST(made.allows(path, crossing) == row.crossing);
            BOOST_TEST(made.allows(path, dotted) == row.dotted);
            BOOST_TEST(made.allows(path, both) == row.both);
        }
    }
    const resolved_path hidden{"file_path", "/src/.git/config"};
    const auto made = pattern("/src/*", rule_behavior::allow);
    BOOST_TEST(!made.allows(path_reading("/src/link", "", &hidden), crossing));
    BOOST_TEST(made.allows(path_reading("/src/link", "", &hidden), both));
}

BOOST_AUTO_TEST_CASE(a_relative_path_with_parents_is_covered_where_it_surely_leads_there) {
    BOOST_TEST(allows("/home/a/**", "../home/a/b", "/home/a/b"));
    BOOST_TEST(allows("/home/a/**", "x/../../home/a/b", "/home/a/b"));
    BOOST_TEST(!allows("/home/a/**", "../home/a/b", "/home/a/c"), "a link is on the way");
    BOOST_TEST(!allows("/home/a/**", "../home/a/b", std::nullopt));
    BOOST_TEST(!allows("/home/a/**", "../home/c/b", "/home/c/b"));
    BOOST_TEST(!allows("/home/a/**", "/proj/../home/a/b", "/home/a/b"));
    BOOST_TEST(!allows("/home/a/**", "../home/a/$b", "/home/a/$b"));
    const auto home = pattern("/home/a/**", rule_behavior::allow);
    BOOST_TEST(!home.allows(path_reading("../home/a/b", "/proj")), "nobody has looked");
    const resolved_path there{"file_path", "/home/a/b"};
    BOOST_TEST(!home.allows(path_reading("../home/a/b", "", &there)));
}

BOOST_AUTO_TEST_CASE(a_pattern_says_why_it_does_not_cover_a_path) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        std::string_view why;
    } table[] = {
        {"/proj/**", "/proj/a", ""},
        {"/proj/**", "/proj/a/.git/x",
         "component 3, `.git`, is hidden, and the pattern does not write its dot"},
        {"/proj/**", "/projx/a", "component 1, `projx`, is not `proj`"},
        {"/proj/src/*", "/proj", "it is not below `/proj/src`"},
        {"/proj/**", "/proj", "what stands behind `/proj` is not covered"},
        {"/proj/*", "/proj/a/b", "component 3, `b`, is a level too deep"},
        {"/proj/*.c", "/proj/a.h", "component 2, `a.h`, does not fit the pattern"},
        {"/proj/*/x", "/proj/a", "it has fewer components than the pattern"},
        {"/proj/a", "/proj/a/b", "component 3, `b`, is a level too deep"},
        {"/proj/**/*.c", "/proj/a.h", "what stands behind `/proj` is not covered"},
        {"/proj/*", "/proj/../x", "it has a `..` component"},
        {"/proj/*", "~/x", "it is relative, and a program may expand or decode it"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.pattern << ' ' << row.path)
    BOOST_TEST(why_not(row.pattern, row.path) == row.why);
    const resolved_path elsewhere{"file_path", "/etc/passwd"};
    const resolved_path nowhere{"file_path", {}};
    const auto made = pattern("/proj/**", rule_behavior::allow);
    BOOST_TEST(made.why_not(path_reading("/proj/a", "", &elsewhere)) ==
               "it leads to `/etc/passwd`, which is not covered: component 1, `etc`, is not `proj`");
    BOOST_TEST(made.why_not(path_reading("/proj/a", "", &nowhere)) ==
               "where it leads could not be found out");
    BOOST_TEST(pattern("/etc/*", rule_behavior::deny).why_not(path_reading("/a", "")) == "it is not covered");
    BOOST_TEST(pattern("/etc/*", rule_behavior::deny).why_not(path_reading("/etc/a", "")) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_resolved_test
