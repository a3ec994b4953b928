#pragma once

#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/decide/permission_result.hpp>
#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/memory/rate_limiter.hpp>
#include <assent/domain/memory/remembered_decisions.hpp>
#include <assent/domain/memory/repeated_calls.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assent {

/// The part of an answer that is stored once its decision is on record.
struct kept_answer {
    std::string key{};       ///< what it is stored under
    std::string tool_key{};  ///< what trust is stored under: never narrower than the tool
    bool approved = false;
    std::string by{};
    remember keep = remember::none;
    std::optional<duration> keep_for{};
    bool trust = false;
    std::optional<grant_terms> grant{};
    /// The rule that narrows it; nothing: it holds for the whole tool.
    std::optional<permission_rule> about{};
    std::uint64_t number = 0;  ///< grows with each answer; 0: it came from no question
};

/// The outcome of an answer: the decision, and what goes back to the peer with it.
struct settlement {
    verdict decided;
    /// The input the tool shall run with; nothing: as it came.
    std::optional<json_object> edited_input{};
    std::vector<permission_update> updates{};  ///< stored here, and returned to the peer
    bool updates_together = false;             ///< none is stored when one cannot be
    bool interrupt = false;
    std::optional<kept_answer> kept{};  ///< to be stored
    /// One sentence on what the answer asked for and does not get; empty: it gets everything.
    std::string refused{};
};

/// Longest time for which questions may be paused.
inline constexpr duration max_pause = std::chrono::hours(2);

/// A person wants no questions for a while: what would be asked is allowed. It goes on being asked what may
/// be about secrets or about what decides (`call_findings::protected_place`), what looks outside of the
/// working directory, escapes or is not known, what a deny rule or a denial may cover, and what the peer
/// marks for a person; and nothing changes in mode `plan`.
struct question_pause {
    time_point until{};
    std::string by{};  ///< who has confirmed it
};

/// The decision itself: the ordered steps, and nothing else. The steps are those of `decision_step`:
///
/// 1. a call that is not well formed is denied
/// 2. over a rate limit: denied, or a question is demanded, as the policy says; the very same call again and
///     again demands one; no mode switches that off
/// 3. deny mode denies
/// 4. deny rules, blocked tools and commands, and disabled categories deny; a deny that cannot be excluded
///     demands a question, and so does a remembered denial that may be about the call
/// 5. ask rules, and calls that the peer marks for a person, demand a question
/// 6. what the guard has found demands a question, except in allow mode
/// 7. allow mode allows; `accept_edits` allows edits in place
/// 8. a live grant allows, and one of its uses is reserved
/// 9. a remembered decision or session trust allows or denies
/// 10. allow rules allow
/// 11. trusted tools, the policy's word on the tool, the tool's default
/// 12. a call that is always safe, or whose risk is below the threshold, is allowed
/// 13. everything else is asked; in `dont_ask` that is denied, and while questions are paused allowed
///
/// Once a question is demanded, the steps that follow can only deny. A grant does not pass a remembered
/// denial. In `plan`, steps 8 to 12 allow only calls that are always safe. Deny wins over ask, ask over
/// allow.
///
/// Pure in the sense that matters: it knows no clock, no thread, no text format and no user. What
/// the rules found is an argument, so that matching needs no lock.
/// Thread-safety: none; the gate calls it under its lock.
class permission_service {
public:
    explicit permission_service(judgement_basis::pointer basis);

    /// Judges a call, and changes nothing.
    /// \param counted  the call has been counted against the rate limits before
    /// \param into     where to write down each step; may be null
    [[nodiscard]] verdict judge(const tool_call& call, const call_findings& found, time_point now,
                                bool counted = false, explanation* into = nullptr);

