#include <assent/domain/match/path_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace assent::path_case_test {
namespace {

using enum rule_match;

struct file_named {
    std::string_view path;
    std::string_view cwd = "/proj";
    std::optional<std::string> leads_to{};
};

// What a pattern says of a file: where case counts, and where it is ignored.
struct both_ways {
    explicit both_ways(const file_named& file)
        : resolved{"file_path", file.leads_to},
          counted(file.path, file.cwd, file.leads_to ? &resolved : nullptr),
          ignored(file.path, file.cwd, file.leads_to ? &resolved : nullptr, true) {}
    resolved_path resolved;
    path_reading counted;
    path_reading ignored;
};

path_pattern pattern(std::string_view text, rule_behavior behavior) {
    return path_pattern::make(text, behavior).value();
}

BOOST_AUTO_TEST_SUITE(path_case_test)

BOOST_AUTO_TEST_CASE(where_case_is_ignored_a_deny_pattern_covers_every_case_for_certain) {
    const struct {
        std::string_view pattern;
        file_named file;
        rule_match counted;
        rule_match ignored;
    } table[] = {
        {"/etc/**", {"/etc/passwd"}, yes, yes},
        {"/etc/**", {"/ETC/passwd"}, doubt, yes},
        {"/Etc/**", {"/etc/PASSWD"}, doubt, yes},
        {"/etc/**", {"/etcetera/a"}, no, no},
        {"/proj/.env", {"/proj/.ENV"}, doubt, yes},
        {"/proj/.env", {".Env"}, doubt, yes},
        {"/proj/.env", {"/proj/src/../.ENV"}, doubt, yes},
        {"/proj/.env", {"/proj/.env2"}, no, no},
        {".env", {"/proj/.ENV"}, doubt, yes},
        {".env", {"/PROJ/.env", "/proj"}, doubt, yes},
        {"**/.env", {"/a/b/.ENV"}, doubt, yes},
        {"/proj/secrets/", {"/proj/Secrets"}, doubt, yes},
        {"/proj/*.key", {"/proj/deep/ID.KEY"}, doubt, yes},
        {"/proj/[a-c].txt", {"/proj/B.txt"}, doubt, yes},
        {"/proj/[!a].txt", {"/proj/A.txt"}, yes, yes},
        {"/proj/[!a].txt", {"/proj/a.txt"}, doubt, yes},  // `A.txt`, the same file, is covered
        {"/etc/**", {"/proj/link", "/proj", "/Etc/x"}, doubt, yes},
        {"/etc/**", {"/proj/link", "/proj", "/srv/x"}, no, no},
        {"/proj/\u00e9", {"/proj/\u00e9"}, yes, yes},
        // Other forms of letters outside ASCII, their other case among them, stay in doubt.
        {"/proj/\u00e9", {"/proj/e\u0301"}, doubt, doubt},
        {"/proj/\u00e9", {"/proj/\u00c9"}, doubt, doubt},
        {"/proj/\u00e9", {"/proj/f"}, no, no},
    };
    for (const auto& row : table) {
        const both_ways file(row.file);
        const auto denied = pattern(row.pattern, rule_behavior::deny);
        BOOST_TEST_CONTEXT(row.pattern << ' ' << row.file.path) {
            BOOST_TEST(denied.catches(file.counted) == row.counted);
            BOOST_TEST(denied.catches(file.ignored) == row.ignored);
        }
    }
}

BOOST_AUTO_TEST_CASE(where_case_is_ignored_an_allow_pattern_covers_every_case_of_ascii) {
    const struct {
        std::string_view pattern;
        file_named file;
        bool counted;
        bool ignored;
    } table[] = {
        {"/proj/**", {"/proj/a"}, true, true},
        {"/proj/**", {"/Proj/A"}, false, true},
        {"/PROJ/**", {"a"}, false, true},
        {"/proj/*.c", {"/proj/MAIN.C"}, false, true},
        {"/proj/*.c", {"/proj/MAIN.h"}, false, false},
        {"/proj/[a-c]", {"/proj/B"}, false, true},
        {"/proj/**", {"/project/a"}, false, false},
        {"/proj/*", {"/PROJ/.git"}, false, false},
        {"/proj/**", {"/PROJ/../etc/a"}, false, false},
        // Where it leads has to be covered too.
        {"/proj/**", {"/PROJ/a", "/proj", "/Proj/b"}, false, true},
        {"/proj/**", {"/PROJ/a", "/proj", "/etc/b"}, false, false},
        // What it leaves out cannot be told.
        {"/proj/[!a]*", {"/proj/b"}, true, false},
        {"/proj/[!a]*", {"/proj/A"}, true, false},
        {"/proj/\u00e9", {"/PROJ/\u00e9"}, false, true},
        {"/proj/\u00e9", {"/proj/\u00c9"}, false, false},
        {"/proj/\u00e9", {"/proj/e\u0301"}, false, false},
    };
    for (const auto& row : table) {
        const both_ways file(row.file);
        const auto allowed = pattern(row.pattern, rule_behavior::allow);
        BOOST_TEST_CONTEXT(row.pattern << ' ' << row.file.path) {
            BOOST_TEST(allowed.allows(file.counted) == row.counted);
            BOOST_TEST(allowed.allows(file.ignored) == row.ignored);
            BOOST_TEST(allowed.why_not(file.counted).empty() == row.counted);
            BOOST_TEST(allowed.why_not(file.ignored).empty() == row.ignored);
        }
    }
}

BOOST_AUTO_TEST_CASE(switches_hold_in_every_case_too) {
    const path_reading path("/PROJ/Src/.x", "", nullptr, true);
    const auto allowed = pattern("/proj/*", rule_behavior::allow);
    BOOST_TEST(!allowed.allows(path));
    BOOST_TEST(!allowed.allows(path, {.star_crosses_slash = true}));
    BOOST_TEST(allowed.allows(path, {.star_crosses_slash = true, .allow_dotfiles = true}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_case_test
