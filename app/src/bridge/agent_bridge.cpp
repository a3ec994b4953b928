#include <assent/app/bridge/agent_bridge.hpp>

#include <assent/app/gate/use_decision.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <algorithm>
#include <utility>

namespace assent {

class agent_bridge::open_use {
public:
    open_use(std::string_view as, agent_question asked_for) : id(as), question(std::move(asked_for)) {}

    std::string id;
    agent_question question;
    answered_parts answered;
    std::size_t asked = 0;              // the one that is being asked about
    std::optional<bool> client_allows;  // what upstream has said of all of it
};

namespace {

constexpr std::string_view no_allow =
    "it was allowed, and the agent offers no answer that allows this one call alone";
constexpr std::string_view too_many_requests = "too many requests are not answered yet";
constexpr std::string_view needs_person = "; nobody can be asked about a request to the client";

// What a call does, for comparing it with another one: writing and editing a file are one.
std::string thing_of(const std::string& conversation, const tool_call& call) {
    std::string scratch, made = conversation;
    const auto tools = tool_registry::standard();
    const auto* const known = tools->find(call.tool_name);
    const std::string_view field = known == nullptr ? std::string_view() : known->main_field;
    const bool runs = kind_of_field(field) == field_kind::command;
    const bool edits = known != nullptr && known->kind == tool_kind::edit;
    const auto value = call.input.field(field, scratch);
    made += runs ? "\nruns\n" : "\ntouches\n";
    if (!runs && !edits) made.append(call.tool_name).append("\n");
    if (runs) made.append(call.cwd).append("\n");
    return made.append(value.text);
}

}  // namespace

agent_bridge::agent_bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
                           std::shared_ptr<permission_gate> gate, std::unique_ptr<agent_protocol> protocol,
                           std::shared_ptr<const clock> time, line_bridge_options options)
    : line_bridge(std::move(upstream), std::move(downstream), driver_, agent_, std::move(options)),
      gate_(needed(std::move(gate), "agent_bridge", "a gate")),
      protocol_(needed(std::move(protocol), "agent_bridge", "a protocol")),
      time_(needed(std::move(time), "agent_bridge", "a clock")),
      driver_({.max_line_bytes = bounds().max_line_bytes, .versioned = protocol_->versioned()}),
      agent_({.max_line_bytes = bounds().max_line_bytes, .versioned = protocol_->versioned()}),
      questions_(gate_, mail(),
                 [this](const std::string& id, const permission_question& /*question*/,
                        const settlement& outcome) { settled(id, outcome); }) {}

agent_bridge::~agent_bridge() {
    let_go();
    questions_.settle_all(decision_source::closed);
}

// ---- From the agent

void agent_bridge::downstream_read() {
    while (!gave_up()) {
        const json_rpc_message message = agent_.next();
        if (message.what == json_rpc_message::kind::none) break;
        heard();
        agent_said(message);
        mail()->run();  // what was decided at once is answered in its place
        release_held();
    }
    if (agent_ended()) release_held();
    deliver();
    flush();
    note_deadline();
}

void agent_bridge::agent_said(const json_rpc_message& message) {
    if (message.what == json_rpc_message::kind::other) return pass_up(agent_.raw_line());
    if (message.what == json_rpc_message::kind::refused) return unreadable_from_agent(message);
    if (message.what == json_rpc_message::kind::response) {
        const std::string id(message.id);
        asked_.erase(id);
        own_.erase(id);
    }
    line_meaning meaning = protocol_->agent_said(message, agent_.line_text());
    for (const auto& note : meaning.notes) log(log_level::warn, note);
    if (!meaning.on_record.empty()) gate_->record_protocol({}, meaning.on_record);
    request_of_agent(meaning.requests);
    act_on(message, meaning);
}

void agent_bridge::request_of_agent(const std::vector<own_request>& requests) {
    for (const auto& each : requests) {
        own_.insert_or_assign(each.id, awaited{each.method, time_->now() + own_request_limit});
        agent_.request(each.id, each.method, each.params);
    }
}

void agent_bridge::act_on(const json_rpc_message& message, line_meaning& meaning) {
    using enum line_meaning::kind;
    switch (meaning.what) {
        case question: return ask(message.id, std::move(*meaning.question));
        case act: return act_on_client(message, meaning);
        case withdrawn: return withdraw(meaning);
        case swallowed: return;
        case ends: return give_up(std::move(meaning.why));
        case refused:
            log(log_level::warn, "a line of the agent does not pass: " + meaning.why);
            gate_->record_protocol(message.id, meaning.why);
            if (message.what == json_rpc_message::kind::request)
                agent_.error(message.id, json_rpc_error::refused, meaning.why);
            return;
        case passes:
        case cancels: break;
    }
    const std::string_view text = meaning.instead.empty() ? agent_.raw_line() : meaning.instead;
    if (message.what == json_rpc_message::kind::request)
        pass_request_up(message.id, text, meaning.conversation);
    else
        pass_up(text, meaning.conversation);
}

