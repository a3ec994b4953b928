#include "unit/domain/shell/shell_command_samples.hpp"

#include <assent/domain/shell/rule_switches.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::shell_command_switches_test {
namespace {

BOOST_AUTO_TEST_SUITE(shell_command_switches_test)

BOOST_AUTO_TEST_CASE(a_host_may_admit_the_background) {
    rule_switches switches;
    switches.allow_background = true;
    constexpr command_row rows[] = {
        {"a &", "<a>"},
        {"a & b", "<a>|<b>"},
        {"a&b&", "<a>|<b>"},
        {"a 2>&1&", "<a>"},
        {"a && b & c; d", "<a>|<b>|<c>|<d>"},
        {"& a", "it has an operator without a command on each side at 0"},
        {"a & & b", "it has an operator without a command on each side at 4"},
        {"a &; b", "it has an operator without a command on each side at 3"},
        {"a &&& b", "it has an operator without a command on each side at 4"},
        {"a &>x", "it has a redirection other than of standard descriptors or `/dev/null` at 2"},
        {"a &>/dev/null", "it has a redirection other than of standard descriptors or `/dev/null` at 2"},
    };
    expect(rows, switches);
}

BOOST_AUTO_TEST_CASE(a_host_may_admit_variables_that_decide_nothing) {
    rule_switches switches;
    switches.allow_env_names = {"CI",       "FOO", "PATH",    "LD_PRELOAD", "IFS",   "ENV",
                                "BASH_ENV", "PS4", "GIT_DIR", "SHELLOPTS",  "PAGER", "npm_config_x"};
    constexpr command_row rows[] = {
        {"CI=1 npm test", "<npm><test>"},
        {"CI=1 FOO='a b' npm test", "<npm><test>"},
        {"CI= npm", "<npm>"},
        {"CI=\"a;b\" npm && FOO=2 ls", "<npm>|<ls>"},
        {"CI=* npm", "<npm>"},
        {"npm CI=1", "<npm><CI=1>"},
        {"CI=1", "it has a command without a program at 0"},
        {"a; CI=1", "it has a command without a program at 3"},
        {"CI=1 && npm", "it has an operator without a command on each side at 5"},
        {"CI+=1 npm", "it sets a variable at 0"},
        {"CI[0]=1 npm", "it sets a variable at 0"},
        {"CI=$x npm", "it has an expansion at 3"},
        {"CI=~ npm", "it has a home directory at 3"},
        {"CI=a:~ npm", "it has a home directory at 5"},
        {"ci=1 npm", "it sets a variable at 0"},
        {"BAR=1 npm", "it sets a variable at 0"},
        {"CI=1 BAR=1 npm", "it sets a variable at 5"},
        {"'CI'=1 npm", "it has an unusual character in the name of a program at 0"},
        {"CI=1 eval x", "it has a command of the shell that evaluates its words at 5"},
        {"CI=1 if", "it has a reserved word of the shell at 5"},
        {"PATH=x npm", "it sets a variable at 0"},
        {"LD_PRELOAD=x npm", "it sets a variable at 0"},
        {"IFS=x npm", "it sets a variable at 0"},
        {"ENV=x npm", "it sets a variable at 0"},
        {"BASH_ENV=x npm", "it sets a variable at 0"},
        {"PS4=x npm", "it sets a variable at 0"},
        {"GIT_DIR=x npm", "it sets a variable at 0"},
        {"SHELLOPTS=x npm", "it sets a variable at 0"},
        {"PAGER=x npm", "it sets a variable at 0"},
        {"npm_config_x=x npm", "it sets a variable at 0"},
    };
    expect(rows, switches);
}

BOOST_AUTO_TEST_CASE(a_variable_is_admitted_exactly_where_a_policy_may_name_it) {
    for (const std::string name : {"CI", "TERM", "NODE_ENV", "node_env", "GOOS", "goos", "RUST_LOG",
                                   "DATABASE_URL", "PYTHONUTF8", "PATH", "path", "GCONV_PATH", "gconv_path",
                                   "NODE_OPTIONS", "GIT_DIR", "npm_config_x", "HTTP_PROXY", "a9"}) {
        BOOST_TEST_CONTEXT(name) {
            rule_switches switches;
            switches.allow_env_names = {name};
            const std::string text = name + "=1 npm test";
            BOOST_TEST(shell_command(text, switches).plain() == env_name_flaw(name).empty());
        }
    }
}

std::string behind(std::string_view text) {
    rule_switches switches;
    switches.allow_sees_through_wrappers = true;
    const shell_command command(text, switches);
    if (!command.plain()) return "not plain";
    std::string all;
    for (const auto word : command.behind_wrapper(0)) all += "<" + std::string(word) + ">";
    return all;
}

BOOST_AUTO_TEST_CASE(a_host_may_let_rules_see_through_wrappers_that_are_understood) {
    constexpr command_row rows[] = {
        {"timeout 5 npm test", "<npm><test>"},
        {"timeout 1.5m npm", "<npm>"},
        {"timeout -s KILL 5 npm", "<npm>"},
        {"timeout --signal=KILL -k 1 5s npm", "<npm>"},
        {"timeout --foreground --preserve-status -v 5 npm", "<npm>"},
        {"nice npm test", "<npm><test>"},
        {"nice -n 5 npm", "<npm>"},
        {"nice -n-5 npm", "<npm>"},
        {"nice --adjustment=5 npm", "<npm>"},
        {"nohup npm test", "<npm><test>"},
        {"stdbuf -oL -e 0 npm", "<npm>"},
        {"stdbuf --output=4K npm", "<npm>"},
        {"time npm test", "<npm><test>"},
        {"time -p npm", "<npm>"},
        {"timeout 5 nice -n 1 nohup time npm x", "<npm><x>"},
        {"npm test", ""},
        {"timeout 5", ""},
        {"timeout npm", ""},
        {"timeout x npm", ""},
        {"timeout 5x npm", ""},
        {"timeout -x 5 npm", ""},
        {"timeout -s 'a b' 5 npm", ""},
        {"timeout -- 5 npm", ""},
        {"nice -5 npm", ""},
        {"nice -n npm", ""},
        {"nohup -x npm", ""},
        {"stdbuf -oX npm", ""},
        {"timeout 5 eval npm", ""},
        {"timeout 5 A=1 npm", ""},
        {"timeout 5 n* x", ""},
        {"timeout 5 'n m' x", ""},
        {"timeout 5 printf %n x", ""},
        {"sudo npm", ""},
        {"env npm", ""},
        {"timeout 5 nice -z npm", "<nice><-z><npm>"},
        {"time", "not plain"},
        {"time -v npm", "not plain"},
        {"time A=1 npm", "not plain"},
        {"time if", "not plain"},
        {"time eval x", "not plain"},
        {"time ! npm", "not plain"},
    };
    for (const command_row& each : rows) {
        BOOST_TEST_CONTEXT('`' << each.text << '`') { BOOST_TEST(behind(each.text) == each.expected); }
    }
    BOOST_TEST(shell_command("timeout 5 npm").behind_wrapper(0).empty());
    BOOST_TEST(!plain("time npm"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_command_switches_test
