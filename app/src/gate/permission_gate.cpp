#include "gate_core.hpp"

#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

namespace assent {
namespace {

judgement_basis::pointer basis_of(gate_options& options) {
    if (options.basis) return options.basis;
    auto made =
        judgement_basis::make(std::move(options.policy), std::move(options.tools), std::move(options.risk));
    if (!made) throw std::invalid_argument("policy: `" + made.error().where + "`: " + made.error().message);
    return *made;
}

rule_set::pointer rules_of(const gate_options& options, const judgement_basis& basis) {
    if (!options.rules) return basis.rules();
    // Both are shared between gates: looking at every rule again is not for each of them.
    if (options.basis) return options.rules;
    auto made = basis.as_registered(options.rules);
    if (!made) throw std::invalid_argument("rules: " + made.error().message);
    return *made;
}

gate_state state_of(gate_options& options) {
    auto basis = basis_of(options);
    auto rules = rules_of(options, *basis);
    return {std::move(basis), std::move(rules)};
}

// Nothing forbids the call; it is denied because `dont_ask` asks nobody.
bool not_asked_in(permission_mode mode, const verdict& decided) {
    return mode == permission_mode::dont_ask && decided.denied() && decided.source == decision_source::mode;
}

}  // namespace

permission_gate::core::core(gate_options options, std::shared_ptr<const clock> time,
                            std::shared_ptr<audit_sink> audit)
    : callback_(std::move(options.callback)),
      limits_(options.limits),
      paths_(std::move(options.paths)),
      repositories_(std::move(options.repositories)),
      on_updates_(std::move(options.on_updates)),
      log_(std::move(options.log)),
      time_(time),
      audit_(std::move(audit), std::move(time)),
      state_(state_of(options)) {
    record_switches(basis()->settings());
}

// Whoever reads the record shall know that allow rules meant more than they usually do.
void permission_gate::core::record_switches(const policy& settings) {
    std::string on = to_string(settings.switches);
    if (settings.allow_overbroad) on.append(on.empty() ? "" : ", ").append("allow_overbroad");
    if (on.empty()) return;
    audit_.record({.what = audit_event::kind::settings, .reason = on});
}

verdict permission_gate::core::check(const tool_call& given, std::string_view request_id,
                                     std::string& scratch, std::optional<time_point> now,
                                     audit_trail::batch* into) {
    if (!given.from_hook && !given.tool_use_id.empty() && hooks_wait_.load(std::memory_order_acquire))
        if (auto known = decided_by_hook(given, scratch)) return std::move(*known);
    // A constructor of its own, so that it is not cleared as a whole: it is thousands of bytes.
    struct slot {
        slot() noexcept {}
        std::optional<resolved_call> call;
    } led;
    time_point from;
    const auto examine = [&](const snapshot& seen) {
        const tool_facts tool = seen.about(given);
        led.call.emplace(given, tool.definition, paths_.get(), repositories_.get(),
                         &seen.basis->settings().switches, seen.rules.get());
        from = now ? *now : time_->now();
        return seen.examine(led.call->reading(), tool, scratch);
    };
    const auto judge = [&](const call_findings& found) {
        verdict checked = state_.service().check(led.call->call(), found, from);
        say_why(checked, *led.call, found);
        return checked;
    };
    // A return of its own: this verdict is made where it goes.
    return [&] {
        verdict decided = state_.with_latest(examine, judge);
        if (!decided.asks())
            settle_checked(led.call->call(), request_id, from, now.has_value(), into, decided);
        return decided;
    }();
}

// Logs and records a decision; without a record it may become a denial.
void permission_gate::core::settle_checked(const tool_call& call, std::string_view request_id,
                                           time_point from, bool of_batch, audit_trail::batch* into,
                                           verdict& decided) {
    if (log_) log_decision(decided, call.tool_name);
    if (audit_.present()) {
        // What is kept for a question has to be on record first: the question is answered without a record.
        if (into != nullptr && !call.from_hook)
            into->record(
                event_of(decided, call, request_id, of_batch ? duration::zero() : time_->now() - from));
        else if (!record(event_of(decided, call, request_id, time_->now() - from)) && decided.allowed())
            decided = deny_because(decision_source::fault, std::string(unrecorded_reason));
    }
    if (call.from_hook) keep_for_question(call, decided);
}

void permission_gate::core::keep_for_question(const tool_call& call, const verdict& decided,
                                              std::optional<std::uint64_t> conversation,
                                              std::optional<question_demand> demanded) {
    if (call.tool_use_id.empty()) return;
    hook_decisions::entry made{std::string(call.tool_name),
                               std::string(call.agent_id),
                               call.input.retain(),
                               call_place(call),
                               decided,
                               std::move(demanded)};
    made.valid_until = time_->now() + hook_decision_lifetime;
    state_.locked([&] {
        if (conversation && *conversation != conversation_) return;
        made.epoch = state_.epoch();
        by_hook_.put(call.tool_use_id, std::move(made), limits_.max_open_bytes);
        hooks_wait_.store(true, std::memory_order_release);
    });
}

// The decision that a hook was given about this very use; nothing when there is none, or when it would be
// another one today.
std::optional<verdict> permission_gate::core::decided_by_hook(const tool_call& given, std::string& scratch) {
    const judgement_basis::pointer policies = basis();
    const resolved_call judged = resolved(given, *policies);
    const tool_call& call = judged.call();
    const auto known = state_.locked([&] {
        auto taken = by_hook_.take(call.tool_use_id);
        hooks_wait_.store(!by_hook_.empty(), std::memory_order_release);
        return taken;
    });
    const time_point now = time_->now();
    if (!known || now >= known->valid_until || known->tool_name != call.tool_name ||
        known->agent_id != call.agent_id || !same_input(call.input, *known->input) ||
        call_place(call) != known->place)
        return std::nullopt;
    bool still = false;
    judge(judged, scratch, [&](const call_findings& found) {
        const verdict today = state_.service().judge(call, found, now, true);
        // A grant may have been used up by this very decision, and an answer holds once; everything else has
        // to hold today.
        const auto source = known->decided.source;
        const bool for_once = source == decision_source::grant || source == decision_source::callback;
        const bool undecided = today.asks() || not_asked_in(state_.service().mode(), today);
        const bool heard = !today.must_ask ||
                           (source == decision_source::callback && known->demanded == demand_of(call, today));
        const bool held = for_once && known->epoch == state_.epoch() && undecided && heard;
        // What a grant would allow today has to take one of its uses.
        const bool allowed_today =
            today.allowed() && (today.source != decision_source::grant || source == decision_source::grant);
        still = known->decided.denied() || allowed_today || held;
    });
    if (!still) return std::nullopt;
    return known->decided;
}

explanation permission_gate::core::explain(const tool_call& given) {
    const auto seen = state_.current();
    const resolved_call judged = resolved(given, *seen->basis);
    const tool_call& call = judged.call();
    const time_point now = time_->now();
    std::string scratch;
    explanation made;
    consider(*seen->rules, judged.reading(), seen->basis->definition(call.tool_name), seen->basis->settings(),
             made);
    judge(judged, scratch, [&](const call_findings& found) {
        made.decided = state_.service().judge(call, found, now, false, &made);
        say_why(made.decided, judged, found);
    });
    return made;
}

audit_event permission_gate::core::event_of(const verdict& decided, const tool_call& call,
                                            std::string_view request_id, duration latency) {
    audit_event event{.what = audit_event::kind::decision, .request_id = request_id};
    event.tool_name = call.tool_name;
    event.own_name = call.own_name;
    event.tool_use_id = call.tool_use_id;
    event.agent_id = call.agent_id;
    event.input = &call.input;
    event.decided = &decided;
    event.latency = latency;
    return event;
}

bool permission_gate::core::record(const audit_event& event) {
    return audit_.record(event) || goes_on_without_record();
}

bool permission_gate::core::goes_on_without_record() const {
    return basis()->settings().audit.on_failure == audit_failure::go_on;
}

bool permission_gate::core::record_execution(audit_event event) {
    event.what = audit_event::kind::execution;
    return audit_.record(event);
}

void permission_gate::core::record_protocol(std::string_view request_id, std::string_view what) {
    audit_.record({.what = audit_event::kind::protocol, .request_id = request_id, .reason = what});
}

void permission_gate::core::record_policy_change(std::string_view what) {
    audit_.record({.what = audit_event::kind::policy, .reason = what});
}

bool permission_gate::core::answer_open(question_id id, permission_result result) {
    const auto question = state_.locked([&] {
        const auto* const open = questions_.find(id);
        return open == nullptr ? nullptr : open->question;
    });
    return question && answer(*question, std::move(result));
}

permission_mode permission_gate::core::mode() const {
    return state_.locked([this] { return state_.service().mode(); });
}

peer_mode permission_gate::core::peer_may_set() const { return basis()->settings().peer_may_set; }

void permission_gate::core::set_mode(permission_mode mode) {
    switch_mode(mode, peer_mode::any);
    judge_open_questions();
}

bool permission_gate::core::set_mode_for_peer(permission_mode mode) {
    if (!switch_mode(mode, peer_may_set(), true)) return false;
    judge_open_questions();
    return true;
}

bool permission_gate::core::switch_mode(permission_mode mode, peer_mode limit, bool by_peer) {
    return state_.locked([&] { return state_.switch_mode(mode, limit, by_peer); });
}

rule_set::pointer permission_gate::core::rules() const { return state_.current()->rules; }

void permission_gate::core::set_rules(rule_set::pointer rules) {
    if (!rules) rules = rule_set::empty();
    if (auto made = basis()->as_registered(rules)) rules = std::move(*made);
    state_.locked([&] { state_.set_rules(std::move(rules)); });
    judge_open_questions();
}

judgement_basis::pointer permission_gate::core::basis() const {
    return state_.locked([this] { return state_.service().basis(); });
}

bool permission_gate::core::set_policy(judgement_basis::pointer basis, rule_set::pointer rules) {
    if (!basis) return false;
    if (!rules) rules = basis->rules();
    // Stored without a question, because the host took the risk; it no longer does.
    const bool trusts_peers = basis->settings().mode == permission_mode::allow;
    std::size_t dropped = 0;
    const auto merge = [&](const snapshot& seen) {
        const auto kept = trusts_peers ? seen.rules : seen.rules->without_suggested_allows();
        dropped = seen.rules->size() - kept->size();
        return kept->onto(*rules);
    };
    const bool merged =
        state_.with_latest(merge, [&](boost::system::result<rule_set::pointer, invalid_rule> next) {
            if (next) state_.set_basis(basis, std::move(*next));
            return next.has_value();
        });
    if (!merged) return false;
    log(log_level::info, "another policy is in force");
    record_switches(basis->settings());
    if (dropped > 0)
        record_not_kept("the policy's mode is no longer allow: " + std::to_string(dropped) +
                        " allow rules that the peer suggested are dropped");
    judge_open_questions();
    return true;
}

void permission_gate::core::log(log_level level, std::string_view message,
                                std::initializer_list<log_field> fields) const {
    if (!log_) return;
    try {
        log_({level, message, {fields.begin(), fields.size()}});
    } catch (...) {
        // A log that fails must not cost anybody an answer.
    }
}

// What people look for when they wonder why they were not asked.
void permission_gate::core::log_decision(const verdict& decided, std::string_view tool_name) const {
    if (!log_) return;
    if (decided.rate_limited())
        log(log_level::warn, decided.detail, {{"tool", tool_name}});
    else
        log(log_level::debug, decided.was_remembered() ? "answered from memory" : "decided",
            {{"tool", tool_name},
             {"outcome", to_string(decided.decision)},
             {"source", to_string(decided.source)}});
}

// The life of a question: opened, answered, dropped, timed out, withdrawn.

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
    const judgement_basis::pointer policies = basis();
    const tool_definition* const definition = policies->tools().find(given.tool_name);
    const resolved_call judged = resolved(given, *policies);
    const tool_call& call = judged.call();
    std::string scratch;
    permission_question made = make_question(call, request_id);
    show(made, judged.reading(), definition, scratch);
    made.suggestions = acceptable(std::move(made.suggestions));
    made.asked_at = time_->now();
    made.deadline = deadline_of(made.asked_at, policies->settings().question_timeout);

