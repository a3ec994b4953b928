#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace assent {

[[nodiscard]] constexpr bool digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

[[nodiscard]] constexpr char lower_case(char byte) noexcept {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

/// Whether `word` is in the list. Most words differ from most of a list in length or in the first byte.
template <std::size_t Count>
[[nodiscard]] constexpr bool one_of(std::string_view word,
                                    const std::array<std::string_view, Count>& list) noexcept {
    if (word.empty()) return false;
    return std::any_of(list.begin(), list.end(), [word](std::string_view each) {
        return each.size() == word.size() && each.front() == word.front() && each == word;
    });
}

/// A set of bytes.
class byte_set {
public:
    explicit constexpr byte_set(std::string_view bytes) noexcept {
        for (const char byte : bytes) has_[static_cast<unsigned char>(byte)] = true;
    }
    [[nodiscard]] constexpr bool has(char byte) const noexcept {
        return has_[static_cast<unsigned char>(byte)];
    }

private:
    std::array<bool, 256> has_{};
};

}  // namespace assent
