#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;

// A command as a page shows it, and what it prints there.
struct shown_command {
    std::size_t line = 0;
    std::string text;
    std::string output;
};

// The commands of all console blocks of a page. `$ ` begins one, `> ` goes on with it.
std::vector<shown_command> commands_of(const std::string& page) {
    std::vector<shown_command> found;
    std::istringstream lines(page);
    std::string line;
    bool inside = false;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (!inside)
            inside = line == "```console";
        else if (line == "```")
            inside = false;
        else if (line.starts_with("$ "))
            found.push_back({number, line.substr(2), {}});
        else if (line.starts_with("> ") && !found.empty() && found.back().output.empty())
            found.back().text += "\n" + line.substr(2);
        else if (!found.empty())
            found.back().output += line + "\n";
    }
    return found;
}

BOOST_AUTO_TEST_SUITE(explain_test)

BOOST_AUTO_TEST_CASE(the_pages_show_what_the_program_prints_byte_by_byte) {
    const char* const path = std::getenv("PATH");
    const auto folder_of_program = std::filesystem::path(ASSENT_PROGRAM).parent_path().string();
    for (const std::string page :
         {"explain.md", "getting-started.md", "policy-file.md", "doors.md", "../README.md"}) {
        const temporary_folder folder;
        const surroundings in{
            .executable = "/bin/sh",
            .environment = {{"PATH", folder_of_program + ":" + (path == nullptr ? "" : path)}},
            .folder = folder.path()};
        const auto commands = commands_of(read_file(std::string(ASSENT_DOCS) + "/" + page));
        std::size_t tried = 0;
        for (const auto& each : commands) {
            BOOST_TEST_CONTEXT(page << ":" << each.line) {
                // A file that the page shows is there for the commands behind it.
                if (each.text.starts_with("cat ")) {
                    write_file(folder.file(each.text.substr(4)), each.output);
                    continue;
                }
                ++tried;
                const auto result = run({"-c", "exec 2>&1; " + each.text}, {}, in);
                BOOST_TEST(result.out == each.output);
            }
        }
        BOOST_TEST_CONTEXT(page) { BOOST_TEST(tried >= 2U); }
    }
}

BOOST_AUTO_TEST_CASE(an_explanation_has_no_blanks_at_the_end_of_a_line_and_its_json_is_one_line) {
    const std::vector<std::string> call{
        "check", "--tool", "Bash", "--input", R"({"command":"ls"})", "--allow", "Bash(npm *)", "--explain"};
    const auto text = run(call);
    BOOST_TEST(text.code == 4);
    BOOST_TEST(text.out.find(" \n") == std::string::npos);
    auto as_json = call;
    as_json.push_back("--json");
    const auto json = run(as_json);
    BOOST_TEST(json.code == 4);
    BOOST_TEST(json.out.find('\n') == json.out.size() - 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
