#include "daemon_link.hpp"

#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../options/policy_source.hpp"
#include "../process/child_files.hpp"
#include "../process/own_program.hpp"
#include "page_links.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/asio/socket_listener.hpp>

#include <fmt/format.h>

#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>

namespace assent::cli {
namespace {

constexpr std::string_view own_variables = "ASSENT_";
constexpr std::string_view socket_name = "/daemon.sock";
// A daemon that was just started listens by then.
constexpr auto longest_start = std::chrono::seconds(5);
constexpr auto start_look = std::chrono::milliseconds(5);
// Bytes asked of the daemon at once; most answers are shorter.
constexpr std::size_t answer_read_bytes = 4096;
// An answer that needs no decision is there by then.
constexpr auto longest_trial = std::chrono::seconds(5);
// No policy is named so.
constexpr std::string_view nobodys_policy = "?";

class descriptor {
public:
    explicit descriptor(int fd) noexcept : fd_(fd) {}
    ~descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    descriptor(descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor& operator=(descriptor&&) = delete;
    [[nodiscard]] int get() const noexcept { return fd_; }

private:
    int fd_;
};

[[noreturn]] void fail(const std::string& path, std::string_view why) {
    throw std::runtime_error(fmt::format("daemon `{}`: {}", path, why));
}
[[noreturn]] void fail_with(const std::string& path, int number) {
    fail(path, std::system_category().message(number));
}

// Whoever else may write to it could answer in the daemon's place.
void require_own_socket(const std::string& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) fail_with(path, errno);
    const bool own =
        S_ISSOCK(found.st_mode) && found.st_uid == ::geteuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
    if (!own) fail(path, "expected a socket of this user alone");
}

// Neither connecting nor reading takes longer.
void limit_time(int socket, duration within) {
    using std::chrono::duration_cast;
    const auto seconds = duration_cast<std::chrono::seconds>(within);
    timeval limit{};
    limit.tv_sec = seconds.count();
    limit.tv_usec =
        std::max<suseconds_t>(1, duration_cast<std::chrono::microseconds>(within - seconds).count());
    for (const int each : {SO_RCVTIMEO, SO_SNDTIMEO})
        static_cast<void>(::setsockopt(socket, SOL_SOCKET, each, &limit, sizeof limit));
}

// Nothing: nobody listens there.
std::optional<descriptor> connect_to(const std::string& path, duration within) {
    descriptor made(detail::open_socket(AF_UNIX, true));
    if (made.get() < 0) fail_with(path, errno);
    limit_time(made.get(), within);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) fail(path, "the path is too long for a socket");
    std::memcpy(address.sun_path, path.c_str(), path.size());
    while (::connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        if (errno == EINTR) continue;
        if (errno == ENOENT || errno == ECONNREFUSED) return std::nullopt;
        fail_with(path, errno);
    }
    require_own_socket(path);
    if (!trusted_peer(unix_peer(made.get()))) fail(path, "it is another user's");
    return made;
}

// A daemon decides without one, too.
descriptor open_log() {
    const auto path = daemon_log_path();
    if (path.empty()) return descriptor(-1);
    try {
        make_folders(path.parent_path());
    } catch (const std::exception&) {
        return descriptor(-1);
    }
    constexpr int how = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    descriptor log(::open(path.c_str(), how, S_IRUSR | S_IWUSR));
    struct stat found {};
    if (log.get() < 0 || ::fstat(log.get(), &found) != 0 || !S_ISREG(found.st_mode) ||
        found.st_uid != ::geteuid() || ::fchmod(log.get(), S_IRUSR | S_IWUSR) != 0)
        return descriptor(-1);
    const bool too_large = static_cast<std::size_t>(found.st_size) > max_daemon_log_bytes;
    return too_large && ::ftruncate(log.get(), 0) != 0 ? descriptor(-1) : std::move(log);
}

// It outlives us, in a session of its own.
void start_daemon(const std::string& path, const std::string& policy) {
    std::string program = own_program().string();
    std::string verb = "daemon", option = "--policy", value = policy;
    std::vector<char*> words{program.data(), verb.data()};
    if (!policy.empty()) words.insert(words.end(), {option.data(), value.data()});
    words.push_back(nullptr);

    // What one agent's hook has in its environment is not for all others.
    std::vector<char*> variables;
    for (char** each = environ; *each != nullptr; ++each)
        if (!std::string_view(*each).starts_with(own_variables)) variables.push_back(*each);
    variables.push_back(nullptr);

    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&files, each, "/dev/null", O_RDWR, 0);
    const descriptor log = open_log();
    if (log.get() >= 0) ::posix_spawn_file_actions_adddup2(&files, log.get(), STDERR_FILENO);
    ::posix_spawn_file_actions_addchdir_np(&files, "/");
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t all;
    ::sigfillset(&all);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    int error = close_all_but_standard(files);
    if (error == 0)
        error = ::posix_spawn(&child, program.c_str(), &files, &attributes, words.data(), variables.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (error != 0) fail(path, "it cannot be started: " + std::system_category().message(error));
}

descriptor connect_or_start(const std::string& path, duration within, daemon_start start,
                            const std::string& policy) {
    if (auto made = connect_to(path, within)) return std::move(*made);
    if (start == daemon_start::never) fail(path, "nobody listens there; `assent daemon` does");
    // Found here, what is wrong with it is said to whoever reads it.
    const policy_source source(policy);
    static_cast<void>(source.load(source.read(), {}));
    start_daemon(path, policy);
    const auto give_up = std::chrono::steady_clock::now() + longest_start;
    while (std::chrono::steady_clock::now() < give_up) {
        std::this_thread::sleep_for(start_look);
        if (auto made = connect_to(path, within)) return std::move(*made);
    }
    const auto log = daemon_log_path();
    fail(path, fmt::format("it was started and does not listen; {} says why",
                           log.empty() ? "`assent daemon`" : log.string()));
}

void send_all(int to, std::string_view line, const std::string& path) {
    while (!line.empty()) {
        const auto bytes = ::write(to, line.data(), line.size());  // SIGPIPE is ignored, see main
        if (bytes < 0 && errno == EINTR) continue;
        // What it has said before it closed says more.
        if (bytes < 0 && (errno == EPIPE || errno == ECONNRESET)) return;
        if (bytes < 0) fail_with(path, errno);
        line.remove_prefix(static_cast<std::size_t>(bytes));
    }
}

std::string receive_line(int from, const std::string& path) {
    std::string line;
    std::array<char, answer_read_bytes> buffer;
    while (line.find('\n') == line.npos) {
        const auto bytes = ::recv(from, buffer.data(), buffer.size(), 0);
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0 && errno == EAGAIN) fail(path, "it does not answer in time");
        if (bytes <= 0) fail(path, "it ended without an answer");
        line.append(buffer.data(), static_cast<std::size_t>(bytes));
        if (line.size() > max_hook_answer_bytes) fail(path, "its answer is too long");
    }
    line.resize(line.find('\n'));
    return line;
}

}  // namespace

std::string daemon_path() { return page_folder().append(socket_name); }

use_answer ask_daemon(agent_program agent, std::string_view text, duration within, daemon_start start,
                      const std::string& policy) {
    const std::string path = daemon_path();
    const descriptor daemon = connect_or_start(path, within, start, policy);
    send_all(daemon.get(), hook_line(agent, text, within, policy), path);
    auto answer = read_hook_answer(receive_line(daemon.get(), path));
    if (!answer) fail(path, "its answer cannot be read: " + answer.error().message);
    return std::move(*answer);
}

std::filesystem::path daemon_log_path() {
    const auto folder = state_folder();
    return folder.empty() ? folder : folder / "assent" / "daemon.log";
}

std::string try_daemon() {
    // It refuses before it looks at the use.
    const auto said = ask_daemon(agent_program::claude, "{}", longest_trial, daemon_start::never,
                                 std::string(nobodys_policy));
    return said.reason.substr(0, said.reason.find(", not by"));
}

}  // namespace assent::cli
