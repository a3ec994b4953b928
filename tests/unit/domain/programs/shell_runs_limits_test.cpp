#include "unit/domain/programs/shell_runs_samples.hpp"

#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::shell_runs_limits_test {
namespace {

BOOST_AUTO_TEST_SUITE(shell_runs_limits_test)

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

std::string last_of(const shell_runs& found) {
    return found.size() == 0 ? "" : std::string(found[found.size() - 1].front().text);
}

BOOST_AUTO_TEST_CASE(a_limit_makes_the_reading_incomplete_and_hides_nothing_before_it) {
    const std::string longest = "ls " + std::string(max_command_bytes - 3, 'x');
    BOOST_TEST(shell_runs(longest).complete());
    BOOST_TEST(!shell_runs(longest + "x").complete());
    BOOST_TEST(last_of(shell_runs(longest + ";rm x")) == "rm");

    const std::string filled = std::string(max_run_bytes - 3, ' ') + ";rm";
    BOOST_TEST(last_of(shell_runs(filled)) == "rm");
    BOOST_TEST(last_of(shell_runs(" " + filled)) == "r", "what lies behind is not read");

    const auto nested = [](std::size_t depth) {
        return repeated("echo $(", depth) + "rm x" + repeated(")", depth);
    };
    BOOST_TEST(shell_runs(nested(max_shell_depth)).complete());
    BOOST_TEST(runs(nested(max_shell_depth)).starts_with("[rm x]"));
    BOOST_TEST(!shell_runs(nested(max_shell_depth + 1)).complete());
    BOOST_TEST(shell_runs(nested(max_shell_depth + 1)).size() == max_shell_depth + 1);

    const auto wrapped = [](std::size_t depth) { return repeated("sudo ", depth) + "rm x"; };
    BOOST_TEST(shell_runs(wrapped(max_wrapper_depth)).complete());
    BOOST_TEST(last_of(shell_runs(wrapped(max_wrapper_depth))) == "rm");
    BOOST_TEST(!shell_runs(wrapped(max_wrapper_depth + 1)).complete());

    BOOST_TEST(shell_runs(repeated("a;", max_shell_runs)).complete());
    const std::string many = repeated("a;", max_shell_runs + 1);
    BOOST_TEST(!shell_runs(many).complete());
    BOOST_TEST(shell_runs(many).size() == max_shell_runs);

    const auto all_words = [](const shell_runs& found) {
        std::size_t sum = 0;
        for (std::size_t run = 0; run < found.size(); ++run) sum += found[run].size();
        return sum;
    };
    // Each `watch` has a shell read what follows, and that is read for each of those before it.
    const auto read_again = [](std::size_t bytes) {
        return repeated("watch ", max_shell_depth) + std::string(bytes, 'a');
    };
    BOOST_TEST(shell_runs(read_again(3900)).complete());
    BOOST_TEST(!shell_runs(read_again(4300)).complete());

    // Eight programs, each with the words behind it.
    const auto shared = [](std::size_t words) { return repeated("sudo ", 8) + repeated("a ", words); };
    BOOST_TEST(shell_runs(shared(25'000)).size() == 9U);
    BOOST_TEST(all_words(shell_runs(shared(29'000))) <= max_run_words);
    BOOST_TEST(shell_runs(shared(32'000)).size() < 9U);
    BOOST_TEST(!shell_runs(shared(32'000)).complete());
    BOOST_TEST(all_words(shell_runs(repeated("sudo -z ", 8000))) <= max_run_words);
}

// A text in which everything has a meaning.
constexpr std::string_view tricky =
    "npm run 'it'\\''s' \"a \\\" b\" x\\ y 2>&1 {fd}>/dev/null && ls *.c [a-z] | sudo -u x bash -c 'eval "
    "\"rm y\"' &>z\n"
    "cat <<E <<-'F' $'\\x41\\'' ${a:-'b'} \"${c:-`d`}\" $((1+(2))) $((a) | b) <(x) {a,b} ~ !x # "
    "c\n$(y)\nE\n\tF\n"
    "if a; then b; fi; f() { g; }; case x in (a|b) c;; *) d;& esac; a=(b c) d; for ((;;)); do e; done; "
    "coproc N { h; }\n"
    "find . -exec rm {} + ; time -p a; \\\n b; alias x='y'; env -S 'a b'; [[ a =~ (b) ]]; \u00e9\xC3";

BOOST_AUTO_TEST_CASE(no_beginning_of_a_text_is_read_beyond_its_end) {
    for (std::size_t length = 0; length <= tricky.size(); ++length) {
        // A copy without anything behind it, for sanitizers.
        const std::vector<char> bytes(tricky.begin(), tricky.begin() + static_cast<std::ptrdiff_t>(length));
        const shell_runs found(std::string_view(bytes.data(), bytes.size()));
        for (std::size_t run = 0; run < found.size(); ++run) BOOST_TEST(!found[run].empty());
    }
    BOOST_TEST(shell_runs(tricky).size() > 20);
}

BOOST_AUTO_TEST_CASE(random_texts_are_read_safely_and_hold_what_the_strict_reading_finds) {
    constexpr std::uint32_t seed = 20250615;
    BOOST_TEST_MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    constexpr std::string_view parts[] = {"a",     "b ",       " ",          "\t",
                                          ";",     "&&",       "|",          "&",
                                          "(",     ")",        "((",         "))",
                                          "$(",    "${",       "}",          "{ ",
                                          "'",     "\"",       "`",          "\\",
                                          "\n",    "<<E\n",    "\nE\n",      "<<-",
                                          "<<<",   ">",        "2>&1",       "<(",
                                          "#",     "$",        "*",          "~",
                                          "=",     "A=1 ",     "[",          "]",
                                          "if ",   "then ",    "case x in ", "esac ",
                                          "for ",  "do ",      "x)",         ";;",
                                          "sudo ", "eval ",    "bash -c ",   "$'",
                                          "\\x41", "f() ",     "time ",      "find . -exec ",
                                          "{}",    "\xC3\xA9", "\xFF",       "!"};
    int compared = 0;
    for (int round = 0; round < 40'000; ++round) {
        std::string text = random() % 3 == 0 ? "a " : "";
        for (auto length = random() % 16; length > 0; --length) text += parts[random() % std::size(parts)];
        const shell_runs found(text);
        const shell_command strict(text);
        for (std::size_t command = 0; command < strict.size(); ++command) {
            ++compared;
            bool there = false;
            for (std::size_t run = 0; run < found.size() && !there; ++run)
                there = std::equal(found[run].begin(), found[run].end(), strict[command].begin(),
                                   strict[command].end(),
                                   [](const auto& left, const auto& right) { return left.text == right; });
            BOOST_TEST_CONTEXT('`' << text << "` " << command) { BOOST_TEST(there); }
        }
    }
    BOOST_TEST(compared > 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_runs_limits_test
