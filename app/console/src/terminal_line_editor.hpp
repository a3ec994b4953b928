#pragma once

#include "terminal_keys.hpp"
#include "terminal_text.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Most lines that an edited text takes on the screen; the others scroll.
inline constexpr std::size_t max_editor_lines = 6;

/// One line of text that a person writes. It holds neither control characters nor line breaks.
class terminal_line_editor {
public:
    terminal_line_editor() = default;
    /// \param text       what it begins with; the cursor is behind it
    /// \param max_bytes  what would make it longer is not taken
    terminal_line_editor(std::string_view text, std::size_t max_bytes);

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    void replace(std::string_view text);
    /// \return false: this key is not for an editor, or there is no room for its text
    bool take(const terminal_key& key);

    /// The text with its cursor, in at most `max_editor_lines` lines around it.
    void show(std::string_view label, std::size_t columns, palette shown,
              std::vector<std::string>& lines) const;
    /// The text safe to show, behind its label, without a cursor.
    [[nodiscard]] std::string plain(std::string_view label) const;

private:
    bool insert(std::string_view text);

    std::string text_;
    std::size_t max_bytes_ = 0;
    std::size_t cursor_ = 0;  // in bytes, always between clusters
};

}  // namespace assent::detail
