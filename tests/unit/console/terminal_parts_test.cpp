// The parts of the terminal: bytes to keys, text to lines, a line that is written, a block that is drawn.
#include "terminal_keys.hpp"
#include "terminal_probe.hpp"
#include "terminal_text.hpp"
#include "terminal_view.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::terminal_parts_test {
namespace {

using namespace detail;
using std::chrono::milliseconds;
using kind = terminal_key::kind;

const std::string japanese = "\xe6\x97\xa5\xe6\x9c\xac";      // two characters, four cells
const std::string accent = "e\xcc\x81";                       // one character, one cell
const std::string spacing_mark = "\xe0\xa4\x95\xe0\xa4\xbe";  // one character, two cells

std::size_t cells(std::string_view line) {
    std::size_t all = 0;
    const std::string text = plain(line);
    for (std::string_view rest = text; !rest.empty();) {
        const auto next = first_cluster(rest);
        all += next.cells;
        rest.remove_prefix(next.bytes.size());
    }
    return all;
}

std::vector<std::string> laid_out(const paragraph& text, std::size_t columns) {
    std::vector<std::string> lines;
    lay_out(text, columns, palette::none, lines, 1000);
    return lines;
}

std::vector<terminal_key> keys_of(std::string_view bytes) {
    terminal_keys decoder;
    std::vector<terminal_key> keys;
    decoder.read(bytes, time_point(), keys);
    decoder.tick(time_point() + std::chrono::hours(1), keys);
    return keys;
}

BOOST_AUTO_TEST_SUITE(terminal_parts_test)

// ---- Text

BOOST_AUTO_TEST_CASE(lines_break_between_words_or_anywhere_and_are_never_wider_than_the_window) {
    struct {
        std::string text;
        std::size_t columns, indent;
        bool words;
        std::vector<std::string> lines;
    } const cases[]{
        {"", 10, 0, true, {""}},
        {"one two three", 20, 0, true, {"one two three"}},
        {"one two three", 8, 0, true, {"one two", "three"}},
        {"one two three", 7, 0, true, {"one two", "three"}},
        {"one two three", 6, 2, true, {"one", "  two", "  thre", "  e"}},
        {"abcdefgh", 3, 0, true, {"abc", "def", "gh"}},
        {"a  b", 3, 0, false, {"a  ", "b"}},
        {"a\nb", 10, 0, true, {"a", "b"}},
        {"a\n\nb\n", 10, 0, true, {"a", "", "b"}},
        {"\tx", 10, 0, false, {"    x"}},
        {japanese, 3, 0, false, {japanese.substr(0, 3), japanese.substr(3)}},
        {accent + accent, 3, 0, false, {accent + accent}},
        {"ab\x1b[2J\x9b", 20, 0, false, {"ab\xef\xbf\xbd[2J\xef\xbf\xbd"}},
        {"\xcc\x81x", 20, 0, false, {"\xef\xbf\xbdx"}},
        {"x", 0, 9, true, {"x"}},
    };
    for (const auto& each : cases) {
        const auto lines = laid_out(
            {.text = {{ink::plain, each.text}}, .indent = each.indent, .words = each.words}, each.columns);
        BOOST_TEST_CONTEXT(each.text << " in " << each.columns) {
            BOOST_TEST(lines == each.lines, boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(characters_are_as_wide_as_terminals_show_them) {
    struct {
        std::string text;
        std::size_t bytes, cells;
    } const cases[]{{"ab", 1, 1},
                    {japanese, 3, 2},
                    {accent + "x", 3, 1},
                    {spacing_mark, 6, 2},
                    {"\xf0\x9f\x98\x80", 4, 2},                      // an emoji
                    {"\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa", 8, 2},      // a flag, of two letters
                    {"\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd", 4, 2},      // a hand; its colour follows
                    {"\xe1\x84\x80\xe1\x84\x80\xe1\x84\x80", 3, 2},  // Jamo join without an end
                    {"\xff"
                     "a",
                     1, 1},
                    {"\n", 1, 1}};
    for (const auto& each : cases) {
        const auto first = first_cluster(each.text);
        BOOST_TEST_CONTEXT(each.text) {
            BOOST_TEST(first.bytes.size() == each.bytes);
            BOOST_TEST(first.cells == each.cells);
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_cut_ends_in_an_ellipsis) {
    const auto cut = [](std::string text, std::size_t columns) {
        return one_line({.text = {{ink::plain, std::move(text)}}}, columns, palette::none);
    };
    BOOST_TEST(cut("abcd", 4) == "abcd");
    BOOST_TEST(cut("abcde", 4) == "abc\xe2\x80\xa6");
    BOOST_TEST(cut(japanese + japanese, 4) == japanese.substr(0, 3) + "\xe2\x80\xa6");
}

BOOST_AUTO_TEST_CASE(looks_end_with_their_line) {
    std::vector<std::string> lines;
    lay_out({.text = {{ink::high, "abcd"}, {ink::plain, "e"}}}, 3, palette::colours, lines, 10);
    const std::vector<std::string> expected{"\x1b[1;31mabc\x1b[0m", "\x1b[1;31md\x1b[0me"};
    BOOST_TEST(lines == expected, boost::test_tools::per_element());
}

// ---- Keys

BOOST_AUTO_TEST_CASE(bytes_are_read_as_keys) {
    struct {
        std::string_view bytes;
        std::vector<kind> keys;
    } const cases[]{
        {"a", {kind::text}},
        {"\r", {kind::enter}},
        {"\n", {kind::enter}},
        {"\x1b", {kind::escape}},
        {"\x1b\x1b", {kind::escape, kind::escape}},
        {"\x1b[A\x1bOB", {kind::up, kind::down}},
        {"\x1b[C\x1b[D", {kind::right, kind::left}},
        {"\x1b[3~\x1b[5~\x1b[6~", {kind::del, kind::page_up, kind::page_down}},
        {"\x1b[H\x1b[F\x1b[1~\x1b[4~", {kind::home, kind::end, kind::home, kind::end}},
        {"\x7f\b", {kind::backspace, kind::backspace}},
        {"\t\x15", {kind::tab, kind::clear_line}},
        {"\x1by", {kind::other}},      // Alt-y is neither escape nor y
        {"\x1b[1;5A", {kind::other}},  // with a modifier
        {"\x1b[200~y\r\x1b[201~", {kind::paste}},
        {"\x1b[200~y\r\x1b[20", {kind::paste}},  // whose end never comes
        {"\x1b[201~", {kind::other}},
        {"\x1b[", {}},
        {"\xe2\x82\xac", {kind::text}},
        {"\xe2\x82", {}},
        {"\xff\x80", {}},
        {"\xc2\x9b", {}},  // a control character of two bytes
        {"\x04", {kind::other}},
    };
    for (const auto& each : cases) {
        std::vector<kind> found;
        for (const auto& key : keys_of(each.bytes)) found.push_back(key.what);
        BOOST_TEST_CONTEXT(each.bytes) { BOOST_TEST((found == each.keys)); }
    }
}

BOOST_AUTO_TEST_CASE(keys_are_the_same_wherever_reads_end) {
    const std::string bytes = "a\x1b[A\xe2\x82\xac\x1b[200~two\rlines\x1b[201~\r";
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
        terminal_keys decoder;
        std::vector<terminal_key> keys;
        decoder.read(bytes.substr(0, cut), time_point(), keys);
        decoder.read(bytes.substr(cut), time_point() + milliseconds(19), keys);
        BOOST_TEST_CONTEXT(cut) {
            BOOST_TEST_REQUIRE(keys.size() == 5U);
            BOOST_TEST((keys[1].what == kind::up));
            BOOST_TEST(keys[2].text == "\xe2\x82\xac");
            BOOST_TEST(keys[3].text == "two\rlines");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_paste_is_taken_up_to_its_limit) {
    terminal_keys decoder;
    std::vector<terminal_key> keys;
    decoder.read("\x1b[200~", time_point(), keys);
    for (std::size_t i = 0; i < 3; ++i)
        decoder.read(std::string(max_paste_bytes / 2, 'x'), time_point(), keys);
    decoder.read("\x1b[201~", time_point(), keys);
    BOOST_TEST_REQUIRE(keys.size() == 1U);
    BOOST_TEST(keys[0].text.size() == max_paste_bytes);
}

// ---- The line editor

BOOST_AUTO_TEST_CASE(a_line_is_edited_by_characters_as_people_see_them) {
    struct {
        std::string begin;
        std::string_view bytes;
        std::string end;
    } const cases[]{
        {"ab", "c", "abc"},
        {"a" + accent, "\x7f", "a"},
        {japanese, "\x7f", japanese.substr(0, 3)},
        {"abc", "\x1b[D\x1b[D\x7f", "bc"},
        {"abc", "\x1b[Hx\x1b[Fy", "xabcy"},
        {"abc", "\x1b[H\x1b[3~\x1b[C\x1b[3~", "b"},
        {"abc", "\x1b[D\x15", "c"},
        {"", "\x7f\x1b[D\x1b[C\x1b[3~", ""},
        {"", "\x1b[200~one\r\n\ttwo\x1b[201~", "one two"},
        {"",
         "\x1b[200~a\x1b[2Jb\xff"
         "c\x1b[201~",
         "a[2Jbc"},
    };
    for (const auto& each : cases) {
        terminal_line_editor editor(each.begin, 100);
        for (const auto& key : keys_of(each.bytes)) editor.take(key);
        BOOST_TEST_CONTEXT(each.bytes) { BOOST_TEST(editor.text() == each.end); }
    }
}

BOOST_AUTO_TEST_CASE(a_line_that_is_full_takes_no_more) {
    terminal_line_editor editor("abcd", 5);
    BOOST_TEST(editor.take({kind::text, "e"}));
    BOOST_TEST(!editor.take({kind::text, "f"}));
    BOOST_TEST(editor.text() == "abcde");
}

BOOST_AUTO_TEST_CASE(the_lines_around_the_cursor_are_shown) {
    terminal_line_editor editor(std::string(1000, 'x') + "end", 10'000);
    std::vector<std::string> lines;
    editor.show("Rule: ", 20, palette::attributes, lines);
    BOOST_TEST(lines.size() == max_editor_lines);
    BOOST_TEST(plain(lines.back()).find("end") != std::string::npos);
    editor.take({kind::home});
    lines.clear();
    editor.show("Rule: ", 20, palette::attributes, lines);
    BOOST_TEST(lines.size() == max_editor_lines);
    BOOST_TEST(lines.front().find("\x1b[7mx") != std::string::npos);  // the cursor, on the first character
}

// ---- The block

BOOST_AUTO_TEST_CASE(a_block_is_drawn_once_and_again_only_when_it_changes) {
    terminal_block block(false);
    BOOST_TEST(!block.show({{"a", "b"}, 1}, 20).empty());
    BOOST_TEST(block.show({{"a", "b"}, 1}, 20).empty());
    BOOST_TEST(!block.show({{"a", "c"}, 1}, 20).empty());
    block.disturbed();
    BOOST_TEST(!block.show({{"a", "c"}, 1}, 20).empty());
    BOOST_TEST(block.hide() == std::string(end_of_block));
    BOOST_TEST(block.hide().empty());
}

BOOST_AUTO_TEST_CASE(a_dumb_terminal_gets_only_what_is_new) {
    terminal_block block(true);
    BOOST_TEST(block.show({{"question"}, 1}, 20) == "question");
    BOOST_TEST(block.show({{"question", "keys", "> "}, 1}, 20) == "\r\nkeys\r\n> ");
    BOOST_TEST(block.show({{"question", "keys", "> a"}, 1}, 20) == "a");
    BOOST_TEST(block.show({{"question", "keys", "> "}, 1}, 20) == "\r\nkeys\r\n> ");
    BOOST_TEST(block.say("done") == "\r\ndone\r\n");
    BOOST_TEST(block.show({{"next"}, 1}, 20) == "next");
    BOOST_TEST(block.hide() == "\r\n");
}

// ---- All of it

// No bytes and no window make a line too wide, let a control character through, or allow anything that was
// not meant: allowing takes Enter and y alone in a read, at times when keys count, which do not come here.
BOOST_AUTO_TEST_CASE(whatever_is_typed_in_whatever_window_lines_fit_and_nothing_is_allowed) {
    std::mt19937 random(7);  // NOLINT: the same each time
    const auto any = [&random](std::size_t below) { return static_cast<std::size_t>(random() % below); };
    const std::vector<std::string> pieces{"\r",   "\x1b",   "\x1b[A", "f",    "t",         "u",
                                          "a",    "e",      "v",      "?",    "\t",        "\x7f",
                                          "\x15", "x",      japanese, accent, "\x1b[200~", "\x1b[201~",
                                          "\xff", "\x1b[D", " ",      "10",   "s",         "\x9b"};
    for (int round = 0; round < 200; ++round) {
        terminal_probe probe({.dumb = round % 10 == 0});
        const auto end = probe.ask_and_look(
            "Bash", command("rm " + japanese + "\x1b[2J " + accent + std::string(any(300), 'x') + "\n\r y"));
        for (int step = 0; step < 40 && end->open(); ++step) {
            const std::size_t columns = any(3) == 0 ? any(130) : 20 + any(60);
            probe.prompt->resize(columns, any(40));
            std::string bytes;
            for (std::size_t i = 0; i <= any(3); ++i) bytes += pieces[any(pieces.size())];
            if (bytes.find('y') != std::string::npos) continue;
            probe.type(bytes);
            probe.pass(milliseconds(any(700)));
            for (const auto& line : probe.lines()) {
                for (const char each : plain(line)) BOOST_REQUIRE(static_cast<unsigned char>(each) >= 0x20);
                if (columns >= min_layout_columns && round % 10 != 0) BOOST_REQUIRE(cells(line) <= columns);
            }
        }
        BOOST_TEST_CONTEXT(round) { BOOST_TEST((end->open() || end->how.decided.denied())); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::terminal_parts_test
