#pragma once

#include <assent/domain/decide/call_effect.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/decide/wall.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/risk.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <boost/system/result.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assent {

class call_reading;
struct tool_call;

/// All that policy and registry say about one tool, found in one look. The views point into the basis; `key`
/// may point into the name that was asked for.
struct tool_facts {
    /// The registered definition, with the risk that the policy sets; null: there is none.
    const tool_definition* definition = nullptr;
    /// The definition that the classifier is told, or no more than the risk that the policy sets; null:
    /// nothing is known.
    const tool_definition* classified_as = nullptr;
    const tool_policy* settings = nullptr;  ///< what the policy says about the tool; null: nothing
    std::string_view key{};                 ///< what decisions are stored under
    bool trusted = false;                   ///< one of the policy's trusted tools
    bool disabled = false;                  ///< of a category that the policy disables
    bool odd_kinds = false;                 ///< it has fields whose kind is another one than their names say
};

/// A policy made ready for judging: compiled lists beside the tools and the classifier they speak of.
/// Immutable and shared by all gates that use it.
class judgement_basis {
public:
    using pointer = std::shared_ptr<const judgement_basis>;

    /// \param tools  null: the standard registry   \param risk  null: the standard classifier
    [[nodiscard]] static boost::system::result<pointer, invalid_policy> make(
        policy settings, std::shared_ptr<const tool_registry> tools = {},
        std::shared_ptr<const risk_classifier> risk = {});

    /// The policy, with the rules that `rules()` has compiled.
    [[nodiscard]] const policy& settings() const noexcept { return settings_; }
    [[nodiscard]] const tool_registry& tools() const noexcept { return *tools_; }
    [[nodiscard]] const risk_classifier& risk() const noexcept { return *risk_; }
    /// The classifier is the standard one, which looks at calls together with the guard.
    [[nodiscard]] bool classifies_as_standard() const noexcept { return standard_risk_; }
    /// The policy's rules, compiled by what is registered about their tools. Shared by all gates that start
    /// from them.
    [[nodiscard]] const rule_set::pointer& rules() const noexcept { return rules_; }
    /// A rule of one tool, compiled by the kinds of fields that are registered for that tool; any other rule
    /// as it is. Gates do so with the rules that they are given. \return or why a pattern is none of its
    /// field's kind
    [[nodiscard]] boost::system::result<permission_rule, invalid_rule> as_registered(
        const permission_rule& rule) const;
    /// The same with all rules of a set; the very same set when nothing changes. Looks at every rule. To
    /// share a set between gates that share a basis, do it once, beforehand: a gate that is given both takes
    /// the set as it is, and reads no more into its rules than is proven.
    [[nodiscard]] boost::system::result<rule_set::pointer, invalid_rule> as_registered(
        rule_set::pointer rules) const;
    /// Blocked tools and commands, as deny rules.
    [[nodiscard]] const rule_set& blocked() const noexcept { return *blocked_; }
    /// There are some.
    [[nodiscard]] bool blocks() const noexcept { return blocks_; }
    /// Calls may be over a limit: of all tools, or of one.
    [[nodiscard]] bool has_limits() const noexcept { return has_limits_; }
    /// Valid as long as the basis, and as `tool`.
    [[nodiscard]] tool_facts about(std::string_view tool) const;
    /// What is registered about this tool, with the risk that the policy sets; null: nothing is. Valid as
    /// long as the basis.
    [[nodiscard]] const tool_definition* definition(std::string_view tool) const {
        return about(tool).definition;
    }

private:
    judgement_basis() = default;
    void collect_facts();
    // It is to be compiled by what is registered about its tool.
    [[nodiscard]] bool names_odd_kinds(const permission_rule& rule) const noexcept;

    policy settings_;
    std::shared_ptr<const tool_registry> tools_;
    std::shared_ptr<const risk_classifier> risk_;
    bool standard_risk_ = false;
    // For tools that have them, the fields whose kind is not the one that their names say.
    std::unordered_map<std::string_view, std::vector<std::pair<std::string, field_kind>>> odd_kinds_;
    rule_set::pointer rules_;
    rule_set::pointer blocked_;
    bool blocks_ = false;
    bool has_limits_ = false;
    // The tools whose risk the policy sets.
    std::map<std::string, tool_definition, std::less<>> with_set_risk_;
    std::unordered_map<std::string_view, std::string> keys_;  // of tools that do not go by their name
    std::unordered_map<std::string_view, tool_facts> facts_;  // of tools of which anything is known
};

