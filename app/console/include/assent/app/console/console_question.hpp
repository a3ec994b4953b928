#pragma once

#include <assent/domain/decide/permission_request.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Longest text of an input that is shown or edited at a console, in bytes. A longer one is shown cut, and
/// cannot be edited there.
inline constexpr std::size_t max_shown_input_bytes = std::size_t{256} * 1024;
/// Longest beginning of what would be written or run that is shown as it is, in characters; of a longer one
/// only the whole input shows all.
inline constexpr std::size_t max_shown_beginning = std::size_t{16} * 1024;
/// Most lines of a change that are shown; the rest is counted.
inline constexpr std::size_t max_diff_lines = 400;
/// Longest text among the small members of an input that are shown beside the call, in bytes.
inline constexpr std::size_t max_small_member_bytes = 300;
/// Longest old and new texts that are compared, in bytes, those of all edits of a call together. Of longer
/// ones nothing is shown as a change.
inline constexpr std::size_t max_diff_bytes = std::size_t{128} * 1024;

/// One line of a change to a file. `text` is safe to show.
struct diff_line {
    enum class kind : unsigned char { same, removed, added, gap };
    kind what = kind::same;
    std::string text;
};

/// What a call that edits a file would change, with up to three unchanged lines around each change. Empty for
/// calls that say no old and new text, or something else to be written beside them. A `gap` line stands for
/// lines that are left out; its text says how many.
[[nodiscard]] std::vector<diff_line> diff_of(const tool_input& input);

/// The answers that a question allows, besides "allow once" and "deny".
struct console_offers {
    bool trust = false;   ///< trust the tool for the session
    bool grants = false;  ///< allow for a time, or a number of times, what a rule covers
    /// Such a grant may be given to the whole tool, too: its name is the rule then.
    bool whole_tool = false;
    bool always = false;  ///< store a rule
    /// Such a rule is stored, for the agent and the folder that ask: it holds after the program has ended.
    bool kept = false;
    bool session = false;  ///< or for the session of the agent that asks alone: then it is not stored
    bool edit = false;     ///< allow with another input
};

/// An open question as people see it. Immutable, and shared by all who show it.
///
/// Texts are safe to show where the comment says so; all others come from the peer as they are.
struct console_question {
    std::uint64_t number = 0;   ///< identifies it at its console; never reused
    std::uint64_t session = 0;  ///< whose it is: `console_session::number`
    std::string session_title;  ///< safe to show
    std::shared_ptr<const permission_question> asked;

    std::string who;         ///< asks: the agent, where it is known, or else the session. Safe to show
    std::string session_id;  ///< the beginning of the agent's own name for its session; safe to show
    std::string tool;        ///< its name, safe to show
    std::string
        headline;       ///< the operation, without what stands at the beginning of the preview; safe to show
    std::string title;  ///< what the agent calls it; empty: nothing. Safe to show, as the following
    std::string description;  ///< the agent's words for it
    std::string ask_reason;   ///< the agent's reason for asking
    std::string cwd;
    std::string agent;  ///< the subagent that asks; empty: the main one
    std::string again;  ///< why it is asked again although a grant was given; empty: it is not
    std::vector<diff_line> diff;
    preview beginning;  ///< of what would be written or run, with more than a prompt's preview. Safe to show
    /// Small members of the input that agents send beside the call: `timeout: 9, replace_all: true`. Safe to
    /// show.
    std::string small_members;
    /// The whole input, pretty-printed and safe to show.
    std::string input_shown;
    bool input_cut = false;
    /// Nothing but the whole input says all that the call would do: not all of its members are shown
    /// elsewhere.
    bool input_needed = false;
    /// The same as JSON to be edited; empty where it cannot be.
    std::string input_json;

    console_offers offers;
    /// The rule that covers exactly this call, for "always" and for grants, as a person would write it; empty
    /// where no such rule can be written.
    std::string rule;
    /// Other rules that cover it: that with any words behind what says what is done (`wider_rule`), and those
    /// that the agent suggests.
    std::vector<std::string> other_rules;
    /// The wider rule, where the question may be allowed together with those that are `alike`: what it does
    /// is plain, there is no warning about it, and what is shown says all of it. Empty: it is answered alone.
    std::string group_rule;
    /// How many calls that people have allowed this rule would have covered, or, where it is empty, `rule`:
    /// of those that the console still keeps.
    std::size_t allowed_before = 0;

    /// Too long for anybody to see all of it: it is not allowed by front-ends that show it.
    [[nodiscard]] bool cannot_be_seen() const noexcept { return input_needed && input_cut; }
    /// Nothing that it does is worth more than a look: "allow once" may be the answer at hand.
    [[nodiscard]] bool plain() const noexcept {
        return is_plain(worst_of(asked->effects)) && asked->risk < risk_level::critical;
    }
    /// A key that allows it has to be confirmed by a second one; a click only where it is not plain.
    [[nodiscard]] bool needs_confirmation() const noexcept {
        return !plain() || asked->risk >= risk_level::high;
    }
};

/// Whether two questions may be allowed together: one rule covers both, for one agent in one folder.
[[nodiscard]] inline bool alike(const console_question& one, const console_question& other) noexcept {
    return !one.group_rule.empty() && one.group_rule == other.group_rule && one.session == other.session &&
           one.asked->agent == other.asked->agent && one.asked->cwd == other.asked->cwd;
}

/// Longest beginning of the name of an agent's session that is shown, in bytes: enough to tell them apart.
inline constexpr std::size_t max_shown_session_bytes = 8;

/// An answer as people give it.
struct console_answer {
    enum class kind : unsigned char {
        once,                ///< allow this call
        deny,                ///< deny it
        deny_and_interrupt,  ///< deny it and stop the agent's turn
        trust,               ///< allow it, and trust the tool for the session
        for_time,            ///< allow it, and later calls for a time
        for_uses,            ///< allow it, and a number of later calls
        always,              ///< allow it, and store a rule
        edited,              ///< allow it with another input
    };
    kind what = kind::deny;
    std::string feedback{};                 ///< for denials: what the model is told
    duration time = default_grant_time;     ///< for `for_time`
    std::size_t uses = default_grant_uses;  ///< for `for_uses`
    std::string rule{};                     ///< for `always` and grants
    bool session_only = false;  ///< of `always`: the rule is for the agent's session, and is not stored
    std::string input{};        ///< for `edited`: a JSON object
    std::string by{};           ///< who answers, for the record: `terminal`
};

/// The words of an answer: `once`, `deny_and_interrupt`.
[[nodiscard]] constexpr auto enum_words(console_answer::kind) noexcept {
    return word_table("once", "deny", "deny_and_interrupt", "trust", "for_time", "for_uses", "always",
                      "edited");
}

}  // namespace assent
