#pragma once

#include "shell_words.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assent::lenient {

/// The words of an `option_set`: where each begins, and what tells it from most others.
class option_words {
public:
    struct entry {
        std::uint16_t from = 0;
        std::uint16_t bytes = 0;
        /// What has to be the `key_of` a word for which it may stand; `any_word`: it may for each.
        std::uint16_t key = 0;
    };
    static constexpr std::uint16_t any_word = 0;

    explicit constexpr option_words(std::string_view words) noexcept {
        for (std::size_t from = 0, end = 0; from < words.size(); from = end + 1) {
            end = std::min(words.find(' ', from), words.size());
            entries_[size_++] = {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(end - from),
                                 key_of_expected(words.substr(from, end - from))};
        }
    }
    [[nodiscard]] constexpr const entry* begin() const noexcept { return entries_.data(); }
    [[nodiscard]] constexpr const entry* end() const noexcept { return entries_.data() + size_; }

    /// The number of dashes before the word's first letter, and that.
    [[nodiscard]] static constexpr std::uint16_t key_of(std::string_view word) noexcept {
        const std::size_t dashes = word_beginnings::dashes_of(word);
        const char letter = dashes < word.size() ? word[dashes] : '\0';
        return static_cast<std::uint16_t>((dashes + 1) << 8U | static_cast<unsigned char>(letter));
    }

private:
    static constexpr std::size_t max_words = 24;  // more do not compile

    static constexpr std::uint16_t key_of_expected(std::string_view expected) noexcept {
        const std::string_view begin = expected.substr(0, expected.find_first_of("*|"));
        const bool told = !expected.starts_with('~') && begin.size() > word_beginnings::dashes_of(begin);
        return told ? key_of(begin) : any_word;
    }

    std::array<entry, max_words> entries_{};
    std::size_t size_ = 0;
};

/// The letters with which words of an `option_set` can begin, behind their dashes. Most words of commands are
/// told from all of its words by that.
class option_beginnings {
public:
    /// \param words  as in `option_set`
    explicit constexpr option_beginnings(std::string_view words) noexcept {
        for (std::size_t from = 0; from < words.size();) {
            const std::size_t end = std::min(words.find(' ', from), words.size());
            add(words.substr(from, end - from));
            from = end + 1;
        }
    }
    /// False: none of the words stands for this one.
    [[nodiscard]] constexpr bool may_hold(std::string_view word) const noexcept {
        return may_hold(word, word_beginnings::dashes_of(word));
    }
    /// The same. \param dashes  how many it begins with (`word_beginnings::dashes_of`)
    [[nodiscard]] constexpr bool may_hold(std::string_view word, std::size_t dashes) const noexcept {
        return (letters_[dashes] & word_beginnings::bit_of(word, dashes)) != 0;
    }
    /// False: none of them stands for any of these.
    [[nodiscard]] constexpr bool may_hold_any(const word_beginnings& words) const noexcept {
        return ((letters_[0] & words.behind(0)) | (letters_[1] & words.behind(1)) |
                (letters_[2] & words.behind(2))) != 0;
    }

private:
    constexpr void add(std::string_view expected) noexcept {
        // A part of a word may be anywhere, and behind the beginning of a word anything.
        const bool part = expected.starts_with('~');
        const std::string_view begin = expected.substr(0, expected.find_first_of("*|"));
        const bool open = begin.size() < expected.size();
        const std::size_t dashes = word_beginnings::dashes_of(begin);
        if (part || (open && begin.size() <= dashes)) {
            letters_.fill(~std::uint64_t{0});
            return;
        }
        letters_[dashes] |= word_beginnings::bit_of(begin, dashes);
        // `--=x`
        if (begin == "--") letters_[dashes] |= word_beginnings::bit_of('=');
    }

    std::array<std::uint64_t, 3> letters_{};  // by the number of dashes before them
};

/// Options of one program.
struct option_set {
    /// Letters that count, alone or among others behind one dash.
    std::string_view letters{};
    /// Letters after which the rest of the word is a value.
    std::string_view valued{};
    /// Words that count, separated by blanks. `--output` also counts when it is cut short or has a value,
    /// `--a|bc` no shorter than to the bar; `-x*` is a beginning, `~x` a part without regard to case,
    /// anything else a whole word.
    std::string_view words{};

    option_beginnings begins = option_beginnings(words);
    option_words each = option_words(words);
    std::uint64_t letter_bits = bits_of(letters);

    /// False: no word of a segment is such an option.
    [[nodiscard]] constexpr bool may_be_in(const word_beginnings& segment) const noexcept {
        return segment.any() || begins.may_hold_any(segment) || (letter_bits & segment.clusters()) != 0;
    }
    [[nodiscard]] constexpr bool empty() const noexcept { return letters.empty() && words.empty(); }

    [[nodiscard]] static constexpr std::uint64_t bits_of(std::string_view letters) noexcept {
        std::uint64_t bits = 0;
        for (const char letter : letters) bits |= word_beginnings::bit_of(letter);
        return bits;
    }
};

/// Whether one of the words is such an option, or one whose name the shell has yet to make.
[[nodiscard]] bool has_option(std::span<const shell_word> words, const option_set& options);
/// Whether the letters, without the dash, hold one that counts.
[[nodiscard]] bool has_letter(std::string_view cluster, const option_set& options) noexcept;
/// Whether one of the blank-separated `expected` stands for the word.
[[nodiscard]] bool is_one_of(std::string_view word, std::string_view expected) noexcept;

}  // namespace assent::lenient
