#pragma once

#include <assent/domain/decide/wall.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/wall/wall_plan.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace assent {

/// Where a wall is asked for.
struct wall_site {
    std::string home{};
    std::string folder{};  ///< the working directory
    std::string state{};   ///< in which Assent keeps what it keeps
    std::string inside{};  ///< the program that begins inside
    std::vector<std::string> environment{};
    std::vector<path_pattern> secrets{};  ///< what of the project is hidden beside what its name tells
};

/// The top of the repository that the folder is in, or the folder. \param folder  by its own path
[[nodiscard]] std::filesystem::path project_of(const std::filesystem::path& folder);

/// Looks where that is; what is in the project (`found`) is left to `find_places`, which looks at all of it.
/// \throws std::runtime_error when it cannot be told
[[nodiscard]] wall_ground find_ground(const wall_site& site);

/// Folders of `wall.write` as their own paths. \throws std::runtime_error where one is a link, leads through
/// one, or is not there
[[nodiscard]] wall_settings without_links(wall_settings settings, const wall_ground& ground);

/// Which file lies there, as `DEVICE:FILE`; empty: none.
[[nodiscard]] std::string file_seen_at(const std::string& path);
/// Notes that in the plan, of all that lies in what may be changed. \throws std::runtime_error where what was
/// found is a link by now, or gone
void note_seen(wall_plan& plan);

/// The temporary files among these that can be there behind a wall: each a plain file of this user's without
/// another name. One that is written and not there is made, for this user alone, where `makes`.
[[nodiscard]] std::vector<wall_file> find_scratch(const std::vector<scratch_file>& files, bool makes);

/// What is to be read only in what may be changed, and when it was changed last.
using last_changes = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] last_changes changes_of(const wall_plan& plan);

/// Makes what is Assent's own: caches, and what hides others. \throws std::runtime_error
void make_own_places(const wall_plan& plan, const wall_ground& ground);

/// What runs later or may hold secrets, in all that may be changed there.
[[nodiscard]] std::vector<found_place> find_places(const wall_settings& settings, const wall_ground& ground);

/// What runs later and was not there when `ground.found` was.
[[nodiscard]] std::vector<found_place> find_planted(const wall_settings& settings, const wall_ground& ground);

/// Moves what a command has planted out of the project, or where that cannot be, to a name beside it that
/// nothing looks for. \param written  the folders that could be changed \return what was moved, and where it
/// is now
struct quarantined {
    std::string path;
    std::string now;  ///< empty: it could not be moved
};
[[nodiscard]] std::vector<quarantined> put_aside(const std::vector<found_place>& planted,
                                                 const wall_ground& ground,
                                                 const std::vector<std::string>& written);

}  // namespace assent
