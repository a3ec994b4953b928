#pragma once

#include "terminal_text.hpp"

#include <assent/domain/text/time.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// How long a lone escape byte waits for the rest of a sequence; then it is the key.
inline constexpr duration escape_wait = std::chrono::milliseconds(20);
/// How long a paste may stop before it counts as ended: its end may never come.
inline constexpr duration paste_patience = std::chrono::seconds(1);
/// Longest paste that is taken, in bytes; the rest is dropped.
inline constexpr std::size_t max_paste_bytes = std::size_t{1024} * 1024;
/// Longest escape sequence that is a key; over it the bytes are dropped.
inline constexpr std::size_t max_sequence_bytes = 32;

/// One key, as a terminal sent it.
struct terminal_key {
    enum class kind : unsigned char {
        text,  ///< a character
        paste,
        enter,
        escape,
        tab,
        backspace,
        del,
        left,
        right,
        up,
        down,
        home,
        end,
        page_up,
        page_down,
        clear_line,  ///< Ctrl-U
        other,       ///< known to be a key, with no meaning here
    };
    kind what = kind::other;
    std::string text{};  ///< for `text` and `paste`
};

/// Turns the bytes of a terminal into keys, over the borders of reads. Bytes that are not UTF-8 are dropped.
class terminal_keys {
public:
    /// \param keys  those that are complete are added
    void read(std::string_view bytes, time_point now, std::vector<terminal_key>& keys);
    /// What has waited long enough for the rest of it.
    void tick(time_point now, std::vector<terminal_key>& keys);
    [[nodiscard]] std::optional<time_point> next_deadline() const noexcept;
    /// When bytes came last.
    [[nodiscard]] time_point last_read() const noexcept { return last_; }
    /// Forgets what is not complete.
    void reset();

private:
    bool take_one(std::vector<terminal_key>& keys);
    bool take_sequence(std::vector<terminal_key>& keys);
    bool take_character(std::vector<terminal_key>& keys);
    bool take_paste(std::vector<terminal_key>& keys);

    std::string pending_;
    bool pasting_ = false;
    std::string pasted_;
    time_point last_{};
};

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
