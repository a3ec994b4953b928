#include <assent/domain/shell/shell_command.hpp>
#include <shell/deciding_variables.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::detail::deciding_variables_test {
namespace {

BOOST_AUTO_TEST_SUITE(deciding_variables_test)

BOOST_AUTO_TEST_CASE(a_variable_only_tunes_with_a_value_that_is_no_path_and_no_program) {
    struct {
        std::string_view name;
        std::string_view value;
        bool tunes;
    } const rows[]{
        {"CI", "1", true},
        {"CI", "", true},
        {"NO_COLOR", "true", true},
        {"TZ", "UTC", true},
        {"TZ", "Europe/Berlin", true},
        {"TZ", "/etc/localtime", false},
        {"LC_ALL", "de_DE.UTF-8", true},
        {"LANG", "C.UTF-8", true},
        {"LANG", "../../x", false},
        {"LANG", "$x", false},
        {"LANG", "~", false},
        {"LANG", "a b", false},
        {"TERM", "xterm-256color", true},
        {"TERM", "/x/evil", false},
        {"GIT_PAGER", "cat", true},
        {"GIT_PAGER", "", true},
        {"PAGER", "less", false},
        {"PAGER", "cat /etc/passwd", false},
        // A path to translations.
        {"LANGUAGE", "en", false},
        {"LANGUAGE", "../../x", false},
        {"PATH", "x", false},
        {"GIT_SSH", "cat", false},
        {"FOO", "1", false},
        {"ci", "1", false},
    };
    for (const auto& [name, value, tunes] : rows)
        BOOST_TEST(only_tunes(name, value) == tunes, name << '=' << value);
}

BOOST_AUTO_TEST_CASE(a_text_is_plain_with_such_variables_only) {
    for (const auto* const text :
         {"CI=1 ls", "LC_ALL=C.UTF-8 sort f", "GIT_PAGER=cat git log", "LANG='C' ls", "CI= ls"})
        BOOST_TEST(shell_command(text).plain(), text);
    for (const auto* const text : {"LANGUAGE=../../x ls", "TZ=/x ls", "LANG='a/b' ls", "PAGER=less git log",
                                   "PAGER='cat x' git log", "FOO=1 ls"})
        BOOST_TEST(!shell_command(text).plain(), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::detail::deciding_variables_test
