#include <assent/app/session/outgoing_requests.hpp>

#include <assent/adapters/control/json/json_text.hpp>

#include <vector>

namespace assent {

outgoing_requests::outgoing_requests(control_channel& channel, std::shared_ptr<const clock> time)
    : channel_(channel), time_(std::move(time)) {}

std::string outgoing_requests::send(std::string_view subtype, std::string_view payload, duration timeout,
                                    on_outcome done) {
    const auto object = one_line_object(payload.empty() ? "{}" : payload);
    if (!object) {
        if (done) done({.what = request_outcome::kind::invalid});
        return {};
    }
    const auto from = object->find('{') + 1;
    const auto members = std::string_view(*object).substr(from, object->rfind('}') - from);
    const bool none = members.find_first_not_of(" \t") == std::string_view::npos;
    return send(
        [&](std::string_view id) { channel_.request(id, subtype, none ? std::string_view() : members); },
        timeout, std::move(done));
}

std::string outgoing_requests::send(const std::function<void(std::string_view id)>& write, duration timeout,
                                    on_outcome done, std::string id) {
    const bool taken = waiting_.contains(id);
    if (over_ || taken || waiting_.size() >= max_outgoing_requests) {
        using enum request_outcome::kind;
        if (done) done({.what = over_ ? closed : taken ? invalid : limit});
        return {};
    }
    while (id.empty() || waiting_.contains(id)) id = "assent_" + std::to_string(++last_id_);
    request made{std::move(done), std::nullopt};
    if (time_ && timeout > duration::zero() && timeout < time_point::max() - time_->now())
        made.deadline = time_->now() + timeout;
    if (made.deadline) deadlines_.emplace(*made.deadline, id);
    waiting_.emplace(id, std::move(made));
    write(id);
    return id;
}

bool outgoing_requests::on(const response_message& response) {
    const auto at = waiting_.find(std::string(response.request_id));
    if (at == waiting_.end()) return false;
    using enum request_outcome::kind;
    finish(at, {.what = response.success ? success : error,
                .payload = std::string(response.payload),
                .error = response.error,
                .error_code = response.error_code,
                .shape = response.shape});
    return true;
}

bool outgoing_requests::refuse(std::string_view id, std::string_view why) {
    const auto at = waiting_.find(std::string(id));
    if (at == waiting_.end()) return false;
    finish(at, {.what = request_outcome::kind::unreadable, .error = std::string(why)});
    return true;
}

bool outgoing_requests::withdraw(std::string_view id) {
    const auto at = waiting_.find(std::string(id));
    if (at == waiting_.end()) return false;
    channel_.cancel(id);
    finish(at, {.what = request_outcome::kind::withdrawn});
    return true;
}

void outgoing_requests::end() {
    over_ = true;
    while (!waiting_.empty()) finish(waiting_.begin(), {.what = request_outcome::kind::closed});
}

std::optional<time_point> outgoing_requests::next_deadline() const {
    if (deadlines_.empty()) return std::nullopt;
    return deadlines_.begin()->first;
}

void outgoing_requests::tick() {
    if (!time_) return;
    const time_point now = time_->now();
    while (!deadlines_.empty() && deadlines_.begin()->first <= now)
        finish(waiting_.find(deadlines_.begin()->second), {.what = request_outcome::kind::timed_out});
}

void outgoing_requests::finish(table::iterator at, const request_outcome& outcome) {
    const request ended = std::move(at->second);
    if (ended.deadline) deadlines_.erase({*ended.deadline, at->first});
    waiting_.erase(at);
    if (ended.done) ended.done(outcome);
}

}  // namespace assent
