#include "json_string_blocks.hpp"

#if defined(__x86_64__)

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include <immintrin.h>

#define ASSENT_WITH_AVX2 [[gnu::target("avx2")]]

namespace assent::detail {
namespace {

using nibble_table = std::array<unsigned char, 16>;

// A byte is the letter of a simple escape when what its two halves stand for here have a bit in common: one
// for each upper half.
constexpr nibble_table lower_halves = [] {
    nibble_table upper_halves_of{};
    for (const char each : std::string_view(R"("\/bfnrt)")) {
        const auto letter = static_cast<unsigned char>(each);
        upper_halves_of[letter & 0xFU] |= static_cast<unsigned char>(1U << (letter >> 4U));
    }
    return upper_halves_of;
}();
constexpr nibble_table upper_halves{1, 2, 4, 8, 16, 32, 64, 128};

ASSENT_WITH_AVX2 inline __m256i load_32(const char* at) noexcept {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

ASSENT_WITH_AVX2 inline __m256i load_twice(const nibble_table& table) noexcept {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table.data())));
}

ASSENT_WITH_AVX2 inline std::uint32_t bits_of(__m256i mask) noexcept {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(mask));
}

ASSENT_WITH_AVX2 inline __m256i backslashes_of(__m256i bytes) noexcept {
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
}

// No quote, no control character, nothing outside ASCII; see special_of_16.
ASSENT_WITH_AVX2 inline __m256i harmless_of(__m256i bytes) noexcept {
    const __m256i turned = _mm256_xor_si256(bytes, _mm256_set1_epi8('"' ^ 0x20));
    return _mm256_cmpgt_epi8(turned, _mm256_set1_epi8(0x20));
}

// Bytes outside ASCII have nothing in `lower_halves`: that is how shuffling treats them.
ASSENT_WITH_AVX2 inline __m256i no_letters_of(__m256i bytes) noexcept {
    const __m256i upper = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0xF));
    const __m256i of_lower = _mm256_shuffle_epi8(load_twice(lower_halves), bytes);
    const __m256i of_upper = _mm256_shuffle_epi8(load_twice(upper_halves), upper);
    return _mm256_cmpeq_epi8(_mm256_and_si256(of_lower, of_upper), _mm256_setzero_si256());
}

// How far ahead memory is asked for, in bytes: processors do not do it across pages by themselves. What
// stands there may be behind the end.
constexpr std::uintptr_t asked_ahead = 512;

ASSENT_WITH_AVX2 inline void ask_ahead_of(const char* at) noexcept {
    const auto there = reinterpret_cast<std::uintptr_t>(at) + asked_ahead;
    _mm_prefetch(reinterpret_cast<const char*>(there), _MM_HINT_T0);
}

// One bit for each byte, the first one's the lowest.
struct looked_at {
    std::uint64_t backslashes;
    std::uint64_t harmless;
    std::uint64_t no_letters;  // of a simple escape
};

constexpr std::uint64_t join(std::uint32_t front, std::uint32_t back) noexcept {
    return front | std::uint64_t{back} << 32U;
}

ASSENT_WITH_AVX2 inline looked_at look_at_64(const char* at) noexcept {
    const __m256i front = load_32(at);
    const __m256i back = load_32(at + 32);
    return {join(bits_of(backslashes_of(front)), bits_of(backslashes_of(back))),
            join(bits_of(harmless_of(front)), bits_of(harmless_of(back))),
            join(bits_of(no_letters_of(front)), bits_of(no_letters_of(back)))};
}

struct escapes {
    std::uint64_t first;   // the backslashes that begin one
    std::uint64_t second;  // what follows those
};

// In each row of backslashes the first begins an escape, and so does every second one behind it (Keiser and
// Lemire, "Parsing Gigabytes of JSON per Second", as simdjson does it today). From the odd places together
// with what follows each backslash, the rows are subtracted. A row that begins at an odd place goes away, and
// what is behind it stays; one that begins at an even place is filled, and what is behind it goes away.
// Beside the odd places alone that is the same for both: every second bit of the row from its first on, and
// the bit behind it when the row's last one begins an escape.
constexpr escapes escapes_of(std::uint64_t backslashes) noexcept {
    constexpr std::uint64_t odd_places = 0xAAAA'AAAA'AAAA'AAAAU;
    const std::uint64_t both = (((backslashes << 1U) | odd_places) - backslashes) ^ odd_places;
    return {both & backslashes, both ^ backslashes};
}
static_assert(escapes_of(0b0110'0100).first == 0b0010'0100);
static_assert(escapes_of(0b0110'0100).second == 0b0100'1000);
static_assert(escapes_of(0b0111'0010).first == 0b0101'0010);
static_assert(escapes_of(0b0111'0010).second == 0b1010'0100);
static_assert(escapes_of(0b0111).first == 0b0101 && escapes_of(0b0111).second == 0b1010);
static_assert(escapes_of(std::uint64_t{1} << 63U).first == std::uint64_t{1} << 63U);
static_assert(escapes_of(std::uint64_t{3} << 62U).first == std::uint64_t{1} << 62U);

}  // namespace

const bool has_avx2 = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") != 0;
}();

ASSENT_WITH_AVX2 const char* skip_plain_blocks(const char* at, const char* end) noexcept {
    for (; end - at >= block_bytes; at += block_bytes) {
        ask_ahead_of(at);
        const __m256i front = load_32(at);
        const __m256i back = load_32(at + 32);
        const __m256i harmless = _mm256_and_si256(harmless_of(front), harmless_of(back));
        const __m256i backslashes = _mm256_or_si256(backslashes_of(front), backslashes_of(back));
        if (bits_of(_mm256_andnot_si256(backslashes, harmless)) != 0xFFFF'FFFFU) break;
    }
    return at;
}

ASSENT_WITH_AVX2 const char* skip_simple_blocks(const char* at, const char* end) noexcept {
    while (end - at >= block_bytes) {
        ask_ahead_of(at);
        const looked_at found = look_at_64(at);
        const escapes escaped = escapes_of(found.backslashes);
        const std::uint64_t stops = (escaped.second & found.no_letters) | ~(escaped.second | found.harmless);
        if (stops != 0) {
            const int first = std::countr_zero(stops);
            const bool in_escape = (escaped.second >> first & 1U) != 0;
            return at + first - (in_escape ? 1 : 0);
        }
        at += block_bytes;
        // What follows its backslash is in the next block. This has to be a jump: where the next block begins
        // would otherwise wait for all that is worked out here.
        if (escaped.first >> 63U != 0) [[unlikely]]
            --at;
    }
    return at;
}

}  // namespace assent::detail

#else

namespace assent::detail {

const bool has_avx2 = false;

const char* skip_plain_blocks(const char* at, const char*) noexcept { return at; }
const char* skip_simple_blocks(const char* at, const char*) noexcept { return at; }

}  // namespace assent::detail

#endif
