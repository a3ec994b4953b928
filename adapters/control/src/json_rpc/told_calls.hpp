#pragma once

#include <assent/adapters/control/json_rpc/agent_protocol.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assent {

/// What an agent has told of its tool calls, until they are asked about or over; within
/// `max_kept_tool_calls` and `max_kept_tool_call_bytes`.
template <class Told>
class told_calls {
public:
    /// Null: nothing was told of it, or it is forgotten.
    [[nodiscard]] const Told* find(const std::string& key) const {
        const auto at = kept_.find(key);
        return at == kept_.end() ? nullptr : &at->second.told;
    }
    /// Those that `wanted` takes, the oldest first.
    template <class Wanted>
    [[nodiscard]] std::vector<Told*> all(const Wanted& wanted) {
        std::vector<Told*> found;
        for (const auto& key : order_)
            if (Told& told = kept_.at(key).told; wanted(told)) found.push_back(&told);
        return found;
    }
    /// Call `measured` when it has changed.
    [[nodiscard]] Told& at(const std::string& key) {
        const auto [at, is_new] = kept_.try_emplace(key);
        if (is_new) order_.push_back(key);
        return at->second.told;
    }
    /// Forgets the oldest where they are too many. \param bytes  of memory that this one holds
    void measured(const std::string& key, std::size_t bytes) {
        auto& kept = kept_.at(key);
        bytes_ += bytes;
        bytes_ -= std::exchange(kept.bytes, bytes);
        while (kept_.size() > max_kept_tool_calls || bytes_ > max_kept_tool_call_bytes)
            forget(std::string(order_.front()));
    }
    void forget(const std::string& key) {
        const auto at = kept_.find(key);
        if (at == kept_.end()) return;
        bytes_ -= at->second.bytes;
        kept_.erase(at);
        std::erase(order_, key);
    }

private:
    struct entry {
        Told told{};
        std::size_t bytes = 0;
    };
    std::map<std::string, entry> kept_;
    std::deque<std::string> order_;
    std::size_t bytes_ = 0;
};

}  // namespace assent
