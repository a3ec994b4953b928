#pragma once

#include "gate_record.hpp"
#include "hook_decisions.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assent {

/// What a gate keeps of answers: grants, decisions, trust, what hooks were told; until its conversation ends.
class gate_memory {
public:
    gate_memory(gate_state& state, gate_record& record, std::size_t max_hook_bytes)
        : state_(state), record_(record), max_hook_bytes_(max_hook_bytes) {}

    /// Something read from the service, or changed in it without a decision becoming another one.
    template <class Use>
    auto with_service(Use use) {
        const moment at = record_.moment_now();
        return state_.locked([&] { return use(state_.service(), at); });
    }

    /// \return whether it is stored: open questions are then to be judged again
    bool store(const kept_answer& kept, std::optional<std::uint64_t> conversation = {});
    std::size_t load(std::span<const stored_decision> entries);
    /// \param denials_stay  of decisions for this conversation \return how many are forgotten
    std::size_t end_conversation(bool denials_stay);

    /// A hook's decision, for the question about the same use that follows it.
    void keep_for_question(const tool_call& call, const verdict& decided,
                           std::optional<std::uint64_t> conversation = {},
                           std::optional<question_demand> demanded = {});
    /// Most calls need not look for one.
    [[nodiscard]] bool hooks_wait() const noexcept { return hooks_wait_.load(std::memory_order_acquire); }
    /// A hook's decision about this very use, made from the same place; it answers once.
    std::optional<hook_decisions::entry> take_for_question(const tool_call& call);

    // Under the lock.
    [[nodiscard]] std::uint64_t conversation() const noexcept { return conversation_; }
    std::uint64_t number_answer() noexcept { return ++last_answer_; }

private:
    std::string add_scope(const permission_rule& rule);
    std::size_t forget_without_scope(time_point now);
    bool newer_answer_about(const kept_answer& kept);

    gate_state& state_;
    gate_record& record_;
    const std::size_t max_hook_bytes_;

    // What follows is under the lock of the state.
    hook_decisions by_hook_;
    std::atomic<bool> hooks_wait_{false};
    std::uint64_t conversation_ = 0;  // grows with each that ends
    std::uint64_t last_answer_ = 0;
    // The last answer that was stored for each key; at most `max_remembered` keys.
    std::unordered_map<std::string, std::uint64_t> last_stored_;
};

}  // namespace assent
