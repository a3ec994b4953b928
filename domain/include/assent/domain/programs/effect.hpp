#pragma once

#include <cstdint>

namespace assent::programs {

/// The effects that a use of a program may have, a bit each.
enum class effect : std::uint32_t {
    reads = 0,             ///< reads and prints, whatever it may be
    writes = 1U << 0U,     ///< makes or changes files, settings, commits
    deletes = 1U << 1U,    ///< removes files or the like
    destroys = 1U << 2U,   ///< loses work or data for good: overwrites a disk, throws away what is not saved
    runs = 1U << 3U,       ///< runs the project's own code: its tests, scripts, plug-ins
    fetches = 1U << 4U,    ///< reads from the network
    sends = 1U << 5U,      ///< pushes, posts, deploys, publishes, opens something to others
    installs = 1U << 6U,   ///< installs software
    rights = 1U << 7U,     ///< acts as another user, or changes who may do what
    secrets = 1U << 8U,    ///< shows what is secret: keys, tokens, the environment
    evaluates = 1U << 9U,  ///< runs code that stands among its words, in a language that is not read here
    loads = 1U << 10U,     ///< loads settings, plug-ins or libraries that decide what else it runs
    leads = 1U << 11U,     ///< works in another folder, whose settings decide what it does
    /// Reads nothing but what its operands name, what lies below the working directory, and harmless facts
    /// about the machine; prints, and no more. Without a pager, and without settings of the project that are
    /// programs.
    looks = 1U << 12U,
    outside = 1U << 13U,  ///< reads what no operand names: the user's settings, a file that a script names
    recurses =
        1U << 14U,  ///< reads all that lies below the folders that its operands name, or else below here
    follows = 1U << 15U,   ///< the same, and below those to which links lead
    scatters = 1U << 16U,  ///< writes files that none of its words names: what an archive or a patch holds
    names = 1U << 17U,     ///< what it prints are names of files, one a line
    passes = 1U << 18U,    ///< what it prints are lines of what it reads, as they are
    mixes = 1U << 19U,     ///< it prints other things than these names or lines, or besides them
    links = 1U << 20U,     ///< makes links: what is read or written by their names is elsewhere
    settings = 1U << 21U,  ///< the settings of the folder in which it works name programs that it runs
    keeps = 1U << 22U,     ///< of an option: what the program would destroy stays
    answers = 1U << 23U,   ///< what it finds it tells by its exit status alone
    numbers = 1U << 24U,   ///< what it prints are numbers, and nothing else
    hashes = 1U << 25U,    ///< the same of hashes of commits
    /// The files that it writes unnamed are files that it reads, or what git keeps of them here; it loads no
    /// code for that, but for what the repository's settings and hooks name.
    here = 1U << 26U,
    named = 1U << 27U,  ///< all that it writes or removes are the files that its words name, by these names
    /// It fetches from a service that this machine is signed in to, and names there what it wants to see; an
    /// address among its words may be another place.
    served = 1U << 28U,
    on_demand = 1U << 29U,  ///< it installs the program that it runs alone, where that is not there
};
[[nodiscard]] constexpr effect operator|(effect left, effect right) noexcept {
    return static_cast<effect>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}
[[nodiscard]] constexpr effect operator&(effect left, effect right) noexcept {
    return static_cast<effect>(static_cast<unsigned>(left) & static_cast<unsigned>(right));
}
[[nodiscard]] constexpr effect without(effect all, effect taken_away) noexcept {
    return static_cast<effect>(static_cast<unsigned>(all) & ~static_cast<unsigned>(taken_away));
}
/// The effects that only say where and how a program does what it is for.
inline constexpr effect manners = effect::outside | effect::recurses | effect::follows | effect::scatters |
                                  effect::names | effect::passes | effect::mixes | effect::settings |
                                  effect::answers | effect::numbers | effect::hashes | effect::here |
                                  effect::named | effect::served | effect::on_demand;

}  // namespace assent::programs
