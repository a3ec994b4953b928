#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace docs_test {
namespace {

using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
using lines = std::vector<std::string>;

// A block of code on a page, and the line that it begins behind.
struct code_block {
    std::size_t line = 0;
    std::string language;
    lines text;
};

// A command as a page shows it, and what it prints there.
struct shown_command {
    std::size_t line = 0;
    std::string text;
    std::string output;
};

lines lines_of(const std::string& text) {
    lines found;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) found.push_back(line);
    return found;
}

std::vector<code_block> blocks_of(const std::string& page) {
    std::vector<code_block> found;
    bool inside = false;
    std::size_t number = 0;
    for (const auto& line : lines_of(page)) {
        ++number;
        if (line.starts_with("```")) {
            if (!inside) found.push_back({number, line.substr(3), {}});
            inside = !inside;
        } else if (inside) {
            found.back().text.push_back(line);
        }
    }
    return found;
}

// The commands of a console block. `$ ` begins one, `> ` goes on with it.
std::vector<shown_command> commands_of(const code_block& block) {
    std::vector<shown_command> found;
    std::size_t number = block.line;
    for (const auto& line : block.text) {
        ++number;
        if (line.starts_with("$ "))
            found.push_back({number, line.substr(2), {}});
        else if (line.starts_with("> ") && !found.empty() && found.back().output.empty())
            found.back().text += "\n" + line.substr(2);
        else if (!found.empty())
            found.back().output += line + "\n";
    }
    return found;
}

std::string page_text(const std::string& page) { return read_file(std::string(ASSENT_DOCS) + "/" + page); }

// The pages that users read: the README, and those of docs/, by their path from there.
std::vector<std::string> all_pages() {
    std::vector<std::string> found{"../README.md"};
    for (const auto& entry : std::filesystem::directory_iterator(ASSENT_DOCS))
        if (entry.path().extension() == ".md") found.push_back(entry.path().filename().string());
    std::sort(found.begin(), found.end());
    return found;
}

// Where the pages' reader is at home, and has put the program.
constexpr std::string_view home = "/home/ann";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

std::string joined(const lines& text) {
    std::string all;
    for (const auto& line : text) all += line + "\n";
    return all;
}

// A block is one value, or one on each line.
std::vector<boost::json::value> values_of(const code_block& block) {
    boost::system::error_code error;
    if (auto whole = boost::json::parse(joined(block.text), error); !error) return {std::move(whole)};
    std::vector<boost::json::value> found;
    for (const auto& line : block.text) found.push_back(boost::json::parse(line));
    return found;
}

std::string quoted(std::string_view word) { return "'" + replaced(std::string(word), "'", "'\\''") + "'"; }

// What settings of agents and editors run, as a line for the shell: a text, or a program and its arguments.
void add_commands(const boost::json::value& value, std::string& script) {
    if (const auto* const text = value.if_string(); text != nullptr && text->starts_with("assent "))
        script += std::string(*text) + "\n";
    if (const auto* const list = value.if_array(); list != nullptr)
        for (const auto& each : *list) add_commands(each, script);
    const auto* const object = value.if_object();
    if (object == nullptr) return;
    const auto* const program = object->if_contains("command");
    const auto* const arguments = object->if_contains("args");
    if (program != nullptr && arguments != nullptr && *program == "assent") {
        script += "assent";
        for (const auto& word : arguments->as_array()) script += " " + quoted(word.as_string());
        script += "\n";
    }
    for (const auto& [name, member] : *object) add_commands(member, script);
}

// Stands in for the program where a command of a page is run: says what the program says when an option that
// no command has is added. When it complains of that one alone, it takes the rest.
constexpr std::string_view stand_in = R"(#!/bin/sh
case $1 in -*) exit ;; esac
for word; do
    shift
    if [ "$word" = -- ] && [ -z "$added" ]; then added=yes && set -- "$@" --no-such-option; fi
    set -- "$@" "$word"
done
[ "$added" ] || set -- "$@" --no-such-option
echo >>"$TRIED"
said=$("$PROGRAM" "$@" 2>&1 </dev/null)
status=$?
case $1-$status-$said in
*'has no option `--no-such-option` (see'*) ;;
# It is a word of the command that is looked at.
check-[034]-* | what-0-* | check-2-*'cannot read policy file'*) ;;
*) echo "assent $*: $said" >>"$REFUSED" ;;
esac
)";

struct taken_commands {
    std::size_t tried = 0;
    std::string refused;
};

// Runs a script in which nothing but `assent` can be found, and that is the stand-in.
taken_commands take(const std::string& script) {
    const temporary_folder folder;
    write_file(folder.file("bin/assent"), stand_in);
    ::chmod(folder.file("bin/assent").c_str(), 0700);
    write_file(folder.file("tried"), "");
    write_file(folder.file("refused"), "");
    const surroundings in{.executable = "/bin/sh",
                          .environment = {{"PATH", folder.file("bin")},
                                          {"PROGRAM", ASSENT_PROGRAM},
                                          {"TRIED", folder.file("tried")},
                                          {"REFUSED", folder.file("refused")}},
                          .folder = folder.path()};
    (void)run({"-c", script}, {}, in);
    return {read_file(folder.file("tried")).size(), read_file(folder.file("refused"))};
}

lines without_indentation(lines text) {
    for (auto& line : text) line.erase(0, line.find_first_not_of(' '));
    text.erase(std::remove(text.begin(), text.end(), ""), text.end());
    return text;
}

