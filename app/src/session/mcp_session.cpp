#include <assent/app/session/mcp_session.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/match/working_directory.hpp>
#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace assent {

mcp_session::mcp_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                         mcp_options options)
    : line_session(std::move(connection), options.pause_bytes, options.max_unsent_bytes),
      channel_(std::move(options.channel)),
      role_(std::make_unique<mcp_responder>(std::move(gate), channel_, std::move(options.cwd),
                                            std::move(options.log))) {}

mcp_responder::mcp_responder(std::shared_ptr<permission_gate> gate, mcp_channel& channel, std::string cwd,
                             log_callback log)
    : gate_(needed(std::move(gate), "mcp_responder", "a gate")),
      channel_(channel),
      cwd_(set_working_directory(std::move(cwd))),
      log_(std::move(log)),
      mail_(std::make_shared<mailbox>()),
      questions_(gate_, mail_,
                 [this](const std::string& id, const permission_question& question,
                        const settlement& outcome) { settled(id, question, outcome); }),
      batch_(gate_->batch()) {}

mcp_responder::~mcp_responder() {
    on_wake({});
    questions_.settle_all(decision_source::closed);
}

line_role::heard mcp_responder::next() {
    const mcp_message message = channel_.next();
    if (std::holds_alternative<no_message>(message)) return {};
    std::visit([this](const auto& each) { on(each); }, message);
    const auto* refused = std::get_if<mcp_refused_message>(&message);
    return {.message = true, .end_because = refused != nullptr && refused->fatal ? refused->text : ""};
}

void mcp_responder::on(const mcp_call_message& message) {
    if (questions_.is_open(message.id)) {  // one id can only be answered once: the first request is
        gate_->record_protocol(message.id, "a request id that is still open was used again");
        log(log_level::warn, fmt::format("request {} is still open; the second one is ignored", message.id));
        return;
    }
    tool_call call = message.call;
    call.cwd = cwd_;
    const verdict decided = batch_.check(call, message.id, scratch_);
    if (decided.asks()) {
        questions_.ask(message.id, call);
    } else if (decided.allowed()) {
        const auto place = channel_.allow(message.id, call.input.raw());
        if (batch_.size() != 0) allows_.add(place, message.id);
    } else {
        channel_.deny(message.id, decided.reason());
    }
}

void mcp_responder::settled(const std::string& id, const permission_question& question,
                            const settlement& outcome) {
    if (!outcome.decided.allowed()) {
        channel_.deny(id, outcome.decided.reason(), outcome.interrupt);
        return;
    }
    std::string edited;
    if (outcome.edited_input) append_json(edited, *outcome.edited_input);
    channel_.allow(id, outcome.edited_input ? edited : question.input->raw());
}

void mcp_responder::on(const mcp_refused_message& message) {
    log(log_level::warn, "line refused: " + message.text);
    gate_->record_protocol(message.id, message.text);
}

// Denies what is open, and writes that.
void mcp_responder::end() {
    questions_.settle_all(decision_source::closed);
    mail_->run();
}

void mcp_responder::log(log_level level, std::string_view text) const {
    if (log_) log_({level, text});
}

}  // namespace assent
