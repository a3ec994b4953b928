#pragma once

#include "../options/options.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// A command line, once its options are read.
struct command_line {
    const CLI::App& app;              ///< the whole program
    std::vector<std::string> behind;  ///< what stands behind `--`: not ours to read
};

/// What a command does once its options are read.
/// \return the exit status of the program
/// \throws usage_error for what options alone cannot tell
using command_run = std::function<int(const command_line&)>;

/// A command of the program. Each stands in a file of its own, beside what it runs; `main.cpp` lists them.
struct command {
    enum class behind : unsigned char {
        nothing,  ///< nothing may stand behind `--`
        options,  ///< something may
        program,  ///< a program to run has to
    };

    std::string_view name;
    std::string_view about;  ///< one line
    /// Declares its options, which go where what it returns finds them.
    command_run (*declare)(CLI::App& app);
    behind takes = behind::nothing;
    /// For packages and shells: it looks at the options of all others, and people need not see it.
    bool hidden = false;
};

namespace commands {
extern const command serve;
extern const command bridge;
extern const command acp;
extern const command codex;
extern const command hook;
extern const command daemon;
extern const command install;
extern const command uninstall;
extern const command import;
extern const command session;
extern const command pause;
extern const command doctor;
extern const command mcp;
extern const command console;
extern const command check;
extern const command what;
extern const command audit;
extern const command policy;
extern const command demo;
extern const command manual;
extern const command completion;
}  // namespace commands

}  // namespace assent::cli
