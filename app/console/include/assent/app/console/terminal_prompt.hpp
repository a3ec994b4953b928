#pragma once

#include <assent/app/console/console.hpp>
#include <assent/domain/text/time.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// How long the keyboard must be quiet after a question or a confirmation has appeared, and after text was
/// pasted, before a key counts: whoever types for another program does not answer.
inline constexpr duration default_key_guard = std::chrono::milliseconds(300);
/// After a key has answered or ended a line, how long the next question or line is not answered: a key that
/// is held comes again within this time. Longer than the delays that desktops set (0.25 s to 0.66 s).
inline constexpr duration key_repeat_guard = std::chrono::seconds(1);
/// The smallest window in which questions are asked; in a smaller one they can only be denied.
inline constexpr std::size_t min_window_columns = 16;
inline constexpr std::size_t min_window_rows = 8;
/// The size that a window of unknown size is taken to have.
inline constexpr std::size_t default_window_columns = 80;
inline constexpr std::size_t default_window_rows = 24;

struct terminal_prompt_options {
    bool colour = true;
    /// The terminal can do nothing but print: no escape sequences, and nothing that changes every second.
    bool dumb = false;
    duration key_guard = default_key_guard;
};

/// The lines that are to be seen.
struct terminal_frame {
    /// Each is at most as wide as the window, and has no control characters but those for colours.
    std::vector<std::string> lines;
    /// Where in them the part begins that keys change: the answers, or what is being written.
    std::size_t footer = 0;
};

/// Asks a person at a terminal, without touching one: keys go in, lines come out.
///
/// It shows the oldest open question of a console until that one is over, then the next one. A key counts
/// only after the question was seen for `terminal_prompt_options::key_guard`. Enter allows once, Esc denies;
/// from high risk on, whatever allows is confirmed with a second, distinct key. Keys that come several at
/// once are taken for pasted text, which never answers.
///
/// Thread-safety: none. Lifetime: may outlive every question; `console` is kept alive.
class terminal_prompt {
public:
    /// \param desk  must not be null
    explicit terminal_prompt(std::shared_ptr<console> desk, terminal_prompt_options options = {});
    ~terminal_prompt();
    terminal_prompt(const terminal_prompt&) = delete;
    terminal_prompt& operator=(const terminal_prompt&) = delete;

    /// The window has this size; 0: it is not known.
    void resize(std::size_t columns, std::size_t rows);
    /// Looks at the console again. To be called when its watcher was, and at `next_deadline`.
    void tick(time_point now);
    /// When `tick` has something to do, or the frame changes by itself.
    [[nodiscard]] std::optional<time_point> next_deadline(time_point now) const;

    /// The question that is shown, by its number; 0: none.
    [[nodiscard]] std::uint64_t question() const noexcept;
    [[nodiscard]] terminal_frame frame(time_point now) const;
    /// A frame with this question can be seen from now on: its guard time begins.
    void shown(std::uint64_t question, time_point now);
    /// Nothing can be seen any more: keys do not count until `shown` is called again.
    void hidden();

    /// Takes what the terminal has sent. May answer a question.
    void keys(std::string_view bytes, time_point now);
    /// Denies all open questions and stops the turns of their agents.
    void interrupt();
    /// Denies all open questions. \param feedback  what their agents are told
    void deny_all(std::string_view feedback);

    /// The events since the last call, one line each: `allowed once: Execute command: npm test`.
    [[nodiscard]] std::vector<std::string> take_summaries();

private:
    class state;
    std::unique_ptr<state> state_;
};

}  // namespace assent
