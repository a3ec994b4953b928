#pragma once

#include "../options/policy_layers.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/app/gate/judged_uses.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A file for each session of an agent, below the folder of `--state`: the uses that were judged and whose
/// end has not been told, and whether the session is stopped. Hooks are processes of a moment; this is what
/// they know of each other.
namespace assent::cli {

/// Largest file of a session, in bytes: over it uses whose end has not been told are forgotten, the oldest
/// first.
inline constexpr std::size_t max_session_bytes = std::size_t{256} * 1024;
/// Longest reason for which a session is stopped, in bytes.
inline constexpr std::size_t max_session_mark_bytes = std::size_t{8} * 1024;
/// A session that has not been used for so long is forgotten when another begins; not where it is stopped.
inline constexpr std::chrono::hours session_lifetime{24 * 30};
/// How long another hook is waited for that has the file.
inline constexpr std::chrono::seconds longest_session_wait{5};

/// Which session of which agent, in its own words.
struct session_name {
    std::string agent;
    std::string id;

    /// What its file is called, whatever the agent writes in an id.
    [[nodiscard]] std::string key() const;
};

[[nodiscard]] std::filesystem::path sessions_folder(const std::filesystem::path& state);

/// The project as it was before the first change of a session.
struct session_snapshot {
    std::string repository{};  ///< its top
    std::string began{};       ///< when that was asked for, in seconds since 1970
    std::string ref{};         ///< that keeps it; empty: none does, or none does yet
    std::string why_not{};     ///< empty: it is kept, or being kept
};
/// Most of them of one session, each of another repository, and the longest line about one, in bytes.
inline constexpr std::size_t max_session_snapshots = 8, max_session_snapshot_bytes = std::size_t{8} * 1024;
/// Whose it is to keep one.
enum class snapshot_turn : unsigned char {
    own,     ///< whoever has asked: nobody has before
    others,  ///< another one's, who is at it
    lost,    ///< the other one has not ended in time, and this is said once
    over,    ///< nobody's: it was done, or could not be
    full,    ///< nobody's: the file has no room for one more
};

/// What a file says.
struct session_state {
    session_name name{};
    judged_uses uses{};                    ///< empty in whoever has only looked whether it is stopped
    std::string mark{};                    ///< why the session is stopped; empty: it is not
    bool lifted = false;                   ///< a person has lifted a mark, and that is not on record
    std::vector<project_text> projects{};  ///< policies of projects that have held in it
    std::vector<session_snapshot> snapshots{};
};

/// One of them. Any number of processes have it at once; each change is made under a lock.
/// All members \throw std::runtime_error when the file cannot be read or written, is not one that only this
/// user may write, or is kept by somebody else for `longest_session_wait`.
class session_file {
public:
    /// Opens it, and makes it where it is not there: then sessions that are over are forgotten.
    session_file(const std::filesystem::path& folder, const session_name& name);
    /// One that is there.
    explicit session_file(const std::filesystem::path& file);

    /// There was none: nothing is known of what ran in this session before.
    [[nodiscard]] bool is_new() const noexcept { return is_new_; }
    /// As it was last read.
    [[nodiscard]] const session_state& state() const noexcept { return state_; }

    /// A use that is going to run. \return false where the session has been stopped meanwhile
    [[nodiscard]] bool judged(const told_use& use);
    /// A use that has run. Where it is not what was judged, the session is stopped until `judged_so`: whoever
    /// is ended in between leaves it so. \param until_judged  why it is, as long as that
    [[nodiscard]] ended_use ended(const told_use& ran, std::string_view until_judged);
    /// \param why  the session is stopped for good; empty: it goes on
    void judged_so(std::string_view until_judged, std::string_view why);
    void stop(std::string_view why);
    /// A policy of a project holds from here on, whatever becomes of its file. \throws also when the file has
    /// no room for it
    void holds(const project_text& text);
    /// \param within  in which time whoever is at it has to end
    [[nodiscard]] snapshot_turn turn_to_keep(const std::string& repository, std::chrono::seconds within);
    void kept(const session_snapshot& snapshot);
    void lift();
    void lifting_recorded();

private:
    class lock;
    // Before a use nobody needs to know which are under way: only how many.
    enum class wanted : unsigned char { whether_stopped, all };
    void read(wanted what);
    void understand(std::string_view text, wanted what);
    void append(const std::string& line);
    void note(const session_snapshot& snapshot);
    void write_at(std::size_t place, const std::string& text);
    void write_anew();

    std::filesystem::path path_;
    detail::unique_descriptor file_{-1};
    bool is_new_ = false;
    std::size_t bytes_ = 0;  // of what was read
    std::size_t uses_ = 0;   // how many stand there
    session_state state_;
};

/// All that are there, those that cannot be read left out.
[[nodiscard]] std::vector<std::filesystem::path> session_files(const std::filesystem::path& folder);

}  // namespace assent::cli
