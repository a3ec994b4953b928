#include <assent/app/permission_responder.hpp>

#include <assent/adapters/control/json_text.hpp>

#include <fmt/format.h>

#include <utility>

namespace assent {

permission_responder::permission_responder(std::shared_ptr<permission_gate> gate, control_channel& channel,
                                           responder_options options)
    : gate_(std::move(gate)),
      channel_(channel),
      options_(std::move(options)),
      outbox_(std::make_shared<outbox>()) {}

permission_responder::~permission_responder() {
    on_wake({});
    settle_all(decision_source::closed);
}

void permission_responder::on(const control_message& message) {
    std::visit([this](const auto& each) { on(each); }, message);
}

void permission_responder::on(const can_use_tool_message& message) {
    if (!gate_) {
        channel_.deny(message.request_id, "no permission gate is configured");
        return;
    }
    if (used_again(message.request_id)) return;
    tool_call call = message.call;
    call.cwd = options_.cwd;
    const verdict decided = gate_->check(call, message.request_id, scratch_);
    if (!decided.asks()) {
        answer(decided, message);
        return;
    }
    // The answer may come, and even be delivered, before `ask` returns.
    const std::uint64_t serial = ++last_serial_;
    const std::string request_id(message.request_id);
    open_.insert_or_assign(request_id, open_question{serial, question_id::none});
    const auto settled = [box = outbox_, serial](const std::shared_ptr<const permission_question>& question,
                                                 settlement outcome) {
        const std::lock_guard lock(box->mutex);
        box->settled.push_back({serial, question, std::move(outcome)});
        if (box->wake) box->wake();
    };
    const question_id id = gate_->ask(call, request_id, settled);
    if (const auto at = open_.find(request_id); at != open_.end() && at->second.serial == serial)
        at->second.id = id;
}

// The first request of an id gets its answer, and one id can only be answered once.
bool permission_responder::used_again(std::string_view request_id) {
    if (!is_open(request_id)) return false;
    gate_->record_protocol(request_id, "a request id that is still open was used again");
    log(log_level::warn,
        fmt::format("request id `{}` is still open; the second request is ignored", request_id));
    return true;
}

void permission_responder::answer(const verdict& decided, const can_use_tool_message& message) {
    if (!decided.allowed()) {
        channel_.deny(message.request_id, decided.reason());
        return;
    }
    // In allow mode suggestions are taken as accepted. An agent of the nested dialect would store
    // them and stop asking, so there the host has to want it.
    const bool accept = decided.source == decision_source::mode && !message.call.suggestions.empty() &&
                        (channel_.decided() == dialect::flat || gate_->returns_updates());
    const auto updates =
        accept ? gate_->accept_suggestions(message.call.suggestions) : std::vector<permission_update>();
    channel_.allow(message.request_id, message.call.input.raw(), updates);
}

void permission_responder::on(const set_mode_message& message) {
    if (used_again(message.request_id)) return;
    if (gate_ && gate_->set_mode_for_peer(message.mode)) {
        channel_.mode_set(message.request_id, message.mode);
        return;
    }
    const auto why =
        gate_ ? fmt::format("the host does not let the agent set permission mode `{}`", message.name)
              : std::string("no permission gate is configured");
    channel_.error(message.request_id, control_error::invalid_mode, why);
    if (gate_) gate_->record_protocol(message.request_id, why);
}

void permission_responder::on(const initialize_message& message) {
    if (used_again(message.request_id)) return;
    if (gate_) gate_->begin_conversation_of_peer();
    channel_.success(message.request_id);
}

void permission_responder::on(const interrupt_message& message) {
    const bool answered = used_again(message.request_id);
    settle_all(decision_source::cancelled);
    deliver();
    if (!answered) channel_.success(message.request_id);
}

void permission_responder::on(const other_request_message& message) {
    if (used_again(message.request_id)) return;
    channel_.error(message.request_id, control_error::unsupported_request,
                   fmt::format("Unsupported control request subtype: {}",
                               message.subtype.substr(0, max_request_id_bytes)));
}

void permission_responder::on(const cancel_message& message) {
    const auto at = open_.find(std::string(message.request_id));
    if (at == open_.end()) return;  // already answered, or never asked
    const question_id id = at->second.id;
    open_.erase(at);  // so that nothing is answered any more
    gate_->cancel(id, decision_source::cancelled);
}

void permission_responder::on(const response_message& message) {
    log(log_level::debug, fmt::format("nobody waits for the answer to `{}`", message.request_id));
}

void permission_responder::on(const foreign_message& message) {
    if (options_.on_foreign) options_.on_foreign(message.raw);
}

void permission_responder::on(const refused_message& message) {
    log(log_level::warn, "line refused: " + message.text);
    if (gate_) gate_->record_protocol(message.request_id.substr(0, max_request_id_bytes), message.text);
    if (!message.request_id.empty() && !used_again(message.request_id))
        channel_.error(message.request_id, message.code, message.text);
}

bool permission_responder::deliver() {
    {
        const std::lock_guard lock(outbox_->mutex);
        delivering_.swap(outbox_->settled);
    }
    for (const auto& each : delivering_) answer(each);
    const bool any = !delivering_.empty();
    delivering_.clear();
    return any;
}

void permission_responder::answer(const settled_question& each) {
    const auto& question = *each.question;
    const auto at = open_.find(question.request_id);
    if (at == open_.end() || at->second.serial != each.serial) return;  // withdrawn
    open_.erase(at);
    const auto& settled = each.outcome;
    if (!settled.decided.allowed()) {
        channel_.deny(question.request_id, settled.decided.reason(), settled.interrupt);
        return;
    }
    std::string edited;
    if (settled.edited_input) append_json(edited, *settled.edited_input);
    channel_.allow(question.request_id, settled.edited_input ? edited : question.input->raw(),
                   settled.updates);
}

bool permission_responder::is_open(std::string_view request_id) const {
    return open_.contains(std::string(request_id));
}

void permission_responder::end() {
    settle_all(decision_source::closed);
    deliver();
}

void permission_responder::settle_all(decision_source why) {
    std::vector<question_id> ids;
    for (const auto& each : open_) ids.push_back(each.second.id);
    for (const question_id id : ids) gate_->cancel(id, why);
}

void permission_responder::on_wake(std::function<void()> wake) {
    const std::lock_guard lock(outbox_->mutex);
    outbox_->wake = std::move(wake);
}

void permission_responder::log(log_level level, std::string_view text) const {
    if (options_.log) options_.log({level, text});
}

}  // namespace assent
