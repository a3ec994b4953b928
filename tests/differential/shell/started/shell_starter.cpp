// Loaded into a shell in front of its `main`: starts the shell again and again, each time with another line,
// from a copy of the process in which everything is loaded. That takes half of what executing it takes.
//
// A request is one message: `u` or `c` for the locale, then the line; with it come two descriptors, for
// errors and for records. The answer is the number of the process that runs the line, or 0 when there could
// be none; then, when it has ended, the same again.

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

namespace {

constexpr int request_descriptor = 98;  // the same in ../shell_cell.cpp
constexpr int record_descriptor = 99;   // the same in recording_program.cpp
constexpr int broken_status = 121;
// What a shell may calculate: a line that takes longer than this will not end.
constexpr suseconds_t max_cpu_microseconds = 300'000;
// The same for what the shell starts, which the system counts in seconds.
constexpr rlim_t max_cpu_seconds = 1;

using main_function = int(int, char**, char**);
main_function* shell_main = nullptr;

// Larger than the largest line.
char message[128 * 1024];

struct request {
    ssize_t size = 0;
    int errors = -1;
    int records = -1;
};

request receive() {
    request got;
    iovec bytes{message, sizeof message - 1};
    alignas(cmsghdr) char room[CMSG_SPACE(2 * sizeof(int))];
    msghdr header{};
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    header.msg_control = room;
    header.msg_controllen = sizeof room;
    do got.size = ::recvmsg(request_descriptor, &header, 0);
    while (got.size < 0 && errno == EINTR);
    if (const auto* const control = CMSG_FIRSTHDR(&header); got.size > 0 && control != nullptr) {
        int descriptors[2];
        std::memcpy(descriptors, CMSG_DATA(control), sizeof descriptors);
        got.errors = descriptors[0];
        got.records = descriptors[1];
    }
    return got;
}

void answer(pid_t process) {
    if (::send(request_descriptor, &process, sizeof process, MSG_NOSIGNAL) < 0) ::_exit(broken_status);
}

// As after an execution: nothing is open that was not given, and the environment is that of every line.
void become_shell(const request& asked) {
    ::setpgid(0, 0);
    ::dup2(asked.errors, STDERR_FILENO);
    ::dup2(asked.records, record_descriptor);
    ::close(asked.errors);
    ::close(asked.records);
    ::close(request_descriptor);
    const itimerval own_limit{{}, {0, max_cpu_microseconds}};
    ::setitimer(ITIMER_PROF, &own_limit, nullptr);
    const rlimit limit{max_cpu_seconds, max_cpu_seconds};
    ::setrlimit(RLIMIT_CPU, &limit);
    static char utf8[] = "LC_ALL=C.UTF-8";
    static char bytewise[] = "LC_ALL=C";
    static char* environment[3] = {};
    char** next = environment;
    for (char** each = environ; *each != nullptr; ++each)
        if (std::strncmp(*each, "PATH=", 5) == 0) *next++ = *each;
    *next = message[0] == 'u' ? utf8 : bytewise;
    environ = environment;
}

// In place of the shell's own `main`. The last word is where the line goes.
int start_shells(int count, char** words, char**) {
    while (true) {
        const request asked = receive();
        if (asked.size <= 0) ::_exit(0);
        message[asked.size] = '\0';
        const pid_t process = ::fork();
        if (process == 0) {
            become_shell(asked);
            words[count - 1] = message + 1;
            return shell_main(count, words, environ);
        }
        ::close(asked.errors);
        ::close(asked.records);
        answer(process < 0 ? 0 : process);
        if (process < 0) continue;
        while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
        answer(process);
    }
}

}  // namespace

extern "C" int __libc_start_main(main_function* main, int count, char** words, void (*init)(), void (*fini)(),
                                 void (*loader_fini)(), void* stack_end) {
    using starter = int(main_function*, int, char**, void (*)(), void (*)(), void (*)(), void*);
    auto* const start = reinterpret_cast<starter*>(::dlsym(RTLD_NEXT, "__libc_start_main"));
    shell_main = main;
    return start(start_shells, count, words, init, fini, loader_fini, stack_end);
}
