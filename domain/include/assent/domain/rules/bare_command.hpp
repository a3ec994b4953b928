#pragma once

#include <boost/container/small_vector.hpp>

#include <cstddef>
#include <string_view>

namespace assent {

/// A shell text in which nothing but its blanks means anything to any shell: all of it is ASCII letters and
/// digits, `_./+-,@%:`, `=` in words that begin with `-`, and blanks. Most commands are like that, and need
/// no `shell_command` to be told from others.
///
/// Takes no memory for up to 511 bytes, and keeps no views.
class bare_command {
public:
    explicit bare_command(std::string_view text);

    /// The text is no such command: something else stands in it, or nothing but blanks, or more than
    /// `max_command_bytes`.
    [[nodiscard]] bool empty() const noexcept { return lines_.empty(); }
    /// The words, each with a line break behind it.
    [[nodiscard]] std::string_view lines() const noexcept { return {lines_.data(), lines_.size()}; }
    /// The first word is surely the name of a program, and no word of the shell: the text is plain. False: it
    /// has to be read as a `shell_command`.
    [[nodiscard]] bool surely_plain() const noexcept;

private:
    boost::container::small_vector<char, 512> lines_;
};

}  // namespace assent
