#pragma once

#include <assent/adapters/control/lines/line_splitter.hpp>
#include <assent/adapters/control/lines/spliced_text.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Longest line accepted by default, in bytes. Agents send whole files as tool inputs; the official
/// SDKs cap lines at 1 MiB (Python) or not at all (TypeScript).
inline constexpr std::size_t default_max_line_bytes = std::size_t{16} * 1024 * 1024;
/// Longest request id, in bytes. The ids seen have 36 at most.
inline constexpr std::size_t max_request_id_bytes = 256;

/// Where an answer lies in what was written and not taken yet; inputs that go back from where they were read
/// do not count.
struct written_answer {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The bytes of a protocol that is spoken in lines: what has arrived, and what waits to be sent. What the
/// lines say is for the channel of the protocol, which builds on this one.
///
/// No I/O, no clock, no thread. Thread-safety: none; it belongs to one session.
class line_channel {
public:
    // Incoming.

    [[nodiscard]] std::span<char> read_space() { return lines_.read_space(); }
    /// The first `bytes` bytes of that space are filled.
    void arrived(std::size_t bytes) { lines_.arrived(bytes); }
    /// The space given is not used: nothing came.
    void leave_space() { lines_.leave_space(); }
    /// The peer will send nothing more; what is left is its last line.
    void finish() { lines_.finish(); }

    /// Bytes of a line whose end has not come.
    [[nodiscard]] std::size_t unread_bytes() const noexcept { return lines_.pending_bytes(); }

    // Outgoing.

    /// Everything written since the last call, to be sent in one go. It stays valid and as it is until
    /// `sent`, also while more is read. Empty when there is nothing, or when the last one is not yet `sent`.
    [[nodiscard]] std::span<const std::string_view> take();
    void sent() noexcept;
    /// Forgets what was written and not taken: nobody will read it.
    void discard() noexcept;
    /// Bytes written or being sent, and not yet `sent`.
    [[nodiscard]] std::size_t unsent_bytes() const noexcept { return written_.bytes() + sending_.bytes(); }
    /// A line that is passed on as it is. \param line  without its LF
    void pass(std::string_view line);
    /// The same for a last line that had no LF. Should anything follow, it gets one.
    void pass_unterminated(std::string_view line);

protected:
    static constexpr std::string_view line_end = "\n";

    explicit line_channel(std::size_t max_line_bytes) : lines_(max_line_bytes) {}
    ~line_channel() = default;

    [[nodiscard]] line_splitter::line next_line() { return lines_.next(); }
    /// Called ahead of each line that is written: ends the one before, where that has no LF yet.
    void end_cut_line();
    /// Where to append what is written.
    [[nodiscard]] std::string& out() noexcept { return written_.text(); }
    /// A part of the line handed out last may be sent from where it lies.
    [[nodiscard]] bool can_splice() const noexcept { return !sending_.spliced() && lines_.can_hold(); }
    /// Appends such a part to what is written. Precondition: `can_splice()`
    void splice(std::string_view part_of_line);
    /// Writes others in the place of answers that have been written and not taken yet.
    /// \param answers  in the order in which they were written
    /// \param write    appends the one of that number
    void write_instead(std::span<const written_answer> answers,
                       const std::function<void(std::size_t number)>& write);

private:
    void release_line_unless_spliced() noexcept;

    line_splitter lines_;
    // INVARIANT: their pieces are in lines that `lines_` holds, and not in both of them.
    spliced_text written_;
    spliced_text sending_;
    std::vector<std::string_view> pieces_;  // of `sending_`
    bool in_flight_ = false;
    bool cut_line_ = false;        // the last line written has no LF yet
    std::size_t quiet_sends_ = 0;  // in a row, that a small buffer would have been enough for
};

}  // namespace assent
