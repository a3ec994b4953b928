#pragma once

#include <assent/domain/wall/wall_plan.hpp>

#include <string>
#include <vector>

namespace assent {

/// How a command behind a wall has ended.
struct confined_end {
    int status = 0;          ///< its exit status; 128 and more: the signal that has ended it
    bool began = true;       ///< it was started; otherwise `why` says what stood in the way
    bool timed_out = false;  ///< its time was over
    std::string why{};
};

/// Runs commands behind walls, on the machine on which the agent's tools work.
///
/// For implementers:
/// - **Meaning.** Run the command, and all that it starts, so that nothing is there but what the plan says.
///   Return when none of it is left. It has the standard streams and the terminal of the caller.
/// - **Failure.** What cannot be walled as it is said does not run: say why, in `confined_end::why`. Never a
///   weaker wall.
class confinement {
public:
    virtual ~confinement() = default;
    /// Why this machine has no walls, for people; empty: it has.
    [[nodiscard]] virtual std::string why_not() = 0;
    /// \param words  the command; the first is looked for in `PATH` of the plan where it has no `/`
    [[nodiscard]] virtual confined_end run(const wall_plan& plan, const std::vector<std::string>& words) = 0;
};

}  // namespace assent
