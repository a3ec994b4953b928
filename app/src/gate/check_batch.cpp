#include <assent/app/gate/check_batch.hpp>

#include "gate_core.hpp"

#include <optional>
#include <utility>

namespace assent {

struct check_batch::state {
    explicit state(std::shared_ptr<permission_gate::core> gate)
        : core(std::move(gate)), records(core->new_batch()) {}

    std::shared_ptr<permission_gate::core> core;
    audit_trail::batch records;
    std::optional<time_point> now;  // when its first call was checked
};

check_batch permission_gate::batch() { return check_batch(std::make_unique<check_batch::state>(core_)); }

check_batch::check_batch(std::unique_ptr<state> made) noexcept : state_(std::move(made)) {}
check_batch::check_batch(check_batch&& other) noexcept = default;

check_batch& check_batch::operator=(check_batch&& other) noexcept {
    if (this == &other) return *this;
    if (state_) static_cast<void>(commit());
    state_ = std::move(other.state_);
    return *this;
}

check_batch::~check_batch() {
    if (state_) static_cast<void>(commit());
}

verdict check_batch::check(const tool_call& call, std::string_view request_id, std::string& scratch) {
    if (!state_->now) state_->now = state_->core->now();
    verdict decided = state_->core->check(call, request_id, scratch, state_->now, &state_->records);
    // Whoever is asked may take their time, and a record of its own has taken some.
    if (decided.asks() || call.from_hook) time_passed();
    return decided;
}

void check_batch::time_passed() noexcept {
    state_->now.reset();
    state_->records.time_passed();
}

bool check_batch::commit() noexcept {
    state_->now.reset();
    return state_->records.commit() || state_->core->goes_on_without_record();
}

std::size_t check_batch::size() const noexcept { return state_->records.size(); }

}  // namespace assent
