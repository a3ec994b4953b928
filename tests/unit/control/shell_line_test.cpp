// Command lines that protocols carry as words, and words that they carry as a command line.
#include <boost/test/unit_test.hpp>

#include "json_rpc/shell_line.hpp"

#include <optional>
#include <string>
#include <vector>

namespace assent::shell_line_test {
namespace {

using words = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(shell_line_test)

BOOST_AUTO_TEST_CASE(words_are_quoted_so_that_a_shell_finds_the_same) {
    const std::pair<words, std::string> rows[] = {
        {{"ls", "-l", "a/b.c"}, "ls -l a/b.c"},     {{"rm", "a b"}, "rm 'a b'"},
        {{"echo", "it's"}, R"(echo 'it'\''s')"},    {{"echo", ""}, "echo ''"},
        {{"echo", "$(x)", "~"}, "echo '$(x)' '~'"}, {{"a\nb"}, "'a\nb'"},
    };
    for (const auto& [from, line] : rows) {
        BOOST_TEST(shell_line_of(from) == line);
        BOOST_TEST((plain_words_of(line) == std::optional(from)));
    }
}

BOOST_AUTO_TEST_CASE(only_lines_without_a_meaning_but_quotes_have_words) {
    const std::pair<std::string, std::optional<words>> rows[] = {
        {R"(/bin/bash -lc 'touch a && b')", words{"/bin/bash", "-lc", "touch a && b"}},
        {R"(a "b \" c" d\ e)", words{"a", "b \" c", "d e"}},
        {R"(a "\n")", words{"a", "\\n"}},
        {R"(a 'b'"'"'c')", words{"a", "b'c"}},
        {"a  b\t", words{"a", "b"}},
        {"", words{}},
        {"a; b", std::nullopt},
        {"a $b", std::nullopt},
        {R"(a "$b")", std::nullopt},
        {"a > b", std::nullopt},
        {"a 'b", std::nullopt},
        {"a\\", std::nullopt},
        {"a\nb", std::nullopt},
        {"a *", std::nullopt},
    };
    for (const auto& [line, expected] : rows) BOOST_TEST((plain_words_of(line) == expected), line);
}

BOOST_AUTO_TEST_CASE(a_shell_with_a_text_is_that_text) {
    BOOST_TEST(text_for_shell({"/bin/bash", "-lc", "ls"}).value() == "ls");
    BOOST_TEST(text_for_shell({"sh", "-c", "ls"}).value() == "ls");
    BOOST_TEST(text_for_shell({"/opt/homebrew/bin/zsh", "-lc", "ls"}).value() == "ls");
    for (const auto& other : {words{"bash", "-lc"}, words{"bash", "-x", "ls"}, words{"python3", "-c", "ls"},
                              words{"bash", "-c", "ls", "x"}, words{"/w/evil/bash", "-lc", "ls"},
                              words{"./bash", "-c", "ls"}, words{"bin/sh", "-c", "ls"}, words{}})
        BOOST_TEST(!text_for_shell(other).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_line_test
