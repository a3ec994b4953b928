#pragma once

#include "../options/options.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// A command line, once its options are read.
struct command_line {
    const CLI::App& app;  ///< the whole program
    /// What stands behind `--`, or begins with the first word of an agent's command: not ours to read.
    std::vector<std::string> behind;
    bool dashed = false;  ///< `--` stands in front of it
};

/// The agent's command that was typed for `check` or `what`: one word is a text for the shell, several are
/// the words of one command; empty: they are blank. Says on standard error which of them would be options in
/// front of it.
[[nodiscard]] std::string typed_command(const command_line& line, std::string_view name);

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
    std::string_view group;  ///< of `assent --help`
    std::string_view about;  ///< one line
    /// Declares its options, which go where what it returns finds them.
    command_run (*declare)(CLI::App& app);
    behind takes = behind::nothing;
    bool looks_at_all = false;  ///< at the options of all others
};

/// The groups of commands in `assent --help`.
namespace command_group {
inline constexpr std::string_view start = "Start here";
inline constexpr std::string_view guard = "Decide for an agent";
inline constexpr std::string_view people = "Have people answer";
inline constexpr std::string_view files = "Policies and records";
inline constexpr std::string_view itself = "The program itself";
}  // namespace command_group

namespace commands {
extern const command serve;
extern const command bridge;
extern const command acp;
extern const command codex;
extern const command hook;
extern const command daemon;
extern const command setup;
extern const command install;
extern const command uninstall;
extern const command import;
extern const command session;
extern const command pause;
extern const command rules;
extern const command doctor;
extern const command mcp;
extern const command console;
extern const command check;
extern const command what;
extern const command wall;
extern const command audit;
extern const command log;
extern const command report;
extern const command replay;
extern const command suggest;
extern const command policy;
extern const command demo;
extern const command help;
extern const command manual;
extern const command completion;
}  // namespace commands

}  // namespace assent::cli
