#include <assent/app/mcp_session.hpp>

#include <assent/adapters/control/json_text.hpp>

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace assent {

mcp_session::mcp_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                         mcp_options options)
    : connection_(std::move(connection)),
      gate_(std::move(gate)),
      options_(std::move(options)),
      channel_(options_.channel),
      mail_(std::make_shared<mailbox>()) {}

mcp_session::~mcp_session() {
    mail_->on_wake({});
    settle_all(decision_source::closed);
}

void mcp_session::start(std::function<void()> wake, finished on_finished) {
    wake_ = wake;
    on_finished_ = std::move(on_finished);
    mail_->on_wake(std::move(wake));
    connection_->start(shared_from_this());
}

std::span<char> mcp_session::read_space() {
    paused_ = ending_ || over_ || channel_.unsent_bytes() >= options_.pause_bytes;
    return paused_ ? std::span<char>() : channel_.read_space();
}

void mcp_session::on_read(std::size_t bytes) {
    channel_.commit(bytes);
    drain();
}

void mcp_session::drain() {
    while (!ending_ && !over_) {
        const mcp_message message = channel_.next();
        if (std::holds_alternative<no_message>(message)) break;
        std::visit([this](const auto& each) { on(each); }, message);
    }
    mail_->run();
    flush();
    // A question was opened: whoever drives the session has to come back earlier than it knows.
    const auto deadline = next_deadline();
    if (deadline && (!known_deadline_ || *deadline < *known_deadline_) && wake_) wake_();
    known_deadline_ = deadline;
}

void mcp_session::on(const mcp_call_message& message) {
    std::string id(message.id);
    if (open_.contains(id)) {  // one id can only be answered once, and the first request gets the answer
        gate_->record_protocol(id, "a request id that is still open was used again");
        log(log_level::warn, fmt::format("request {} is still open; the second one is ignored", id));
        return;
    }
    tool_call call = message.call;
    call.cwd = options_.cwd;
    const verdict decided = gate_->check(call, id, scratch_);
    if (decided.asks())
        ask(std::move(id), call);
    else if (decided.allowed())
        channel_.allow(id, call.input.raw());
    else
        channel_.deny(id, decided.reason());
}

// The answer may come, and even be delivered, before the gate has asked.
void mcp_session::ask(std::string id, const tool_call& call) {
    const std::uint64_t serial = ++last_serial_;
    open_.insert_or_assign(id, open_call{serial, question_id::none});
    // Runs only in the mailbox, which is only run as long as the session lives.
    const auto heard = [this, mail = mail_, id, serial](
                           const std::shared_ptr<const permission_question>& question, settlement outcome) {
        mail->post(
            [this, id, serial, question, outcome = std::make_shared<const settlement>(std::move(outcome))] {
                settled(id, serial, *question, *outcome);
            });
    };
    const question_id asked = gate_->ask(call, id, heard);
    if (const auto at = open_.find(id); at != open_.end() && at->second.serial == serial)
        at->second.id = asked;
}

void mcp_session::settled(const std::string& id, std::uint64_t serial, const permission_question& question,
                          const settlement& outcome) {
    const auto at = open_.find(id);
    if (at == open_.end() || at->second.serial != serial) return;  // withdrawn
    open_.erase(at);
    if (!outcome.decided.allowed()) {
        channel_.deny(id, outcome.decided.reason(), outcome.interrupt);
        return;
    }
    std::string edited;
    if (outcome.edited_input) append_json(edited, *outcome.edited_input);
    channel_.allow(id, outcome.edited_input ? edited : question.input->raw());
}

void mcp_session::on(const mcp_cancel_message& message) {
    const auto at = open_.find(std::string(message.id));
    if (at == open_.end()) return;  // already answered, or never asked
    const question_id id = at->second.id;
    open_.erase(at);  // so that nothing is answered any more
    gate_->cancel(id, decision_source::cancelled);
}

void mcp_session::on(const mcp_refused_message& message) {
    log(log_level::warn, "line refused: " + message.text);
    gate_->record_protocol(message.id, message.text);
    if (!message.fatal) return;
    close_reason_ = message.text;
    end();
    ending_ = true;
}

void mcp_session::mail_arrived() {
    if (over_) return;
    mail_->run();
    flush();
    known_deadline_ = next_deadline();  // whoever calls this looks at the deadline next
}

void mcp_session::tick() {
    gate_->tick();
    mail_arrived();
}

std::optional<time_point> mcp_session::next_deadline() const {
    return over_ ? std::nullopt : gate_->next_deadline();
}

void mcp_session::on_end() {
    channel_.finish();
    drain();
    end();
    ending_ = true;
    flush();
}

// Denies what is open, and writes that.
void mcp_session::end() {
    settle_all(decision_source::closed);
    mail_->run();
}

void mcp_session::settle_all(decision_source why) {
    std::vector<question_id> ids;
    for (const auto& each : open_) ids.push_back(each.second.id);
    for (const question_id id : ids) gate_->cancel(id, why);
}

void mcp_session::flush() {
    if (over_) return;
    if (channel_.unsent_bytes() > options_.max_unsent_bytes) {
        close_reason_ =
            fmt::format("the peer does not read: more than {} unsent bytes", options_.max_unsent_bytes);
        ending_ = true;
        connection_->close();
        return;
    }
    if (const std::string_view bytes = channel_.take(); !bytes.empty()) {
        const std::array pieces{bytes};
        connection_->send(pieces);
    } else if (ending_ && open_.empty() && channel_.unsent_bytes() == 0) {
        connection_->close();
    }
}

void mcp_session::on_sent() {
    channel_.sent();
    flush();
    if (paused_ && channel_.unsent_bytes() < options_.pause_bytes) connection_->resume();
}

void mcp_session::close() {
    if (over_) return;
    end();
    ending_ = true;
    connection_->close();
}

void mcp_session::on_closed(boost::system::error_code error) {
    over_ = true;
    mail_->on_wake({});
    end();
    if (const auto tell = std::exchange(on_finished_, {})) tell(error, close_reason_);
}

void mcp_session::detach() {
    over_ = true;
    mail_->on_wake({});
    end();
    wake_ = {};
    on_finished_ = {};
    connection_.reset();
}

void mcp_session::log(log_level level, std::string_view text) const {
    if (options_.log) options_.log({level, text});
}

}  // namespace assent