/// A rule to which a decision or a grant has been narrowed.
struct decision_scope {
    std::string key;  ///< what decisions about the calls that the rule covers are stored under: its `key()`
    permission_rule rule;
};
/// Shared with those who are matching; a change makes a new list.
using scope_list = std::vector<std::shared_ptr<const decision_scope>>;

/// True if a tool may be trusted at all: false for tools that run commands, delete, or do what
/// cannot be undone, whatever a policy says.
[[nodiscard]] bool can_be_trusted(const tool_definition& definition) noexcept;

/// Everything about a call that is found out before the gate takes its lock. The views point into the
/// basis, the scopes and the call.
struct call_findings {
    rule_findings rules{};
    std::shared_ptr<const permission_rule> blocked{};
    std::shared_ptr<const permission_rule> blocked_doubt{};
    const tool_definition* definition = nullptr;  ///< null: an unknown tool
    const tool_policy* settings = nullptr;        ///< what the policy says about the tool; may be null
    risk_assessment risk{};
    guard_finding guarded{};
    /// It changes or stops what decides about agents (`policy::protect_gate`): their settings, Assent's own
    /// files and processes.
    bool protected_place = false;  ///< it may change what decides what runs later
    bool changes_gate = false;
    /// The allow rule that names exactly what the guard found, or where it is not known what is done the
    /// command, without a wildcard; null: none does.
    std::shared_ptr<const permission_rule> exact_allow{};
    bool disabled_category = false;
    bool trusted_tool = false;
    /// Why deny rules may cover it, and with which words it would do no harm, for people and agents; empty:
    /// that is not known.
    std::string reads_besides{};
    /// All effects of the call, by itself or through the commands in it.
    call_effects effects{};
    wall_fit wall = wall_fit::no_command;  ///< whether it can run behind one
    /// A rule may cover what the code in it does, which is not read: nothing lets it run without the wall.
    bool code_behind_wall = false;
    /// An edit of a clean, non-hidden path inside the working directory, or commands that do no more than
    /// that.
    bool edit_in_place = false;
    call_keys keys{};           ///< what decisions about this call are stored under
    call_keys exact_keys{};     ///< those of them that name its commands without a wildcard
    call_keys doubtful_keys{};  ///< what denials that may be about this call are stored under
    std::string flaw{};         ///< what is wrong with the call; empty: nothing

    /// The keys under which an answer counts that allows: where it is not known what is done, only exact
    /// ones.
    [[nodiscard]] const call_keys& keys_that_count() const noexcept {
        return rules.ask_unknown ? exact_keys : keys;
    }
    [[nodiscard]] bool may_trust() const noexcept;
    [[nodiscard]] offered_grant grant_offered() const noexcept;
};

/// All that the rules of a set have to say about a call, whatever their patterns speak of.
/// \param passing  simple commands that need no rule
[[nodiscard]] rule_findings rules_about(const rule_set& rules, const call_reading& call,
                                        const tool_facts& tool, const passing_commands& passing = {});

/// Looks at a call from all sides. Pure, and without a lock: this is where the time of a decision goes.
/// \param scratch  room for unescaped text, reused between calls
[[nodiscard]] call_findings examine(const tool_call& call, const rule_set& rules,
                                    const judgement_basis& basis, const scope_list& scopes,
                                    std::string& scratch);
/// The same. \param tool  what the basis says about the call's tool (`judgement_basis::about`)
[[nodiscard]] call_findings examine(const tool_call& call, const tool_facts& tool, const rule_set& rules,
                                    const judgement_basis& basis, const scope_list& scopes,
                                    std::string& scratch);
/// The same. \param reading  of the call, with the switches of the basis
[[nodiscard]] call_findings examine(const call_reading& reading, const tool_facts& tool,
                                    const rule_set& rules, const judgement_basis& basis,
                                    const scope_list& scopes, std::string& scratch);

}  // namespace assent
