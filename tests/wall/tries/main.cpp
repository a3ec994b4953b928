// What a command behind a wall may try that a shell has no words for. A try that gets out says so.
#include <assent/adapters/wall/bubblewrap.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using argument = const char*;

// \return whether it got out
using attempt = bool (*)(argument first);

bool connects(int socket, const sockaddr* to, socklen_t size) {
    if (socket < 0 || ::connect(socket, to, size) != 0) return false;
    return ::send(socket, "x", 1, MSG_NOSIGNAL) == 1;
}

bool tcp(argument port) {
    sockaddr_in to{.sin_family = AF_INET,
                   .sin_port = htons(static_cast<std::uint16_t>(std::atoi(port))),
                   .sin_addr = {htonl(INADDR_LOOPBACK)},
                   .sin_zero = {}};
    return connects(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&to), sizeof to);
}
bool tcp6(argument port) {
    sockaddr_in6 to{};
    to.sin6_family = AF_INET6;
    to.sin6_port = htons(static_cast<std::uint16_t>(std::atoi(port)));
    to.sin6_addr = in6addr_loopback;
    return connects(::socket(AF_INET6, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&to), sizeof to);
}
bool unix_socket(argument path) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    std::strncpy(to.sun_path, path, sizeof to.sun_path - 1);
    return connects(::socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&to), sizeof to);
}
// One with a name and no file.
bool abstract_socket(argument name) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    std::strncpy(to.sun_path + 1, name, sizeof to.sun_path - 2);
    const auto size = offsetof(sockaddr_un, sun_path) + 1 + std::strlen(name);
    return connects(::socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&to),
                    static_cast<socklen_t>(size));
}
bool vsock(argument) { return ::socket(AF_VSOCK, SOCK_STREAM, 0) >= 0; }

bool own_users(argument) { return ::unshare(CLONE_NEWUSER) == 0; }
// As a child that is cloned: it says by its status that it began.
bool ends_well(long child) {
    if (child == 0) ::_exit(0);
    int status = 1;
    return child > 0 && ::waitpid(static_cast<pid_t>(child), &status, 0) == child && status == 0;
}
bool cloned_users(argument) {
    return ends_well(::syscall(SYS_clone, static_cast<unsigned long>(CLONE_NEWUSER) | SIGCHLD, nullptr,
                               nullptr, nullptr, nullptr));
}
bool cloned3_users(argument) {
    struct {
        std::uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
    } wish{};
    wish.flags = CLONE_NEWUSER;
    wish.exit_signal = SIGCHLD;
    return ends_well(::syscall(SYS_clone3, &wish, sizeof wish));
}
bool keyring(argument) { return ::syscall(SYS_keyctl, 0L, -4L, 1L) > 0; }
bool key(argument) { return ::syscall(SYS_add_key, "user", "assent-try", "x", 1UL, -3L) > 0; }
bool asked_key(argument) { return ::syscall(SYS_request_key, "user", "assent-test-key", nullptr, 0L) > 0; }
bool rings(argument) {
    io_uring_params wish{};
    return ::syscall(SYS_io_uring_setup, 2U, &wish) >= 0;
}
bool faults(argument) { return ::syscall(SYS_userfaultfd, UFFD_USER_MODE_ONLY) >= 0; }
bool counters(argument) {
    perf_event_attr wish{};
    wish.size = sizeof wish;
    wish.type = PERF_TYPE_SOFTWARE;
    wish.config = PERF_COUNT_SW_TASK_CLOCK;
    wish.exclude_kernel = 1;
    wish.exclude_hv = 1;
    return ::syscall(SYS_perf_event_open, &wish, 0, -1, -1, 0UL) >= 0;
}
bool handle(argument path) {
    alignas(file_handle) std::array<unsigned char, sizeof(file_handle) + 128> bytes{};
    auto* const found = reinterpret_cast<file_handle*>(bytes.data());
    found->handle_bytes = 128;
    int mount = 0;
    return ::name_to_handle_at(AT_FDCWD, path, found, &mount, 0) == 0;
}
bool context(argument) {
    return ::syscall(SYS_open_tree, AT_FDCWD, "/usr", 0x80001U /* clone, cloexec */) >= 0;
}
bool typed(argument) {
    const char letter = 'x';
    return ::ioctl(STDIN_FILENO, TIOCSTI, &letter) == 0;
}
bool traced(argument process) { return ::ptrace(PTRACE_ATTACH, std::atoi(process), nullptr, nullptr) == 0; }
bool shared(argument number) { return ::shmget(std::atoi(number), 1, 0) >= 0; }
bool semaphores(argument number) { return ::semget(std::atoi(number), 1, 0) >= 0; }
bool device(argument path) { return ::mknod(path, S_IFBLK | 0600, ::makedev(8U, 0U)) == 0; }
bool owned(argument path) { return ::open(path, O_CREAT | O_WRONLY, S_ISGID | 0700) >= 0; }
bool writable(argument path) { return ::open(path, O_WRONLY) >= 0; }
bool readable(argument path) { return ::open(path, O_RDONLY) >= 0; }
bool below_descriptor(argument name) {
    for (int each = 3; each < 64; ++each)
        if (::openat(each, name, O_RDONLY) >= 0) return true;
    return false;
}
bool privileges(argument) { return ::setuid(0) == 0 && ::chown("/proc/self/cwd", 1, 1) == 0; }
bool big(argument mebibytes) {
    const auto size = static_cast<std::size_t>(std::atoi(mebibytes)) * 1024 * 1024;
    auto* const bytes = static_cast<char*>(std::malloc(size));
    if (bytes == nullptr) return false;
    std::memset(bytes, 1, size);
    return bytes[size / 2] == 1;
}
bool many(argument number) {
    int begun = 0;
    std::array<pid_t, 256> all{};
    const int wanted = std::min(std::atoi(number), static_cast<int>(all.size()));
    for (; begun < wanted; ++begun) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::pause();
            ::_exit(0);
        }
        if (child < 0) break;
        all[static_cast<std::size_t>(begun)] = child;
    }
    for (int each = 0; each < begun; ++each) ::kill(all[static_cast<std::size_t>(each)], SIGKILL);
    return begun == wanted;
}

struct named_attempt {
    std::string_view name;
    attempt run;
};
constexpr named_attempt attempts[] = {
    {"tcp", tcp},
    {"tcp6", tcp6},
    {"unix", unix_socket},
    {"abstract", abstract_socket},
    {"vsock", vsock},
    {"users", own_users},
    {"clone", cloned_users},
    {"clone3", cloned3_users},
    {"keyring", keyring},
    {"key", key},
    {"asked_key", asked_key},
    {"rings", rings},
    {"faults", faults},
    {"counters", counters},
    {"handle", handle},
    {"tree", context},
    {"typed", typed},
    {"traced", traced},
    {"shared", shared},
    {"semaphores", semaphores},
    {"device", device},
    {"owned", owned},
    {"writable", writable},
    {"readable", readable},
    {"below_descriptor", below_descriptor},
    {"privileges", privileges},
    {"big", big},
    {"many", many},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string_view(argv[1]) == assent::inside_wall_word)
        return assent::run_inside_wall(std::vector<std::string>(argv + 2, argv + argc));
    const auto* const found =
        argc > 1 ? std::ranges::find(attempts, std::string_view(argv[1]), &named_attempt::name)
                 : std::end(attempts);
    if (found == std::end(attempts)) return 2;
    if (found->run(argc > 2 ? argv[2] : "")) std::puts("GOT-OUT");
    return 0;
}
