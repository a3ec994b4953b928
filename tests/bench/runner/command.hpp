#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::bench {

/// A program, its arguments, and what it finds in its environment beside ours.
struct command {
    std::vector<std::string> words;
    std::vector<std::pair<std::string, std::string>> environment;
    std::optional<int> core;  ///< where it may run; nothing: anywhere
};

struct command_result {
    int status;          ///< of its exit; 128 and the signal where one ended it
    std::string output;  ///< what it wrote to standard output
};

/// Runs a program to its end. Its standard error is ours. \throws std::system_error where it cannot be
/// started
command_result run(const command& what);

}  // namespace assent::bench
