#include <assent/app/bridge.hpp>

#include <array>
#include <utility>

namespace assent {

// Hands a transport's events on to the bridge. The transport owns it, so it knows the bridge only
// as long as the bridge lives.
class bridge::side final : public transport::handler {
public:
    side(bridge& owner, transport& connection) : owner_(&owner), connection_(&connection) {}

    void leave() { owner_ = nullptr; }

    [[nodiscard]] std::span<char> read_space() override {
        if (owner_ == nullptr || closed) return {};
        const bool up = this == owner_->up_.get();
        // What one side says waits for the other.
        const std::size_t waiting =
            up ? owner_->agent_.unsent_bytes() : owner_->to_upstream_.size() + owner_->sending_up_.size();
        paused = waiting >= owner_->options_.pause_bytes;
        if (paused) return {};
        return up ? owner_->from_upstream_.read_space() : owner_->agent_.read_space();
    }
    void on_read(std::size_t bytes) override {
        if (owner_ == nullptr) return;
        const auto keep = owner_->shared_from_this();
        if (this == keep->up_.get()) {
            keep->from_upstream_.commit(bytes);
            keep->upstream_read();
        } else {
            keep->agent_.commit(bytes);
            keep->agent_bytes_ += bytes;
            keep->downstream_read();
        }
    }
    void on_end() override {
        if (owner_ == nullptr) return;
        const auto keep = owner_->shared_from_this();
        if (this == keep->up_.get())
            keep->upstream_ended();
        else
            keep->downstream_ended();
    }
    void on_sent() override {
        if (owner_ != nullptr) owner_->shared_from_this()->side_sent(*this);
    }
    void on_closed(boost::system::error_code error) override {
        closed = true;
        if (owner_ != nullptr) owner_->shared_from_this()->side_closed(*this, error);
    }

    void resume_if_paused() {
        if (std::exchange(paused, false) && !closed) connection_->resume();
    }

    bool closed = false;
    bool output_ended = false;
    bool paused = false;

private:
    bridge* owner_;
    transport* connection_;
};

bridge::bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
               std::shared_ptr<permission_gate> gate, bridge_options options)
    : upstream_(std::move(upstream)),
      downstream_(std::move(downstream)),
      gate_(std::move(gate)),
      options_(std::move(options)),
      up_(std::make_shared<side>(*this, *upstream_)),
      down_(std::make_shared<side>(*this, *downstream_)),
      from_upstream_(options_.max_line_bytes),
      agent_({.speaks = options_.speaks, .max_line_bytes = options_.max_line_bytes, .questions_only = true}),
      responder_(gate_, agent_, {.cwd = options_.cwd, .log = options_.log}) {}

bridge::~bridge() {
    up_->leave();
    down_->leave();
}

void bridge::start(std::function<void()> wake, finished on_finished) {
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    responder_.on_wake(std::move(wake));
    downstream_->start(down_);
    upstream_->start(up_);
}

// Upstream's lines go to the agent as they are, each in one piece, so that our answers can stand
// between two of them.
void bridge::upstream_read() {
    while (true) {
        const auto line = from_upstream_.next();
        if (line.what == line_splitter::line::kind::none) break;
        if (line.what == line_splitter::line::kind::too_long) {
            give_up("a line from upstream is longer than " + std::to_string(options_.max_line_bytes) +
                    " bytes");
            return;
        }
        if (line.terminated)
            agent_.pass(line.raw);
        else
            agent_.pass_unterminated(line.raw);
    }
    flush();
}

void bridge::upstream_ended() {
    from_upstream_.finish();
    upstream_ended_ = true;
    upstream_read();
}

void bridge::downstream_read() {
    while (reason_.empty()) {
        const control_message message = agent_.next();
        if (std::holds_alternative<no_message>(message)) break;
        decide(message);
    }
    responder_.deliver();
    flush();
    note_deadline();
}

void bridge::decide(const control_message& message) {
    if (std::holds_alternative<can_use_tool_message>(message)) {
        responder_.on(message);
    } else if (const auto* withdrawn = std::get_if<cancel_message>(&message);
               withdrawn != nullptr && responder_.is_open(withdrawn->request_id)) {
        responder_.on(message);
    } else if (const auto* refused = std::get_if<refused_message>(&message); refused != nullptr) {
        responder_.on(message);
        if (refused->fatal) give_up("the agent wrote a line that cannot be passed on: " + refused->text);
    } else {
        pass_up();
    }
}

void bridge::pass_up() {
    if (up_->closed) return;  // nobody reads it any more
    to_upstream_.append(agent_.raw_line());
    if (agent_.line_terminated()) to_upstream_ += '\n';
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
        sending_up_.clear();
        down_->resume_if_paused();
    }
    flush();
}

void bridge::flush() {
    if (!reason_.empty()) return;  // given up
    if (!down_->closed) {
        // An agent whose input has ended hears no answer; it cannot be allowed anything any more.
        if (down_->output_ended) agent_.discard();
        if (agent_.unsent_bytes() > options_.max_unsent_bytes) {
            give_up("the agent does not read: more than " + std::to_string(options_.max_unsent_bytes) +
                    " bytes wait for it");
            return;
        }
        if (const std::string_view bytes = agent_.take(); !bytes.empty()) {
            const std::array pieces{bytes};
            downstream_->send(pieces);
        } else if (upstream_ended_ && agent_.unsent_bytes() == 0 &&
                   !std::exchange(down_->output_ended, true)) {
            downstream_->end_output();
        }
    }
    if (!up_->closed) {
        if (sending_up_.empty() && !to_upstream_.empty()) {
            sending_up_.swap(to_upstream_);
            const std::array pieces{std::string_view(sending_up_)};
            upstream_->send(pieces);
        } else if (agent_ended_ && sending_up_.empty()) {
            upstream_->close();
        }
    }
    if (agent_ended_ && up_->closed && !down_->closed) downstream_->close();
}

void bridge::side_closed(const side& which, boost::system::error_code error) {
    if (error && !error_) error_ = error;
    if (&which == up_.get()) {
        // Whoever drove the agent is gone. The agent sees the end of its input, and may finish.
        to_upstream_.clear();
        sending_up_.clear();
        upstream_ended_ = true;
        if (!agent_ended_) log(log_level::warn, "upstream is gone");
        down_->resume_if_paused();
    } else {
        agent_ended_ = true;
        responder_.end();
    }
    flush();
    if (!up_->closed || !down_->closed) return;
    responder_.on_wake({});
    if (const auto tell = std::exchange(on_finished_, {})) tell(error_, reason_);
}

void bridge::give_up(std::string reason) {
    reason_ = std::move(reason);
    log(log_level::error, reason_);
    close();
}

void bridge::mail_arrived() {
    responder_.deliver();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void bridge::tick() {
    if (gate_) gate_->tick();
    mail_arrived();
}

std::optional<time_point> bridge::next_deadline() const {
    return gate_ ? gate_->next_deadline() : std::nullopt;
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
