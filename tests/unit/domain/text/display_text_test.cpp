#include <assent/domain/text/display_text.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::display_text_test {
namespace {

std::string encoded(char32_t value) {
    const auto byte = [](char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (value < 0x80) return {byte(value)};
    if (value < 0x800) return {byte(0xC0 + value / 64), byte(0x80 + value % 64)};
    if (value < 0x10000)
        return {byte(0xE0 + value / 4096), byte(0x80 + value / 64 % 64), byte(0x80 + value % 64)};
    return {byte(0xF0 + value / 262144), byte(0x80 + value / 4096 % 64), byte(0x80 + value / 64 % 64),
            byte(0x80 + value % 64)};
}

// What must never be shown, as the standards list it: written down once more, so that a slip in the tables of
// the code shows.
bool forbidden(char32_t value) {
    const struct {
        char32_t first;
        char32_t last;
    } table[] = {
        {0x0, 0x1F},        {0x7F, 0xA0},       {0xAD, 0xAD},       {0x34F, 0x34F},     {0x600, 0x605},
        {0x61C, 0x61C},     {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
        {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200F},
        {0x2028, 0x202F},   {0x205F, 0x206F},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
        {0xD800, 0xF8FF},   {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
        {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1345F},
        {0x1BCA0, 0x1BCA3}, {0x1D159, 0x1D159}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xF0000, 0x10FFFF},
    };
    for (const auto& row : table)
        if (value >= row.first && value <= row.last) return true;
    return value % 0x10000 >= 0xFFFE;
}

// Reads UTF-8 strictly. What is not UTF-8 comes out as U+FFFF, which is forbidden.
std::vector<char32_t> decoded(std::string_view text) {
    std::vector<char32_t> result;
    while (!text.empty()) {
        const auto lead = static_cast<unsigned char>(text.front());
        const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        char32_t value = length == 1 ? lead : length == 2 ? lead % 32U : length == 3 ? lead % 16U : lead % 8U;
        for (const char each : text.substr(1, length - 1))
            value = value * 64 + static_cast<unsigned char>(each) % 64U;
        // Only the one right spelling is the same bytes again.
        const bool right = value < 0x110000 && encoded(value) == text.substr(0, length);
        result.push_back(right ? value : 0xFFFF);
        text.remove_prefix(right ? length : 1);
    }
    return result;
}

bool common_mark(char32_t value) {
    return (value >= 0x300 && value <= 0x36F) || (value >= 0x1AB0 && value <= 0x1ACE) ||
           (value >= 0x1DC0 && value <= 0x1DFF) || (value >= 0x20D0 && value <= 0x20F0) ||
           (value >= 0xFE20 && value <= 0xFE2F);
}

// Whether a text is safe to show, apart from what may stay.
void expect_safe(std::string_view text, bool lines) {
    std::size_t marks = 0;
    for (const char32_t each : decoded(text)) {
        marks = common_mark(each) ? marks + 1 : 0;
        const bool line = lines && (each == U'\n' || each == U'\t');
        if ((forbidden(each) && !line) || marks > 8) {
            BOOST_ERROR("shows U+" << std::hex << static_cast<unsigned>(each) << " after " << std::dec
                                   << marks << " marks");
            return;
        }
    }
}

std::string random_text(std::minstd_rand& random) {
    const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    std::string text;
    for (unsigned left = below(40); left > 0; --left) {
        switch (below(6)) {
            case 0: text += static_cast<char>(static_cast<unsigned char>(below(256))); break;
            case 1: text += static_cast<char>(0x20 + below(0x60)); break;
            case 2: text += encoded(0x300 + below(0x70)); break;
            case 3: text += encoded(0x2000 + below(0x70)); break;
            case 4: text += encoded(below(0x110000)); break;
            case 5: text += encoded(0xE0000 + below(0x200)).substr(0, 1 + below(4)); break;
        }
    }
    return text;
}

BOOST_AUTO_TEST_SUITE(display_text_test)

BOOST_AUTO_TEST_CASE(what_could_deceive_becomes_visible_and_the_rest_stays) {
    const struct {
        std::string_view what;
        std::string_view text;
        std::string_view shown;
    } table[] = {
        {"nothing", "", ""},
        {"plain", "npm test && echo \"done\" <b>", "npm test && echo \"done\" <b>"},
        {"letters of the world", "äß 漢字 עברית हिन्दी 😀", "äß 漢字 עברית हिन्दी 😀"},
        {"backslash", R"(C:\new\x1b)", R"(C:\new\x1b)"},
        {"clear the screen", "\x1b[2Jok", R"(\x1b[2Jok)"},
        {"lines", "a\nb\tc\rd", R"(a\nb\tc\x0dd)"},
        {"zero", std::string_view("a\0b", 3), R"(a\x00b)"},
        {"delete and backspace", "a\x7f\b", R"(a\x7f\x08)"},
        {"C1: a sequence without escape", "\u009b2J", R"(\u{9b}2J)"},
        {"override of direction", "a\u202egpj.exe", R"(a\u{202e}gpj.exe)"},
        {"isolate", "\u2066x\u2069", R"(\u{2066}x\u{2069})"},
        {"zero width", "ad\u200bmin", R"(ad\u{200b}min)"},
        {"blanks of other widths", "a\u00a0b\u2003c\u3000d", R"(a\u{a0}b\u{2003}c\u{3000}d)"},
        {"signs without ink", "a\u2800b\u1160c\U0001D159", R"(a\u{2800}b\u{1160}c\u{1d159})"},
        {"joined emoji", "👩\u200d💻", R"(👩\u{200d}💻)"},
        {"byte order mark", "\ufeff#!", R"(\u{feff}#!)"},
        {"variation", "❤\ufe0f", R"(❤\u{fe0f})"},
        {"tag", "x\U000E0041", R"(x\u{e0041})"},
        {"private use", "\ue000\U0010fffd", R"(\u{e000}\u{10fffd})"},
        {"noncharacter", "\ufdd0\U0001ffff", R"(\u{fdd0}\u{1ffff})"},
        {"lone byte", "a\x80z", R"(a\x80z)"},
        {"cut short", "\xe2\x82", R"(\xe2\x82)"},
        {"cut short by a letter", "\xe2\x82z", R"(\xe2\x82z)"},
        {"overlong", "\xc0\xaf", R"(\xc0\xaf)"},
        {"overlong of three", "\xe0\x80\xaf", R"(\xe0\x80\xaf)"},
        {"surrogate", "\xed\xa0\x80", R"(\xed\xa0\x80)"},
        {"past the last", "\xf4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},
        {"no lead byte", "\xff\xfe", R"(\xff\xfe)"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.what) { BOOST_TEST(display_text(row.text) == row.shown); }
    }
}

BOOST_AUTO_TEST_CASE(text_of_several_lines_keeps_its_lines_and_tabs_and_nothing_else) {
    BOOST_TEST(display_lines("a\n\tb") == "a\n\tb");
    BOOST_TEST(display_lines("progress 10%\rprogress 99%\r\n") == "progress 10%\\x0dprogress 99%\\x0d\n");
    BOOST_TEST(display_lines("a\vb\fc\u0085d\u2028e") == R"(a\x0bb\x0cc\u{85}d\u{2028}e)");
    BOOST_TEST(display_lines("\x1b[1A\u202e") == R"(\x1b[1A\u{202e})");
}

BOOST_AUTO_TEST_CASE(many_blanks_in_a_row_are_shown_by_their_number) {
    BOOST_TEST(max_shown_blanks == 32U);
    const std::string most(32, ' ');
    BOOST_TEST(display_text("ls" + most + "; rm z") == "ls" + most + "; rm z");
    BOOST_TEST(display_text("ls" + most + " ; rm z") == "ls[33 blanks]; rm z");
    BOOST_TEST(display_text(std::string(1000, ' ')) == "[1000 blanks]");
    BOOST_TEST(display_text(most + "\u0301" + most + " \u0301") == most + "\u0301[33 blanks]\\u{301}");
    // A tab is seen where there is one line; where there are several, it is a blank.
    BOOST_TEST(display_text(most + "\t" + most) == most + "\\t" + most);
    BOOST_TEST(display_lines(most + "\t" + most) == "[65 blanks]");
    BOOST_TEST(display_lines(most + "\n" + most + "x") == most + "\n" + most + "x");
}

BOOST_AUTO_TEST_CASE(many_empty_lines_in_a_row_are_shown_by_their_number) {
    BOOST_TEST(max_shown_empty_lines == 3U);
    BOOST_TEST(display_lines("a\n\n\n\nb") == "a\n\n\n\nb");
    BOOST_TEST(display_lines("a\n\n\n\n\nb") == "a\n[4 empty lines]\nb");
    BOOST_TEST(display_lines("\n\n\n\n") == "[4 empty lines]\n");
    BOOST_TEST(display_lines("a\n \n\t\n" + std::string(99, ' ') + "\n\n  b") == "a\n[4 empty lines]\n  b");
    BOOST_TEST(display_lines("a\n\n\n\n" + std::string(40, ' ')) == "a\n\n\n\n[40 blanks]");
    BOOST_TEST(display_text("a\n\n\n\n\nb") == R"(a\n\n\n\n\nb)");
}

BOOST_AUTO_TEST_CASE(every_character_is_shown_as_it_is_or_by_its_number) {
    std::size_t wrong = 0;
    for (char32_t value = 0; value < 0x110000 && wrong < 10; ++value) {
        if (value >= 0xD800 && value < 0xE000) continue;  // no characters: a test above
        const std::string text = encoded(value);
        const std::string shown = display_text("a" + text).substr(1);
        const bool hidden = shown != text;
        const bool escape = shown.starts_with(value < 0x80 ? "\\" : "\\u{") && shown.size() > 1;
        const bool right = hidden ? forbidden(value) && escape : !forbidden(value);
        if (!right) ++wrong;
        if (!right) BOOST_ERROR("U+" << std::hex << static_cast<unsigned>(value) << " is shown as " << shown);
    }
}

BOOST_AUTO_TEST_CASE(a_character_carries_eight_combining_marks_and_no_more) {
    const auto marks = [](std::string_view mark, std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) text += mark;
        return text;
    };
    BOOST_TEST(max_combining_marks == 8U);
    // A Latin, an enclosing, a Thai and a Hebrew mark, and a vowel of a Hangul syllable.
    for (const std::string_view mark : {"\u0301", "\u20dd", "\u0e35", "\u05b0", "\u1161"}) {
        BOOST_TEST_CONTEXT(mark) {
            for (const std::size_t count : {1U, 7U, 8U}) {
                const std::string text = "a" + marks(mark, count) + "b" + marks(mark, count);
                BOOST_TEST(display_text(text) == text);
                BOOST_TEST(display_lines(text) == text);
            }
            const std::string shown = display_text("a" + marks(mark, 9) + "b");
            BOOST_TEST(shown.starts_with("a" + marks(mark, 8) + "\\u{"));
            BOOST_TEST(shown.ends_with("}b"));
            BOOST_TEST(display_text("a" + marks(mark, 1000)).find(marks(mark, 9)) == std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mark_does_not_fall_on_text_that_is_not_its_own) {
    // It would be drawn onto the prompt's own words, or onto an escape, and change how they read.
    BOOST_TEST(display_text("\u0338yes") == R"(\u{338}yes)");
    BOOST_TEST(display_text("a\u202e\u0338") == R"(a\u{202e}\u{338})");
    BOOST_TEST(display_text("a\n\u0338") == R"(a\n\u{338})");
    BOOST_TEST(display_lines("a\n\u0338") == "a\n\\u{338}");
}

BOOST_AUTO_TEST_CASE(whatever_an_agent_sends_what_is_shown_is_safe_and_stays_the_same_when_shown_again) {
    const unsigned seed = 20;
    BOOST_TEST_MESSAGE("seed " << seed);
    std::minstd_rand random(seed);
    for (int round = 0; round < 5000; ++round) {
        const std::string text = random_text(random);
        BOOST_TEST_CONTEXT("round " << round) {
            const std::string line = display_text(text);
            const std::string lines = display_lines(text);
            expect_safe(line, false);
            expect_safe(lines, true);
            if (display_text(line) != line) BOOST_ERROR("is another when shown again: " << line);
            if (display_text(lines) != line) BOOST_ERROR("lines differ in more than their ends: " << line);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::display_text_test
