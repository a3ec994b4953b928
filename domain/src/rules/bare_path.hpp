#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace assent {

/// What names of files are mostly made of. It means nothing else to any program.
inline constexpr std::array<bool, 256> letters_of_bare_paths = [] {
    std::array<bool, 256> table{};
    for (char letter = 'a'; letter <= 'z'; ++letter) table[static_cast<unsigned char>(letter)] = true;
    for (char letter = 'A'; letter <= 'Z'; ++letter) table[static_cast<unsigned char>(letter)] = true;
    for (const char other : std::string_view("0123456789_-+,=@"))
        table[static_cast<unsigned char>(other)] = true;
    return table;
}();

/// An absolute path with one reading, which can be seen in one pass: of such letters and dots, with no empty
/// component and none that consists of dots. Most paths are like that.
[[nodiscard]] inline bool bare_path(std::string_view path) noexcept {
    if (!path.starts_with('/')) return false;
    bool named = false;  // the component has a letter
    for (std::size_t at = 1; at < path.size(); ++at) {
        const char byte = path[at];
        if (letters_of_bare_paths[static_cast<unsigned char>(byte)]) {
            named = true;
        } else if (byte == '/') {
            if (!named) return false;
            named = false;
        } else if (byte != '.') {
            return false;
        }
    }
    return named;
}

}  // namespace assent
