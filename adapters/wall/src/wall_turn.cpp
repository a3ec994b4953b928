#include <assent/adapters/wall/wall_turn.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

namespace assent {
namespace {

namespace fs = std::filesystem;

int open_locked(const fs::path& path, int flags, int lock) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return -1;
    int locked = 0;
    do locked = ::flock(file, lock);
    while (locked != 0 && errno == EINTR);
    if (locked == 0) return file;
    const int error = errno;
    ::close(file);
    errno = error;
    return -1;
}

bool overlap(std::string_view one, std::string_view other) {
    const auto in = [](std::string_view path, std::string_view folder) {
        return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
    };
    return in(one, other) || in(other, one);
}

constexpr int between_looks_at_turns = 50;  // milliseconds

struct other_turn {
    fs::path file{};
    std::string root{};
};

// One that somebody has, of the same folders. Those that nobody has any more go.
other_turn held_by_another(const fs::path& folder, const std::vector<std::string>& roots) {
    for (const auto& each : fs::directory_iterator(folder)) {
        if (each.path().extension() != ".turn") continue;
        const int free = open_locked(each.path(), O_RDONLY, LOCK_EX | LOCK_NB);
        if (free >= 0) {
            ::unlink(each.path().c_str());
            ::close(free);
            continue;
        }
        if (errno == ENOENT) continue;
        std::ifstream stream(each.path());
        for (std::string root; std::getline(stream, root, '\0');)
            if (std::ranges::any_of(roots, [&](const std::string& own) { return overlap(own, root); }))
                return {each.path(), root};
    }
    return {};
}

}  // namespace

wall_turn::wall_turn(const std::string& kept, const std::vector<std::string>& roots,
                     const std::function<void(const std::string& root)>& waits,
                     std::chrono::milliseconds within) {
    const auto until = std::chrono::steady_clock::now() + within;
    const auto folder = fs::path(kept) / "turns";
    fs::create_directories(folder);
    for (bool said = false; file_ < 0;) {
        const int door = open_locked(folder / "door", O_CREAT | O_RDWR, LOCK_EX);
        if (door < 0) throw std::system_error(errno, std::generic_category(), folder.string());
        const auto other = held_by_another(folder, roots);
        if (other.file.empty()) {
            // Where processes are numbered anew, in a container, another may have this number.
            const auto own = folder / fmt::format("{}-{}.turn", ::getpid(), until.time_since_epoch().count());
            file_ = open_locked(own, O_CREAT | O_EXCL | O_RDWR, LOCK_EX);
            std::string text;
            for (const auto& root : roots) text.append(root).push_back('\0');
            const bool written =
                file_ >= 0 && ::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
            ::close(door);
            if (!written) throw std::system_error(errno, std::generic_category(), own.string());
            return;
        }
        ::close(door);
        if (!said) waits(other.root);
        said = true;
        if (std::chrono::steady_clock::now() >= until)
            throw std::runtime_error(fmt::format(
                "another command behind a wall may change {}, and has not ended within {} seconds",
                other.root, std::chrono::duration_cast<std::chrono::seconds>(within).count()));
        ::poll(nullptr, 0, between_looks_at_turns);
    }
}

wall_turn::~wall_turn() {
    if (file_ >= 0) ::close(file_);
}

}  // namespace assent
