#pragma once

#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// Longest preview of what a call would write, in characters (code points; a byte that is not UTF-8 counts as
/// one) of the text as it was sent; blanks that are shown by their number count as the most that are not.
/// Escaped, it can be longer.
inline constexpr std::size_t max_preview_characters = 500;
/// Longest value within an operation, counted the same way; what is cut ends in `…`.
inline constexpr std::size_t max_operation_characters = 300;
/// Longest path shown, counted the same way; what is cut ends in `…`.
inline constexpr std::size_t max_path_characters = 4096;
/// Most combining marks shown on one character; more could paint over the lines above and below.
inline constexpr std::size_t max_combining_marks = 8;
/// Most blanks in a row that are shown as they are, and most empty lines. Of more, how many there are is
/// shown: they could push what stands behind them out of sight.
inline constexpr std::size_t max_shown_blanks = 32;
inline constexpr std::size_t max_shown_empty_lines = 3;

/// Untrusted text made safe to show to a person: control characters (also C1, escape, DEL), spaces but
/// U+0020, invisible characters, direction marks (bidi), variation selectors, tags, private use,
/// noncharacters and combining marks without a character to stand on become visible as `\u{202e}`, those of
/// one byte and bytes that are not UTF-8 (also surrogates) as `\x1b`; a line break becomes `\n`, a tab `\t`,
/// many blanks
/// `[212 blanks]`, a backslash stays one. What is returned is UTF-8, and holds nothing that moves a cursor or
/// hides or reorders other text; showing it again changes nothing.
///
/// Letters that are written from right to left stay: a page keeps each such text apart (`<bdi>`), and escapes
/// it for HTML as any text.
[[nodiscard]] std::string display_text(std::string_view text);
/// The same for text of several lines: line breaks and tabs stay, many empty lines become `[12 empty lines]`.
/// A carriage return does not stay.
[[nodiscard]] std::string display_lines(std::string_view text);

/// The longest beginning of a text, of at most so many bytes, that cuts no character of UTF-8.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t most_bytes) noexcept;

/// "ask, allow or deny".
[[nodiscard]] std::string one_of_words(std::span<const std::string_view> words);

/// Reads a time as people write it: `300s`, `5m`, `2h`, `250ms`; `0` alone is no time at all. A whole
/// number and one unit, without blanks; nothing when it is anything else or does not fit.
[[nodiscard]] std::optional<duration> parse_duration(std::string_view text) noexcept;

/// The shortest exact text that `parse_duration` reads back: `5m`, `90s`, `250ms`. Below a millisecond is cut
/// off. A time below zero has a minus sign, which `parse_duration` refuses.
[[nodiscard]] std::string duration_text(duration value);

/// For people, at most two units, rounded up to a second and from an hour on to a minute: `4m 10s`, `2h`,
/// `1s`. Zero and less is `0s`.
[[nodiscard]] std::string about(duration value);

/// Reads a number of bytes as people write it: `65536`, `512B`, `64KiB`, `16MiB`, `1GiB`. A whole number and
/// at most one unit, without blanks; nothing when it is anything else or does not fit.
[[nodiscard]] std::optional<std::size_t> parse_size(std::string_view text) noexcept;

/// The shortest exact text that `parse_size` reads back: `64MiB`, `1500`.
[[nodiscard]] std::string size_text(std::size_t bytes);

/// Farthest that a word may be from a known one to be taken for it misspelt, in letters.
inline constexpr std::size_t max_misspelling = 2;

/// The number of letters to insert, drop, replace or swap with the next to turn `right` into `left`;
/// `max_misspelling + 1` when there are more than `max_misspelling`.
[[nodiscard]] std::size_t letters_between(std::string_view left, std::string_view right);

/// The known word that is nearest to `word`: the first one that differs in case only, else one within
/// `max_misspelling` letters, of which less than half are others, else one that the word begins with, as
/// `claude-code` does with `claude`; empty when there is none.
[[nodiscard]] std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

/// "; did you mean `ask`?", or nothing where no known word is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

/// The beginning of what a call would write or run, for a prompt.
struct preview {
    std::string
        text;  ///< of at most `max_preview_characters`, cut between characters; safe to show, several lines
    bool cut = false;  ///< there is more
};

}  // namespace assent
