#pragma once

#include <assent/ports/confinement.hpp>

#include <string>
#include <vector>

namespace assent {

/// Exit statuses of a wall's own, as those of `env` and `timeout`.
enum class wall_status : int {
    stays = 123,       ///< what the command has planted could not all be found or moved away
    timed_out = 124,   ///< its time was over
    no_wall = 125,     ///< there is no wall, and nothing ran
    cannot_run = 126,  ///< the command is there, and cannot be run
    not_found = 127,   ///< the command is not there
};

/// Walls of bubblewrap, with a filter of libseccomp. Needs Linux with namespaces that users may make.
///
/// One command at a time: signals of this process are its own while it waits.
class bubblewrap final : public confinement {
public:
    [[nodiscard]] std::string why_not() override;
    [[nodiscard]] confined_end run(const wall_plan& plan, const std::vector<std::string>& words) override;
};

/// The word by which the program is begun inside a wall.
inline constexpr const char* inside_wall_word = "inside-wall";

/// What it does there: sets the bounds that hold only inside, and becomes the command. It can do nothing that
/// its caller could not. \param words  behind `inside_wall_word` \return it could not: the exit status
[[nodiscard]] int run_inside_wall(const std::vector<std::string>& words);

/// Whether this machine can make walls, and why not; empty: it can.
[[nodiscard]] std::string why_no_walls();
[[nodiscard]] inline bool wall_available() { return why_no_walls().empty(); }

}  // namespace assent
