#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <bitset>
#include <cstddef>

namespace assent {

/// What a call does, from harmless to harmful. One that does several things has the worst of them.
enum class call_effect : unsigned char {
    /// Reads files below the working directory, or facts about the machine that tell nothing about anybody.
    looks,
    looks_outside,  ///< reads other files, or what belongs to others on the machine
    changes,        ///< writes or deletes in an ordinary way: files, the index, commits, settings
    runs,           ///< runs the project's own code: tests, builds, scripts, plug-ins
    installs,       ///< installs packages
    network,        ///< reads from the network
    secret,         ///< reads keys, credentials, `.env`, histories, the environment
    sends,          ///< pushes, posts, deploys, publishes
    destroys,       ///< loses work or data
    escapes,        ///< privilege, hidden commands, code for another program, settings that name programs
    unknown,        ///< a program, an option or a form that is not known
};
[[nodiscard]] constexpr auto enum_words(call_effect) noexcept {
    return word_table("looks", "looks_outside", "changes", "runs", "installs", "network", "secret", "sends",
                      "destroys", "escapes", "unknown");
}
inline constexpr std::size_t call_effect_count = words_of<call_effect>.size();
/// Several of them, a bit each.
using call_effects = std::bitset<call_effect_count>;

}  // namespace assent
