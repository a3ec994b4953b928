#pragma once

#include <assent/domain/programs/shell_runs.hpp>

#include <functional>
#include <string_view>

namespace assent {

/// What the variables hold that a shell text sets itself: by assignments of known text, and by loops over
/// plain lists.
class line_values {
public:
    /// \param cwd  what `$PWD` is; empty: not known
    line_values(const shell_runs& runs, std::string_view cwd) noexcept : runs_(runs), cwd_(cwd) {}

    /// The value in the place of the variable. \param globs  it is a glob, whose names take its place
    using visitor = std::function<void(std::string_view value, bool globs)>;
    /// Calls `visit` with each text that a word with one variable in it, `src/$f.c`, may become.
    /// \return false: it has others, too, or one of which not all values are known, or the shell would take
    /// one of these apart, or for a glob
    [[nodiscard]] bool each(const shell_word& word, std::string_view text, const visitor& visit) const;
    /// The variable gets its value in the text, whatever that is.
    [[nodiscard]] bool sets(std::string_view name) const;

private:
    [[nodiscard]] bool reads(std::string_view name) const;

    const shell_runs& runs_;
    std::string_view cwd_;
};

}  // namespace assent
