#pragma once

#include "../tools/factors.hpp"
#include "call_fields.hpp"

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/risk.hpp>

#include <boost/container/static_vector.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// All that the guard finds, in the order in which it is looked for.
class guard_findings {
public:
    explicit guard_findings(guard_finding& into) noexcept : found_(into) {}

    void add(factor what, std::string_view field);
    /// In these words alone of a command.
    void add(factor what, std::string_view field, std::span<const std::string> words);
    /// What was found first.
    [[nodiscard]] std::optional<factor> first() const noexcept { return first_; }

private:
    guard_finding& found_;
    std::optional<factor> first_;
};

/// Looks at all fields that widen authority.
void look_for_authority(const call_reading& reading, const tool_definition* definition, std::string& scratch,
                        guard_findings& into);

/// What the guard finds in a path, or where that leads.
[[nodiscard]] std::optional<factor> guarded_path(const field_reading& field, const path_target& target,
                                                 std::string_view cwd, bool writes);

/// Factors in the order in which they were found, each once.
class factor_list {
public:
    void add(factor which) {
        const auto index = static_cast<std::size_t>(which);
        if (added_[index]) return;
        added_.set(index);
        factors_.push_back(which);
    }
    void add(factor_bits several) {
        for (std::size_t index = 0; several.any() && index < several.size(); ++index) {
            if (several[index]) add(static_cast<factor>(index));
            several.reset(index);
        }
    }
    [[nodiscard]] auto begin() const noexcept { return factors_.begin(); }
    [[nodiscard]] auto end() const noexcept { return factors_.end(); }

private:
    boost::container::static_vector<factor, factor_count> factors_;
    factor_bits added_{};
};

/// What makes a path in a field risky, and where that leads.
void look_at_path(const field_reading& field, const path_target& target, std::string_view cwd, bool writes,
                  factor_list& risks);

/// What a call does, as the look at it finds out on the way.
struct call_does {
    call_effects effects{};
    bool edits_in_place = false;  ///< its commands do no more than change files below the working directory
    /// The simple commands of the first field that holds commands, where these are several.
    command_parts parts{};
    std::string_view parts_field{};
};

/// The simple commands of a text that the policy lets pass for what they do.
/// \param field  that holds the text   \param tool  what the policy says about the call's tool; null: nothing
[[nodiscard]] passing_commands passing_by_policy(const command_parts& parts, std::string_view field,
                                                 const tool_policy* tool, const policy& settings);

/// What guard and standard classifier have to say about a call. They look at the same things: both are found
/// in one reading of the input.
struct call_look {
    guard_finding guarded{};
    risk_assessment risk{};
};
/// \param definition  what is registered about the tool; null when it is not known
/// \param scratch     room for unescaped text, reused between calls
/// \param guarded, risk  fresh ones, for what is found
call_does look_at(const call_reading& reading, const tool_definition* definition, std::string& scratch,
                  guard_finding& guarded, risk_assessment& risk);
/// The same, as a value.
[[nodiscard]] call_look look_at(const tool_call& call, const tool_definition* definition,
                                std::string& scratch);

}  // namespace assent
