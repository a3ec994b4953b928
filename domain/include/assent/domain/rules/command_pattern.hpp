#pragma once

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/rule_match.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/system/result.hpp>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

namespace detail {
class caught_command;
}

/// A pattern for a shell command line.
///
/// The pattern is split at blanks into word patterns, which are compared with the words of a simple command:
/// `*` inside a word stays in that word; a standalone `*` stands for one or more words, at the end for zero
/// or more when it is the only wildcard (`npm *` covers `npm`), and for deny and ask always for zero or more;
/// a `*` at the end of the last word finishes the word and allows more words (`ls*` covers `ls -la`). The
/// words of a command are compared without their quotes; a quote in a pattern is a character like others,
/// which for deny and ask may mean what it means to a shell, too.
///
/// Deny and ask cover whatever is the same act: the command has all options of the pattern, however written
/// and wherever they stand before `--`, besides any others, and its operands are those of the pattern.
///
/// Immutable; any thread may use it.
class command_pattern {
public:
    /// \param behavior  an allow rule must not put a wildcard where a program that runs other programs
    ///                  (a shell, an interpreter, `sudo`, `xargs`) finds what to run
    /// \param overbroad  it may all the same
    [[nodiscard]] static boost::system::result<command_pattern, invalid_rule> make(std::string_view pattern,
                                                                                   rule_behavior behavior,
                                                                                   bool overbroad = false);

    /// Allow: covers the text as it stands, whatever it means: the pattern is a lone `*`, or without
    /// wildcards and equal to it.
    [[nodiscard]] bool covers_text(std::string_view text) const noexcept;
    /// Allow: covers one simple command of a plain text.
    [[nodiscard]] bool covers(std::span<const std::string_view> words) const;
    /// Deny and ask: whether the text as it stands, or anything that it may run, is covered.
    ///
    /// Sure where the words are covered and the program has the pattern's name, be it in a folder that the
    /// pattern does not name. In doubt where the names differ in case or in the folder, where words that are
    /// not known may be those of the pattern, where it is not known whether a word is an operand or the value
    /// of an option, where a program that is not known gets a covered command among its words, and where the
    /// text cannot be read as a whole.
    [[nodiscard]] rule_match catches(std::string_view text, const shell_runs& runs) const {
        return catches_text(text) ? rule_match::yes : catches_runs(runs);
    }
    /// Deny and ask: the text as it stands is covered. What it runs need not be read then.
    [[nodiscard]] bool catches_text(std::string_view text) const noexcept {
        return whole_.any_text() || whole_.matches(text);
    }
    /// Deny and ask: whether anything that a text may run is covered.
    [[nodiscard]] rule_match catches_runs(const shell_runs& runs) const;

    /// Allow: why a text is not covered, such as "its second command `rm x`: word 1, `rm`, is not `npm`".
    /// Empty when it is.
    [[nodiscard]] std::string why_not(const shell_command& text) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }
    /// The word patterns.
    [[nodiscard]] std::span<const sequence_element> words() const noexcept { return words_; }
    /// Those that stand for themselves, with a blank between them.
    [[nodiscard]] std::string literal_words() const;

private:
    glob whole_;
    std::vector<sequence_element> words_;
    std::shared_ptr<const detail::caught_command> caught_;  // null for allow
};

}  // namespace assent
