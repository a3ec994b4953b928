#include <assent/domain/match/path_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::path_pattern_test {
namespace {

using enum rule_match;
using namespace std::string_view_literals;

bool allows(std::string_view pattern, std::string_view path, std::string_view cwd = {}) {
    return path_pattern::make(pattern, rule_behavior::allow).value().allows(path_reading(path, cwd));
}

rule_match catches(std::string_view pattern, std::string_view path, std::string_view cwd = {}) {
    return path_pattern::make(pattern, rule_behavior::deny).value().catches(path_reading(path, cwd));
}

BOOST_AUTO_TEST_SUITE(path_pattern_test)

BOOST_AUTO_TEST_CASE(what_a_tool_may_expand_is_not_below_the_working_directory) {
    const auto pattern = path_pattern::make("/work/**", rule_behavior::allow).value();
    BOOST_TEST(pattern.allows(path_reading("src/a.c", "/work")));
    for (const auto* path : {"~/secrets.txt", "~root/x", "$HOME/secrets.txt", "a/$HOME/x", "%2e%2e/x"})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(!pattern.allows(path_reading(path, "/work")));
}

BOOST_AUTO_TEST_CASE(an_allow_pattern_covers_clean_paths_component_by_component) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        bool expected;
    } table[] = {
        {"/tmp/*", "/tmp/a.txt", true},
        {"/tmp/*", "/tmp/a b", true},
        {"/tmp/*", "/tmp/a..b", true},
        {"/tmp/*", "/tmp/sub/a", false},
        {"/tmp/*", "/tmp", false},
        {"/tmp/*", "/tmp/", false},
        {"/tmp/*", "/tmpx/a", false},
        {"/tmp/**", "/tmp/a", true},
        {"/tmp/**", "/tmp/a/b/c", true},
        {"/tmp/**", "/tmp", false},
        {"/tmp/**", "/tmp-evil/a", false},
        {"/src/**/*.ts", "/src/a.ts", true},
        {"/src/**/*.ts", "/src/x/y/a.ts", true},
        {"/src/**/*.ts", "/src/a.ts.bak", false},
        {"/src/*.ts", "/src/.ts", false},
        {"/src/a?.c", "/src/ab.c", true},
        {"/src/a?b", "/src/a/b", false},
        {"/proj/app", "/proj/app", true},
        {"/proj/app", "/proj/app/x", false},
        {"/tmp/**", "///tmp/a", true},
        {"/tmp/**", "////tmp//a", true},
        {"/tmp/**", "/tmp///a", true},
        {"/tmp/**", "///etc/a", false},
        {"/", "/", true},
        {"/*", "/etc", true},
        {"/*", "/", false},
        {"/**", "/a/b", true},
        {"/a\\*b", "/a*b", true},
        {"/a\\*b", "/axb", false},
        {"/a\\[1\\]", "/a[1]", true},
        {"/src/{a,b}.c", "/src/a.c", false},
        {"/src/[ab].c", "/src/a.c", true},
        {"/src/[ab].c", "/src/c.c", false},
        {"/src/[!ab].c", "/src/c.c", true},
        {"/src/[!ab].c", "/src//.c", false},
        {"/src/[0-9]/x", "/src/7/x", true},
        {"/tmp/*", "/tmp/./a", true},
        {"/tmp/*", "/tmp//a", true},
        {"/tmp/*", "/./tmp/a", true},
        {"/tmp/*", "/tmp/caf\xC3\xA9", true},
        {"/tmp/caf\xC3\xA9/*", "/tmp/caf\xC3\xA9/x", true},
        {"/tmp/caf\xC3\xA9/*", "/tmp/cafe\xCC\x81/x", false},
        {"*", "/etc/passwd", true},
        {"*", "anything", true},
        {"**", "../x", true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.path << '`') {
            BOOST_TEST(allows(row.pattern, row.path) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(stars_that_stand_apart_or_are_no_wildcards_are_no_folders) {
    BOOST_TEST(allows("/a/*x*/c", "/a/1x2/c"));
    BOOST_TEST(!allows("/a/*x*/c", "/a/1x/2/c"));
    BOOST_TEST(allows("/a/*\\*/c", "/a/x*/c"));
    BOOST_TEST(allows("/a/\\**/c", "/a/*x/c"));
    BOOST_TEST(allows("/a/x[**]y", "/a/x*y"));
    BOOST_TEST(allows("/a/[\\]**]*y", "/a/]y"));
    BOOST_TEST(!path_pattern::make("/a/[\\]]**y", rule_behavior::allow));
}

BOOST_AUTO_TEST_CASE(a_wildcard_does_not_enter_hidden_components) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        bool expected;
    } table[] = {
        {"/proj/**", "/proj/.git/hooks/pre-commit", false},
        {"/proj/**", "/proj/a/.env", false},
        {"/proj/**/x", "/proj/.a/x", false},
        {"/home/u/*", "/home/u/.bashrc", false},
        {"/home/u/?bashrc", "/home/u/.bashrc", false},
        {"/home/u/[.]bashrc", "/home/u/.bashrc", false},
        {"/home/u/[!a]bashrc", "/home/u/.bashrc", false},
        {"/**", "/root/.ssh/id_rsa", false},
        {"/tmp/**", "/tmp/.../x", false},
        {"/proj/.github/**", "/proj/.github/workflows/x.yml", true},
        {"/proj/.github/**", "/proj/.github/.secret", false},
        {"/home/u/.*", "/home/u/.bashrc", true},
        {"/proj/**/.gitignore", "/proj/a/b/.gitignore", true},
        {"/home/u/\\.*", "/home/u/.bashrc", true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.path << '`') {
            BOOST_TEST(allows(row.pattern, row.path) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_path_with_more_than_one_reading_is_covered_by_no_allow_pattern) {
    for (const auto path : {"/tmp/../etc/passwd"sv,
                            "/tmp/a/../../etc/passwd"sv,
                            "/tmp/./../etc"sv,
                            "/tmp/.."sv,
                            "/tmp/."sv,
                            "//tmp/a"sv,
                            "//tmp///a"sv,
                            "///tmp/../etc"sv,
                            "///tmp/a/"sv,
                            "/tmp/a/"sv,
                            "/tmp/..%2fetc/passwd"sv,
                            "/tmp/%2e%2E/etc"sv,
                            "/tmp/%252e/x"sv,
                            "/tmp/a%00b"sv,
                            "/tmp/a%5cb"sv,
                            "/tmp/..\\etc"sv,
                            "/tmp/a\\b"sv,
                            "/tmp/a\n/b"sv,
                            "/tmp/a\0/../x"sv,
                            "/tmp/a\x7F"sv,
                            "/tmp/\xE2\x80\xA4\xE2\x80\xA4/etc"sv,
                            "/tmp/\xE2\x80\xAEtxt"sv,
                            "/tmp/\xEF\xBC\x8E\xEF\xBC\x8E/x"sv,
                            "/tmp/a\xE2\x81\x84x"sv,
                            "/tmp/a\xC2\xA0"sv,
                            "/tmp/a\xFF"sv,
                            "/tmp/a "sv,
                            "/tmp/a/."sv,
                            "tmp/a"sv,
                            "../tmp/a"sv,
                            "~root/x"sv,
                            "$HOME/x"sv,
                            " /tmp/a"sv,
                            "file:///tmp/a"sv,
                            "\\\\tmp\\a"sv,
                            ""sv}) {
        BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(!allows("/tmp/**", path));
            BOOST_TEST(!allows("/**", path));
            BOOST_TEST(!clean_path(path));
        }
    }
    BOOST_TEST(clean_path("/tmp/50%"));
    BOOST_TEST(clean_path("/tmp/%20x"));
    BOOST_TEST(clean_path("/"));
}

BOOST_AUTO_TEST_CASE(a_relative_path_is_joined_to_an_absolute_working_directory) {
    BOOST_TEST(allows("/proj/**", "src/a.c", "/proj"));
    BOOST_TEST(!allows("/proj/**", "../etc/passwd", "/proj"));
    BOOST_TEST(!allows("/proj/**", "a", "/proj/../etc"));
    BOOST_TEST(!allows("/proj/**", "a", "proj"));
    BOOST_TEST(!allows("/proj/**", "/etc/passwd", "/proj"));
    BOOST_TEST(!allows("/proj/**", "", "/proj/x"));
    BOOST_TEST(!allows("/proj/**", "~/x", "/home/u"));
    BOOST_TEST(allows("/proj/**", "./src/a.c", "/proj"));
    BOOST_TEST(!allows("/proj/**", "src/", "/proj"));
    BOOST_TEST(!allows("/proj/**", " a", "/proj"));
    BOOST_TEST(!allows("/proj/**", "file:///proj/a", "/proj"));
    BOOST_TEST(!allows("/proj/**", "c:/a", "/proj"));
    BOOST_TEST(allows("/proj/**", "src/a:b", "/proj"));
}

BOOST_AUTO_TEST_CASE(what_is_below_a_folder_means_the_folder_too_also_where_stars_stand_for_no_folder) {
    struct {
        const char *pattern, *path;
        rule_match expected;
    } const rows[] = {
        {"/p/a/**/b/**", "/p/a/b", rule_match::yes},     {"/p/a/**/b/**", "/p/a/b/c", rule_match::yes},
        {"/p/a/**/b/**", "/p/a/x/y/b", rule_match::yes}, {"/p/a/**/b/**", "/p/a", rule_match::no},
        {"/p/**/b/**", "/p/b", rule_match::yes},         {"**/a/**/b/**", "/q/a/b", rule_match::yes},
        {"**/a/**/b/**", "/q/a/c", rule_match::no},      {"/p/**/*.key/**", "/p/x.key", rule_match::yes},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.pattern << " on " << row.path) {
            BOOST_TEST((path_pattern::make(row.pattern, rule_behavior::deny)
                            .value()
                            .catches(path_reading(row.path, "/w")) == row.expected));
        }
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_covers_every_spelling_it_can_read) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        rule_match expected;
    } table[] = {
        {"/etc/**", "/etc/passwd", yes},
        {"/etc/**", "/etc", yes},
        {"/etc/**", "/etc/", yes},
        {"/etc/**", "/etc//passwd", yes},
        {"/etc/**", "//etc/passwd", yes},
        {"/etc/**", "///etc/passwd", yes},
        {"/etc/**", "/etc///passwd", yes},
        {"/etc/**", "///tmp/a", no},
        {"/etc/**", "/etc/./passwd", yes},
        {"/etc/**", "/etc/x/../passwd", yes},
        {"/etc/**", "/tmp/../etc/passwd", yes},
        {"/etc/**", "/../etc/passwd", yes},
        {"/etc/**", "/etc/.hidden/x", yes},
        {"/etc/**", "/tmp/a", no},
        {"/etc/**", "/etcetera", no},
        {"/etc/*", "/etc/a/b", yes},
        {"/etc/passwd", "/etc/passwd/", yes},
        {"/etc/passwd", "/etc/passwd.bak", no},
        {"/proj/**/.env", "/proj/.env", yes},
        {"/proj/**/.env", "/proj/a/b/.env", yes},
        {"**/.env", "/proj/.env", yes},
        {"**/.env", ".env", yes},
        {"/home/*/x/**", "/home/a/b/x", yes},
        {"*", "", yes},
        {"/**", "", doubt},
        {"/", "/", yes},
        {"/", "/etc", no},
        // a folder is all of it
        {"/etc/", "/etc", yes},
        {"/etc/", "/etc/", yes},
        {"/etc/", "/etc/passwd", yes},
        {"/etc/", "/etc/ssh/sshd_config", yes},
        {"/etc/", "/etcetera", no},
        {"/secret*/", "/secrets", yes},
        {"/secret*/", "/secrets/key", yes},
        {"/secret*/", "/secrets/a/b/key", yes},
        {"/secret*/", "/a/secrets/key", no},
        {"/**/private/", "/a/b/private/key", yes},
        {"/[s]rv/", "/srv/a", yes},
        {"**/", "/a/b", yes},
        // may be the same file
        {"/etc/**", "/ETC/passwd", doubt},
        {"/etc/**", "etc/passwd", doubt},
        {"/etc/**", "~/x", doubt},
        {"/etc/**", "/tmp/~/x", doubt},
        {"/etc/**", "$HOME/x", doubt},
        {"/etc/**", "/tmp/$X/x", doubt},
        {"/etc/**", "/tmp/%65tc", doubt},
        {"/etc/**", "\\etc\\passwd", doubt},
        {"/etc/**", "/etc\xE2\x80\x8B/passwd", doubt},
        {"/etc/**", "/tmp/\xEF\xBC\x8E\xEF\xBC\x8E/x", doubt},
        {"/etc/[Pp]asswd", "/etc/PASSWD", doubt},
        {"/etc/[pq]asswd", "/etc/qasswd", yes},
        {"/etc/[!p]asswd", "/etc/passwd", doubt},
        {"/etc/[!p]asswd", "/etc/other", no},
        {"/etc/passwd", " /etc/passwd", doubt},
        {"/data/caf\xC3\xA9/**", "/data/cafe\xCC\x81/x", doubt},
        {"/etc/**", "/tmp/x/../y", doubt},
        {"/etc/**", "/proc/self/root/etc/passwd", doubt},
        {"/etc/**", "//proc/self/root/etc/passwd", doubt},
        {"/etc/**", "/./proc/self/root/etc/passwd", doubt},
        {"/etc/**", "/dev/fd/3", doubt},
        {"/etc/**", "/dev//stdin", doubt},
        {"/etc/**", "file:///etc/passwd", doubt},
        {"/etc/**", "/tmp/a\0/x"sv, doubt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.path << '`') {
            BOOST_TEST(catches(row.pattern, row.path) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_meets_a_relative_path_below_the_working_directory) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        std::string_view cwd;
        rule_match expected;
    } table[] = {
        {"/etc/**", "passwd", "/etc", yes},
        {"/etc/**", "../etc/passwd", "/tmp", yes},
        {"/etc/**", "passwd", "/tmp/../etc", yes},
        {"/etc/**", "x", "/tmp/a/../b", doubt},
        {"/etc/**", "x", "/tmp", no},
        {"/etc/**", "x", "relative", doubt},
        {"/etc/**", "proc/self/root/etc/passwd", "/", doubt},
        {"secrets/**", "/proj/secrets/x", "/proj", yes},
        {"secrets/**", "/proj/secrets/x", "/proj/", yes},
        {"secrets/**", "/secrets/x", "/", yes},
        {"secrets/**", "secrets/x", "", yes},
        {"secrets/**", "/proj/a/secrets/x", "/proj", doubt},
        {"secrets/**", "/proj/a/secrets", "/proj", doubt},
        {"secrets/**", "/proj/SECRETS/x", "/proj", doubt},
        {"secrets/**", "/project/secrets/x", "/proj", doubt},
        {"secrets/**", "/proj/secret/x", "/proj", no},
        {"secrets/*", "/proj/a/secrets/x/y", "", doubt},
        {".env", "/proj/.env", "/proj", yes},
        {".env", "/proj/.env", "", doubt},
        {".env", "/proj/x.env", "", no},
        {"secrets/", "/proj/secrets/x", "/proj", yes},
        {"secrets/", "secrets/x", "/proj", yes},
        {"secrets/", "/proj/a/secrets/x", "/proj", doubt},
        {"secrets/", "/proj/secretsx", "/proj", no},
        // a later place is sure where an earlier one is not
        {"a", "/a/a", "/a", yes},
        {"b/**", "/b/x/b/y", "/b/x", yes},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.path << "` in `" << row.cwd << '`') {
            BOOST_TEST(catches(row.pattern, row.path, row.cwd) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_path_over_the_limit_is_neither_proven_nor_excluded) {
    const std::string at = "/tmp/" + std::string(max_path_bytes - 5, 'x');
    BOOST_TEST(allows("/tmp/*", at));
    BOOST_TEST(!allows("/tmp/*", at + "x"));
    BOOST_TEST(!allows("/tmp/**", at.substr(5), "/tmp/x"));
    BOOST_TEST(catches("/etc/*", at) == no);
    BOOST_TEST(catches("/etc/*", at + "x") == doubt);
    BOOST_TEST(catches("/tmp/*", at + "x") == yes);
    const std::string cwd = "/" + std::string(max_path_bytes - 1, 'y');
    BOOST_TEST(catches("/etc/*", "x", cwd) == no);
    BOOST_TEST(catches("/etc/*", "x", cwd + "y") == doubt);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_pattern_test
