#pragma once

#include "shell_cell.hpp"

#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/rules/shell_command.hpp>
#include <assent/domain/rules/shell_runs.hpp>

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
    std::uint64_t complete = 0;  ///< lines of which deny rules see everything

    struct of_shell {
        std::uint64_t runs = 0;                ///< programs run
        std::uint64_t predicted = 0;           ///< of plain lines, exactly as predicted
        std::uint64_t caught = 0;              ///< a deny rule covers it
        std::uint64_t doubted = 0;             ///< cannot be excluded
        std::uint64_t plain_syntax_error = 0;  ///< plain lines that the shell refuses as a whole
        std::uint64_t timed_out = 0;           ///< lines
    };
    of_shell bash{};
    of_shell dash{};

    std::uint64_t failures = 0;

    void add(const counts& other) noexcept;
};

/// Compares what shells run with how Assent reads the line.
///
/// Allow: of a plain line, nothing runs but its simple commands, word for word, each at most once; also of
/// one that is plain only because switches allow `&` and `x=1` in front. Deny: what runs is caught by a deny
/// rule on its name, `NAME *`, by `NAME` when it has no arguments, and by the rule of exactly its words; at
/// least in doubt where the line cannot be read to its end or has words that are not known.
class comparison {
public:
    /// \param programs  all that can run
    explicit comparison(std::span<const std::string_view> programs);

    /// Counts one line and what a shell made of it. \return what does not hold, a line of text each
    [[nodiscard]] std::vector<std::string> compare(std::string_view line, const shell_outcome& seen,
                                                   counts::of_shell& count) const;
    /// Counts a line's own properties.
    void count_line(std::string_view line, counts& count) const;

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

    std::map<std::string, deny_rules, std::less<>> rules_;
    rule_switches switches_{.allow_background = true, .allow_env_names = {"x"}};
};

/// Simple commands, for people: `[alpha] [beta] [x y]` in each line.
[[nodiscard]] std::string describe(const seen_run& run);
[[nodiscard]] std::string describe(const shell_command& command);
[[nodiscard]] std::string describe(const shell_runs& runs);

}  // namespace assent::differential
