#include "unit/domain/decide/guard_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace assent::guard_spelling_test {
namespace {

struct sample {
    std::string_view command;
    std::string_view found;
};

template <std::size_t Count>
void expect(const sample (&table)[Count]) {
    for (const auto& [command, found] : table)
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == found);
}

BOOST_AUTO_TEST_SUITE(guard_spelling_test)

BOOST_AUTO_TEST_CASE(spelling_a_program_or_an_option_otherwise_hides_nothing) {
    for (const auto* command : {
             "f\"in\"d . -delete",
             "f'i'nd . -delete",
             "fi\\nd . -delete",
             "fi\\\nnd . -delete",
             "g\\it -c a=b log",
             "/usr/bin/find . -delete",
             "\"/opt/my tools/find\" . -delete",
             "FIND . -delete",
             "find . '-delete'",
             "find . -del\"ete\"",
             "find . $'-delete'",
             "find . -name ';' -delete",
             "find . -name \"a;b\" -delete",
             "find . \\( -name x \\) -delete",
             "find . 2>&1 -delete",
             "find . &>log -delete",
             "find . >|log -delete",
             ">log find . -delete",
             "find . -{delete,depth}",
             "find . {-delete,-depth}",
             "find . -d$X",
             "find . -`echo delete`",
             "X=1 find . -delete",
             "env X=1 find . -delete",
             "sudo -u root nice -n 5 timeout 5 find . -delete",
             "nohup find . -delete &",
             "flock f find . -delete",
             "npm test && find . -delete",
             "npm test; find . -delete",
             "npm test\nfind . -delete",
             "npm test | find . -delete",
             "npm test || find . -delete",
             "(find . -delete)",
             "{ find . -delete; }",
             "! find . -delete",
             "if find . -delete; then x; fi",
             "f() { find . -delete; }",
             "echo $(find . -delete)",
             "echo `find . -delete`",
             "echo \"$(find . -delete)\"",
             "echo \"$(find . -name \"a b\" -delete)\"",
             "echo \"`find . -delete`\"",
             "echo ${x:-$(find . -delete)}",
             "cat <(find . -delete)",
             "tee >(find . -delete)",
             "trap 'find . -delete' EXIT",
             "watch 'find . -delete'",
             "ssh host \"find . -delete\"",
             "# don't\nfind . -name 'x y' -delete",
             "cat <<E\ndon't\nE\nfind . -name 'x y' -delete",
             "echo \"$(cat <<E\nit's\nE\n)\" && find . -name \"a b\" -delete",
             "echo $'it\\'s'; find . -name 'x' -delete",
         })
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "executing_option");
    for (const auto* command : {"$(echo find . -delete", "echo 'find . -delete"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "unreadable_command");
}

BOOST_AUTO_TEST_CASE(a_program_whose_name_cannot_be_read_is_found) {
    expect({
        {"$X . -delete", "unreadable_command"},
        {"\"$X\" y", "unreadable_command"},
        {"$(echo rm) x", "unreadable_command"},
        {"`echo rm` x", "unreadable_command"},
        {"npm test && $X", "unreadable_command"},
        {"sudo $X", "unreadable_command"},
        {"env $'\\x66ind' . -delete", "executing_option"},
        {"$'\\x66ind' .", ""},
        {"/usr/bin/fin? .", "unreadable_command"},
        {"{rm,x}", "unreadable_command"},
        {"'' x", "unreadable_command"},
        {"if $X; then y; fi", "unreadable_command"},
        {"echo \"$(case x in a) find . -name \"a b\" -delete;; esac)\"", "executing_option"},
    });
}

BOOST_AUTO_TEST_CASE(running_git_in_another_directory_is_found) {
    expect({
        {"cd /tmp/evil && git status", "changed_directory"},
        {"cd /tmp/evil; git status", "changed_directory"},
        {"cd /tmp/evil\ngit status", "changed_directory"},
        {"pushd evil && npm test && git log", "changed_directory"},
        {"builtin cd evil && X=1 sudo git log", "changed_directory"},
        {"(cd evil && git log)", "changed_directory"},
        {"echo $(cd evil && git log)", "changed_directory"},
        {"c\\d evil && /usr/bin/git log", "changed_directory"},
        {"cd /proj && cd evil && git log", "changed_directory"},
        {"cd $X && git log", "changed_directory"},
        {"cd /tmp/evil && npm test", ""},
        {"git status && cd /tmp", ""},
        {"cd /proj && git status", ""},
    });
    BOOST_TEST(guarded({{"command", "cd /proj && git status"}}, nullptr, "") == "changed_directory");
}

