#pragma once

#include "request_book.hpp"
#include "times.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::bench {

/// How many answers came, and what was wrong with some.
struct tally {
    std::uint64_t answered = 0;     ///< requests that have an answer
    std::uint64_t malformed = 0;    ///< lines that are no JSON object
    std::uint64_t unknown = 0;      ///< answers to what was not asked
    std::uint64_t repeated = 0;     ///< answers to what has been answered
    std::uint64_t refused = 0;      ///< errors in place of a decision
    std::uint64_t not_allowed = 0;  ///< every request is one that has to be allowed
    std::uint64_t changed = 0;      ///< allowed with another input than was asked about

    /// Whether nothing was wrong. That everything has been answered is seen by `answered`.
    [[nodiscard]] bool clean() const noexcept {
        return malformed + unknown + repeated + refused + not_allowed + changed == 0;
    }
};

/// A line of the answerer that is no answer.
struct agent_request {
    std::string id;
    bool is_initialize;
};

/// What has been asked and answered; reads the answers and checks each one of them.
class answer_ledger {
public:
    explicit answer_ledger(const request_book& requests) noexcept : requests_(&requests) {}

    /// Notes that the next request was sent. \return its number
    std::uint64_t sent(nanoseconds when);

    struct line {
        std::optional<nanoseconds> round_trip;  ///< where it answers a request for the first time
        std::optional<agent_request> asks;      ///< where the answerer wants to know something itself
    };
    /// Reads one line, without its end.
    line read(std::string_view text, nanoseconds when);

    [[nodiscard]] const tally& counts() const noexcept { return counts_; }
    [[nodiscard]] std::uint64_t open() const noexcept { return sent_at_.size() - counts_.answered; }
    /// The first line with something wrong in it, cut off after some bytes.
    [[nodiscard]] const std::string& first_fault() const noexcept { return first_fault_; }
    /// Makes room for that many requests, so that noting one is cheap.
    void expect(std::size_t requests) { sent_at_.reserve(requests); }

private:
    void fault(std::uint64_t& count, std::string_view text);

    const request_book* requests_;
    std::vector<nanoseconds> sent_at_;  // by number; 0 once it is answered
    tally counts_;
    std::string first_fault_;
};

}  // namespace assent::bench
