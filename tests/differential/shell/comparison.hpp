#pragma once

#include "line_writer.hpp"
#include "planted_holes.hpp"
#include "shell_cell.hpp"
#include "shells.hpp"

#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::differential {

/// What was counted. Plain numbers: they lie in memory that processes share.
struct counts {
    std::uint64_t lines = 0;
    std::uint64_t plain = 0;     ///< lines
    std::uint64_t compound = 0;  ///< plain lines of more than one command
    std::uint64_t quoted = 0;    ///< plain lines with quotes or backslashes
    std::uint64_t switched = 0;  ///< lines that are plain only with switches on
    std::uint64_t in_doubt = 0;  ///< lines of which nothing is said, which no shell has to run

    struct of_shell {
        std::uint64_t runs = 0;                ///< programs run
        std::uint64_t predicted = 0;           ///< of plain lines, exactly as predicted
        std::uint64_t caught = 0;              ///< a deny rule covers it
        std::uint64_t doubted = 0;             ///< cannot be excluded
        std::uint64_t plain_syntax_error = 0;  ///< plain lines that the shell refuses as a whole
        std::uint64_t cut_off = 0;             ///< lines
    };
    std::array<of_shell, shell_count> shells{};

    struct of_kind {
        std::uint64_t lines = 0;
        std::uint64_t complete = 0;  ///< deny rules see everything of them
    };
    std::array<of_kind, line_kind_count> kinds{};

    std::uint64_t failures = 0;

    void add(const counts& other) noexcept;
};

/// Compares what shells run with how Assent reads the line.
///
/// Allow: of a plain line, nothing runs but its simple commands, word for word, each at most once; also of
/// one that is plain only because switches allow `&` and `x=1` in front. Deny: what runs is caught by a deny
/// rule on its name, `NAME *`, by `NAME` when it has no arguments, and by the rule of exactly its words; at
/// least in doubt where the line cannot be read to its end or has words that are not known.
/// A line that cannot be read to its end is in doubt for every rule, whatever it runs.
class comparison {
public:
    /// \param programs  all that can run
    /// \param plant     lines are judged as what this mistake takes them for; may be null
    comparison(std::span<const std::string_view> programs, const planted_hole* plant);

    /// Whether the planted mistake, if there is one, changes how the line is judged.
    [[nodiscard]] bool matters(std::string_view line) const;

    /// Counts one line and what a shell made of it. \return what does not hold, a line of text each
    [[nodiscard]] std::vector<std::string> compare(std::string_view line, const shell_outcome& seen,
                                                   counts::of_shell& count) const;
    /// Whether anything is said about the line that a shell could show to be wrong. Of one that is in doubt,
    /// nothing is.
    [[nodiscard]] bool claims_something(std::string_view line) const;
    /// What does not hold of a line about which nothing is said: that no deny rule can be excluded.
    [[nodiscard]] std::vector<std::string> check_doubt(std::string_view line) const;
    /// Counts a line's own properties.
    void count_line(const written_line& line, counts& count) const;

private:
    struct deny_rules {
        command_pattern any;   // `NAME *`
        command_pattern bare;  // `NAME`
    };
    // What a plain line runs. \return how many programs were predicted
    [[nodiscard]] static std::size_t check_allow(const shell_command& command, const shell_outcome& seen,
                                                 std::vector<std::string>& failures);
    void check_deny(std::string_view line, const seen_run& run, bool plain, const shell_runs& runs,
                    counts::of_shell& count, std::vector<std::string>& failures) const;

    [[nodiscard]] std::string taken_for(std::string_view line) const;

    std::map<std::string, deny_rules, std::less<>> rules_;
    const planted_hole* plant_;
    rule_switches switches_{.allow_background = true, .allow_env_names = {"x"}};
};

/// Simple commands, for people: `[alpha] [beta] [x y]` in each line.
[[nodiscard]] std::string describe(const seen_run& run);
[[nodiscard]] std::string describe(const shell_command& command);
[[nodiscard]] std::string describe(const shell_runs& runs);

}  // namespace assent::differential
