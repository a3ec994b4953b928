#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Longest path that is compared component by component, in bytes: PATH_MAX of Linux. A longer one
/// is covered by no allow rule, and no deny rule can be excluded for it.
inline constexpr std::size_t max_path_bytes = 4096;

/// The place that a path of a call's input leads to on the file system, links followed.
struct resolved_path {
    std::string field;                ///< the input's field
    std::optional<std::string> path;  ///< absolute and clean; nothing: it could not be found out
};
using resolved_paths = std::vector<resolved_path>;

/// A path, read once for all rules: the forms in which allow and deny rules look at it.
///
/// Keeps views into its arguments, which have to outlive it. A clean absolute path takes no memory.
class path_reading {
public:
    /// \param cwd       the call's working directory; empty: not known
    /// \param resolved  null: nobody has looked at the file system
    /// \param ignores_case  paths that differ in the case of their letters only lead to one file
    path_reading(std::string_view path, std::string_view cwd, const resolved_path* resolved = nullptr,
                 bool ignores_case = false);
    path_reading(const path_reading&) = delete;
    path_reading& operator=(const path_reading&) = delete;

    [[nodiscard]] std::string_view raw() const noexcept { return raw_; }
    [[nodiscard]] std::string_view cwd() const noexcept { return cwd_; }
    /// The form that allow rules read: joined to the working directory where it is relative, without single
    /// dots and doubled slashes, when it is absolute and has one reading only; otherwise empty.
    [[nodiscard]] std::string_view clean() const noexcept {
        return flaw_.empty() ? normal_ : std::string_view();
    }
    /// Why `clean()` is empty, one clause for people: "it has a `..` component". Empty when it is not.
    [[nodiscard]] std::string_view flaw() const noexcept { return flaw_; }
    /// Deny: the path without `.`, `..` and empty components, joined to the working directory.
    [[nodiscard]] std::string_view normal() const noexcept { return normal_; }
    /// Deny: the text tells which file it is, links and the case of its letters aside.
    [[nodiscard]] bool one_spelling() const noexcept { return spelling_ == spelling::one; }
    /// Deny: what the text does not tell is no more than how letters outside ASCII are written: which of
    /// their forms, and in which case.
    [[nodiscard]] bool letters_vary() const noexcept { return spelling_ == spelling::of_letters; }
    /// Somebody has tried to resolve it, without success: covered by no allow rule.
    [[nodiscard]] bool unresolvable() const noexcept { return unresolvable_; }
    /// The place that it leads to; empty when nobody has looked or it is not known.
    [[nodiscard]] std::string_view resolved() const noexcept { return resolved_; }
    /// Letters of ASCII count as the same in either case. How others are written stays in doubt: they have
    /// several forms (`letters_vary`).
    [[nodiscard]] bool ignores_case() const noexcept { return ignores_case_; }

private:
    enum class spelling : unsigned char { one, of_letters, many };
    [[nodiscard]] spelling spelling_of_normal() const noexcept;

    std::string_view raw_;
    std::string_view cwd_;
    std::string_view normal_;
    std::string_view resolved_;
    std::string_view flaw_;
    std::string normal_text_;  // what normal_ points into, where it is not raw_
    spelling spelling_ = spelling::many;
    bool unresolvable_ = false;
    bool ignores_case_ = false;
};

/// True if a path is absolute and has one reading only: no empty component, none of one or two dots, no slash
/// at its end, printable ASCII without backslash and without percent escapes of dot, slash, backslash,
/// percent or NUL.
[[nodiscard]] bool clean_path(std::string_view path) noexcept;

/// `path` joined to `cwd` where it is relative and `cwd` is absolute. Its `.`, `..` and empty
/// components are taken out. Text only: no file is looked at.
[[nodiscard]] std::string normal_path(std::string_view path, std::string_view cwd);
/// Writes that. \param to  room for one byte more than both have   \return how many bytes it has
std::size_t put_normal_path(std::string_view path, std::string_view cwd, char* to) noexcept;

/// The position of a path, seen from a working directory. Text only: no file is looked at.
enum class path_place : unsigned char {
    inside,         ///< surely below it: a clean path, without a component that starts with a dot
    inside_hidden,  ///< below it, in or behind a component that starts with a dot
    outside,        ///< surely not below it
    unknown,        ///< cannot be told: not clean, relative without a directory, `~`, too long
};

/// The folder below a project in which Claude Code keeps worktrees.
inline constexpr std::string_view worktrees_folder = ".claude/worktrees/";
/// `path` without `.claude/worktrees/NAME/` in front, where something stands behind that: what is there lies
/// in a project of its own.
[[nodiscard]] std::string_view below_worktree(std::string_view path) noexcept;

/// A worktree of Claude Code below the working directory counts as one.
/// \param cwd  an absolute, clean directory; anything else makes the place unknown
[[nodiscard]] path_place place_of(std::string_view path, std::string_view cwd);

/// Whether a path, said absolutely and clean, names a file of no consequence that lies in one of these
/// folders itself: `/tmp/x.log` in `/tmp`, by its ending one of output, kept lines or copies. Others may be a
/// folder, a key, or what programs look for in folders above them. Never in a folder that `cwd` lies in:
/// there it would be beside the project. \param folders  absolute, in their shortest spelling
[[nodiscard]] bool names_scratch_file(std::string_view path, std::span<const std::string> folders,
                                      std::string_view cwd);

}  // namespace assent
