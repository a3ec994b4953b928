#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

[[nodiscard]] constexpr bool digit(char byte) noexcept { return byte >= '0' && byte <= '9'; }

[[nodiscard]] constexpr bool is_digits(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, digit);
}

[[nodiscard]] constexpr char lower_case(char byte) noexcept {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

[[nodiscard]] inline std::string lowered(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), lower_case);
    return small;
}

[[nodiscard]] constexpr bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
    return std::ranges::equal(left, right, {}, lower_case, lower_case);
}

/// Whether `is(part)` is true of one of the parts of a text that stand between such marks.
template <class Is>
constexpr bool any_between(std::string_view text, char mark, const Is& is) {
    while (true) {
        const auto end = text.find(mark);
        if (end == text.npos) return is(text);
        if (is(text.substr(0, end))) return true;
        text.remove_prefix(end + 1);
    }
}
/// Calls `visit(part)` for each of them.
template <class Visit>
constexpr void each_between(std::string_view text, char mark, const Visit& visit) {
    any_between(text, mark, [&](std::string_view part) {
        visit(part);
        return false;
    });
}

/// The same for each byte, as a number.
inline constexpr std::array<char, 256> lower_case_bytes = [] {
    std::array<char, 256> table{};
    for (std::size_t value = 0; value < table.size(); ++value)
        table[value] = lower_case(static_cast<char>(value));
    return table;
}();

/// The value of a hexadecimal digit; nothing: it is none.
[[nodiscard]] constexpr std::optional<unsigned> hex_digit(char byte) noexcept {
    if (digit(byte)) return static_cast<unsigned>(byte - '0');
    const char small = lower_case(byte);
    return small >= 'a' && small <= 'f' ? std::optional(static_cast<unsigned>(small - 'a' + 10))
                                        : std::nullopt;
}

/// Whether `word` is in the list. Most words differ from most of a list in length or in the first byte.
template <std::size_t Count>
[[nodiscard]] constexpr bool one_of(std::string_view word,
                                    const std::array<std::string_view, Count>& list) noexcept {
    if (word.empty()) return false;
    return std::ranges::any_of(list, [word](std::string_view each) {
        return each.size() == word.size() && each.front() == word.front() && each == word;
    });
}

/// Which lengths the words of a list have, by their first byte: that alone tells most other words from all of
/// them. A length is one of 32: longer ones begin anew.
class word_lengths {
public:
    constexpr void add(std::string_view word) noexcept {
        if (!word.empty()) of_[place_of(word)] |= length_of(word);
    }
    [[nodiscard]] constexpr bool may_have(std::string_view word) const noexcept {
        return !word.empty() && (of_[place_of(word)] & length_of(word)) != 0;
    }
    /// Whether a word of the list may have the first byte of this one.
    [[nodiscard]] constexpr bool may_begin(std::string_view word) const noexcept {
        return !word.empty() && of_[place_of(word)] != 0;
    }

private:
    static constexpr std::size_t place_of(std::string_view word) noexcept {
        return static_cast<unsigned char>(word.front()) % places;
    }
    static constexpr std::uint32_t length_of(std::string_view word) noexcept {
        return std::uint32_t{1} << (word.size() % 32);
    }

    static constexpr std::size_t places = 128;
    std::array<std::uint32_t, places> of_{};
};

/// Of the words that a member of each entry is.
template <class List, class Member>
[[nodiscard]] constexpr word_lengths lengths_of(const List& list, Member word) noexcept {
    word_lengths lengths;
    for (const auto& entry : list) lengths.add(entry.*word);
    return lengths;
}

/// A list of words that knows their lengths. For lists that most words are not in.
template <std::size_t Count>
class word_list {
public:
    template <class... Words>
    explicit constexpr word_list(Words... words) noexcept : words_{std::string_view(words)...} {
        for (const auto word : words_) lengths_.add(word);
    }
    [[nodiscard]] constexpr auto begin() const noexcept { return words_.begin(); }
    [[nodiscard]] constexpr auto end() const noexcept { return words_.end(); }
    [[nodiscard]] constexpr bool has(std::string_view word) const noexcept {
        return lengths_.may_have(word) && find(word);
    }
    /// Whether the text begins with one of them.
    [[nodiscard]] constexpr bool begins(std::string_view text) const noexcept {
        return may_begin(text) &&
               std::any_of(begin(), end(), [text](std::string_view word) { return text.starts_with(word); });
    }
    /// Whether one of them stands in the text.
    [[nodiscard]] constexpr bool any_in(std::string_view text) const noexcept {
        for (; !text.empty(); text.remove_prefix(1))
            if (begins(text)) return true;
        return false;
    }
    /// Whether one of them has the first byte of the text.
    [[nodiscard]] constexpr bool may_begin(std::string_view text) const noexcept {
        return lengths_.may_begin(text);
    }

private:
    // A function of its own, so that what comes before it is no call.
    [[gnu::noinline]] constexpr bool find(std::string_view word) const noexcept {
        return one_of(word, words_);
    }

    std::array<std::string_view, Count> words_;
    word_lengths lengths_;
};
template <class... Words>
word_list(Words...) -> word_list<sizeof...(Words)>;

/// Whether a part is in a text, without regard to the case of letters.
[[nodiscard]] constexpr bool contains_letters(std::string_view text, std::string_view part) noexcept {
    const auto same = [](char left, char right) { return lower_case(left) == lower_case(right); };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() ||
           part.empty();
}

/// For tables of names, which are short: eight bytes at a time, the last of which may overlap.
struct name_hash {
    [[nodiscard]] std::size_t operator()(std::string_view name) const noexcept {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
        std::uint64_t sum = name.size();
        const auto add = [&sum](std::uint64_t eight) {
            sum = (sum ^ eight) * odd;
            sum ^= sum >> 32U;
        };
        const char* const last = name.data() + name.size();
        if (name.size() >= 8) {
            for (; name.size() > 8; name.remove_prefix(8)) add(bytes_at<std::uint64_t>(name.data()));
            add(bytes_at<std::uint64_t>(last - 8));
        } else if (name.size() >= 4) {
            add((std::uint64_t{bytes_at<std::uint32_t>(name.data())} << 32U) |
                bytes_at<std::uint32_t>(last - 4));
        } else {
            std::uint64_t few = 0;
            for (const char byte : name) few = (few << 8U) | static_cast<unsigned char>(byte);
            add(few);
        }
        return static_cast<std::size_t>(sum);
    }

private:
    template <class Number>
    [[nodiscard]] static Number bytes_at(const char* from) noexcept {
        Number number;
        std::memcpy(&number, from, sizeof number);
        return number;
    }
};

/// A set of bytes.
class byte_set {
public:
    explicit constexpr byte_set(std::string_view bytes) noexcept {
        for (const char byte : bytes) has_[static_cast<unsigned char>(byte)] = true;
    }
    [[nodiscard]] constexpr bool has(char byte) const noexcept {
        return has_[static_cast<unsigned char>(byte)];
    }
    /// Whether one of them stands in the text. `find_first_of` makes a call for each byte of that.
    [[nodiscard]] constexpr bool any_in(std::string_view text) const noexcept {
        return std::any_of(text.begin(), text.end(), [this](char byte) { return has(byte); });
    }

private:
    std::array<bool, 256> has_{};
};

}  // namespace assent
