#pragma once

#include <assent/ports/repository_settings.hpp>

#include <cstddef>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// Reads the settings of the git repositories of this machine, as this process sees them: those of the
/// repository, of a working tree of its own, its hook for a changed index, and the same of the repositories
/// inside it. Where git writes, all of its hooks, what of the user's settings may name hooks, and whether the
/// repository reaches beyond the folder. What it has read is kept while the files stand as they are.
///
/// Of what git would take into a repository it tells what decides that: the index, and the names to ignore.
/// Not where a setting moves the working tree, or a file of these is a link or can be read in two ways.
///
/// A setting counts unless it is known to run nothing where git only looks: the domain has the table.
///
/// Any thread. May block for as long as the file system does.
class git_repository_settings final : public repository_settings {
public:
    /// \param home  of the user, absolute: where hooks of all their repositories are named; empty: `$HOME`
    explicit git_repository_settings(std::string home = {}) : home_(std::move(home)) {}

    /// Longest file that is read, settings or index, in bytes. One that is longer cannot be told.
    static constexpr std::size_t max_bytes = 64 * 1024 * 1024;
    /// Longest file of names to ignore.
    static constexpr std::size_t max_ignoring_bytes = 256 * 1024;
    /// Most files that are kept; then all are forgotten.
    static constexpr std::size_t max_kept = 64;

    [[nodiscard]] boost::system::result<std::string> names_program(std::string_view folder,
                                                                   git_use use) override;
    [[nodiscard]] boost::system::result<std::string> working_tree(std::string_view folder) override;
    [[nodiscard]] boost::system::result<git_files> files_of(std::string_view tree,
                                                            std::span<const std::string> names) override;

private:
    /// Deepest repositories inside repositories.
    static constexpr std::size_t max_depth = 8;
    struct reading {
        std::string stamp;               // what the file was like
        std::vector<std::string> names;  // found in it
    };
    /// What counts in a text; of settings, for a use.
    using reader = boost::system::result<std::vector<std::string>> (*)(std::string_view text, git_use use);

    [[nodiscard]] boost::system::result<std::string> when_writing(const std::string& folder);
    [[nodiscard]] boost::system::result<std::string> of_folder(std::string folder, git_use use,
                                                               std::size_t depth);
    [[nodiscard]] boost::system::result<std::vector<std::string>> read(const std::string& path, git_use use,
                                                                       reader read_text);

    const std::string home_;
    std::mutex mutex_;
    std::map<std::pair<std::string, git_use>, reading> kept_;
};

}  // namespace assent
