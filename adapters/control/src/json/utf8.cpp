#include "utf8.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <cstdint>
#include <cstring>

namespace assent {
namespace {

unsigned char byte_at(const char* at) noexcept { return static_cast<unsigned char>(*at); }

bool in_range(const char* at, unsigned first, unsigned last) noexcept {
    return byte_at(at) >= first && byte_at(at) <= last;
}

bool continues(const char* at) noexcept { return in_range(at, 0x80, 0xBF); }

// Overlong forms, surrogates and code points past U+10FFFF all show in the second byte.
std::size_t three_bytes(const char* at) noexcept {
    const unsigned lead = byte_at(at);
    const unsigned first = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned last = lead == 0xED ? 0x9F : 0xBF;
    return in_range(at + 1, first, last) && continues(at + 2) ? 3 : 0;
}

std::size_t four_bytes(const char* at) noexcept {
    const unsigned lead = byte_at(at);
    const unsigned first = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned last = lead == 0xF4 ? 0x8F : 0xBF;
    return in_range(at + 1, first, last) && continues(at + 2) && continues(at + 3) ? 4 : 0;
}

bool eight_ascii(const char* at) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    return (word & 0x8080808080808080U) == 0;
}

}  // namespace

std::size_t detail::utf8_length(const char* at, const char* end) noexcept {
    const unsigned lead = byte_at(at);
    const auto left = end - at;
    if (lead < 0x80) return 1;
    if (lead < 0xC2) return 0;
    if (lead < 0xE0) return left >= 2 && continues(at + 1) ? 2 : 0;
    if (lead < 0xF0) return left >= 3 ? three_bytes(at) : 0;
    if (lead < 0xF5) return left >= 4 ? four_bytes(at) : 0;
    return 0;
}

bool valid_utf8(std::string_view text) noexcept {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (end - at >= 8 && eight_ascii(at)) {
            at += 8;
            continue;
        }
        const std::size_t length = detail::utf8_length(at, end);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

}  // namespace assent
