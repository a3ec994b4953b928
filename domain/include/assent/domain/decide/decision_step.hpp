#pragma once

#include <assent/domain/decide/verdict.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace assent {

/// The steps of a decision, in their order. The first that decides is the last that is looked at; one that
/// demands a question leaves only denials to those that follow.
enum class decision_step : unsigned char {
    well_formed,
    rate_limit,
    deny_mode,
    deny,       ///< deny rules and blocked lists
    ask_rules,  ///< ask rules, and the peer's demand for a person
    guard,
    allow_mode,  ///< allow mode, and accept_edits
    grant,
    remembered,  ///< remembered decisions and session trust
    allow_rules,
    tool_settings,  ///< trusted tools, tool override, tool default
    risk,
    ask,
};
inline constexpr std::size_t decision_step_count = 13;

/// The result of one step of a decision.
enum class step_result : unsigned char {
    passed,    ///< had nothing to say
    demanded,  ///< demands a question
    decided,   ///< decided
};

/// One line of an explanation.
struct explained_step {
    decision_step step = decision_step::ask;
    step_result result = step_result::passed;
    std::string looked_at{};  ///< what it looked at: "2 deny rules", "mode ask"
    std::string said{};       ///< what it found
};

/// A rule that was considered for a call, and how it matched.
struct considered_rule {
    std::shared_ptr<const permission_rule> rule;
    rule_match match = rule_match::no;  ///< alone
    /// An allow rule that covers some commands of a shell text, of which other allow rules cover the rest.
    bool shared = false;
    /// For a rule that does not match: the field, and what it holds that the rule does not cover, and which
    /// commands of a shell text an allow rule covers all the same. For one that shares: those only.
    std::string why{};
};

/// The reason why one of several simple commands of a call may pass.
enum class part_standing : unsigned char {
    open,     ///< nothing
    covered,  ///< an allow rule
    looks,    ///< it only looks
    allowed,  ///< the policy allows what it does
    walled,   ///< it does so behind a wall
};
/// One of the simple commands of a call that has several.
struct explained_part {
    std::string command{};  ///< its words
    part_standing standing = part_standing::open;
    std::shared_ptr<const permission_rule> rule{};  ///< that covers it
    std::string does{};                             ///< what it does beside looking, in one line
};

/// Most rules that an explanation lists which do not match the call.
inline constexpr std::size_t max_explained_rules = 100;

/// Why a call is decided as it is: what `check` did, written down while it did it.
struct explanation {
    std::vector<explained_step> steps{};
    /// All rules that match the call, and the first of those of its tool that do not.
    std::vector<considered_rule> rules{};
    /// One line about what its commands do (`what_commands_do`); empty: it has none.
    std::string does{};
    /// Its simple commands, where it has several that are judged apart.
    std::vector<explained_part> parts{};
    std::size_t other_rules = 0;  ///< how many more rules there are, which do not match
    verdict decided{};
};

class rule_set;
class call_reading;
struct tool_definition;
struct policy;
/// Looks at each rule of a set, and writes down how it stands to a call, what that does, and what lets each
/// of its simple commands pass.
/// \param definition  what is registered about the call's tool; null: nothing is
/// \param settings    of the policy, which may let commands pass for what they do
void consider(const rule_set& rules, const call_reading& call, const tool_definition* definition,
              const policy& settings, explanation& into);

[[nodiscard]] constexpr auto enum_words(decision_step) noexcept {
    return word_table("well formed", "rate limit", "deny mode", "deny rules", "ask rules", "guard",
                      "allow mode", "grant", "remembered", "allow rules", "tool settings", "risk", "ask");
}
[[nodiscard]] constexpr auto enum_words(part_standing) noexcept {
    return word_table("open", "covered", "looks", "allowed", "walled");
}
[[nodiscard]] constexpr auto enum_words(step_result) noexcept {
    return word_table("passed", "demanded", "decided");
}

}  // namespace assent
