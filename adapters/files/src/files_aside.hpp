#pragma once

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace assent::detail {

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

}  // namespace assent::detail
