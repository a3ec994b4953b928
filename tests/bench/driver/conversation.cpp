#include "conversation.hpp"

#include <fmt/format.h>

#include <cstring>

namespace assent::bench {

namespace {

// What an agent says when it is asked for something: as much as the official SDK looks at.
std::string success(std::string_view id) {
    return fmt::format(
        R"({{"type":"control_response","response":{{"subtype":"success","request_id":"{}","response":)"
        R"({{"commands":[],"output_style":"default","available_output_styles":["default"],"models":[],)"
        R"("account":{{}}}}}}}})"
        "\n",
        id);
}

}  // namespace

conversation::conversation(const request_book& requests, std::uint64_t depth, std::size_t least_read_bytes)
    : requests_(&requests), depth_(depth), least_read_bytes_(least_read_bytes), ledger_(requests) {}

void conversation::ask(std::uint64_t most) {
    while (asked_ < most && ledger_.open() < depth_) {
        // The clock of a request starts when it enters the queue.
        requests_->write(ledger_.sent(now()), out_);
        ++asked_;
    }
}

std::span<char> conversation::read_space() {
    while (read_.size() - held_ < least_read_bytes_)
        read_.resize(read_.empty() ? least_read_bytes_ : read_.size() * 2);
    return std::span(read_).subspan(held_);
}

void conversation::took(std::size_t bytes, nanoseconds when) {
    held_ += bytes;
    std::size_t line = 0;
    for (;;) {
        const std::size_t from = line > scanned_ ? line : scanned_;
        const void* const end = std::memchr(read_.data() + from, '\n', held_ - from);
        if (end == nullptr) break;
        const auto size = static_cast<std::size_t>(static_cast<const char*>(end) - (read_.data() + line));
        if (size > 0) on_line({read_.data() + line, size}, when);
        line += size + 1;
    }
    if (line > 0) std::memmove(read_.data(), read_.data() + line, held_ - line);
    held_ -= line;
    scanned_ = held_;
}

void conversation::on_line(std::string_view line, nanoseconds when) {
    const auto read = ledger_.read(line, when);
    if (read.round_trip && keeps_) round_trips_.push_back(*read.round_trip);
    if (!read.asks) return;
    say(success(read.asks->id));
    initialized_ = initialized_ || read.asks->is_initialize;
}

void conversation::keep_round_trips(std::size_t expected) {
    keeps_ = true;
    round_trips_.reserve(expected);
}

}  // namespace assent::bench
