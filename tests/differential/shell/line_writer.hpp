#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assent::differential {

/// What a line is made of.
enum class line_kind : unsigned char {
    plain,      ///< simple commands, and what joins them
    posix,      ///< everything that all shells know, nested
    bash,       ///< the same, with more that bash knows
    ksh,        ///< and ksh
    zsh,        ///< and zsh
    mutated,    ///< one of these four, with a few mistakes
    pieces,     ///< pieces of lines in a row
    trick,      ///< ways to run something that do not look like it
    insertion,  ///< one piece put into one of the seeds
    joint,      ///< one piece between the end of something and a command
};
inline constexpr std::size_t line_kind_count = 10;
[[nodiscard]] std::string_view name_of(line_kind kind);

struct written_line {
    line_kind kind = line_kind::plain;
    std::string text{};
};

/// The same line for the same seed and number. It calls nothing but the known programs and harmless builtins,
/// and names no file outside the current directory but `/dev/null`. Kinds take turns; so do all insertions,
/// and all joints.
[[nodiscard]] written_line write_line(std::uint64_t seed, std::uint64_t number);

/// The same, of one kind alone.
[[nodiscard]] written_line write_line(line_kind kind, std::uint64_t seed, std::uint64_t number);

/// Takes away what could do harm.
[[nodiscard]] std::string harmless(std::string line);

}  // namespace assent::differential
