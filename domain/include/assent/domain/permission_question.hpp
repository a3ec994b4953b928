#pragma once

#include <assent/domain/judgement/grant_table.hpp>
#include <assent/domain/judgement/risk.hpp>
#include <assent/domain/permission_update.hpp>
#include <assent/domain/time.hpp>
#include <assent/domain/tool_call.hpp>
#include <assent/domain/tool_input.hpp>
#include <assent/domain/verdict.hpp>

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
    /// Where the paths of the input lead, as whoever asked had found out; nothing: nobody had looked.
    std::optional<resolved_paths> resolved{};
    std::string resolved_cwd;
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
    bool from_hook = false;    ///< a hook asks, ahead of the question about the same use

    // For a prompt. These texts are safe to show as they are (see display_text.hpp).
    std::string operation;  ///< in words: "Write to file: src/a.c"
    std::string path;       ///< the path it is about; empty: none
    std::string preview;    ///< the beginning of what would be written or run
    bool preview_cut = false;
    risk_level risk = risk_level::high;
    risk_factors factors;
    std::string warning;  ///< for high and critical risk: one sentence; empty otherwise

    bool may_trust = false;                             ///< "trust this tool for the session" may be offered
    offered_grant grant_offered = offered_grant::none;  ///< which kind of grant to offer, besides "always"
    duration grant_time = default_grant_time;           ///< what to offer as its time
    std::size_t grant_uses = default_grant_uses;        ///< what to offer as its uses
    /// Why an earlier grant did not answer this call: tell the user why it is asked again.
    std::optional<grant_expiry> grant_ended{};
    /// What is left of a grant of the same tool that is live, and that this call may not use: "3 of 10 uses
    /// left".
    std::string grant_remaining;

    std::string why;  ///< why it is asked: the verdict's reason
    /// Which step demands the question; `undecided` where none decided.
    decision_source asked_because = decision_source::undecided;
    time_point asked_at{};
    std::optional<time_point> deadline{};  ///< denied then; nothing: waits for ever

    /// Bytes this question holds in memory, roughly: the input, the texts and the suggestions.
    [[nodiscard]] std::size_t memory_bytes() const;
    /// The question as a call, for judging it again. Valid as long as the question.
    [[nodiscard]] tool_call call() const;
    /// The same call with another input. Where the other's paths lead counts as not to be found out, if
    /// anybody had looked at all.
    [[nodiscard]] tool_call call_with(const tool_input& other) const;
};

/// Copies what a question needs out of a borrowed call.
[[nodiscard]] permission_question make_question(const tool_call& call, std::string_view request_id);

}  // namespace assent
