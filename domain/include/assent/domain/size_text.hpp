#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// Reads a number of bytes as people write it: `65536`, `512B`, `64KiB`, `16MiB`, `1GiB`. A whole number and
/// at most one unit, without blanks; nothing when it is anything else or does not fit.
[[nodiscard]] std::optional<std::size_t> parse_size(std::string_view text) noexcept;

/// The shortest exact text that `parse_size` reads back: `64MiB`, `1500`.
[[nodiscard]] std::string size_text(std::size_t bytes);

}  // namespace assent
