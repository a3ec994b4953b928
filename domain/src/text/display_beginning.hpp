#pragma once

#include <assent/domain/text/display_text.hpp>

#include <cstddef>
#include <string_view>

namespace assent::detail {

/// The beginning of a text as `display_text` shows it, at most `most` characters of it as they were sent (a
/// byte that is not UTF-8 counts as one). Blanks that are shown by their number count as the most that are
/// not, so that they push nothing over the limit. Looks at no more of the text than it shows.
[[nodiscard]] preview display_beginning(std::string_view text, std::size_t most);
/// The same, as `display_lines` shows it.
[[nodiscard]] preview display_beginning_lines(std::string_view text, std::size_t most);

/// The beginning of a text in quotes, `text…`, cut between two characters: at most 60 bytes.
[[nodiscard]] std::string quoted_beginning(std::string_view text);

}  // namespace assent::detail
