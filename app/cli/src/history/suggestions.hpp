#pragma once

#include "judged_alone.hpp"

#include <assent/adapters/files/audit_line.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/ports/path_resolver.hpp>
#include <assent/ports/repository_settings.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assent::cli {

/// Different calls that are looked at, those that people allowed and those that were denied counted apart.
inline constexpr std::size_t max_looked_at_calls = 10'000;
/// Most rules and words about effects that are suggested together, and fewest questions that each of them
/// would have spared.
inline constexpr std::size_t max_suggested = 12;
inline constexpr std::size_t least_spared_questions = 2;
inline constexpr std::size_t least_spared_by_effects = 10;
/// So many different commands have to be among what a rule with a wildcard would have spared.
inline constexpr std::size_t least_shapes = 2;
/// Calls that are shown of each.
inline constexpr std::size_t max_rule_examples = 2;

/// An allow rule that would have spared questions.
struct suggested_rule {
    permission_rule rule;
    std::size_t spared = 0;               ///< questions that are about what it covers
    std::vector<std::string> examples{};  ///< safe to show
};

/// Effects of which a policy says nothing, and what should become of calls that do no more.
struct suggested_effects {
    std::vector<call_effect> effects{};
    outcome instead = outcome::allow;      ///< or behind a wall
    std::vector<permission_rule> asked{};  ///< ask rules for what people have refused, and this would let run
    std::size_t spared = 0;                ///< questions
    std::vector<std::string> examples{};   ///< safe to show
};

/// As a policy file has them: `"edits": "allow", "services": "allow"`.
[[nodiscard]] std::string effects_text(const suggested_effects& of);
/// For people: "what edits files of the project, or ..., runs behind a wall".
[[nodiscard]] std::string effects_in_words(const suggested_effects& of);

/// What would have spared questions: words about effects first, then rules for what these leave.
struct suggestions {
    std::vector<suggested_effects> effects{};
    std::vector<suggested_rule> rules{};
    [[nodiscard]] std::size_t size() const noexcept;
};

/// Puts them into a policy.
[[nodiscard]] policy with_suggestions(policy more, const suggestions& of);

/// What may be suggested besides rules.
struct suggested_besides {
    bool effects = true;
    bool walls = false;  ///< commands can be run behind a wall here
};

/// Looks for the fewest allow rules that spare the questions which people answered with allow. Each covers
/// the very words that were allowed, or, where several commands differ only behind what says what is done,
/// all that begin so (`wider_rule`). None of them covers a call that was denied, and none is about what
/// destroys, sends, escapes, shows secrets or changes what decides.
class rule_search {
public:
    /// \param by  the policy that the rules would be put into. All of these have to outlive this
    rule_search(const ready_policy& by, path_resolver& paths, repository_settings& repositories,
                suggested_besides besides)
        : given_(by), by_(by), paths_(paths), repositories_(repositories), besides_(besides) {}

    void add(recorded_event event);

    /// Those that spare most come first.
    [[nodiscard]] suggestions find();

    /// Questions that people answered with allow, and that the policy would ask again; known after `find`.
    [[nodiscard]] std::size_t questions() const noexcept { return questions_; }
    /// Those of them that all of it together spares.
    [[nodiscard]] std::size_t spared() const noexcept { return spared_; }
    /// Calls that were denied, and whose input is not on record: a rule may cover one of them.
    [[nodiscard]] std::size_t denied_unseen() const noexcept { return denied_unseen_; }
    /// There were more calls than are looked at.
    [[nodiscard]] bool too_many() const noexcept { return too_many_; }

private:
    struct seen_call {
        recorded_event event;
        std::size_t count = 0;
        bool was_asked = false;  // by the policy as it is
        call_effects effects{};
    };
    // One that may be suggested, and the keys of those that it makes needless.
    struct candidate {
        suggested_rule rule;
        std::set<std::string> narrower{};
    };
    using calls = std::map<std::string, seen_call>;

    void keep(calls& in, recorded_event event);
    void look_at(const seen_call& allowed);
    void suggest_effects(std::vector<call_effect> effects, outcome instead);
    [[nodiscard]] std::vector<permission_rule> ask_rules_for(const tool_call& call) const;
    [[nodiscard]] bool asks_about_refused(suggested_effects& made) const;
    void suggest_rules();
    [[nodiscard]] std::vector<permission_rule> rules_for(const tool_call& call) const;
    [[nodiscard]] std::optional<permission_rule> wider_than(const permission_rule& rule,
                                                            const tool_call& call) const;
    void count(const permission_rule& rule, const seen_call& allowed, const std::string& narrower);
    [[nodiscard]] bool can_wall() const;
    [[nodiscard]] judged_call judged(const ready_policy& by, const recorded_event& event) const;
    [[nodiscard]] bool lets_run(const ready_policy& with, const recorded_event& event) const;
    [[nodiscard]] bool covers_a_denied(const permission_rule& rule) const;
    [[nodiscard]] ready_policy with(const suggestions& more) const;

    const ready_policy& given_;
    ready_policy by_;  // with what is suggested by now
    path_resolver& paths_;
    repository_settings& repositories_;
    suggested_besides besides_;
    calls allowed_, denied_;
    std::map<std::string, candidate> found_;
    suggestions made_;
    std::size_t questions_ = 0, spared_ = 0, denied_unseen_ = 0;
    bool too_many_ = false;
};

}  // namespace assent::cli
