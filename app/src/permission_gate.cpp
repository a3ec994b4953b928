#include "gate_core.hpp"

#include <utility>

namespace assent {

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

bool permission_gate::record_execution(audit_event event) { return core_->record_execution(event); }

}  // namespace assent
