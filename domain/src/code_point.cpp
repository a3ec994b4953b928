#include "code_point.hpp"

namespace assent::detail {
namespace {

struct lead_byte {
    std::size_t length;
    char32_t bits;      // of the code point
    char32_t smallest;  // that needs this length; anything below is overlong
};

// Length 0: no sequence begins with this byte.
lead_byte read_lead(unsigned char byte) noexcept {
    if ((byte & 0xE0U) == 0xC0U) return {2, byte & 0x1FU, 0x80};
    if ((byte & 0xF0U) == 0xE0U) return {3, byte & 0x0FU, 0x800};
    if ((byte & 0xF8U) == 0xF0U) return {4, byte & 0x07U, 0x10000};
    return {0, 0, 0};
}

bool surrogate(char32_t value) noexcept { return value >= 0xD800 && value <= 0xDFFF; }

}  // namespace

code_point first_code_point(std::string_view text) noexcept {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80U) return {first, 1, true};

    const code_point lone{first, 1, false};
    const lead_byte lead = read_lead(first);
    if (lead.length == 0 || text.size() < lead.length) return lone;
    char32_t value = lead.bits;
    for (const char each : text.substr(1, lead.length - 1)) {
        const auto byte = static_cast<unsigned char>(each);
        if ((byte & 0xC0U) != 0x80U) return lone;
        value = (value << 6U) | (byte & 0x3FU);
    }
    if (value < lead.smallest || value > 0x10FFFF || surrogate(value)) return lone;
    return {value, lead.length, true};
}

}  // namespace assent::detail
