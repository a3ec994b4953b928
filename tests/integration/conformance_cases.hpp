#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assent::test {

/// What may become of a call, whichever way it is put to the program.
struct found_outcome {
    std::string decision;  ///< allow, deny, ask, or invalid
    std::string source;    ///< what decided, such as `rule` or `undecided`
};

/// One line of tests/data/cases.jsonl or hard_cases.jsonl: some rules, one call, and what has to become of
/// it.
///
/// JSON values are kept as they are written there, so that numbers and escapes reach the program unchanged.
struct conformance_case {
    std::string id;
    std::string group;     ///< its `class`
    std::string why;       ///< for people
    std::string expected;  ///< match, no_match, must_not_allow, deny, or invalid
    std::vector<std::string> rules;
    std::string tool_name;
    std::string input;
    std::string fs;   ///< links and folders of a made up file system; empty: none
    std::string cwd;  ///< the working directory of the call; empty: not known
    /// Bytes of the wire, in the place of tool name and input.
    std::optional<std::string> raw;
    bool raw_is_a_line = true;  ///< false: no LF ends the bytes
    long budget_ms = 0;         ///< longest time for the decision; 0: no matter

    /// What was found is what is expected.
    [[nodiscard]] bool met_by(const found_outcome& found) const;
};

/// All cases of a file below tests/data, in its order.
/// \throws std::runtime_error when the file cannot be read, or a line is not a case
[[nodiscard]] std::vector<conformance_case> conformance_cases(const std::string& file);

/// The ids in a file below tests/data, one a line: cases that are known not to be met yet.
/// \throws std::runtime_error when the file cannot be read
[[nodiscard]] std::set<std::string> open_cases(const std::string& file);

}  // namespace assent::test
