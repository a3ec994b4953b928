#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// A process of this user.
struct running_program {
    std::string number;                    ///< by which the system knows it
    std::vector<std::string> words;        ///< the program, without what interprets it, and its arguments
    std::vector<std::string> environment;  ///< as it was when it began: `NAME=VALUE`
    std::optional<std::chrono::system_clock::time_point> began{};  ///< nothing: it cannot be told
};

/// Those with this home folder whose program has this name, by itself or as the script of another one. Only
/// Linux tells of them.
[[nodiscard]] std::vector<running_program> programs_that_run(std::string_view name, const std::string& home);

/// The program with this name by which this one was started, by itself or as the script of another one, and
/// through whatever else; where none of them has it, all of them, with what interprets them, the next first.
/// What cannot be read of one is empty. Only Linux tells of them: elsewhere there are none.
[[nodiscard]] std::vector<running_program> started_by(std::string_view name);

}  // namespace assent::cli
