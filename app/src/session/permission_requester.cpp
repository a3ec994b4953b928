#include <assent/app/session/permission_requester.hpp>

#include "peer_answer.hpp"

#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace assent {
namespace {

// An agent takes over all that comes with an answer, modes of its own included, or nothing of it.
void follow_as_a_whole(allow_result& answer) {
    answer.updates_together = true;
    for (auto& each : answer.updates) {
        if (!each.agent_mode) continue;
        each.what = permission_update::kind::set_mode;
        each.mode = *each.agent_mode;
    }
}

}  // namespace

permission_requester::permission_requester(std::shared_ptr<permission_gate> gate,
                                           std::shared_ptr<peer_link> link, control_channel& channel,
                                           requester_options options)
    : control_role(needed(std::move(gate), "permission_requester", "a gate"), channel, options.log),
      options_(std::move(options)),
      mail_(std::make_shared<mailbox>()),
      with_peer_(needed(std::move(link), "permission_requester", "a peer_link"), mail_),
      incoming_(channel, mail_, options_.on_request),
      requests_(channel, options_.time) {
    with_peer_.connect([this](permission_request request) { ask(std::move(request)); });
}

permission_requester::~permission_requester() {
    end();
    on_wake({});
}

// What is not named below: a request gets an error, and all else nothing.
template <class Message>
void permission_requester::act([[maybe_unused]] const Message& message) {
    if constexpr (requires { message.request_id; })
        channel_.error(message.request_id, control_error::unsupported_request, "this is not served here");
}

// ---- Questions

void permission_requester::ask(permission_request request) {
    const question_id id = request.question().id;
    if (over_) {
        gate_->cancel(id, decision_source::closed);
        return;
    }
    if (request.stop().stop_requested()) return;
    const permission_question& question =
        with_peer_.add(id, std::move(request), [this, id] { settled_elsewhere(id); }).request.question();
    // The gate has the question's deadline.
    auto sent_as = requests_.send(
        [&](std::string_view wire_id) { write_question(wire_id, question); }, duration::zero(),
        [this, id](const request_outcome& outcome) { answered(id, outcome); }, question.request_id);
    // With too many requests it is over already.
    if (auto* const asked = with_peer_.find(id)) asked->wire_id = std::move(sent_as);
}

void permission_requester::write_question(std::string_view id, const permission_question& question) {
    tool_call call = question.call();
    if (call.ask_reason.empty()) call.ask_reason = question.why;
    // What is only for display must not make the line one that the peer does not read.
    if (question.memory_bytes() > peer_line_bytes / 2) {
        call.suggestions = {};
        call.title = call.description = call.ask_reason = {};
    }
    channel_.ask(id, call);
}

void permission_requester::answered(question_id id, const request_outcome& outcome) {
    const auto asked = with_peer_.take(id);
    if (!asked) return;
    permission_request request = std::move(asked->request);
    switch (outcome.what) {
        case request_outcome::kind::success: break;
        case request_outcome::kind::error:
            std::move(request).fail("the callback failed: " + outcome.error);
            return;
        case request_outcome::kind::unreadable:
            std::move(request).fail("the peer's answer cannot be read: " + outcome.error);
            return;
        case request_outcome::kind::limit:
            std::move(request).fail("too many questions wait for the peer");
            return;
        default: gate_->cancel(id, decision_source::closed); return;
    }
    auto answer = channel_.answer(
        {.request_id = asked->wire_id, .shape = outcome.shape, .success = true, .payload = outcome.payload});
    if (!answer) {
        std::move(request).fail("the peer's answer is not valid: " + answer.error().message);
        return;
    }
    const std::string flaw = std::move(answer->updates_flaw);
    permission_result result = peer_answer(std::move(*answer), request.question());
    auto* const yes = std::get_if<allow_result>(&result);
    const auto* const no = std::get_if<deny_result>(&result);
    if (yes != nullptr && !flaw.empty()) {
        const std::string why = "no update of the peer's answer is kept: " + flaw;
        log(log_level::warn, why);
        gate_->record_protocol(asked->wire_id, why);
        yes->updates.clear();
    }
    if (yes != nullptr) follow_as_a_whole(*yes);
    const bool interrupt = no != nullptr && no->interrupt;
    const permission_mode before = gate_->mode();
    if (!std::move(request).answer(std::move(result))) return;
    if (interrupt) withdraw_all(decision_source::cancelled);
    if (const auto now = gate_->mode(); yes != nullptr && now != before && options_.on_mode)
        options_.on_mode(now);
}

