#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::command_catch_test {
namespace {

using enum rule_match;

rule_match catches(std::string_view pattern, std::string_view command) {
    return command_pattern::make(pattern, rule_behavior::deny).value().catches(command, shell_runs(command));
}

BOOST_AUTO_TEST_SUITE(command_catch_test)

BOOST_AUTO_TEST_CASE(a_deny_pattern_is_sure_where_the_words_or_the_whole_text_are_covered) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        rule_match expected;
    } table[] = {
        {"*", "a && b", yes},
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
        {"rm *", "ls rm", no},
        {"rm *", "", no},
        {"rm *", "echo 'rm x'", no},
        {"rm *", "git commit -m 'rm x; rm y'", no},
        {"rm *", "grep -r 'rm -rf' .", no},
        {"rm *", "cat <<E\nrm x\nE", no},
        {"rm", "rm x", no},
        {"rm", "sudo rm", yes},
        {"rm x", "rm -f x", yes},
        {"git push *", "git push", yes},
        {"git push *", "git pull", no},
        {"git push *", "git -C x push", yes},
        {"git push *", "git --no-pager -c a=b push origin", yes},
        {"git push *", "git -C push pull", no},
        {"git push *", "git -C x pull", no},
        {"git push *", "git commit push", no},
        {"* --force", "git push --force", yes},
        {"* --force", "git push --force x", yes},
        {"* --force *", "ls", no},
        {"* c/d *", "ls -la", no},
        {"*secret*", "cat a/secret/b", yes},
        {"/bin/rm *", "rm x", doubt},
        {"/bin/rm *", "/usr/bin/rm x", doubt},
        {"/bin/rm *", "/bin/rm x", yes},
        {"/bin/rm *", "ls x", no},
        {"./scripts/*", "./scripts/x y", yes},
        {"./scripts/*", "scripts/x", doubt},
        {"./scripts/*", "ls x", no},
        {"/usr/bin/py*", "python3 x", doubt},
        {"/usr/bin/py*", "perl x", no},
        {"rm *", "RM x", doubt},
        {"rm *", "sudo Rm x", doubt},
        {"RM *", "rm x", doubt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(catches(row.pattern, row.command) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_star_amid_a_deny_pattern_may_have_meant_any_text) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        rule_match expected;
    } table[] = {
        {"git *n", "git merge x run", yes},
        {"git *n", "cd a; git merge x run", doubt},
        {"git *n", "(git merge x run) | tee y", doubt},
        {"git *n", "timeout 5 git merge x run", doubt},
        {"git *n", "git merge x", no},
        {"git *n", "cd a; npm run", no},
        {"git*run", "cd a; git -C b run", doubt},
        {"*merge run", "cd a; git merge run", yes},
        {"git m*n", "cd a; git m x n", doubt},
        {"a*b c*d", "cd a; abb b c x d", doubt},
        {"npm *", "git merge npm x", no},
        {"npm*", "ls npm", no},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(catches(row.pattern, row.command) == row.expected);
        }
}

