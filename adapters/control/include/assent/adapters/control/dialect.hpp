#pragma once

#include <iosfwd>
#include <optional>
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

[[nodiscard]] std::string_view to_string(dialect which) noexcept;
/// `auto`, `flat` or `nested`.
[[nodiscard]] std::optional<dialect_choice> parse_dialect_choice(std::string_view name) noexcept;
std::ostream& operator<<(std::ostream& out, dialect which);

}  // namespace assent
