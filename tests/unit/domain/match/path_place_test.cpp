#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/match/path_reading.hpp>

#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <string_view>

namespace assent {

static std::ostream& operator<<(std::ostream& out, path_place place) {
    return out << static_cast<int>(place);
}

namespace path_place_test {
namespace {

using enum path_place;

BOOST_AUTO_TEST_SUITE(path_place_test)

BOOST_AUTO_TEST_CASE(a_clean_path_below_the_working_directory_is_inside) {
    const struct {
        std::string_view path;
        path_place expected;
    } table[] = {
        {"/proj/a.c", inside},
        {"/proj/src/a.c", inside},
        {"/proj/a..b", inside},
        {"/proj/a b%", inside},
        {"/proj/100%zz", inside},
        {"/proj", inside},
        {"a.c", inside},
        {"src/a.c", inside},
        {"-x", inside},
        {"/proj/.env", inside_hidden},
        {"/proj/.git/config", inside_hidden},
        {"/proj/a/.b/c", inside_hidden},
        {".env", inside_hidden},
        {"src/.x/y", inside_hidden},
        {".../x", inside_hidden},
        {"/proj/.gitignore", inside},
        {"packages/web/.gitkeep", inside},
        {".editorconfig", inside},
        {".gitignore/x", inside_hidden},
        {".github/.gitignore", inside_hidden},
        {".GITIGNORE", inside_hidden},
        {".gitignore2", inside_hidden},
        {".gitmodules", inside_hidden},
        {"/projx/a", outside},
        {"/pro", outside},
        {"/", outside},
        {"/etc/passwd", outside},
        {"/Proj/a", outside},
        {"/.proj/a", outside},
    };
    for (const auto& [path, expected] : table)
        BOOST_TEST_CONTEXT(path) BOOST_TEST(place_of(path, "/proj") == expected);
}

BOOST_AUTO_TEST_CASE(a_path_with_more_than_one_reading_has_no_known_place) {
    for (const auto* path : {"",
                             ".",
                             "./a",
                             "a/.",
                             "a/./b",
                             "..",
                             "../a",
                             "a/../b",
                             "a/..",
                             "a//b",
                             "a/",
                             "/proj/",
                             "//proj/a",
                             "/proj//a",
                             "/proj/./a",
                             "/proj/../a",
                             "/proj/a/..",
                             "/other/../proj/a",
                             "~",
                             "~/a",
                             "~root/a",
                             "/proj/~a",
                             "a~",
                             "$HOME/a",
                             "/proj/$X",
                             "a\\b",
                             "/proj/a\\b",
                             "%2e%2e/a",
                             "/proj/%41",
                             "a%2Fb",
                             "a\tb",
                             "a\nb",
                             "/proj/\x7f",
                             "/proj/\xc3\xa9",
                             "a\xe2\x80\xae"
                             "b",
                             "/.."})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(place_of(path, "/proj") == unknown);
    BOOST_TEST(place_of(std::string_view("a\0b", 3), "/proj") == unknown);
}

BOOST_AUTO_TEST_CASE(without_an_absolute_clean_working_directory_no_place_is_known) {
    for (const auto* cwd : {"", "proj", ".", "/proj/", "/proj/..", "//proj", "~/proj", "/proj/$X", "/pr\\oj"})
        for (const auto* path : {"a.c", "/proj/a.c", "/etc/passwd"})
            BOOST_TEST_CONTEXT(cwd << " " << path) BOOST_TEST(place_of(path, cwd) == unknown);
}

BOOST_AUTO_TEST_CASE(below_the_root_everything_is_inside) {
    BOOST_TEST(place_of("/etc/passwd", "/") == inside);
    BOOST_TEST(place_of("/", "/") == inside);
    BOOST_TEST(place_of("a", "/") == inside);
    BOOST_TEST(place_of("/.x", "/") == inside_hidden);
    BOOST_TEST(place_of("/a/../b", "/") == unknown);
}

BOOST_AUTO_TEST_CASE(hidden_components_of_the_working_directory_itself_do_not_count) {
    BOOST_TEST(place_of("/home/u/.config/x/a", "/home/u/.config/x") == inside);
    BOOST_TEST(place_of("a", "/home/u/.config/x") == inside);
}

BOOST_AUTO_TEST_CASE(a_path_up_to_the_limit_has_a_place_and_a_longer_one_has_none) {
    const std::string cwd = "/proj";
    const std::string longest(max_path_bytes - cwd.size() - 1, 'a');
    BOOST_TEST(place_of(longest, cwd) == inside);
    BOOST_TEST(place_of(longest + "a", cwd) == unknown);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace path_place_test
}  // namespace assent
