#pragma once

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/guard.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/risk.hpp>

#include <span>
#include <string>
#include <string_view>

namespace assent {

/// What a call does, as the look at it finds out on the way.
struct call_does {
    call_effects effects{};
    bool changes_gate = false;       ///< it changes or stops what decides about agents
    bool protected_place = false;    ///< it may change what decides what runs later
    bool in_walled_scratch = false;  ///< a temporary file counts because a wall is around what runs beside
    bool edits_in_place = false;  ///< its commands do no more than change files below the working directory
    /// The simple commands of the first field that holds commands, where these are several.
    command_parts parts{};
    std::string_view parts_field{};
};

/// The simple commands of a text that the policy lets pass for what they do.
/// \param field  that holds the text   \param tool  what the policy says about the call's tool; null: nothing
[[nodiscard]] passing_commands passing_by_policy(const command_parts& parts, std::string_view field,
                                                 const tool_policy* tool, const policy& settings);

/// Folders that a policy names.
struct named_folders {
    std::span<const std::string> own{};      ///< `policy::own_places`
    std::span<const std::string> scratch{};  ///< `policy::scratch`
    call_effects walled{};                   ///< those that it has run behind a wall
};

/// What guard and standard classifier have to say about a call. They look at the same things: both are found
/// in one reading of the input.
struct call_look {
    guard_finding guarded{};
    risk_assessment risk{};
};
/// \param definition  what is registered about the tool; null when it is not known
/// \param folders     of the policy
/// \param scratch     room for unescaped text, reused between calls
/// \param guarded, risk  fresh ones, for what is found
call_does look_at(const call_reading& reading, const tool_definition* definition,
                  const named_folders& folders, std::string& scratch, guard_finding& guarded,
                  risk_assessment& risk);
/// The same, as a value.
[[nodiscard]] call_look look_at(const tool_call& call, const tool_definition* definition,
                                std::string& scratch);

}  // namespace assent
