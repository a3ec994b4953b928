#pragma once

#include <assent/adapters/control/json/json_scan.hpp>

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
    bool nul = false;                       ///< there is an escaped U+0000
    json_flaw soft_flaw = json_flaw::none;  ///< the first `invalid_utf8` or `lone_surrogate`
    const char* soft_flaw_at = nullptr;
    const char* stopped_at = nullptr;  ///< where the string stopped being one
};

/// After so many bytes of a string it is read in the larger blocks of json_string_blocks.hpp, where the
/// processor can: nearly all strings are over by then, and the others are long.
inline constexpr std::ptrdiff_t usual_narrow_bytes = 32;
/// The same behind a byte that these blocks stop at, in a text where there may soon be another one.
inline constexpr std::ptrdiff_t narrow_bytes_behind_odd = 96;

/// The first byte in `[at, end)` that is neither plain nor of a simple escape like `\n`; `end` when there is
/// none. Source code as text has an escape for each line and quote; so all escapes of a block are found at
/// once.
/// \param narrow_bytes  look at so many bytes before larger blocks are read
[[nodiscard]] const char* skip_simple(const char* at, const char* end,
                                      std::ptrdiff_t narrow_bytes = usual_narrow_bytes) noexcept;

/// Validates the inside of a string.
/// \param at  behind the opening quote, or further on where there is nothing odd before
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

/// The first byte in `[at, end)` that is not plain; `end` when all are.
/// \param narrow_bytes  as for `skip_simple`
[[nodiscard]] const char* skip_plain(const char* at, const char* end,
                                     std::ptrdiff_t narrow_bytes = usual_narrow_bytes) noexcept;

/// `skip_plain` for every processor.
[[nodiscard]] const char* skip_plain_narrow(const char* at, const char* end) noexcept;

/// Where the lowest bit is that is set. Unlike `std::countr_zero` it does not ask whether there is one.
/// Precondition: there is.
[[nodiscard]] inline unsigned lowest_bit(unsigned bits) noexcept {
    return static_cast<unsigned>(__builtin_ctz(bits));
}

#if defined(__SSE2__)
[[nodiscard]] inline __m128i load_16(const char* at) noexcept {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

/// One bit for each of 16 bytes that is not plain, the first byte's the lowest; all bits above those are set.
[[nodiscard]] inline unsigned special_of_16(__m128i bytes) noexcept {
    // As signed numbers, bytes outside ASCII are less than the control characters. With a bit turned a quote
    // comes right behind those, and one comparison tells all three from the others.
    const __m128i turned = _mm_xor_si128(bytes, _mm_set1_epi8('"' ^ 0x20));
    const __m128i others = _mm_cmpgt_epi8(turned, _mm_set1_epi8(0x20));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return ~static_cast<unsigned>(_mm_movemask_epi8(_mm_andnot_si128(backslash, others)));
}

/// One bit for each of the 32 bytes at `at` that is not plain, the first byte's the lowest.
[[nodiscard]] inline std::uint32_t special_of_32(const char* at) noexcept {
    return (special_of_16(load_16(at)) & 0xFFFFU) | special_of_16(load_16(at + 16)) << 16U;
}
#endif

/// The first of the 16 bytes at `at` that is not plain; the place behind them when all are.
[[nodiscard]] inline const char* skip_16_plain(const char* at) noexcept {
#if defined(__SSE2__)
    return at + lowest_bit(special_of_16(load_16(at)));
#else
    return skip_plain_narrow(at, at + 16);
#endif
}

/// Whether the `count` bytes at two places are the same. False for more than 16.
/// Precondition: 16 bytes can be read at each.
[[nodiscard]] inline bool same_within_16(const char* left, const char* right, std::size_t count) noexcept {
#if defined(__SSE2__)
    const int same = _mm_movemask_epi8(_mm_cmpeq_epi8(load_16(left), load_16(right)));
    return lowest_bit(~static_cast<unsigned>(same)) >= count;
#else
    return count <= 16 && std::memcmp(left, right, count) == 0;
#endif
}

}  // namespace assent::detail
