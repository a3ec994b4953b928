#include "outbox.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <sys/uio.h>

namespace assent::bench {

namespace {
constexpr std::size_t pieces_at_once = 64;
// Written text is given up once there is this much of it; moving the rest each time would cost more.
constexpr std::size_t forget_bytes = std::size_t{1} << 20;
}  // namespace

void outbox::append(std::string_view text) {
    const bool goes_on = !pieces_.empty() && at_ < pieces_.size() && pieces_.back().text == nullptr;
    if (!goes_on) pieces_.push_back({nullptr, copied_.size(), 0});
    copied_ += text;
    pieces_.back().size += text.size();
}

void outbox::refer(std::string_view text) { pieces_.push_back({text.data(), 0, text.size()}); }

bool outbox::write_to(int descriptor) {
    while (!empty()) {
        std::array<iovec, pieces_at_once> parts;
        std::size_t count = 0;
        std::size_t wanted = 0;
        for (std::size_t i = at_; i < pieces_.size() && count < parts.size(); ++i, ++count) {
            const std::string_view rest = rest_of(i);
            // writev(2) only reads what it is given.
            parts[count] = {const_cast<char*>(rest.data()), rest.size()};
            wanted += rest.size();
        }
        const auto bytes = ::writev(descriptor, parts.data(), static_cast<int>(count));
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0 && errno == EAGAIN) return false;
        if (bytes < 0) throw std::system_error(errno, std::generic_category(), "writing to the answerer");
        advance(static_cast<std::size_t>(bytes));
        if (static_cast<std::size_t>(bytes) < wanted) return false;
    }
    return true;
}

std::string outbox::text() const {
    std::string all;
    for (std::size_t i = at_; i < pieces_.size(); ++i) all += rest_of(i);
    return all;
}

std::string_view outbox::rest_of(std::size_t which) const noexcept {
    const piece& each = pieces_[which];
    const char* const text = each.text != nullptr ? each.text : copied_.data() + each.from;
    return std::string_view(text, each.size).substr(which == at_ ? offset_ : 0);
}

void outbox::advance(std::size_t bytes) {
    while (bytes > 0) {
        const std::size_t some = std::min(bytes, pieces_[at_].size - offset_);
        bytes -= some;
        offset_ += some;
        if (offset_ < pieces_[at_].size) break;
        ++at_;
        offset_ = 0;
    }
    forget_written();
}

void outbox::forget_written() {
    if (empty()) {
        copied_.clear();
        pieces_.clear();
        at_ = 0;
        return;
    }
    if (pieces_[at_].text != nullptr || pieces_[at_].from + offset_ < forget_bytes) return;
    const std::size_t gone = pieces_[at_].from + offset_;
    copied_.erase(0, gone);
    pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(at_));
    pieces_.front().size -= offset_;
    pieces_.front().from += offset_;
    at_ = 0;
    offset_ = 0;
    for (piece& each : pieces_)
        if (each.text == nullptr) each.from -= gone;
}

}  // namespace assent::bench
