#pragma once

#include "../files/user_file.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assent::cli {

/// How long other programs are waited for that change the same record.
inline constexpr std::chrono::seconds longest_install_wait{30};

/// A rule of ours that stands in an agent's own settings, too.
struct mirrored_rule {
    std::string list{};      ///< `deny` or `ask`
    std::string text{};      ///< in the agent's words
    std::string inserted{};  ///< what was put in for it
    friend bool operator==(const mirrored_rule&, const mirrored_rule&) = default;
};

/// What `assent install` has put into one file.
struct installed_file {
    std::vector<std::string> inserted{};           ///< in order
    bool made = false;                             ///< there was no such file
    std::vector<std::filesystem::path> folders{};  ///< that were made for it, the outermost first
    // Of hooks, so that it can be told whether what stands there is what was meant.
    std::string timeout{};
    std::vector<std::string>
        options{};                ///< behind it, as they were written; none: an older version wrote them
    std::string policy_digest{};  ///< `digest_of_policy`; empty: an older version did not say it
    std::vector<mirrored_rule> mirrored{};  ///< rules in the agent's own settings, in order
    friend bool operator==(const installed_file&, const installed_file&) = default;
};

/// Of all files, so that `assent uninstall` can take out exactly that: below `state_folder`. Without it, what
/// can be recognised is taken out.
class install_record {
public:
    enum class purpose : unsigned char {
        look,
        change,  ///< nobody else does so as long as this lives: programs that want to wait for each other
    };

    /// Reads it. One that cannot be understood counts as empty; the first change keeps it under another name.
    /// \throws std::runtime_error when it is there and cannot be read, or belongs to somebody else; and when
    ///         somebody else goes on changing it for `longest_install_wait`
    explicit install_record(purpose why);

    /// Why it cannot be understood, with its path; empty: it can, or there is none.
    [[nodiscard]] const std::string& damage() const noexcept { return damage_; }
    /// Where one that cannot be understood is now; empty: it is still there, or there was none.
    [[nodiscard]] const std::filesystem::path& set_aside() const noexcept { return aside_; }
    [[nodiscard]] std::optional<installed_file> of(const std::filesystem::path& file) const;
    /// Writes what holds of this file from now on; nothing: it is as it was before.
    /// \throws std::runtime_error when that cannot be done
    void set(const std::filesystem::path& file, const std::optional<installed_file>& installed);

private:
    void understand(std::string_view text);
    void put_damaged_aside();
    [[nodiscard]] std::string text() const;

    std::shared_ptr<const int> lock_;
    user_file file_;
    std::string damage_;
    std::filesystem::path aside_;
    std::map<std::string, installed_file> files_;
    std::vector<std::filesystem::path> folders_;  // made for the record itself
};

}  // namespace assent::cli
