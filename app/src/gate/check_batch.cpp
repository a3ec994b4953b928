#include <assent/app/gate/check_batch.hpp>

#include "gate_parts.hpp"

#include <optional>
#include <utility>

namespace assent {

struct check_batch::state {
    explicit state(std::shared_ptr<gate_parts> gate)
        : parts(std::move(gate)), records(parts->record.trail()) {}

    std::shared_ptr<gate_parts> parts;
    audit_trail::batch records;
    std::optional<time_point> now;  // when its first call was checked
};

check_batch permission_gate::batch() { return check_batch(std::make_unique<check_batch::state>(parts_)); }

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
    if (!state_->now) state_->now = state_->parts->record.now();
    verdict decided = state_->parts->check(call, request_id, scratch, state_->now, &state_->records);
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
    return state_->records.commit() || state_->parts->record.goes_on_without_record();
}

std::size_t check_batch::size() const noexcept { return state_->records.size(); }

}  // namespace assent
