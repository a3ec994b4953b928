#include "user_file.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/files/file_times.hpp>

#include <assent/domain/match/path_walk.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr mode_t new_file_mode = S_IRUSR | S_IWUSR;
// In front of the number of a process and six letters: a file that is being written, as long as whoever
// writes it has locked it.
constexpr std::string_view unfinished = ".assent-unfinished-";
constexpr std::string_view any_letters = "XXXXXX";

constexpr mode_t mode_bits = S_IRWXU | S_IRWXG | S_IRWXO;

[[noreturn]] void fail(const fs::path& path, std::string_view why) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), why));
}
[[noreturn]] void fail(const fs::path& path, int error) {
    fail(path, std::generic_category().message(error));
}

[[noreturn]] void fail_too_large(const fs::path& path) {
    fail(path, fmt::format("has more than {} bytes", max_user_file_bytes));
}

[[noreturn]] void fail_changed(const fs::path& path) {
    throw changed_meanwhile(fmt::format("{}: has been changed meanwhile", path.string()));
}

void require_own(const fs::path& path, const struct stat& status) {
    if (status.st_uid != ::geteuid()) fail(path, "belongs to another user");
}

// Whoever may rename in the folder decides what the file is.
void require_own_folder(const fs::path& folder) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) fail(folder, errno);
    if (!S_ISDIR(status.st_mode)) fail(folder, "is no folder");
    require_own(folder, status);
}

void sync_folder(const fs::path& folder) {
    const detail::unique_descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() >= 0) ::fsync(opened.get());
}

// Where the links of a path lead; the path itself where it is none.
fs::path behind_links(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) fail(path, errno);
        return path;
    }
    if (!S_ISLNK(status.st_mode)) return path;
    std::error_code error;
    auto real = fs::canonical(path, error);
    if (error) fail(path, "is a link that leads nowhere");
    return real;
}

bool is_left_behind(const detail::unique_descriptor& opened) {
    struct stat status {};
    return opened.get() >= 0 && ::fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_uid == ::geteuid() && status.st_nlink == 1 &&
           ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0;
}

// `.assent-unfinished-PID-XXXXXX`, as `write` makes them.
bool is_of_ended_process(std::string_view name) {
    if (!name.starts_with(unfinished)) return false;
    name.remove_prefix(unfinished.size());
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    const std::string_view letters = name.substr(static_cast<std::size_t>(end - name.data()));
    if (error != std::errc() || process <= 0 || letters.size() != any_letters.size() + 1 || letters[0] != '-')
        return false;
    return ::kill(process, 0) != 0 && errno == ESRCH;
}

// Only in a folder in which nobody else can put another file in the place of the one that was looked at.
void remove_left_behind(const fs::path& folder) {
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
        (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return;
    std::error_code error;
    for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
        const std::string name = each->path().filename().string();
        if (!is_of_ended_process(name)) continue;
        const detail::unique_descriptor opened(
            ::open(each->path().c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW));
        if (is_left_behind(opened)) ::unlink(each->path().c_str());
    }
}

}  // namespace

user_file::user_file(fs::path path) : path_(std::move(path)), real_(behind_links(path_)) {
    remove_left_behind(real_.parent_path());
    read();
}

