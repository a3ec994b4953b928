#include <assent/adapters/files/file_times.hpp>

#include <sys/stat.h>

namespace assent::detail {

#ifdef __APPLE__
std::timespec modified_at(const struct stat& of) noexcept { return of.st_mtimespec; }
std::timespec changed_at(const struct stat& of) noexcept { return of.st_ctimespec; }
#else
std::timespec modified_at(const struct stat& of) noexcept { return of.st_mtim; }
std::timespec changed_at(const struct stat& of) noexcept { return of.st_ctim; }
#endif

}  // namespace assent::detail
