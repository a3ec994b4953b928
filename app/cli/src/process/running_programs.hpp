#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// A process of this user.
struct running_program {
    std::string number;                    ///< by which the system knows it
    std::vector<std::string> words;        ///< the program, without what interprets it, and its arguments
    std::vector<std::string> environment;  ///< as it was when it began: `NAME=VALUE`
};

/// Those with this home folder whose program has this name, by itself or as the script of another one. Only
/// Linux tells of them.
[[nodiscard]] std::vector<running_program> programs_that_run(std::string_view name, const std::string& home);

/// The words of each program that this one was started by, the next first. Only Linux tells of them:
/// elsewhere there are none.
[[nodiscard]] std::vector<std::vector<std::string>> words_of_ancestors();

}  // namespace assent::cli