BOOST_AUTO_TEST_CASE(variables_that_decide_what_runs_are_found) {
    expect({
        {"LD_PRELOAD=./x npm test", "executing_variable"},
        {"env PATH=. npm test", "executing_variable"},
        {"export GIT_SSH_COMMAND=./x; git fetch", "executing_variable"},
        {"PAGER=./x git log", "executing_variable"},
        {"PATH+=:. npm test", "executing_variable"},
        {"GIT_PAGER=cat git log", ""},
        {"GIT_AUTHOR_NAME=x git log", ""},
        {"echo LD_PRELOAD", ""},
    });
}

BOOST_AUTO_TEST_CASE(protected_places_are_found_however_they_are_spelt) {
    for (const auto* place : {".git/config",
                              ".git",
                              "a/.git/hooks/x",
                              ".GIT/config",
                              "./.git/",
                              ".claude/settings.json",
                              ".cursor/rules",
                              ".vscode/tasks.json",
                              ".idea/x",
                              ".mcp.json",
                              "~/.bashrc",
                              ".Bash_Profile",
                              ".profile",
                              ".zshrc",
                              ".zshenv",
                              ".zprofile",
                              ".bash_login",
                              ".bash_logout",
                              ".inputrc",
                              "$HOME/.ssh/config",
                              ".gnupg/x",
                              ".netrc",
                              ".npmrc",
                              ".gitconfig",
                              ".config/git/config",
                              ".husky/pre-commit",
                              ".envrc",
                              "x/authorized_keys",
                              "/etc/hosts",
                              "/etc",
                              "//etc/hosts",
                              "/./etc/hosts",
                              "../../etc/hosts",
                              "/var/spool/cron/crontabs/x",
                              "~/.config/systemd/user/x",
                              "/usr/lib/systemd/x.service",
                              ".git./config",
                              ".g\xe2\x80\x8bit/config",
                              ".\"gi\"t/config",
                              ".g\\it/config",
                              ".g*/config",
                              ".gi?/config",
                              ".{git,x}/config"}) {
        BOOST_TEST_CONTEXT(place) {
            BOOST_TEST(guarded_text("cp x " + std::string(place)) == "protected_place");
            BOOST_TEST(guarded_text("echo x >" + std::string(place)) == "protected_place");
        }
    }
    expect({{"cp x --target-directory=.git", "protected_place"},
            {"tar xf a -C.git", "protected_place"},
            {"dd of=/etc/passwd", "protected_place"},
            {"crontab x", "executing_option"},
            {"echo \"$(cp x .git/config)\"", "protected_place"},
            {"cat /proc/self/environ", "process_files"},
            {"cat ../../proc/1/environ", "process_files"}});
}

BOOST_AUTO_TEST_CASE(a_glob_that_may_lead_to_the_parent_or_to_hidden_places_is_found) {
    for (const auto* command :
         {"rm -rf .*", "rm -rf .?", "rm -rf ./.*", "rm -rf x/.*/y", "rm -rf .[.]", "rm -rf ..*", "rm -rf .?*",
          "chmod -R 777 .*", "cp -r .* x", "rm -rf .[a-z]*", "rm -rf '.'*", "rm -rf .[]g]it", "rm -rf .[!a]",
          "rm -rf .[0]", "ssh host 'rm -rf .*'", "ssh host 'rm -rf .[g]it'"})
        BOOST_TEST_CONTEXT(command) BOOST_TEST(guarded_text(command) == "protected_place");
}

BOOST_AUTO_TEST_CASE(nesting_is_read_to_a_limit_and_found_beyond_it) {
    const auto nested = [](int levels) {
        std::string text = "x";
        for (int level = 0; level < levels; ++level) text = "echo $(" + text + ")";
        return text;
    };
    BOOST_TEST(guarded_text(nested(8)) == "");
    BOOST_TEST(guarded_text(nested(9)) == "unreadable_command");
}

BOOST_AUTO_TEST_CASE(values_of_options_hide_no_script) {
    expect({
        {"sed -l 5 '1e touch x' f", "executing_option"},
        {"sed --line-length 5 '1e touch x' f", "executing_option"},
        {"sed --line 5 '1e touch x' f", "executing_option"},
        {"sed -l 5 s/a/b/ f", ""},
        {"tar cfFL a ./x 10 b", "executing_option"},
        {"tar cf a b", ""},
        {"perl -le 'print 1'", "inline_code"},
    });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::guard_spelling_test
