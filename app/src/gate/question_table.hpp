#pragma once

#include <assent/app/gate/permission_gate.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assent {

/// A question that waits for its answer.
struct open_question {
    std::shared_ptr<const permission_question> question;
    permission_gate::on_settled settled;
    std::stop_source stop;
    std::size_t bytes = 0;                           // that it counts for
    bool in_callback = false;                        // the user's callback has not returned yet
    bool dropped = false;                            // the handle died meanwhile
    std::optional<decision_source> asked_because{};  // nothing: it was never put to anybody
    std::uint64_t conversation = 0;
    std::optional<question_demand> demanded{};
};

/// The open questions of a gate, with their deadlines and what they take. Thread-safety: none.
class question_table {
public:
    void add(open_question asked) {
        const auto& question = *asked.question;
        bytes_ += asked.bytes;
        if (question.deadline) deadlines_.emplace(*question.deadline, question.id);
        open_.emplace(question.id, std::move(asked));
    }
    /// Null: it is over.
    [[nodiscard]] open_question* find(question_id id) {
        const auto at = open_.find(id);
        return at == open_.end() ? nullptr : &at->second;
    }
    /// Whoever takes a question out settles it; nothing: it is over.
    [[nodiscard]] std::optional<open_question> take(question_id id) {
        const auto at = open_.find(id);
        if (at == open_.end()) return std::nullopt;
        open_question taken = std::move(at->second);
        bytes_ -= taken.bytes;
        if (taken.question->deadline) deadlines_.erase({*taken.question->deadline, id});
        open_.erase(at);
        return taken;
    }

    [[nodiscard]] std::size_t size() const noexcept { return open_.size(); }
    /// What they count for against `gate_limits::max_open_bytes`.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::vector<std::shared_ptr<const permission_question>> questions() const {
        std::vector<std::shared_ptr<const permission_question>> all;
        for (const auto& entry : open_) all.push_back(entry.second.question);
        return all;
    }
    [[nodiscard]] std::optional<time_point> next_deadline() const {
        return deadlines_.empty() ? std::nullopt : std::optional(deadlines_.begin()->first);
    }
    [[nodiscard]] std::vector<question_id> due(time_point now) const {
        std::vector<question_id> over;
        for (const auto& [deadline, id] : deadlines_) {
            if (deadline > now) break;
            over.push_back(id);
        }
        return over;
    }

private:
    std::unordered_map<question_id, open_question> open_;
    std::set<std::pair<time_point, question_id>> deadlines_;
    std::size_t bytes_ = 0;
};

}  // namespace assent
