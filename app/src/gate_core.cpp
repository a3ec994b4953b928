#include "gate_core.hpp"

#include <algorithm>
#include <exception>

namespace assent {
namespace {

bool unconstrained_allow(const permission_update& update) {
    return std::any_of(update.rules.begin(), update.rules.end(), [](const permission_rule& rule) {
        return rule.behavior() == rule_behavior::allow && rule.unconstrained();
    });
}

bool from_peer(const permission_update& update) { return !update.wire.is_null(); }

std::size_t weight(std::span<const permission_update> updates) {
    std::size_t sum = updates.size();
    for (const auto& update : updates) sum += update.rules.size();
    return sum;
}

// Nothing when the question is to wait for ever, or so long that it comes to the same.
std::optional<time_point> deadline_of(time_point asked_at, duration timeout) {
    if (timeout <= duration::zero() || timeout >= time_point::max() - asked_at) return std::nullopt;
    return asked_at + timeout;
}

verdict deny_because(decision_source source, std::string detail = {}) {
    return {.decision = outcome::deny, .source = source, .detail = std::move(detail)};
}

}  // namespace

permission_gate::core::core(gate_options options, std::shared_ptr<const clock> time, std::shared_ptr<audit_sink> audit)
    : options_(std::move(options)),
      time_(time),
      audit_(std::move(audit), std::move(time)),
      service_(options_.mode),
      rules_(options_.rules ? options_.rules : rule_set::empty()) {}

permission_gate::core::snapshot permission_gate::core::current() const {
    const std::lock_guard lock(mutex_);
    return {rules_, epoch_};
}

template <class Decide>
void permission_gate::core::judge(const tool_call& call, std::string& scratch, Decide decide) {
    while (true) {
        const snapshot seen = current();
        const rule_findings found = seen.rules->match(call, scratch);
        const std::lock_guard lock(mutex_);
        if (seen.epoch != epoch_) continue;
        decide(service_.check(call, found));
        return;
    }
}

verdict permission_gate::core::check(const tool_call& call, std::string_view request_id, std::string& scratch) {
    const time_point from = audit_.present() ? time_->now() : time_point();
    verdict decided;
    judge(call, scratch, [&](verdict judged) { decided = std::move(judged); });
    if (decided.asks() || !audit_.present()) return decided;
    if (!record(decided, request_id, call.tool_name, time_->now() - from) && decided.allowed())
        return deny_because(decision_source::fault, "the audit record could not be written");
    return decided;
}

question_id permission_gate::core::ask(const tool_call& call, std::string_view request_id, on_settled settled) {
    permission_question made = make_question(call, request_id);
    made.suggestions = acceptable(std::move(made.suggestions));
    made.asked_at = time_->now();
    made.deadline = deadline_of(made.asked_at, options_.question_timeout);

    std::string scratch;
    verdict decided;
    open_question entry;
    entry.settled = std::move(settled);
    std::shared_ptr<const permission_question> question;
    std::stop_token stop;
    judge(call, scratch, [&](verdict judged) {
        decided = std::move(judged);
        made.id = question_id{++last_id_};
        made.once_only = decided.must_ask;
        made.why = decided.reason();
        if (made.once_only) made.suggestions.clear();
        if (decided.asks())
            if (auto refused = refused_to_open(made)) decided = std::move(*refused);
        question = std::make_shared<const permission_question>(std::move(made));
        entry.question = question;
        if (!decided.asks()) return;
        stop = entry.stop.get_token();
        entry.in_callback = true;
        open_bytes_ += question->input->size_bytes();
        if (question->deadline) deadlines_.emplace(*question->deadline, question->id);
        open_.emplace(question->id, std::move(entry));
    });
    if (decided.asks()) call_user(question, std::move(stop));
    else finish(std::move(entry), {.decided = std::move(decided)});
    return question->id;
}

std::optional<verdict> permission_gate::core::refused_to_open(const permission_question& question) const {
    if (closed_) return deny_because(decision_source::closed);
    if (!options_.callback) return deny_because(decision_source::callback, "no permission callback is configured");
    if (open_.size() >= options_.limits.max_open_questions)
        return deny_because(decision_source::limit, "too many questions are open");
    if (question.input->size_bytes() > options_.limits.max_open_bytes - std::min(open_bytes_, options_.limits.max_open_bytes))
        return deny_because(decision_source::limit, "the inputs of the open questions are too large");
    return std::nullopt;
}

void permission_gate::core::call_user(const std::shared_ptr<const permission_question>& question,
                                      std::stop_token stop) {
    std::string fault;
    try {
        options_.callback(permission_request(question, weak_from_this(), std::move(stop)));
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
    if (yes != nullptr && weight(yes->updates) > options_.limits.max_updates)
        return failed(question, "the answer carries too many updates");
    if (yes != nullptr) yes->updates = acceptable(std::move(yes->updates));
    const auto input = yes != nullptr && yes->edited_input ? make_input(*yes->edited_input) : question.input;
    const tool_call call = question.call_with(*input);

    std::string scratch;
    std::optional<settlement> settled;
    open_question ended;
    while (!settled) {
        const snapshot seen = current();
        const rule_findings found = seen.rules->match(call, scratch);
        const std::lock_guard lock(mutex_);
        const auto at = open_.find(question.id);
        if (at == open_.end()) break;
        if (seen.epoch != epoch_) continue;
        settled = service_.resolve(question, found, std::move(result));
        ended = take(at);
    }
    if (settled) finish(std::move(ended), std::move(*settled));
    else record_late(question);
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

permission_gate::core::open_question permission_gate::core::take(question_table::iterator at) {
    open_question taken = std::move(at->second);
    open_bytes_ -= taken.question->input->size_bytes();
    if (taken.question->deadline) deadlines_.erase({*taken.question->deadline, taken.question->id});
    open_.erase(at);
    return taken;
}

void permission_gate::core::finish(open_question ended, settlement settled) {
    const permission_question& question = *ended.question;
    if (!record(settled.decided, question.request_id, question.tool_name, time_->now() - question.asked_at) &&
        settled.decided.allowed())
        settled = {.decided = deny_because(decision_source::fault, "the audit record could not be written")};
    // Before the answer leaves: the peer's next call shall meet the rules that came with it.
    const bool changed = settled.decided.allowed() && apply(settled.updates, rule_origin::answer);
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

bool permission_gate::core::record(const verdict& decided, std::string_view request_id, std::string_view tool_name,
                                   duration latency) {
    const bool accepted = audit_.record({.what = audit_event::kind::decision,
                                         .request_id = request_id,
                                         .tool_name = tool_name,
                                         .decided = &decided,
                                         .latency = latency});
    return accepted || options_.when_audit_fails == audit_failure::go_on;
}

void permission_gate::core::record_protocol(std::string_view request_id, std::string_view what) {
    audit_.record({.what = audit_event::kind::protocol, .request_id = request_id, .reason = what});
}

permission_mode permission_gate::core::mode() const {
    const std::lock_guard lock(mutex_);
    return service_.mode();
}

bool permission_gate::core::set_mode(permission_mode mode, peer_mode limit) {
    if (!switch_mode(mode, limit)) return false;
    judge_open_questions();
    return true;
}

bool permission_gate::core::switch_mode(permission_mode mode, peer_mode limit) {
    const std::lock_guard lock(mutex_);
    if (!peer_may_change(limit, service_.mode(), mode)) return false;
    if (service_.mode() == mode) return true;
    service_.set_mode(mode);
    ++epoch_;
    return true;
}

rule_set::pointer permission_gate::core::rules() const { return current().rules; }

void permission_gate::core::set_rules(rule_set::pointer rules) {
    {
        const std::lock_guard lock(mutex_);
        rules_ = rules ? std::move(rules) : rule_set::empty();
        ++epoch_;
    }
    judge_open_questions();
}

// Updates that may be accepted from a peer or an answer.
std::vector<permission_update> permission_gate::core::acceptable(std::vector<permission_update> updates) const {
    std::erase_if(updates, unconstrained_allow);
    return updates;
}

std::vector<permission_update> permission_gate::core::accept_suggestions(std::span<const permission_update> suggestions) {
    std::vector<permission_update> accepted = acceptable({suggestions.begin(), suggestions.end()});
    std::erase_if(accepted, [](const permission_update& each) { return each.what == permission_update::kind::set_mode; });
    if (weight(accepted) > options_.limits.max_updates) accepted.clear();
    if (apply(accepted, rule_origin::peer)) judge_open_questions();
    return accepted;
}

// Open questions are to be judged again when this says that something has changed.
bool permission_gate::core::apply(std::span<const permission_update> updates, rule_origin origin) {
    bool changed = false;
    for (const auto& update : updates) {
        if (update.what == permission_update::kind::set_mode)
            changed |= switch_mode(update.mode, from_peer(update) ? options_.peer_may_set : peer_mode::any);
        else if (update.what != permission_update::kind::opaque)
            changed |= apply_rules(update, origin);
    }
    return changed;
}

bool permission_gate::core::apply_rules(const permission_update& update, rule_origin origin) {
    while (true) {
        const snapshot seen = current();
        auto next = seen.rules->apply(update, origin);
        if (!next) return false;  // over the bound: the allow stands, the rule is not kept
        const std::lock_guard lock(mutex_);
        if (seen.epoch != epoch_) continue;
        rules_ = std::move(*next);
        ++epoch_;
        return true;
    }
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
        judge(question->call(), scratch, [&](verdict judged) {
            const auto at = open_.find(question->id);
            if (at == open_.end() || judged.asks()) return;
            decided = std::move(judged);
            ended = take(at);
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