void user_file::read() {
    const detail::unique_descriptor opened(
        ::open(real_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW));
    if (opened.get() < 0) {
        if (errno != ENOENT) fail(path_, errno);
        return;
    }
    if (::fstat(opened.get(), &status_) != 0) fail(path_, errno);
    if (!S_ISREG(status_.st_mode)) fail(path_, "is no regular file");
    require_own(path_, status_);
    if (static_cast<std::size_t>(status_.st_size) > max_user_file_bytes) fail_too_large(path_);
    std::string text(static_cast<std::size_t>(status_.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const auto count = ::read(opened.get(), text.data() + have, text.size() - have);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail(path_, count < 0 ? std::generic_category().message(errno) : "became shorter");
        have += static_cast<std::size_t>(count);
    }
    text_ = std::move(text);
}

bool user_file::unchanged() const {
    struct stat now {};
    if (::lstat(real_.c_str(), &now) != 0) return errno == ENOENT && !text_;
    const auto modified = detail::modified_at(now), before = detail::modified_at(status_);
    return text_ && now.st_ino == status_.st_ino && now.st_dev == status_.st_dev &&
           now.st_size == status_.st_size && modified.tv_sec == before.tv_sec &&
           modified.tv_nsec == before.tv_nsec;
}

void user_file::write(std::string_view text) const {
    if (text.size() > max_user_file_bytes) fail_too_large(path_);
    std::string name = (real_.parent_path() / unfinished).string();
    name.append(std::to_string(::getpid())).append("-").append(any_letters);
    const detail::unique_descriptor made(::mkostemp(name.data(), O_CLOEXEC));
    if (made.get() < 0) fail(path_, errno);
    // Where the file system knows no locks, none is taken by whoever looks for what was left behind, either.
    static_cast<void>(::flock(made.get(), LOCK_EX | LOCK_NB));
    try {
        for (std::string_view rest = text; !rest.empty();) {
            const auto count = ::write(made.get(), rest.data(), rest.size());
            if (count < 0 && errno != EINTR) fail(path_, errno);
            rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        // A group that is not ours to give stays behind.
        if (text_) static_cast<void>(!::fchown(made.get(), static_cast<uid_t>(-1), status_.st_gid));
        if (::fchmod(made.get(), text_ ? status_.st_mode & mode_bits : new_file_mode) != 0 ||
            ::fsync(made.get()) != 0)
            fail(path_, errno);
        if (!unchanged()) fail_changed(path_);
        if (::rename(name.c_str(), real_.c_str()) != 0) fail(path_, errno);
    } catch (const std::exception&) {
        ::unlink(name.c_str());
        throw;
    }
}

std::string user_file::why_not_replace() const {
    if (!text_) return {};
    if ((status_.st_mode & S_IWUSR) == 0)
        return fmt::format("it is read-only; `chmod u+w {}` ends that", path_.string());
    if (status_.st_nlink > 1)
        return fmt::format("it is a hard link: {} names are one file, and only this one would change",
                           status_.st_nlink);
    return {};
}

void user_file::replace(const std::optional<std::string>& text) {
    if (text == text_) return;
    const auto folder = real_.parent_path();
    require_own_folder(folder);
    if (text) {
        write(*text);
    } else {
        if (!unchanged()) fail_changed(path_);
        if (::unlink(real_.c_str()) != 0) fail(path_, errno);
    }
    sync_folder(folder);
    text_.reset();
    read();
}

namespace {

std::string why_not_ours(const fs::path& place, const struct stat& status) {
    if (status.st_uid != ::geteuid() && status.st_uid != 0)
        return fmt::format("`{}` belongs to another user", place.string());
    // In a folder such as /tmp, what belongs to one user cannot be renamed by others.
    const bool sticky = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
    if (!S_ISLNK(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && !sticky)
        return fmt::format("others may write `{}` (`chmod go-w` ends that)", place.string());
    return {};
}

}  // namespace

fs::path set_aside(const fs::path& file) {
    for (std::size_t number = 1;; ++number) {
        const fs::path other = fmt::format("{}.unread-{}", file.string(), number);
        std::error_code error;
        if (fs::exists(fs::symlink_status(other, error))) continue;
        fs::rename(file, other);
        return other;
    }
}

std::string why_not_own(const fs::path& path) {
    std::string why;
    const auto look = [&why](const std::string& place) -> boost::system::result<path_entry> {
        struct stat status {};
        if (::lstat(place.c_str(), &status) != 0) {
            if (errno == ENOENT) return path_entry{};
            return boost::system::error_code(errno, boost::system::system_category());
        }
        if (why.empty()) why = why_not_ours(place, status);
        if (!S_ISLNK(status.st_mode))
            return path_entry{S_ISDIR(status.st_mode) ? path_entry::kind::directory
                                                      : path_entry::kind::other};
        std::error_code error;
        const auto target = fs::read_symlink(place, error);
        if (error) return boost::system::error_code(error);
        return path_entry{path_entry::kind::link, target.string()};
    };
    static_cast<void>(look("/"));
    // Each place on the way counts, and each link, wherever it leads.
    const auto led = walk_path(fs::absolute(path).native(), look);
    if (why.empty() && !led)
        why = fmt::format("where `{}` leads cannot be found out: {}", path.string(), led.error().message());
    return why;
}

std::vector<fs::path> make_folders(const fs::path& folder) {
    std::vector<fs::path> missing, made;
    std::error_code error;
    for (fs::path each = folder; !each.empty() && !fs::exists(fs::symlink_status(each, error));
         each = each.parent_path())
        missing.push_back(each);
    for (; !missing.empty(); missing.pop_back()) {
        if (::mkdir(missing.back().c_str(), S_IRWXU) == 0) {
            made.push_back(missing.back());
        } else if (errno != EEXIST) {  // somebody has just made it
            const int why = errno;
            remove_empty(made);
            fail(missing.back(), why);
        }
    }
    return made;
}

void remove_empty(const std::vector<fs::path>& folders) noexcept {
    for (auto each = folders.rbegin(); each != folders.rend(); ++each) ::rmdir(each->c_str());
}

}  // namespace assent::cli
