#pragma once

#include <assent/domain/rules/glob.hpp>
#include <assent/domain/rules/glob_sequence.hpp>
#include <assent/domain/rules/rule_match.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// A pattern for a shell command line.
///
/// The pattern is split at blanks into word patterns, which are compared with the words of the
/// command: `*` inside a word stays in that word; a standalone `*` stands for one or more words,
/// at the end for zero or more when it is the only wildcard (`npm *` covers `npm`); a `*` at the
/// end of the last word finishes the word and allows more words (`ls*` covers `ls -la`).
///
/// Only *plain* commands are read that way. A command is plain when it is printable ASCII and has
/// none of the characters with which a shell does more than run one program with the words as
/// written. Everything else is covered by an allow rule only if it equals it, and makes every deny
/// rule doubtful.
class command_pattern {
public:
    /// \param behavior  an allow rule must not put a wildcard where a program that runs other programs
    ///                  (a shell, an interpreter, `sudo`, `xargs`) finds what to run
    [[nodiscard]] static boost::system::result<command_pattern, invalid_rule> make(std::string_view pattern,
                                                                                   rule_behavior behavior);

    /// Proven to cover this command.
    [[nodiscard]] bool allows(std::string_view command) const;
    /// Whether any reading of this command is covered. Also looks behind wrapping programs and at
    /// the base name of the program.
    [[nodiscard]] rule_match catches(std::string_view command) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }

private:
    [[nodiscard]] bool may_run(const glob& pattern, std::string_view word) const;

    glob whole_;
    std::vector<sequence_element> words_;
    std::vector<sequence_element> tail_;  // the same, after any number of other words
    // For deny, the program's name without its folder, alone and at the end of an option (`-Srm`).
    glob program_;
    glob program_in_option_;
};

/// A command of which every shell makes one program and these words.
[[nodiscard]] bool plain_command(std::string_view command) noexcept;

}  // namespace assent
