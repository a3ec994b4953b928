#include "json_string.hpp"

#include "json_string_blocks.hpp"
#include "utf8.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace assent::detail {
namespace {

int hex_digit(char letter) noexcept {
    if (letter >= '0' && letter <= '9') return letter - '0';
    if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
    if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
    return -1;
}

constexpr std::ptrdiff_t unit_length = 6;  // \uXXXX

// The UTF-16 code unit of the `\uXXXX` at `at`; -1 when there is none.
int code_unit(const char* at, const char* end) noexcept {
    if (end - at < unit_length || at[0] != '\\' || at[1] != 'u') return -1;
    int unit = 0;
    for (const char* digit = at + 2; digit != at + unit_length; ++digit) {
        const int value = hex_digit(*digit);
        if (value < 0) return -1;
        unit = unit * 16 + value;
    }
    return unit;
}

bool leads_pair(int unit) noexcept { return unit >= 0xD800 && unit <= 0xDBFF; }
bool ends_pair(int unit) noexcept { return unit >= 0xDC00 && unit <= 0xDFFF; }

// The character of a simple escape; 0 when the letter makes none.
constexpr char simple_escape(char letter) noexcept {
    switch (letter) {
        case '"': return '"';
        case '\\': return '\\';
        case '/': return '/';
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return '\0';
    }
}

// By letter: the character of its simple escape.
constexpr std::array<char, 256> simple_escapes = [] {
    std::array<char, 256> characters{};
    for (std::size_t letter = 0; letter < characters.size(); ++letter)
        characters[letter] = simple_escape(static_cast<char>(letter));
    return characters;
}();

void note(string_marks& marks, json_flaw flaw, const char* at) noexcept {
    if (marks.soft_flaw != json_flaw::none) return;
    marks.soft_flaw = flaw;
    marks.soft_flaw_at = at;
}

// Null when there is no `\u` escape at `at`.
const char* skip_unit_escape(const char* at, const char* end, string_marks& marks) noexcept {
    const int unit = code_unit(at, end);
    if (unit < 0) return nullptr;
    if (unit == 0) marks.nul = true;
    if (leads_pair(unit) && ends_pair(code_unit(at + unit_length, end))) return at + 2 * unit_length;
    if (leads_pair(unit) || ends_pair(unit)) note(marks, json_flaw::lone_surrogate, at);
    return at + unit_length;
}

// Skips one byte only where it is no sequence, so that a quote behind a truncated one still counts.
const char* skip_non_ascii(const char* at, const char* end, string_marks& marks) noexcept {
    while (at != end && static_cast<unsigned char>(*at) >= 0x80) {
        const std::size_t length = utf8_length(at, end);
        if (length == 0) note(marks, json_flaw::invalid_utf8, at);
        at += std::max<std::size_t>(length, 1);
    }
    return at;
}

bool begins_simple_escape(const char* at) noexcept {
    return *at == '\\' && simple_escapes[static_cast<unsigned char>(at[1])] != '\0';
}

char* put(char* out, unsigned code_point, unsigned shift, unsigned mark) noexcept {
    *out = static_cast<char>(mark | ((code_point >> shift) & 0x3FU));
    return out + 1;
}

char* write_utf8(char* out, unsigned code_point) noexcept {
    if (code_point < 0x80) {
        *out = static_cast<char>(code_point);
        return out + 1;
    }
    if (code_point < 0x800) return put(put(out, code_point, 6, 0xC0), code_point, 0, 0x80);
    if (code_point < 0x10000) {
        return put(put(put(out, code_point, 12, 0xE0), code_point, 6, 0x80), code_point, 0, 0x80);
    }
    out = put(put(out, code_point, 18, 0xF0), code_point, 12, 0x80);
    return put(put(out, code_point, 6, 0x80), code_point, 0, 0x80);
}

struct progress {
    const char* in;
    char* out;
};

// May write more than it tells, but nothing behind as many bytes as there are up to `end`.
progress copy_to_backslash(progress at, const char* end) noexcept {
#if defined(__SSE2__)
    while (end - at.in >= 16) {
        const __m128i bytes = load_16(at.in);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(at.out), bytes);
        const int backslashes = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        const unsigned copied = lowest_bit(static_cast<unsigned>(backslashes) | 0x10000U);
        at = {at.in + copied, at.out + copied};
        if (copied != 16) return at;
    }
#endif
    while (at.in != end && *at.in != '\\') *at.out++ = *at.in++;
    return at;
}

