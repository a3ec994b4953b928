#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assent {

/// What stands somewhere in a text, a bit for each. Most tables of names need one of these, so that a text
/// without it needs not be looked up.
using text_marks = std::uint8_t;
namespace marks {
inline constexpr text_marks slash = 1U << 0U;
inline constexpr text_marks dot = 1U << 1U;
inline constexpr text_marks underscore = 1U << 2U;
/// A byte of something else than ASCII: such bytes do not count in names.
inline constexpr text_marks foreign = 1U << 3U;
inline constexpr text_marks equals = 1U << 4U;
/// `c`, `k` or `w`, in either case: each word that a secret's file is named by has one.
inline constexpr text_marks secret_letter = 1U << 5U;
/// A blank of a shell.
inline constexpr text_marks blank = 1U << 6U;
/// Something else that means something to a shell.
inline constexpr text_marks meaning = 1U << 7U;
inline constexpr text_marks all = 0xFF;
}  // namespace marks

inline constexpr std::array<text_marks, 256> marks_of_bytes = [] {
    std::array<text_marks, 256> table{};
    const auto mark = [&table](std::string_view bytes, text_marks which) {
        for (const char byte : bytes) {
            auto& marked = table[static_cast<unsigned char>(byte)];
            marked = static_cast<text_marks>(marked | which);
        }
    };
    mark("/", marks::slash);
    mark(".", marks::dot);
    mark("_", marks::underscore);
    mark("=", marks::equals);
    mark("cCkKwW", marks::secret_letter);
    mark(" \t\r", marks::blank);
    mark("'\"\\$`#*?{[;&|()<>\n", marks::meaning);
    for (std::size_t byte = 0x80; byte < table.size(); ++byte) table[byte] = marks::foreign;
    return table;
}();

[[nodiscard]] constexpr text_marks marks_of(std::string_view text) noexcept {
    unsigned found = 0;
    for (const char byte : text) found |= marks_of_bytes[static_cast<unsigned char>(byte)];
    return static_cast<text_marks>(found);
}

}  // namespace assent
