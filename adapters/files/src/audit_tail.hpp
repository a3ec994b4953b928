#pragma once

#include "regular_file.hpp"

#include <assent/adapters/files/audit_file.hpp>

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Creates a file for its owner alone, for appending; it must not be there yet.
/// \return the descriptor; -1 with `errno` when it cannot be created
[[nodiscard]] int create_to_append(const std::filesystem::path& path) noexcept;

/// Makes this descriptor's opener the only one who locks the file. Does not wait.
/// \return false with `errno` when another has the lock: EWOULDBLOCK
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

/// The numbers of the files that were put aside, `path.1`, `path.2` and so on, in order.
/// \throws std::filesystem::filesystem_error when the folder cannot be read
[[nodiscard]] std::vector<std::uint64_t> numbers_aside(const std::filesystem::path& path);

[[nodiscard]] std::filesystem::path name_aside(const std::filesystem::path& path, std::uint64_t number);

/// True when `path` leads to the file that is open.
[[nodiscard]] bool leads_to(const std::filesystem::path& path, int descriptor) noexcept;

/// Renames the open file at `path` to the next number. Does nothing when it is not there any more.
/// \throws std::filesystem::filesystem_error when the folder cannot be read
[[nodiscard]] boost::system::error_code put_aside(const std::filesystem::path& path, int descriptor);

/// Removes the oldest files put aside until `keep` are left. One that cannot be removed stays.
void remove_oldest(const std::filesystem::path& path, std::size_t keep);

/// When its first record was made; nothing where that cannot be told.
[[nodiscard]] std::optional<std::chrono::sys_seconds> first_time_in(const std::filesystem::path& path);
/// The time of the last one.
[[nodiscard]] std::optional<std::chrono::sys_seconds> last_time_in(const std::filesystem::path& path);

/// True when there is a last line, and it does not end.
[[nodiscard]] bool is_torn(const regular_file& file);

/// How a chained record ends.
struct chain_end {
    /// The chain value that the next record goes on from. Empty: a chain begins.
    std::string head{};
    /// Where the end does not hold: the next record begins a new chain.
    std::optional<audit_break> broken{};
    /// The member with which that record says so; else empty.
    std::string new_chain{};
};

/// Reads the end of the record in `path`, and in the newest file put aside where the end goes back as far,
/// and checks its chain. \param verify_bytes  how much of it, at least; the last whole line in any case
/// \throws std::runtime_error when the file is none that is chained, and where it cannot be read
[[nodiscard]] chain_end read_chain_end(const std::filesystem::path& path, std::size_t verify_bytes);

}  // namespace assent::detail
