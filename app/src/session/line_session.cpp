#include <assent/app/session/line_session.hpp>

#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace assent {

std::span<char> line_link::read_space(line_channel& channel, bool waits) {
    paused_ = waits;
    return waits ? std::span<char>() : channel.read_space();
}

void line_link::resume_if_paused() {
    if (std::exchange(paused_, false)) connection_->resume();
}

line_link::output line_link::push(line_channel& channel, std::size_t max_unsent_bytes) {
    if (channel.unsent_bytes() > max_unsent_bytes) return output::over_limit;
    const auto pieces = channel.take();
    if (!pieces.empty()) connection_->send(pieces);
    return channel.unsent_bytes() == 0 ? output::idle : output::sending;
}

line_session::line_session(std::unique_ptr<transport> connection, std::size_t pause_bytes,
                           std::size_t max_unsent_bytes)
    : link_(needed(std::move(connection), "session", "a transport")),
      pause_bytes_(pause_bytes),
      max_unsent_bytes_(max_unsent_bytes) {}

void line_session::start(std::function<void()> wake, finished on_finished) {
    auto self = shared_pointer_to(*this, "session");
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    role().on_wake(std::move(wake));
    link_.connection().start(std::move(self));
    started_ = true;
    flush();
}

std::span<char> line_session::read_space() {
    return link_.read_space(lines(), phase_ >= phase::ending || lines().unsent_bytes() >= pause_bytes_);
}

void line_session::on_read(std::size_t bytes) {
    lines().arrived(bytes);
    drain();
    if (unread_) unread_->set(lines().unread_bytes());
}

void line_session::drain() {
    while (phase_ < phase::ending) {
        line_role::heard heard = role().next();
        if (!heard.message) break;
        if (!heard.end_because.empty()) end(std::move(heard.end_because));
    }
    role().deliver();
    flush();
    note_deadline();
}

void line_session::note_deadline() {
    const auto deadline = next_deadline();
    if (deadline && (!known_deadline_ || *deadline < *known_deadline_) && wake_) wake_();
    known_deadline_ = deadline;
}

void line_session::mail_arrived() {
    if (over()) return;
    role().deliver();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void line_session::tick() {
    role().tick();
    mail_arrived();
}

std::optional<time_point> line_session::next_deadline() const {
    return over() ? std::nullopt : role().next_deadline();
}

void line_session::on_end() {
    lines().finish();
    drain();
    if (role().outlasts_peer()) {
        role().end();
        flush();
    } else {
        finish();
    }
}

void line_session::finish() {
    if (over()) return;
    end({});
    flush();
}

// What is open is denied, and nothing is read any more.
void line_session::end(std::string reason) {
    if (!reason.empty()) close_reason_ = std::move(reason);
    role().end();
    if (phase_ == phase::reading) phase_ = phase::ending;  // what it tells the host may have ended all
}

void line_session::end_output() {
    if (output_ == output::open) output_ = output::ending;
    flush();
}

void line_session::flush() {
    if (over() || !started_) return;
    role().record();
    switch (link_.push(lines(), max_unsent_bytes_)) {
        case line_link::output::sending: return;
        case line_link::output::over_limit:
            close_reason_ =
                fmt::format("the peer does not read: more than {} unsent bytes", max_unsent_bytes_);
            phase_ = phase::ending;
            link_.connection().close();
            return;
        case line_link::output::idle: break;
    }
    // A question that another thread is just settling has its answer still to come.
    if (phase_ == phase::ending && !role().busy()) {
        link_.connection().close();
    } else if (output_ == output::ending) {
        output_ = output::ended;
        link_.connection().end_output();
    }
}

void line_session::on_sent() {
    lines().sent();
    flush();
    if (lines().unsent_bytes() < pause_bytes_) link_.resume_if_paused();
}

void line_session::close() {
    if (over()) return;
    end({});
    if (!over()) link_.connection().close();
}

void line_session::on_closed(boost::system::error_code error) {
    phase_ = phase::over;
    unread_.reset();
    role().on_wake({});
    role().end();
    if (const auto tell = std::exchange(on_finished_, {})) tell(error, close_reason_);
}

void line_session::detach() {
    phase_ = phase::over;
    unread_.reset();
    role().on_wake({});
    role().end();
    wake_ = {};
    on_finished_ = {};
    link_.reset();
}

}  // namespace assent
