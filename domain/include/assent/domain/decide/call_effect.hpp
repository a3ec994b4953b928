#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <bitset>
#include <cstddef>
#include <string>
#include <string_view>

namespace assent {

/// The effect of a call, from harmless to harmful. A call with several effects has the worst of them.
enum class call_effect : unsigned char {
    /// Reads files below the working directory, or facts about the machine that tell nothing about anybody.
    looks,
    looks_outside,  ///< reads other files, or what belongs to others on the machine
    /// Makes, changes or deletes files below the working directory that its words name and that nothing
    /// protects, or what git keeps of them: the index, commits without hooks, new branches, the stash. It
    /// runs
    /// no code of the project.
    edits,
    changes,   ///< writes or deletes otherwise in an ordinary way: files, containers, settings
    runs,      ///< runs the project's own code: tests, builds, scripts, plug-ins
    installs,  ///< installs packages
    /// Runs a package, and downloads it where it is not there (`npx`, `uvx`), for policies that say something
    /// of it: a command that does this is one that does `installs` and `network`.
    runs_packages,
    /// Reads from a service that this machine is signed in to (`gh pr view`, `kubectl get`), for policies
    /// that
    /// say something of it: a command that does this is one that does `network`.
    services,
    network,   ///< reads from the network
    secret,    ///< reads keys, credentials, `.env`, histories, the environment
    sends,     ///< pushes, posts, deploys, publishes
    destroys,  ///< loses work or data
    /// Runs code that stands in the command (`python3 -c`), for policies that say something of it: a command
    /// that does this is one that does `escapes`.
    runs_code,
    escapes,  ///< privilege, hidden commands, code for another program, settings that name programs
    ruins,    ///< deletes or overwrites the root folder, a home, a folder of the system or a disk
    unknown,  ///< a program, an option or a form that is not known
};
[[nodiscard]] constexpr auto enum_words(call_effect) noexcept {
    return word_table("looks", "looks_outside", "edits", "changes", "runs", "installs", "runs_packages",
                      "services", "network", "secret", "sends", "destroys", "runs_code", "escapes", "ruins",
                      "unknown");
}
/// Words for people about calls with this effect: "the policy asks about what ...".
[[nodiscard]] constexpr std::string_view in_words(call_effect effect) noexcept {
    switch (effect) {
        case call_effect::looks: return "only looks";
        case call_effect::looks_outside: return "looks outside of the project";
        case call_effect::edits: return "edits files of the project";
        case call_effect::changes: return "changes files or settings";
        case call_effect::runs: return "runs code of the project";
        case call_effect::installs: return "installs packages";
        case call_effect::runs_packages: return "runs packages that it may have to download";
        case call_effect::services: return "reads from a service that you are signed in to";
        case call_effect::network: return "reads from the network";
        case call_effect::secret: return "shows secrets";
        case call_effect::sends: return "sends something to another machine";
        case call_effect::destroys: return "can lose work or data";
        case call_effect::runs_code: return "runs code or sets variables that stand in the command";
        case call_effect::escapes: return "reaches beyond the project, or runs code in the command";
        case call_effect::ruins: return "ruins a home, a system or a disk";
        case call_effect::unknown: return "is not known";
    }
    return "is not known";
}
inline constexpr std::size_t call_effect_count = words_of<call_effect>.size();
/// Several of them, a bit each.
using call_effects = std::bitset<call_effect_count>;

/// Nothing is lost, sent or shown that is secret, nothing gets out, and it is known what is done.
[[nodiscard]] constexpr bool is_plain(call_effect effect) noexcept { return effect < call_effect::secret; }
/// Something is lost for good.
[[nodiscard]] constexpr bool is_loss(call_effect effect) noexcept {
    return effect == call_effect::destroys || effect == call_effect::ruins;
}
/// Files may be others after it: it does more than read, here or elsewhere.
[[nodiscard]] inline bool may_change_files(call_effects all) noexcept {
    for (const auto reads : {call_effect::looks, call_effect::looks_outside, call_effect::services,
                             call_effect::network, call_effect::secret})
        all.reset(static_cast<std::size_t>(reads));
    return all.any();
}
[[nodiscard]] inline call_effect worst_of(const call_effects& all) noexcept {
    for (std::size_t each = all.size(); each > 0; --each)
        if (all[each - 1]) return static_cast<call_effect>(each - 1);
    return call_effect::looks;
}
[[nodiscard]] inline call_effects only(call_effect effect) noexcept {
    return call_effects().set(static_cast<std::size_t>(effect));
}

/// One of the commands in a call, for people. All texts are safe to show.
struct told_command {
    call_effect effect = call_effect::unknown;
    std::string text{};  ///< its words; of what a line does by itself, such as a redirection: that it is one
    std::string does{};  ///< what it does, in one line
};
/// Most commands of a call that are told of; one more says how many are left out, which are no worse.
inline constexpr std::size_t max_told_commands = 8;

}  // namespace assent
