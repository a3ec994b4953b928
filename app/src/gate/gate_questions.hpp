#pragma once

#include "call_judge.hpp"
#include "gate_memory.hpp"
#include "gate_record.hpp"
#include "gate_updates.hpp"
#include "question_table.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assent {

[[nodiscard]] inline verdict deny_because(decision_source source, std::string detail = {}) {
    return {.decision = outcome::deny, .source = source, .detail = std::move(detail)};
}

/// The life of a question: opened, answered, dropped, timed out, withdrawn.
class gate_questions final : public answer_sink {
public:
    gate_questions(call_judge& judge, gate_record& record, gate_memory& memory, gate_updates& updates,
                   const gate_limits& limits, can_use_tool callback)
        : judge_(judge),
          state_(judge.state()),
          record_(record),
          memory_(memory),
          updates_(updates),
          limits_(limits),
          callback_(std::move(callback)) {}

    /// \param answers  what the question's handle answers to: this, with what it is a part of
    question_id ask(const tool_call& call, std::string_view request_id, permission_gate::on_settled settled,
                    std::weak_ptr<answer_sink> answers);
    bool answer(question_id id, permission_result result);
    bool answer(const permission_question& question, permission_result result) override;
    bool failed(const permission_question& question, std::string why) override;
    void dropped(const permission_question& question) noexcept override;

    /// Ends a question without an answer. \return false: it is over
    bool settle(question_id id, decision_source why, std::string detail = {});
    /// A question that today's rules, mode or memory decide need not wait any longer.
    void judge_again();
    /// Times out those whose deadline has come.
    void tick();
    /// Settles all, and opens none any more.
    void close();

    [[nodiscard]] std::size_t count() const {
        return state_.locked([this] { return open_.size(); });
    }
    [[nodiscard]] std::optional<time_point> next_deadline() const {
        return state_.locked([this] { return open_.next_deadline(); });
    }

private:
    std::optional<verdict> refused_to_open(std::size_t bytes) const;  // under the lock
    void call_user(permission_request request);
    void finish(open_question ended, settlement settled);

    call_judge& judge_;
    gate_state& state_;
    gate_record& record_;
    gate_memory& memory_;
    gate_updates& updates_;
    const gate_limits& limits_;
    const can_use_tool callback_;

    // What follows is under the lock of the state.
    question_table open_;
    std::uint64_t last_id_ = 0;
    bool closed_ = false;
};

}  // namespace assent
