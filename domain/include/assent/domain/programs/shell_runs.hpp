#pragma once

#include <assent/domain/programs/program_use.hpp>
#include <assent/domain/shell/shell_word.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

namespace programs {
struct command_options;
}

namespace detail {
class run_finder;
}

/// Longest beginning of a shell text that is looked into for deny and ask rules, in bytes. It is longer than
/// `max_command_bytes`, so that a text which is too long for allow rules does not hide what it runs.
inline constexpr std::size_t max_run_bytes = 64 * 1024;
/// Most wrappers around one program that are looked through.
inline constexpr std::size_t max_wrapper_depth = 16;
/// Most runs that are found in one text.
inline constexpr std::size_t max_shell_runs = 4096;
/// Most words of all runs together. A word counts once for each program that may be run with it.
inline constexpr std::size_t max_run_words = 256 * 1024;

/// The mark that opens what a shell text does not close: a quote, a backquote, `$(`, `${`, `<<END`.
struct unclosed_mark {
    std::string_view text{};    ///< empty: nothing is open
    std::size_t character = 0;  ///< its place, from 1 on; 0: it is in a text that is made of this one
};

/// A shell text, read leniently: everything that it may run.
///
/// Looks into substitutions, subshells, groups, control flow, function bodies, here-documents, and the texts
/// that are given to `bash -c`, `eval`, `trap` and the like; behind assignments and behind wrapping programs
/// such as `sudo`, `env`, `timeout`, `xargs`, `find -exec`, `npm exec` and `git bisect run`. For deny and ask
/// rules: what is found may be too much, but nothing that runs is left out unless `complete()` is false. That
/// it is also where an option is known to run what is not read here, such as `vim -c`. What a program does by
/// itself is not in the text: the scripts that it reads from files, and its settings. Nor is what programs
/// print, when the shell calculates with it.
///
/// Keeps views into the text, which has to outlive it. One thread at a time.
class shell_runs {
public:
    using word = shell_word;

    /// \param holds_code  whatever code of other languages that stands in it does (`python3 -c`), a wall
    ///                    holds that: it counts as read, and its words as texts that may be commands or paths
    explicit shell_runs(std::string_view text, bool holds_code = false);
    ~shell_runs();
    shell_runs(const shell_runs&) = delete;
    shell_runs& operator=(const shell_runs&) = delete;

    /// False: something in the text cannot be read, and may run anything.
    [[nodiscard]] bool complete() const noexcept { return complete_; }
    [[nodiscard]] bool holds_code() const noexcept { return holds_code_; }
    /// Why it cannot be read, where that is what it does not close.
    [[nodiscard]] const unclosed_mark& unclosed() const noexcept { return unclosed_; }
    /// The text is one simple command, written without quotes and escapes, and that is the first run.
    [[nodiscard]] bool bare() const noexcept { return bare_; }
    /// The number of programs, with their arguments, that were found.
    [[nodiscard]] std::size_t size() const noexcept { return runs_.size(); }
    /// Words that are none of a run's: assignments before a program (`NAME=value`), what redirections name,
    /// and words of loops.
    [[nodiscard]] std::span<const shell_mention> mentioned() const noexcept { return mentioned_; }
    /// Something in it calculates, or reads a name, as a text once more: `$((n))`, `[[ $n -gt 1 ]]`. Where
    /// what a variable holds is not known, shells may run it.
    [[nodiscard]] bool evaluates() const noexcept { return evaluates_; }
    /// It may change the shell that runs it, for what is run there later: its folder, variables, functions or
    /// options. What is in a subshell does not.
    [[nodiscard]] bool changes_shell() const noexcept { return changes_shell_; }
    /// It may leave that shell in another folder.
    [[nodiscard]] bool changes_folder() const noexcept { return changes_folder_; }
    /// A shell runs what another program prints, which nobody has seen: `base64 -d x | sh`.
    [[nodiscard]] bool runs_what_is_printed() const noexcept { return runs_what_is_printed_; }
    /// Something of it goes on when the text has ended: `&`.
    [[nodiscard]] bool goes_on() const noexcept { return goes_on_; }
    /// A program as it is named there, and its arguments. Never empty.
    [[nodiscard]] std::span<const word> operator[](std::size_t run) const noexcept {
        return std::span(words_).subspan(runs_[run].from, runs_[run].size);
    }
    /// The use of the program there, as far as the catalogue knows it.
    [[nodiscard]] const programs::program_use& use(std::size_t run) const noexcept { return runs_[run].use; }
    /// Its words, told apart. Read when they are first asked for.
    [[nodiscard]] const programs::command_options& options(std::size_t run) const;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    /// It reads what others before it write.
    [[nodiscard]] bool piped(std::size_t run) const noexcept { return runs_[run].piped; }
    /// The run whose output it reads, where that is one: `ls | head`; none: it reads that of several, `(ls;
    /// ls) | head`, or of none.
    [[nodiscard]] std::size_t feeder(std::size_t run) const noexcept { return runs_[run].feeder; }
    /// Another program runs it, and may give it words of its own: the run before it in the list, or one
    /// before that.
    [[nodiscard]] bool wrapped(std::size_t run) const noexcept { return runs_[run].wrapped; }
    /// It is a function of the text: the runs of its body follow, with what it is given.
    [[nodiscard]] bool calls(std::size_t run) const noexcept { return runs_[run].calls; }
    /// Runs of one chain run one after the other in one shell, each if all before it have succeeded. 0: it is
    /// in none.
    [[nodiscard]] std::size_t chain(std::size_t run) const noexcept { return runs_[run].chain; }

private:
    friend class detail::run_finder;

    struct found_run {
        // \param first  the place of its first word in words_
        found_run(std::size_t first, std::span<const word> run) : from(first), size(run.size()), use(run) {}

        std::size_t from;
        std::size_t size;  // words
        bool piped = false;
        bool wrapped = false;
        bool calls = false;
        std::size_t chain = 0;
        std::size_t feeder = none;
        programs::program_use use;
    };

    boost::container::small_vector<word, 24> words_;
    boost::container::small_vector<found_run, 4> runs_;
    mutable std::vector<std::shared_ptr<const programs::command_options>> options_;  // of runs_, or empty
    boost::container::small_vector<shell_mention, 2> mentioned_;
    // Texts that words point into and that are not part of the shell text.
    boost::container::small_vector<std::unique_ptr<std::string>, 1> texts_;
    unclosed_mark unclosed_;
    bool complete_ = true;
    bool holds_code_ = false;
    bool evaluates_ = false;
    bool changes_shell_ = false;
    bool changes_folder_ = false;
    bool runs_what_is_printed_ = false;
    bool goes_on_ = false;
    bool bare_ = false;
};

}  // namespace assent