// All wanted lines, one after another; a page may leave lines of an example away.
bool holds_in_order(const lines& example, const lines& wanted) {
    auto from = example.begin();
    return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& line) {
        const auto there = std::find(from, example.end(), line);
        if (there != example.end()) from = there + 1;
        return there != example.end();
    });
}

BOOST_AUTO_TEST_SUITE(docs_test)

BOOST_AUTO_TEST_CASE(the_pages_show_what_the_program_prints_byte_by_byte) {
    const char* const path = std::getenv("PATH");
    const auto folder_of_program = std::filesystem::path(ASSENT_PROGRAM).parent_path().string();
    for (const std::string page :
         {"explain.md", "getting-started.md", "policy-file.md", "doors.md", "../README.md"}) {
        const temporary_folder folder;
        std::filesystem::create_directories(folder.path() + std::string(home) + "/.claude");
        const surroundings in{
            .executable = "/bin/sh",
            .environment = {{"PATH", folder_of_program + ":" + (path == nullptr ? "" : path)},
                            {"HOME", folder.path() + std::string(home)}},
            .folder = folder.path()};
        std::size_t tried = 0;
        for (const auto& block : blocks_of(page_text(page))) {
            if (block.language != "console") continue;
            for (const auto& shown : commands_of(block)) {
                BOOST_TEST_CONTEXT(page << ":" << shown.line) {
                    // A file that the page shows is there for the commands behind it.
                    if (shown.text.starts_with("cat ")) {
                        write_file(folder.file(shown.text.substr(4)), shown.output);
                        continue;
                    }
                    ++tried;
                    const auto result = run({"-c", "exec 2>&1; " + shown.text}, {}, in);
                    BOOST_TEST(replaced(result.out, folder.path(), "") == shown.output);
                }
            }
        }
        BOOST_TEST_CONTEXT(page) { BOOST_TEST(tried >= 2U); }
    }
}

BOOST_AUTO_TEST_CASE(the_program_takes_every_command_that_the_pages_show) {
    std::size_t tried = 0;
    for (const auto& page : all_pages()) {
        for (const auto& block : blocks_of(page_text(page))) {
            std::string script;
            if (block.language == "sh")
                script = joined(block.text);
            else if (block.language == "console")
                for (const auto& shown : commands_of(block))
                    script +=
                        (shown.text.starts_with("cat ") ? ">" + shown.text.substr(4) : shown.text) + "\n";
            if (script.find("assent ") == std::string::npos) continue;
            const auto taken = take(script);
            BOOST_TEST_CONTEXT(page << ":" << block.line) { BOOST_TEST(taken.refused == ""); }
            tried += taken.tried;
        }
    }
    BOOST_TEST_MESSAGE("the pages show " << tried << " commands");
    BOOST_TEST(tried >= 40U);
}

BOOST_AUTO_TEST_CASE(the_json_on_the_pages_is_json_and_the_program_takes_the_commands_in_it) {
    std::size_t tried = 0;
    for (const auto& page : all_pages()) {
        for (const auto& block : blocks_of(page_text(page))) {
            if (block.language != "json") continue;
            BOOST_TEST_CONTEXT(page << ":" << block.line) {
                std::string script;
                for (const auto& value : values_of(block)) add_commands(value, script);
                const auto taken = take(script);
                BOOST_TEST(taken.refused == "");
                tried += taken.tried;
            }
        }
    }
    BOOST_TEST(tried >= 7U);
}

BOOST_AUTO_TEST_CASE(the_policy_that_shows_all_keys_is_one) {
    const temporary_folder folder;
    std::size_t tried = 0;
    for (const auto& block : blocks_of(page_text("policy-file.md"))) {
        if (block.language != "jsonc") continue;
        ++tried;
        write_file(folder.file("policy.json"), joined(block.text));
        const auto linted = run({"policy", "lint", folder.file("policy.json")});
        BOOST_TEST(linted.code == 0);
        BOOST_TEST(linted.out.find(" 0 errors") != std::string::npos, linted.out);
    }
    BOOST_TEST(tried >= 1U);
}

BOOST_AUTO_TEST_CASE(a_command_that_the_program_does_not_take_is_seen) {
    BOOST_TEST(take("assent check --policy standard --tool Bash --input '{}'").refused == "");
    for (const std::string wrong :
         {"assent check --polcy standard --tool Bash --input '{}'", "echo x | assent hok",
          "x=1; assent check --tool Bash", "exec assent bridge --log-levl warn -- claude"})
        BOOST_TEST_CONTEXT(wrong) { BOOST_TEST(take(wrong).refused != ""); }
}

BOOST_AUTO_TEST_CASE(the_cpp_on_the_pages_stands_in_an_example_that_is_built) {
    std::vector<lines> examples;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(ASSENT_DOCS) + "/examples"))
        if (entry.path().extension() == ".cpp")
            examples.push_back(without_indentation(lines_of(read_file(entry.path().string()))));
    for (const auto& page : all_pages()) {
        for (const auto& block : blocks_of(page_text(page))) {
            if (block.language != "cpp") continue;
            const auto wanted = without_indentation(block.text);
            const auto holds = [&](const lines& example) { return holds_in_order(example, wanted); };
            BOOST_TEST_CONTEXT(page << ":" << block.line) {
                BOOST_TEST(std::any_of(examples.begin(), examples.end(), holds));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace docs_test
