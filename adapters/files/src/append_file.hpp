#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace assent::detail {

/// Creates a file for its owner alone, for appending; it must not be there yet.
/// \return the descriptor; -1 with `errno` when it cannot be created
[[nodiscard]] int create_to_append(const std::filesystem::path& path) noexcept;

/// Makes this descriptor's opener the only one who locks the file. Does not wait.
/// \return false with `errno` when another has the lock
[[nodiscard]] bool lock_alone(int descriptor) noexcept;

/// False for what several may write to at once with lines that mix: pipes, terminals, sockets. Also when it
/// cannot be said.
[[nodiscard]] bool is_regular_file(int descriptor) noexcept;

/// Writes everything, or as much as can be written.
/// \param written  how many bytes were
/// \return 0, or the `errno` of the write that failed
[[nodiscard]] int write_all(int descriptor, std::string_view text, std::size_t& written) noexcept;

/// The same for lines, in pieces that do not mix with those of others in a pipe: as many whole lines as a
/// pipe takes at once, or one that is longer.
[[nodiscard]] int write_lines(int descriptor, std::string_view lines, std::size_t& written) noexcept;

}  // namespace assent::detail
