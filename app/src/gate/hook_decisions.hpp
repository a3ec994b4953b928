#pragma once

#include <assent/app/gate/permission_gate.hpp>

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assent {

/// From where a call is made, and where its paths lead: what its words mean depends on it.
class call_place {
public:
    call_place() = default;
    explicit call_place(const tool_call& call);
    [[nodiscard]] bool operator==(const call_place& other) const;
    /// Bytes of its texts.
    [[nodiscard]] std::size_t size_bytes() const;

private:
    std::string cwd_;
    std::string resolved_cwd_;
    std::optional<resolved_paths> resolved_;
};

/// What demanded a question: whoever answers one has heard why it had to be asked.
struct question_demand {
    decision_source source{};
    std::shared_ptr<const permission_rule> rule{};
    bool by_agent = false;  ///< the agent wanted a person, whatever else did

    [[nodiscard]] bool operator==(const question_demand&) const = default;
};

/// Nothing where no question had to be asked.
[[nodiscard]] std::optional<question_demand> demand_of(const tool_call& call, const verdict& decided);

/// Decisions that hooks were given, until the question about the same use of a tool comes.
///
/// Bounded by `max_hook_decisions` and by the bytes of their inputs and places; the oldest is forgotten
/// first, and its question is then decided anew. Thread-safety: none; the gate calls it under its lock.
class hook_decisions {
public:
    struct entry {
        std::string tool_name;
        std::string agent_id;
        std::shared_ptr<const kept_input> input;
        call_place place;
        verdict decided;
        std::optional<question_demand> demanded{};  // of the question that was answered
        std::uint64_t epoch = 0;                    // of the gate, when it was decided
        time_point valid_until{};

        [[nodiscard]] std::size_t size_bytes() const { return input->size_bytes() + place.size_bytes(); }
    };

    void put(std::string_view tool_use_id, entry made, std::size_t max_bytes);
    /// The decision about a use, which is then forgotten: it answers once.
    [[nodiscard]] std::optional<entry> take(std::string_view tool_use_id);

    void clear();
    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

private:
    void remove(const std::string& tool_use_id);

    std::unordered_map<std::string, entry> entries_;
    std::list<std::string> order_;  // may name some that are gone
    std::size_t bytes_ = 0;
};

/// Whether both inputs say the same: the same bytes, or the same values.
[[nodiscard]] bool same_input(const tool_input& left, const kept_input& right);

}  // namespace assent
