#pragma once

#include "../files/file_stamp.hpp"

#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/rule_condition.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Policies that lie over the user's own, and can only make it stricter.
namespace assent::cli {

/// That of the machine: root writes it, for all who use it.
inline constexpr std::string_view managed_policy_file = "/etc/assent/policy.json";
/// That of a project, below the project's folder.
inline constexpr std::string_view project_policy_file = ".assent/policy.json";
/// Largest one of a project, in bytes.
inline constexpr std::size_t max_project_policy_bytes = std::size_t{32} * 1024;
/// Most texts of one project's file that hold at once, and of all.
inline constexpr std::size_t max_project_texts = 8, max_texts_of_projects = 64;

/// Reads that of the machine. Nothing: there is none.
/// \throws std::runtime_error that names the file when it cannot be read, is not good, or when somebody else
///         than root may change it: nothing is to be allowed without it
[[nodiscard]] std::optional<policy> managed_policy(const std::filesystem::path& file,
                                                   const std::string& home);

/// What the file of a project says, or has said.
struct project_text {
    std::filesystem::path file;
    std::string text;
    friend bool operator==(const project_text&, const project_text&) = default;
};

/// The policies of the projects in which agents work: their rules hold for calls in the folder of the
/// project. What was read once goes on to hold: a text that says less cannot be told from one that the agent
/// has written. Thread-safety: any thread, but for the two callbacks, which are set before.
class project_policies {
public:
    /// \param home  of the user; empty: not known  \param lookup  null: nobody looks where folders lead
    project_policies(std::string home, rule_condition::path_lookup lookup)
        : home_(std::move(home)), lookup_(std::move(lookup)) {}

    /// Reads the files in a folder and in all that it lies in, where they are others than before.
    /// \throws std::runtime_error that names a file when it cannot be read or is not good, each time until it
    ///         is mended: nothing is to be allowed in its folder
    void look(std::string_view folder);
    /// A text that held before, in the same session. \throws as `look`
    void hold(const project_text& text);

    /// Other rules hold than when this was last asked.
    [[nodiscard]] bool take_change();
    /// Those of all texts that hold.
    [[nodiscard]] std::vector<permission_rule> rules() const;
    [[nodiscard]] std::vector<project_text> texts() const;

    /// Asks people whether a file counts as it is now, which says less than before. Not set: nobody is asked,
    /// and all that it has said goes on to hold. \param means  what does not hold any more, a line each
    /// \return with it gone, nobody is asked any more
    std::function<std::shared_ptr<void>(const std::filesystem::path& file, std::string means,
                                        std::function<void(bool allowed)> answered)>
        confirm{};
    /// Other rules hold: a person has said so.
    std::function<void()> changed{};

private:
    // A file that was looked at.
    struct seen_file {
        file_stamp stamp{};
        std::optional<std::string> text{};  // as it is now; nothing: there is none
        std::shared_ptr<void> asking{};
    };
    struct held_text {
        project_text is;
        std::vector<permission_rule> rules;
    };

    void look_around(std::string_view folder);
    void look_at(const std::string& file);
    void take(const project_text& text, bool held_before);
    void ask_about_less(const std::string& file, seen_file& seen);
    void answered(const std::string& file, bool allowed);
    [[nodiscard]] std::vector<permission_rule> rules_of(const project_text& of) const;

    std::string home_;
    rule_condition::path_lookup lookup_;
    // Whoever confirms may answer at once.
    mutable std::recursive_mutex mutex_;
    std::map<std::string, seen_file> seen_;  // by the files' paths
    std::vector<held_text> texts_;
    bool change_ = false;
};

}  // namespace assent::cli
