#pragma once

#include "answer_ledger.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assent::bench {

/// The agent's side of one connection: keeps a number of requests in flight, and checks what comes back. It
/// does no I/O of its own but writing.
class conversation {
public:
    /// \param depth how many requests are in flight
    /// \param least_read_bytes how much is read at once, at least
    conversation(const request_book& requests, std::uint64_t depth, std::size_t least_read_bytes);

    /// Sends requests until `depth` are in flight or `most` have been sent.
    void ask(std::uint64_t most);
    /// Where the answerer's bytes go.
    std::span<char> read_space();
    /// Takes that many bytes, which are in the space given. \param when they came
    void took(std::size_t bytes, nanoseconds when);
    /// Sends a line that is no request of ours.
    void say(std::string_view line) { out_.append(line); }
    /// Writes what is to be written. \return whether everything has been
    bool write_to(int descriptor) { return out_.write_to(descriptor); }

    [[nodiscard]] const answer_ledger& ledger() const noexcept { return ledger_; }
    /// Whether the answerer has introduced itself with `initialize`.
    [[nodiscard]] bool initialized() const noexcept { return initialized_; }
    /// Keeps the round trips of all answers from here on.
    void keep_round_trips(std::size_t expected);
    [[nodiscard]] const std::vector<nanoseconds>& round_trips() const noexcept { return round_trips_; }
    void expect(std::size_t requests) { ledger_.expect(requests); }

private:
    void on_line(std::string_view line, nanoseconds when);

    const request_book* requests_;
    std::uint64_t depth_;
    std::size_t least_read_bytes_;
    answer_ledger ledger_;
    outbox out_;
    std::vector<char> read_;
    std::size_t held_ = 0;     // bytes in read_
    std::size_t scanned_ = 0;  // of these, without the end of a line
    std::uint64_t asked_ = 0;
    bool initialized_ = false;
    bool keeps_ = false;
    std::vector<nanoseconds> round_trips_;
};

}  // namespace assent::bench
