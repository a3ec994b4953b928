#include "shell_characters.hpp"
#include "shell_reader.hpp"

#include <algorithm>

// `$'...'`, in which `\x72` stands for a letter.
namespace assent::detail {
namespace {

void append_utf8(boost::container::small_vector_base<char>& to, char32_t value) {
    const auto tail = [](char32_t bits) { return static_cast<char>(0x80U | (bits & 0x3FU)); };
    if (value < 0x80) {
        to.push_back(static_cast<char>(value));
    } else if (value < 0x800) {
        to.push_back(static_cast<char>(0xC0U | (value >> 6U)));
        to.push_back(tail(value));
    } else if (value < 0x10000) {
        to.push_back(static_cast<char>(0xE0U | (value >> 12U)));
        to.push_back(tail(value >> 6U));
        to.push_back(tail(value));
    } else {
        to.push_back(static_cast<char>(0xF0U | ((value >> 18U) & 0x07U)));
        to.push_back(tail(value >> 12U));
        to.push_back(tail(value >> 6U));
        to.push_back(tail(value));
    }
}

// The value of a digit in that base; 99: it is none.
unsigned digit_value(char byte, unsigned base) noexcept {
    constexpr unsigned none = 99;
    unsigned value = none;
    if (digit(byte)) value = static_cast<unsigned>(byte - '0');
    if (byte >= 'a' && byte <= 'f') value = static_cast<unsigned>(byte - 'a') + 10;
    if (byte >= 'A' && byte <= 'F') value = static_cast<unsigned>(byte - 'A') + 10;
    return value < base ? value : none;
}

}  // namespace

void shell_reader::ansi_quoted() {
    copy();
    word_.made.bare = false;
    word_.made.dollar = true;
    at_ += 2;
    while (!at_end() && peek() != '\'') {
        if (peek() == '\\')
            ansi_escape();
        else
            take(1);
    }
    if (at_end()) return sink_.unreadable();
    ++at_;
}

void shell_reader::ansi_escape() {
    constexpr std::string_view names = "abeEfnrtv";
    constexpr std::string_view values = "\a\b\x1B\x1B\f\n\r\t\v";
    const char kind = peek(1);
    at_ += 2;
    const auto number = [this](unsigned base, std::size_t most) {
        char32_t value = 0;
        for (std::size_t count = 0; count < most && digit_value(peek(), base) < base; ++count, ++at_)
            value = value * base + digit_value(peek(), base);
        return value;
    };
    char32_t value = 0;
    if (const auto found = names.find(kind); found != std::string_view::npos) {
        value = static_cast<unsigned char>(values[found]);
    } else if (kind == 'x') {
        value = number(16, 2);
    } else if (digit_value(kind, 8) < 8) {
        --at_;
        value = number(8, 3) & 0xFFU;
    } else if (kind == 'u' || kind == 'U') {
        const char32_t letter = number(16, kind == 'u' ? 4 : 8);
        if (letter == 0) return sink_.unreadable();
        append_utf8(word_.letters, letter);
        return;
    } else {
        // `\c` makes a control character. Where `\'` ends the quotes, the rest is another text.
        if (kind == 'c' || kind == '\'' || kind == '\0') sink_.unreadable();
        value = static_cast<unsigned char>(kind);
        at_ = std::min(at_, text_.size());
    }
    // Bash drops what follows a NUL.
    if (value == 0) return sink_.unreadable();
    word_.letters.push_back(static_cast<char>(value));
}

}  // namespace assent::detail
