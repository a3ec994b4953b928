#include "limited_run.hpp"

#include "child_files.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>

namespace assent::cli {
namespace {

using std::chrono::steady_clock;

// How often it is looked whether the program has ended that has closed its output, or left it to others.
constexpr std::chrono::milliseconds look_again{10};

class pipe_pair {
public:
    pipe_pair() {
        if (!detail::open_pipe(ends_)) throw std::system_error(errno, std::generic_category(), "pipe");
    }
    ~pipe_pair() {
        close(0);
        close(1);
    }
    pipe_pair(const pipe_pair&) = delete;
    pipe_pair& operator=(const pipe_pair&) = delete;
    [[nodiscard]] int end(std::size_t which) const noexcept { return ends_[which]; }
    void close(std::size_t which) noexcept {
        if (ends_[which] >= 0) ::close(ends_[which]);
        ends_[which] = -1;
    }

private:
    int ends_[2] = {-1, -1};
};

class limited_program {
public:
    limited_program(const std::vector<std::string>& words, duration limit)
        : until_(steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(limit)) {
        start(words);
        in_.close(0);
        out_.close(1);
        err_.close(1);
        for (const int each : {in_.end(1), out_.end(0), err_.end(0)}) ::fcntl(each, F_SETFL, O_NONBLOCK);
    }
    ~limited_program() {
        if (pid_ <= 0) return;
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    limited_program(const limited_program&) = delete;
    limited_program& operator=(const limited_program&) = delete;

    limited_end run(std::string_view input) {
        limited_end end;
        while (steady_clock::now() < until_) {
            std::array<pollfd, 3> wanted{
                {{in_.end(1), POLLOUT, 0}, {out_.end(0), POLLIN, 0}, {err_.end(0), POLLIN, 0}}};
            const bool open = std::ranges::any_of(wanted, [](const auto& each) { return each.fd >= 0; });
            ::poll(wanted.data(), open ? wanted.size() : 0, static_cast<int>(look_again.count()));
            write_some(input);
            read_some(out_, end.out);
            read_some(err_, end.err);
            int status = 0;
            if (::waitpid(pid_, &status, WNOHANG) != pid_) continue;
            read_some(out_, end.out);
            read_some(err_, end.err);
            ::kill(-pid_, SIGKILL);  // what it has left behind
            pid_ = -1;
            end.in_time = true;
            end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        return end;
    }

private:
    void start(const std::vector<std::string>& words) {
        std::vector<char*> argv;
        for (const auto& each : words) argv.push_back(const_cast<char*>(each.c_str()));
        argv.push_back(nullptr);
        posix_spawn_file_actions_t files;
        posix_spawnattr_t how;
        sigset_t ignored;  // by us
        ::sigemptyset(&ignored);
        ::sigaddset(&ignored, SIGPIPE);
        ::sigaddset(&ignored, SIGXFSZ);
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawnattr_init(&how);
        ::posix_spawn_file_actions_adddup2(&files, in_.end(0), STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&files, out_.end(1), STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&files, err_.end(1), STDERR_FILENO);
        ::posix_spawn_file_actions_addchdir_np(&files, "/");
        ::posix_spawnattr_setpgroup(&how, 0);
        ::posix_spawnattr_setsigdefault(&how, &ignored);
        ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        const int error = ::posix_spawnp(&pid_, argv.front(), &files, &how, argv.data(), environ);
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&how);
        if (error == 0) return;
        pid_ = -1;
        throw std::system_error(error, std::generic_category(), words.front());
    }
    void write_some(std::string_view& input) {
        while (in_.end(1) >= 0) {
            const auto count = input.empty() ? 0 : ::write(in_.end(1), input.data(), input.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
            if (count <= 0 || input.empty()) in_.close(1);  // all is written, or nobody reads it
        }
    }
    static void read_some(pipe_pair& from, std::string& into) {
        std::array<char, 4096> bytes{};
        while (from.end(0) >= 0) {
            const auto count = ::read(from.end(0), bytes.data(), bytes.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (count <= 0) return from.close(0);
            const auto room = max_kept_output_bytes - std::min(into.size(), max_kept_output_bytes);
            into.append(bytes.data(), std::min(static_cast<std::size_t>(count), room));
        }
    }

    steady_clock::time_point until_;
    pipe_pair in_, out_, err_;
    pid_t pid_ = -1;
};

}  // namespace

limited_end run_limited(const std::vector<std::string>& words, std::string_view input, duration limit) {
    return limited_program(words, limit).run(input);
}

}  // namespace assent::cli
