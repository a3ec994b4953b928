#pragma once

#include "../files/user_file.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assent::cli {

/// What `assent install` has put into one file.
struct installed_file {
    std::vector<std::string> inserted{};           ///< in order
    bool made = false;                             ///< there was no such file
    std::vector<std::filesystem::path> folders{};  ///< that were made for it, the outermost first
};

/// Of all files, so that `assent uninstall` can take out exactly that: below `state_folder`. Without it, what
/// can be recognised is taken out.
class install_record {
public:
    /// Reads it. One that cannot be understood counts as empty.
    /// \throws std::runtime_error when it is there and cannot be read, or belongs to somebody else
    install_record();

    [[nodiscard]] std::optional<installed_file> of(const std::filesystem::path& file) const;
    /// Writes what holds of this file from now on; nothing: it is as it was before.
    /// \throws std::runtime_error when that cannot be done
    void set(const std::filesystem::path& file, const std::optional<installed_file>& installed);

private:
    void understand(std::string_view text);
    [[nodiscard]] std::string text() const;

    user_file file_;
    std::map<std::string, installed_file> files_;
    std::vector<std::filesystem::path> folders_;  // made for the record itself
};

}  // namespace assent::cli