// It could be a question in disguise.
void agent_bridge::unreadable_from_agent(const json_rpc_message& message) {
    log(log_level::warn, "a line of the agent does not pass: " + message.flaw);
    gate_->record_protocol(message.id, message.flaw);
    if (message.fatal) return give_up("the agent wrote a line that cannot be passed on: " + message.flaw);
    if (message.id.empty()) return;
    if (message.method.empty()) {
        if (asked_.erase(std::string(message.id)) != 0)
            driver_.error(message.id, json_rpc_error::invalid_request,
                          "the agent's answer is not valid: " + message.flaw);
        return;
    }
    if (protocol_->asks(message.method))
        agent_.result(message.id, protocol_->denial(message.method));
    else
        agent_.error(message.id, json_rpc_error::invalid_request, message.flaw);
}

void agent_bridge::pass_up(std::string_view text, const std::string& conversation) {
    if (upstream_closed()) return;  // nobody reads it any more
    if (protocol_->holds(conversation)) {
        held_lines& held = held_[conversation];
        if (!held.heard_of) {
            held.text.append(text).append("\n");
            held_bytes_ += text.size() + 1;
            if (held_bytes_ > bounds().max_unsent_bytes)
                give_up("the agent does not answer what keeps it asking, and more than " +
                        std::to_string(bounds().max_unsent_bytes) + " bytes wait for that");
            return;
        }
    }
    if (text.data() == agent_.raw_line().data())
        driver_.pass_line_of(agent_);
    else
        driver_.pass(text);
}

void agent_bridge::pass_request_up(std::string_view id, std::string_view text,
                                   const std::string& conversation) {
    if (upstream_ended()) return agent_.error(id, json_rpc_error::refused, nobody_answers);
    if (passed_.size() >= max_passed_requests)
        return agent_.error(id, json_rpc_error::refused, too_many_requests);
    passed_.emplace(id);
    let_hear_of(conversation);
    pass_up(text, conversation);
}

// The agent waits for an answer that only upstream can give, and perhaps with ours.
void agent_bridge::let_hear_of(const std::string& conversation) {
    if (!protocol_->holds(conversation)) return;
    held_lines& held = held_[conversation];
    held.heard_of = true;
    held_bytes_ -= held.text.size();
    const std::string lines = std::exchange(held.text, {});
    if (!lines.empty()) driver_.pass(std::string_view(lines).substr(0, lines.size() - 1));
}

// What nothing has to wait for any more: also the last words of an agent that is gone.
void agent_bridge::release_held() {
    if (gave_up()) return;
    std::erase_if(held_, [this](const auto& each) {
        const auto& [conversation, held] = each;
        if (protocol_->holds(conversation) && !agent_ended()) return false;
        held_bytes_ -= held.text.size();
        if (!held.text.empty()) driver_.pass(std::string_view(held.text).substr(0, held.text.size() - 1));
        return true;
    });
}

// ---- Questions

void agent_bridge::ask(std::string_view id, agent_question question) {
    if (open_.contains(id)) {  // one id can only be answered once: the first request is
        gate_->record_protocol(id, "a request id that is still open was used again");
        log(log_level::warn, "request " + std::string(id) + " is still open; the second one is ignored");
        return;
    }
    if (!question.use) {
        log(log_level::warn, "a question of the agent is denied: " + question.flaw);
        gate_->record_protocol(id, question.flaw);
        agent_.result(id, question.deny);
        return;
    }
    auto& use =
        *open_.emplace(std::string(id), std::make_unique<open_use>(id, std::move(question))).first->second;
    decide(use);
}

void agent_bridge::decide(open_use& use) {
    const use_decision found = check(*gate_, use.question.use->calls(), use.id, scratch_, use.answered);
    if (!found.decided.asks()) return finish(use.id, found.decided.decision);
    if (use.question.shown.empty()) use.question.shown = agent_.raw_line();
    use.asked = found.part;
    questions_.ask(use.id, use.question.use->calls().parts()[found.part].call);
}

void agent_bridge::settled(const std::string& id, const settlement& outcome) {
    const auto at = open_.find(id);
    if (at == open_.end()) return;
    // Decided by a new rule, timed out, or closed: upstream need not answer any more.
    if (with_upstream().take(id)) tell_over(id);
    if (!outcome.decided.allowed()) return finish(id, outcome::deny, outcome.interrupt);
    // The others may have to be asked, too.
    at->second->answered.set(at->second->asked);
    decide(*at->second);
}

