#pragma once

#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <boost/container/small_vector.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace assent {

/// Whether all of the text is made of characters of which names of files are made, and which no program takes
/// for others: printable ASCII without `\`, and letters, digits, marks and pictures of other scripts. Not
/// among them: invisible characters, blanks other than U+0020, and whatever has a compatible form in ASCII,
/// such as U+2024, which may become `.`, and U+FF0F, which may become `/`.
[[nodiscard]] bool plain_path_characters(std::string_view text) noexcept;

[[nodiscard]] inline bool ascii_only(std::string_view text) noexcept {
    for (const char byte : text)
        if (static_cast<unsigned char>(byte) >= 0x80U) return false;
    return true;
}

using path_components = boost::container::small_vector<std::string_view, 24>;

/// The parts between slashes; empty ones are left out.
inline path_components split_components(std::string_view path) {
    path_components components;
    each_between(path, '/', [&](std::string_view component) {
        if (!component.empty()) components.push_back(component);
    });
    return components;
}

/// What names of files are mostly made of. It means nothing else to any program.
inline constexpr std::array<bool, 256> letters_of_bare_paths = [] {
    std::array<bool, 256> table{};
    for (std::size_t value = 0; value < table.size(); ++value)
        table[value] = detail::name_letter(static_cast<char>(value));
    for (const char other : std::string_view("-+,=@")) table[static_cast<unsigned char>(other)] = true;
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
