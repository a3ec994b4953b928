#include "gate_core.hpp"

#include <algorithm>

// Grants, remembered decisions and trust.
namespace assent {

std::string permission_gate::core::key_of(std::string_view tool) const {
    const auto policies = basis();
    return std::string(policies->decision_key(policies->tools().find(tool), tool));
}

bool permission_gate::core::add_scope(const permission_rule& rule) {
    std::string key = scope_key(rule);
    const auto same = [&](const auto& each) { return each->key == key; };
    if (std::any_of(scopes_->begin(), scopes_->end(), same)) return true;
    scope_list next(*scopes_);
    if (next.size() >= max_decision_scopes) {
        const time_point now = time_->now();
        std::erase_if(next, [&](const auto& each) {
            const std::string_view name = each->key;
            return service_.grants().find({&name, 1}, now) == nullptr &&
                   service_.remembered().find({&name, 1}, now) == nullptr;
        });
        if (next.size() >= max_decision_scopes) return false;
    }
    next.push_back(std::make_shared<const decision_scope>(decision_scope{std::move(key), rule}));
    scopes_ = std::make_shared<const scope_list>(std::move(next));
    ++epoch_;
    return true;
}

// Open questions are to be judged again when this says that something is stored.
bool permission_gate::core::store(const kept_answer& kept) {
    const moment at{time_->now(), time_->wall()};
    std::string flaw;
    {
        const std::lock_guard lock(mutex_);
        if (kept.about && !add_scope(*kept.about))
            flaw = "there are too many narrowed decisions";
        else
            flaw = service_.store(kept, at);
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
    kept.key = scope_key(rule);
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
    const auto count = with_service([](auto& service, moment) {
        return service.remembered().end_conversation() + service.grants().revoke_all();
    });
    log(log_level::debug, "the conversation is over: decisions, trust and grants are forgotten",
        {{"count", std::to_string(count)}});
}

bool permission_gate::core::revoke_grant(std::string_view key) {
    const bool any = with_service([&](auto& service, moment) { return service.grants().revoke(key); });
    if (any) log(log_level::debug, "grant revoked", {{"key", key}});
    return any;
}

std::size_t permission_gate::core::load_decisions(std::span<const stored_decision> entries) {
    const auto taken =
        with_service([&](auto& service, moment at) { return service.remembered().load(entries, at); });
    log(log_level::debug, "decisions loaded",
        {{"taken", std::to_string(taken)}, {"of", std::to_string(entries.size())}});
    judge_open_questions();
    return taken;
}

}  // namespace assent
