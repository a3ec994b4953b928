#pragma once

#include <assent/domain/permission_update.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assent {

struct tool_call;

/// Most rules in one set.
inline constexpr std::size_t default_max_rules = 1'000'000;

/// What the rules have to say about one call: at most one rule per behavior, and whether a deny
/// or an ask rule that could not be excluded stands beside them.
struct rule_findings {
    std::shared_ptr<const permission_rule> deny{};
    std::shared_ptr<const permission_rule> deny_doubt{};
    std::shared_ptr<const permission_rule> ask{};
    std::shared_ptr<const permission_rule> ask_doubt{};
    std::shared_ptr<const permission_rule> allow{};
};

/// An immutable set of rules. Changing it makes a new one; whoever matches keeps the one it has.
///
/// Equal rules (same patterns and behavior) are kept once, with the origin that lasts longer: a rule of the
/// host stays the host's, whoever repeats it. Thread-safety: any thread.
class rule_set {
public:
    using pointer = std::shared_ptr<const rule_set>;

    /// A set of the given rules.
    /// \return `invalid_rule` when there are more than `max_rules`
    [[nodiscard]] static boost::system::result<pointer, invalid_rule> make(
        std::vector<permission_rule> rules, std::size_t max_rules = default_max_rules);
    [[nodiscard]] static pointer empty();

    /// All rules that matter for a call.
    /// \param scratch  room for unescaped text, reused between calls
    [[nodiscard]] rule_findings match(const tool_call& call, std::string& scratch) const;

    /// This set with one update applied: added, replaced or removed rules.
    ///
    /// Only rules of origin `peer` and `answer` are ever replaced or removed; the host's stay.
    /// `replace_rules` replaces all such rules of the update's behavior.
    /// \param origin  the origin the new rules get
    /// \return the new set, equal to this one when nothing changed; or why it cannot be
    [[nodiscard]] boost::system::result<pointer, invalid_rule> apply(const permission_update& update,
                                                                     rule_origin origin) const;

    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] std::span<const std::shared_ptr<const permission_rule>> of(
        rule_behavior behavior) const noexcept;

private:
    using list = std::vector<std::shared_ptr<const permission_rule>>;
    rule_set() = default;
    [[nodiscard]] list& rules_of(rule_behavior behavior) noexcept;

    list allow_, deny_, ask_;
    std::size_t max_rules_ = default_max_rules;
};

}  // namespace assent
