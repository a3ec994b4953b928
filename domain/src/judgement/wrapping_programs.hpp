#pragma once

#include <array>
#include <string_view>

/// What stands before the program of a command, as data.
namespace assent::lenient {

using namespace std::string_view_literals;

inline constexpr std::array reserved_words{"!"sv,    "{"sv,  "}"sv,     "if"sv,    "then"sv,  "else"sv,
                                           "elif"sv, "do"sv, "while"sv, "until"sv, "coproc"sv};
/// They run the rest of their words.
inline constexpr std::array wrappers{"sudo"sv,  "doas"sv,    "env"sv,     "nohup"sv,  "nice"sv,
                                     "time"sv,  "timeout"sv, "stdbuf"sv,  "setsid"sv, "ionice"sv,
                                     "watch"sv, "command"sv, "builtin"sv, "exec"sv,   "xargs"sv};

}  // namespace assent::lenient
