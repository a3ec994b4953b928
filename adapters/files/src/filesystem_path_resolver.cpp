#include <assent/adapters/files/filesystem_path_resolver.hpp>

#include <assent/domain/match/path_walk.hpp>

#include <boost/system/errc.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
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

// Of a path that could not be opened as a folder: no failure, where it is something else that has nothing
// below it. A link fails: where it leads has to be found out first.
boost::system::error_code why_not_opened(const char* path) {
    if (errno != ENOTDIR) return last_error();
    struct stat found = {};
    if (::lstat(path, &found) != 0) return last_error();
    if (!S_ISLNK(found.st_mode)) return {};
    return boost::system::errc::make_error_code(boost::system::errc::too_many_symbolic_link_levels);
}

constexpr int opens_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Whether it is there, or something else that has nothing below it.
boost::system::result<std::vector<std::string>> look_at_folder(std::string_view folder) {
    std::array<char, PATH_MAX> path;  // not cleared
    if (folder.size() >= path.size())
        return boost::system::errc::make_error_code(boost::system::errc::filename_too_long);
    *std::ranges::copy(folder, path.begin()).out = '\0';
    const int descriptor = ::open(path.data(), opens_folder);
    if (descriptor < 0) {
        if (const auto failed = why_not_opened(path.data())) return failed;
    } else {
        ::close(descriptor);
    }
    return std::vector<std::string>();
}

// Looks below a folder, one folder after another.
class look_below {
public:
    look_below(std::string_view folder, bool follows, const below_limits& limits)
        : folder_(folder), follows_(follows), limits_(limits), end_(clock::now() + limits.time) {}

    boost::system::result<std::vector<std::string>> all() {
        if (const auto failed = add_names_in({})) return failed;
        // Grows while it is gone through.
        for (std::size_t index = 0; index < names_.size(); ++index)
            if (folders_[index] && depth_of(names_[index]) < limits_.depth)
                if (const auto failed = add_names_in(names_[index])) return failed;
        return std::move(names_);
    }

private:
    using clock = std::chrono::steady_clock;
    using open_folder = std::unique_ptr<DIR, decltype([](DIR* folder) { ::closedir(folder); })>;

    static std::size_t depth_of(std::string_view name) noexcept {
        return 1 + static_cast<std::size_t>(std::ranges::count(name, '/'));
    }
    boost::system::error_code add_names_in(std::string below) {
        const std::string path = below.empty() ? folder_ : folder_ + "/" + below;
        const int descriptor = ::open(path.c_str(), opens_folder);
        if (descriptor < 0) return below.empty() ? why_not_opened(path.c_str()) : last_error();
        const open_folder folder(::fdopendir(descriptor));
        if (!folder) {
            const auto failed = last_error();
            ::close(descriptor);
            return failed;
        }
        if (!below.empty()) below += '/';
        while (true) {
            errno = 0;
            const dirent* const entry = ::readdir(folder.get());
            if (entry == nullptr) return errno == 0 ? no_failure : last_error();
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") continue;
            if (names_.size() == limits_.entries || clock::now() >= end_)
                return boost::system::errc::make_error_code(boost::system::errc::value_too_large);
            if (const auto failed = add(below + std::string(name), entry->d_type)) return failed;
        }
        return no_failure;
    }
    boost::system::error_code add(std::string name, unsigned char type) {
        if (type == DT_UNKNOWN) {
            struct stat entry {};
            if (::lstat((folder_ + "/" + name).c_str(), &entry) != 0) return last_error();
            type = S_ISDIR(entry.st_mode) ? DT_DIR : S_ISLNK(entry.st_mode) ? DT_LNK : DT_REG;
        }
        if (type == DT_LNK && follows_)
            return boost::system::errc::make_error_code(boost::system::errc::too_many_symbolic_link_levels);
        names_.push_back(std::move(name));
        folders_.push_back(type == DT_DIR);
        return no_failure;
    }

    static inline const boost::system::error_code no_failure{};
    std::string folder_;
    bool follows_;
    below_limits limits_;
    clock::time_point end_;
    std::vector<std::string> names_;
    std::vector<bool> folders_;  // which of them are ones
};

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

boost::system::result<std::vector<std::string>> filesystem_path_resolver::names_below(
    std::string_view absolute_folder, bool follows, const below_limits& limits) {
    // A byte of zero would end the path early.
    if (!absolute_folder.starts_with('/') || absolute_folder.find('\0') != absolute_folder.npos)
        return boost::system::errc::make_error_code(boost::system::errc::invalid_argument);
    if (limits.depth == 0) return look_at_folder(absolute_folder);
    return look_below(absolute_folder, follows, limits).all();
}

boost::system::result<std::string> filesystem_path_resolver::resolve(std::string_view absolute_path) {
    return walk_path(absolute_path, look_at);
}

}  // namespace assent