BOOST_AUTO_TEST_CASE(words_that_are_not_known_may_be_those_of_a_deny_pattern) {
    const struct {
        std::string_view pattern;
        std::string_view command;
        rule_match expected;
    } table[] = {
        {"rm *", "rm $x", yes},
        {"rm *", "rm \"$x\" *.c", yes},
        {"rm -rf *", "rm $x", doubt},
        {"rm -rf *", "rm \"$x\"", doubt},
        {"rm -rf *", "rm -rf $x", yes},
        {"rm -rf *", "rm -f $x", doubt},
        {"rm -rf *", "rm *", doubt},
        {"rm -rf *", "rm *.c", no},
        {"rm -rf *", "rm [x]", no},
        {"rm a.c", "rm *.c", doubt},
        {"rm a.c", "rm *.h", no},
        {"rm x", "rm $x", doubt},
        {"rm", "rm $x", doubt},
        {"rm", "rm \"$x\"", doubt},
        {"rm x y", "rm \"$x\"", no},
        {"rm x y", "rm $x", doubt},
        {"rm a$x", "rm a$x", yes},
        {"rm a$x", "ls; rm a$x", yes},
        {"rm ab", "rm a$x", doubt},
        {"rm ab", "rm b$x", no},
        {"rm /etc/*", "rm /usr/$x", no},
        {"rm /etc/*", "rm $x/a", doubt},
        {"git push *", "git $x", doubt},
        {"git push *", "git add *", no},
        {"git push *", "git add $x", no},
        {"git push *", "git commit -m \"$(date)\"", no},
        {"* --force", "git push $x", doubt},
        {"* --force", "git push $x main", doubt},
        {"* --force", "git push main", no},
        {"cat *secret*", "cat \"$f\"", doubt},
        {"cat ~/x", "cat ~/x", yes},
        {"cat /home/u/x", "cat ~/x", doubt},
        {"rm *", "$x y", doubt},
        {"rm *", "xargs rm", yes},
        {"rm -rf *", "echo x | xargs rm", doubt},
        {"rm *", "ls; bash -c \"$x\"", doubt},
        {"rm *", "printf 'rm x' | bash", doubt},
        {"rm *", "rm x \"unterminated", yes},
        {"rm *", "ls \"unterminated", doubt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.command << '`') {
            BOOST_TEST(catches(row.pattern, row.command) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(quotes_in_a_deny_pattern_may_mean_what_they_mean_to_a_shell) {
    BOOST_TEST(catches("rm 'a b' *", "rm 'a b' c") == yes);
    BOOST_TEST(catches("rm 'a b' *", "ls; rm a\\ b c") == yes);
    BOOST_TEST(catches("rm 'a b'", "ls; rm \"a b\"") == yes);
    BOOST_TEST(catches("rm 'a b'", "ls; rm \"'a\" \"b'\"") == yes);
    BOOST_TEST(catches("rm \"a\"*", "rm abc") == yes);
    BOOST_TEST(catches("rm 'a b'", "ls; rm a b") == no);
}

BOOST_AUTO_TEST_CASE(what_a_program_may_run_is_denied_too) {
    for (const auto command : {"sudo rm x",
                               "sudo -u bob rm x",
                               "doas rm x",
                               "env rm x",
                               "env -i rm x",
                               "env -S rm",
                               "env -Srm x",
                               "env -iSrm x",
                               "nohup rm x",
                               "nice -n 5 rm x",
                               "nice -n5 /bin/rm x",
                               "time rm x",
                               "timeout 5 rm x",
                               "stdbuf -oL rm x",
                               "setsid rm x",
                               "ionice -c3 rm x",
                               "watch -n1 rm x",
                               "command rm x",
                               "builtin rm x",
                               "exec rm x",
                               "eval rm x",
                               "xargs rm",
                               "bash -c rm",
                               "su -c rm",
                               "su -crm root",
                               "busybox rm x",
                               "find . -exec rm x +",
                               "find . -execdir rm",
                               "sudo env nice rm x",
                               "script -crm x",
                               "chroot / rm x",
                               "ssh host rm x",
                               "bash -c 'ls; rm x'",
                               "A=1 rm x",
                               "(rm x)",
                               "echo $(rm x)",
                               "trap 'rm x' EXIT",
                               "f() { rm x; }; f",
                               "if a; then rm x; fi"}) {
        BOOST_TEST_CONTEXT(command) { BOOST_TEST(catches("rm *", command) == yes); }
    }
    for (const auto command : {"parallel echo", "sudo RM x", "bash", "curl x | sh", "python3 -c 'x'"}) {
        BOOST_TEST_CONTEXT(command) { BOOST_TEST(catches("rm *", command) == doubt); }
    }
}

BOOST_AUTO_TEST_CASE(odd_ways_to_run_a_denied_program_are_never_excluded) {
    for (const auto* command : {
             "env 1=2 rm x",
             "env a-b=1 rm x",
             "sudo a.b=1 rm x",
             "env -uSHELL -S\"rm x\"",
             "env --split='rm x'",
             "su --comm='rm x'",
             "runuser -ualice -c 'rm x'",
             "perl -le 'system(\"rm x\")'",
             "echo 'rm x' | bash //dev/stdin",
             "echo 'rm x' | bash /dev/./stdin",
             "mapfile -c1 -C'rm x' a",
             "genv rm x",
             "/lib64/ld-linux-x86-64.so.2 /bin/rm x",
             "$'rm\\u0000foo' x",
         })
        BOOST_TEST_CONTEXT(command) BOOST_TEST(catches("rm *", command) != no);
}

BOOST_AUTO_TEST_CASE(any_number_of_options_may_stand_before_a_subcommand) {
    std::string command = "git";
    for (std::size_t i = 0; i < 100; ++i) command += " -P";
    BOOST_TEST(catches("git push *", command + " push") == yes);
    BOOST_TEST(catches("git push *", command + " pull") == no);
    BOOST_TEST(catches("hg push *", command + " push") == no);
}

BOOST_AUTO_TEST_CASE(a_command_over_the_limit_is_never_excluded) {
    const std::string at = "ls " + std::string(max_command_bytes - 3, 'x');
    BOOST_TEST(catches("rm *", at) == no);
    BOOST_TEST(catches("rm *", at + "x") == doubt);
    BOOST_TEST(catches("rm *", "rm " + at) == yes);
    BOOST_TEST(catches("rm *", at + "x; rm x") == yes);
    BOOST_TEST(catches("ls", at + "x") == doubt, "the cut text is not a reading of its own");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::command_catch_test
