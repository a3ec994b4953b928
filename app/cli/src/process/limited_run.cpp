#include "limited_run.hpp"

#include "child_start.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace assent::cli {
namespace {

using std::chrono::steady_clock;

// How often it is looked whether the program has ended that has closed its output, or left it to others.
constexpr std::chrono::milliseconds look_again{10};

class limited_program {
public:
    limited_program(const std::vector<std::string>& words, duration limit)
        : until_(steady_clock::now() + std::chrono::duration_cast<steady_clock::duration>(limit)) {
        pid_ = start_child({.words = words,
                            .streams = {in_.read.get(), out_.write.get(), err_.write.get()},
                            .own_group = true,
                            .folder = "/"});
        in_.read.reset();
        out_.write.reset();
        err_.write.reset();
        for (const int each : {in_.write.get(), out_.read.get(), err_.read.get()})
            ::fcntl(each, F_SETFL, O_NONBLOCK);
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
                {{in_.write.get(), POLLOUT, 0}, {out_.read.get(), POLLIN, 0}, {err_.read.get(), POLLIN, 0}}};
            const bool open = std::ranges::any_of(wanted, [](const auto& each) { return each.fd >= 0; });
            ::poll(wanted.data(), open ? wanted.size() : 0, static_cast<int>(look_again.count()));
            write_some(input);
            read_some(out_.read, end.out);
            read_some(err_.read, end.err);
            int status = 0;
            if (::waitpid(pid_, &status, WNOHANG) != pid_) continue;
            read_some(out_.read, end.out);
            read_some(err_.read, end.err);
            ::kill(-pid_, SIGKILL);  // what it has left behind
            pid_ = -1;
            end.in_time = true;
            end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        return end;
    }

private:
    void write_some(std::string_view& input) {
        while (in_.write.get() >= 0) {
            const auto count = input.empty() ? 0 : ::write(in_.write.get(), input.data(), input.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (count > 0) input.remove_prefix(static_cast<std::size_t>(count));
            if (count <= 0 || input.empty()) in_.write.reset();  // all is written, or nobody reads it
        }
    }
    static void read_some(detail::unique_descriptor& from, std::string& into) {
        std::array<char, 4096> bytes{};
        while (from.get() >= 0) {
            const auto count = ::read(from.get(), bytes.data(), bytes.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
            if (count <= 0) return from.reset();
            const auto room = max_kept_output_bytes - std::min(into.size(), max_kept_output_bytes);
            into.append(bytes.data(), std::min(static_cast<std::size_t>(count), room));
        }
    }

    steady_clock::time_point until_;
    detail::pipe_ends in_ = detail::make_pipe("pipe"), out_ = detail::make_pipe("pipe"),
                      err_ = detail::make_pipe("pipe");
    pid_t pid_ = -1;
};

}  // namespace

limited_end run_limited(const std::vector<std::string>& words, std::string_view input, duration limit) {
    return limited_program(words, limit).run(input);
}

}  // namespace assent::cli
