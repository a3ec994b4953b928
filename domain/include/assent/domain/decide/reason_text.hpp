#pragma once

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/decide/decision_step.hpp>
#include <assent/domain/decide/verdict.hpp>

#include <string>
#include <vector>

namespace assent {

class call_reading;
class rule_set;
struct call_findings;
struct policy;

/// Tells people in one line what a command does: "it reads `src`; `npm test` runs code of the project". Safe
/// to show as it is. \param places  what was found out about the places that it names
[[nodiscard]] std::string text_of(const command_facts& facts, const known_places& places = {});

/// The same of all commands in a call; empty: there are none that can be read.
/// \param definition  what is registered about the tool; null: nothing
[[nodiscard]] std::string what_commands_do(const call_reading& call, const tool_definition* definition);

/// Each of the commands in a call that has several, the worst first: all that run, and what a line does by
/// itself. Of one that stands there several times, one. Empty: there are not several.
[[nodiscard]] std::vector<told_command> commands_of_call(const call_reading& call,
                                                         const tool_definition* definition);

/// The simple commands of a call that has several, and what lets each of them pass. None: it has not, or they
/// are not judged apart.
/// \param settings  of the policy, as far as it lets commands pass for what they do
[[nodiscard]] std::vector<explained_part> parts_of_call(const call_reading& call,
                                                        const tool_definition* definition,
                                                        const policy& settings, const rule_set& rules);

/// Says of a call that is asked about, or refused because nobody is asked, what it does that keeps it from
/// being allowed (`verdict::concern`). Of other verdicts nothing more is to be said.
/// \param found  what the verdict follows from, of this very call
void put_into_words(verdict& decided, const call_reading& call, const call_findings& found,
                    const policy& settings, const rule_set& rules);

}  // namespace assent
