#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::test {

/// What may become of a call, whichever way it is put to the program.
struct found_outcome {
    std::string decision;  ///< allow, deny, ask, or invalid
    std::string source;    ///< what decided, such as `rule` or `undecided`
};

/// One line of tests/data/cases.jsonl: some rules, one call, and what has to become of it.
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
    std::string fs;  ///< links and folders of a made up file system; empty: none
    /// Bytes of the wire, in the place of tool name and input.
    std::optional<std::string> raw;
    bool raw_is_a_line = true;  ///< false: no LF ends the bytes
    long budget_ms = 0;         ///< longest time for the decision; 0: no matter

    /// What was found is what is expected.
    [[nodiscard]] bool met_by(const found_outcome& found) const;
};

/// All cases, in the order of the file.
/// \throws std::runtime_error when the file cannot be read, or a line is not a case
[[nodiscard]] std::vector<conformance_case> conformance_cases();

}  // namespace assent::test
