#include <assent/domain/match/path_reading.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::path_reading_test {
namespace {

BOOST_AUTO_TEST_SUITE(path_reading_test)

BOOST_AUTO_TEST_CASE(a_normal_path_has_no_detours) {
    const struct {
        std::string_view path;
        std::string_view cwd;
        std::string_view normal;
    } table[] = {
        {"/a/./b//c/", "", "/a/b/c"},
        {"/a/../b", "", "/b"},
        {"/../..", "", "/"},
        {"/", "", "/"},
        {"a/../b", "", "b"},
        {"../a", "", "../a"},
        {"../../a", "", "../../a"},
        {"a/../..", "", ".."},
        {"a", "/x", "/x/a"},
        {"../a", "/x/y", "/x/a"},
        {"../../../a", "/x", "/a"},
        {"", "/x", "/x"},
        {"", "", ""},
        {".", "", ""},
        {"a", "x", "a"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.path << "` in `" << row.cwd << '`') {
            BOOST_TEST(normal_path(row.path, row.cwd) == row.normal);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_clean_path_is_read_without_detours) {
    const struct {
        std::string_view path;
        std::string_view cwd;
        std::string_view clean;
    } table[] = {
        {"/a/b", "", "/a/b"},
        {"/", "", "/"},
        {"/a/./b", "", "/a/b"},
        {"/a//b", "", "/a/b"},
        {"///a/b", "", "/a/b"},
        {"////a///b", "", "/a/b"},
        {"b", "///a", "/a/b"},
        {"/./a", "", "/a"},
        {"b", "/a", "/a/b"},
        {"./b", "/a", "/a/b"},
        {"b//c/./d", "/a", "/a/b/c/d"},
        {"/a/b", "nowhere", "/a/b"},
        {"/a~/b", "", "/a~/b"},
        {"b", "/", "/b"},
        {"a:b/c", "", ""},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.path << "` in `" << row.cwd << '`') {
            const path_reading read(row.path, row.cwd);
            BOOST_TEST(read.clean() == row.clean);
            BOOST_TEST(read.flaw().empty() == !row.clean.empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_path_that_is_not_clean_says_why) {
    const struct {
        std::string_view path;
        std::string_view cwd;
        std::string_view flaw;
    } table[] = {
        {"", "/a", "it is empty"},
        {"a", "", "it is relative, and the working directory is not known"},
        {"a", "b", "it is relative, and the working directory is not known"},
        {"a", "/b/..", "it is relative, and the working directory is no clean absolute path"},
        {"a", "/b/", "it is relative, and the working directory is no clean absolute path"},
        {"~/a", "/b", "it is relative, and a program may expand or decode it"},
        {"$X/a", "/b", "it is relative, and a program may expand or decode it"},
        {"file:///a", "/b", "it is relative, and a program may expand or decode it"},
        {" /a", "/b", "it is relative, and a program may expand or decode it"},
        {"../a", "/b", "it has a `..` component"},
        {"/a/..", "", "it has a `..` component"},
        {"//a", "", "it begins with `//`"},
        {"//", "", "it begins with `//`"},
        {"a", "//b", "it is relative, and the working directory is no clean absolute path"},
        {"///", "", "it ends in `/`"},
        {"/a/", "", "it ends in `/`"},
        {"a/", "/b", "it ends in `/`"},
        {"/a/.", "", "it ends in `/.`"},
        {".", "/b", "it ends in `.`"},
        {"/a\\b", "", "it holds a backslash"},
        {"/a%2Fb", "", "it holds a percent escape of `.`, `/`, `\\`, `%` or NUL"},
        {"/a\x01", "", "it holds a control, invisible or misleading character"},
        {"/a\xE2\x80\xA4", "", "it holds a control, invisible or misleading character"},
        {"/a ", "", "it begins or ends with a blank"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.path << "` in `" << row.cwd << '`') {
            BOOST_TEST(path_reading(row.path, row.cwd).flaw() == row.flaw);
        }
    }
    const std::string longest = "/" + std::string(max_path_bytes - 1, 'a');
    BOOST_TEST(path_reading(longest, "").flaw() == "");
    BOOST_TEST(path_reading(longest + "a", "").flaw() == "it is longer than 4096 bytes");
    BOOST_TEST(path_reading(longest.substr(1), "/b").flaw() == "it is longer than 4096 bytes");
}

BOOST_AUTO_TEST_CASE(a_clean_absolute_path_is_not_copied) {
    const std::string path = "/a/rather/long/path/that/would/not/fit/into/a/small/string";
    const path_reading read(path, "/some/other/directory/that/is/long/as/well");
    BOOST_TEST(static_cast<const void*>(read.clean().data()) == static_cast<const void*>(path.data()));
    BOOST_TEST(static_cast<const void*>(read.normal().data()) == static_cast<const void*>(path.data()));
}

BOOST_AUTO_TEST_CASE(only_an_absolute_path_is_where_something_leads) {
    const resolved_path somewhere{"file_path", "/etc/passwd"};
    const resolved_path relative{"file_path", "etc/passwd"};
    const resolved_path nowhere{"file_path", {}};
    BOOST_TEST(path_reading("/a", "", &somewhere).resolved() == "/etc/passwd");
    BOOST_TEST(!path_reading("/a", "", &somewhere).unresolvable());
    for (const auto* each : {&relative, &nowhere}) {
        BOOST_TEST(path_reading("/a", "", each).resolved() == "");
        BOOST_TEST(path_reading("/a", "", each).unresolvable());
    }
    BOOST_TEST(!path_reading("/a", "").unresolvable());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_reading_test
