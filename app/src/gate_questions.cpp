#include "gate_core.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/judgement/rule_proof.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <exception>

// The life of a question: opened, answered, dropped, timed out, withdrawn.
namespace assent {
namespace {

// Nothing when the question is to wait for ever, or so long that it comes to the same.
std::optional<time_point> deadline_of(time_point asked_at, duration timeout) {
    if (timeout <= duration::zero() || timeout >= time_point::max() - asked_at) return std::nullopt;
    return asked_at + timeout;
}

// What a prompt shows of the call itself.
void show(permission_question& question, const tool_call& call, const tool_definition* definition,
          std::string& scratch) {
    question.operation = operation_of(call, definition, scratch);
    question.path = display_text(path_of(call, definition, scratch));
    preview shown = preview_of(call, definition, scratch);
    question.preview = std::move(shown.text);
    question.preview_cut = shown.cut;
}

void explain_risk(permission_question& question, const verdict& decided) {
    question.risk = decided.risk;
    question.factors = decided.factors;
    if (decided.risk >= risk_level::high)
        question.warning = "This may not be possible to undo. Look at it closely before you allow it.";
}

// Whether a peer that allows a whole tool by itself would pass over something: what is known about the tool,
// or a rule that speaks of it.
bool only_in_part(const std::string& tool_name, const judgement_basis& basis, const rule_set& rules) {
    const tool_definition* const tool = basis.tools().find(tool_name);
    if (tool == nullptr || !can_be_trusted(*tool)) return true;
    const auto spoken_of = [&](std::string_view name) {
        return rules.speaks_of(rule_behavior::deny, name) || rules.speaks_of(rule_behavior::ask, name);
    };
    return spoken_of(tool_name) || std::any_of(tool->kin.begin(), tool->kin.end(),
                                               [&](const tool_kin& kin) { return spoken_of(kin.tool); });
}

// What the peer is asked to keep, for an answer that holds always. It is not stored here as a rule too:
// forgetting the decision shall be enough.
std::optional<permission_update> update_to_keep(const kept_answer& kept, const std::string& tool_name,
                                                const judgement_basis& basis, const rule_set& rules) {
    if (kept.keep != remember::always || !kept.approved) return std::nullopt;
    const auto destination = basis.settings().always_destination;
    if (kept.about) return add_rules({kept.about->with_origin(rule_origin::answer)}, destination);
    if (only_in_part(tool_name, basis, rules)) return std::nullopt;
    auto rule = permission_rule::make(tool_name, {}, rule_behavior::allow, rule_origin::answer);
    if (!rule) return std::nullopt;
    return add_rules({std::move(*rule)}, destination);
}

}  // namespace

question_id permission_gate::core::ask(const tool_call& given, std::string_view request_id,
                                       on_settled settled) {
    const resolved_call led = resolved(given);
    const tool_call& call = led.call();
    const judgement_basis::pointer policies = basis();
    std::string scratch;
    permission_question made = make_question(call, request_id);
    show(made, call, policies->tools().find(call.tool_name), scratch);
    made.suggestions = acceptable(std::move(made.suggestions));
    made.asked_at = time_->now();
    made.deadline = deadline_of(made.asked_at, policies->settings().question_timeout);

    verdict decided;
    open_question entry;
    entry.settled = std::move(settled);
    std::shared_ptr<const permission_question> question;
    std::stop_token stop;
    entry.bytes = made.memory_bytes();
    judge(call, scratch, [&](const call_findings& found) {
        decided = service_.check(call, found, made.asked_at);
        made.id = question_id{++last_id_};
        made.once_only = decided.must_ask;
        made.why = decided.reason();
        made.asked_because = decided.source;
        explain_risk(made, decided);
        if (made.once_only) made.suggestions.clear();
        if (decided.asks())
            if (auto refused = refused_to_open(entry.bytes)) decided = std::move(*refused);
        if (decided.asks()) {
            service_.describe(made, found, made.asked_at);
            service_.asked(call, made.asked_at);
        }
        question = std::make_shared<const permission_question>(std::move(made));
        entry.question = question;
        if (!decided.asks()) return;
        stop = entry.stop.get_token();
        entry.in_callback = true;
        entry.asked_because = decided.source;
        entry.conversation = conversation_;
        entry.demanded = demand_of(call, decided);
        open_bytes_ += entry.bytes;
        if (question->deadline) deadlines_.emplace(*question->deadline, question->id);
        open_.emplace(question->id, std::move(entry));
    });
    if (decided.asks())
        call_user(question, std::move(stop));
    else
        finish(std::move(entry), {.decided = std::move(decided)});
    return question->id;
}

std::optional<verdict> permission_gate::core::refused_to_open(std::size_t bytes) const {
    if (closed_) return deny_because(decision_source::closed);
    if (!callback_) return deny_because(decision_source::callback, "no permission callback is configured");
    if (open_.size() >= limits_.max_open_questions)
        return deny_because(decision_source::limit, "too many questions are open");
    if (bytes > limits_.max_open_bytes - std::min(open_bytes_, limits_.max_open_bytes))
        return deny_because(decision_source::limit, "the open questions are too large");
    return std::nullopt;
}

void permission_gate::core::call_user(const std::shared_ptr<const permission_question>& question,
                                      std::stop_token stop) {
    std::string fault;
    try {
        callback_(permission_request(question, weak_from_this(), std::move(stop)));
    } catch (const std::exception& error) {
        fault = std::string("the permission callback failed: ") + error.what();
    } catch (...) {
        fault = "the permission callback failed";
    }
    if (!fault.empty()) {
        settle(question->id, decision_source::fault, std::move(fault));
        return;
    }
    bool dropped = false;
    {
        const std::lock_guard lock(mutex_);
        if (const auto at = open_.find(question->id); at != open_.end()) {
            at->second.in_callback = false;
            dropped = at->second.dropped;
        }
    }
    if (dropped) settle(question->id, decision_source::callback, "the permission callback gave no answer");
}

void permission_gate::core::dropped(const permission_question& question) noexcept {
    {
        const std::lock_guard lock(mutex_);
        const auto at = open_.find(question.id);
        if (at == open_.end()) return;
        // An exception may be on its way out of the callback; it knows better why.
        at->second.dropped = true;
        if (at->second.in_callback) return;
    }
    try {
        settle(question.id, decision_source::callback, "the permission callback gave no answer");
    } catch (...) {
        // Only memory can be short here; the question then ends by its deadline or with the gate.
    }
}

bool permission_gate::core::answer(const permission_question& question, permission_result result) {
    auto* const yes = std::get_if<allow_result>(&result);
    if (yes != nullptr && weight(yes->updates) > limits_.max_updates)
        return failed(question, "the answer carries too many updates");
    // The deadline counts, also where nobody has looked at the clock since.
    if (question.deadline && time_->now() >= *question.deadline) {
        settle(question.id, decision_source::timeout);
        record_late(question);
        return false;
    }
    const auto input = yes != nullptr && yes->edited_input ? make_input(*yes->edited_input) : question.input;
    const resolved_call led = resolved(question.call_with(*input));
    const tool_call& call = led.call();

    std::string scratch;
    const auto about = std::visit([](const auto& each) { return each.about; }, result);
    const auto now = current();
    const call_reading reading(call, now->basis->settings().switches);
    const bool about_covers = about && proven(*about, reading, *now->basis);
    const std::string left_out = yes == nullptr ? std::string() : leave_out(*yes, *now, reading);
    std::optional<settlement> settled;
    open_question ended;
    judge(call, scratch, [&](const call_findings& found) {
        const auto at = open_.find(question.id);
        if (at == open_.end()) return;
        settled = service_.resolve(question, found, std::move(result), about_covers);
        if (settled->kept) settled->kept->number = ++last_answer_;
        if (settled->decided.allowed() && !left_out.empty())
            settled->refused.append(settled->refused.empty() ? "" : "; ").append(left_out);
        ended = take(at);
    });
    if (settled)
        finish(std::move(ended), std::move(*settled));
    else
        record_late(question);
    return settled.has_value();
}

bool permission_gate::core::failed(const permission_question& question, std::string why) {
    if (settle(question.id, decision_source::fault, std::move(why))) return true;
    record_late(question);
    return false;
}

void permission_gate::core::record_late(const permission_question& question) {
    audit_.record({.what = audit_event::kind::late_answer,
                   .request_id = question.request_id,
                   .tool_name = question.tool_name,
                   .reason = "an answer came after the question was over"});
}

void permission_gate::core::record_not_kept(const permission_question& question, std::string_view why) {
    log(log_level::warn, why, {{"tool", question.tool_name}});
    audit_.record({.what = audit_event::kind::not_kept,
                   .request_id = question.request_id,
                   .tool_name = question.tool_name,
                   .tool_use_id = question.tool_use_id,
                   .agent_id = question.agent_id,
                   .reason = why});
}

void permission_gate::core::record_not_kept(std::string_view why) {
    log(log_level::warn, why);
    audit_.record({.what = audit_event::kind::not_kept, .reason = why});
}

permission_gate::core::open_question permission_gate::core::take(question_table::iterator at) {
    open_question taken = std::move(at->second);
    open_bytes_ -= taken.bytes;
    if (taken.question->deadline) deadlines_.erase({*taken.question->deadline, taken.question->id});
    open_.erase(at);
    return taken;
}

void permission_gate::core::finish(open_question ended, settlement settled) {
    const permission_question& question = *ended.question;
    // An answer, or that there is none, changes nothing about how risky the call was found to be.
    if (const auto by = settled.decided.source;
        by == decision_source::callback || by == decision_source::timeout ||
        by == decision_source::cancelled || by == decision_source::closed) {
        settled.decided.risk = question.risk;
        settled.decided.factors = question.factors;
    }
    const duration latency = time_->now() - question.asked_at;
    // On record is what was allowed, which an answer may have changed.
    const auto input = settled.edited_input ? make_input(*settled.edited_input) : question.input;
    if (!record(settled.decided, question.call_with(*input), question.request_id, latency,
                ended.asked_because, settled.edited_input.has_value()) &&
        settled.decided.allowed())
        settled = {.decided = deny_because(decision_source::fault, std::string(unrecorded_reason))};
    log_decision(settled.decided, question.tool_name);
    // Before the answer leaves: the peer's next call shall meet what came with it.
    bool changed = false;
    if (settled.decided.allowed()) {
        const applied done = settled.updates_together ? apply_together(settled.updates)
                                                      : apply(settled.updates, rule_origin::answer);
        changed = done.changed;
        if (!done.left_out.empty())
            settled.refused.append(settled.refused.empty() ? "" : "; ").append(done.left_out);
    }
    if (!settled.refused.empty()) record_not_kept(question, settled.refused);
    if (settled.kept) {
        const bool stored = store(*settled.kept, ended.conversation);
        changed |= stored;
        if (!stored) settled.kept->keep = remember::none;
        if (auto update = update_to_keep(*settled.kept, question.tool_name, *basis(), *rules()))
            settled.updates.push_back(std::move(*update));
    }
    if (settled.decided.allowed()) tell_updates(question, settled.updates);
    if (question.from_hook && !settled.edited_input)
        keep_for_question(question.call(), settled.decided, ended.conversation, std::move(ended.demanded));
    if (ended.settled) ended.settled(ended.question, std::move(settled));
    ended.stop.request_stop();
    if (changed) judge_open_questions();
}

bool permission_gate::core::settle(question_id id, decision_source why, std::string detail) {
    open_question ended;
    {
        const std::lock_guard lock(mutex_);
        const auto at = open_.find(id);
        if (at == open_.end()) return false;
        ended = take(at);
    }
    finish(std::move(ended), {.decided = deny_because(why, std::move(detail))});
    return true;
}

void permission_gate::core::cancel(question_id id, decision_source why) { settle(id, why); }

void permission_gate::core::close() {
    std::vector<question_id> ids;
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        for (const auto& each : open_) ids.push_back(each.first);
    }
    for (const question_id id : ids) settle(id, decision_source::closed);
}

