#pragma once

#include <assent/domain/match/command_paths.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

class call_reading;
class rule_set;
struct fact;
struct tool_definition;

/// A field of a call's input that holds a path.
struct path_field {
    std::string_view name;  ///< valid as long as the definition and the call's input
    /// Absolute: joined to the call's working directory where it is relative. Not cleaned, for a `..` in it
    /// may stand behind a link. Empty: it is relative, and the working directory is not known.
    std::string path;
};

/// The fields that hold a path or a working directory by their name, or a path by what is registered about
/// the tool, and whose value is a text, in the order of the input. These are what a `path_resolver` is asked
/// about before a call is judged (`tool_call::resolved`). \param definition  null: the tool is not known
[[nodiscard]] std::vector<path_field> path_fields(const call_reading& reading,
                                                  const tool_definition* definition);

/// A folder in which a command may run git.
struct repository_place {
    std::string folder;
    bool written = false;  ///< git may add, commit, switch or stash there
};
/// The folders in which the commands of a call may run git: what a `repository_settings` is asked about
/// before a call is judged (`tool_call::repositories`).
[[nodiscard]] std::vector<repository_place> repository_folders(const call_reading& reading,
                                                               const tool_definition* definition);

/// What a word of a command is to the file system.
enum class named_place : unsigned char {
    path,
    folder,  ///< a path into which the command goes
    glob,    ///< one that a shell expands
};

/// Shows each word of a call's commands, and each part of one, that may be a path: as it stands there, and
/// absolute, from the working directory or a folder into which the command goes. What a `path_resolver` is
/// asked about (`tool_call::paths_of_commands`). None where the working directory is not known.
/// \return false: there may be more, somewhere
bool each_path_in_commands(
    const call_reading& reading, const tool_definition* definition,
    const std::function<void(named_place as, std::string_view text, std::string_view path)>& show);

/// A glob that a shell expands, to be looked up: below which folder, how deep, and which names there count.
class glob_lookup {
public:
    /// \param glob  absolute, borrowed
    explicit glob_lookup(std::string_view glob);

    [[nodiscard]] std::string_view folder() const noexcept { return folder_; }
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    /// It chooses folders, and something in them.
    [[nodiscard]] bool goes_through_any() const noexcept { return !folders_.empty(); }
    /// \param name  a path from the folder
    [[nodiscard]] bool chooses(std::string_view name) const;
    /// Whether it may be one of the folders on the way.
    [[nodiscard]] bool goes_through(std::string_view name) const;

private:
    std::string_view folder_;
    std::string names_;  // the glob below it
    std::vector<std::string> folders_;
    std::size_t depth_ = 0;
};

/// Whether a fact says no more than that a name of a file may be taken for an option: `sort *.md`, `find src
/// | xargs sort`. Where a `path_resolver` sees the names, that is known.
[[nodiscard]] bool may_have_names_as_options(const fact& noted) noexcept;
/// Of such a fact: the names are those that the shell puts in the place of a glob.
[[nodiscard]] bool are_names_of_glob(const fact& noted) noexcept;
/// Whether that is so of names that a program of the call finds below folders.
[[nodiscard]] bool takes_names_apart(const call_reading& reading, const tool_definition* definition);

/// Shows each folder below which a command of the call reads all, or git takes it into a repository: absolute
/// and clean, and in which manner. What `path_resolver::names_below` is asked about (`command_paths::below`).
void each_folder_read_whole(const call_reading& reading, const tool_definition* definition,
                            const std::function<void(folder_below asked)>& show);

/// Those of the names below a folder that people's rules for paths may be about, and that are no folders with
/// something in them.
[[nodiscard]] std::vector<std::string> names_of_persons_rules(const rule_set& rules,
                                                              const folder_below& below,
                                                              const std::vector<std::string>& names);

}  // namespace assent
