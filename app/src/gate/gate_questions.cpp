#include "gate_questions.hpp"

#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace assent {
namespace {

// Nothing when the question is to wait for ever, or so long that it comes to the same.
std::optional<time_point> deadline_of(time_point asked_at, duration timeout) {
    if (timeout <= duration::zero() || timeout >= time_point::max() - asked_at) return std::nullopt;
    return asked_at + timeout;
}

// What a prompt shows of the call itself.
void show(permission_question& question, const call_reading& reading, const tool_definition* definition,
          std::string& scratch) {
    const tool_call& call = reading.call();
    question.does = what_commands_do(reading, definition);
    question.commands = commands_of_call(reading, definition);
    question.operation = operation_of(call, definition, scratch);
    question.path = display_text(path_of(call, definition, scratch));
    preview shown = preview_of(call, definition, scratch);
    question.preview = std::move(shown.text);
    question.preview_cut = shown.cut;
}

void explain_risk(permission_question& question, const verdict& decided) {
    question.risk = decided.risk;
    question.factors = decided.factors;
    if (question.told_risk() < risk_level::high) return;
    // What is installed can be taken out again; what it brings with it has run by then.
    question.warning = worst_of(question.effects) == call_effect::installs
                           ? "It may run what it brings. Look at it closely before you allow it."
                           : "This may not be possible to undo. Look at it closely before you allow it.";
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

question_id gate_questions::ask(const tool_call& given, std::string_view request_id,
                                permission_gate::on_settled settled, std::weak_ptr<answer_sink> answers) {
    std::string why_not = judge_.why_not(given);
    const auto seen = state_.current();
    const tool_definition* const definition = seen->basis->definition(given.tool_name);
    const resolved_call judged = judge_.resolved(given, *seen);
    const tool_call& call = judged.call();
    std::string scratch;
    permission_question made = make_question(call, request_id);
    show(made, judged.reading(), definition, scratch);
    made.suggestions = updates_.acceptable(std::move(made.suggestions));
    made.asked_at = record_.now();
    made.deadline = deadline_of(made.asked_at, seen->basis->settings().question_timeout);
    if (call.answer_until && (!made.deadline || *call.answer_until < *made.deadline))
        made.deadline = call.answer_until;

    verdict decided;
    open_question entry;
    entry.settled = std::move(settled);
    std::shared_ptr<const permission_question> question;
    std::stop_token stop;
    entry.bytes = made.memory_bytes();
    judge_.judge(judged, scratch, [&](const call_findings& found) {
        decided = state_.service().check(call, found, made.asked_at);
        judge_.say_why(decided, judged, found);
        if (!why_not.empty()) decided = deny_because(decision_source::fault, std::move(why_not));
        made.id = question_id{++last_id_};
        made.once_only = decided.must_ask;
        made.why = decided.reason();
        made.concern = decided.concern;
        made.cause = decided.cause();
        made.asked_because = decided.source;
        if (made.once_only) made.suggestions.clear();
        if (decided.asks())
            if (auto refused = refused_to_open(entry.bytes)) decided = std::move(*refused);
        if (decided.asks()) {
            state_.service().describe(made, found, made.asked_at);
            state_.service().asked(call, made.asked_at);
        }
        explain_risk(made, decided);
        question = std::make_shared<const permission_question>(std::move(made));
        entry.question = question;
        if (!decided.asks()) return;
        stop = entry.stop.get_token();
        entry.in_callback = true;
        entry.asked_because = decided.source;
        entry.conversation = memory_.conversation();
        entry.demanded = demand_of(call, decided);
        open_.add(std::move(entry));
    });
    if (decided.asks())
        call_user({question, std::move(answers), std::move(stop)});
    else
        finish(std::move(entry), {.decided = std::move(decided)});
    return question->id;
}

std::optional<verdict> gate_questions::refused_to_open(std::size_t bytes) const {
    if (closed_) return deny_because(decision_source::closed);
    if (!callback_) return deny_because(decision_source::callback, "no permission callback is configured");
    if (open_.size() >= limits_.max_open_questions)
        return deny_because(decision_source::limit, "too many questions are open");
    if (bytes > limits_.max_open_bytes - std::min(open_.bytes(), limits_.max_open_bytes))
        return deny_because(decision_source::limit, "the open questions are too large");
    return std::nullopt;
}

void gate_questions::call_user(permission_request request) {
    const auto question = request.share_question();
    std::string fault;
    try {
        callback_(std::move(request));
    } catch (const std::exception& error) {
        fault = std::string("the permission callback failed: ") + error.what();
    } catch (...) {
        fault = "the permission callback failed";
    }
    if (!fault.empty()) {
        settle(question->id, decision_source::fault, std::move(fault));
        return;
    }
    const bool dropped = state_.locked([&] {
        auto* const open = open_.find(question->id);
        if (open != nullptr) open->in_callback = false;
        return open != nullptr && open->dropped;
    });
    if (dropped) settle(question->id, decision_source::callback, "the permission callback gave no answer");
}

void gate_questions::dropped(const permission_question& question) noexcept {
    const bool over = state_.locked([&] {
        auto* const open = open_.find(question.id);
        if (open == nullptr) return true;
        // An exception may be on its way out of the callback; it knows better why.
        open->dropped = true;
        return open->in_callback;
    });
    if (over) return;
    try {
        settle(question.id, decision_source::callback, "the permission callback gave no answer");
    } catch (...) {
        // Only memory can be short here; the question then ends by its deadline or with the gate.
    }
}

bool gate_questions::answer(const permission_question& question, permission_result result) {
    auto* const yes = std::get_if<allow_result>(&result);
    if (yes != nullptr && weight(yes->updates) > limits_.max_updates)
        return failed(question, "the answer carries too many updates");
    // The deadline counts, also where nobody has looked at the clock since.
    if (question.deadline && record_.now() >= *question.deadline) {
        settle(question.id, decision_source::timeout);
        record_.late(question);
        return false;
    }
    const auto input = yes != nullptr && yes->edited_input ? make_input(*yes->edited_input) : question.input;
    const auto now = state_.current();
    // A rule that comes with the answer may be for a folder.
    const resolved_call judged = judge_.resolved(question.call_with(*input), *now, true);
    const call_reading& reading = judged.reading();

    std::string scratch;
    const auto about = std::visit([](const auto& answer) { return answer.about; }, result);
    const bool about_covers = about && proven(*about, reading, *now->basis);
    const std::string left_out = yes == nullptr ? std::string() : updates_.leave_out(*yes, *now, reading);
    std::optional<settlement> settled;
    std::optional<open_question> ended;
    judge_.judge(judged, scratch, [&](const call_findings& found) {
        if (open_.find(question.id) == nullptr) return;
        settled = state_.service().resolve(question, found, std::move(result), about_covers);
        if (settled->kept) settled->kept->number = memory_.number_answer();
        if (settled->decided.allowed() && !left_out.empty())
            settled->refused.append(settled->refused.empty() ? "" : "; ").append(left_out);
        ended = open_.take(question.id);  // last: what throws before leaves it open
    });
    if (settled)
        finish(std::move(*ended), std::move(*settled));
    else
        record_.late(question);
    return settled.has_value();
}

bool gate_questions::answer(question_id id, permission_result result) {
    const auto question = state_.locked([&] {
        const auto* const open = open_.find(id);
        return open == nullptr ? nullptr : open->question;
    });
    return question && answer(*question, std::move(result));
}

bool gate_questions::failed(const permission_question& question, std::string why) {
    if (settle(question.id, decision_source::fault, std::move(why))) return true;
    record_.late(question);
    return false;
}

void gate_questions::finish(open_question ended, settlement settled) {
    const permission_question& question = *ended.question;
    // An answer, or that there is none, changes nothing about how risky the call was found to be.
    if (const auto by = settled.decided.source;
        by == decision_source::callback || by == decision_source::timeout ||
        by == decision_source::cancelled || by == decision_source::closed) {
        settled.decided.risk = question.risk;
        settled.decided.factors = question.factors;
    }
    const duration latency = record_.now() - question.asked_at;
    // On record is what was allowed, which an answer may have changed.
    const auto input = settled.edited_input ? make_input(*settled.edited_input) : question.input;
    const tool_call asked = question.call_with(*input);
    audit_event event = event_of(settled.decided, asked, question.request_id, latency);
    event.asked_because = ended.asked_because;
    event.question = question.id;
    event.edited = settled.edited_input.has_value();
    if (!record_.decision(event) && settled.decided.allowed())
        settled = {.decided = deny_because(decision_source::fault, std::string(unrecorded_reason))};
    record_.log_decision(settled.decided, question.tool_name);
    // Before the answer leaves: the peer's next call shall meet what came with it.
    bool changed = false;
    if (settled.decided.allowed()) {
        const auto done = settled.updates_together ? updates_.apply_together(settled.updates)
                                                   : updates_.apply(settled.updates, rule_origin::answer);
        changed = done.changed;
        if (!done.left_out.empty())
            settled.refused.append(settled.refused.empty() ? "" : "; ").append(done.left_out);
        state_.locked([&] { state_.service().allowed_knowingly(question.call()); });
    }
    if (!settled.refused.empty()) record_.not_kept(question, settled.refused);
    if (settled.kept) {
        const bool stored = memory_.store(*settled.kept, ended.conversation);
        changed |= stored;
        if (!stored) settled.kept->keep = remember::none;
        const auto now = state_.current();
        if (auto update = update_to_keep(*settled.kept, question.tool_name, *now->basis, *now->rules))
            settled.updates.push_back(std::move(*update));
    }
    if (settled.decided.allowed()) updates_.tell(question, settled.updates);
    if (question.from_hook && !settled.edited_input)
        memory_.keep_for_question(question.call(), settled.decided, ended.conversation,
                                  std::move(ended.demanded));
    if (ended.settled) ended.settled(ended.question, std::move(settled));
    ended.stop.request_stop();
    if (changed) judge_again();
}

bool gate_questions::settle(question_id id, decision_source why, std::string detail) {
    auto ended = state_.locked([&] { return open_.take(id); });
    if (!ended) return false;
    finish(std::move(*ended), {.decided = deny_because(why, std::move(detail))});
    return true;
}

void gate_questions::close() {
    const auto questions = state_.locked([this] {
        closed_ = true;
        return open_.questions();
    });
    for (const auto& question : questions) settle(question->id, decision_source::closed);
}

// A question that today's rules or mode decide need not wait any longer.
void gate_questions::judge_again() {
    const auto questions = state_.locked([this] { return open_.questions(); });
    std::string scratch;
    for (const auto& question : questions) {
        std::optional<open_question> ended;
        verdict decided;
        const auto seen = state_.current();
        const resolved_call judged = judge_.resolved(question->call(), *seen);
        const time_point now = record_.now();
        judge_.judge(judged, scratch, [&](const call_findings& found) {
            if (open_.find(question->id) == nullptr) return;
            decided = state_.service().check(judged.call(), found, now, true);
            // Who has paused the questions has those that are open before them.
            if (!decided.asks() && decided.source != decision_source::pause) ended = open_.take(question->id);
        });
        if (ended) finish(std::move(*ended), {.decided = std::move(decided)});
    }
}

void gate_questions::tick() {
    const time_point now = record_.now();
    const auto over = state_.locked([&] { return open_.due(now); });
    for (const question_id id : over) settle(id, decision_source::timeout);
}

}  // namespace assent
