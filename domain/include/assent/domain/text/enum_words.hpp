#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <type_traits>

/// The words of an enum, as they stand in files, records and messages: one table beside the enum, in the
/// order of its values, which begin at 0 and have no gaps. One too few or too many does not compile.
///
///     enum class outcome : unsigned char { allow, deny, ask };
///     constexpr auto enum_words(outcome) noexcept { return word_table("allow", "deny", "ask"); }
namespace assent {

template <std::convertible_to<std::string_view>... Words>
[[nodiscard]] constexpr auto word_table(const Words&... words) noexcept {
    return std::array<std::string_view, sizeof...(Words)>{words...};
}

template <class Enum>
concept worded = std::is_enum_v<Enum> && requires(Enum value) {
    enum_words(value);
};

namespace detail {

/// True if the enum has an enumerator of this value: g++ and clang print any other as a cast, `(outcome)3`.
template <auto Value>
[[nodiscard]] constexpr bool is_enumerator() noexcept {
    constexpr std::string_view before = "Value = ";
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    return text[text.find(before) + before.size()] != '(';
}

template <worded Enum>
[[nodiscard]] constexpr auto checked_words() noexcept {
    constexpr auto words = enum_words(Enum{});
    static_assert(is_enumerator<Enum{}>() && is_enumerator<static_cast<Enum>(words.size() - 1)>() &&
                      !is_enumerator<static_cast<Enum>(words.size())>(),
                  "the enum has a word for each of its values");
    return words;
}

}  // namespace detail

/// All of them, in order.
template <worded Enum>
inline constexpr auto words_of = detail::checked_words<Enum>();

/// `?` for what is no value of the enum.
template <worded Enum>
[[nodiscard]] constexpr std::string_view to_string(Enum value) noexcept {
    const auto place = static_cast<std::size_t>(value);
    return place < words_of<Enum>.size() ? words_of<Enum>[place] : std::string_view("?");
}

template <worded Enum>
std::ostream& operator<<(std::ostream& out, Enum value) {
    return out << to_string(value);
}

/// The value of that word; nothing: it is none of them.
template <worded Enum>
[[nodiscard]] constexpr std::optional<Enum> parse_word(std::string_view word) noexcept {
    for (std::size_t place = 0; place < words_of<Enum>.size(); ++place)
        if (words_of<Enum>[place] == word) return static_cast<Enum>(place);
    return std::nullopt;
}

}  // namespace assent
