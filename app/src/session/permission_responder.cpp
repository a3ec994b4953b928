#include <assent/app/session/permission_responder.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/match/working_directory.hpp>

#include <fmt/format.h>

#include <utility>

namespace assent {
namespace {

constexpr std::string_view no_gate = "no permission gate is configured";

// In this protocol agents speak as Claude does.
told_use told(const tool_call& call, std::string_view id) {
    const auto use = standard_use::of(agent_program::claude, call);
    auto made = told_use_of(call, use ? &*use : nullptr);
    made.id = id;
    return made;
}

}  // namespace

permission_responder::permission_responder(std::shared_ptr<permission_gate> gate, control_channel& channel,
                                           responder_options options)
    : control_role(std::move(gate), channel, options.log),
      options_(std::move(options)),
      mail_(std::make_shared<mailbox>()),
      questions_(gate_, mail_,
                 [this](const std::string&, const permission_question& question, const settlement& outcome) {
                     settled(question, outcome);
                 }),
      incoming_(channel, mail_, options_.on_request),
      requests_(channel, options_.time) {
    options_.cwd = set_working_directory(std::move(options_.cwd));
    if (!gate_) return;
    batch_.emplace(gate_->batch());
    if (options_.link)
        asker_ = std::make_unique<permission_requester>(
            gate_, options_.link, channel, requester_options{.time = options_.time, .log = options_.log});
}

permission_responder::~permission_responder() {
    on_wake({});
    questions_.settle_all(decision_source::closed);
    requests().end();
}

// What is not named below: a request gets an error, and all else nothing.
template <class Message>
void permission_responder::act([[maybe_unused]] const Message& message) {
    if constexpr (requires { message.request_id; })
        channel_.error(message.request_id, control_error::unsupported_request, "this is not served here");
}

template <>
void permission_responder::act(const can_use_tool_message& message) {
    if (!gate_) {
        channel_.deny(message.request_id, no_gate);
        return;
    }
    if (used_again(message.request_id)) return;
    if (!stopped_.empty()) return channel_.deny(message.request_id, stopped_);
    tool_call call = message.call;
    call.cwd = options_.cwd;
    const verdict decided = batch_->check(call, message.request_id, scratch_);
    if (decided.allowed()) given(call);
    if (!decided.asks()) {
        answer(decided, message);
        return;
    }
    const auto suggestions = channel_.suggestions(message);
    if (!suggestions) {
        refuse(message.request_id, suggestions.error().code, suggestions.error().message);
        return;
    }
    call.suggestions = *suggestions;
    questions_.ask(message.request_id, call);
}

// What the agent's own rules and mode would let through is looked at here first. What is allowed or left open
// here is up to them: the agent may still ask.
template <>
void permission_responder::act(const guard_hook_message& message) {
    if (used_again(message.request_id)) return;
    if (gate_ && !message.call && message.after) {
        channel_.guard(message.request_id, std::nullopt);
        gate_->record_protocol({}, message.flaw);
        return stop("it cannot be told what has run: " + message.flaw);
    }
    if (!gate_ || !message.call) {
        log(log_level::warn, "hook denied: " + message.flaw);
        if (gate_) gate_->record_protocol(message.request_id.substr(0, max_request_id_bytes), message.flaw);
        channel_.guard(message.request_id, outcome::deny, gate_ ? message.flaw : no_gate);
        return;
    }
    if (message.after) return compare(message);
    if (!stopped_.empty()) return channel_.guard(message.request_id, outcome::deny, stopped_);
    tool_call call = *message.call;
    if (call.cwd.empty()) call.cwd = options_.cwd;
    const verdict decided = batch_->check(call, message.request_id, scratch_);
    if (!decided.denied()) uses_.judged(told(call, message.tool_use_id));
    guard(message.request_id, decided);
}

void permission_responder::given(const tool_call& call) {
    if (!uses_.has(call.tool_use_id)) return;
    auto also = told(call, call.tool_use_id);
    uses_.given(also.id, std::move(also.is));
}

// What has run is judged like a call where it is not what was judged before: nobody is asked, and nothing is
// counted.
void permission_responder::compare(const guard_hook_message& message) {
    channel_.guard(message.request_id, std::nullopt);
    tool_call call = *message.call;
    if (call.cwd.empty()) call.cwd = options_.cwd;
    const auto ran = told(call, message.tool_use_id);
    const auto end = uses_.ended(ran);
    if (end.how == ran_as::judged) return;
    const verdict found = gate_->explain(call).decided;
    const bool goes_on = end.how == ran_as::edited || found.allowed();
    const auto what =
        end.how == ran_as::unjudged
            ? fmt::format("the agent has used {} without the guard hook's word", call.tool_name)
            : fmt::format("a use of {} was changed by another after it was judged", call.tool_name);
    gate_->record_protocol({}, goes_on ? what : what + ", and would not be allowed as it ran");
    if (goes_on) return;
    const auto judged = end.judged ? fmt::format("{} was judged, and {} ran", end.judged->shown, ran.shown)
                                   : fmt::format("{} ran, and was never judged", ran.shown);
    stop(fmt::format(
        "{}, which would have been {}: {}; another hook, or a person in the agent's dialog, has changed "
        "it",
        judged, found.denied() ? "denied" : "asked about", found.reason()));
}

void permission_responder::stop(std::string why) {
    stopped_ = std::move(why);
    log(log_level::warn, stopped_);
    if (options_.on_stopped) options_.on_stopped(stopped_);
}

void permission_responder::guard(std::string_view request_id, const verdict& decided) {
    if (decided.allowed() || (decided.asks() && !decided.insists()))
        channel_.guard(request_id, std::nullopt);
    else
        channel_.guard(request_id, decided.decision, decided.reason());
}

void permission_responder::answer(const verdict& decided, const can_use_tool_message& message) {
    if (!decided.allowed()) {
        scratch_.clear();
        decided.append_reason(scratch_);
        channel_.deny(message.request_id, scratch_);
        return;
    }
    // In allow mode suggestions are taken as accepted. An agent of the nested dialect would store
    // them and stop asking, so there the host has to want it.
    const bool accept = decided.source == decision_source::mode && !message.suggestions.empty() &&
                        (channel_.decided() == dialect::flat || gate_->returns_updates());
    // What is stored with the decision is not taken back: the record has to be there first.
    if (accept && !recorded()) {
        channel_.deny(message.request_id, unrecorded_reason);
        return;
    }
    const auto updates = accept ? accepted_suggestions(message) : std::vector<permission_update>();
    const auto place = channel_.allow(message.request_id, message.call.input.raw(), updates);
    if (!accept && batch_->size() != 0) allows_.add(place, message.request_id);
}

bool permission_responder::recorded() {
    const bool recorded = !batch_ || batch_->commit();
    allows_.end(recorded, channel_);
    return recorded;
}

// The mode has allowed the call already: suggestions that cannot be read are only not stored.
std::vector<permission_update> permission_responder::accepted_suggestions(
    const can_use_tool_message& message) {
    const auto suggestions = channel_.suggestions(message);
    if (suggestions) return gate_->accept_suggestions(*suggestions);
    log(log_level::warn, "suggestions ignored: " + suggestions.error().message);
    gate_->record_protocol(message.request_id, suggestions.error().message);
    return {};
}

template <>
void permission_responder::act(const set_mode_message& message) {
    if (used_again(message.request_id)) return;
    if (gate_ && gate_->set_mode_for_peer(message.mode)) {
        channel_.mode_set(message.request_id, message.mode);
        return;
    }
    const auto why =
        gate_ ? fmt::format("the host does not let the agent set permission mode `{}`", message.name)
              : std::string(no_gate);
    channel_.error(message.request_id, control_error::invalid_mode, why);
    if (gate_) gate_->record_protocol(message.request_id, why);
}

template <>
void permission_responder::act(const initialize_message& message) {
    if (used_again(message.request_id)) return;
    if (gate_) gate_->begin_conversation_of_peer();
    channel_.success(message.request_id);
}

template <>
void permission_responder::act(const interrupt_message& message) {
    const bool answered = used_again(message.request_id);
    questions_.settle_all(decision_source::cancelled);
    deliver();
    if (!answered) channel_.success(message.request_id);
}

template <>
void permission_responder::act(const other_request_message& message) {
    if (used_again(message.request_id)) return;
    if (incoming_.offer(message.request_id, message.subtype, message.request)) return;
    refuse_subtype(message.request_id, message.subtype);
}

template <>
void permission_responder::act(const cancel_message& message) {
    if (!incoming_.withdraw(message.request_id)) questions_.withdraw(message.request_id);
}

template <>
void permission_responder::act(const response_message& message) {
    if (requests().on(message)) return;
    log(log_level::debug, fmt::format("nobody waits for the answer to `{}`", message.request_id));
}

template <>
void permission_responder::act(const foreign_message& message) {
    if (options_.on_foreign) options_.on_foreign(message.raw);
}

template <>
void permission_responder::act(const refused_message& message) {
    if (!message.answers.empty()) requests().refuse(message.answers, message.text);
    refuse(message.request_id, message.code, message.text);
}

void permission_responder::on(const control_message& message) {
    std::visit([this](const auto& each) { act(each); }, message);
}

void permission_responder::refuse(std::string_view request_id, control_error code, std::string_view why) {
    record_refused(request_id, why);
    refuse_request(request_id, code, why);
}

void permission_responder::deliver() {
    if (asker_) asker_->deliver();
    mail_->run();
}

void permission_responder::settled(const permission_question& question, const settlement& outcome) {
    if (outcome.decided.allowed()) {
        const auto edited = outcome.edited_input ? make_input(*outcome.edited_input) : nullptr;
        given(question.call_with(edited ? *edited : *question.input));
    }
    if (options_.write_answer && options_.write_answer(question, outcome)) return;
    if (!outcome.decided.allowed()) {
        channel_.deny(question.request_id, outcome.decided.reason(), outcome.interrupt);
    } else {
        std::string edited;
        if (outcome.edited_input) append_json(edited, *outcome.edited_input);
        channel_.allow(question.request_id, outcome.edited_input ? edited : question.input->raw(),
                       outcome.updates);
    }
}

bool permission_responder::is_open(std::string_view request_id) const {
    return questions_.is_open(request_id) || incoming_.is_open(request_id);
}

void permission_responder::end() {
    questions_.settle_all(decision_source::closed);
    incoming_.end();
    if (asker_) asker_->end();
    requests_.end();
    deliver();
}

void permission_responder::on_wake(std::function<void()> wake) {
    if (asker_) asker_->on_wake(wake);
    mail_->on_wake(std::move(wake));
}

std::optional<time_point> permission_responder::next_deadline() const {
    const auto requested = asker_ ? asker_->requests().next_deadline() : requests_.next_deadline();
    return earlier(gate_ ? gate_->next_deadline() : std::nullopt, requested);
}

void permission_responder::tick() {
    if (gate_) gate_->tick();
    requests().tick();
}

}  // namespace assent
