#include <assent/app/control_session.hpp>

#include <assent/adapters/control/frame_rewriting.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace assent {
namespace {}  // namespace

control_session::control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                                 session_options options)
    : connection_(std::move(connection)),
      options_(std::move(options)),
      channel_(options_.channel),
      role_(std::make_unique<permission_responder>(std::move(gate), channel_, options_.responder)) {}

control_session::control_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                                 std::shared_ptr<peer_link> link, requester_options requester,
                                 session_options options)
    : connection_(std::move(connection)),
      options_(std::move(options)),
      channel_(options_.channel),
      role_(std::make_unique<permission_requester>(std::move(gate), std::move(link), channel_,
                                                   std::move(requester))),
      close_at_end_(false) {}

control_session::~control_session() = default;

void control_session::start(std::function<void()> wake, finished on_finished) {
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    role_->on_wake(std::move(wake));
    connection_->start(shared_from_this());
    started_ = true;
    flush();
}

std::span<char> control_session::read_space() {
    paused_ = ending_ || over_ || channel_.unsent_bytes() >= options_.pause_bytes;
    return paused_ ? std::span<char>() : channel_.read_space();
}

void control_session::on_read(std::size_t bytes) {
    channel_.commit(bytes);
    drain();
}

void control_session::drain() {
    while (!ending_ && !over_) {
        const control_message message = channel_.next();
        if (std::holds_alternative<no_message>(message)) break;
        role_->on(message);
        const auto* refused = std::get_if<refused_message>(&message);
        if (refused != nullptr && refused->fatal) close_because(refused->text);
    }
    role_->deliver();
    flush();
    note_deadline();
}

// A question was opened: whoever drives the session has to come back earlier than it knows.
void control_session::note_deadline() {
    const auto deadline = next_deadline();
    if (deadline && (!known_deadline_ || *deadline < *known_deadline_) && wake_) wake_();
    known_deadline_ = deadline;
}

void control_session::mail_arrived() {
    if (over_) return;
    role_->deliver();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void control_session::tick() {
    role_->tick();
    mail_arrived();
}

std::optional<time_point> control_session::next_deadline() const {
    return over_ ? std::nullopt : role_->next_deadline();
}

void control_session::on_end() {
    channel_.finish();
    drain();
    role_->end();
    ending_ = ending_ || close_at_end_;
    flush();
}

std::string control_session::request(std::string_view subtype, std::string_view payload, on_outcome done,
                                     duration timeout) {
    auto id = role_->requests().send(subtype, payload, timeout, std::move(done));
    flush();
    note_deadline();
    return id;
}

std::string control_session::initialize(on_outcome done, std::string_view payload, duration timeout) {
    if (channel_.guard_hook().empty()) return request(initialize_subtype, payload, std::move(done), timeout);
    const auto object = one_line_object(payload.empty() ? "{}" : payload);
    const auto guarded = object ? payload_with_guard_hook(*object, channel_.guard_hook()) : std::nullopt;
    if (guarded) return request(initialize_subtype, *guarded, std::move(done), timeout);
    if (done) done({.what = request_outcome::kind::invalid});
    return {};
}

bool control_session::withdraw(std::string_view id) {
    const bool was_open = role_->requests().withdraw(id);
    flush();
    return was_open;
}

void control_session::write_line(std::string_view line) {
    channel_.pass(line);
    flush();
}

void control_session::write_frame(const json_object& frame) {
    for (const auto& member : frame)
        if (!all_finite(member.value()))
            throw std::invalid_argument("write_frame: `" + std::string(member.key()) +
                                        "`: expected finite numbers, got one that is not");
    std::string line;
    append_json(line, frame);
    write_line(line);
}

void control_session::finish() {
    if (over_) return;
    role_->end();
    ending_ = true;
    flush();
}

void control_session::end_output() {
    output_ending_ = true;
    flush();
}

void control_session::flush() {
    if (over_ || !started_) return;
    role_->commit();
    if (channel_.unsent_bytes() > options_.max_unsent_bytes) {
        close_reason_ = "the peer does not read: more than " + std::to_string(options_.max_unsent_bytes) +
                        " unsent bytes";
        ending_ = true;
        connection_->close();
        return;
    }
    if (const auto pieces = channel_.take(); !pieces.empty()) {
        connection_->send(pieces);
    } else if (channel_.unsent_bytes() == 0) {
        // A question that another thread is just settling has its answer still to come.
        if (ending_ && !role_->busy())
            connection_->close();
        else if (output_ending_ && !std::exchange(output_ended_, true))
            connection_->end_output();
    }
}

void control_session::on_sent() {
    channel_.sent();
    flush();
    if (paused_ && channel_.unsent_bytes() < options_.pause_bytes) connection_->resume();
}

void control_session::close_because(std::string reason) {
    close_reason_ = std::move(reason);
    role_->end();
    ending_ = true;
}

void control_session::close() {
    if (over_) return;
    role_->end();
    ending_ = true;
    connection_->close();
}

void control_session::on_closed(boost::system::error_code error) {
    over_ = true;
    role_->on_wake({});
    role_->end();
    if (const auto tell = std::exchange(on_finished_, {})) tell(error, close_reason_);
}

void control_session::detach() {
    over_ = true;
    role_->on_wake({});
    role_->end();
    wake_ = {};
    on_finished_ = {};
    connection_.reset();
}

}  // namespace assent
