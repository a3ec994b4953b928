#pragma once

#include <assent/domain/time.hpp>

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

}  // namespace assent::detail
