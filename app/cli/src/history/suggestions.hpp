#pragma once

#include <assent/adapters/files/audit_line.hpp>
#include <assent/app/gate/ready_policy.hpp>
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
/// Most rules that are suggested, and fewest questions that each of them would have spared.
inline constexpr std::size_t max_suggested_rules = 12;
inline constexpr std::size_t least_spared_questions = 2;
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

/// Looks for the fewest allow rules that spare the questions which people answered with allow. Each covers
/// the very words that were allowed, or, where several commands differ only behind what says what is done,
/// all that begin so (`wider_rule`). None of them covers a call that was denied, and none is about what
/// destroys, sends, escapes, shows secrets or changes what decides.
class rule_search {
public:
    /// \param by  the policy that the rules would be put into. All of these have to outlive this
    rule_search(const ready_policy& by, path_resolver& paths, repository_settings& repositories)
        : by_(by), paths_(paths), repositories_(repositories) {}

    void add(recorded_event event);

    /// Those that spare most come first.
    [[nodiscard]] std::vector<suggested_rule> find();

    /// Questions that people answered with allow, and that the policy would ask again; known after `find`.
    [[nodiscard]] std::size_t questions() const noexcept { return questions_; }
    /// Those of them that the rules together spare.
    [[nodiscard]] std::size_t spared() const noexcept { return spared_; }
    /// Calls that were denied, and whose input is not on record: a rule may cover one of them.
    [[nodiscard]] std::size_t denied_unseen() const noexcept { return denied_unseen_; }
    /// There were more calls than are looked at.
    [[nodiscard]] bool too_many() const noexcept { return too_many_; }

private:
    struct seen_call {
        recorded_event event;
        std::size_t count = 0;
        bool may_be_spared = false;
    };
    // One that may be suggested, and the keys of those that it makes needless.
    struct candidate {
        suggested_rule rule;
        std::set<std::string> narrower{};
    };
    using calls = std::map<std::string, seen_call>;

    void keep(calls& in, recorded_event event);
    void look_at(seen_call& allowed);
    [[nodiscard]] std::vector<permission_rule> rules_for(const tool_call& call) const;
    [[nodiscard]] std::optional<permission_rule> wider_than(const permission_rule& rule,
                                                            const tool_call& call) const;
    void count(const permission_rule& rule, const seen_call& allowed, const std::string& narrower);
    [[nodiscard]] bool allows(const ready_policy& with, const recorded_event& event) const;
    [[nodiscard]] bool covers_a_denied(const permission_rule& rule) const;
    [[nodiscard]] ready_policy with(const std::vector<suggested_rule>& rules) const;

    const ready_policy& by_;
    path_resolver& paths_;
    repository_settings& repositories_;
    calls allowed_, denied_;
    std::map<std::string, candidate> found_;
    std::size_t questions_ = 0, spared_ = 0, denied_unseen_ = 0;
    bool too_many_ = false;
};

}  // namespace assent::cli
