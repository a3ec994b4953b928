#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/permission_result.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/rules/permission_update.hpp>
#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/risk.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Identifies an open question within one gate. Never reused.
enum class question_id : std::uint64_t { none = 0 };

/// What people are told of a risk: `risk`, but medium where it is high only because of what the tool could do
/// with another input: all effects of the call are plain, and none of its factors is high.
[[nodiscard]] risk_level told_risk(risk_level risk, const risk_factors& factors,
                                   const call_effects& effects) noexcept;

/// A call that somebody has to decide: everything a prompt needs, and nothing borrowed.
///
/// All text comes from the peer and is untrusted; escape it before showing it.
/// Immutable once asked; any thread may read it.
struct permission_question {
    question_id id = question_id::none;
    std::string request_id;  ///< the peer's id; empty for calls made in process
    std::string tool_name;
    std::string own_name;  ///< what the agent itself calls the tool; empty: the same
    std::shared_ptr<const kept_input> input;

    std::string cwd;
    /// The places that the input's paths lead to, as whoever asked had found out; nothing: nobody had looked.
    std::optional<resolved_paths> resolved{};
    std::string resolved_cwd;
    bool paths_ignore_case = false;
    std::string tool_use_id;
    std::string agent_id;
    std::string subagent;
    bool tells_subagent = false;
    std::string session_id;
    std::string agent;
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
    std::string does;       ///< what its commands do, in one line (`what_commands_do`); empty: it has none
    std::vector<told_command> commands{};  ///< each of several, the worst first; empty: there are not several
    call_effects effects = only(call_effect::unknown);  ///< all that the call does
    std::string preview;                                ///< the beginning of what would be written or run
    bool preview_cut = false;
    risk_level risk = risk_level::high;
    risk_factors factors;
    std::string warning;  ///< where `told_risk` is high or critical: one sentence; empty otherwise

    bool may_trust = false;                             ///< "trust this tool for the session" may be offered
    offered_grant grant_offered = offered_grant::none;  ///< which kind of grant to offer, besides "always"
    duration grant_time = default_grant_time;           ///< what to offer as its time
    std::size_t grant_uses = default_grant_uses;        ///< what to offer as its uses
    /// Why an earlier grant did not answer this call: tell the user why it is asked again.
    std::optional<grant_expiry> grant_ended{};
    /// The rest of a live grant of the same tool which this call may not use: "3 of 10 uses
    /// left".
    std::string grant_remaining;

    std::string why;  ///< why it is asked: the verdict's reason
    // Its parts. What the call does that keeps it from being allowed, which holds some of its input; and the
    // rule or other cause, which does not, and may be recorded.
    std::string concern;
    std::string cause;
    /// The step that demands the question; `undecided` where none decided.
    decision_source asked_because = decision_source::undecided;
    time_point asked_at{};
    std::optional<time_point> deadline{};  ///< denied then; nothing: waits for ever

    /// What people are told of the risk.
    [[nodiscard]] risk_level told_risk() const noexcept { return assent::told_risk(risk, factors, effects); }
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

/// Takes the answers to questions. The gate implements it; users see `permission_request` only.
class answer_sink {
public:
    virtual ~answer_sink() = default;
    /// \return false when the question is no longer open
    virtual bool answer(const permission_question& question, permission_result result) = 0;
    /// Whoever was to answer has failed: the call is denied, as a fault.
    virtual bool failed(const permission_question& question, std::string why) = 0;
    /// The handle was dropped without an answer.
    virtual void dropped(const permission_question& question) noexcept = 0;
};

/// An open question in the hands of whoever decides it.
///
/// Answer it once, now or later, from any thread. Dropping it unanswered denies the call: nothing
/// that is forgotten is allowed. When the gate is gone, answering does nothing.
///
/// The handle owns its copy of everything it shows. `stop()` is triggered when the question is
/// over for another reason (withdrawn by the peer, timed out, settled by a new rule, session
/// closed): stop asking then. A callback registered on that token may run on any thread and must
/// not block.
class permission_request {
public:
    permission_request(std::shared_ptr<const permission_question> question, std::weak_ptr<answer_sink> sink,
                       std::stop_token stop) noexcept;
    permission_request(permission_request&&) noexcept = default;
    permission_request& operator=(permission_request&& other) noexcept;
    permission_request(const permission_request&) = delete;
    permission_request& operator=(const permission_request&) = delete;
    ~permission_request();

    /// It stays when it is answered. \throws std::logic_error when the handle was moved away
    [[nodiscard]] const permission_question& question() const;
    /// The same, for those who show it for longer than the handle lives. Null when it was moved away.
    [[nodiscard]] std::shared_ptr<const permission_question> share_question() const noexcept {
        return question_;
    }
    [[nodiscard]] const std::string& tool_name() const { return question().tool_name; }
    /// The whole input, parsed when it is first asked for.
    [[nodiscard]] const json_object& input() const { return question().input->whole(); }
    [[nodiscard]] std::stop_token stop() const noexcept { return stop_; }

    /// Gives the answer. `resolve` still has a word: a deny rule or deny mode that holds by now, or
    /// that the edited input runs into, turns an allow into a deny.
    /// \return false when it came too late, or the gate is gone; the answer then has no effect
    bool answer(permission_result result) &&;

    /// Allow this call, as it is.
    bool allow() &&;
    /// Allow it with another input.
    bool allow(json_object edited_input) &&;
    /// Allow it and accept every update the peer suggested.
    bool allow_with_suggestions() &&;
    bool deny(std::string reason = {}) &&;
    /// Deny it and stop the agent's turn.
    bool deny_and_interrupt(std::string reason = {}) &&;

    /// Whoever was to answer has failed: denies the call, on record as a fault.
    bool fail(std::string why) &&;

private:
    [[nodiscard]] std::shared_ptr<answer_sink> take_sink() noexcept;

    std::shared_ptr<const permission_question> question_;
    std::weak_ptr<answer_sink> sink_;  // none when it is answered
    std::stop_token stop_;
};

/// The user's callback. It is called when neither rules nor mode decide; it may answer before it
/// returns, or keep the handle and answer later. An exception that leaves it denies the call.
///
/// A lambda that is stored here cannot capture the handle itself (std::function copies); take the
/// handle as a parameter, and use the answer helpers to move the work to an executor.
using can_use_tool = std::function<void(permission_request)>;

}  // namespace assent
