#pragma once

#include <cstddef>
#include <cstdint>
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
    /// Not known for its braces and for wildcards alone, and nothing of it is quoted: `{a,b}.c`.
    bool braces = false;
    /// Not known, and it is nothing but the name of a pipe: `<(ls)`.
    bool pipe = false;
    /// A substitution in it is arithmetic: that stands for a number, whatever it is.
    bool number = false;
    /// Something in the word's substitution is fed otherwise than by a pipe, as in `head <x`.
    bool fed = false;
    /// The same, or what it prints goes elsewhere than there, or other things go there, too: `2>&1`.
    bool led = false;
    /// The runs inside a word that is one substitution, or assigns one: from the first to
    /// before the second.
    std::uint32_t first_run = 0;
    std::uint32_t end_of_runs = 0;
};

/// A word of a shell text that is none of a program's, and what it is there for.
struct shell_mention {
    enum class role : unsigned char {
        assignment,   ///< `NAME=value`, by itself
        surrounding,  ///< `NAME=value` before a program, which gets it
        element,      ///< one of `NAME=(...)`
        here,         ///< a here-string, the delimiter of a here-document, or what that holds
        orders,       ///< what they hold, whatever it is, where its program may take it for more than data
        input,        ///< the file behind `<`
        output,       ///< the file behind `>` and the like
        descriptor,   ///< behind `>&` or `<&`
        loop_name,    ///< of `for`
        loop_item,    ///< one of the words behind that
        loop_begins,  ///< `while`, `until`
        loop_body,    ///< `do`
        loop_ends,    ///< `done`
        function,     ///< its name
        other,        ///< what `case` looks at
    };
    shell_word is{};
    role as = role::other;
    std::size_t runs_before = 0;  ///< how many programs were found before it
    bool of_next = false;         ///< of `input`: what reads it is a simple command, the next that is found
};

}  // namespace assent
