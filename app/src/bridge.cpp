#include <assent/app/bridge.hpp>

#include "bridge_parts.hpp"

#include <utility>

// The two connections: bytes in and out, pauses, and the end. What is said is in bridge_traffic.cpp.
namespace assent {
namespace {

constexpr const char* guard_hook = "assent_guard";

}  // namespace

std::span<char> bridge::side::read_space() {
    if (owner_ == nullptr || closed) return {};
    const bool up = this == owner_->up_.get();
    // What one side says waits for the other.
    auto& from = up ? owner_->driver_ : owner_->agent_;
    const auto& to = up ? owner_->agent_ : owner_->driver_;
    paused = to.unsent_bytes() >= owner_->options_.pause_bytes;
    return paused ? std::span<char>() : from.read_space();
}

void bridge::side::on_nothing() {
    if (owner_ != nullptr) (this == owner_->up_.get() ? owner_->driver_ : owner_->agent_).leave_space();
}

void bridge::side::on_read(std::size_t bytes) {
    if (owner_ == nullptr) return;
    const auto keep = owner_->shared_from_this();
    if (this == keep->up_.get()) {
        keep->driver_.commit(bytes);
        keep->upstream_read();
    } else {
        keep->agent_.commit(bytes);
        keep->agent_bytes_ += bytes;
        keep->downstream_read();
    }
}

void bridge::side::on_end() {
    if (owner_ == nullptr) return;
    const auto keep = owner_->shared_from_this();
    if (this == keep->up_.get())
        keep->upstream_ended();
    else
        keep->downstream_ended();
}

void bridge::side::on_sent() {
    if (owner_ != nullptr) owner_->shared_from_this()->side_sent(*this);
}

void bridge::side::on_closed(boost::system::error_code error) {
    closed = true;
    if (owner_ != nullptr) owner_->shared_from_this()->side_closed(*this, error);
}

bridge::bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
               std::shared_ptr<permission_gate> gate, bridge_options options)
    : upstream_(std::move(upstream)),
      downstream_(std::move(downstream)),
      gate_(std::move(gate)),
      options_(std::move(options)),
      up_(std::make_shared<side>(*this, *upstream_)),
      down_(std::make_shared<side>(*this, *downstream_)),
      driver_({.speaks = options_.speaks,
               .max_line_bytes = options_.max_line_bytes,
               .reads = channel_reads::answers}),
      agent_({.speaks = options_.speaks,
              .max_line_bytes = options_.max_line_bytes,
              .reads = channel_reads::questions,
              .guard_hook = options_.guard ? guard_hook : ""}),
      responder_(gate_, agent_,
                 {.cwd = options_.cwd,
                  .log = options_.log,
                  .write_answer = [this](const permission_question& question, const settlement& outcome) {
                      return write_answer(question, outcome);
                  }}) {}

bridge::~bridge() {
    if (options_.link) options_.link->connect({});
    up_->leave();
    down_->leave();
}

void bridge::start(std::function<void()> wake, finished on_finished) {
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    mail_->on_wake(wake);
    responder_.on_wake(std::move(wake));
    if (options_.link)
        options_.link->connect([this, mail = mail_](permission_request request) {
            // std::function copies; the handle cannot be copied.
            mail->post([this, asked = std::make_shared<permission_request>(std::move(request))] {
                forward(std::move(*asked));
            });
        });
    downstream_->start(down_);
    upstream_->start(up_);
}

void bridge::upstream_ended() {
    driver_.finish();
    upstream_read();
    upstream_ended_ = true;
    upstream_gone();
    if (options_.time) turn_.driver_ended(options_.time->now());
    deliver();
    flush();
    note_deadline();
}

void bridge::downstream_ended() {
    agent_.finish();
    agent_ended_ = true;
    downstream_read();
    responder_.end();
    flush();
}

