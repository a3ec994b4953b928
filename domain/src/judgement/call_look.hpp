#pragma once

#include <assent/domain/judgement/guard.hpp>
#include <assent/domain/judgement/risk.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <string>

namespace assent {

/// What guard and standard classifier have to say about a call. They look at the same things: both are found
/// in one reading of the input.
struct call_look {
    guard_finding guarded{};
    risk_assessment risk{};
};
/// \param definition  what is registered about the tool; null when it is not known
/// \param scratch     room for unescaped text, reused between calls
/// \param guarded, risk  fresh ones, for what is found
void look_at(const call_reading& reading, const tool_definition* definition, std::string& scratch,
             guard_finding& guarded, risk_assessment& risk);
/// The same, as a value.
[[nodiscard]] call_look look_at(const tool_call& call, const tool_definition* definition,
                                std::string& scratch);

}  // namespace assent
