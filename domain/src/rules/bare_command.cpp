#include <assent/domain/rules/bare_command.hpp>

#include "bare_words.hpp"
#include "shell_programs.hpp"

#include <assent/domain/rules/shell_command.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace assent {
namespace {

#if defined(__SSE2__)
constexpr std::size_t block_bytes = 16;

__m128i all(char byte) noexcept { return _mm_set1_epi8(byte); }
// Where bytes are among the `count` ones from `first` on.
__m128i among(__m128i bytes, char first, char count) noexcept {
    const __m128i from_first = _mm_sub_epi8(bytes, all(first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from_first, all(static_cast<char>(count - 1))), from_first);
}
__m128i load(const char* from) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
void store(char* to, __m128i bytes) noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes); }
unsigned bits_of(__m128i where) noexcept { return static_cast<unsigned>(_mm_movemask_epi8(where)); }

// `detail::put_bare_words` for texts without `=`, with one blank between words and none before them: most
// commands. Looking at sixteen bytes at once takes a third of the time. Null: it is no such text.
char* put_single_spaced(std::string_view text, char* to, detail::bare_traits& traits) noexcept {
    unsigned blank_before = 1;
    for (std::size_t at = 0; at < text.size(); at += block_bytes) {
        const std::size_t count = std::min(block_bytes, text.size() - at);
        const char* const from = text.data() + at;
        char rest[block_bytes] = {};
        if (count < block_bytes) std::copy_n(from, count, rest);
        const __m128i bytes = load(count < block_bytes ? rest : from);
        const __m128i letters = among(_mm_or_si128(bytes, all(0x20)), 'a', 26);
        const __m128i blanks =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, all(' ')), _mm_cmpeq_epi8(bytes, all('\t')));
        // `+,-./`, digits and `:` follow each other.
        __m128i others = _mm_or_si128(among(bytes, '+', ':' - '+' + 1), _mm_cmpeq_epi8(bytes, all('_')));
        others = _mm_or_si128(others, _mm_cmpeq_epi8(bytes, all('@')));
        others = _mm_or_si128(others, _mm_cmpeq_epi8(bytes, all('%')));

        const unsigned given = (1U << count) - 1;
        const unsigned known = bits_of(_mm_or_si128(_mm_or_si128(letters, others), blanks));
        const unsigned blank = bits_of(blanks) & given;
        const unsigned behind_blank = (blank << 1U) | blank_before;
        if ((known & given) != given || (blank & behind_blank) != 0) return nullptr;
        for (unsigned starts = ~blank & given & behind_blank; starts != 0; starts &= starts - 1)
            traits.beginnings |= detail::bit_of_beginning(from[std::countr_zero(starts)]);
        traits.dashes += static_cast<std::size_t>(std::popcount(bits_of(_mm_cmpeq_epi8(bytes, all('-')))));
        const __m128i small = _mm_cmpeq_epi8(_mm_and_si128(bytes, all(0x20)), all(0x20));
        traits.capitals |= bits_of(_mm_andnot_si128(small, letters)) != 0;
        const __m128i lines = _mm_or_si128(_mm_andnot_si128(blanks, bytes), _mm_and_si128(blanks, all('\n')));
        store(count < block_bytes ? rest : to, lines);
        if (count < block_bytes) std::copy_n(rest, count, to);
        to += count;
        blank_before = blank >> (count - 1);
    }
    if (blank_before == 0) *to++ = '\n';
    return to;
}
#else
char* put_single_spaced(std::string_view, char*, detail::bare_traits&) noexcept { return nullptr; }
#endif

}  // namespace

bare_command::bare_command(std::string_view text) {
    if (text.size() > max_command_bytes) return;
    lines_.resize(text.size() + 1, boost::container::default_init);
    detail::bare_traits traits;
    const char* end = put_single_spaced(text, lines_.data(), traits);
    if (end == nullptr) {
        traits = {};
        end = detail::put_bare_words(text, lines_.data(), traits);
    }
    capitals_ = traits.capitals;
    beginnings_ = traits.beginnings;
    dashes_ = traits.dashes;
    lines_.resize(end == nullptr ? 0 : static_cast<std::size_t>(end - lines_.data()));
}

bool bare_command::surely_plain() const noexcept {
    return !empty() && detail::ordinary_program(lines().substr(0, lines().find('\n')));
}

}  // namespace assent
