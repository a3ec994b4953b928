#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::detail {

/// What stands for text that is left out.
inline constexpr std::string_view ellipsis = "\u2026";

/// The fewest columns that text is laid out for: one wide character, and a blank.
inline constexpr std::size_t min_layout_columns = 3;
/// The most cells of one cluster; marks that take room and would go over it are clusters of their own.
inline constexpr std::size_t max_cluster_cells = 2;
/// What a tab becomes, in cells.
inline constexpr std::size_t tab_cells = 4;

/// How a piece of text is to look.
enum class ink : unsigned char { plain, strong, faint, low, medium, high, critical, added, removed, cursor };

/// What a terminal can show of that.
enum class palette : unsigned char {
    none,        ///< nothing: no escape sequence at all
    attributes,  ///< bold, faint and reverse: no colours
    colours,
};

/// A text in one look.
struct stretch {
    ink look = ink::plain;
    std::string text;
};

/// A text that becomes as many lines as it takes.
struct paragraph {
    std::vector<stretch> text;
    /// Cells in front of all lines but the first.
    std::size_t indent = 0;
    /// Broken between words where that can be done; else anywhere, and every blank stays.
    bool words = true;
};

/// What a person sees as one character: a letter with the marks on it.
struct cluster {
    std::string_view bytes;
    std::size_t cells = 0;
};

/// The first cluster of a text that is not empty. Bytes that are not UTF-8 count as one cell each. Cells are
/// those of a terminal that knows nothing of joined characters, so never too few.
[[nodiscard]] cluster first_cluster(std::string_view text) noexcept;
/// Where the last cluster of a text that is not empty begins.
[[nodiscard]] std::size_t last_cluster(std::string_view text) noexcept;

/// Lays a paragraph out: no line is wider than `columns` (at least `min_layout_columns`). A line break in the
/// text begins a line. Whatever the text holds, the only control characters that come out are those of our
/// own looks. Ends when there are `most` lines in `lines`, those before included.
/// \return whether all of the text is there
bool lay_out(const paragraph& text, std::size_t columns, palette shown, std::vector<std::string>& lines,
             std::size_t most);
/// The same in one line, cut with `…`.
[[nodiscard]] std::string one_line(const paragraph& text, std::size_t columns, palette shown);

}  // namespace assent::detail
