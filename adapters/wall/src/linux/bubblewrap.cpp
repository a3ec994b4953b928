#include <assent/adapters/wall/bubblewrap.hpp>

#include "call_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Source: bwrap(1).
namespace assent {
namespace {

using kind = wall_mount::kind;
using words_list = std::vector<std::string>;

// Where the system has it: what `PATH` says may be another's word.
constexpr const char* bwrap_places[] = {"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"};

const char* bwrap_program() {
    const auto* const found =
        std::ranges::find_if(bwrap_places, [](const char* place) { return ::access(place, X_OK) == 0; });
    return found == std::end(bwrap_places) ? nullptr : *found;
}

[[noreturn]] void fail_with_errno(const char* what) {
    throw std::system_error(errno, std::generic_category(), what);
}

// Closes itself.
class open_file {
public:
    open_file() = default;
    explicit open_file(int descriptor) : descriptor_(descriptor) {}
    ~open_file() { reset(); }
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    void reset(int descriptor = -1) {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = descriptor;
    }
    [[nodiscard]] int get() const { return descriptor_; }

private:
    int descriptor_ = -1;
};

void add_namespaces(words_list& words, const wall_plan& plan) {
    const auto& closed = plan.closed;
    if (closed.users) words.insert(words.end(), {"--unshare-user", "--cap-drop", "ALL"});
    if (closed.processes) words.emplace_back("--unshare-pid");
    if (closed.memory) words.emplace_back("--unshare-ipc");
    if (closed.host) words.emplace_back("--unshare-uts");
    if (closed.groups) words.emplace_back("--unshare-cgroup-try");
    if (closed.outliving) words.emplace_back("--die-with-parent");
    if (plan.network != wall_network::all) words.emplace_back("--unshare-net");
}

void add_mount(words_list& words, const wall_mount& mount) {
    const auto add = [&](std::initializer_list<std::string> more) {
        words.insert(words.end(), more.begin(), more.end());
    };
    switch (mount.is) {
        case kind::read:
        case kind::hidden: return add({"--ro-bind", mount.from, mount.at});
        case kind::read_if_there: return add({"--ro-bind-try", mount.from, mount.at});
        case kind::write: return add({"--bind", mount.from, mount.at});
        case kind::link: return add({"--symlink", mount.from, mount.at});
        case kind::sealed: return add({"--remount-ro", mount.at});
        case kind::devices: return add({"--dev", mount.at});
        case kind::processes: return add({"--proc", mount.at});
        case kind::memory:
            return add({"--perms", mount.at.ends_with("tmp") || mount.at.ends_with("shm") ? "1777" : "0700",
                        "--size", std::to_string(max_wall_tmp_bytes), "--tmpfs", mount.at});
    }
}

words_list bwrap_words(const wall_plan& plan, int filter, int status) {
    words_list words;
    add_namespaces(words, plan);
    for (const auto& mount : plan.mounts) add_mount(words, mount);
    words.insert(words.end(), {"--chdir", plan.folder, "--seccomp", std::to_string(filter),
                               "--json-status-fd", std::to_string(status)});
    return words;
}

int in_memory(const words_list& words) {
    std::string text;
    for (const auto& word : words) text.append(word).push_back('\0');
    const int file = ::memfd_create("wall", MFD_CLOEXEC);
    if (file < 0) fail_with_errno("the plan of the wall");
    std::string_view left = text;
    while (!left.empty()) {
        const auto written = ::write(file, left.data(), left.size());
        if (written <= 0) {
            ::close(file);
            fail_with_errno("the plan of the wall");
        }
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    ::lseek(file, 0, SEEK_SET);
    return file;
}

// A stream that is open on a folder leads out of any wall.
void require_no_folder_open() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        struct stat found {};
        if (::fstat(stream, &found) == 0 && S_ISDIR(found.st_mode))
            throw std::runtime_error(fmt::format("the standard stream {} is open on a folder", stream));
    }
}

// Ours while a command runs. Those of the terminal reach it by themselves.
constexpr std::array passed_on{SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2};

// Holds signals back from this process, which waits for them.
class waited_signals {
public:
    waited_signals() {
        ::sigemptyset(&all_);
        for (const int each : passed_on) ::sigaddset(&all_, each);
        ::sigaddset(&all_, SIGCHLD);
        ::sigprocmask(SIG_BLOCK, &all_, &before_);
    }
    ~waited_signals() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
    waited_signals(const waited_signals&) = delete;
    waited_signals& operator=(const waited_signals&) = delete;
    [[nodiscard]] const sigset_t& all() const { return all_; }
    [[nodiscard]] const sigset_t& before() const { return before_; }

private:
    sigset_t all_{};
    sigset_t before_{};
};

// Without a namespace of its own, what is left running is no keeper's.
bool has_keeper(const wall_plan& plan) { return plan.closed.outliving && plan.closed.processes; }

struct started {
    pid_t monitor = -1;  // bwrap, or its keeper
    pid_t first = -1;    // of the processes inside; none: no wall came to be
    open_file first_end{};
    open_file status{};
    std::string said{};  // on the status pipe
};

// Has a keeper end all that it keeps. No terminal, and nobody else, sends it.
int sign_to_end() { return SIGRTMIN; }

// Also those of whoever has ended, of which this is the nearest keeper.
void kill_children() {
    std::array<char, 4096> text{};
    const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const auto count = ::read(file, text.data(), text.size());
    ::close(file);
    const char* const end = text.data() + std::max<ssize_t>(count, 0);
    pid_t child = 0;
    for (const char* from = text.data(); from < end; ++from) {
        const auto read = std::from_chars(from, end, child);
        if (read.ec == std::errc()) ::kill(child, SIGKILL);
        from = std::max(from, read.ptr);
    }
}

[[noreturn]] void end_as(int status) {
    if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
    sigset_t all{};
    ::sigfillset(&all);
    std::signal(WTERMSIG(status), SIG_DFL);
    ::sigprocmask(SIG_UNBLOCK, &all, nullptr);
    ::raise(WTERMSIG(status));
    ::_exit(128 + WTERMSIG(status));
}

// Stands between whoever waits and bwrap, and ends with either of them. bwrap's first process sleeps until it
// is told to begin: where bwrap is killed before, nobody else would end it.
// \return in what becomes bwrap: the keeper
pid_t stand_as_keeper(pid_t parent, int status) {
    sigset_t woken{};
    ::sigemptyset(&woken);
    ::sigaddset(&woken, SIGCHLD);
    ::sigaddset(&woken, sign_to_end());
    ::sigprocmask(SIG_BLOCK, &woken, nullptr);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
    ::prctl(PR_SET_PDEATHSIG, sign_to_end());
    const pid_t keeper = ::getpid();
    const pid_t bwrap = ::getppid() == parent ? ::fork() : -1;
    if (bwrap == 0) return keeper;
    if (bwrap < 0) ::_exit(static_cast<int>(wall_status::no_wall));
    ::close(status);
    int end = 0;
    for (bool over = false;;) {
        int how = 0;
        pid_t ended = 0;
        while ((ended = ::waitpid(-1, &how, WNOHANG)) > 0)
            if (ended == bwrap) {
                end = how;
                over = true;
            }
        if (ended < 0 && errno == ECHILD) end_as(end);
        if (over) kill_children();
        over = ::sigwaitinfo(&woken, nullptr) == sign_to_end() || over;
        if (over) kill_children();
    }
}

// Only calls that may be made behind fork.
[[noreturn]] void become_bwrap(const char* program, char* const* words, char* const* environment,
                               const sigset_t& mask, std::array<int, 3> kept, bool closes, bool dies,
                               pid_t parent) {
    if (dies) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(static_cast<int>(wall_status::no_wall));
    }
    // bwrap is not to end before the command has: it takes up again what it was to take inside.
    for (const int each : passed_on) std::signal(each, SIG_IGN);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    if (closes) ::syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC);
    for (const int each : kept) ::fcntl(each, F_SETFD, 0);
    ::execve(program, words, environment);
    ::_exit(static_cast<int>(wall_status::no_wall));
}

