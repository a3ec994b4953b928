#include <assent/app/session/incoming_requests.hpp>

#include <assent/adapters/control/json/json_text.hpp>

#include <exception>
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

incoming_requests::incoming_requests(control_channel& channel, std::shared_ptr<mailbox> mail,
                                     serve_request host)
    : channel_(channel),
      mail_(std::move(mail)),
      host_(std::move(host)),
      self_(std::make_shared<incoming_requests*>(this)) {}

incoming_requests::~incoming_requests() {
    *self_ = nullptr;
    end();
}

bool incoming_requests::offer(std::string_view id, std::string_view subtype, std::string_view raw) {
    if (!host_) return false;
    if (open_.size() >= max_incoming_requests) {
        channel_.error(id, control_error::too_large, "too many requests are open");
        return true;
    }
    const std::uint64_t serial = ++last_serial_;
    std::stop_source stop;
    const auto write = [mail = std::weak_ptr(mail_), self = self_, serial,
                        name = std::string(id)](request_answer answer) {
        const auto box = mail.lock();
        if (!box) return;
        // The pointer is looked at on the session's thread only.
        box->post([self, serial, name, answer = std::move(answer)] {
            if (*self != nullptr) (*self)->answered(name, serial, answer);
        });
    };
    incoming_request offered(std::string(subtype), std::string(raw), write, stop.get_token());
    open_.emplace(id, request{serial, std::move(stop)});
    try {
        host_(offered);
    } catch (const std::exception& error) {
        std::move(offered).refuse(control_error::internal_error, error.what());
    } catch (...) {
        std::move(offered).refuse(control_error::internal_error, "serving the request failed");
    }
    if (!offered) return true;
    offered.leave();
    open_.erase(std::string(id));
    return false;
}

void incoming_requests::answered(const std::string& id, std::uint64_t serial, const request_answer& answer) {
    const auto at = open_.find(id);
    if (at == open_.end() || at->second.serial != serial) return;  // withdrawn
    open_.erase(at);
    if (answer.error) {
        channel_.error(id, *answer.error, answer.text);
    } else if (const auto payload = one_line_object(answer.payload)) {
        channel_.success(id, *payload);
    } else {
        channel_.error(id, control_error::internal_error, "the host's answer is no JSON object");
    }
}

bool incoming_requests::withdraw(std::string_view id) {
    const auto at = open_.find(id);
    if (at == open_.end()) return false;
    std::stop_source stop = std::move(at->second.stop);
    open_.erase(at);
    stop.request_stop();
    return true;
}

void incoming_requests::end() {
    auto over = std::exchange(open_, {});
    for (auto& each : over) each.second.stop.request_stop();
}

}  // namespace assent
