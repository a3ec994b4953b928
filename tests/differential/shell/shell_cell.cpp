#include "shell_cell.hpp"

#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace assent::differential {
namespace {

namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

// Lines use descriptors of one digit, and shells those from 10 on: these are out of their way.
constexpr int request_descriptor = 98;
constexpr rlim_t max_processes = 128;
constexpr rlim_t max_file_bytes = 1 << 16;
constexpr rlim_t max_memory_bytes = rlim_t{512} << 20U;
// Some lines call programs for ever: these are enough. A record has three texts and more.
constexpr std::ptrdiff_t max_record_texts = 400;
// What the dying may still take.
constexpr std::chrono::milliseconds max_kill_time{2000};

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

class descriptor {
public:
    explicit descriptor(int number = -1) noexcept : number_(number) {}
    ~descriptor() { reset(); }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    void reset(int number = -1) noexcept {
        if (number_ >= 0) ::close(number_);
        number_ = number;
    }
    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

struct channel {
    descriptor out;
    descriptor in;
    std::string text;

    channel() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe2");
        out.reset(ends[0]);
        in.reset(ends[1]);
    }
    // Reads once. \return false at the end
    bool read() {
        std::array<char, 16384> bytes;
        const auto count = ::read(out.number(), bytes.data(), bytes.size());
        if (count > 0) text.append(bytes.data(), static_cast<std::size_t>(count));
        return count > 0 || (count < 0 && errno == EINTR);
    }
};

// Reads both until everyone who could write has gone. \return false when time is over, or there is enough,
// before that
bool read_to_end(channel& records, channel& errors, steady::time_point until) {
    std::array<pollfd, 2> waiting = {pollfd{records.out.number(), POLLIN, 0},
                                     pollfd{errors.out.number(), POLLIN, 0}};
    std::array<channel*, 2> channels = {&records, &errors};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
        if (std::count(records.text.begin(), records.text.end(), '\0') > max_record_texts) return false;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - steady::now()).count();
        if (left <= 0) return false;
        if (::poll(waiting.data(), waiting.size(), static_cast<int>(left)) < 0 && errno != EINTR)
            fail("poll");
        for (std::size_t each = 0; each < waiting.size(); ++each)
            if (waiting[each].fd >= 0 && waiting[each].revents != 0 && !channels[each]->read())
                waiting[each].fd = -1;
    }
    return true;
}

std::vector<seen_run> read_records(std::string_view text) {
    std::vector<seen_run> runs;
    const auto take = [&] {
        const auto end = text.find('\0');
        const auto taken = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        return taken;
    };
    while (!text.empty()) {
        const auto digits = take();
        std::size_t count = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        if (read.ec != std::errc() || count == 0)
            throw std::runtime_error("a record begins without its size");
        seen_run run{std::string(take()), {}};
        for (std::size_t each = 1; each < count; ++each) run.arguments.emplace_back(take());
        runs.push_back(std::move(run));
    }
    return runs;
}

void limit(pid_t process, __rlimit_resource what, rlim_t most) {
    const rlimit both{most, most};
    // It may be gone already.
    static_cast<void>(::prlimit(process, what, &both, nullptr));
}

// Root becomes nobody, in a network without devices. Others stay who they are.
void drop_privileges() {
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("prctl");
    // Where it is not permitted, the lines' own harmlessness has to do.
    static_cast<void>(::unshare(CLONE_NEWNET));
    if (::geteuid() != 0) return;
    const passwd* const nobody = ::getpwnam("nobody");
    if (nobody == nullptr) fail("no user nobody");
    if (::setgroups(0, nullptr) != 0 || ::setresgid(nobody->pw_gid, nobody->pw_gid, nobody->pw_gid) != 0 ||
        ::setresuid(nobody->pw_uid, nobody->pw_uid, nobody->pw_uid) != 0)
        fail("becoming nobody");
    limit(0, RLIMIT_NPROC, max_processes);
}

