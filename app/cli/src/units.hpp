#pragma once

#include <assent/domain/time.hpp>

#include <cstddef>
#include <optional>
#include <string_view>

namespace assent::cli {

/// `500ms`, `30s`, `5m`, `2h`, or `0`.
[[nodiscard]] std::optional<duration> parse_duration(std::string_view text) noexcept;

/// `65536`, `64KiB`, `16MiB`, `1GiB`.
[[nodiscard]] std::optional<std::size_t> parse_size(std::string_view text) noexcept;

}  // namespace assent::cli
