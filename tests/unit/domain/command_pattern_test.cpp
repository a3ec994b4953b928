#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent {
namespace {

using enum rule_match;
using namespace std::string_view_literals;

bool allows(std::string_view pattern, std::string_view command) {
    return command_pattern::make(pattern, rule_behavior::allow).value().allows(command);
}

rule_match catches(std::string_view pattern, std::string_view command) {
    return command_pattern::make(pattern, rule_behavior::deny).value().catches(command);
}

std::string flaw(std::string_view pattern, rule_behavior behavior = rule_behavior::allow) {
    const auto made = command_pattern::make(pattern, behavior);
    return made ? std::string() : made.error().message;
}

// What makes a command more than one program with its words as written.
constexpr std::string_view special = ";&|<>(){}[]$`\\'\"#!*?~=\t\n\r\v\f\x01\x1B\x7F\x80\xC3\0"sv;

BOOST_AUTO_TEST_SUITE(command_pattern_test)

BOOST_AUTO_TEST_CASE(a_command_is_plain_as_long_as_it_has_no_special_character) {
    for (int code = 0; code < 256; ++code) {
        const char byte = static_cast<char>(code);
        const bool expected = byte >= ' ' && byte <= '~' && special.find(byte) == std::string_view::npos;
        BOOST_TEST_CONTEXT("byte " << code) {
            BOOST_TEST(plain_command("npm" + std::string(1, byte) + "x") == expected);
        }
    }
    BOOST_TEST(plain_command(std::string(max_command_bytes, 'x')));
    BOOST_TEST(!plain_command(std::string(max_command_bytes + 1, 'x')));
}

BOOST_AUTO_TEST_CASE(an_allow_pattern_covers_plain_commands_word_by_word) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        bool expected;
    } table[] = {
        {"npm *", "npm", true},
        {"npm *", "npm install", true},
        {"npm *", "  npm   install  x ", true},
        {"npm *", "npm-evil test", false},
        {"npm *", "npm.cmd test", false},
        {"npm *", "NPM test", false},
        {"npm *", "/usr/bin/npm test", false},
        {"npm *", "./npm test", false},
        {"npm *", "env npm test", false},
        {"npm *", "sudo npm test", false},
        {"npm *", "", false},
        {"npm *", " ", false},
        {"npm * *", "npm a", false},
        {"npm * *", "npm a b", true},
        {"npm ?*", "npm", false},
        {"git log * main", "git log main", false},
        {"git log * main", "git log -p main", true},
        {"git log * main", "git log a b main", true},
        {"git log * main", "git log a main x", false},
        {"* --version", "node --version", true},
        {"* --version", "--version", false},
        {"ls*", "ls", true},
        {"ls*", "ls -la /tmp", true},
        {"ls*", "lsof", true},
        {"ls*", "als", false},
        {"npm te?t", "npm test", true},
        {"npm te?t", "npm te t", false},
        {"npm run b*", "npm run build --x y", true},
        {"npm r*n x", "npm run x", true},
        {"npm r*n x", "npm r n x", false},
        {"npm test", "npm  test", true},
        {"npm test", "npm test x", false},
        {"cat a*b", "cat a/b", true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(allows(row.pattern, row.command) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(no_wildcard_covers_a_command_with_a_special_character) {
    std::string covered;
    for (const char byte : special) {
        const std::string one(1, byte);
        for (const std::string& command :
             {"npm test" + one, "npm test" + one + "touch x", "npm test " + one + " x", one + "npm test",
              "npm" + one + " test"}) {
            for (const auto pattern : {"npm *", "npm test*", "* *", "npm * *", "*m *", "npm t?st *"}) {
                if (allows(pattern, command)) covered += std::string(pattern) + " covers " + command + "; ";
            }
        }
    }
    BOOST_TEST(covered == "");
}

BOOST_AUTO_TEST_CASE(a_command_over_the_limit_is_covered_by_no_wildcard_but_the_lone_one) {
    const std::string at = "npm " + std::string(max_command_bytes - 4, 'x');
    BOOST_TEST(allows("npm *", at));
    BOOST_TEST(!allows("npm *", at + "x"));
    BOOST_TEST(!allows("npm x*", at + "x"));
    BOOST_TEST(allows("*", at + "x"));
}

BOOST_AUTO_TEST_CASE(a_pattern_without_wildcards_covers_the_text_it_equals_whatever_that_is) {
    for (const auto text : {"npm test && npm run lint", "echo $(date)", "a; b", "ls 'x y'", "cat <<E\nx\nE",
                            "sh -c 'x'", "bash build.sh", "\xC3\xA9 x"}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(allows(text, text));
            BOOST_TEST(!allows(text, std::string(text) + " && touch x"));
            BOOST_TEST(!allows(text, std::string(text) + "\n"));
        }
    }
    BOOST_TEST(allows("ls \\*.ts", "ls *.ts"));
    BOOST_TEST(!allows("ls \\*.ts", "ls a.ts"));
    BOOST_TEST(allows("grep \"a.\\*b\" \\*.py", "grep \"a.*b\" *.py"));
}

BOOST_AUTO_TEST_CASE(a_lone_star_covers_any_text) {
    for (const auto pattern : {"*", "**", "***"}) {
        BOOST_TEST(allows(pattern, "a && b"));
        BOOST_TEST(allows(pattern, ""));
        BOOST_TEST(catches(pattern, "a && b") == yes);
    }
    BOOST_TEST(!allows(" *", "a && b"), "with a blank it is a list of words");
}

BOOST_AUTO_TEST_CASE(a_wildcard_in_a_program_name_stays_in_its_folder) {
    BOOST_TEST(!allows("ls*", "ls/evil"));
    BOOST_TEST(!allows("gi? status", "g/x status"));
    BOOST_TEST(allows("./scripts/*", "./scripts/build.sh -x"));
    BOOST_TEST(!allows("./scripts/*", "./scripts/../../evil"));
    BOOST_TEST(!allows("/usr/bin/* --version", "/usr/bin/../../tmp/evil --version"));
    BOOST_TEST(!allows("cat src/*", "cat src/.."));
    BOOST_TEST(!allows("cat src/*", "cat src/../../secret"));
    BOOST_TEST(allows("git diff src/*", "git diff src/a..b"));
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_is_sure_where_the_words_or_the_whole_text_are_covered) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        rule_match expected;
    } table[] = {
        {"rm *", "rm", yes},
        {"rm *", "rm x", yes},
        {"rm *", "rm  -rf\tx", yes},
        {"rm *", "/bin/rm x", yes},
        {"rm *", "./rm x", yes},
        {"rm *", "rm x; ls", yes},
        {"rm *", "rm 'a b'", yes},
        {"rm *", "ls -la", no},
        {"rm *", "rmdir x", no},
        {"rm *", "ls rmdir", no},
        {"rm *", "", no},
        {"rm", "rm x", no},
        {"rm", "sudo rm", doubt},
        {"git push *", "git push", yes},
        {"git push *", "git pull", no},
        {"git push *", "git -C x push", no},
        {"* --force", "git push --force", yes},
        {"* --force", "git push --force x", no},
        {"*secret*", "cat a/secret/b", yes},
        {"/bin/rm *", "rm x", doubt},
        {"/bin/rm *", "/usr/bin/rm x", doubt},
        {"/bin/rm *", "/bin/rm x", yes},
        {"rm *", "RM x", doubt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(catches(row.pattern, row.command) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_special_character_makes_every_deny_pattern_doubtful) {
    for (const char byte : special) {
        const std::string command = "true" + std::string(1, byte) + "x";
        BOOST_TEST_CONTEXT("byte " << int(byte)) { BOOST_TEST(catches("rm *", command) == doubt); }
    }
}

BOOST_AUTO_TEST_CASE(what_a_program_may_run_is_not_excluded) {
    for (const auto command : {"sudo rm x",          "sudo -u bob rm x",   "doas rm x",
                               "env rm x",           "env -i rm x",        "env -S rm",
                               "env -Srm x",         "env -iSrm x",        "nohup rm x",
                               "nice -n 5 rm x",     "nice -n5 /bin/rm x", "time rm x",
                               "timeout 5 rm x",     "stdbuf -oL rm x",    "setsid rm x",
                               "ionice -c3 rm x",    "watch -n1 rm x",     "command rm x",
                               "builtin rm x",       "exec rm x",          "eval rm x",
                               "xargs rm",           "xargs -a list echo", "/usr/bin/xargs true",
                               "parallel echo",      "bash -c rm",         "su -c rm",
                               "su -crm root",       "busybox rm x",       "find . -exec rm x +",
                               "find . -execdir rm", "sudo env nice rm x", "script -crm x",
                               "chroot / rm x",      "ssh host rm x",      "sudo RM x"}) {
        BOOST_TEST_CONTEXT(command) { BOOST_TEST(catches("rm *", command) == doubt); }
    }
}

BOOST_AUTO_TEST_CASE(a_command_over_the_limit_is_never_excluded) {
    const std::string at = "ls " + std::string(max_command_bytes - 3, 'x');
    BOOST_TEST(catches("rm *", at) == no);
    BOOST_TEST(catches("rm *", at + "x") == doubt);
    BOOST_TEST(catches("rm *", "rm " + at) == yes);
    BOOST_TEST(catches("ls", at + "x") == doubt, "the cut text is not a reading of its own");
}

BOOST_AUTO_TEST_CASE(a_pattern_that_could_never_match_is_refused) {
    const struct {
        std::string_view pattern;
        std::string_view message;
    } table[] = {
        {" ", "expected a pattern, got only blanks"},
        {" \t ", "expected a pattern, got only blanks"},
        {"npm:*", "`:*` has no meaning here; write `npm *`"},
        {"git push:*", "`:*` has no meaning here; write `git push *`"},
        {"git * push:*", "`:*` has no meaning here; write `git * push *`"},
        {":*", "`:*` has no meaning here; write `*`"},
        {"npm test; *", "expected one simple command in a pattern with wildcards, got `;`"},
        {"npm * && *", "expected one simple command in a pattern with wildcards, got `&`"},
        {"npm $(x) *", "expected one simple command in a pattern with wildcards, got `$`"},
        {"npm *\n", "expected one simple command in a pattern with wildcards, got a line break"},
        {"npm * \r", "expected one simple command in a pattern with wildcards, got a line break"},
        {"npm ? > x", "expected one simple command in a pattern with wildcards, got `>`"},
    };
    for (const auto& row : table) {
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask}) {
            BOOST_TEST_CONTEXT(behavior << " `" << row.pattern << '`') {
                BOOST_TEST(flaw(row.pattern, behavior) == row.message);
            }
        }
    }
    for (const auto legal :
         {"npm test; ls", "x\\:\\*", "npm :\\*", "npm run a:*b", "npm\t*", "FOO=1 npm test"}) {
        BOOST_TEST_CONTEXT(legal) { BOOST_TEST(flaw(legal) == ""); }
    }
    // Proven to cover are only commands of plain characters; a deny rule may hold the others.
    const struct {
        std::string_view pattern;
        std::string_view found;
    } unprovable[] = {{"echo \\; *", "`;`"},
                      {"npm {a,b} *", "`{`"},
                      {"FOO=1 npm *", "`=`"},
                      {"echo \\* *", "`*`"},
                      {"a\\\\b *", "`\\`"},
                      {"git commit -m 'x' *", "`'`"},
                      {"caf\u00e9 *", "other than printable ASCII"}};
    for (const auto& row : unprovable) {
        BOOST_TEST_CONTEXT(row.pattern) {
            BOOST_TEST(flaw(row.pattern) == "no command with " + std::string(row.found) +
                                                " is covered by an allow rule with wildcards");
            BOOST_TEST(flaw(row.pattern, rule_behavior::deny) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(an_allow_pattern_may_not_let_a_runner_run_anything) {
    BOOST_TEST(flaw("bash *") ==
               "`bash` can run any program: name what it may run before the wildcard, as in `bash NAME *`");
    for (const auto refused :
         {"sh *",        "sh -c *",     "/bin/sh *",    "zsh*",         "dash ?",      "fish *",
          "python *",    "python3 *",   "python3.11 *", "python3.1* x", "python -m *", "node *",
          "nodejs -*",   "perl -e *",   "ruby *",       "php *",        "npx *",       "npx -y *",
          "env *",       "env -i *",    "sudo *",       "sudo -n *",    "sudo bash *", "sudo env npx *",
          "doas *",      "xargs *",     "xargs -n1 *",  "ssh *",        "docker *",    "docker --host*",
          "timeout 5 *", "nice -n 5 *", "eval *",       "exec *",       "command *",   ". *",
          "source *",    "busybox *",   "ba*",          "b?sh -c x*",   "*sh *",       "python* *",
          "[*sh",        "s*"}) {
        BOOST_TEST_CONTEXT(refused) { BOOST_TEST((flaw(refused) != "" || refused == "[*sh"sv)); }
    }
    for (const auto legal : {"*",
                             "**",
                             "* --version",
                             "ls*",
                             "npm *",
                             "git *",
                             "find *",
                             "rg *",
                             "sort *",
                             "make *",
                             "bash build.sh",
                             "bash build.sh *",
                             "bash ./scripts/*",
                             "python3 -m pytest *",
                             "sudo systemctl status *",
                             "npx prettier *",
                             "docker ps *",
                             "timeout 60 npm test *",
                             "ssh-keygen *",
                             "environment *",
                             "./scripts/*",
                             "/usr/bin/* -v",
                             "sh -c 'x'",
                             "cargo *",
                             "gh *",
                             "tsc *",
                             "echo bash *"}) {
        BOOST_TEST_CONTEXT(legal) { BOOST_TEST(flaw(legal) == ""); }
    }
}

BOOST_AUTO_TEST_CASE(a_deny_or_ask_pattern_may_name_a_runner) {
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask}) {
        BOOST_TEST(flaw("bash *", behavior) == "");
        BOOST_TEST(flaw("sudo *", behavior) == "");
        BOOST_TEST(flaw("*sh *", behavior) == "");
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
