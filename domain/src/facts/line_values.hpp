#pragma once

#include <assent/domain/programs/shell_runs.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace assent {

/// Whether it is a builtin that goes to another folder.
[[nodiscard]] bool moves(std::string_view program) noexcept;
/// Whether it is the builtin that tests strings and files.
[[nodiscard]] bool is_test(std::string_view program) noexcept;
/// Whether one of the runs does.
[[nodiscard]] bool goes_anywhere(const shell_runs& runs);
/// Whether one does so in a loop, or anywhere beside functions and traps: where others work then is not told
/// by the order in which they stand.
[[nodiscard]] bool goes_in_no_order(const shell_runs& runs);

/// What the variables hold that a shell text sets itself: by assignments of known text, and by loops over
/// plain lists.
class line_values {
public:
    /// \param cwd  what `$PWD` is; empty: not known
    line_values(const shell_runs& runs, std::string_view cwd) noexcept : runs_(runs), cwd_(cwd) {}

    /// The value in the place of the variable. \param globs  it is a glob, whose names take its place
    using visitor = std::function<void(std::string_view value, bool globs)>;
    /// Calls `visit` with each text that a word with one variable in it, `src/$f.c`, may become; without the
    /// variable, too, where that may be empty.
    /// \param run  in which it stands; any number behind the last: in none
    /// \return false: it has others, too, or one of which not all values are known, or the shell would take
    /// one of these apart, or for a glob
    [[nodiscard]] bool each(const shell_word& word, std::string_view text, std::size_t run,
                            const visitor& visit) const;
    /// Where the value of the one variable that the text is comes from, `$f`: what `read` or `for` take from
    /// another program, or an assignment.
    struct source {
        std::size_t read = shell_runs::none;  ///< the run
        const shell_word* word = nullptr;     ///< or the one word that it may be, or be taken from
    };
    /// Nothing: it may have several values, or one that is not in the text.
    [[nodiscard]] std::optional<source> source_of(std::string_view text) const;
    /// Whether the line gives a variable of the text a value that is a glob where no quotes stand.
    [[nodiscard]] bool may_glob(std::string_view text) const;
    /// The variable gets its value in the text, whatever that is.
    [[nodiscard]] bool sets(std::string_view name) const;

private:
    [[nodiscard]] bool reads(std::string_view name) const;
    [[nodiscard]] bool in_loop_over(std::string_view name, std::size_t run) const;

    const shell_runs& runs_;
    std::string_view cwd_;
};

}  // namespace assent
