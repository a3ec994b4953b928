#pragma once

#include "conformance_cases.hpp"

#include <chrono>
#include <string_view>

namespace assent::test {

// Asked behind a raw line: the session still listens, and means what it meant.
inline constexpr std::string_view covered_probe =
    R"({"type":"control_request","request_id":"covered","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"npm test"}}})";
inline constexpr std::string_view open_probe =
    R"({"type":"control_request","request_id":"open","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"touch pwned"}}})";

struct timed_outcome {
    found_outcome found;
    std::chrono::nanoseconds took{};  ///< processor time from the line to what became of it
};

/// Puts a case to a session in this process, whose callback only records. Fails the test where the wire, the
/// record and the gate do not agree.
[[nodiscard]] timed_outcome through_a_session(const conformance_case& from);

}  // namespace assent::test