progress unescape_unit(progress at, const char* end) noexcept {
    const int unit = code_unit(at.in, end);
    if (unit < 0) {  // not validated text: keep the backslash, go on
        *at.out = *at.in;
        return {at.in + 1, at.out + 1};
    }
    const int second = leads_pair(unit) ? code_unit(at.in + unit_length, end) : -1;
    if (ends_pair(second)) {
        const int code_point = 0x10000 + (unit - 0xD800) * 0x400 + (second - 0xDC00);
        return {at.in + 2 * unit_length, write_utf8(at.out, static_cast<unsigned>(code_point))};
    }
    const bool lone = leads_pair(unit) || ends_pair(unit);
    return {at.in + unit_length, write_utf8(at.out, lone ? 0xFFFDU : static_cast<unsigned>(unit))};
}

progress unescape_one(progress at, const char* end) noexcept {
    const char letter = end - at.in >= 2 ? simple_escapes[static_cast<unsigned char>(at.in[1])] : '\0';
    if (letter == '\0') return unescape_unit(at, end);
    *at.out = letter;
    return {at.in + 2, at.out + 1};
}

}  // namespace

// Here and below the last bytes are looked at together with some before them, which are plain.
const char* skip_plain_narrow(const char* at, const char* end) noexcept {
    if (std::endian::native == std::endian::little && end - at >= 8) {
        for (const char* const last = end - 8;;) {
            std::uint64_t word = 0;
            std::memcpy(&word, at, sizeof word);
            const std::uint64_t special = special_bytes(word);
            if (special != 0) return at + std::countr_zero(special) / 8;
            if (at == last) return end;
            at = std::min(at + 8, last);
        }
    }
    while (at != end && plain(*at)) ++at;
    return at;
}

#if defined(__SSE2__)
namespace {

// The place from which blocks are read; the end where the processor cannot.
const char* first_block(const char* at, const char* end, std::ptrdiff_t narrow_bytes) noexcept {
    return has_avx2 ? at + std::min(narrow_bytes, end - at) : end;
}

}  // namespace
#endif

const char* skip_plain(const char* at, const char* end,
                       [[maybe_unused]] std::ptrdiff_t narrow_bytes) noexcept {
#if defined(__SSE2__)
    if (end - at >= 16) {
        const char* const last = end - 16;
        const char* const blocks = first_block(at, end, narrow_bytes);
        for (; end - at > 32; at += 32) {
            const std::uint32_t special = special_of_32(at);
            if (special != 0) return at + lowest_bit(special);
            if (at + 32 >= blocks && end - at >= 32 + block_bytes) at = skip_plain_blocks(at + 32, end) - 32;
        }
        for (at = std::min(at, last);;) {
            const char* const stop = skip_16_plain(at);
            if (stop != at + 16) return stop;
            if (at == last) return end;
            at = std::min(at + 16, last);
        }
    }
#endif
    return skip_plain_narrow(at, end);
}

const char* skip_simple(const char* at, const char* end,
                        [[maybe_unused]] std::ptrdiff_t narrow_bytes) noexcept {
#if defined(__SSE2__)
    const char* const blocks = first_block(at, end, narrow_bytes);
    while (end - at > 32) {
        const char* place = at;
        at += 32;
        std::uint32_t special = special_of_32(place);
        while (special != 0) {
            const unsigned plain_bytes = lowest_bit(special);
            place += plain_bytes;
            if (!begins_simple_escape(place)) return place;
            place += 2;
            special = special >> plain_bytes >> 2;  // what is escaped may be special itself
        }
        at = std::max(at, place);
        if (at >= blocks && end - at >= block_bytes) {
            at = skip_simple_blocks(at, end);
            if (end - at >= block_bytes) return at;
        }
    }
#endif
    at = skip_plain(at, end);
    while (end - at >= 2 && begins_simple_escape(at)) at = skip_plain(at + 2, end);
    return at;
}

const char* find_closing_quote(const char* at, const char* end, string_marks& marks) noexcept {
    for (std::ptrdiff_t narrow_bytes = usual_narrow_bytes;; narrow_bytes = narrow_bytes_behind_odd) {
        at = skip_simple(at, end, narrow_bytes);
        marks.stopped_at = at;
        if (at == end) return nullptr;
        if (*at == '"') return at;
        if (*at == '\\') {
            at = skip_unit_escape(at, end, marks);
            if (at == nullptr) return nullptr;
        } else if (static_cast<unsigned char>(*at) >= 0x80) {
            at = skip_non_ascii(at, end, marks);
        } else {
            return nullptr;  // a raw control character
        }
    }
}

std::size_t unescape(std::string_view body, char* out) noexcept {
    progress at{body.data(), out};
    const char* const end = body.data() + body.size();
    while (at.in != end) {
        at = copy_to_backslash(at, end);
        if (at.in != end) at = unescape_one(at, end);
    }
    return static_cast<std::size_t>(at.out - out);
}

}  // namespace assent::detail
