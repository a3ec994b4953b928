#pragma once

#include <assent/adapters/control/json_scan.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

/// `skip_plain` without the help of wide registers.
[[nodiscard]] const char* skip_plain_narrow(const char* at, const char* end) noexcept;

/// The first byte in `[at, end)` that is not plain; `end` when all are. Inline, because most strings are
/// short and need nothing else.
[[nodiscard]] inline const char* skip_plain(const char* at, const char* end) noexcept {
#if defined(__SSE2__)
    while (end - at >= 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        const __m128i quote_or_backslash = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                                        _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        // As signed numbers, bytes outside ASCII are less than the control characters.
        const __m128i odd = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
        const int special = _mm_movemask_epi8(_mm_or_si128(quote_or_backslash, odd));
        if (special != 0) return at + std::countr_zero(static_cast<unsigned>(special));
        at += 16;
    }
#endif
    return skip_plain_narrow(at, end);
}

}  // namespace assent::detail
