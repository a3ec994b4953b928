#pragma once

#include <sys/types.h>
#include <array>
#include <string>
#include <vector>

namespace assent::cli {

/// A program to start. Of what is open here nothing is open there but its standard streams, and signals do
/// what they usually do.
struct child_start {
    std::vector<std::string> words;          ///< the first is looked for in `PATH` where it has no `/`
    std::vector<std::string> environment{};  ///< empty: ours
    std::array<int, 3> streams{-1, -1, -1};  ///< standard input, output and error; -1: /dev/null
    bool own_group = false;
    const char* folder = nullptr;  ///< null: ours
};

/// \return its number \throws std::system_error that names the first word
pid_t start_child(child_start wanted);

}  // namespace assent::cli
