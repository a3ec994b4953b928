#pragma once

#include "terminal_program.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::test {

/// What every test here starts, with more arguments behind it.
[[nodiscard]] inline std::vector<std::string> serve(std::vector<std::string> more = {}) {
    std::vector<std::string> all{"serve", "--stdio", "--on-ask", "terminal", "--cwd", "/w"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

[[nodiscard]] inline std::string request(std::string_view id, std::string_view tool, std::string_view input) {
    return R"({"type":"control_request","request_id":")" + std::string(id) +
           R"(","request":{"subtype":"can_use_tool","tool_name":")" + std::string(tool) +
           R"(","tool_use_id":"t-)" + std::string(id) + R"(","input":)" + std::string(input) + "}}";
}

/// It takes one key.
inline const std::string edit =
    request("e", "Edit", R"({"file_path":"src/a.c","old_string":"int a;","new_string":"long a;"})");
/// It takes a second key.
inline const std::string bash = request("b", "Bash", R"({"command":"npm test"})");

[[nodiscard]] inline bool has(std::string_view line, std::string_view text) {
    return line.find(text) != std::string_view::npos;
}
[[nodiscard]] inline bool allows(std::string_view line) { return has(line, R"("behavior":"allow")"); }
[[nodiscard]] inline bool denies(std::string_view line) { return has(line, R"("behavior":"deny")"); }

/// Asks, and waits until keys count.
[[nodiscard]] inline bool asked(terminal_program& program, const std::string& line, std::string_view shown) {
    program.say(line);
    return program.sees(shown) && program.may_answer();
}

/// The screen has this in the end, and nothing else.
inline void expect_screen(terminal_program& program, const std::string& all) {
    if (!program.shows(all)) BOOST_TEST(program.screen() == all);
}

/// Opens a line to write in with this key, empties it, writes, and waits until Enter counts.
[[nodiscard]] inline bool written(terminal_program& program, std::string_view key, std::string_view label,
                                  std::string_view text) {
    program.type(key);
    if (!program.sees(label.substr(0, label.size() - 1))) return false;  // the cursor stands on a blank
    program.type("\x15");
    program.type(text);
    return program.sees(std::string(label) + std::string(text) + "\n") && program.may_answer();
}

}  // namespace assent::test
