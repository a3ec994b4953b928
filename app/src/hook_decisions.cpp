#include "hook_decisions.hpp"

#include <assent/domain/json.hpp>

#include <utility>

namespace assent {

void hook_decisions::put(std::string_view tool_use_id, entry made, std::size_t max_bytes) {
    const std::string id(tool_use_id);
    remove(id);
    bytes_ += made.input->size_bytes();
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
    bytes_ -= at->second.input->size_bytes();
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
    bytes_ -= at->second.input->size_bytes();
    entries_.erase(at);
}

bool same_input(const tool_input& left, const kept_input& right) {
    if (!left.raw().empty() && left.raw() == right.raw()) return true;
    const auto kept = left.retain();
    return compare(json_value(kept->whole()), json_value(right.whole())) == json_equality::equal;
}

}  // namespace assent
