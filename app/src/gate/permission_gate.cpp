#include "gate_parts.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace assent {
namespace {

// Nobody would look at it, and what it says be lost without a word.
void refuse_beside_basis(const gate_options& options) {
    const judgement_basis& basis = *options.basis;
    const auto refuse = [](std::string_view member) {
        throw std::invalid_argument(
            fmt::format("{}: expected nothing beside `basis`: say it where that is made", member));
    };
    if (options.policy != policy()) refuse("policy");
    if (options.tools && options.tools.get() != &basis.tools()) refuse("tools");
    if (options.risk && options.risk.get() != &basis.risk()) refuse("risk");
}

judgement_basis::pointer basis_of(gate_options& options) {
    if (options.basis) return refuse_beside_basis(options), options.basis;
    auto made =
        judgement_basis::make(std::move(options.policy), std::move(options.tools), std::move(options.risk));
    if (!made) throw std::invalid_argument("policy: `" + made.error().where + "`: " + made.error().message);
    return *made;
}

rule_set::pointer rules_of(const gate_options& options, const judgement_basis& basis) {
    if (!options.rules) return basis.rules();
    if (const auto missing = basis.rules()->strict_rule_missing_in(*options.rules))
        throw std::invalid_argument(
            fmt::format("rules: the {} rule {} of the policy is missing; to add rules to a policy, use "
                        "`policy::rules` or `policy_additions::rules`",
                        to_string(missing->behavior()), display_text(missing->named())));
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

gate_parts::gate_parts(gate_options options, std::shared_ptr<const clock> time,
                       std::shared_ptr<audit_sink> audit)
    : limits(options.limits),
      asked_elsewhere(options.asked_elsewhere),
      state(state_of(options)),
      record(state, std::move(time), std::move(audit), std::move(options.log)),
      judge(state, std::move(options.paths), std::move(options.repositories), std::move(options.before_call)),
      memory(state, record, limits.max_open_bytes),
      updates(state, record, limits, std::move(options.on_updates)),
      questions(judge, record, memory, updates, limits, std::move(options.callback)) {
    record.switches(state.basis()->settings());
}

verdict gate_parts::check(const tool_call& given, std::string_view request_id, std::string& scratch,
                          std::optional<time_point> now, audit_trail::batch* into) {
    if (auto why = judge.why_not(given); !why.empty()) {
        verdict denied = deny_because(decision_source::fault, std::move(why));
        settle_checked(given, request_id, now ? *now : record.now(), now.has_value(), into, denied);
        return denied;
    }
    if (!given.from_hook && !given.tool_use_id.empty() && memory.hooks_wait())
        if (auto known = decided_by_hook(given, scratch)) return std::move(*known);
    // A constructor of its own, so that it is not cleared as a whole: it is thousands of bytes.
    struct slot {
        slot() noexcept {}
        std::optional<resolved_call> call;
    } led;
    time_point from;
    std::optional<verdict> unseen;
    const auto examine = [&](const gate_state::snapshot& seen) {
        from = now ? *now : record.now();
        if (seen.basis->has_limits())
            unseen = state.locked([&] { return state.service().refused_unseen(given, from); });
        if (unseen) return call_findings();
        const auto tool = seen.about(given);
        led.call.emplace(judge.resolving(given, seen, tool.definition));
        return seen.examine(led.call->reading(), tool, scratch);
    };
    const auto decide = [&](const call_findings& found) {
        // Made where it goes: it is large.
        verdict checked = unseen ? std::move(*unseen) : state.service().check(led.call->call(), found, from);
        if (!unseen) judge.say_why(checked, *led.call, found);
        return checked;
    };
    // A return of its own: this verdict is made where it goes.
    return [&] {
        verdict decided = state.with_latest(examine, decide);
        if (is_recorded(decided))
            settle_checked(led.call ? led.call->call() : given, request_id, from, now.has_value(), into,
                           decided);
        return decided;
    }();
}

// Logs and records a decision; without a record it may become a denial.
void gate_parts::settle_checked(const tool_call& call, std::string_view request_id, time_point from,
                                bool of_batch, audit_trail::batch* into, verdict& decided) {
    record.log_decision(decided, call.tool_name);
    if (record.trail().present()) {
        // What is kept for a question has to be on record first: the question is answered without a record.
        if (into != nullptr && !call.from_hook)
            into->record(
                event_of(decided, call, request_id, of_batch ? duration::zero() : record.now() - from));
        else if (!record.decision(event_of(decided, call, request_id, record.now() - from)) && decided.runs())
            decided = deny_because(decision_source::fault, std::string(unrecorded_reason));
    }
    // Whoever asks the question could not make the wall.
    if (call.from_hook && !decided.walled()) memory.keep_for_question(call, decided);
}

// The decision that a hook was given about this very use; nothing when there is none, or when it would be
// another one today.
std::optional<verdict> gate_parts::decided_by_hook(const tool_call& given, std::string& scratch) {
    const auto seen = state.current();
    const resolved_call judged = judge.resolved(given, *seen);
    const tool_call& call = judged.call();
    const auto known = memory.take_for_question(call);
    if (!known) return std::nullopt;
    const time_point now = record.now();
    bool still = false;
    judge.judge(judged, scratch, [&](const call_findings& found) {
        const verdict today = state.service().judge(call, found, now, true);
        // A grant may have been used up by this very decision, and an answer holds once; everything else has
        // to hold today.
        const auto source = known->decided.source;
        const bool for_once = source == decision_source::grant || source == decision_source::callback;
        const bool undecided = today.asks() || not_asked_in(state.service().mode(), today);
        const bool heard = !today.must_ask ||
                           (source == decision_source::callback && known->demanded == demand_of(call, today));
        const bool held = for_once && known->epoch == state.epoch() && undecided && heard;
        // What a grant would allow today has to take one of its uses.
        const bool allowed_today =
            today.allowed() && (today.source != decision_source::grant || source == decision_source::grant);
        still = known->decided.denied() || allowed_today || held;
    });
    if (!still) return std::nullopt;
    return known->decided;
}

permission_gate::permission_gate(gate_options options, std::shared_ptr<const clock> time,
                                 std::shared_ptr<audit_sink> audit)
    : parts_(std::make_shared<gate_parts>(
          std::move(options), needed(std::move(time), "permission_gate", "a clock"), std::move(audit))) {}

permission_gate::~permission_gate() { parts_->questions.close(); }

verdict permission_gate::check(const tool_call& call, std::string_view request_id, std::string& scratch,
                               std::optional<time_point> now) {
    const auto parts = parts_;
    return parts->check(call, request_id, scratch, now);
}

explanation permission_gate::explain(const tool_call& given) const {
    const auto parts = parts_;
    const std::string why_not = parts->judge.why_not(given);
    const auto seen = parts->state.current();
    const resolved_call judged = parts->judge.resolved(given, *seen);
    const tool_call& call = judged.call();
    const time_point now = parts->record.now();
    std::string scratch;
    explanation made;
    consider(*seen->rules, judged.reading(), seen->basis->definition(call.tool_name), seen->basis->settings(),
             made);
    parts->judge.judge(judged, scratch, [&](const call_findings& found) {
        made.decided = parts->state.service().judge(call, found, now, false, &made);
        parts->judge.say_why(made.decided, judged, found);
    });
    if (!why_not.empty()) made.decided = deny_because(decision_source::fault, why_not);
    return made;
}

question_id permission_gate::ask(const tool_call& call, std::string_view request_id, on_settled settled) {
    const auto parts = parts_;
    return parts->questions.ask(call, request_id, std::move(settled),
                                std::shared_ptr<answer_sink>(parts, &parts->questions));
}

bool permission_gate::answer(question_id id, permission_result result) {
    const auto parts = parts_;
    return parts->questions.answer(id, std::move(result));
}

void permission_gate::cancel(question_id id, decision_source why) {
    const auto parts = parts_;
    parts->questions.settle(id, why);
}

permission_mode permission_gate::mode() const { return parts_->state.mode(); }

void permission_gate::set_mode(permission_mode mode) {
    const auto parts = parts_;
    parts->state.locked([&] { return parts->state.switch_mode(mode, peer_mode::any, false); });
    parts->questions.judge_again();
}

bool permission_gate::set_mode_for_peer(permission_mode mode) {
    const auto parts = parts_;
    const peer_mode limit = basis()->settings().peer_may_set;
    if (!parts->state.locked([&] { return parts->state.switch_mode(mode, limit, true); })) return false;
    parts->questions.judge_again();
    return true;
}

rule_set::pointer permission_gate::rules() const { return parts_->state.current()->rules; }

void permission_gate::set_rules(rule_set::pointer rules) {
    const auto parts = parts_;
    if (!rules) rules = rule_set::empty();
    if (auto made = basis()->as_registered(rules)) rules = std::move(*made);
    parts->state.locked([&] { parts->state.set_rules(std::move(rules)); });
    parts->questions.judge_again();
}

judgement_basis::pointer permission_gate::basis() const { return parts_->state.basis(); }
bool permission_gate::returns_updates() const { return basis()->settings().return_updates; }

bool permission_gate::set_policy(judgement_basis::pointer basis, rule_set::pointer rules) {
    const auto parts = parts_;
    if (!basis) return false;
    if (!rules) rules = basis->rules();
    if (basis->rules()->strict_rule_missing_in(*rules)) return false;
    // Stored without a question, because the host took the risk; it no longer does.
    const bool trusts_peers = basis->settings().mode == permission_mode::allow;
    std::size_t dropped = 0;
    const auto merge = [&](const gate_state::snapshot& seen) {
        const auto kept = trusts_peers ? seen.rules : seen.rules->without_suggested_allows();
        dropped = seen.rules->size() - kept->size();
        return kept->onto(*rules);
    };
    const bool merged =
        parts->state.with_latest(merge, [&](boost::system::result<rule_set::pointer, invalid_rule> next) {
            if (next) parts->state.set_basis(basis, std::move(*next));
            return next.has_value();
        });
    if (!merged) return false;
    parts->record.log(log_level::info, "another policy is in force");
    parts->record.switches(basis->settings());
    if (dropped > 0)
        parts->record.not_kept("the policy's mode is no longer allow: " + std::to_string(dropped) +
                               " allow rules that the peer suggested are dropped");
    parts->questions.judge_again();
    return true;
}

bool permission_gate::pause(duration lasts, std::string by) {
    const auto parts = parts_;
    if (lasts <= duration::zero() || lasts > max_pause) return false;
    if (!record_change("questions are paused for " + duration_text(lasts) + ", by " + by)) return false;
    const time_point until = parts->record.now() + lasts;
    parts->state.locked([&] { parts->state.service().set_pause(question_pause{until, std::move(by)}); });
    return true;
}

bool permission_gate::end_pause(std::string_view by) {
    const auto parts = parts_;
    if (!parts->take_pause(true)) return false;
    record_change("the pause is ended by " + std::string(by));
    return true;
}

std::optional<question_pause> permission_gate::paused() const {
    const auto parts = parts_;
    const time_point now = parts->record.now();
    return parts->state.locked([&] {
        const auto& pause = parts->state.service().pause();
        return pause && now < pause->until ? pause : std::nullopt;
    });
}

bool gate_parts::take_pause(bool live) {
    const time_point now = record.now();
    return state.locked([&] {
        const auto& pause = state.service().pause();
        if (!pause || (now < pause->until) != live) return false;
        state.service().set_pause(std::nullopt);
        return true;
    });
}

std::optional<time_point> permission_gate::next_deadline() const {
    const auto end = parts_->state.locked([this] {
        const auto& pause = parts_->state.service().pause();
        return pause ? std::optional(pause->until) : std::nullopt;
    });
    return earlier(end, parts_->questions.next_deadline());
}

void permission_gate::tick() {
    const auto parts = parts_;
    parts->questions.tick();
    if (parts->take_pause(false)) record_change("the pause is over");
}

std::size_t permission_gate::open_questions() const { return parts_->questions.count(); }

void permission_gate::record_protocol(std::string_view request_id, std::string_view what) {
    parts_->record.trail().record(
        {.what = audit_event::kind::protocol, .request_id = request_id, .reason = what});
}

void permission_gate::record_policy_change(std::string_view what) {
    parts_->record.trail().record({.what = audit_event::kind::policy, .reason = what});
}

bool permission_gate::record_change(std::string_view what) {
    const auto parts = parts_;
    return parts->record.decision({.what = audit_event::kind::change, .reason = what});
}

bool permission_gate::record_execution(audit_event event) {
    event.what = audit_event::kind::execution;
    return parts_->record.trail().record(event);
}

}  // namespace assent
