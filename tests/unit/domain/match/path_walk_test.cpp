#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/match/path_walk.hpp>

#include <boost/system/errc.hpp>
#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <string_view>

namespace assent::path_walk_test {
namespace {

namespace errc = boost::system::errc;

// Folders and files, and links by `->`.
boost::system::result<path_entry> look_at(const std::string& path) {
    static const std::map<std::string, std::string, std::less<>> entries{
        {"/etc", "dir"},
        {"/etc/passwd", "file"},
        {"/proj", "dir"},
        {"/proj/src", "dir"},
        {"/proj/a.c", "file"},
        {"/proj/link", "-> /etc"},
        {"/proj/near", "-> src"},
        {"/proj/up", "-> ../etc/passwd"},
        {"/proj/far", "-> ../../../etc"},
        {"/proj/chain", "-> near/../link"},
        {"/proj/loop", "-> loop"},
        {"/proj/ping", "-> pong"},
        {"/proj/pong", "-> ping"},
        {"/proj/dangling", "-> /etc/new"},
        {"/proj/adrift", "-> /nowhere/new"},
        {"/proj/lost", "-> /nowhere/../etc"},
        {"/proj/slashed", "-> /etc/"},
        {"/proj/to_file", "-> a.c"},
        {"/proj/to_file_as_folder", "-> a.c/"},
        {"/proj/empty", "-> "},
        {"/proj/root", "-> /"},
        {"/proj/closed", "!"},
    };
    const auto at = entries.find(path);
    if (at == entries.end()) return path_entry{};
    if (at->second == "!") return errc::make_error_code(errc::permission_denied);
    if (at->second == "dir") return path_entry{path_entry::kind::directory};
    if (at->second == "file") return path_entry{path_entry::kind::other};
    return path_entry{path_entry::kind::link, at->second.substr(3)};
}

BOOST_AUTO_TEST_SUITE(path_walk_test)

BOOST_AUTO_TEST_CASE(a_path_leads_where_the_kernel_would_go) {
    const struct {
        std::string_view path;
        std::string_view leads_to;
    } table[] = {
        {"/", "/"},
        {"/proj/a.c", "/proj/a.c"},
        {"//proj/.//a.c", "/proj/a.c"},
        {"/proj/", "/proj"},
        {"/..", "/"},
        {"/proj/../etc/passwd", "/etc/passwd"},
        // a file that is still to be written
        {"/proj/new", "/proj/new"},
        {"/proj/new/./deep//x", "/proj/new/deep/x"},
        {"/proj/new/", "/proj/new"},
        // links
        {"/proj/link", "/etc"},
        {"/proj/link/", "/etc"},
        {"/proj/link/passwd", "/etc/passwd"},
        {"/proj/link/new", "/etc/new"},
        {"/proj/near/x", "/proj/src/x"},
        {"/proj/up", "/etc/passwd"},
        {"/proj/far/passwd", "/etc/passwd"},
        {"/proj/chain/passwd", "/etc/passwd"},
        {"/proj/slashed/passwd", "/etc/passwd"},
        {"/proj/to_file", "/proj/a.c"},
        {"/proj/root/etc", "/etc"},
        // `..` behind a link is the parent of where it leads
        {"/proj/link/../proj/a.c", "/proj/a.c"},
        {"/proj/near/..", "/proj"},
        // a write would create these
        {"/proj/dangling", "/etc/new"},
        {"/proj/adrift", "/nowhere/new"},
    };
    for (const auto& [path, leads_to] : table) {
        BOOST_TEST_CONTEXT(path) {
            const auto found = walk_path(path, look_at);
            BOOST_REQUIRE(found.has_value());
            BOOST_TEST(*found == leads_to);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_leads_nowhere_for_certain_is_an_error) {
    const struct {
        std::string_view path;
        errc::errc_t expected;
    } table[] = {
        {"", errc::invalid_argument},
        {"proj", errc::invalid_argument},
        {std::string_view("/proj/a\0.c", 10), errc::invalid_argument},
        {"/proj/loop", errc::too_many_symbolic_link_levels},
        {"/proj/loop/x", errc::too_many_symbolic_link_levels},
        {"/proj/ping", errc::too_many_symbolic_link_levels},
        {"/proj/a.c/x", errc::not_a_directory},
        {"/proj/a.c/", errc::not_a_directory},
        {"/proj/a.c/..", errc::not_a_directory},
        {"/proj/to_file/x", errc::not_a_directory},
        {"/proj/to_file_as_folder", errc::not_a_directory},
        {"/proj/closed", errc::permission_denied},
        {"/proj/closed/x", errc::permission_denied},
        {"/proj/new/../a.c", errc::no_such_file_or_directory},
        {"/proj/new/..", errc::no_such_file_or_directory},
        {"/proj/lost", errc::no_such_file_or_directory},
        {"/proj/empty", errc::no_such_file_or_directory},
    };
    for (const auto& [path, expected] : table) {
        BOOST_TEST_CONTEXT(path) {
            const auto found = walk_path(path, look_at);
            BOOST_REQUIRE(found.has_error());
            BOOST_TEST(found.error() == errc::make_error_code(expected));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_limits_hold_on_both_sides) {
    const std::string longest = "/" + std::string(max_path_bytes - 1, 'a');
    BOOST_TEST(walk_path(longest, look_at).value() == longest);
    BOOST_TEST(walk_path(longest + "a", look_at).has_error());
    // /1 -> /2 -> ... -> /0
    const auto countdown = [](const std::string& path) -> boost::system::result<path_entry> {
        const auto left = std::stoul(path.substr(1));
        if (left == 0) return path_entry{path_entry::kind::other};
        return path_entry{path_entry::kind::link, "/" + std::to_string(left - 1)};
    };
    BOOST_TEST(walk_path("/" + std::to_string(max_path_links), countdown).value() == "/0");
    BOOST_TEST(walk_path("/" + std::to_string(max_path_links + 1), countdown).has_error());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_walk_test
