#include "shells.hpp"

#include <array>

namespace assent::differential {
namespace {

// `test`, `let` and others speak of syntax errors, too: these are words of the parsers.
constexpr std::string_view of_bash[] = {
    "syntax error near unexpected", "syntax error: unexpected end of file", "unexpected EOF while looking"};
constexpr std::string_view of_dash[] = {"Syntax error: "};
constexpr std::string_view of_zsh[] = {"parse error near", ": unmatched "};
constexpr std::string_view of_mksh[] = {": syntax error: ", "no closing quote", "here document "};
constexpr std::string_view of_ash[] = {": syntax error: "};

constexpr const char* call_bash[] = {"bash", "-c"};
constexpr const char* call_dash[] = {"dash", "-c"};
// Without the settings of whoever runs it.
constexpr const char* call_zsh[] = {"zsh", "-f", "-c"};
constexpr const char* call_mksh[] = {"mksh", "-c"};
constexpr const char* call_ash[] = {"busybox", "ash", "-c"};

constexpr std::array<shell, shell_count> all = {{{"bash", ASSENT_BASH, call_bash, of_bash},
                                                 {"dash", ASSENT_DASH, call_dash, of_dash},
                                                 {"zsh", ASSENT_ZSH, call_zsh, of_zsh},
                                                 {"mksh", ASSENT_MKSH, call_mksh, of_mksh},
                                                 {"ash", ASSENT_BUSYBOX, call_ash, of_ash}}};

}  // namespace

std::span<const shell, shell_count> shells() { return all; }

}  // namespace assent::differential
