// Mistakes that people make at the command line, and what they have to read in the answer.
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using assent::test::run;
using assent::test::temporary_folder;
using assent::test::write_file;

struct mistake {
    std::vector<std::string> typed;
    std::string told;  // somewhere in the answer
    int code = 2;
};

// Each row is one check, in a folder with a policy file in which a key is misspelt.
void check_answers(const std::vector<mistake>& table) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), R"({"moed":"ask"})");
    for (const auto& row : table) {
        const auto said = run(row.typed, {}, {.folder = folder.path()});
        const std::string answer = said.out + said.err;
        std::string line = "assent";
        for (const auto& word : row.typed) line += " " + word;
        const bool good = said.code == row.code && answer.find(row.told) != std::string::npos;
        BOOST_TEST(good, "$ " << line << "\n"
                              << answer << "status " << said.code << ", to read: " << row.told);
    }
}

const std::string ls_of_bash = R"({"command":"ls"})";

BOOST_AUTO_TEST_SUITE(mistakes_test)

BOOST_AUTO_TEST_CASE(a_command_that_is_misspelt_or_known_from_elsewhere_leads_on) {
    check_answers({
        {{"chekc", "git", "status"}, "did you mean `check`?"},
        {{"instal", "claude"}, "did you mean `install`?"},
        {{"polices", "lint", "policy.json"}, "did you mean `policy`?"},
        {{"policy", "lnt", "policy.json"}, "did you mean `lint`?"},
        {{"policy", "policy.json"}, "expected print, lint or test"},
        {{"version"}, "did you mean `--version`?"},
        {{"-V"}, "assent 0.1.0\n", 0},
        {{"help"}, "Start here:", 0},
        {{"help", "check"}, "assent check [OPTIONS]", 0},
        {{"policy", "lint", "policy.json", "--help"}, "--strict", 0},
        {{"completion"}, "expected bash, zsh or fish"},
        {{"man"}, "the folder in which the pages are to be written"},
        {{"run", "claude"}, "see assent --help"},
    });
}

BOOST_AUTO_TEST_CASE(an_option_that_is_misspelt_or_stands_elsewhere_leads_on) {
    check_answers({
        {{"check", "--polcy", "standard", "--tool", "Bash", "--input", ls_of_bash},
         "did you mean `--policy`?"},
        {{"serve", "--modee", "ask"}, "did you mean `--mode`?"},
        {{"serve", "--mode", "acceptEdits"}, "did you mean `accept_edits`?"},
        {{"serve", "--mode", "bypassPermissions"}, "did you mean `allow`?"},
        {{"serve", "--on-ask", "termnal"}, "did you mean `terminal`?"},
        {{"serve", "--ask-timeout", "5"}, "expected a time such as 30s, 5m or 0, got `5`"},
        {{"serve", "--policy", "standart"}, "did you mean `standard`?"},
        {{"serve", "--policy", "./nofile"}, "cannot read policy file `./nofile`: No such file or directory"},
        {{"serve", "--policy", "policy.json"}, "moed: unknown key; did you mean `mode`?"},
        {{"--policy", "standard", "check", "ls"}, "assent check --policy"},
        {{"install", "claude", "--policy", "standard"}, "assent install claude -- --policy"},
        {{"bridge", "claude"}, "assent bridge -- claude"},
        {{"doctor", "claud"}, "did you mean `claude`?"},
    });
}

BOOST_AUTO_TEST_CASE(a_call_is_taken_as_words_and_what_is_odd_in_it_is_said) {
    check_answers({
        {{"check", "rm", "-rf", "x"}, "ask: ", 4},
        {{"check", "git status && git push --force"}, "ask: ", 4},
        {{"check", "--", "git", "push", "--force"}, "ask: ", 4},
        {{"check", "ls", "--policy", "standard"},
         "options of `assent check` stand in front of the command",
         4},
        {{"what", "git", "status"}, "looks: ", 0},
        {{"what"}, "such as `assent what git status`"},
        {{"check"}, "such as `assent check git status`"},
        {{"check", "--tool", "Raed", "--input", "{}"}, "did you mean `Read`?", 4},
        {{"check", "--tool", "Bash", "--input", R"({"comand":"ls"})"}, "did you mean `command`?", 4},
        {{"check", "--tool", "Bash", "--input", "git status"}, "assent check git status"},
        {{"check", "--tool", "Bash"}, "--input"},
        {{"check", R"({"tool_name":"Bash","input":{"command":"ls"}})"}, "--batch"},
        {{"check", "--on-ask", "web", "--tool", "Bash", "--input", ls_of_bash}, "`--on-ask` is an option of"},
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
