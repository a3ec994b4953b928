#include <assent/app/bridge/line_bridge.hpp>

#include <assent/domain/match/working_directory.hpp>
#include <assent/domain/text/needed.hpp>

#include <utility>

namespace assent {

// Hands a transport's events on to the bridge. The transport owns it, so it knows the bridge only
// as long as the bridge lives.
class line_bridge::side final : public transport::handler {
public:
    side(line_bridge& owner, std::unique_ptr<transport> connection, line_channel& channel)
        : link(std::move(connection)), owner_(&owner), channel_(&channel) {}

    void leave() { owner_ = nullptr; }

    [[nodiscard]] std::span<char> read_space() override {
        if (owner_ == nullptr || closed()) return {};
        // What one side says waits for the other.
        const auto& other = owner_->other(*this);
        return link.read_space(*channel_, other.channel_->unsent_bytes() >= owner_->bounds_.pause_bytes);
    }
    void on_nothing() override {
        if (owner_ != nullptr) channel_->leave_space();
    }
    void on_read(std::size_t bytes) override {
        if (owner_ == nullptr) return;
        channel_->arrived(bytes);
        owner_->shared_from_this()->side_read(*this, bytes);
    }
    void on_end() override {
        if (owner_ == nullptr) return;
        channel_->finish();
        owner_->shared_from_this()->side_ended(*this);
    }
    void on_sent() override {
        if (owner_ == nullptr) return;
        channel_->sent();
        owner_->shared_from_this()->side_sent(*this);
    }
    void on_closed(boost::system::error_code error) override {
        state = closing::closed;
        if (owner_ != nullptr) owner_->shared_from_this()->side_closed(*this, error);
    }

    [[nodiscard]] bool closed() const noexcept { return state == closing::closed; }

    enum class closing : unsigned char { open, output_ended, closed };
    closing state = closing::open;
    line_link link;

private:
    line_bridge* owner_;
    line_channel* channel_;
};

line_bridge::line_bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
                         line_channel& driver_lines, line_channel& agent_lines, line_bridge_options bounds)
    : bounds_(std::move(bounds)),
      driver_lines_(driver_lines),
      agent_lines_(agent_lines),
      up_(std::make_shared<side>(*this, needed(std::move(upstream), "bridge", "a transport upstream"),
                                 driver_lines)),
      down_(std::make_shared<side>(*this, needed(std::move(downstream), "bridge", "a transport downstream"),
                                   agent_lines)),
      with_upstream_(bounds_.link, mail_) {
    bounds_.cwd = set_working_directory(std::move(bounds_.cwd));
}

line_bridge::~line_bridge() = default;

// A transport holds its side, and may still be sending from a channel.
void line_bridge::let_go() {
    with_upstream_.disconnect();
    up_->leave();
    down_->leave();
    up_->link.reset();
    down_->link.reset();
}

void line_bridge::start(std::function<void()> wake, finished on_finished) {
    static_cast<void>(shared_pointer_to(*this, "bridge"));
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    mail_->on_wake(wake);
    wake_questions(std::move(wake));
    with_upstream_.connect([this](permission_request request) { forward(std::move(request)); });
    down_->link.connection().start(down_);
    up_->link.connection().start(up_);
}

const line_bridge::side& line_bridge::other(const side& which) const noexcept {
    return &which == up_.get() ? *down_ : *up_;
}

void line_bridge::side_read(const side& which, std::size_t bytes) {
    if (&which == up_.get()) {
        upstream_read();
    } else {
        agent_bytes_ += bytes;
        downstream_read();
    }
}

void line_bridge::side_ended(const side& which) {
    if (&which == up_.get())
        driver_output_ended();
    else
        agent_output_ended();
}

void line_bridge::driver_output_ended() {
    upstream_read();
    upstream_ended_ = true;
    upstream_gone();
    upstream_finished();
    deliver();
    flush();
    note_deadline();
}

void line_bridge::agent_output_ended() {
    agent_ended_ = true;
    downstream_read();
    end_questions();
    flush();
}

void line_bridge::side_sent(const side& which) {
    const auto& resumed = &which == up_.get() ? down_ : up_;
    if (!resumed->closed()) resumed->link.resume_if_paused();
    flush();
}

