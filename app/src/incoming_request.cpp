#include <assent/app/incoming_request.hpp>

#include <utility>

namespace assent {

incoming_request::incoming_request(std::string subtype, std::string raw, write_answer write,
                                   std::stop_token stop) noexcept
    : subtype_(std::move(subtype)), raw_(std::move(raw)), write_(std::move(write)), stop_(std::move(stop)) {}

incoming_request::incoming_request(incoming_request&& other) noexcept
    : subtype_(std::move(other.subtype_)),
      raw_(std::move(other.raw_)),
      write_(std::exchange(other.write_, nullptr)),
      stop_(std::move(other.stop_)) {}

incoming_request& incoming_request::operator=(incoming_request&& other) noexcept {
    if (this == &other) return *this;
    give_up();
    subtype_ = std::move(other.subtype_);
    raw_ = std::move(other.raw_);
    write_ = std::exchange(other.write_, nullptr);
    stop_ = std::move(other.stop_);
    return *this;
}

incoming_request::~incoming_request() { give_up(); }

void incoming_request::give_up() noexcept {
    try {
        if (const auto write = std::exchange(write_, nullptr))
            write({.error = control_error::internal_error, .text = "the host gave no answer"});
    } catch (...) {
        // Only memory can be short here; the peer then waits until its own time is over.
    }
}

void incoming_request::answer(std::string payload) && {
    if (const auto write = std::exchange(write_, nullptr)) write({.payload = std::move(payload)});
}

void incoming_request::refuse(control_error code, std::string text) && {
    if (const auto write = std::exchange(write_, nullptr)) write({.error = code, .text = std::move(text)});
}

}  // namespace assent
