// The page about approvals shows what a person sees, character by character.
#include "terminal_session.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>

namespace assent::test::page_test {
namespace {

// The block of text behind `<!-- terminal:NAME -->`; empty: there is none.
std::string shown_on_page(std::string_view name) {
    std::ifstream file(std::string(ASSENT_DOCS) + "/approvals.md", std::ios::binary);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    constexpr std::string_view fence = "```";
    const auto marker = page.find("<!-- terminal:" + std::string(name) + " -->\n");
    const auto open = page.find(fence, std::min(marker, page.size()));
    if (marker == std::string::npos || open == std::string::npos) return {};
    const auto begin = page.find('\n', open) + 1;
    return page.substr(begin, page.find(fence, begin) - begin);
}

std::string on_screen(const std::string& asked_for) {
    terminal_program program({"serve", "--on-ask", "terminal", "--cwd", "/home/ann/shop"});
    BOOST_TEST_REQUIRE(asked(program, asked_for, "Asked by: "));
    // However long that took, the page shows the whole time.
    const auto screen =
        std::regex_replace(program.screen(), std::regex("Denied in .* unless"), "Denied in 5m unless");
    // The line that the cursor rests in.
    return screen.substr(screen.find_first_not_of('\n'));
}

BOOST_AUTO_TEST_SUITE(page_test)

BOOST_AUTO_TEST_CASE(a_risky_command_is_asked_as_the_page_shows_it) {
    BOOST_TEST(on_screen(request("1", "Bash",
                                 R"({"command":"rm -rf build && npm ci",)"
                                 R"("description":"Install everything anew"})")) == shown_on_page("command"));
}

BOOST_AUTO_TEST_CASE(a_change_is_asked_as_the_page_shows_it) {
    BOOST_TEST(on_screen(request("2", "Edit",
                                 R"({"file_path":"/home/ann/shop/src/cart.js",)"
                                 R"("old_string":"function total(items) {\n  let sum = 0;\n  )"
                                 R"(for (const item of items) sum += item.price;\n  return sum;\n}",)"
                                 R"("new_string":"function total(items) {\n  let sum = 0;\n  )"
                                 R"(for (const item of items) sum += item.price * item.count;\n)"
                                 R"(  return sum;\n}"})")) == shown_on_page("edit"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::test::page_test
