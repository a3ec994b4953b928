#pragma once

#include <cstddef>
#include <string_view>

namespace assent {

/// Deepest nesting of substitutions and texts inside texts (`bash -c`) that is looked into.
inline constexpr std::size_t max_shell_depth = 8;

/// A word of a shell text, read leniently.
struct shell_word {
    std::string_view text{};  ///< without quotes and backslashes
    /// False: the shell puts something else in place of a part of it, or it cannot be read. A substitution is
    /// written `$@` in the text.
    bool known = true;
    /// Not known, and it may become any number of words, or none.
    bool splits = false;
    /// Not known, but only names of files that the text covers as a glob take its place.
    bool globs = false;
};

}  // namespace assent