class spawn_actions {
public:
    spawn_actions() {
        ::posix_spawn_file_actions_init(&actions_);
        ::posix_spawnattr_init(&attributes_);
        // A group of its own, so that all of it can be killed.
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
        ::posix_spawnattr_setpgroup(&attributes_, 0);
    }
    ~spawn_actions() {
        ::posix_spawn_file_actions_destroy(&actions_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    spawn_actions(const spawn_actions&) = delete;
    spawn_actions& operator=(const spawn_actions&) = delete;

    void connect(int requests) {
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, requests, request_descriptor);
    }

    pid_t spawn(const char* shell, char* const* arguments, char* const* environment) {
        pid_t process = 0;
        errno = ::posix_spawn(&process, shell, &actions_, &attributes_, arguments, environment);
        if (errno != 0) fail("posix_spawn of a shell");
        return process;
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

// Ends what a shell that has ended left behind.
void end_others(pid_t shell) {
    // Nobody can write any more; who still runs has no business to.
    static_cast<void>(::kill(-shell, SIGKILL));
    while (::waitpid(-shell, nullptr, 0) > 0 || errno == EINTR) continue;
    // Those that made a group of their own.
    while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
}

bool refuses(const shell& runner, std::string_view errors) {
    return std::ranges::any_of(runner.refusals,
                               [&](auto refusal) { return errors.find(refusal) != std::string_view::npos; });
}

}  // namespace

shell_yard::shell_yard(std::span<const std::string_view> names) {
    std::string root = (fs::temp_directory_path() / "assent-shell-XXXXXX").string();
    if (::mkdtemp(root.data()) == nullptr) fail("mkdtemp");
    root_ = root;
    fs::permissions(root_, fs::perms(0755));
    fs::create_directory(programs());
    const auto first = root_ / "recording_program";
    fs::copy_file(ASSENT_RECORDING_PROGRAM, first);
    fs::permissions(first, fs::perms(0755));
    fs::copy_file(ASSENT_SHELL_STARTER, starter());
    fs::permissions(starter(), fs::perms(0755));
    for (const auto name : names) fs::create_hard_link(first, programs() / name);
}

shell_yard::~shell_yard() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

shell_cell::shell_cell(const shell_yard& yard, std::size_t number)
    : yard_(yard), directory_(yard.root() / ("cell" + std::to_string(number))) {
    fs::create_directory(directory_);
    fs::permissions(directory_, fs::perms(0777));
    fs::current_path(directory_);
    // What a shell leaves behind becomes a child of this process.
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) fail("prctl");
    limit(0, RLIMIT_CORE, 0);
    drop_privileges();
}

void shell_cell::empty_directory() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_)) fs::remove_all(entry.path(), ignored);
}

shell_cell::started_shell::~started_shell() {
    if (running()) ::close(requests_);
}

void shell_cell::started_shell::start(const shell& runner, const shell_yard& yard) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair");
    const descriptor its_end(ends[1]);
    requests_ = ends[0];
    std::vector<char*> arguments;
    for (const char* const word : runner.call) arguments.push_back(const_cast<char*>(word));
    std::string line;  // of each request
    arguments.push_back(line.data());
    arguments.push_back(nullptr);
    std::string path = "PATH=" + yard.programs().string();
    std::string preload = "LD_PRELOAD=" + yard.starter().string();
    std::array<char*, 3> environment = {path.data(), preload.data(), nullptr};
    spawn_actions actions;
    actions.connect(its_end.number());
    const pid_t process = actions.spawn(runner.path, arguments.data(), environment.data());
    limit(process, RLIMIT_AS, max_memory_bytes);
    limit(process, RLIMIT_FSIZE, max_file_bytes);
}

pid_t shell_cell::started_shell::answer() const {
    pid_t process = 0;
    ssize_t size = 0;
    do size = ::recv(requests_, &process, sizeof process, 0);
    while (size < 0 && errno == EINTR);
    if (size != sizeof process)
        throw std::runtime_error("a shell cannot be started: is it linked statically?");
    return process;
}

pid_t shell_cell::started_shell::run(std::string_view line, bool utf8, int errors, int records) {
    std::string text = (utf8 ? "u" : "c") + std::string(line);
    iovec bytes{text.data(), text.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(2 * sizeof(int))> room{};
    const std::array<int, 2> descriptors = {errors, records};
    msghdr header{};
    header.msg_iov = &bytes;
    header.msg_iovlen = 1;
    header.msg_control = room.data();
    header.msg_controllen = room.size();
    auto* const control = CMSG_FIRSTHDR(&header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof descriptors);
    std::memcpy(CMSG_DATA(control), descriptors.data(), sizeof descriptors);
    const auto until = steady::now() + max_line_time + max_kill_time;
    while (true) {
        if (::sendmsg(requests_, &header, MSG_NOSIGNAL) < 0) fail("asking a shell to start");
        if (const auto process = answer(); process != 0) return process;
        // A line of another worker may have used up all processes, for as long as it lasts.
        if (steady::now() > until) throw std::runtime_error("no process for a shell");
        ::usleep(10'000);
    }
}

void shell_cell::started_shell::wait_for_end() { static_cast<void>(answer()); }

shell_outcome shell_cell::run(const shell& runner, const std::string& line, bool utf8) {
    auto& started = shells_[static_cast<std::size_t>(&runner - shells().data())];
    if (!started.running()) started.start(runner, yard_);
    channel records;
    channel errors;
    const pid_t process = started.run(line, utf8, errors.in.number(), records.in.number());
    records.in.reset();
    errors.in.reset();

    shell_outcome outcome;
    outcome.cut_off = !read_to_end(records, errors, steady::now() + max_line_time);
    const auto killed_until = steady::now() + max_kill_time;
    // Whoever forks in time for one signal is met by the next.
    while (outcome.cut_off && ::kill(-process, SIGKILL) == 0 && steady::now() < killed_until)
        if (read_to_end(records, errors, steady::now() + std::chrono::milliseconds(20))) break;
    // It may have closed what it writes to, and still run.
    static_cast<void>(::kill(process, SIGKILL));
    started.wait_for_end();
    end_others(process);
    outcome.runs = read_records(records.text);
    outcome.syntax_error = refuses(runner, errors.text);
    empty_directory();
    return outcome;
}

}  // namespace assent::differential
