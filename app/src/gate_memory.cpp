#include "gate_core.hpp"

#include <algorithm>

// Grants, remembered decisions and trust.
namespace assent {

std::string permission_gate::core::key_of(std::string_view tool) const {
    const auto policies = basis();
    return std::string(policies->decision_key(policies->tools().find(tool), tool));
}

std::string permission_gate::core::add_scope(const permission_rule& rule) {
    std::string key = rule.key();
    if (key.size() > max_stored_key_bytes)
        return "the rule takes more than " + std::to_string(max_stored_key_bytes) + " bytes as a key";
    const auto same = [&](const auto& each) { return each->key == key; };
    if (std::any_of(scopes_->begin(), scopes_->end(), same)) return {};
    scope_list next(*scopes_);
    if (next.size() >= max_decision_scopes) {
        const time_point now = time_->now();
        std::erase_if(next, [&](const auto& each) {
            const std::string_view name = each->key;
            return service_.grants().find({&name, 1}, now) == nullptr &&
                   service_.remembered().find({&name, 1}, now) == nullptr;
        });
        if (next.size() >= max_decision_scopes) return "there are too many narrowed decisions";
    }
    // One that cannot be compiled by what is registered covers nothing unproven as it is.
    const auto compiled = service_.basis()->as_registered(rule);
    next.push_back(
        std::make_shared<const decision_scope>(decision_scope{std::move(key), compiled ? *compiled : rule}));
    scopes_ = std::make_shared<const scope_list>(std::move(next));
    changed();
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
    std::string flaw;
    {
        const std::lock_guard lock(mutex_);
        if (conversation && *conversation != conversation_)
            flaw = "the conversation it was meant for is over";
        else if (newer_answer_about(kept))
            flaw = "a newer answer about the same calls has come meanwhile";
        else if (kept.about)
            flaw = add_scope(*kept.about);
        if (flaw.empty()) flaw = service_.store(kept, at);
    }
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
    known.definition = policies->tools().find(tool);
    known.settings = policies->of_tool(tool);
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
    const auto all = service_.remembered().list(now);
    for (const bool approved : {false, true})
        for (const auto& each : all) {
            if (!each.about || each.approved != approved || add_scope(*each.about).empty()) continue;
            service_.remembered().clear(each.key);
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

}  // namespace assent