void agent_bridge::finish(const std::string& id, outcome decided, bool interrupted) {
    heard();
    const auto at = open_.find(id);
    const auto use = std::move(at->second);
    open_.erase(at);
    const agent_question& question = use->question;
    if (given_ && given_->id == id && given_->says == decided) {
        if (decided == outcome::allow) allowed(*use);
        agent_.pass_line_of(driver_);
    } else if (decided != outcome::allow) {
        agent_.result(id, interrupted ? question.cancelled : question.deny);
    } else if (question.allow.empty()) {
        gate_->record_protocol(id, no_allow);
        log(log_level::warn, "request " + id + " is denied: " + std::string(no_allow));
        agent_.result(id, question.deny);
    } else {
        allowed(*use);
        agent_.result(id, question.allow);
    }
}

void agent_bridge::allowed(const open_use& use) {
    for (const auto& part : use.question.use->calls().parts()) {
        const auto [at, is_new] = allowed_uses_.insert(thing_of(use.question.conversation, part.call));
        if (is_new) allowed_order_.push_back(*at);
        if (allowed_order_.size() <= max_allowed_uses) continue;
        allowed_uses_.erase(allowed_order_.front());
        allowed_order_.pop_front();
    }
}

void agent_bridge::withdraw(const line_meaning& meaning) {
    const auto at = open_.find(meaning.id);
    if (at == open_.end()) return pass_up(agent_.raw_line());
    if (with_upstream().take(meaning.id)) pass_up(agent_.raw_line());  // upstream has it
    static_cast<void>(questions_.withdraw(meaning.id));
    agent_.result(meaning.id, at->second->question.cancelled);
    open_.erase(at);
}

// Upstream has interrupted the agent.
void agent_bridge::interrupt(const std::string& conversation) {
    std::vector<std::string> over;
    for (const auto& [id, use] : open_)
        if (use->question.conversation == conversation) over.push_back(id);
    for (const auto& id : over) {
        const auto at = open_.find(id);
        with_upstream().take(id);
        static_cast<void>(questions_.withdraw(id));
        agent_.result(id, at->second->question.cancelled);
        open_.erase(at);
    }
}

void agent_bridge::end_questions() {
    questions_.settle_all(decision_source::closed);
    mail()->run();
}

// What the agent has the client do. What was allowed in a question a moment ago is not looked at again, but
// for what denies it.
void agent_bridge::act_on_client(const json_rpc_message& message, const line_meaning& meaning) {
    const standard_use& use = meaning.acts->calls();
    const bool allowed_before = std::ranges::all_of(use.parts(), [&](const standard_use::part& part) {
        return allowed_uses_.contains(thing_of(meaning.conversation, part.call));
    });
    verdict decided;
    if (allowed_before) {
        decided.decision = outcome::allow;
        for (const auto& part : use.parts())
            if (gate_->explain(part.call).decided.denied())
                decided = gate_->check(part.call, message.id, scratch_);
    } else {
        decided = check(*gate_, use, message.id, scratch_).decided;
    }
    if (!decided.denied() && !decided.insists())
        return pass_request_up(message.id, agent_.raw_line(), meaning.conversation);
    std::string why = decided.reason();
    if (decided.asks()) {
        why += needs_person;
        gate_->record_protocol(message.id, decided.cause() + std::string(needs_person));
    }
    agent_.error(message.id, json_rpc_error::refused, why);
}

// ---- Questions that upstream gets

void agent_bridge::forward(permission_request request) {
    const auto at = open_.find(request.question().request_id);
    if (at == open_.end()) return;  // dropped, which denies it
    open_use& use = *at->second;
    if (use.client_allows) {
        // It has seen all of it, and has answered.
        if (*use.client_allows)
            std::move(request).allow();
        else
            std::move(request).deny();
        return;
    }
    if (upstream_is_deaf()) return answer_for_upstream(std::move(request));
    let_hear_of(use.question.conversation);
    pass_up(use.question.shown, use.question.conversation);
    with_upstream().add(use.id, std::move(request));
}

void agent_bridge::tell_over(const std::string& id) {
    if (const auto told = protocol_->withdrawal(id); !told.empty()) pass_up(told);
}

// What upstream has not answered, it will not answer any more.
void agent_bridge::upstream_gone() {
    with_upstream().deny_all("upstream is gone");
    for (const auto& id : std::exchange(passed_, {}))
        agent_.error(id, json_rpc_error::refused, nobody_answers);
}

// ---- How it ends

void agent_bridge::heard() {
    if (upstream_ended()) heard_at_ = time_->now();
}

void agent_bridge::upstream_finished() {
    heard();
    if (agent_may_ask()) agent_.end_line();
}

