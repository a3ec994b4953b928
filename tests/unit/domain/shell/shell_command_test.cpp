#include "unit/domain/shell/shell_command_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::shell_command_test {
namespace {

using namespace std::string_view_literals;

BOOST_AUTO_TEST_SUITE(shell_command_test)

BOOST_AUTO_TEST_CASE(words_are_what_stands_between_blanks) {
    constexpr command_row rows[] = {
        {"", ""},
        {" \t ", ""},
        {"npm", "<npm>"},
        {"npm test", "<npm><test>"},
        {"  npm\t \ttest  x ", "<npm><test><x>"},
        {"npm run x a#b", "<npm><run><x><a#b>"},
        {"npm run x a=b c=", "<npm><run><x><a=b><c=>"},
        {"npm ^x %y @z +w,v:u", "<npm><^x><%y><@z><+w,v:u>"},
        {"/usr/bin/npm ./x ../y", "</usr/bin/npm><./x><../y>"},
        {"ls *.c a?b [a-z]* [ ]", "<ls><*.c><a?b><[a-z]*><[><]>"},
        {"git diff HEAD~1 HEAD^ a~", "<git><diff><HEAD~1><HEAD^><a~>"},
        {"echo caf\u00e9 \u65e5\u672c \U0001F600", "<echo><caf\u00e9><\u65e5\u672c><\U0001F600>"},
        {"[ -f x ]", "<[><-f><x><]>"},
        {"a != b", "<a><!=><b>"},
        {"find . ! -name x", "<find><.><!><-name><x>"},
        {"npm if then do { ", "it has braces at 15"},
        {"npm if then do", "<npm><if><then><do>"},
        {"git stash show stash@{0}", "<git><stash><show><stash@{0}>"},
        {"git log @{u} HEAD@{1}^ x{}y {a}-{b}", "<git><log><@{u}><HEAD@{1}^><x{}y><{a}-{b}>"},
        {"mv {} x; cp -t {} y", "<mv><{}><x>|<cp><-t><{}><y>"},
        {":", "<:>"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(quotes_are_taken_off_where_they_hold_no_expansion) {
    constexpr command_row rows[] = {
        {"npm 'a b' \"c d\" e\\ f", "<npm><a b><c d><e f>"},
        {"npm 'it'\\''s fine'", "<npm><it's fine>"},
        {"npm a'b'\"c\"\\d", "<npm><abcd>"},
        {"npm '' \"\"", "<npm><><>"},
        {"npm a''", "<npm><a>"},
        {"npm '$x' '`y`' '$(z)' '\\'", "<npm><$x><`y`><$(z)><\\>"},
        {"npm \\$x \\`y \\\\ \\\" \\'", "<npm><$x><`y><\\><\"><'>"},
        {"npm \"\\$x \\`y \\\\ \\\" \\'\"", "<npm><$x `y \\ \" \\'>"},
        {"npm \"a\\n\\!\"", "<npm><a\\n\\!>"},
        {"npm ';' '|' '&&' '>' '#' '*'", "<npm><;><|><&&><>><#><*>"},
        {"npm \\; \\| \\& \\> \\# \\* \\~ \\= \\{ \\( \\!", "<npm><;><|><&><>><#><*><~><=><{><(><!>"},
        {"npm ''#x ''~ \"\"=y", "<npm><#x><~><=y>"},
        {"'npm' test", "<npm><test>"},
        {"n\"p\"\\m test", "<npm><test>"},
        {"npm \"done!\" 'x!y' \"a! b\" \"a!=b\"", "<npm><done!><x!y><a! b><a!=b>"},
        {"npm \"a\tb\" 'c\td' e\\\tf", "<npm><a\tb><c\td><e\tf>"},
        {"npm \\\u00e9 '\u00e9'", "<npm><\u00e9><\u00e9>"},
        {"npm 'x", "it has a quote that is not closed at 4"},
        {"npm \"x", "it has a quote that is not closed at 4"},
        {"npm 'a' \"b", "it has a quote that is not closed at 8"},
        {"npm \"x\\\"", "it has a quote that is not closed at 4"},
        {"npm x\\", "it ends in a backslash at 5"},
        {"npm \"$x\"", "it has an expansion at 5"},
        {"npm \"$\"", "it has an expansion at 5"},
        {"npm \"$(x)\"", "it has a substitution at 5"},
        {"npm \"`x`\"", "it has a substitution at 5"},
        {"npm \"x!y\" x!y", "<npm><x!y><x!y>"},
        {"npm \"a\nb\" 'c\nd'", "<npm><a\nb><c\nd>"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(operators_join_simple_commands) {
    constexpr command_row rows[] = {
        {"a && b || c; d | e |& f", "<a>|<b>|<c>|<d>|<e>|<f>"},
        {"a&&b||c;d|e|&f", "<a>|<b>|<c>|<d>|<e>|<f>"},
        {"a b;c d ; ", "<a><b>|<c><d>"},
        {"a;", "<a>"},
        {"a ';' b; c", "<a><;><b>|<c>"},
        {";", "it has an operator without a command on each side at 0"},
        {"; a", "it has an operator without a command on each side at 0"},
        {"a;;", "it has an operator without a command on each side at 2"},
        {"a ; ; b", "it has an operator without a command on each side at 4"},
        {"a;&", "it puts a command into the background at 2"},
        {"&& a", "it has an operator without a command on each side at 0"},
        {"| a", "it has an operator without a command on each side at 0"},
        {"a &&", "it has an operator without a command on each side at 2"},
        {"a || ", "it has an operator without a command on each side at 2"},
        {"a |", "it has an operator without a command on each side at 2"},
        {"a |& ", "it has an operator without a command on each side at 2"},
        {"a\nb |& c", "it has `|&` behind a line break at 4"},
        {"a && ; b", "it has an operator without a command on each side at 5"},
        {"a && || b", "it has an operator without a command on each side at 5"},
        {"a ||| b", "it has an operator without a command on each side at 4"},
        {"a &", "it puts a command into the background at 2"},
        {"a & b", "it puts a command into the background at 2"},
        {"a &&& b", "it puts a command into the background at 4"},
        {"a |&& b", "it puts a command into the background at 4"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(lines_comments_and_subshells_are_read) {
    constexpr command_row rows[] = {
        {"a\nb", "<a>|<b>"},
        {"\n\na b\n\n c\n", "<a><b>|<c>"},
        {"a &&\n b |\n\n c", "<a>|<b>|<c>"},
        {"a \\\n  -b", "<a><-b>"},
        {"a \\\n  b", "it has a line break at 2"},
        {"a &&\n", "it has an operator without a command on each side at 2"},
        {"a\n&& b", "it has an operator without a command on each side at 2"},
        {"# b; c\nd", "<d>"},
        {"a # b", "it has a comment behind a command at 2"},
        {"# a", ""},
        {"a;#b", "<a>"},
        {"a && # b\nc", "<a>|<c>"},
        {"(a)", "it has a subshell or a function at 2"},
        {"(a; b)", "<a>|<b>"},
        {"(a; b) && c | (d | e)", "<a>|<b>|<c>|<d>|<e>"},
        {"( a\nb\n)\n(c;d)", "<a>|<b>|<c>|<d>"},
        {"((a) | b) > /dev/null 2>&1; c", "it has a subshell or a function at 0"},
        {"( (a; b) | c) > /dev/null 2>&1; d", "<a>|<b>|<c>|<d>"},
        {"a | (b", "it has a subshell or a function at 6"},
        {"(a;b) c", "it has words behind a subshell at 6"},
        {"(a;b) (c;d)", "it has a subshell or a function at 6"},
        {"(> /dev/null)", "it has a command without a program at 1"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(what_changes_nothing_about_what_runs_is_left_out) {
    constexpr command_row rows[] = {
        {"CI=1 a", "<a>"},
        {"CI=1 NO_COLOR=1 a && TZ=UTC b", "<a>|<b>"},
        {"a; echo \"exit: $?\" $?", "<a>|<echo><exit: $?><$?>"},
        {"a < x.json", "<a>"},
        {"a <x b < ../c/d", "<a><b>"},
        {"a \"$(cat <<'E'\nwith `b` (c)\nE\n)\"", "<a><with `b` (c)>"},
        {"a \"$(cat <<'E'\nit's\nE\n)\"", "<a><it's>"},
        {"a -m \"$(cat <<'EOF'\nfeat(x): \"b\"\n\nc\nEOF\n)\" d", "<a><-m><feat(x): \"b\"\n\nc><d>"},
        {"a \"x $(cat <<\"E\"\ny\nE\n) z\"", "<a><x y z>"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(whatever_is_not_known_to_be_harmless_is_not_plain) {
    for (const auto text :
         {// expansion and substitution
          "a $x", "a ${x}", "a $", "a $'x'", "a $\"x\"", "a $1", "a $((1))", "a $[1]", "a $(b)", "a `b`",
          "$? a", "a $?x$y", "a \"$(cat <<'E'\nb\nE\n; c)\"", "a \"$(cat <<E\nb\nE\n)\"",
          "a \"$(cat <<'E'\nit's\nE\n)\" 'b'", "a \"$(cat <<'E'\n)\nE\n)\"", "a \"$(cat <<'E'\n`b\nE\n)\"",
          "a \"$(cat <<'E'\nb\n)\"", "a \"\\\nb\"", "a \"$(cat b <<'E'\nb\nE\n)\"", "a $(cat <<'E'\nb\nE\n)",
          "a <(b)", "a >(b)", "a =(b)", "a =b", "$x a", "a\\$$x",
          // grouping and control flow
          "a (b)", "(a) b", "(a", "a)", "()", "(a;;)", "(a &&)", "(a (b))", "{ a; }", "a }", "a {b,c}",
          "a {1..3}", "a x{a..c}y", "a {b", "a {}}", "a {b c}", "a {$b}", "a {{b}}", "a {b}{c,d}", "{} a",
          "{b}", "x{b} a", "a {fd}>/dev/null", "a b{c}>/dev/null", "! a", "if a; then b; fi",
          "while a; do b; done", "for x in a; do b; done", "case a in a) b;; esac", "f() { a; }",
          "function f { a; }", "[[ -n x ]]", "((1))", "select x in a; do b; done", "until a; do b; done",
          "time a", "coproc a", "a; then", "repeat 3 a", "'if' a", "\\time a",
          // assignments
          "A=1 b", "A=1", "A+=1 b", "A[0]=1 b", "A= b", "A='b' c", "a && A=1 b", "_=1 b",
          // redirections
          "a > x", "a >x", "a >> x", "a < $x", "a < -x", "a < 'x'", "a < x*", "a < /dev/tcp/x/1", "a 2> x",
          "a &> x", "a &>> x", "a &>/dev/null", "a >& x", "a >| x", "a <> x", "a 3> x", "a << E", "a <<< x",
          "a <<-E", "> x", "a {fd}> x", "a > /dev/nullx", "a >/dev/null/x", "a > /dev/null x>y", "a >&2-",
          "a >&-", "a 2>&3", "a >&", "a >& 2", "a >&22", "a >&2x", "a 22>&1", "a '2'>&1", "a \\2>&1", "a >!x",
          "a >'/dev/null'", "a >/dev/null'x'", "a >/dev//null", "a <>/dev/null", "a >|/dev/null",
          ">/dev/null", "2>&1", "a && >/dev/null",
          // home directories
          "a ~", "~/a b", "a ~b", "a b=~", "a b=~/c", "a b=c:~", "a --x=~", "a b='':~",
          // programs that are none
          "'' a", "\"\"", "a* b", "?a b", "[a] b", "a[b", "-a b", "%1", "+x", "a~b c", "a^b c", "~a", "a=b c",
          "'a b'", "'a;b'", "'a\tb'", "caf\u00e9 x", "'$x' y", "a!",
          // builtins that evaluate their words, or change what others mean
          "eval a", "source a", ". a", "exec a", "command a", "builtin a", "trap a EXIT", "alias a=b",
          "unalias a", "hash -p /x npm", "enable -n a", "set -e", "unset a", "shopt -s x", "export A=1",
          "declare a", "typeset a", "local a", "readonly a", "read a", "mapfile a", "readarray a", "let a",
          "getopts a b", "bind x", "complete x", "compgen x", "fc", "wait -p x", "jobs -x a", "emulate sh",
          "print x", "setopt x", "'eval' a", "a; export b", "printf -v x y", "printf -vx y",
          "printf -- '%n' x", "printf %n x", "printf '%s%5n' x y", "printf '%hhn' x", "printf * x",
          "printf '%d' 'a[$(b)]'", "printf -x", "test -v 'a[$(b)]'", "test 'a[`b`]' -eq 1", "[ -v * ]",
          "[ a = b* ]", "exit 'a[$(b)]'", "return '`b`'", "shift '$x'"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!plain(text)); }
    }
    for (const auto text :
         {"wait", "jobs", "printf '%s\\n' x", "printf '%d%%n' 1", "printf -- x", "printf '%s' *", "printf",
          "test -f x", "[ a = b ]", "exit 1", "return", "cd x", "true", "echo x", "exits 1", "a export"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(plain(text)); }
    }
}

BOOST_AUTO_TEST_CASE(only_redirections_that_lose_or_join_output_are_plain) {
    constexpr command_row rows[] = {
        {"a 2>&1", "<a>"},
        {"a >&2 b", "<a><b>"},
        {"a 1>&2|b", "<a>|<b>"},
        {"a 0<&1; b", "<a>|<b>"},
        {"a >/dev/null", "<a>"},
        {"a > /dev/null 2>&1", "<a>"},
        {"a 2>/dev/null&&b", "<a>|<b>"},
        {"a >>/dev/null", "<a>"},
        {"a </dev/null b", "<a><b>"},
        {">/dev/null a b", "<a><b>"},
        {"2>&1 a", "<a>"},
        {"a2>&1 b", "<a2><b>"},
        {"a b2>&1", "<a><b2>"},
        {"a 2 >&1", "<a><2>"},
        {"a 3>/dev/null", "<a>"},
        {"a '>/dev/null'", "<a><>/dev/null>"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(every_byte_is_known_to_be_harmless_or_makes_the_text_not_plain) {
    // Beside a letter, in the middle of an argument.
    constexpr auto harmless = "#%*+,-./:=?@[]^_~!<"sv;
    constexpr auto joining = " \t;|\n"sv;
    for (int code = 0; code < 256; ++code) {
        const char byte = static_cast<char>(code);
        const bool letter =
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
        const bool expected = letter || byte == '\\' ||
                              (byte != '\0' && (harmless.find(byte) != std::string_view::npos ||
                                                joining.find(byte) != std::string_view::npos));
        BOOST_TEST_CONTEXT("byte " << code) {
            BOOST_TEST(plain("npm x" + std::string(1, byte) + "y") == expected);
            // Nothing makes a control character, or half of one, harmless.
            const bool printable = (byte >= ' ' && byte <= '~') || byte == '\t' || byte == '\n';
            BOOST_TEST(plain("npm 'x" + std::string(1, byte) + "y'") == (printable && byte != '\''));
        }
    }
}

BOOST_AUTO_TEST_CASE(characters_that_hide_or_look_like_others_are_not_plain) {
    for (const auto text :
         {"a\r\nb",       "a \r",       "a 'b\rc'",     "a\\\nb",         "a\vb",
          "a\fb",         "a\x1B[0m",   "a\x7F",        "a \u0085",       "a \u00a0b",
          "a \u00ad",     "a \u1680",   "a \u2000",     "a \u200b",       "a \u200e",
          "a \u2028",     "a \u202e",   "a \u202f",     "a \u205f",       "a \u2060",
          "a \u2066",     "a \u2800",   "a \u3000",     "\ufeffa",        "a \u0600",
          "a \U0001D159", "a \ufe0f",   "a \U000E0041", "a \ue000",       "a '\u200b'",
          "a \xC3",       "a \xC3\x28", "a \xC0\xAF",   "a \xED\xA0\x80", "a \xF4\x90\x80\x80",
          "a \x80",       "a \xFF"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!plain(text)); }
    }
    BOOST_TEST(!plain("a\0b"sv));
    BOOST_TEST(read("a b\rc") == "it has a line break at 3");
    BOOST_TEST(read("a \u200bc") == "it has an invisible character at 2");
    BOOST_TEST(read("a b\x01") == "it has a control character at 3");
    BOOST_TEST(read("a \xC3(") == "it has a byte that is not UTF-8 at 2");
}

BOOST_AUTO_TEST_CASE(a_text_is_read_up_to_the_limit) {
    const std::string at = "npm " + std::string(max_command_bytes - 4, 'x');
    BOOST_TEST(plain(at));
    BOOST_TEST(read(at + "x") == "it is too long to read at " + std::to_string(max_command_bytes));
    const std::string quoted = "npm '" + std::string(max_command_bytes - 6, ' ') + "'";
    BOOST_TEST(plain(quoted));
    BOOST_TEST(!plain(quoted + " "));
}

// A text in which everything has a meaning.
constexpr std::string_view tricky =
    "npm run 'it'\\''s' \"a \\\" b\" x\\ y 2>&1 >/dev/null && ls *.c [a-z] | grep -v '#;|&' || echo \"$(cat "
    "<<E\n"
    "$x `y`\nE\n)\" ${a:-'b'} $((1+(2))) {a,b} ~ !x # c\n if a; then b; fi; f() { g; }; case x in a) b;; "
    "esac &\n"
    "\u00e9\u200b\xC3";

BOOST_AUTO_TEST_CASE(no_beginning_of_a_text_is_read_beyond_its_end) {
    for (std::size_t length = 0; length <= tricky.size(); ++length) {
        // A copy without anything behind it, for sanitizers.
        const std::string text(tricky.substr(0, length));
        const std::vector<char> bytes(text.begin(), text.end());
        const shell_command command({bytes.data(), bytes.size()});
        BOOST_TEST(command.plain() == !command.why_not());
        if (!command.plain()) BOOST_TEST(command.why_not()->offset <= length);
    }
}

// What quotes any word.
std::string quoted(std::string_view word) {
    std::string text = "'";
    for (const char byte : word) {
        if (byte == '\'')
            text += "'\\''";
        else
            text += byte;
    }
    return text + "'";
}

BOOST_AUTO_TEST_CASE(random_texts_are_read_safely_and_plain_words_survive_quoting) {
    constexpr std::uint32_t seed = 20250614;
    BOOST_TEST_MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    constexpr auto letters = "ab  \t;|&<>'\"\\$`(){}*?[]~#!=-/2.\n\xC3\xA9%"sv;
    int plain_ones = 0;
    for (int round = 0; round < 60'000; ++round) {
        std::string text = random() % 2 == 0 ? "a " : "";
        for (auto length = random() % 14; length > 0; --length) text += letters[random() % letters.size()];
        const shell_command command(text);
        if (!command.plain() || command.size() == 0) continue;
        ++plain_ones;
        std::string again;
        for (std::size_t each = 0; each < command.size(); ++each) {
            if (each > 0) again += ';';
            for (const auto word : command[each]) again += quoted(word) + " ";
        }
        BOOST_TEST_CONTEXT('`' << text << "` as `" << again << '`') { BOOST_TEST(read(again) == read(text)); }
    }
    BOOST_TEST(plain_ones > 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_command_test
