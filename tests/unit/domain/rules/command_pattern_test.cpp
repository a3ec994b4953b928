#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::command_pattern_test {
namespace {

using namespace std::string_view_literals;

bool allows(std::string_view pattern, std::string_view command) {
    const auto made = command_pattern::make(pattern, rule_behavior::allow).value();
    if (made.covers_text(command)) return true;
    const shell_command read(command);
    for (std::size_t each = 0; each < read.size(); ++each)
        if (!made.covers(read[each])) return false;
    return read.size() > 0;
}

std::string flaw(std::string_view pattern, rule_behavior behavior = rule_behavior::allow) {
    const auto made = command_pattern::make(pattern, behavior);
    return made ? std::string() : made.error().message;
}

// What has a meaning in most places of a shell text, and control characters.
constexpr std::string_view special = "&<>(){}$`\\'\"!=\n\r\v\f\x01\x1B\x7F\x80\xC3\0"sv;

BOOST_AUTO_TEST_SUITE(command_pattern_test)

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
        {"npm *", "npm\ttest", true},
        {"npm *", "npm ci && npm test", true},
        {"npm *", "npm ci; npm test | npm x || npm", true},
        {"npm *", "npm test; touch x", false},
        {"npm *", "touch x && npm test", false},
        {"npm *", "npm test 2>&1 >/dev/null", true},
        {"npm *", "npm test > x", false},
        {"npm *", "npm run x 'a; b | c' \"d\" e\\;f", true},
        {"npm *", "'npm' test", true},
        {"npm *", "\"npm test\"", false},
        {"npm test", "npm \"test\"", true},
        {"cp a b", "cp \"a b\"", false},
        {"cp a?b", "cp 'a b'", true},
        {"cp a\\ b", "cp 'a b'", true},
        {"echo \\; *", "echo ';' x", true},
        {"echo {a,b} *", "echo '{a,b}' x", true},
        {"git commit -m 'x' *", "git commit -m 'x' y", false},
        {"git commit -m 'x' *", "git commit -m \\'x\\' y", true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(allows(row.pattern, row.command) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(no_wildcard_covers_a_command_that_is_not_plain) {
    std::string covered;
    for (const char byte : special) {
        const std::string one(1, byte);
        for (const std::string& command : {"npm test" + one + "touch x", "npm test " + one + "x y",
                                           one + "npm test", "npm" + one + "x test"}) {
            if (shell_command(command).plain()) continue;
            for (const auto pattern : {"npm *", "npm test*", "* *", "npm * *", "*pm *", "npm t?st *"}) {
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
                            "sh -c 'x'", "bash build.sh", "\xC3\xA9 x", "eval x", "A=1 b"}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(allows(text, text));
            BOOST_TEST(!allows(text, std::string(text) + " && touch x"));
            BOOST_TEST(!allows(text, std::string(text) + "\r"));
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
    }
    BOOST_TEST(!allows(" *", "a > b"), "with a blank it is a list of words");
    BOOST_TEST(allows(" *", "a && b"));
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
    BOOST_TEST(allows("cat src/*", "cat src/*.c"));
    BOOST_TEST(!allows("cat src/*", "cat src/.*/secret"), "the shell may put `..` there");
    BOOST_TEST(!allows("cat src/*", "cat src/.[.]/secret"));
    BOOST_TEST(!allows("cat src/*", "cat src/[.]./secret"));
    BOOST_TEST(!allows("cat src/*", "cat src/.?/secret"));
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
    // What no plain command has would be a rule that silently never matches; a deny rule may hold it.
    const struct {
        std::string_view pattern;
        std::string_view message;
    } unprovable[] = {
        {"FOO=1 npm *", "no program with `=` in its name is covered by an allow rule with wildcards"},
        {"~/npm *", "no program with `~` in its name is covered by an allow rule with wildcards"},
        {"'npm' *", "no program with `'` in its name is covered by an allow rule with wildcards"},
        {"a\\\\b *", "no program with `\\` in its name is covered by an allow rule with wildcards"},
        {"caf\u00e9 *",
         "no program with other than printable ASCII in its name is covered by an allow rule with wildcards"},
        {"npm \u200b *",
         "no command is covered by an allow rule with wildcards when it has an invisible character"},
        {"npm \x01 *",
         "no command is covered by an allow rule with wildcards when it has a control character"},
        {"npm \\\n *", "no command is covered by an allow rule with wildcards when it has a line break"},
    };
    for (const auto& row : unprovable) {
        BOOST_TEST_CONTEXT(row.pattern) {
            BOOST_TEST(flaw(row.pattern) == row.message);
            BOOST_TEST(flaw(row.pattern, rule_behavior::deny) == "");
        }
    }
    for (const auto legal :
         {"echo \\; *", "npm {a,b} *", "echo \\* *", "git commit -m 'x' *", "cat caf\u00e9 *", "[ -f *"}) {
        BOOST_TEST_CONTEXT(legal) { BOOST_TEST(flaw(legal) == ""); }
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

BOOST_AUTO_TEST_CASE(a_host_may_admit_runners) {
    for (const auto pattern : {"bash *", "sudo *", "python3 -c *", "*sh *"})
        BOOST_TEST(bool(command_pattern::make(pattern, rule_behavior::allow, true)));
    BOOST_TEST(!command_pattern::make("npm * && *", rule_behavior::allow, true));
}

BOOST_AUTO_TEST_CASE(why_a_command_is_not_covered_is_told) {
    const auto why = [](std::string_view pattern, std::string_view command) {
        return command_pattern::make(pattern, rule_behavior::allow).value().why_not(shell_command(command));
    };
    const struct {
        std::string_view pattern;
        std::string_view command;
        std::string_view expected;
    } table[] = {
        {"npm *", "npm test", ""},
        {"npm *", "npm test && npm x", ""},
        {"npm *", "rm x", "word 1, `rm`, is not `npm`"},
        {"npm *", "npm test && rm x", "its second command `rm x`: word 1, `rm`, is not `npm`"},
        {"rm -r *", "rm -rf x", "word 2, `-rf`, is not `-r`"},
        {"rm -r x", "rm -r", "word 3, `x`, is missing"},
        {"rm -r", "rm -r x", "word 3, `x`, is one too many"},
        {"npm t?st", "npm x", "word 2, `x`, is not covered by word 2 of the pattern"},
        {"npm t?st", "npm", "word 2 is missing"},
        {"npm * *", "npm", "word 2 is missing"},
        {"cat src/*", "cat src/../x", "word 2, `src/../x`, leads into another folder than the pattern says"},
        {"git * main", "git log x", "its words do not end as in the pattern"},
        {"npm *", "a;b;c;d;e;npm x", "its first command `a`: word 1, `a`, is not `npm`"},
        {"ab*", "ab;ab;ab;ab;ab;npm x",
         "its command 6 `npm x`: word 1, `npm`, is not covered by word 1 of the pattern"},
        {"npm *", "npm $x", "it has an expansion (byte 5)"},
        {"npm *", "", "it has no command"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(why(row.pattern, row.command) == row.expected);
        }
    }
    const std::string long_word(61, 'x');
    BOOST_TEST(why("npm *", "npm; " + long_word.substr(1)) == "its second command `" + long_word.substr(1) +
                                                                  "`: word 1, `" + long_word.substr(1) +
                                                                  "`, is not `npm`");
    BOOST_TEST(why("npm *", long_word) == "word 1, `" + long_word.substr(1) + "\u2026`, is not `npm`");
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
}  // namespace assent::command_pattern_test
