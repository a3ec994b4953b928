#pragma once

#include <assent/adapters/control/json_scan.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace assent::detail {

/// What was noticed inside one JSON string.
struct string_marks {
    bool escaped = false;                   ///< there is at least one escape
    bool nul = false;                       ///< one of them is U+0000
    json_flaw soft_flaw = json_flaw::none;  ///< the first `invalid_utf8` or `lone_surrogate`
    const char* soft_flaw_at = nullptr;
    const char* stopped_at = nullptr;  ///< where the string stopped being one
};

/// Validates the inside of a string.
/// \param at  behind the opening quote
/// \return the closing quote; null when this is no JSON string, then `marks.stopped_at` tells where
[[nodiscard]] const char* find_closing_quote(const char* at, const char* end, string_marks& marks) noexcept;

/// Writes what the inside of a string stands for, lone surrogates as U+FFFD. Never writes more bytes
/// than it reads, and stays inside both for any `body`, also for one that was not validated.
/// \param out  room for `body.size()` bytes
/// \return bytes written
std::size_t unescape(std::string_view body, char* out) noexcept;

constexpr std::uint64_t each_byte(std::uint64_t byte) noexcept { return 0x0101010101010101U * byte; }

/// The top bit of each byte that is not plain inside a JSON string: a quote, a backslash, a control character
/// or a byte outside ASCII. Bits above the lowest one may be wrong, because subtracting borrows.
constexpr std::uint64_t special_bytes(std::uint64_t word) noexcept {
    const std::uint64_t quote = (word ^ each_byte('"')) - each_byte(1);
    const std::uint64_t backslash = (word ^ each_byte('\\')) - each_byte(1);
    const std::uint64_t control = word - each_byte(0x20);
    return (quote | backslash | control | word) & each_byte(0x80);
}

constexpr bool plain(char letter) noexcept {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x20 && byte < 0x80 && letter != '"' && letter != '\\';
}

/// The first byte in `[at, end)` that is not plain; `end` when all are. Inline, because most strings are
/// short and need nothing else.
[[nodiscard]] inline const char* skip_plain(const char* at, const char* end) noexcept {
    while (end - at >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        const std::uint64_t special = special_bytes(word);
        if (special != 0) {
            if constexpr (std::endian::native == std::endian::little)
                return at + std::countr_zero(special) / 8;
            break;
        }
        at += 8;
    }
    while (at != end && plain(*at)) ++at;
    return at;
}

}  // namespace assent::detail
