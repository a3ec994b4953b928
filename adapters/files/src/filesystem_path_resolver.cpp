#include <assent/adapters/files/filesystem_path_resolver.hpp>

#include <assent/domain/match/path_walk.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
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

bool filesystem_path_resolver::has_no_links(std::string_view absolute_path, std::size_t looked_at) {
    std::array<char, PATH_MAX> path;  // not cleared
    if (!absolute_path.starts_with('/') || absolute_path.size() >= path.size()) return false;
    const auto end = absolute_path.size();
    looked_at = std::min(looked_at, end);
    if (absolute_path.find('\0', looked_at) != std::string_view::npos) return false;
    std::copy_n(absolute_path.begin(), end, path.begin());
    bool missing = false;
    for (auto at = looked_at; at < end;) {
        const auto from = at;
        do ++at;
        while (at < end && path[at] != '/');
        // Behind what is missing it may stand for anything.
        if (absolute_path.substr(from, at - from) == "/..") return false;
        if (missing) continue;
        path[at] = '\0';
        struct stat found {};
        missing = ::lstat(path.data(), &found) != 0;
        if (missing ? errno != ENOENT : S_ISLNK(found.st_mode)) return false;
        path[at] = '/';
    }
    return true;
}

boost::system::result<std::string> filesystem_path_resolver::resolve(std::string_view absolute_path) {
    return walk_path(absolute_path, look_at);
}

}  // namespace assent