// What was settled becomes answers, and what became of questions elsewhere is said upstream.
void line_bridge::deliver() {
    deliver_answers();
    mail_->run();
    deliver_answers();
}

void line_bridge::flush() {
    if (!reason_.empty()) return;  // given up
    record();
    if (!down_->closed()) flush_down();
    if (!reason_.empty()) return;
    if (up_->closed())
        driver_lines_.discard();
    else
        flush_up();
}

void line_bridge::flush_down() {
    // An agent whose input has ended hears no answer; it cannot be allowed anything any more.
    if (down_->state == side::closing::output_ended) agent_lines_.discard();
    const auto output = down_->link.push(agent_lines_, bounds_.max_unsent_bytes);
    if (output == line_link::output::over_limit) {
        give_up("the agent does not read: more than " + std::to_string(bounds_.max_unsent_bytes) +
                " bytes wait for it");
    } else if (output == line_link::output::idle && upstream_ended_ && !agent_may_ask() &&
               down_->state == side::closing::open) {
        down_->state = side::closing::output_ended;
        down_->link.connection().end_output();
    }
}

void line_bridge::flush_up() {
    const std::size_t limit = bounds_.max_unsent_bytes + bounds_.max_line_bytes;
    const auto output = up_->link.push(driver_lines_, limit);
    if (output == line_link::output::over_limit)
        give_up("upstream does not read: more than " + std::to_string(limit) + " bytes wait for it");
    else if (output == line_link::output::idle && agent_ended_)
        up_->link.connection().close();
}

void line_bridge::side_closed(const side& which, boost::system::error_code error) {
    if (error && !error_) error_ = error;
    if (&which == up_.get()) {
        // Whoever drove the agent is gone, and nobody sees what it does.
        driver_lines_.discard();
        driver_lines_.sent();
        upstream_ended_ = true;
        upstream_left_ = !agent_ended_;
        if (upstream_left_) log(log_level::warn, "upstream is gone");
        agent_ended_ = true;
        upstream_gone();
        end_questions();
        down_->link.connection().close();
    } else {
        agent_ended_ = true;
        end_questions();
    }
    flush();
    if (!up_->closed() || !down_->closed()) return;
    mail_->on_wake({});
    wake_questions({});
    if (const auto tell = std::exchange(on_finished_, {})) tell(error_, reason_);
}

void line_bridge::give_up(std::string reason) {
    reason_ = std::move(reason);
    log(log_level::error, reason_);
    close();
}

void line_bridge::mail_arrived() {
    deliver();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void line_bridge::tick() {
    tick_questions();
    mail_arrived();
}

std::optional<time_point> line_bridge::next_deadline() const { return question_deadline(); }

void line_bridge::answer_for_upstream(permission_request request) const {
    // What a rule or the agent wants a person to look at is not waved through.
    if (bounds_.no_peer == without_peer::allow && !request.question().once_only)
        std::move(request).allow();
    else
        std::move(request).deny(nobody_answers);
}

bool line_bridge::upstream_closed() const noexcept { return up_->closed(); }
bool line_bridge::agent_closed() const noexcept { return down_->closed(); }
bool line_bridge::agent_listens() const noexcept { return down_->state == side::closing::open; }

void line_bridge::note_deadline() {
    const auto deadline = next_deadline();
    if (deadline && (!known_deadline_ || *deadline < *known_deadline_) && wake_) wake_();
    known_deadline_ = deadline;
}

void line_bridge::close() {
    if (up_->closed() && down_->closed()) return;
    end_questions();
    agent_ended_ = true;
    upstream_ended_ = true;
    up_->link.connection().close();
    down_->link.connection().close();
}

void line_bridge::detach() {
    with_upstream_.disconnect();  // before what is open is denied
    mail_->on_wake({});
    wake_questions({});
    end_questions();
    wake_ = {};
    on_finished_ = {};
    up_->state = down_->state = side::closing::closed;
    let_go();
}

void line_bridge::log(log_level level, const std::string& text) const {
    if (bounds_.log) bounds_.log({level, text});
}

}  // namespace assent
