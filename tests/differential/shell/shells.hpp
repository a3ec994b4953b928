#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace assent::differential {

/// A shell that runs lines as agents have it: `NAME -c LINE`.
struct shell {
    std::string_view name;
    const char* path;
    std::span<const char* const> call;           ///< its arguments before the line
    std::span<const std::string_view> refusals;  ///< what its parser says of a text that it refuses
};

inline constexpr std::size_t shell_count = 5;

[[nodiscard]] std::span<const shell, shell_count> shells();

}  // namespace assent::differential
