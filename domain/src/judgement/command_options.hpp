#pragma once

#include "shell_words.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace assent::lenient {

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

    /// Whether all words begin with a dash.
    bool only_dashed = all_dashed(words);

    [[nodiscard]] constexpr bool empty() const noexcept { return letters.empty() && words.empty(); }

    [[nodiscard]] static constexpr bool all_dashed(std::string_view words) noexcept {
        for (std::size_t at = 0; at < words.size(); ++at)
            if ((at == 0 || words[at - 1] == ' ') && words[at] != '-') return false;
        return true;
    }
};

/// Whether one of the words is such an option, or one whose name the shell has yet to make.
[[nodiscard]] bool has_option(std::span<const shell_word> words, const option_set& options);
/// Whether the letters, without the dash, hold one that counts.
[[nodiscard]] bool has_letter(std::string_view cluster, const option_set& options) noexcept;
/// Whether one of the blank-separated `expected` stands for the word.
[[nodiscard]] bool is_one_of(std::string_view word, std::string_view expected) noexcept;

}  // namespace assent::lenient
