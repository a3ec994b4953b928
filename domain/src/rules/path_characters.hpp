#pragma once

#include <algorithm>
#include <string_view>

namespace assent {

/// Whether all of the text is made of characters of which names of files are made, and which no program takes
/// for others: printable ASCII without `\`, and letters, digits, marks and pictures of other scripts. Not
/// among them: invisible characters, blanks other than U+0020, and whatever has a compatible form in ASCII,
/// such as U+2024, which may become `.`, and U+FF0F, which may become `/`.
[[nodiscard]] bool plain_path_characters(std::string_view text) noexcept;

[[nodiscard]] inline bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
    const auto lower = [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    };
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [&](char one, char other) { return lower(one) == lower(other); });
}

[[nodiscard]] inline bool ascii_only(std::string_view text) noexcept {
    for (const char byte : text)
        if (static_cast<unsigned char>(byte) >= 0x80U) return false;
    return true;
}

}  // namespace assent
