#include "gate_parts.hpp"

#include <algorithm>
#include <utility>

namespace assent {

void gate_memory::keep_for_question(const tool_call& call, const verdict& decided,
                                    std::optional<std::uint64_t> conversation,
                                    std::optional<question_demand> demanded) {
    if (call.tool_use_id.empty()) return;
    hook_decisions::entry made{std::string(call.tool_name),
                               std::string(call.agent_id),
                               call.input.retain(),
                               call_place(call),
                               decided,
                               std::move(demanded)};
    made.valid_until = record_.now() + hook_decision_lifetime;
    state_.locked([&] {
        if (conversation && *conversation != conversation_) return;
        made.epoch = state_.epoch();
        by_hook_.put(call.tool_use_id, std::move(made), max_hook_bytes_);
        hooks_wait_.store(true, std::memory_order_release);
    });
}

std::optional<hook_decisions::entry> gate_memory::take_for_question(const tool_call& call) {
    auto known = state_.locked([&] {
        auto taken = by_hook_.take(call.tool_use_id);
        hooks_wait_.store(!by_hook_.empty(), std::memory_order_release);
        return taken;
    });
    if (!known || record_.now() >= known->valid_until || known->tool_name != call.tool_name ||
        known->agent_id != call.agent_id || !same_input(call.input, *known->input) ||
        call_place(call) != known->place)
        return std::nullopt;
    return known;
}

// A rule as a scope of what is judged. \return why it cannot be one; empty when it is
std::string gate_memory::add_scope(const permission_rule& rule) {
    std::string key = rule.key();
    if (key.size() > max_stored_key_bytes)
        return "the rule takes more than " + std::to_string(max_stored_key_bytes) + " bytes as a key";
    const auto same = [&](const auto& each) { return each->key == key; };
    if (std::any_of(state_.scopes().begin(), state_.scopes().end(), same)) return {};
    scope_list next(state_.scopes());
    if (next.size() >= max_decision_scopes) {
        const time_point now = record_.now();
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
bool gate_memory::newer_answer_about(const kept_answer& kept) {
    if (kept.number == 0) return false;
    if (last_stored_.size() >= max_remembered) last_stored_.clear();
    std::uint64_t& last = last_stored_[kept.key];
    if (kept.number < last) return true;
    last = kept.number;
    return false;
}

bool gate_memory::store(const kept_answer& kept, std::optional<std::uint64_t> conversation) {
    const moment at = record_.moment_now();
    const std::string flaw = state_.locked([&]() -> std::string {
        if (conversation && *conversation != conversation_)
            return "the conversation it was meant for is over";
        if (newer_answer_about(kept)) return "a newer answer about the same calls has come meanwhile";
        if (kept.about)
            if (std::string why = add_scope(*kept.about); !why.empty()) return why;
        return state_.service().store(kept, at);
    });
    if (!flaw.empty()) {
        record_.log(log_level::warn, "not kept: " + flaw, {{"key", kept.key}});
        return false;
    }
    record_.log(log_level::debug, "kept",
                {{"key", kept.key},
                 {"outcome", kept.approved ? "allow" : "deny"},
                 {"by", kept.by},
                 {"remember", to_string(kept.keep)},
                 {"trust", kept.trust ? "yes" : "no"},
                 {"grant", kept.grant ? "yes" : "no"}});
    return true;
}

std::size_t gate_memory::end_conversation(bool denials_stay) {
    return with_service([&](auto& service, moment) {
        ++conversation_;
        by_hook_.clear();
        last_stored_.clear();
        return service.remembered().end_conversation(denials_stay) + service.grants().revoke_all();
    });
}

// Scopes for all narrowed decisions, the denials first; those that there is no room for are forgotten.
std::size_t gate_memory::forget_without_scope(time_point now) {
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

std::size_t gate_memory::load(std::span<const stored_decision> entries) {
    return with_service([&](auto& service, moment at) {
        const std::size_t loaded = service.remembered().load(entries, at);
        return loaded - forget_without_scope(at.now);
    });
}

// What the gate's own members do with it.

namespace {

kept_answer kept_for(std::string key, bool approved, std::string by) {
    kept_answer kept;
    kept.key = std::move(key);
    kept.approved = approved;
    kept.by = std::move(by);
    return kept;
}

std::string key_of(std::string_view tool, const gate_state& state) {
    return std::string(state.basis()->about(tool).key);
}

bool keep(gate_parts& parts, const kept_answer& kept) {
    if (!parts.memory.store(kept)) return false;
    parts.questions.judge_again();
    return true;
}

}  // namespace

bool permission_gate::give_grant(std::string_view tool, grant_terms terms, std::string by) {
    const auto parts = parts_;
    auto kept = kept_for(key_of(tool, parts->state), true, std::move(by));
    kept.grant = terms;
    return keep(*parts, kept);
}

bool permission_gate::give_grant(const permission_rule& rule, grant_terms terms, std::string by) {
    const auto parts = parts_;
    if (rule.behavior() != rule_behavior::allow) return false;
    auto kept = kept_for(rule.key(), true, std::move(by));
    kept.grant = terms;
    kept.about = rule;
    return keep(*parts, kept);
}

std::vector<grant> permission_gate::grants() const {
    return parts_->memory.with_service(
        [](auto& service, moment at) { return service.grants().list(at.now); });
}

bool permission_gate::revoke_grant(std::string_view key) {
    const auto parts = parts_;
    const bool any =
        parts->memory.with_service([&](auto& service, moment) { return service.grants().revoke(key); });
    if (any) parts->record.log(log_level::debug, "grant revoked", {{"key", key}});
    return any;
}

std::size_t permission_gate::revoke_grants() {
    return parts_->memory.with_service([](auto& service, moment) { return service.grants().revoke_all(); });
}

void permission_gate::remember_decision(std::string_view tool, bool approved, std::string by,
                                        std::optional<duration> lasts) {
    const auto parts = parts_;
    auto kept = kept_for(key_of(tool, parts->state), approved, std::move(by));
    kept.keep = remember::session;
    kept.keep_for = lasts;
    keep(*parts, kept);
}

bool permission_gate::trust(std::string_view tool) {
    const auto parts = parts_;
    const judgement_basis::pointer basis = parts->state.basis();
    const tool_facts facts = basis->about(tool);
    call_findings known;
    known.definition = facts.definition;
    known.settings = facts.settings;
    known.risk.safety = safety_class::confirm;
    if (!known.may_trust()) {
        parts->record.log(log_level::warn, "this tool cannot be trusted for a session", {{"tool", tool}});
        return false;
    }
    auto kept = kept_for(std::string(facts.key), true, {});
    kept.tool_key = kept.key;
    kept.trust = true;
    keep(*parts, kept);
    return true;
}

std::vector<remembered_decision> permission_gate::remembered() const {
    return parts_->memory.with_service(
        [](auto& service, moment at) { return service.remembered().list(at.now); });
}

std::vector<std::string> permission_gate::trusted() const {
    return parts_->memory.with_service([](auto& service, moment) { return service.remembered().trusted(); });
}

bool permission_gate::forget(std::string_view key) {
    const auto parts = parts_;
    const bool any =
        parts->memory.with_service([&](auto& service, moment) { return service.remembered().clear(key); });
    if (any) parts->record.log(log_level::debug, "forgotten", {{"key", key}});
    return any;
}

std::size_t permission_gate::forget_all() {
    const auto parts = parts_;
    const auto count =
        parts->memory.with_service([](auto& service, moment) { return service.remembered().clear_all(); });
    parts->record.log(log_level::debug, "all decisions forgotten", {{"count", std::to_string(count)}});
    return count;
}

void permission_gate::end_conversation() {
    const auto parts = parts_;
    const auto count = parts->memory.end_conversation(false);
    end_pause("the end of the conversation");
    parts->record.log(log_level::debug, "the conversation is over: decisions, trust and grants are forgotten",
                      {{"count", std::to_string(count)}});
}

void permission_gate::begin_conversation_of_peer() {
    const auto parts = parts_;
    const auto count = parts->memory.end_conversation(true);
    end_pause("the end of the conversation");
    parts->record.log(log_level::debug,
                      "the peer begins another conversation: approvals, trust and grants are forgotten",
                      {{"count", std::to_string(count)}});
}

std::vector<stored_decision> permission_gate::save_decisions() const {
    return parts_->memory.with_service(
        [](auto& service, moment at) { return service.remembered().save(at); });
}

std::size_t permission_gate::load_decisions(std::span<const stored_decision> entries) {
    const auto parts = parts_;
    const auto taken = parts->memory.load(entries);
    parts->record.log(log_level::debug, "decisions loaded",
                      {{"taken", std::to_string(taken)}, {"of", std::to_string(entries.size())}});
    parts->questions.judge_again();
    return taken;
}

rate_limit_status permission_gate::rate_status() const {
    return parts_->memory.with_service(
        [](auto& service, moment at) { return service.limits().status(at.now); });
}

std::optional<rate_limit_status> permission_gate::rate_status(std::string_view tool) const {
    return parts_->memory.with_service(
        [&](auto& service, moment at) { return service.limits().status(tool, at.now); });
}

void permission_gate::reset_limits() {
    parts_->memory.with_service([](auto& service, moment) { service.limits().reset(); });
}

}  // namespace assent