    /// The same, for real: an allowed call is counted, and takes a use of the grant that allowed it.
    [[nodiscard]] verdict check(const tool_call& call, const call_findings& found, time_point now,
                                bool counted = false);
    /// Counts a call that is asked about.
    void asked(const tool_call& call, time_point now);
    /// Somebody has allowed it, and knows how often it was made.
    void allowed_knowingly(const tool_call& call) noexcept { repeated_.forget(call); }
    /// The verdict that denies any call at this moment, so that nobody has to look at it; nothing: none does.
    [[nodiscard]] std::optional<verdict> refused_unseen(const tool_call& call, time_point now);
    /// Fills in what a question says about grants and trust. Tells each end of a grant once.
    void describe(permission_question& question, const call_findings& found, time_point now);

    /// Applies an answer to a question. Deny mode and what denies by now come before the answer; a deny that
    /// merely cannot be excluded does not, because somebody has looked.
    /// \param found  what was found about the question's call with the input that the answer carries (the
    ///               edited one, where it was edited)
    /// \param about_covers  the rule of the answer (`about`) was seen to cover that call
    [[nodiscard]] settlement resolve(const permission_question& question, const call_findings& found,
                                     permission_result answer, bool about_covers) const;
    /// Stores what an answer wanted to be kept. \return what could not be stored; empty: all is
    std::string store(const kept_answer& answer, moment at);

    /// The verdict if deny mode, deny rules or lists deny a call, whatever else is to be said about it.
    [[nodiscard]] std::optional<verdict> denied(const call_findings& found) const;

    [[nodiscard]] permission_mode mode() const noexcept { return mode_; }
    void set_mode(permission_mode mode) noexcept { mode_ = mode; }

    /// Begins a pause, in the place of any other; nothing: ends it.
    void set_pause(std::optional<question_pause> pause) noexcept { pause_ = std::move(pause); }
    /// It may be over by now.
    [[nodiscard]] const std::optional<question_pause>& pause() const noexcept { return pause_; }

    [[nodiscard]] const judgement_basis::pointer& basis() const noexcept { return basis_; }
    /// Puts another policy in force. The rate limiter starts anew if its limits are others.
    void set_basis(judgement_basis::pointer basis);

    [[nodiscard]] rate_limiter& limits() noexcept { return limits_; }
    [[nodiscard]] grant_table& grants() noexcept { return grants_; }
    [[nodiscard]] remembered_decisions& remembered() noexcept { return remembered_; }
    [[nodiscard]] const remembered_decisions& remembered() const noexcept { return remembered_; }

private:
    struct circumstances;
    struct step;
    static const step steps[];

    // Each fills in a verdict that says nothing yet, and returns true; false: it has no opinion.
    bool well_formed(const circumstances& at, verdict& said);
    bool rate_limit(const circumstances& at, verdict& said);
    bool over_limits(const tool_call& call, time_point now, verdict& said);
    void count(const tool_call& call, time_point now);
    bool deny_mode(const circumstances& at, verdict& said);
    bool deny(const circumstances& at, verdict& said);
    bool ask_rules(const circumstances& at, verdict& said);
    bool guarded(const circumstances& at, verdict& said);
    bool allow_mode(const circumstances& at, verdict& said);
    bool live_grant(const circumstances& at, verdict& said);
    bool remembered_or_trusted(const circumstances& at, verdict& said);
    bool allow_rules(const circumstances& at, verdict& said);
    bool tool_settings(const circumstances& at, verdict& said);
    bool risk(const circumstances& at, verdict& said);
    void ask(std::optional<verdict> demanded, const circumstances& at, verdict& said) const;
    [[nodiscard]] bool paused_for(const circumstances& at);
    [[nodiscard]] bool denies(const call_findings& found, verdict& said) const;
    [[nodiscard]] std::optional<tool_default> default_of_tool(const call_findings& found) const;

    judgement_basis::pointer basis_;
    permission_mode mode_;
    rate_limiter limits_;
    repeated_calls repeated_;
    grant_table grants_;
    remembered_decisions remembered_;
    std::optional<question_pause> pause_{};
};

}  // namespace assent
