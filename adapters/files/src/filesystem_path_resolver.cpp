#include <assent/adapters/files/filesystem_path_resolver.hpp>

#include <assent/domain/match/path_walk.hpp>

#include <boost/system/errc.hpp>

#include <array>
#include <cerrno>
#include <climits>

#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

constexpr std::string_view process_files = "/proc/";

boost::system::error_code last_error() { return {errno, boost::system::generic_category()}; }

boost::system::result<path_entry> read_link(const std::string& path) {
    if (path.starts_with(process_files))
        return boost::system::errc::make_error_code(boost::system::errc::operation_not_supported);
    std::array<char, PATH_MAX> target{};
    const auto size = ::readlink(path.c_str(), target.data(), target.size());
    if (size < 0) return last_error();
    if (static_cast<std::size_t>(size) == target.size())
        return boost::system::errc::make_error_code(boost::system::errc::filename_too_long);
    return path_entry{path_entry::kind::link, std::string(target.data(), static_cast<std::size_t>(size))};
}

boost::system::result<path_entry> look_at(const std::string& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
        if (errno == ENOENT) return path_entry{};
        return last_error();
    }
    if (S_ISLNK(found.st_mode)) return read_link(path);
    return path_entry{S_ISDIR(found.st_mode) ? path_entry::kind::directory : path_entry::kind::other};
}

}  // namespace

boost::system::result<std::string> filesystem_path_resolver::resolve(std::string_view absolute_path) {
    return walk_path(absolute_path, look_at);
}

}  // namespace assent
