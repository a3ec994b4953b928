#include "gate_core.hpp"

#include <utility>

namespace assent {

// Whatever calls foreign code holds the core meanwhile: that code may destroy the gate.

permission_gate::permission_gate(gate_options options, std::shared_ptr<const clock> time,
                                 std::shared_ptr<audit_sink> audit)
    : core_(std::make_shared<core>(std::move(options), std::move(time), std::move(audit))) {}

permission_gate::~permission_gate() { core_->close(); }

verdict permission_gate::check(const tool_call& call, std::string_view request_id, std::string& scratch) {
    const auto keep = core_;
    return keep->check(call, request_id, scratch);
}

question_id permission_gate::ask(const tool_call& call, std::string_view request_id, on_settled settled) {
    const auto keep = core_;
    return keep->ask(call, request_id, std::move(settled));
}

void permission_gate::cancel(question_id id, decision_source why) { std::shared_ptr(core_)->cancel(id, why); }

permission_mode permission_gate::mode() const { return core_->mode(); }
void permission_gate::set_mode(permission_mode mode) {
    std::shared_ptr(core_)->set_mode(mode, peer_mode::any);
}
bool permission_gate::set_mode_for_peer(permission_mode mode) {
    const auto keep = core_;
    return keep->set_mode(mode, keep->options().peer_may_set);
}

rule_set::pointer permission_gate::rules() const { return core_->rules(); }
void permission_gate::set_rules(rule_set::pointer rules) {
    std::shared_ptr(core_)->set_rules(std::move(rules));
}

std::vector<permission_update> permission_gate::accept_suggestions(
    std::span<const permission_update> suggestions) {
    const auto keep = core_;
    return keep->accept_suggestions(suggestions);
}

bool permission_gate::returns_updates() const noexcept { return core_->options().return_updates; }

std::optional<time_point> permission_gate::next_deadline() const { return core_->next_deadline(); }
void permission_gate::tick() { std::shared_ptr(core_)->tick(); }
std::size_t permission_gate::open_questions() const { return core_->open_questions(); }

void permission_gate::record_protocol(std::string_view request_id, std::string_view what) {
    core_->record_protocol(request_id, what);
}

}  // namespace assent
