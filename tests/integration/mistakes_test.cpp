// Mistakes that people make at the command line, and what they have to read in the answer.
#include "program.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

namespace mistakes_test {
namespace {

using assent::test::run;
using assent::test::surroundings;
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
        {{"policy", "lint", "~/policy.json"}, "the shell has left `~` as it is; write \"$HOME/policy.json\""},
        {{"serve", "--record=~/x"}, "--record: got `~/x`"},
        {{"serve", "--audit=~/x"}, "write \"$HOME/x\""},
        {{"policy", "policy.json"}, "expected print, lint, test or show"},
        {{"version"}, "did you mean `--version`?"},
        {{"-V"}, "assent 0.1.0\n", 0},
        {{"help"}, "Start here:", 0},
        {{"help", "check"}, "assent check [OPTIONS]", 0},
        {{"policy", "lint", "policy.json", "--help"}, "--strict", 0},
        {{"completion"}, "expected bash, zsh or fish"},
        {{"man"}, "the folder in which the pages are to be written"},
        {{"run", "claude"}, "see assent --help"},
        {{"foo"}, "there is no command `foo` (see assent --help)"},
    });
}

BOOST_AUTO_TEST_CASE(an_option_that_is_misspelt_or_stands_elsewhere_leads_on) {
    check_answers({
        {{"check", "--polcy", "standard", "--tool", "Bash", "--input", ls_of_bash},
         "did you mean `--policy`?"},
        {{"check", "--deny", "Read(src/**)", "cat", "src/a"},
         "`Path(src/**)` is the rule to put beside it",
         4},
        {{"check", "--deny", "Edit(/srv/www/**)", "tee", "/srv/www/x"}, "`Change(/srv/www/**)`", 4},
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
        {{"install", "claude", "--", "--polcy", "standard"},
         "there is no `--polcy`; did you mean `--policy`?"},
        {{"install", "claude", "--", "--policy", "standrad"}, "did you mean `standard`?"},
        {{"import", "~/.claude/settings.json"}, "write `assent import claude FILE`"},
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

// Tried on what had been made for those above, of other kinds: 44 of 62 were answered well at once.
BOOST_AUTO_TEST_CASE(mistakes_of_other_kinds_lead_on_too) {
    check_answers({
        {{"explain", "git", "status"}, "did you mean `assent check --explain`?"},
        {{"lint", "policy.json"}, "did you mean `assent policy lint`?"},
        {{"resume", "4237"}, "did you mean `assent session resume`?"},
        {{"claude"}, "did you mean `assent install claude`?"},
        {{"CHECK", "ls"}, "did you mean `check`?"},
        {{"completions", "bash"}, "did you mean `completion`?"},
        {{"session", "resum", "4237"}, "did you mean `resume`?"},
        {{"help", "polcy"}, "did you mean `policy`?"},
        {{"help", "policy", "lnt"}, "did you mean `lint`?"},
        {{"man", "check"}, "`assent help check` shows one"},
        {{"-v"}, "did you mean `-V`?"},
        {{"install", "claude-code"}, "did you mean `claude`?"},
        {{"policy", "print", "standard.json"}, "did you mean `standard`?"},
        {{"serve", "--mode", "plan_mode"}, "did you mean `plan`?"},
        {{"serve", "--mode", "default"}, "did you mean `ask`?"},
        {{"serve", "--unix"}, "--unix: expected FILE, got nothing"},
        {{"serve", "--on-ask"},
         "--on-ask: expected peer, deny, allow, terminal, web or terminal,web, got nothing"},
        {{"serve", "--policy=standrd"}, "did you mean `standard`?"},
        {{"what", "--json", "ls"},
         "`--json` is an option of check, doctor, wall, rules, log or replay, and not of what"},
        {{"acp", "gemini", "--acp"}, "assent acp -- gemini"},
        {{"bridge", "--policy", "standard", "claude", "--bare"}, "assent bridge -- claude"},
        {{"check", "ls -la", "--explian"}, "did you mean `--explain`?"},
        {{"check", "git status", "--explain"}, "decided by step 13, ask: ", 4},
        {{"check", "--deny", "git", "push"}, "check: git: no tool of that name is registered", 4},
        {{"check", "--allow", "Bsh(npm *)", "npm", "test"}, "did you mean `Bash`?"},
        {{"check", "--tool", "Read", "--input", "/etc/passwd"},
         R"(such as {"file_path":"/etc/passwd"}, got)"},
        {{"check", "--tool", "Bash", "--input", "{command: ls}"}, R"(such as {"command":"..."}, got)"},
        {{"check", ""}, "such as `assent check git status`"},
        {{"what", "  "}, "such as `assent what git status`"},
    });
}

// What a second reader typed of whom the same is true.
BOOST_AUTO_TEST_CASE(what_another_newcomer_types_leads_on_too) {
    check_answers({
        {{"log", "-n", "20"}, "the last lines alone: assent log | tail -n 20"},
        {{"log", "policy.json"}, "log: policy.json is no record: of 1 line none can be read"},
        {{"report", "policy.json"}, "report: policy.json is no record"},
        {{"suggest", "policy.json"}, "suggest: policy.json is no record"},
        {{"replay", "standard", "policy.json"}, "replay: policy.json is no record"},
        {{"rules", "add", "Bash(npm *)"}, "rules: expected list, explain, remove or export, got `add`"},
        {{"rules", "explain", "x"}, "there is no answer x", 1},
        {{"-help"}, "did you mean `--help`?"},
        {{"tail"}, "did you mean `assent log --follow`?"},
        {{"history"}, "did you mean `assent log`?"},
        {{"daemon", "-d"}, "`assent install daemon` has it started at each login"},
        {{"codex", "app-server"}, "assent codex -- codex app-server"},
        {{"setup", "--policy", "standard"}, "did you mean `--profile`?"},
        {{"install", "--all"}, "assent install all"},
        {{"check", "--allowedTools", "Bash(npm *)", "npm", "test"}, "did you mean `--allow`?"},
        {{"check", "\u201cgit status\u201d"}, "begins with a quote that no shell knows"},
        {{"check", "--policy", "standard", "ls", "&&", "rm", "-rf", "x"},
         "several commands are one text in quotes",
         0},
        {{"check", "--tool", "Read", "--input", "{'file_path':'a'}"}, "JSON has `\"` around names and texts"},
        {{"check", "--tool", "bash", "--input", ls_of_bash}, "`bash` is called `Bash` here", 4},
        {{"check", "--tool", "Shell", "--input", ls_of_bash}, "`Shell` is called `Bash` here", 4},
        {{"import"}, "expected claude, codex"},
        {{"import", "claude,codex"}, "name one agent at a time"},
        {{"import", "claude", "nosuch.json"}, "there is no such file"},
        {{"import", "claude", "."}, "expected a file, got a folder"},
        {{"wall", "--", "npm test"}, "`npm test` is one word: assent wall -- npm test"},
        {{"serve", "--unix", "policy.json"}, "it exists and is not a socket", 1},
        {{"serve", "--tcp", "0.0.0.0:8080"}, "remote peers are not allowed (allow_remote)", 1},
        {{"allow", "Bash(make *)"}, "rules stand in a file that any editor changes"},
        {{"policy", "edit"}, "assent policy show says which"},
        {{"setup", "project"}, "did you mean `--profile project`?"},
        {{"install", "claude", "--profile", "project"}, "assent setup --profile NAME begins a policy"},
        {{"install", "claude", "--", "--policy", "standard", "--deny", "git", "push"},
         "a value with blanks stands in quotes: 'git push'"},
        {{"suggest", "--write"}, "expected a policy file (--policy FILE)"},
    });
}

BOOST_AUTO_TEST_CASE(what_is_refused_leaves_no_file_behind) {
    const temporary_folder folder;
    write_file(folder.file("policy.json"), "{}");
    for (const auto* const path : {"policy.json", "."})
        BOOST_TEST(run({"serve", "--unix", path}, {}, {.folder = folder.path()}).code == 1);
    for (const auto* const option : {"--record=~/x", "--audit=~/x"})
        BOOST_TEST(run({"serve", option}, {}, {.folder = folder.path()}).code == 2);
    const std::filesystem::directory_iterator files(folder.path());
    BOOST_TEST(std::distance(begin(files), end(files)) == 1);
}

BOOST_AUTO_TEST_CASE(a_record_that_stands_where_the_policy_should_is_told_from_one) {
    const temporary_folder folder;
    const surroundings here{.folder = folder.path()};
    BOOST_TEST(run({"check", "--audit", "record", "--policy", "standard", "ls"}, {}, here).code == 0);
    const auto said = run({"replay", "record", "standard"}, {}, here);
    BOOST_TEST(said.code == 2);
    BOOST_TEST(said.err.find("the policy stands first: assent replay POLICY record") != said.err.npos,
               said.err);
}

BOOST_AUTO_TEST_CASE(who_installs_by_sudo_is_told_whose_home_it_was) {
    if (::geteuid() != 0) return;
    const temporary_folder folder;
    const auto says = [&](const std::string& user) {
        return run({"install", "claude", "--", "--policy", "standard"}, {},
                   {.environment = {{"HOME", folder.path()}, {"SUDO_USER", user}}, .folder = folder.path()});
    };
    BOOST_TEST(says("root").err.empty());
    const auto said = says("ann");
    BOOST_TEST(said.code == 0);
    BOOST_TEST(said.err.find("for the agents of ann, the same without sudo") != said.err.npos, said.err);
}

// What a reader who had not seen the tables above typed, and was answered poorly.
BOOST_AUTO_TEST_CASE(what_a_newcomer_types_leads_on) {
    const std::string file = R"({"file_path":"a"})";
    check_answers({
        {{"git status"}, "did you mean `assent check git status`?"},
        {{"try", "ls"}, "did you mean `assent check`?"},
        {{"remove", "claude"}, "did you mean `assent uninstall`?"},
        {{"init"}, "did you mean `assent setup`?"},
        {{"status"}, "did you mean `assent doctor`?"},
        {{"logs"}, "did you mean `assent log`?"},
        {{"start"}, "did you mean `assent daemon`?"},
        {{"unpause"}, "did you mean `assent pause end`?"},
        {{"pause", "30", "m"}, "did you mean `assent pause 30m`?"},
        {{"pause", "2", "30m"}, "pause takes no `30m`"},
        {{"deny", "Bash(ls)"}, "assent policy show says which"},
        {{""}, "such as `assent demo`"},
        {{"check", "-p", "standard", "ls"}, "did you mean `--policy`?"},
        {{"check", "--policy", "strict", "ls"},
         "no policy is called `strict`: expected careful, standard, project, walled, bare or a file"},
        {{"install", "claude", "--", "--policy", "strict"}, "no policy is called `strict`"},
        {{"check", "--policy", "https://x.org/p.json", "ls"}, "expected a file of this machine"},
        {{"check", "--policy=~/p.json", "ls"}, "the shell has left `~` as it is"},
        {{"check", "--policy", "standard", "--policy", "project", "ls"},
         "--policy: expected once, got it again"},
        {{"check", "--allow", "npm *", "npm test"}, "did you mean `Bash(npm *)`?"},
        {{"check", "--allow", "Bash npm *", "npm test"}, "did you mean `Bash(npm *)`?"},
        {{"check", "--allow", "allow Bash(ls)", "ls"}, "did you mean `Bash(ls)`?"},
        {{"check", "--allow", "Bash(npm *),Bash(ls)", "ls"},
         "of several rules each has an option of its own"},
        {{"check", "--allow", "Shell(npm *)", "npm test"}, "did you mean `Bash(npm *)`?"},
        {{"check", "--allow", "run_shell_command(npm *)", "npm test"}, "did you mean `Bash(npm *)`?"},
        {{"check", "--allow", "/npm.*/", "npm test"}, "`*` stands for any letters"},
        {{"check", "--tool", "Read", "--input", "{file_path: x}"}, R"(such as {"file_path":"..."})"},
        {{"check", "--tool", "Read", "--input", "{'file_path':'x'}"}, R"(such as {"file_path":"..."})"},
        {{"check", "--tool", "Read", "--input", "@in.json"}, R"x(--input "$(cat in.json)")x"},
        {{"check", "--tool", "Read", "--input", "-"}, R"x(--input "$(cat)")x"},
        {{"check", "--tool", "Read", "--input", R"({"file":"x"})"}, "expected file_path, offset or limit", 4},
        {{"check", "--tool", "Bash", "--input", R"({"cmd":"x"})"}, "expected command, ", 4},
        {{"check", "--tool", "", "--input", file}, "--tool: expected the name of a tool, got nothing"},
        {{"check", "--tool", "Bash", "ls"}, "a command in words needs no --tool"},
        {{"check", "--batch", "calls.json"}, "assent check --batch < calls.json"},
        {{"check", "git status", "git log"}, "one command at a time"},
        {{"check", "-"}, R"x(assent check -- "$(cat)")x"},
        {{"check", "\u2013\u2013policy", "standard", "ls"}, "begins with a dash that is no `-`"},
        {{"install", "--agent", "claude"}, "the agent is a word: assent install claude"},
        {{"install", "--", "claude"}, "`claude` has to stand in front of `--`: assent install claude -- ..."},
        {{"install", "claude", "--", "standard"}, "did you mean `--policy standard`?"},
        {{"install", "claude", "--", "--daemon"}, "--daemon: expected on, auto or off, got nothing"},
        {{"policy", "list"}, "`assent help policy print` lists them"},
        {{"audit", "record.ndjson"}, "did you mean `assent audit verify record.ndjson`?"},
        {{"daemon", "stop"}, "Ctrl-C"},
        {{"serve", "--port", "8080"}, "did you mean `--tcp`?"},
        {{"serve", "--socket", "x"}, "did you mean `--unix`?"},
        {{"serve", "--tcp", "127.0.0.1:99999"}, "a port is 0 to 65535"},
        {{"hook", "claude"}, "assent hook --agent claude"},
        {{"hook"}, "an agent's event, in JSON"},
    });
}

BOOST_AUTO_TEST_CASE(a_policy_file_that_is_written_otherwise_says_how_it_is_written) {
    struct written {
        std::string text;
        std::string told;
    };
    const std::vector<written> table = {
        {R"r({"allow":["Bash(ls)"]})r", "allow: unknown key; did you mean `rules.allow`?"},
        {R"({"rules":{"mode":"ask"}})", "rules.mode: unknown key; did you mean `mode`?"},
        {R"r({"permissions":{"allow":["Bash(ls)"]}})r", "`assent import claude policy.json`"},
        {R"r({"rules":{"allow":["Bash(ls)" "Bash(x)"]}})r", "expected `,` in front of `\"`"},
        {R"({"mode":"ask" "loop":3})", "expected `,` in front of `\"`"},
        {R"({'mode':'ask'})", "expected `\"` instead of `'`"},
        {"mode: ask\n", "expected JSON"},
    };
    for (const auto& row : table) {
        const temporary_folder folder;
        write_file(folder.file("policy.json"), row.text);
        const auto said = run({"check", "--policy", "policy.json", "ls"}, {}, {.folder = folder.path()});
        const bool good = said.code == 2 && said.err.find(row.told) != std::string::npos;
        BOOST_TEST(good, row.text << "\n" << said.err << "to read: " << row.told);
    }
}

BOOST_AUTO_TEST_CASE(what_would_be_ignored_is_said) {
    const temporary_folder folder;
    const surroundings home{
        .environment = {{"HOME", folder.path()}, {"XDG_CONFIG_HOME", {}}, {"XDG_RUNTIME_DIR", folder.path()}},
        .folder = folder.path()};
    const auto said = [&](const std::vector<std::string>& typed, std::string_view input = {}) {
        const auto answered = run(typed, input, home);
        return answered.out + answered.err;
    };
    const std::string quiet = said({"check", "--audit", "record.ndjson", "ls"});
    BOOST_TEST(quiet.find("nothing was recorded") != std::string::npos, quiet);
    const std::string text = said({"serve"}, "hello\n");
    BOOST_TEST(text.find("line refused: not JSON") != std::string::npos, text);
    const std::string daemon = said({"install", "claude", "--", "--daemon", "on"});
    BOOST_TEST(daemon.find("each use is denied until `assent daemon --home ") != std::string::npos, daemon);
    const std::string bare = said({"install", "claude"});
    BOOST_TEST(bare.find("policy: bare: nothing is asked or denied by Assent but what your rules say; "
                         "`-- --policy standard` asks about what harms\n") != std::string::npos,
               bare);
    write_file(folder.file("agent.json"),
               R"r({"where": [{"agent": "claude", "allow": ["Bash(npm test)"]}]})r");
    const struct {
        std::vector<std::string> more;
        bool hint;
    } rows[]{{{"npm test"}, true}, {{"--agent", "codex", "npm test"}, false}, {{"npm publish"}, false}};
    for (const auto& row : rows) {
        std::vector<std::string> typed{"check", "--policy", "agent.json"};
        typed.insert(typed.end(), row.more.begin(), row.more.end());
        const std::string one = said(typed);
        BOOST_TEST((one.find("`--agent claude` says who asks; a rule allows it that agent alone") !=
                    one.npos) == row.hint,
                   one);
    }
    write_file(folder.file(".config/assent/policy.yaml"), "mode: ask\n");
    const std::string yaml = said({"check", "ls"});
    BOOST_TEST(yaml.find("policy.yaml: a policy is JSON, in policy.json") != std::string::npos, yaml);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace mistakes_test
