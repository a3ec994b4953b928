#include "rules/path_characters.hpp"

#include "character_class.hpp"
#include "code_point.hpp"

#include <algorithm>
#include <iterator>

namespace assent {
namespace {

struct block {
    char32_t first;
    char32_t last;
};

// Whole blocks of punctuation, symbols, blanks and compatible forms. Source: Unicode 14, Blocks.txt.
constexpr block unusual_blocks[] = {
    {0x0080, 0x00BF},    // controls, punctuation and signs of Latin-1
    {0x2000, 0x2BFF},    // punctuation, letter-like symbols, numbers, arrows, mathematics, boxes
    {0x2E00, 0x2E7F},    // more punctuation
    {0x2FF0, 0x303F},    // descriptions of characters, punctuation of Chinese
    {0x3200, 0x33FF},    // enclosed and squared forms
    {0xD800, 0xDFFF},    // no characters
    {0xFE10, 0xFE1F},    // vertical forms
    {0xFE30, 0xFE6F},    // compatible and small forms
    {0xFF00, 0xFFEF},    // halfwidth and fullwidth forms
    {0x1D400, 0x1D7FF},  // mathematical letters
    {0x1F100, 0x1F2FF},  // enclosed forms
};

bool usual(char32_t value) noexcept {
    if (value < 0x80) return value >= U' ' && value <= U'~' && value != U'\\';
    if (detail::unshowable(value)) return false;
    return std::none_of(std::begin(unusual_blocks), std::end(unusual_blocks),
                        [&](const block& each) { return value >= each.first && value <= each.last; });
}

}  // namespace

bool plain_path_characters(std::string_view text) noexcept {
    while (!text.empty()) {
        const auto point = detail::first_code_point(text);
        if (!point.valid || !usual(point.value)) return false;
        text.remove_prefix(point.length);
    }
    return true;
}

}  // namespace assent
