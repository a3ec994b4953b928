#pragma once

#include <assent/domain/permission_update.hpp>
#include <assent/domain/time.hpp>
#include <assent/domain/tool_call.hpp>
#include <assent/domain/tool_input.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Identifies an open question within one gate. Never reused.
enum class question_id : std::uint64_t { none = 0 };

/// A call that somebody has to decide: everything a prompt needs, and nothing borrowed.
///
/// All text comes from the peer and is untrusted; escape it before showing it.
/// Immutable once asked; any thread may read it.
struct permission_question {
    question_id id = question_id::none;
    std::string request_id;  ///< the peer's id; empty for calls made in process
    std::string tool_name;
    std::shared_ptr<const kept_input> input;

    std::string cwd;
    std::string tool_use_id;
    std::string agent_id;
    std::string blocked_path;
    std::string title;
    std::string description;
    std::string ask_reason;  ///< the peer's own reason for asking

    /// Updates the peer offers to go with an allow ("always allow ..."). Empty where no stored
    /// answer could ever apply (`once_only`).
    std::vector<permission_update> suggestions;
    /// A rule or the peer demands an answer each time: offer only "once" and "deny".
    bool once_only = false;
    bool needs_human = false;  ///< the peer's mark, kept for judging again

    std::string why;  ///< why it is asked: the verdict's reason
    time_point asked_at{};
    std::optional<time_point> deadline{};  ///< denied then; nothing: waits for ever

    /// Bytes this question holds in memory, roughly: the input, the texts and the suggestions.
    [[nodiscard]] std::size_t memory_bytes() const;
    /// The question as a call, for judging it again. Valid as long as the question.
    [[nodiscard]] tool_call call() const;
    /// The same call with another input.
    [[nodiscard]] tool_call call_with(const tool_input& other) const;
};

/// Copies what a question needs out of a borrowed call.
[[nodiscard]] permission_question make_question(const tool_call& call, std::string_view request_id);

}  // namespace assent
