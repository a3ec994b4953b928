#pragma once

#include "../files/file_stamp.hpp"

#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/match/path_walk.hpp>
#include <assent/ports/path_resolver.hpp>

#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// The files that a line of `check --batch` describes, in place of real ones. What it does not speak of is a
/// folder, which leads to itself.
class described_files final : public path_resolver {
public:
    /// \param path  absolute
    /// \param what  `-> /target` (or relative to the link's folder), `dir`, `file`, `missing`, or `-> !`,
    /// behind
    ///              which nothing can be resolved
    /// \return false when it is none of these
    [[nodiscard]] bool add(std::string_view path, std::string_view what);

    [[nodiscard]] boost::system::result<std::string> resolve(std::string_view absolute_path) override;

private:
    std::map<std::string, boost::system::result<path_entry>, std::less<>> entries_;
};

/// What is in a policy file, or why that could not be read.
struct policy_text {
    std::string text{};
    std::exception_ptr failure{};
};

/// The same file for whoever runs in another folder.
[[nodiscard]] std::string absolute_path(const std::filesystem::path& path);

/// The user's own policy, which is found without a word. Empty: the environment names no folder.
[[nodiscard]] std::filesystem::path usual_policy_path();

/// For whoever has `bare` and may not know it.
inline constexpr std::string_view what_bare_means =
    "nothing is asked or denied by Assent but what your rules say; `-- --policy standard` asks about what "
    "harms";

/// Where the policy comes from, and what the command line adds to it.
class policy_source {
public:
    /// Finds it: `given` (a file, or the name of a policy that comes with the program), else $ASSENT_POLICY,
    /// else $XDG_CONFIG_HOME/assent/policy.json (~/.config where that is not set) where it exists, else
    /// `bare`.
    explicit policy_source(const std::string& given);

    /// What changes whenever the file does. Takes as long as the file system does.
    [[nodiscard]] file_stamp stamp_now() const noexcept;

    /// What is in the file; nothing where it is none. Takes as long as the file system does.
    [[nodiscard]] policy_text read() const noexcept;
    /// Makes a policy of it, with what the command line says beside it.
    /// \throws as `make_ready`, and what `found` says
    [[nodiscard]] ready_policy load(const policy_text& found, const policy_additions& more) const;

    /// \throws std::runtime_error when somebody else than this user and root may change the file
    void require_own() const;

    /// The file, where it is one; empty otherwise.
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
    /// The name of a policy that comes with the program, or the path of the file, which is the same wherever
    /// this runs.
    [[nodiscard]] std::string name() const;
    /// What is wrong with the name where there is no such file: "no policy is called `strict`: expected
    /// careful, standard, project, bare or a file"; empty: there is one, or it is no such name.
    [[nodiscard]] std::string why_no_file() const;
    /// There is one: a file, or one that comes with Assent and says more than rules and mode.
    [[nodiscard]] bool is_policy() const noexcept;
    /// It was not named on the command line.
    [[nodiscard]] bool found_by_itself() const noexcept { return found_by_itself_; }
    /// Where it was found, for a message: `--policy`, `ASSENT_POLICY` or `policy`.
    [[nodiscard]] std::string_view found_in() const noexcept { return found_in_; }

private:
    std::filesystem::path file_;
    std::string preset_ = "bare";  // where it is no file
    bool found_by_itself_ = false;
    std::string_view found_in_ = "--policy";
};

}  // namespace assent::cli