void bridge::side_sent(const side& which) {
    if (&which == down_.get()) {
        agent_.sent();
        up_->resume_if_paused();
    } else {
        driver_.sent();
        down_->resume_if_paused();
    }
    flush();
}

// What was settled becomes answers, and what became of questions elsewhere is said upstream.
void bridge::deliver() {
    responder_.deliver();
    mail_->run();
    responder_.deliver();
}

void bridge::flush() {
    if (!reason_.empty()) return;  // given up
    responder_.commit();
    if (!down_->closed) {
        // An agent whose input has ended hears no answer; it cannot be allowed anything any more.
        if (down_->output_ended) agent_.discard();
        if (agent_.unsent_bytes() > options_.max_unsent_bytes) {
            give_up("the agent does not read: more than " + std::to_string(options_.max_unsent_bytes) +
                    " bytes wait for it");
            return;
        }
        if (const auto pieces = agent_.take(); !pieces.empty()) {
            downstream_->send(pieces);
        } else if (upstream_ended_ && agent_.unsent_bytes() == 0 && !agent_may_ask() &&
                   !std::exchange(down_->output_ended, true)) {
            downstream_->end_output();
        }
    }
    if (up_->closed) {
        driver_.discard();
    } else if (driver_.unsent_bytes() > options_.max_unsent_bytes + options_.max_line_bytes) {
        give_up("upstream does not read: more than " +
                std::to_string(options_.max_unsent_bytes + options_.max_line_bytes) + " bytes wait for it");
    } else if (const auto pieces = driver_.take(); !pieces.empty()) {
        upstream_->send(pieces);
    } else if (agent_ended_ && driver_.unsent_bytes() == 0) {
        upstream_->close();
    }
}

void bridge::side_closed(const side& which, boost::system::error_code error) {
    if (error && !error_) error_ = error;
    if (&which == up_.get()) {
        // Whoever drove the agent is gone, and nobody sees what it does.
        driver_.discard();
        driver_.sent();
        upstream_ended_ = true;
        upstream_left_ = !agent_ended_;
        if (upstream_left_) log(log_level::warn, "upstream is gone");
        agent_ended_ = true;
        upstream_gone();
        responder_.end();
        downstream_->close();
    } else {
        agent_ended_ = true;
        responder_.end();
    }
    flush();
    if (!up_->closed || !down_->closed) return;
    mail_->on_wake({});
    responder_.on_wake({});
    if (const auto tell = std::exchange(on_finished_, {})) tell(error_, reason_);
}

void bridge::give_up(std::string reason) {
    reason_ = std::move(reason);
    log(log_level::error, reason_);
    close();
}

void bridge::mail_arrived() {
    deliver();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void bridge::tick() {
    responder_.tick();
    mail_arrived();
}

std::optional<time_point> bridge::next_deadline() const {
    return earlier(responder_.next_deadline(),
                   down_->output_ended || down_->closed ? std::nullopt : turn_.deadline());
}

// It works on what upstream has said, and an answer may be needed.
bool bridge::agent_may_ask() const {
    return options_.time && !agent_ended_ && turn_.running(options_.time->now());
}

void bridge::note_deadline() {
    const auto deadline = next_deadline();
    if (deadline && (!known_deadline_ || *deadline < *known_deadline_) && wake_) wake_();
    known_deadline_ = deadline;
}

void bridge::close() {
    if (up_->closed && down_->closed) return;
    responder_.end();
    agent_ended_ = true;
    upstream_ended_ = true;
    upstream_->close();
    downstream_->close();
}

void bridge::detach() {
    if (options_.link) options_.link->connect({});
    mail_->on_wake({});
    responder_.on_wake({});
    responder_.end();
    wake_ = {};
    on_finished_ = {};
    up_->closed = down_->closed = true;
    up_->leave();
    down_->leave();
    upstream_.reset();
    downstream_.reset();
}

void bridge::log(log_level level, const std::string& text) const {
    if (options_.log) options_.log({level, text});
}

}  // namespace assent
