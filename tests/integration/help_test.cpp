// What the program says of itself: to people, in its manual, and to shells.
#include "program.hpp"

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace help_test {
namespace {

namespace fs = std::filesystem;
using assent::test::finished;
using assent::test::read_file;
using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
using words = std::vector<std::string>;

words lines_of(const std::string& text) {
    words lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// The lines below this one that begin with two blanks and no more.
words block_below(const std::string& text, const std::string& heading) {
    const auto lines = lines_of(text);
    words block;
    auto line = std::ranges::find(lines, heading);
    while (line != lines.end() && ++line != lines.end() && line->starts_with("  "))
        if ((*line)[2] != ' ') block.push_back(line->substr(2));
    return block;
}

std::string first_word(const std::string& line) { return line.substr(0, line.find(' ')); }

std::string help_of(words command) {
    command.emplace_back("--help");
    const auto told = run(command);
    BOOST_TEST(told.code == 0);
    BOOST_TEST(told.err.empty());
    return told.out;
}

constexpr const char* command_groups[] = {
    "Start here:",           "Decide for an agent:", "Have people answer:",
    "Policies and records:", "The program itself:",  "Subcommands:",
};

// Every command that `--help` names, and those below it; the program itself is the first.
std::vector<words> all_commands() {
    std::vector<words> all{{}};
    for (std::size_t next = 0; next < all.size(); ++next) {
        const words command = all[next];
        const std::string help = help_of(command);
        for (const auto* const group : command_groups)
            for (const auto& line : block_below(help, group)) {
                all.push_back(command);
                all.back().push_back(first_word(line));
            }
    }
    BOOST_TEST(all.size() > 20);
    return all;
}

std::string text_of(const words& command) {
    std::string text = "assent";
    for (const auto& word : command) text += " " + word;
    return text;
}

// As a shell reads them, up to where input or output goes elsewhere.
words words_of(std::string_view line) {
    words found{""};
    bool quoted = false;
    for (const char each : line) {
        if (each == '\'')
            quoted = !quoted;
        else if (each == ' ' && !quoted)
            found.emplace_back();
        else
            found.back() += each;
    }
    found.erase(std::ranges::find_if(found, [](const auto& word) { return word == ">" || word == "||"; }),
                found.end());
    return found;
}

BOOST_AUTO_TEST_SUITE(help_test)

BOOST_AUTO_TEST_CASE(every_option_stands_in_a_group_and_no_line_is_longer_than_a_terminal) {
    for (const auto& command : all_commands()) {
        BOOST_TEST_CONTEXT(text_of(command)) {
            const std::string help = help_of(command);
            for (const auto& option : block_below(help, "Options:"))
                BOOST_TEST((option.starts_with("-h,--help") || option.starts_with("-V,--version")));
            for (const auto& line : lines_of(help)) {
                const bool example = line.starts_with("  assent ");
                BOOST_TEST((example || line.size() <= 80), line);
            }
        }
    }
    const std::string bridge = help_of({"bridge"});
    for (const auto* const group : {"Rules:", "What is left open:", "Record:", "Transport:"})
        BOOST_TEST(!block_below(bridge, group).empty(), group);
}

BOOST_AUTO_TEST_CASE(every_command_shows_two_examples_that_it_understands) {
    for (const auto& command : all_commands()) {
        const auto examples = block_below(help_of(command), "Examples:");
        BOOST_TEST_CONTEXT(text_of(command)) { BOOST_TEST(examples.size() == 2U); }
        for (const auto& example : examples) {
            BOOST_TEST_CONTEXT(example) {
                BOOST_TEST(example.starts_with(text_of(command)));
                words typed = words_of(example);
                typed.erase(typed.begin());
                // With nothing else to object to, it objects to this.
                typed.insert(typed.begin() + static_cast<std::ptrdiff_t>(command.size()), "--no-such-option");
                BOOST_TEST(run(typed).err ==
                           fmt::format("assent: {0} has no option `--no-such-option` (see {1} "
                                       "--help)\n",
                                       command.empty() ? "assent" : text_of(command).substr(7),
                                       text_of(command)));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_manual_has_a_page_for_every_command_and_each_is_good) {
    const temporary_folder folder;
    BOOST_REQUIRE(run({"man", folder.path()}).code == 0);
    std::set<std::string> pages;
    for (const auto& command : all_commands()) {
        std::string name = text_of(command) + ".1";
        std::ranges::replace(name, ' ', '-');
        pages.insert(name);
        BOOST_TEST_CONTEXT(name) {
            const auto page =
                run({"-l", "--warnings", folder.file(name)}, {},
                    {.executable = "/usr/bin/man", .environment = {{"MANWIDTH", "300"}, {"LC_ALL", "C"}}});
            BOOST_TEST(page.err == "");
            // The same options, with the same words.
            for (const auto& line : lines_of(help_of(command)))
                if (line.starts_with("  --"))
                    BOOST_TEST(page.out.find(line.substr(2, line.find("  ", 2) - 2)) != std::string::npos,
                               line);
            for (const auto& example : block_below(help_of(command), "Examples:"))
                BOOST_TEST(page.out.find(example + "\n") != std::string::npos, example);
        }
    }
    std::set<std::string> written;
    for (const auto& file : fs::directory_iterator(folder.path())) written.insert(file.path().filename());
    BOOST_TEST((written == pages));
}

BOOST_AUTO_TEST_CASE(a_manual_that_cannot_be_written_is_an_error) {
    const auto nowhere = run({"man", "/nosuch"});
    BOOST_TEST(nowhere.code == 1);
    BOOST_TEST(nowhere.err == "assent: cannot write `/nosuch/assent.1`: No such file or directory\n");
}

// What bash offers behind these words, sorted.
std::string offered_by_bash(const words& typed, const std::string& folder) {
    const std::string script =
        "source <(assent completion bash); COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _assent; "
        "printf '%s\\n' \"${COMPREPLY[@]}\" | sort -u";
    words arguments{"-c", script, "bash"};
    arguments.insert(arguments.end(), typed.begin(), typed.end());
    const std::string path = fs::path(ASSENT_PROGRAM).parent_path().string() + ":" + std::getenv("PATH");
    const auto lines = lines_of(
        run(arguments, {}, {.executable = "/bin/bash", .environment = {{"PATH", path}}, .folder = folder})
            .out);
    std::string offered;
    for (const auto& line : lines) offered += (offered.empty() ? "" : " ") + line;
    return offered;
}

BOOST_AUTO_TEST_CASE(bash_completes_commands_options_their_values_and_files) {
    const temporary_folder folder;
    write_file(folder.file("project/policy.json"), "{}");
    write_file(folder.file("my policy.json"), "{}");
    const std::pair<words, std::string> table[] = {
        {{"assent", "br"}, "bridge"},
        {{"assent", "bridge", "--mo"}, "--mode"},
        {{"assent", "bridge", "--mode", ""}, "accept_edits allow ask deny dont_ask plan"},
        {{"assent", "bridge", "--mode", "=", "d"}, "deny dont_ask"},
        {{"assent", "bridge", "--mode", "="}, "accept_edits allow ask deny dont_ask plan"},
        {{"assent", "bridge", "--on-ask", "p"}, "peer"},
        {{"assent", "serve", "--on-ask", "p"}, "peer"},
        {{"assent", "mcp", "--on-ask", "p"}, ""},
        {{"assent", "serve", "--tcp", ""}, ""},
        {{"assent", "serve", "--mode", "ask", "--allow-"}, "--allow-remote"},
        {{"assent", "hook", "--agent", "c"}, "claude codex copilot cursor"},
        {{"assent", "install", "claude", "g"}, "gemini"},
        {{"assent", "install", "claude", "--", "--da"}, "--daemon"},
        {{"assent", "install", "daemon", "--", "--not"}, "--notify"},
        {{"assent", "install", "claude", "--", "--not"}, ""},
        {{"assent", "policy", ""}, "lint print show test"},
        {{"assent", "policy", "print", ""}, "bare careful project standard walled"},
        {{"assent", "policy", "lint", ""}, "my policy.json project"},
        {{"assent", "policy", "lint", "project/policy.json", "--str"}, "--strict"},
        {{"assent", "serve", "--policy", ""}, "bare careful my policy.json project standard walled"},
        {{"assent", "serve", "--cwd", ""}, "project"},
        {{"assent", "bridge", "--", "mkfif"}, "mkfifo"},
        {{"assent", "bridge", "--", "mkfifo", "my"}, "my policy.json"},
        {{"assent", "doctor", "--"}, "--help --json --project --ways"},
        {{"assent", "console", ""}, "--help --open"},
        {{"assent", "comp"}, "completion"},
        {{"assent", "completion", ""}, "bash fish zsh"},
        {{"assent", "check", "--exp"}, "--explain"},
        {{"assent", "check", "git", "--exp"}, ""},
        {{"assent", "what", "mkfif"}, "mkfifo"},
        {{"assent", "--v"}, "--version"},
    };
    for (const auto& [typed, expected] : table)
        BOOST_TEST_CONTEXT(typed.back() << " behind " << typed[typed.size() - 2]) {
            BOOST_TEST(offered_by_bash(typed, folder.path()) == expected);
        }
}

BOOST_AUTO_TEST_CASE(other_shells_get_the_same_words_with_what_they_mean) {
    const auto words_for = [](words typed) {
        typed.insert(typed.begin(), {"completion", "words", "--"});
        return run(typed).out;
    };
    BOOST_TEST(words_for({"assent", "demo", "--e"}) ==
               "nothing\n--every-source\tInstead: a session in which each source of decisions speaks\n");
    BOOST_TEST(words_for({"assent", "serve", "--policy=st"}) == "files\n--policy=standard\n");
    BOOST_TEST(words_for({"assent", "bridge", "--", ""}) == "programs\n");
    BOOST_TEST(words_for({}).starts_with("nothing\ndemo\t"));
    for (const auto* const shell : {"zsh", "fish"})
        BOOST_TEST(run({"completion", shell}).out.find("assent completion words") != std::string::npos);
    BOOST_TEST(run({"completion", "tcsh"}).err ==
               "assent: completion: expected bash, zsh or fish, got `tcsh`\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace help_test
