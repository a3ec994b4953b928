#pragma once

#include <assent/domain/wall/wall_plan.hpp>

#include <string>
#include <vector>

namespace assent {

/// Where a wall is asked for.
struct wall_site {
    std::string home{};
    std::string folder{};  ///< the working directory
    std::string state{};   ///< in which Assent keeps what it keeps
    std::string inside{};  ///< the program that begins inside
    std::vector<std::string> environment{};
};

/// Looks where that is; what is in the project (`found`) is left to `find_places`, which looks at all of it.
/// \throws std::runtime_error when it cannot be told
[[nodiscard]] wall_ground find_ground(const wall_site& site);

/// Makes what is Assent's own: caches, and what hides others. \throws std::runtime_error
void make_own_places(const wall_plan& plan, const wall_ground& ground);

/// What runs later or may hold secrets, in all that may be changed there.
[[nodiscard]] std::vector<found_place> find_places(const wall_settings& settings, const wall_ground& ground);

/// Moves what a command has planted out of the project. \return what was moved, and where it is now
struct quarantined {
    std::string path;
    std::string now;  ///< empty: it could not be moved
};
[[nodiscard]] std::vector<quarantined> put_aside(const std::vector<found_place>& planted,
                                                 const wall_ground& ground);

}  // namespace assent