std::vector<char*> pointers(words_list& words) {
    std::vector<char*> all;
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
}

// The number behind a name in a line of bwrap's own JSON; -1: it has none.
int number_in(std::string_view text, std::string_view name) {
    const auto at = text.find(name);
    if (at == text.npos) return -1;
    text.remove_prefix(at + name.size());
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    int number = -1;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Whatever is there; \return false: nothing more will come
bool read_more(int file, std::string& into) {
    std::array<char, 512> bytes{};
    const auto count = ::read(file, bytes.data(), bytes.size());
    if (count > 0) into.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
}

std::string ignored_text() {
    std::string text;
    for (const int each : passed_on) {
        struct sigaction now {};
        ::sigaction(each, nullptr, &now);
        if (now.sa_handler == SIG_IGN) text += fmt::format("{}{}", text.empty() ? "" : ",", each);
    }
    return text.empty() ? "-" : text;
}

words_list command_words(const wall_plan& plan, const words_list& words) {
    const bool has_inside =
        std::ranges::find(plan.mounts, wall_inside_program, &wall_mount::at) != plan.mounts.end();
    if (!has_inside) return words;
    words_list all{std::string(wall_inside_program), inside_wall_word, ignored_text(),
                   std::to_string(plan.processes.value_or(0)), std::to_string(plan.memory_bytes)};
    words_list seen;
    for (const auto& mount : plan.mounts)
        if (!mount.seen.empty()) seen.push_back(mount.seen + ":" + mount.at);
    all.push_back(std::to_string(seen.size()));
    all.insert(all.end(), seen.begin(), seen.end());
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

void start(started& run, const wall_plan& plan, const words_list& command, const waited_signals& signals) {
    const char* const program = bwrap_program();
    if (program == nullptr) throw std::runtime_error(why_no_walls());
    const open_file filter(call_filter(plan));
    int ends[2]{};
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_with_errno("a pipe");
    run.status.reset(ends[0]);
    open_file status(ends[1]);
    const open_file said(in_memory(bwrap_words(plan, filter.get(), status.get())));
    words_list words{program, "--args", std::to_string(said.get()), "--"};
    const auto inside = command_words(plan, command);
    words.insert(words.end(), inside.begin(), inside.end());
    auto environment = plan.environment;
    const auto word_pointers = pointers(words);
    const auto variable_pointers = pointers(environment);
    const pid_t parent = ::getpid();
    run.monitor = ::fork();
    if (run.monitor < 0) fail_with_errno("a process");
    if (run.monitor == 0) {
        const pid_t above = has_keeper(plan) ? stand_as_keeper(parent, status.get()) : parent;
        become_bwrap(program, word_pointers.data(), variable_pointers.data(), signals.before(),
                     {filter.get(), status.get(), said.get()}, plan.closed.streams, plan.closed.outliving,
                     above);
    }
    status.reset();
    while (run.said.find('\n') == run.said.npos && read_more(run.status.get(), run.said)) {
    }
    run.first = number_in(run.said, "child-pid");
    if (run.first > 0) run.first_end.reset(static_cast<int>(::syscall(SYS_pidfd_open, run.first, 0U)));
}

// What bwrap's first process inside has started: the command.
pid_t command_of(pid_t first) {
    std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", first));
    pid_t command = -1;
    children >> command;
    return children ? command : -1;
}

void pass_on(const started& run, const siginfo_t& signal) {
    // What the terminal sends, it sends to all in the foreground.
    if (signal.si_code == SI_KERNEL) return;
    if (const pid_t command = command_of(run.first); command > 0) ::kill(command, signal.si_signo);
}

// \return its status, as waitpid has it
int wait_for(const started& run, const wall_plan& plan, const waited_signals& signals, bool& timed_out) {
    const auto now = [] {
        timespec time{};
        ::clock_gettime(CLOCK_MONOTONIC, &time);
        return time.tv_sec;
    };
    const auto until = now() + static_cast<time_t>(plan.seconds.value_or(0));
    int status = 0;
    while (::waitpid(run.monitor, &status, WNOHANG) == 0) {
        const timespec left{.tv_sec = plan.seconds ? std::max<time_t>(until - now(), 0) : 3600, .tv_nsec = 0};
        siginfo_t signal{};
        const int which = ::sigtimedwait(&signals.all(), &signal, &left);
        if (which > 0 && which != SIGCHLD) pass_on(run, signal);
        if (which < 0 && errno == EAGAIN && plan.seconds && !timed_out) {
            timed_out = true;
            ::kill(run.monitor, has_keeper(plan) ? sign_to_end() : SIGKILL);
        }
    }
    return status;
}

// Until none of them is left: what they write, they have written.
void wait_for_all(const started& run) {
    if (run.first_end.get() < 0) return;
    pollfd end{.fd = run.first_end.get(), .events = POLLIN, .revents = 0};
    while (::poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
}

// Whether the kernel makes one for a child that ends at once. Bubblewrap needs no more of its user.
bool may_make(int namespaces) {
    alignas(16) std::array<char, 16384> stack{};
    // The child has this memory until it has ended, and this process waits for that.
    const pid_t child = ::clone([](void*) { return 0; }, stack.data() + stack.size(),
                                namespaces | CLONE_VM | CLONE_VFORK | SIGCHLD, nullptr);
    if (child < 0) return false;
    while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
    return true;
}

}  // namespace

std::string why_no_walls() {
    if (bwrap_program() == nullptr)
        return "bubblewrap is not installed (Debian: apt install bubblewrap; expected /usr/bin/bwrap)";
    const auto none = [](const char* file) {
        std::ifstream stream(file);
        std::string text;
        return stream >> text && text == "0";
    };
    if (none("/proc/sys/user/max_user_namespaces") ||
        (::geteuid() != 0 && none("/proc/sys/kernel/unprivileged_userns_clone")))
        return "the kernel lets this user make no namespaces (user.max_user_namespaces, "
               "kernel.unprivileged_userns_clone)";
    if (!may_make(::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER))
        return "this user may make no namespaces here, as in a container";
    return {};
}

std::string bubblewrap::why_not() { return why_no_walls(); }

confined_end bubblewrap::run(const wall_plan& plan, const std::vector<std::string>& words) {
    confined_end end{.status = static_cast<int>(wall_status::no_wall), .began = false};
    started run;
    const waited_signals signals;
    try {
        require_no_folder_open();
        start(run, plan, words, signals);
    } catch (const std::exception& error) {
        end.why = error.what();
        return end;
    }
    const int status = wait_for(run, plan, signals, end.timed_out);
    wait_for_all(run);
    while (read_more(run.status.get(), run.said)) {
    }
    const int told = number_in(run.said, "exit-code");
    end.began = told >= 0 || end.timed_out || WIFSIGNALED(status);
    if (end.timed_out)
        end.status = static_cast<int>(wall_status::timed_out);
    else if (told >= 0)
        end.status = told;
    else if (WIFSIGNALED(status))
        end.status = 128 + WTERMSIG(status);
    else
        end.why = "bubblewrap could not make it, for what it says above";
    return end;
}

}  // namespace assent
