#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace fake_path_resolver_test {
namespace {

using assent::testing::fake_path_resolver;

BOOST_AUTO_TEST_SUITE(fake_path_resolver_test)

BOOST_AUTO_TEST_CASE(it_knows_the_links_it_was_told_of_and_nothing_else) {
    fake_path_resolver paths;
    paths.add_link("/proj/link", "/etc");
    paths.add_link("/proj/near", "src");
    paths.add_link("/proj/loop", "/proj/loop");
    paths.add_file("/proj/a.c");
    paths.add_missing("/proj/new");
    paths.add_failure("/proj/closed");
    BOOST_TEST(paths.resolve("/proj/x/y").value() == "/proj/x/y");
    BOOST_TEST(paths.resolve("/proj/link/passwd").value() == "/etc/passwd");
    BOOST_TEST(paths.resolve("/proj/near/x").value() == "/proj/src/x");
    BOOST_TEST(paths.resolve("/proj/new/x").value() == "/proj/new/x");
    for (const auto* path :
         {"/proj/loop/x", "/proj/a.c/x", "/proj/new/../x", "/proj/closed", "/proj/closed/x", "x"})
        BOOST_TEST_CONTEXT(path) BOOST_TEST(paths.resolve(path).has_error());
}

BOOST_AUTO_TEST_CASE(it_tells_what_it_was_asked) {
    fake_path_resolver paths;
    BOOST_TEST(paths.asked().empty());
    BOOST_TEST(paths.resolve("/a").has_value());
    BOOST_TEST(paths.resolve("b").has_error());
    BOOST_TEST((paths.asked() == std::vector<std::string>{"/a", "b"}));
}

BOOST_AUTO_TEST_CASE(it_tells_what_lies_below_folders_that_it_was_told_of) {
    fake_path_resolver paths;
    paths.set_names_below("/proj", {".env", "src", "src/a.c"});
    paths.set_names_below("/empty", {});
    const auto below = [&](const char* folder, bool follows = false, assent::below_limits limits = {}) {
        return paths.names_below(folder, follows, limits);
    };
    BOOST_TEST((below("/proj").value() == std::vector<std::string>{".env", "src", "src/a.c"}));
    BOOST_TEST(below("/empty").value().empty());
    BOOST_TEST(below("/proj", false, {.entries = 3}).has_value());
    BOOST_TEST(below("/proj", false, {.entries = 2}).has_error());
    BOOST_TEST(below("/proj", true).has_error(), "there may be links");
    BOOST_TEST(below("/other").has_error(), "it was not told");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace fake_path_resolver_test