    verdict decided;
    open_question entry;
    entry.settled = std::move(settled);
    std::shared_ptr<const permission_question> question;
    std::stop_token stop;
    entry.bytes = made.memory_bytes();
    judge(judged, scratch, [&](const call_findings& found) {
        decided = state_.service().check(call, found, made.asked_at);
        say_why(decided, judged, found);
        made.id = question_id{++last_id_};
        made.once_only = decided.must_ask;
        made.why = decided.reason();
        made.concern = decided.concern;
        made.cause = decided.cause();
        made.asked_because = decided.source;
        explain_risk(made, decided);
        if (made.once_only) made.suggestions.clear();
        if (decided.asks())
            if (auto refused = refused_to_open(entry.bytes)) decided = std::move(*refused);
        if (decided.asks()) {
            state_.service().describe(made, found, made.asked_at);
            state_.service().asked(call, made.asked_at);
        }
        question = std::make_shared<const permission_question>(std::move(made));
        entry.question = question;
        if (!decided.asks()) return;
        stop = entry.stop.get_token();
        entry.in_callback = true;
        entry.asked_because = decided.source;
        entry.conversation = conversation_;
        entry.demanded = demand_of(call, decided);
        questions_.add(std::move(entry));
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
    if (questions_.size() >= limits_.max_open_questions)
        return deny_because(decision_source::limit, "too many questions are open");
    if (bytes > limits_.max_open_bytes - std::min(questions_.bytes(), limits_.max_open_bytes))
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
    const bool dropped = state_.locked([&] {
        auto* const open = questions_.find(question->id);
        if (open != nullptr) open->in_callback = false;
        return open != nullptr && open->dropped;
    });
    if (dropped) settle(question->id, decision_source::callback, "the permission callback gave no answer");
}

void permission_gate::core::dropped(const permission_question& question) noexcept {
    const bool over = state_.locked([&] {
        auto* const open = questions_.find(question.id);
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
    const auto now = state_.current();
    const resolved_call judged = resolved(question.call_with(*input), *now->basis);
    const call_reading& reading = judged.reading();

    std::string scratch;
    const auto about = std::visit([](const auto& answer) { return answer.about; }, result);
    const bool about_covers = about && proven(*about, reading, *now->basis);
    const std::string left_out = yes == nullptr ? std::string() : leave_out(*yes, *now, reading);
    std::optional<settlement> settled;
    std::optional<open_question> ended;
    judge(judged, scratch, [&](const call_findings& found) {
        if (questions_.find(question.id) == nullptr) return;
        settled = state_.service().resolve(question, found, std::move(result), about_covers);
        if (settled->kept) settled->kept->number = ++last_answer_;
        if (settled->decided.allowed() && !left_out.empty())
            settled->refused.append(settled->refused.empty() ? "" : "; ").append(left_out);
        ended = questions_.take(question.id);  // last: what throws before leaves it open
    });
    if (settled)
        finish(std::move(*ended), std::move(*settled));
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
    const tool_call asked = question.call_with(*input);
    audit_event event = event_of(settled.decided, asked, question.request_id, latency);
    event.asked_because = ended.asked_because;
    event.question = question.id;
    event.edited = settled.edited_input.has_value();
    if (!record(event) && settled.decided.allowed())
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
    auto ended = state_.locked([&] { return questions_.take(id); });
    if (!ended) return false;
    finish(std::move(*ended), {.decided = deny_because(why, std::move(detail))});
    return true;
}

void permission_gate::core::cancel(question_id id, decision_source why) { settle(id, why); }

void permission_gate::core::close() {
    const auto questions = state_.locked([this] {
        closed_ = true;
        return questions_.questions();
    });
    for (const auto& question : questions) settle(question->id, decision_source::closed);
}

// A question that today's rules or mode decide need not wait any longer.
void permission_gate::core::judge_open_questions() {
    const auto questions = state_.locked([this] { return questions_.questions(); });
    const judgement_basis::pointer policies = basis();
    std::string scratch;
    for (const auto& question : questions) {
        std::optional<open_question> ended;
        verdict decided;
        const resolved_call judged = resolved(question->call(), *policies);
        const time_point now = time_->now();
        judge(judged, scratch, [&](const call_findings& found) {
            if (questions_.find(question->id) == nullptr) return;
            decided = state_.service().check(judged.call(), found, now, true);
            if (!decided.asks()) ended = questions_.take(question->id);
        });
        if (ended) finish(std::move(*ended), {.decided = std::move(decided)});
    }
}

std::optional<time_point> permission_gate::core::next_deadline() const {
    return state_.locked([this] { return questions_.next_deadline(); });
}

void permission_gate::core::tick() {
    const time_point now = time_->now();
    const auto over = state_.locked([&] { return questions_.due(now); });
    for (const question_id id : over) settle(id, decision_source::timeout);
}

std::size_t permission_gate::core::open_questions() const {
    return state_.locked([this] { return questions_.size(); });
}

// Grants, remembered decisions and trust.

std::string permission_gate::core::key_of(std::string_view tool) const {
    const auto policies = basis();
    return std::string(policies->about(tool).key);
}

std::string permission_gate::core::add_scope(const permission_rule& rule) {
    std::string key = rule.key();
    if (key.size() > max_stored_key_bytes)
        return "the rule takes more than " + std::to_string(max_stored_key_bytes) + " bytes as a key";
    const auto same = [&](const auto& each) { return each->key == key; };
    if (std::any_of(state_.scopes().begin(), state_.scopes().end(), same)) return {};
    scope_list next(state_.scopes());
    if (next.size() >= max_decision_scopes) {
        const time_point now = time_->now();
        std::erase_if(next, [&](const auto& each) {
            const std::string_view name = each->key;
            return state_.service().grants().find({&name, 1}, now) == nullptr &&
                   state_.service().remembered().find({&name, 1}, now) == nullptr;
        });
        if (next.size() >= max_decision_scopes) return "there are too many narrowed decisions";
    }
    // One that cannot be compiled by what is registered covers nothing unproven as it is.
    const auto compiled = state_.service().basis()->as_registered(rule);
    next.push_back(
        std::make_shared<const decision_scope>(decision_scope{std::move(key), compiled ? *compiled : rule}));
    state_.set_scopes(std::move(next));
    return {};
}

// Answers are stored after they are on record, and one may overtake another on the way.
bool permission_gate::core::newer_answer_about(const kept_answer& kept) {
    if (kept.number == 0) return false;
    if (last_stored_.size() >= max_remembered) last_stored_.clear();
    std::uint64_t& last = last_stored_[kept.key];
    if (kept.number < last) return true;
    last = kept.number;
    return false;
}

// Open questions are to be judged again when this says that something is stored.
bool permission_gate::core::store(const kept_answer& kept, std::optional<std::uint64_t> conversation) {
    const moment at{time_->now(), time_->wall()};
    const std::string flaw = state_.locked([&]() -> std::string {
        if (conversation && *conversation != conversation_)
            return "the conversation it was meant for is over";
        if (newer_answer_about(kept)) return "a newer answer about the same calls has come meanwhile";
        if (kept.about)
            if (std::string why = add_scope(*kept.about); !why.empty()) return why;
        return state_.service().store(kept, at);
    });
    if (!flaw.empty()) {
        log(log_level::warn, "not kept: " + flaw, {{"key", kept.key}});
        return false;
    }
    log(log_level::debug, "kept",
        {{"key", kept.key},
         {"outcome", kept.approved ? "allow" : "deny"},
         {"by", kept.by},
         {"remember", to_string(kept.keep)},
         {"trust", kept.trust ? "yes" : "no"},
         {"grant", kept.grant ? "yes" : "no"}});
    return true;
}

bool permission_gate::core::give_grant(std::string_view tool, grant_terms terms, std::string by) {
    kept_answer kept;
    kept.key = key_of(tool);
    kept.approved = true;
    kept.by = std::move(by);
    kept.grant = terms;
    const bool given = store(kept);
    if (given) judge_open_questions();
    return given;
}

bool permission_gate::core::give_grant(const permission_rule& rule, grant_terms terms, std::string by) {
    if (rule.behavior() != rule_behavior::allow) return false;
    kept_answer kept;
    kept.key = rule.key();
    kept.approved = true;
    kept.by = std::move(by);
    kept.grant = terms;
    kept.about = rule;
    const bool given = store(kept);
    if (given) judge_open_questions();
    return given;
}

void permission_gate::core::remember_decision(std::string_view tool, bool approved, std::string by,
                                              std::optional<duration> lasts) {
    kept_answer kept;
    kept.key = key_of(tool);
    kept.approved = approved;
    kept.by = std::move(by);
    kept.keep = remember::session;
    kept.keep_for = lasts;
    if (store(kept)) judge_open_questions();
}

bool permission_gate::core::trust(std::string_view tool) {
    const auto policies = basis();
    call_findings known;
    const tool_facts facts = policies->about(tool);
    known.definition = facts.definition;
    known.settings = facts.settings;
    known.risk.safety = safety_class::confirm;
    if (!known.may_trust()) {
        log(log_level::warn, "this tool cannot be trusted for a session", {{"tool", tool}});
        return false;
    }
    kept_answer kept;
    kept.key = kept.tool_key = key_of(tool);
    kept.approved = true;
    kept.trust = true;
    store(kept);
    judge_open_questions();
    return true;
}

bool permission_gate::core::forget(std::string_view key) {
    const bool any = with_service([&](auto& service, moment) { return service.remembered().clear(key); });
    if (any) log(log_level::debug, "forgotten", {{"key", key}});
    return any;
}

std::size_t permission_gate::core::forget_all() {
    const auto count = with_service([](auto& service, moment) { return service.remembered().clear_all(); });
    log(log_level::debug, "all decisions forgotten", {{"count", std::to_string(count)}});
    return count;
}

void permission_gate::core::end_conversation() {
    const auto count = with_service([this](auto& service, moment) {
        ++conversation_;
        by_hook_.clear();
        last_stored_.clear();
        return service.remembered().end_conversation() + service.grants().revoke_all();
    });
    log(log_level::debug, "the conversation is over: decisions, trust and grants are forgotten",
        {{"count", std::to_string(count)}});
}

void permission_gate::core::begin_conversation_of_peer() {
    const auto count = with_service([this](auto& service, moment) {
        ++conversation_;
        by_hook_.clear();
        last_stored_.clear();
        return service.remembered().end_conversation(true) + service.grants().revoke_all();
    });
    log(log_level::debug, "the peer begins another conversation: approvals, trust and grants are forgotten",
        {{"count", std::to_string(count)}});
}

bool permission_gate::core::revoke_grant(std::string_view key) {
    const bool any = with_service([&](auto& service, moment) { return service.grants().revoke(key); });
    if (any) log(log_level::debug, "grant revoked", {{"key", key}});
    return any;
}

// Scopes for all narrowed decisions, the denials first; those that there is no room for are forgotten.
std::size_t permission_gate::core::forget_without_scope(time_point now) {
    std::size_t forgotten = 0;
    const auto all = state_.service().remembered().list(now);
    for (const bool approved : {false, true})
        for (const auto& each : all) {
            if (!each.about || each.approved != approved || add_scope(*each.about).empty()) continue;
            state_.service().remembered().clear(each.key);
            ++forgotten;
        }
    return forgotten;
}

std::size_t permission_gate::core::load_decisions(std::span<const stored_decision> entries) {
    const auto taken = with_service([&](auto& service, moment at) {
        const std::size_t loaded = service.remembered().load(entries, at);
        return loaded - forget_without_scope(at.now);
    });
    log(log_level::debug, "decisions loaded",
        {{"taken", std::to_string(taken)}, {"of", std::to_string(entries.size())}});
    judge_open_questions();
    return taken;
}

// What comes with answers and suggestions: which updates are accepted, and what becomes of them.

namespace {

// A rule that cannot be compiled by what is registered stays as it is: it then covers nothing unproven.
permission_update as_registered(permission_update update, const judgement_basis& basis) {
    for (auto& rule : update.rules)
        if (auto made = basis.as_registered(rule)) rule = std::move(*made);
    return update;
}

bool unconstrained_allow(const permission_update& update) {
    return std::any_of(update.rules.begin(), update.rules.end(), [](const permission_rule& rule) {
        return rule.behavior() == rule_behavior::allow && rule.unconstrained();
    });
}

bool from_peer(const permission_update& update) { return !update.wire.is_null(); }

// Longest part of a record that quotes a rule of a peer, in bytes.
constexpr std::size_t max_quoted_rule_bytes = 512;

std::string shortened(std::string_view text) {
    if (text.size() <= max_quoted_rule_bytes) return std::string(text);
    const auto inside = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; };
    std::size_t end = max_quoted_rule_bytes;
    while (end > 0 && inside(text[end])) --end;
    return std::string(text.substr(0, end)) + "...";
}

}  // namespace

// Why updates that belong together cannot be kept, as far as that does not depend on the call; empty: they
// can.
std::string permission_gate::core::not_acceptable(std::span<const permission_update> updates) const {
    permission_mode now = mode();
    const peer_mode limit = peer_may_set();
    for (const auto& each : updates) {
        if (!each.why_opaque.empty()) return "a rule has no meaning here: " + shortened(each.why_opaque);
        if (unconstrained_allow(each)) return "an allow rule covers every use of every tool";
        if (!each.sets_mode) continue;
        if (each.what == permission_update::kind::opaque) return "a mode has no meaning here";
        if (from_peer(each) && !peer_may_change(limit, now, each.mode))
            return "the peer may not set mode `" + std::string(to_string(each.mode)) + "`";
        now = each.mode;
    }
    return {};
}

// Takes out of an answer the updates that are not kept. \return why; empty when all are
std::string permission_gate::core::leave_out(allow_result& answer, const snapshot& now,
                                             const call_reading& reading) const {
    std::string why = answer.updates_together ? not_acceptable(answer.updates) : std::string();
    answer.updates = acceptable(std::move(answer.updates));
    std::string unproven = keep_proven(answer.updates, *now.rules, reading, *now.basis);
    if (why.empty()) why = std::move(unproven);
    if (!answer.updates_together || why.empty()) return why;
    answer.updates.clear();
    return why + "; no update of the answer is kept";
}

// Updates that may be accepted from a peer or an answer.
std::vector<permission_update> permission_gate::core::acceptable(
    std::vector<permission_update> updates) const {
    for (const auto& each : updates)
        if (!each.why_opaque.empty())
            log(log_level::debug, "a suggestion has no meaning here: " + each.why_opaque);
    std::erase_if(updates, unconstrained_allow);
    // A mode that the peer may not set is not set by way of its own suggestion either: an agent that
    // got it back would stop asking.
    const permission_mode now = mode();
    const peer_mode limit = peer_may_set();
    std::erase_if(updates, [&](const permission_update& each) {
        if (!each.sets_mode || !from_peer(each)) return false;
        const bool known = each.what == permission_update::kind::set_mode;
        return known ? !peer_may_change(limit, now, each.mode) : limit != peer_mode::any;
    });
    return updates;
}

std::vector<permission_update> permission_gate::core::accept_suggestions(
    std::span<const permission_update> suggestions) {
    if (mode() != permission_mode::allow) return {};
    std::vector<permission_update> accepted = acceptable({suggestions.begin(), suggestions.end()});
    std::erase_if(accepted, [](const permission_update& each) { return each.sets_mode; });
    if (weight(accepted) > limits_.max_updates) accepted.clear();
    const applied done = apply(accepted, rule_origin::peer);
    if (!done.left_out.empty()) record_not_kept(done.left_out);
    if (done.changed) judge_open_questions();
    return accepted;
}

// Takes out of the updates those that are not kept. Open questions are to be judged again when something has
// changed.
permission_gate::core::applied permission_gate::core::apply(std::vector<permission_update>& updates,
                                                            rule_origin origin) {
    applied done;
    std::erase_if(updates, [&](const permission_update& update) {
        if (update.what == permission_update::kind::opaque) return false;
        if (update.what == permission_update::kind::set_mode) {
            done.changed |= switch_mode(update.mode, from_peer(update) ? peer_may_set() : peer_mode::any,
                                        from_peer(update));
            return false;
        }
        const std::string flaw = apply_rules({&update, 1}, origin);
        if (flaw.empty()) {
            done.changed = true;
        } else if (done.left_out.find(flaw) == std::string::npos) {
            done.left_out.append(done.left_out.empty() ? "" : "; ").append(flaw);
        }
        return !flaw.empty();
    });
    return done;
}

// All of them, or none.
permission_gate::core::applied permission_gate::core::apply_together(
    std::vector<permission_update>& updates) {
    applied done;
    done.left_out = apply_rules(updates, rule_origin::answer);
    if (!done.left_out.empty()) updates.clear();
    done.changed = !updates.empty();
    for (const auto& update : updates)
        if (update.what == permission_update::kind::set_mode)
            switch_mode(update.mode, from_peer(update) ? peer_may_set() : peer_mode::any, from_peer(update));
    return done;
}

void permission_gate::core::tell_updates(const permission_question& question,
                                         std::span<const permission_update> updates) const {
    if (!on_updates_ || updates.empty()) return;
    try {
        on_updates_(question, updates);
    } catch (const std::exception& error) {
        log(log_level::error, std::string("updates could not be passed on: ") + error.what());
    } catch (...) {
        log(log_level::error, "updates could not be passed on");
    }
}

// Changes the rules in one step. \return why they are not kept; empty when they are
std::string permission_gate::core::apply_rules(std::span<const permission_update> updates,
                                               rule_origin origin) {
    struct made_rules {
        rule_set::pointer rules;
        std::string flaw;
    };
    const auto make = [&](const snapshot& seen) -> made_rules {
        boost::system::result<rule_set::pointer, invalid_rule> next = seen.rules;
        for (const auto& update : updates)
            if (next) next = (*next)->apply(as_registered(update, *seen.basis), origin);
        if (!next) return {nullptr, next.error().message};
        return {*next, over_limits(*seen.rules, **next)};
    };
    return state_.with_latest(make, [&](made_rules made) -> std::string {
        if (!made.flaw.empty()) return "rules are not kept: there would be " + made.flaw;
        // What a peer suggests is accepted without a question in allow mode only, and that may be over.
        if (origin == rule_origin::peer && state_.service().mode() != permission_mode::allow)
            return "rules are not kept: the mode is no longer allow";
        state_.set_rules(std::move(made.rules));
        return {};
    });
}

bool permission_gate::core::remove_rule(std::string_view key) {
    const auto loose = [&](const permission_rule& rule) {
        return (rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer) &&
               rule.key() == key;
    };
    const auto without = [&](const snapshot& seen) -> rule_set::pointer {
        for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow})
            for (const auto& rule : seen.rules->all(behavior)) {
                if (!loose(*rule)) continue;
                auto next = seen.rules->apply(
                    {.what = permission_update::kind::remove_rules, .rules = {*rule}, .behavior = behavior},
                    rule_origin::answer);
                return next ? *next : nullptr;
            }
        return nullptr;
    };
    const bool removed = state_.with_latest(without, [&](rule_set::pointer next) {
        const bool any = next != nullptr;
        if (any) state_.set_rules(std::move(next));
        return any;
    });
    if (!removed) return false;
    log(log_level::info, "rule removed", {{"rule", key}});
    judge_open_questions();
    return true;
}

// Which limit of this gate an update goes over; empty: none. One that takes away passes in any case.
std::string permission_gate::core::over_limits(const rule_set& before, const rule_set& after) const {
    if (after.suggested() > limits_.max_suggested_rules && after.suggested() > before.suggested())
        return "more than " + std::to_string(limits_.max_suggested_rules) + " rules that a peer suggested";
    if (after.loose_bytes() > limits_.max_loose_rule_bytes && after.loose_bytes() > before.loose_bytes())
        return "more than " + std::to_string(limits_.max_loose_rule_bytes) +
               " bytes of rules from peers and answers";
    return {};
}

// Whatever calls foreign code holds the core meanwhile: that code may destroy the gate.

permission_gate::permission_gate(gate_options options, std::shared_ptr<const clock> time,
                                 std::shared_ptr<audit_sink> audit)
    : core_(std::make_shared<core>(std::move(options), std::move(time), std::move(audit))) {}

permission_gate::~permission_gate() { core_->close(); }

verdict permission_gate::check(const tool_call& call, std::string_view request_id, std::string& scratch,
                               std::optional<time_point> now) {
    const auto keep = core_;
    return keep->check(call, request_id, scratch, now);
}

question_id permission_gate::ask(const tool_call& call, std::string_view request_id, on_settled settled) {
    const auto keep = core_;
    return keep->ask(call, request_id, std::move(settled));
}

bool permission_gate::answer(question_id id, permission_result result) {
    return std::shared_ptr(core_)->answer_open(id, std::move(result));
}
void permission_gate::cancel(question_id id, decision_source why) { std::shared_ptr(core_)->cancel(id, why); }

explanation permission_gate::explain(const tool_call& call) const {
    const auto keep = core_;
    return keep->explain(call);
}

permission_mode permission_gate::mode() const { return core_->mode(); }
void permission_gate::set_mode(permission_mode mode) { std::shared_ptr(core_)->set_mode(mode); }
bool permission_gate::set_mode_for_peer(permission_mode mode) {
    return std::shared_ptr(core_)->set_mode_for_peer(mode);
}

rule_set::pointer permission_gate::rules() const { return core_->rules(); }
void permission_gate::set_rules(rule_set::pointer rules) {
    std::shared_ptr(core_)->set_rules(std::move(rules));
}

bool permission_gate::remove_rule(std::string_view key) { return std::shared_ptr(core_)->remove_rule(key); }

judgement_basis::pointer permission_gate::basis() const { return core_->basis(); }
bool permission_gate::set_policy(judgement_basis::pointer basis, rule_set::pointer rules) {
    return std::shared_ptr(core_)->set_policy(std::move(basis), std::move(rules));
}

std::vector<permission_update> permission_gate::accept_suggestions(
    std::span<const permission_update> suggestions) {
    const auto keep = core_;
    return keep->accept_suggestions(suggestions);
}

bool permission_gate::returns_updates() const noexcept { return core_->basis()->settings().return_updates; }

bool permission_gate::give_grant(std::string_view tool, grant_terms terms, std::string by) {
    return std::shared_ptr(core_)->give_grant(tool, terms, std::move(by));
}
bool permission_gate::give_grant(const permission_rule& rule, grant_terms terms, std::string by) {
    return std::shared_ptr(core_)->give_grant(rule, terms, std::move(by));
}
std::vector<grant> permission_gate::grants() const {
    return core_->with_service([](auto& service, moment at) { return service.grants().list(at.now); });
}
bool permission_gate::revoke_grant(std::string_view key) { return core_->revoke_grant(key); }
std::size_t permission_gate::revoke_grants() {
    return core_->with_service([](auto& service, moment) { return service.grants().revoke_all(); });
}

void permission_gate::remember_decision(std::string_view tool, bool approved, std::string by,
                                        std::optional<duration> lasts) {
    std::shared_ptr(core_)->remember_decision(tool, approved, std::move(by), lasts);
}
bool permission_gate::trust(std::string_view tool) { return std::shared_ptr(core_)->trust(tool); }
std::vector<remembered_decision> permission_gate::remembered() const {
    return core_->with_service([](auto& service, moment at) { return service.remembered().list(at.now); });
}
std::vector<std::string> permission_gate::trusted() const {
    return core_->with_service([](auto& service, moment) { return service.remembered().trusted(); });
}
bool permission_gate::forget(std::string_view key) { return core_->forget(key); }
std::size_t permission_gate::forget_all() { return core_->forget_all(); }
void permission_gate::end_conversation() { core_->end_conversation(); }
void permission_gate::begin_conversation_of_peer() { core_->begin_conversation_of_peer(); }

std::vector<stored_decision> permission_gate::save_decisions() const {
    return core_->with_service([](auto& service, moment at) { return service.remembered().save(at); });
}
std::size_t permission_gate::load_decisions(std::span<const stored_decision> entries) {
    return std::shared_ptr(core_)->load_decisions(entries);
}

rate_limit_status permission_gate::rate_status() const {
    return core_->with_service([](auto& service, moment at) { return service.limits().status(at.now); });
}
std::optional<rate_limit_status> permission_gate::rate_status(std::string_view tool) const {
    return core_->with_service(
        [&](auto& service, moment at) { return service.limits().status(tool, at.now); });
}
void permission_gate::reset_limits() {
    core_->with_service([](auto& service, moment) { service.limits().reset(); });
}

std::optional<time_point> permission_gate::next_deadline() const { return core_->next_deadline(); }
void permission_gate::tick() { std::shared_ptr(core_)->tick(); }
std::size_t permission_gate::open_questions() const { return core_->open_questions(); }

void permission_gate::record_protocol(std::string_view request_id, std::string_view what) {
    core_->record_protocol(request_id, what);
}

void permission_gate::record_policy_change(std::string_view what) { core_->record_policy_change(what); }

bool permission_gate::record_execution(audit_event event) { return core_->record_execution(event); }

}  // namespace assent
