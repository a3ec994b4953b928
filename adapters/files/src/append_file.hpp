#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace assent::detail {

/// Opens a file for appending; creates it for its owner alone.
/// \return the descriptor; -1 with `errno` when it cannot be opened
[[nodiscard]] int open_to_append(const std::filesystem::path& path) noexcept;
/// The same for a file that must not be there yet.
[[nodiscard]] int create_to_append(const std::filesystem::path& path) noexcept;

/// Makes this descriptor's opener the only one who locks the file. Does not wait.
/// \return false with `errno` when another has the lock
[[nodiscard]] bool lock_alone(int descriptor) noexcept;

/// Writes everything, or as much as can be written.
/// \param written  how many bytes were
/// \return 0, or the `errno` of the write that failed
[[nodiscard]] int write_all(int descriptor, std::string_view text, std::size_t& written) noexcept;

}  // namespace assent::detail
