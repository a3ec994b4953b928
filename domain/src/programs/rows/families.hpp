#pragma once

#include "../program_row.hpp"

#include <span>

/// The families of the catalogue, a file each.
namespace assent::programs {

[[nodiscard]] std::span<const program_row> builds() noexcept;
[[nodiscard]] std::span<const program_row> cloud() noexcept;
[[nodiscard]] std::span<const program_row> containers() noexcept;
[[nodiscard]] std::span<const program_row> core_utilities() noexcept;
[[nodiscard]] std::span<const program_row> databases() noexcept;
[[nodiscard]] std::span<const program_row> interpreters() noexcept;
[[nodiscard]] std::span<const program_row> network() noexcept;
[[nodiscard]] std::span<const program_row> packages() noexcept;
[[nodiscard]] std::span<const program_row> shell_builtins() noexcept;
[[nodiscard]] std::span<const program_row> system_tools() noexcept;
[[nodiscard]] std::span<const program_row> text_tools() noexcept;
[[nodiscard]] std::span<const program_row> version_control() noexcept;
[[nodiscard]] std::span<const program_row> wrappers() noexcept;

}  // namespace assent::programs