// A question that today's rules or mode decide need not wait any longer.
void permission_gate::core::judge_open_questions() {
    std::vector<std::shared_ptr<const permission_question>> questions;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& each : open_) questions.push_back(each.second.question);
    }
    std::string scratch;
    for (const auto& question : questions) {
        std::optional<open_question> ended;
        verdict decided;
        const resolved_call led = resolved(question->call());
        const tool_call& call = led.call();
        const time_point now = time_->now();
        judge(call, scratch, [&](const call_findings& found) {
            const auto at = open_.find(question->id);
            if (at == open_.end()) return;
            decided = service_.check(call, found, now, true);
            if (!decided.asks()) ended = take(at);
        });
        if (ended) finish(std::move(*ended), {.decided = std::move(decided)});
    }
}

std::optional<time_point> permission_gate::core::next_deadline() const {
    const std::lock_guard lock(mutex_);
    if (deadlines_.empty()) return std::nullopt;
    return deadlines_.begin()->first;
}

void permission_gate::core::tick() {
    const time_point now = time_->now();
    std::vector<question_id> over;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [deadline, id] : deadlines_) {
            if (deadline > now) break;
            over.push_back(id);
        }
    }
    for (const question_id id : over) settle(id, decision_source::timeout);
}

std::size_t permission_gate::core::open_questions() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

}  // namespace assent
