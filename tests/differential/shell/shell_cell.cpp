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
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace assent::differential {
namespace {

namespace fs = std::filesystem;
using steady = std::chrono::steady_clock;

// Lines use descriptors of one digit, and shells those from 10 on: this one is out of their way.
constexpr int record_descriptor = 99;
constexpr rlim_t max_processes = 128;
constexpr rlim_t max_file_bytes = 1 << 16;
constexpr rlim_t max_memory_bytes = rlim_t{512} << 20U;
constexpr rlim_t max_cpu_seconds = 2;
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

// Reads both until everyone who could write has gone. \return false when time is over before that
bool read_to_end(channel& records, channel& errors, steady::time_point until) {
    std::array<pollfd, 2> waiting = {pollfd{records.out.number(), POLLIN, 0},
                                     pollfd{errors.out.number(), POLLIN, 0}};
    std::array<channel*, 2> channels = {&records, &errors};
    while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
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

    void connect(int errors, int records) {
        ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions_, records, record_descriptor);
    }

    pid_t spawn(const std::string& shell, char* const* arguments, char* const* environment) {
        pid_t process = 0;
        const auto until = steady::now() + max_line_time + max_kill_time;
        while (true) {
            errno = ::posix_spawn(&process, shell.c_str(), &actions_, &attributes_, arguments, environment);
            if (errno == 0) return process;
            // A line of another worker may have used up all processes, for as long as it lasts.
            if (errno != EAGAIN || steady::now() > until) fail("posix_spawn of a shell");
            ::usleep(10'000);
        }
    }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

// Takes note of the end of the shell and of all that it left behind: the dead count against the limit, too.
void reap(pid_t shell) {
    const auto until = steady::now() + max_kill_time;
    // Nobody can write any more; who still runs has no business to.
    static_cast<void>(::kill(-shell, SIGKILL));
    while (steady::now() < until) {
        const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
        if (ended < 0 && errno == ECHILD) return;
        if (ended == 0) ::usleep(100);
    }
}

bool complains_about_syntax(std::string_view errors) {
    // Of the shells' parsers. `test`, `let` and others speak of syntax errors, too.
    for (const std::string_view complaint :
         {"syntax error near unexpected", "syntax error: unexpected end of file",
          "unexpected EOF while looking", "Syntax error: "})
        if (errors.find(complaint) != std::string_view::npos) return true;
    return false;
}

}  // namespace

shell_yard::shell_yard(std::span<const std::string_view> programs) {
    std::string name = (fs::temp_directory_path() / "assent-shell-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) fail("mkdtemp");
    root_ = name;
    fs::permissions(root_, fs::perms(0755));
    fs::create_directory(root_ / "bin");
    const auto first = root_ / "recording_program";
    fs::copy_file(ASSENT_RECORDING_PROGRAM, first);
    fs::permissions(first, fs::perms(0755));
    for (const auto program : programs) fs::create_hard_link(first, root_ / "bin" / program);
}

shell_yard::~shell_yard() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
}

shell_cell::shell_cell(const shell_yard& yard, std::size_t number)
    : directory_(yard.root() / ("cell" + std::to_string(number))),
      path_variable_("PATH=" + (yard.root() / "bin").string()) {
    fs::create_directory(directory_);
    fs::permissions(directory_, fs::perms(0777));
    fs::current_path(directory_);
    // What a shell leaves behind becomes a child of this process.
    if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) fail("prctl");
    limit(0, RLIMIT_CORE, 0);
    limit(0, RLIMIT_FSIZE, max_file_bytes);
    drop_privileges();
}

void shell_cell::empty_directory() const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory_)) fs::remove_all(entry.path(), ignored);
}

shell_outcome shell_cell::run(const std::string& shell, const std::string& line, bool utf8) {
    channel records;
    channel errors;
    std::string name = fs::path(shell).filename().string();
    std::string option = "-c";
    std::string text = line;
    std::string locale = utf8 ? "LC_ALL=C.UTF-8" : "LC_ALL=C";
    std::array<char*, 4> arguments = {name.data(), option.data(), text.data(), nullptr};
    std::array<char*, 3> environment = {path_variable_.data(), locale.data(), nullptr};

    spawn_actions actions;
    actions.connect(errors.in.number(), records.in.number());
    const pid_t process = actions.spawn(shell, arguments.data(), environment.data());
    limit(process, RLIMIT_CPU, max_cpu_seconds);
    limit(process, RLIMIT_AS, max_memory_bytes);
    records.in.reset();
    errors.in.reset();

    shell_outcome outcome;
    outcome.timed_out = !read_to_end(records, errors, steady::now() + max_line_time);
    const auto killed_until = steady::now() + max_kill_time;
    // Whoever forks in time for one signal is met by the next.
    while (outcome.timed_out && ::kill(-process, SIGKILL) == 0 && steady::now() < killed_until)
        if (read_to_end(records, errors, steady::now() + std::chrono::milliseconds(20))) break;
    reap(process);
    outcome.runs = read_records(records.text);
    outcome.syntax_error = complains_about_syntax(errors.text);
    empty_directory();
    return outcome;
}

}  // namespace assent::differential
