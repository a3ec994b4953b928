#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <string_view>

namespace assent {

/// The two shapes in which permission questions and answers are written.
enum class dialect : unsigned char {
    flat,    ///< answers as `result`, rules as tool and input patterns, modes ask / allow / deny
    nested,  ///< answers as `response` inside `response`; the dialect of Claude Code and its SDKs
};

/// Which dialect a connection speaks.
enum class dialect_choice : unsigned char {
    /// Found out from what the peer sends, and kept from then on. Until it is known, answers carry
    /// both shapes.
    automatic,
    flat,
    nested,
};
[[nodiscard]] constexpr auto enum_words(dialect_choice) noexcept {
    return word_table("auto", "flat", "nested");
}

[[nodiscard]] constexpr auto enum_words(dialect) noexcept { return word_table("flat", "nested"); }

}  // namespace assent
