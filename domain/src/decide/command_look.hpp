#pragma once

#include "../tools/factors.hpp"

#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/match/command_paths.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <boost/container/small_vector.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// What is found in a command, all of it in one reading.
struct command_look {
    std::optional<factor> guarded{};  ///< by the guard; nothing: nothing
    /// The words in which the guard found it, if these are all: options, operands, programs that others run.
    boost::container::small_vector<std::string, 2> words{};
    bool unread = false;           ///< a part of it could not be read
    bool protected_place = false;  ///< it may change what decides what runs later
    bool changes_gate = false;     ///< it changes or stops what decides about agents
    factor_bits risks{};           ///< what makes it risky, whichever of its programs it is
};
/// \param command  a string   \param effect  what it does; null: not known
/// \param led  where its links lead; null: nobody has looked   \param own_places  as in a policy
[[nodiscard]] command_look look_at_command(const field_reading& command, const command_effect* effect,
                                           const command_paths* led, std::span<const std::string> own_places);
/// The same of a text that is no field's, in a folder that is not known.
[[nodiscard]] command_look look_at_command(std::string_view command);

}  // namespace assent
