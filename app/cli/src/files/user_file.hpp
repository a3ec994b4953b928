#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace assent::cli {

/// Largest file that is read or written, in bytes.
inline constexpr std::size_t max_user_file_bytes = std::size_t{4} * 1024 * 1024;

/// A file has changed since it was read: what was to be done with it can be tried again.
struct changed_meanwhile : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file of the user who runs this program, read whole, and replaced whole or not at all.
///
/// Links are followed, and stay; what they lead to is replaced. A file or folder that belongs to somebody
/// else is refused, and so is what is no regular file. What a program that was killed while it wrote has left
/// beside it, `.assent-unfinished-PID-XXXXXX`, is removed.
class user_file {
public:
    /// Reads it. \throws std::runtime_error with the path in its text
    explicit user_file(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    /// Nothing: there is no such file.
    [[nodiscard]] const std::optional<std::string>& text() const noexcept { return text_; }

    /// Why a person may not want it replaced: nobody may write it, or it has other names, which would go on
    /// to be what it was. Empty: there is no reason.
    [[nodiscard]] std::string why_not_replace() const;
    /// Puts this text in its place, with the same mode; nothing: removes it. The folder has to be there.
    /// \throws std::runtime_error when it cannot be done, or the file has changed since it was read. Nothing
    ///         is changed then
    void replace(const std::optional<std::string>& text);

private:
    [[nodiscard]] bool unchanged() const;
    void write(std::string_view text) const;
    void read();

    std::filesystem::path path_;
    std::filesystem::path real_;  // where links lead
    std::optional<std::string> text_;
    struct stat status_ {};
};

/// Moves a file that cannot be understood to a name beside it that nothing has. \return that one
/// \throws std::filesystem::filesystem_error
[[nodiscard]] std::filesystem::path set_aside(const std::filesystem::path& file);

/// Why somebody else than this user and root may change what is at a path: the file, or what it is called.
/// Empty: nobody may, or nothing is there.
[[nodiscard]] std::string why_not_own(const std::filesystem::path& path);

/// Makes a folder and those that it stands in, for this user alone.
/// \return those that were not there, the outermost first
/// \throws std::runtime_error when it cannot be done. None is left behind then
std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder);
/// Removes those that are empty, the last first.
void remove_empty(const std::vector<std::filesystem::path>& folders) noexcept;

}  // namespace assent::cli
