#include "file_stamp.hpp"

#include <assent/adapters/files/file_times.hpp>

#include <sys/stat.h>

namespace assent::cli {

file_stamp stamp_now(const std::filesystem::path& file, stamp_of which) noexcept {
    struct stat found {};
    const auto look = which == stamp_of::target ? ::stat : ::lstat;
    if (file.empty() || look(file.c_str(), &found) != 0) return {};
    const auto modified = detail::modified_at(found), changed = detail::changed_at(found);
    return {static_cast<std::int64_t>(found.st_dev),
            static_cast<std::int64_t>(found.st_ino),
            static_cast<std::int64_t>(found.st_size),
            modified.tv_sec,
            modified.tv_nsec,
            changed.tv_sec,
            changed.tv_nsec};
}

}  // namespace assent::cli
