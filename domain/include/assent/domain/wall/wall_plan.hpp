#pragma once

#include <assent/domain/decide/wall_settings.hpp>
#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/wall/wall_place.hpp>

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Most places of a project that a wall protects one by one. More of them make no wall.
inline constexpr std::size_t max_wall_places = 1000;
/// Most bytes that are in `/tmp` behind a wall.
inline constexpr std::uintmax_t max_wall_tmp_bytes = std::uintmax_t{4} * 1024 * 1024 * 1024;

/// What lies at a path behind a wall. In a plan, later ones lie on top of earlier ones.
struct wall_mount {
    enum class kind : unsigned char {
        read,           ///< what is at `from`, to read
        read_if_there,  ///< the same, or nothing
        write,          ///< what is at `from`, to change
        link,           ///< a link to `from`
        memory,         ///< an empty folder in memory, to change
        sealed,         ///< what is there by now, to read
        devices,        ///< the harmless devices
        processes,      ///< `/proc`
        hidden,         ///< something that nobody may read
    };
    kind is = kind::read;
    std::string at{};
    std::string from{};
    bool folder = true;  ///< of what is hidden
    /// Which file lay at `from` when it was looked at, as the adapter tells them apart; empty: any may.
    std::string seen{};
    friend bool operator==(const wall_mount&, const wall_mount&) = default;
};

/// What is closed to a command behind a wall, beside files. All of it, but in tests of each.
struct wall_closed {
    bool processes = true;  ///< other processes, by a namespace of its own
    bool memory = true;     ///< shared memory and queues of others
    bool host = true;       ///< the name of the machine
    bool groups = true;     ///< control groups
    bool users = true;      ///< rights of the user beyond its own files
    bool streams = true;    ///< files that are open, but for the three standard streams
    bool outliving = true;  ///< it ends with whoever started it
    friend bool operator==(const wall_closed&, const wall_closed&) = default;
};

/// What a wall is, said completely: nothing else is there.
struct wall_plan {
    std::string project{};
    std::string folder{};                ///< in which the command starts
    std::vector<std::string> written{};  ///< the folders that may be changed as a whole
    std::vector<wall_mount> mounts{};
    std::vector<std::string> environment{};  ///< `NAME=value`
    wall_network network = wall_network::loopback;
    std::optional<std::size_t> processes{};
    std::uintmax_t memory_bytes = 0;
    std::optional<std::size_t> seconds{};
    std::vector<std::string> refused_calls{};  ///< of the kernel, by name
    bool refuses_terminal_input = true;        ///< typing into the terminal for its user
    bool refuses_rights_of_owner = true;       ///< files that run as whoever owns them
    bool refuses_namespaces = true;            ///< making more of them
    bool refuses_other_sockets = true;         ///< of families that no network of its own holds
    wall_closed closed{};
    std::vector<std::string> made{};  ///< folders that have to be there first
    friend bool operator==(const wall_plan&, const wall_plan&) = default;
};

/// A folder of the system that is a link: `/bin` to `usr/bin`.
struct system_link {
    std::string at;
    std::string to;
};

/// A temporary file outside of the project.
struct wall_file {
    std::string path;
    std::string seen;     ///< which file it was, as in `wall_mount`
    bool writes = false;  ///< the command may change it, not only read it
};

/// Where a wall is to stand, as whoever reads the file system has found it. Paths are absolute, and lead
/// through no links.
struct wall_ground {
    std::string home{};
    std::string folder{};                 ///< the working directory
    std::string project{};                ///< the top of its repository, or the folder itself
    std::string repository{};             ///< that the project is a working tree of, elsewhere; empty: none
    std::string state{};                  ///< Assent's own folder
    std::string caches{};                 ///< of this project, Assent's own
    std::string nothing{};                ///< a file and a folder that nobody may read, Assent's own
    std::string nothing_folder{};         //
    std::string inside{};                 ///< the program that begins inside; empty: none
    std::vector<std::string> programs{};  ///< folders that `PATH` names, with programs alone
    std::vector<system_link> links{};     ///< folders of the system that are links
    std::vector<found_place> closed{};    ///< in folders of the system, what not everybody may read
    std::vector<found_place> found{};     ///< in the project, and where else may be written
    std::vector<path_pattern> secrets{};  ///< of files that are hidden beside those whose names tell
    std::vector<wall_file> scratch{};     ///< temporary files that the command names
    std::vector<std::string> environment{};  ///< `NAME=value`
};

/// Folders of the system that can be read behind a wall.
[[nodiscard]] std::vector<std::string_view> wall_system_folders();

/// Where the program is that begins inside.
inline constexpr std::string_view wall_inside_program = "/run/assent";

/// `~/x` as an absolute path.
[[nodiscard]] std::string below_home(std::string_view path, std::string_view home);

/// Why no wall can stand there, for people.
struct no_wall {
    std::string why;
};
/// Called by `result<wall_plan, no_wall>::value()` when there is no plan.
/// \throws std::runtime_error that says why
[[noreturn]] void throw_exception_from_error(const no_wall& error, const boost::source_location& where);

/// What a wall has to be there. Never wider than the settings say.
[[nodiscard]] boost::system::result<wall_plan, no_wall> make_wall_plan(const wall_settings& settings,
                                                                       const wall_ground& ground);

/// The same wall, behind which nothing of what lies outside can be changed but these folders in it.
[[nodiscard]] wall_plan only_to_change(wall_plan plan, const std::vector<std::string>& folders);

/// In plain words, a line each: what can be read, changed, reached, and what not.
[[nodiscard]] std::string wall_text(const wall_plan& plan);

[[nodiscard]] constexpr auto enum_words(wall_mount::kind) noexcept {
    return word_table("read", "read_if_there", "write", "link", "memory", "sealed", "devices", "processes",
                      "hidden");
}

}  // namespace assent
