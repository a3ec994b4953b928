#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace assent::cli {

/// What tells one state of a file from the next without reading it: device, number, size, and both of its
/// times in seconds and nanoseconds. All 0: there is none.
using file_stamp = std::array<std::int64_t, 7>;
/// Where in it stands the time when the content was changed last, and when anything was: seconds, and behind
/// them nanoseconds.
inline constexpr std::size_t stamp_modified = 3, stamp_changed = 5;

enum class stamp_of : unsigned char {
    target,  ///< where a link leads
    itself   ///< of a link, that
};
[[nodiscard]] file_stamp stamp_now(const std::filesystem::path& file, stamp_of which) noexcept;

}  // namespace assent::cli
