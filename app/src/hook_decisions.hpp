#pragma once

#include <assent/app/permission_gate.hpp>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assent {

/// Decisions that hooks were given, until the question about the same use of a tool comes.
///
/// Bounded by `max_hook_decisions` and by the bytes of their inputs; the oldest is forgotten first, and its
/// question is then decided anew. Thread-safety: none; the gate calls it under its lock.
class hook_decisions {
public:
    struct entry {
        std::string tool_name;
        std::string agent_id;
        std::shared_ptr<const kept_input> input;
        verdict decided;
        std::uint64_t epoch = 0;  // of the gate, when it was decided
        time_point valid_until{};
    };

    void put(std::string_view tool_use_id, entry made, std::size_t max_bytes);
    /// The decision about a use, which is then forgotten: it answers once.
    [[nodiscard]] std::optional<entry> take(std::string_view tool_use_id);

    void clear();

private:
    void remove(const std::string& tool_use_id);

    std::unordered_map<std::string, entry> entries_;
    std::deque<std::string> order_;  // may name some that are gone
    std::size_t bytes_ = 0;
};

/// Whether both inputs say the same: the same bytes, or the same values.
[[nodiscard]] bool same_input(const tool_input& left, const kept_input& right);

}  // namespace assent