// Timed out, decided by a new rule, or withdrawn by whoever asked.
void permission_requester::settled_elsewhere(question_id id) {
    if (const auto asked = with_peer_.take(id)) requests_.withdraw(asked->wire_id);
}

void permission_requester::withdraw_all(decision_source why) {
    mail_->run();
    std::vector<question_id> ids;
    for (const auto& each : with_peer_.all()) ids.push_back(each.first);
    for (const question_id id : ids) gate_->cancel(id, why);
    mail_->run();  // each is taken back now, before anything else is written
}

// ---- What the peer asks for

template <>
void permission_requester::act(const can_use_tool_message& message) {
    // Asked of the wrong side.
    if (used_again(message.request_id)) return;
    refuse_subtype(message.request_id, "can_use_tool");
}

template <>
void permission_requester::act(const set_mode_message& message) {
    if (used_again(message.request_id)) return;
    if (!message.exact || !gate_->set_mode_for_peer(message.mode)) {
        const auto why = fmt::format("permission mode `{}` cannot be set here", message.name);
        channel_.error(message.request_id, control_error::invalid_mode, why);
        gate_->record_protocol(message.request_id, why);
        return;
    }
    channel_.mode_set(message.request_id, message.mode);
    if (options_.on_mode) options_.on_mode(message.mode);
}

template <>
void permission_requester::act(const initialize_message& message) {
    if (used_again(message.request_id)) return;
    if (incoming_.offer(message.request_id, initialize_subtype, message.request)) return;
    std::vector<open_ask> open;
    for (const auto& each : with_peer_.all())
        open.push_back({each.second->wire_id, each.second->request.question().call()});
    channel_.initialized(message.request_id, "{}", open);
}

template <>
void permission_requester::act(const interrupt_message& message) {
    if (used_again(message.request_id)) return;
    withdraw_all(decision_source::cancelled);
    if (options_.on_interrupt) options_.on_interrupt();
    channel_.success(message.request_id);
}

template <>
void permission_requester::act(const other_request_message& message) {
    if (used_again(message.request_id)) return;
    if (incoming_.offer(message.request_id, message.subtype, message.request)) return;
    if (const auto payload = channel_.stock_answer(message)) {
        channel_.success(message.request_id, *payload);
        return;
    }
    refuse_subtype(message.request_id, message.subtype);
}

template <>
void permission_requester::act(const cancel_message& message) {
    incoming_.withdraw(message.request_id);
}

template <>
void permission_requester::act(const response_message& message) {
    if (!requests_.on(message))
        log(log_level::debug, fmt::format("nobody waits for the answer to `{}`", message.request_id));
}

template <>
void permission_requester::act(const foreign_message& message) {
    if (options_.on_foreign) options_.on_foreign(message.raw);
}

template <>
void permission_requester::act(const refused_message& message) {
    record_refused(message.request_id, message.text);
    if (!message.answers.empty()) requests_.refuse(message.answers, message.text);
    refuse_request(message.request_id, message.code, message.text);
}

void permission_requester::on(const control_message& message) {
    std::visit([this](const auto& each) { act(each); }, message);
}

// ---- The session

void permission_requester::deliver() { mail_->run(); }

void permission_requester::end() {
    if (std::exchange(over_, true)) return;
    with_peer_.disconnect();
    withdraw_all(decision_source::closed);
    requests_.end();
    incoming_.end();
    if (options_.on_end) options_.on_end();
}

void permission_requester::on_wake(std::function<void()> wake) { mail_->on_wake(std::move(wake)); }

std::optional<time_point> permission_requester::next_deadline() const {
    return earlier(gate_->next_deadline(), requests_.next_deadline());
}

void permission_requester::tick() {
    gate_->tick();
    requests_.tick();
}

}  // namespace assent
