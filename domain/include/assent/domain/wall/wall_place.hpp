#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What a file or folder in a project is to a wall.
struct wall_place {
    bool runs_later = false;  ///< decides what runs by itself later: hooks, settings of agents and editors
    bool secret = false;      ///< may hold secrets
    friend bool operator==(const wall_place&, const wall_place&) = default;
};

/// What the path is by its last name, and the one above it. Names of git's own folders are not told here.
/// \param path  below the project, in its shortest spelling
[[nodiscard]] wall_place wall_place_of(std::string_view path, bool is_folder);

/// Whether a name in a folder of git (`.git`, or a bare repository) decides what git runs: `hooks`, `config`.
[[nodiscard]] bool decides_for_git(std::string_view name) noexcept;

/// Whether the folder holds packages that were installed: what settings and secrets are called there is none
/// of the project's. Repositories count there, too.
[[nodiscard]] bool holds_packages(std::string_view name) noexcept;

/// A place that was found in a project, or in another folder that may be changed.
struct found_place {
    std::string path;  ///< absolute
    wall_place is{};
    bool folder = false;
    /// Where a link leads; empty: it is none, or it leads nowhere.
    std::string leads_to{};
    /// A socket, or a pipe with a name: whoever is at its other end is outside. It is hidden.
    bool talks = false;
    bool only_new = false;   ///< among packages: moved away where it is new, and left alone where it is not
    bool of_assent = false;  ///< what Assent keeps in a repository: to read only, and never moved away
    bool has_other_names = false;  ///< a file that lies elsewhere, too: a hard link
    friend bool operator==(const found_place&, const found_place&) = default;
};

/// Those of `after` that were not there before, or are other links than before, and run later.
[[nodiscard]] std::vector<found_place> planted(const std::vector<found_place>& before,
                                               const std::vector<found_place>& after);

}  // namespace assent
