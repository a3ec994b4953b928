#pragma once

#include "known_programs.hpp"
#include "text_marks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

/// A lenient reading of shell text, for finding what might be run. It never proves anything: whoever has to
/// prove that a text is harmless needs a strict reading.
namespace assent::lenient {

/// Deepest nesting of substitutions and quoted texts that is read; what lies deeper is reported as
/// unreadable.
inline constexpr std::size_t max_shell_nesting = 8;

/// Most words of one segment that may each be a program with the words behind it for arguments. A segment
/// with more counts as too long to read: looking at it would cost the square of its length.
inline constexpr std::size_t max_programs_in_segment = 16;

struct shell_word {
    std::string_view text{};        ///< without quotes and backslashes
    bool expands = false;           ///< the shell puts something else in place of a part of it
    bool globs = false;             ///< it has wildcards or braces outside quotes
    bool nests = false;             ///< it has quoted blanks or operators: it may be a shell text itself
    bool target = false;            ///< it comes after a redirection
    text_marks found = marks::all;  ///< of its text, or more
    const known_program* program = nullptr;  ///< what its text stands for (`find_program`)
};

/// What the words of a segment begin with, and the letters of their options: most programs' options are told
/// from all of them by this.
class word_beginnings {
public:
    constexpr void add(const shell_word& word) noexcept {
        // What the shell puts into it may be anything.
        any_ = any_ || word.expands || word.globs;
        add_text(word.text);
    }
    /// A word in whose place the shell puts nothing else.
    constexpr void add_text(std::string_view word) noexcept {
        const std::size_t dashes = dashes_of(word);
        letters_[dashes] |= bit_of(word, dashes);
        if (dashes == 1)
            for (const char letter : word.substr(1)) clusters_ |= bit_of(letter);
    }
    [[nodiscard]] constexpr bool any() const noexcept { return any_; }
    /// The first letters of words with so many dashes before them, a bit each (`bit_of`).
    [[nodiscard]] constexpr std::uint64_t behind(std::size_t dashes) const noexcept {
        return letters_[dashes];
    }
    /// The letters behind single dashes.
    [[nodiscard]] constexpr std::uint64_t clusters() const noexcept { return clusters_; }

    /// 0, 1 or 2: how many dashes come before the word's first letter.
    [[nodiscard]] static constexpr std::size_t dashes_of(std::string_view word) noexcept {
        return word.empty() || word[0] != '-' ? 0U : word.size() > 1 && word[1] == '-' ? 2U : 1U;
    }
    [[nodiscard]] static constexpr std::uint64_t bit_of(char letter) noexcept {
        return std::uint64_t{1} << (static_cast<unsigned char>(letter) % 64U);
    }
    /// Of the letter there, or of NUL where there is none.
    [[nodiscard]] static constexpr std::uint64_t bit_of(std::string_view word, std::size_t at) noexcept {
        return bit_of(at < word.size() ? word[at] : '\0');
    }

private:
    std::array<std::uint64_t, 3> letters_{};  // by the number of dashes before them
    std::uint64_t clusters_ = 0;
    bool any_ = false;
};

/// The words between two operators.
struct shell_segment {
    std::span<const shell_word> words;
    const word_beginnings& begins;
    bool piped = false;    ///< it reads what the segment before it writes
    bool certain = false;  ///< false: it may be mere text, as inside quotes, comments and here-documents
};

/// Gets the segments of a text, those of substitutions and of quoted texts among them, in no fixed order.
/// The words are valid during the call.
class segment_visitor {
public:
    virtual ~segment_visitor() = default;
    /// \return false to stop reading
    virtual bool segment(const shell_segment& segment) = 0;
    /// A part of the text that cannot be read. \return false to stop reading
    virtual bool unreadable() = 0;
};

void read_shell(std::string_view text, segment_visitor& visitor);
/// The same, where nothing is taken for granted of texts that are nothing but words: what `read_shell` has to
/// come to.
void read_whole_shell(std::string_view text, segment_visitor& visitor);

/// Whether the word has a bracket expression such as `[ab]`. `[]` is none.
/// \param data  the word is rather data: `[0]` and `[1:3]`, which stand for no letter, do not count then
[[nodiscard]] bool brackets_glob(std::string_view word, bool data) noexcept;

[[nodiscard]] std::string_view base_name(std::string_view word) noexcept;
/// `NAME=value`, `NAME+=value`: the length of NAME; 0: it is no assignment.
[[nodiscard]] std::size_t assigned_name_length(std::string_view word) noexcept;
/// The place of the next word that names a program: reserved words, assignments and redirections are skipped,
/// and with `behind_wrapper` the wrapper's options and numbers. `words.size()`: there is none.
[[nodiscard]] std::size_t next_program(std::span<const shell_word> words, std::size_t from,
                                       bool behind_wrapper);
/// A program that runs the rest of its words, such as `sudo` and `timeout`. Case counts.
[[nodiscard]] bool is_wrapper(const shell_word& word) noexcept;

}  // namespace assent::lenient
