#include "hook_decisions.hpp"

#include <assent/domain/call/json.hpp>

#include <algorithm>
#include <utility>

namespace assent {

call_place::call_place(const tool_call& call) : cwd_(call.cwd), resolved_cwd_(call.resolved_cwd) {
    if (call.resolved != nullptr) resolved_ = *call.resolved;
}

bool call_place::operator==(const call_place& other) const {
    if (cwd_ != other.cwd_ || resolved_cwd_ != other.resolved_cwd_ ||
        resolved_.has_value() != other.resolved_.has_value())
        return false;
    return !resolved_ || std::equal(resolved_->begin(), resolved_->end(), other.resolved_->begin(),
                                    other.resolved_->end(), [](const auto& one, const auto& two) {
                                        return one.field == two.field && one.path == two.path;
                                    });
}

std::size_t call_place::size_bytes() const {
    std::size_t sum = cwd_.size() + resolved_cwd_.size();
    if (resolved_)
        for (const auto& each : *resolved_)
            sum += sizeof each + each.field.size() + (each.path ? each.path->size() : 0);
    return sum;
}

std::optional<question_demand> demand_of(const tool_call& call, const verdict& decided) {
    if (!decided.must_ask) return std::nullopt;
    return question_demand{decided.source, decided.rule, call.needs_human};
}

void hook_decisions::put(std::string_view tool_use_id, entry made, std::size_t max_bytes) {
    const std::string id(tool_use_id);
    remove(id);
    bytes_ += made.size_bytes();
    entries_.emplace(id, std::move(made));
    order_.push_back(id);
    // Twice the bound: names of what is gone are dropped here too.
    while (entries_.size() > max_hook_decisions || bytes_ > max_bytes ||
           order_.size() > 2 * max_hook_decisions) {
        remove(order_.front());
        order_.pop_front();
    }
}

std::optional<hook_decisions::entry> hook_decisions::take(std::string_view tool_use_id) {
    const auto at = entries_.find(std::string(tool_use_id));
    if (at == entries_.end()) return std::nullopt;
    bytes_ -= at->second.size_bytes();
    std::optional<entry> taken(std::move(at->second));
    entries_.erase(at);
    return taken;
}

void hook_decisions::clear() {
    entries_.clear();
    order_.clear();
    bytes_ = 0;
}

void hook_decisions::remove(const std::string& tool_use_id) {
    const auto at = entries_.find(tool_use_id);
    if (at == entries_.end()) return;
    bytes_ -= at->second.size_bytes();
    entries_.erase(at);
}

bool same_input(const tool_input& left, const kept_input& right) {
    if (!left.raw().empty() && left.raw() == right.raw()) return true;
    const auto kept = left.retain();
    return compare(json_value(kept->whole()), json_value(right.whole())) == json_equality::equal;
}

}  // namespace assent
