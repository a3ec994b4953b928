#pragma once

#include <assent/domain/shell/rule_switches.hpp>
#include <assent/domain/shell/shell_word.hpp>

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

namespace detail {
class shell_scanner;
}

/// Longest shell text that is read, in bytes. A longer one is covered by no wildcard allow rule, and no deny
/// rule can be excluded for it.
inline constexpr std::size_t max_command_bytes = 10'000;

/// A shell text, read strictly: what is certain to run, or nothing.
///
/// A text is *plain* when every POSIX shell makes the same simple commands of it, joined by `&&`, `||`, `;`,
/// `|`, `|&` or the end of a line, each a program and words that stand there as they will be passed.
/// Subshells may stand around some of them, comments behind them, and what changes nothing about what runs:
/// redirections of the standard descriptors (`2>&1`), with `/dev/null`, and from a file (`< x.json`),
/// variables that only tune the output (`CI=1`), and in a word the status of the command before it, `$?`, and
/// a here-document of text,
/// `"$(cat <<'EOF' ...)"`. It is not plain with any other expansion or substitution, group, reserved word,
/// function, assignment, background `&`, control character, invisible character, here-document or
/// redirection, braces, a glob in the place of a program, an open quote, a builtin that evaluates its words
/// (`eval`, `export`, `set`), or when it is longer than `max_command_bytes`. Whatever is not known to be
/// harmless counts as not plain.
///
/// A glob in another place is a word as it is written; the shell puts file names in its place. The shell is
/// taken to read the text as UTF-8 or byte by byte, to know no aliases and functions but its own, and to have
/// no person in front of it: to one who types, `!` brings back earlier commands.
///
/// Takes no memory for up to 4 simple commands of together 24 words without quotes.
///
/// Keeps views into the text, which has to outlive it. One thread at a time.
class shell_command {
public:
    /// Why a text is not plain.
    struct flaw {
        std::string_view why;    ///< such as "it has a substitution"
        std::size_t offset = 0;  ///< the byte at which that begins
    };

    explicit shell_command(std::string_view text, const rule_switches& switches = {});
    /// The same. \param bare_words  of a text that has nothing else (`shell_runs::bare`)
    shell_command(std::string_view text, std::span<const shell_word> bare_words,
                  const rule_switches& switches);
    shell_command(const shell_command&) = delete;
    shell_command& operator=(const shell_command&) = delete;

    [[nodiscard]] bool plain() const noexcept { return !flaw_; }
    /// Nothing when the text is plain.
    [[nodiscard]] const std::optional<flaw>& why_not() const noexcept { return flaw_; }

    /// It is plain and one simple command, written without quotes and escapes: words, and blanks between
    /// them.
    [[nodiscard]] bool bare() const noexcept { return bare_; }

    /// The number of simple commands in a plain text; otherwise 0. A text of blanks has none.
    [[nodiscard]] std::size_t size() const noexcept { return commands_.size(); }
    /// The words of a simple command, without quotes: the program, then what it is passed. Never empty.
    /// Variables that `allow_env_names` admits, and redirections, are no words.
    [[nodiscard]] std::span<const std::string_view> operator[](std::size_t command) const noexcept {
        return std::span(words_).subspan(commands_[command].from, commands_[command].size);
    }
    /// With `allow_sees_through_wrappers`, the words behind `timeout 5` and the like; otherwise, and where
    /// there is no such wrapper, none.
    [[nodiscard]] std::span<const std::string_view> behind_wrapper(std::size_t command) const noexcept {
        const auto skipped = commands_[command].wrapper;
        return skipped == 0 ? std::span<const std::string_view>() : (*this)[command].subspan(skipped);
    }

private:
    friend class detail::shell_scanner;

    struct simple_command {
        std::size_t from = 0;     // in words_
        std::size_t size = 0;     // words
        std::size_t wrapper = 0;  // words before the wrapped program
    };

    boost::container::small_vector<std::string_view, 24> words_;
    boost::container::small_vector<simple_command, 4> commands_;
    std::string dequoted_;  // what words with quotes point into; never moves once used
    std::optional<flaw> flaw_;
    bool bare_ = false;
};

}  // namespace assent
