#pragma once

#include <assent/domain/rules/glob.hpp>
#include <assent/domain/rules/glob_sequence.hpp>
#include <assent/domain/rules/rule_match.hpp>

#include <boost/system/result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Longest path that is compared component by component, in bytes: PATH_MAX of Linux. A longer one
/// is covered by no allow rule, and no deny rule can be excluded for it.
inline constexpr std::size_t max_path_bytes = 4096;

/// A pattern for a file path.
///
/// `*` and `?` do not cross `/`; `**` as a whole component stands for any number of directories.
/// A final `/**` does not cover the directory itself for allow, and does for deny.
///
/// Allow: the path must be absolute and clean, and wildcards do not cover components that start
/// with a dot unless the pattern writes the dot. Deny: the path as written and its normal form are
/// both tried, `*` covers deeper levels too, and a path that may be another spelling of a covered
/// one is doubtful.
class path_pattern {
public:
    [[nodiscard]] static boost::system::result<path_pattern, invalid_rule> make(std::string_view pattern,
                                                                                rule_behavior behavior);

    [[nodiscard]] bool allows(std::string_view path, std::string_view cwd) const;
    [[nodiscard]] rule_match catches(std::string_view path, std::string_view cwd) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }

private:
    [[nodiscard]] bool catches_spelling(std::string_view path, bool ignore_case) const;

    [[nodiscard]] rule_match catches_relative(std::string_view normal, std::string_view cwd) const;

    glob whole_;
    std::vector<sequence_element> components_;
    std::optional<glob> directory_;  // for a final `/**`: the directory itself
    // For a relative pattern, which may stand below any directory: the same after `/` or `.../`.
    std::vector<sequence_element> below_any_;
    glob whole_below_any_;
    bool absolute_ = false;
};

/// Absolute; no empty, `.` or `..` component, no trailing `/`, printable ASCII without backslash
/// and without percent escapes of `.`, `/`, `\`, `%` or NUL.
[[nodiscard]] bool clean_path(std::string_view path) noexcept;

/// `path` joined to `cwd` where it is relative and `cwd` is absolute, with `.`, `..` and empty
/// components taken out. Text only: no file is looked at.
[[nodiscard]] std::string normal_path(std::string_view path, std::string_view cwd);

}  // namespace assent