// It works on what upstream has asked for, or waits for an answer of ours.
bool agent_bridge::agent_may_ask() const {
    if (agent_ended()) return false;
    if (!open_.empty()) return true;
    const bool at_work = !asked_.empty() || !own_.empty() || protocol_->works();
    return at_work && time_->now() < heard_at_ + agent_silence_limit;
}

std::optional<time_point> agent_bridge::question_deadline() const {
    auto deadline = gate_->next_deadline();
    for (const auto& [id, each] : own_) deadline = earlier(deadline, each.until);
    const bool waits_for_word = upstream_ended() && agent_listens() && open_.empty() && agent_may_ask();
    return waits_for_word ? earlier(deadline, heard_at_ + agent_silence_limit) : deadline;
}

void agent_bridge::tick_questions() {
    gate_->tick();
    const auto now = time_->now();
    // Its answer may be among what we have not read.
    if (agent_waits())
        for (auto& [id, each] : own_) each.until = now + own_request_limit;
    const auto late =
        std::ranges::find_if(own_, [now](const auto& each) { return each.second.until <= now; });
    if (late == own_.end() || gave_up()) return;
    give_up("the agent has not answered `" + late->second.method + "` in " +
            duration_text(own_request_limit) +
            ", so it cannot be kept asking (`--guard off` goes on without it)");
}

// ---- From upstream

void agent_bridge::upstream_read() {
    while (!gave_up()) {
        const json_rpc_message message = driver_.next();
        if (message.what == json_rpc_message::kind::none) break;
        client_said(message);
        mail()->run();
    }
    deliver();
    flush();
}

void agent_bridge::client_said(const json_rpc_message& message) {
    using what = json_rpc_message::kind;
    if (message.what == what::other) return agent_.pass_line_of(driver_);
    const bool answers = message.what == what::response ||
                         (message.what == what::refused && message.method.empty() && !message.id.empty());
    if (message.what == what::refused) {
        log(log_level::warn, "a line of upstream does not pass: " + message.flaw);
        gate_->record_protocol(message.id, message.flaw);
        if (message.fatal) return give_up("upstream wrote a line that cannot be passed on: " + message.flaw);
        if (!answers) {
            if (!message.id.empty()) driver_.error(message.id, json_rpc_error::invalid_request, message.flaw);
            return;
        }
    }
    if (answers) return client_answered(message);
    line_meaning meaning = protocol_->client_said(message, driver_.line_text());
    for (const auto& note : meaning.notes) log(log_level::warn, note);
    if (meaning.what == line_meaning::kind::refused) {
        log(log_level::warn, "a request of upstream does not pass: " + meaning.why);
        gate_->record_protocol(message.id, meaning.why);
        if (message.what == what::request) driver_.error(message.id, json_rpc_error::refused, meaning.why);
        return;
    }
    if (message.what == what::request) {
        if (asked_.size() >= max_passed_requests)
            return driver_.error(message.id, json_rpc_error::refused, too_many_requests);
        asked_.emplace(message.id);
    }
    if (meaning.instead.empty())
        agent_.pass_line_of(driver_);
    else
        agent_.pass(meaning.instead);
    request_of_agent(meaning.requests);
    if (meaning.what == line_meaning::kind::cancels) interrupt(meaning.conversation);
}

// To a question, or to another request of the agent's. Only what the agent has asked upstream is answered by
// upstream.
void agent_bridge::client_answered(const json_rpc_message& message) {
    const std::string id(message.id);
    const auto at = open_.find(id);
    const auto asked = with_upstream().take(id);
    if (!asked || at == open_.end()) {
        const bool passed = passed_.erase(id) != 0;
        if (passed && message.what == json_rpc_message::kind::response)
            agent_.pass_line_of(driver_);
        else if (passed)
            agent_.error(id, json_rpc_error::invalid_request, "the answer is not valid: " + message.flaw);
        else
            log(log_level::debug, "upstream's answer to " + id + " does not pass: nobody has asked upstream");
        return;
    }
    open_use& use = *at->second;
    const bool sound = message.what == json_rpc_message::kind::response && message.flaw.empty();
    const client_answer answer =
        sound ? protocol_->read_answer(use.question, message.result) : client_answer();
    using enum client_answer::kind;
    if (answer.passes && answer.what != invalid)
        given_ = given_answer{id, answer.what == allow ? outcome::allow : outcome::deny};
    use.client_allows = answer.what == allow;
    if (answer.what == invalid)
        std::move(asked->request)
            .fail(message.result.empty() ? "upstream could not answer" : "upstream's answer is not valid");
    else if (answer.what == allow)
        std::move(asked->request).allow();
    else if (answer.what == cancel)
        std::move(asked->request).deny_and_interrupt("upstream has cancelled it");
    else
        std::move(asked->request).deny("upstream has refused it");
    mail()->run();
    given_.reset();
}

}  // namespace assent
