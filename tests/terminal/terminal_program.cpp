#include "terminal_program.hpp"

#include "hang_limit.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::test {
namespace {

void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

void close_end(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

// A folder that has no policy in it, until the tests end.
class temporary_home {
public:
    temporary_home() : path_((std::filesystem::temp_directory_path() / "assent-terminal-XXXXXX").string()) {
        if (::mkdtemp(path_.data()) == nullptr) fail("mkdtemp");
    }
    ~temporary_home() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_home(const temporary_home&) = delete;
    temporary_home& operator=(const temporary_home&) = delete;
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

const std::string& empty_folder() {
    static const temporary_home home;
    return home.path();
}

void set_environment(const terminal_surroundings& in) {
    auto wanted = in.environment;
    wanted.emplace("TERM", "xterm-256color");
    wanted.emplace("NO_COLOR", std::nullopt);
    wanted.emplace("HOME", empty_folder());
    wanted.emplace("XDG_CONFIG_HOME", empty_folder());
    wanted.emplace("ASSENT_POLICY", std::nullopt);
    for (const auto& [name, value] : wanted)
        if (value)
            ::setenv(name.c_str(), value->c_str(), 1);
        else
            ::unsetenv(name.c_str());
}

}  // namespace

bool same_mode(const termios& one, const termios& other) {
    return one.c_iflag == other.c_iflag && one.c_oflag == other.c_oflag && one.c_lflag == other.c_lflag &&
           one.c_cflag == other.c_cflag && std::memcmp(one.c_cc, other.c_cc, sizeof one.c_cc) == 0;
}

terminal_program::terminal_program(const std::vector<std::string>& arguments, const terminal_surroundings& in)
    : screen_(in.columns, in.rows) {
    std::signal(SIGPIPE, SIG_IGN);
    (void)empty_folder();
    winsize window{};
    window.ws_col = static_cast<unsigned short>(in.columns);
    window.ws_row = static_cast<unsigned short>(in.rows);
    if (::openpty(&master_, &slave_, nullptr, nullptr, &window) != 0) fail("openpty");
    for (auto* const each : {in_, out_, err_, states_, commands_})
        if (::pipe2(each, O_CLOEXEC) != 0) fail("pipe2");
    for (const int each : {master_, slave_}) ::fcntl(each, F_SETFD, FD_CLOEXEC);
    shell_ = ::fork();
    if (shell_ < 0) fail("fork");
    if (shell_ == 0) be_shell(arguments, in);
    for (int* const each : {&in_[0], &out_[1], &err_[1], &states_[1], &commands_[0]}) close_end(*each);
    if (!until([this] { return told_.size() >= sizeof program_; })) throw std::runtime_error("no shell");
    std::memcpy(&program_, told_.data(), sizeof program_);
    told_.erase(0, sizeof program_);
}

// The leader of the session: it outlives the program, so that the terminal does. Tells how the program fares,
// and puts it into the foreground and the background when it is told so.
void terminal_program::be_shell(const std::vector<std::string>& arguments, const terminal_surroundings& in) {
    ::setsid();
    std::signal(SIGTTOU, SIG_IGN);
    std::signal(SIGHUP, SIG_IGN);
    if (in.has_terminal) ::ioctl(slave_, TIOCSCTTY, 0);
    int started[2]{-1, -1};
    if (::pipe2(started, O_CLOEXEC) != 0) ::_exit(126);
    const pid_t job = ::fork();
    if (job == 0) {
        ::setpgid(0, 0);
        char go = 0;  // it is in the foreground
        if (::read(started[0], &go, 1) != 1) ::_exit(126);
        for (const int each : {SIGTTOU, SIGPIPE}) std::signal(each, SIG_DFL);
        std::signal(SIGHUP, in.ignores_hangup ? SIG_IGN : SIG_DFL);
        const rlimit no_core{};
        ::setrlimit(RLIMIT_CORE, &no_core);
        set_environment(in);
        ::dup2(in_[0], 0);
        ::dup2(out_[1], 1);
        ::dup2(err_[1], 2);
        std::string name = ASSENT_PROGRAM;
        std::vector<std::string> texts = arguments;
        std::vector<char*> all{name.data()};
        for (auto& each : texts) all.push_back(each.data());
        all.push_back(nullptr);
        ::execv(ASSENT_PROGRAM, all.data());
        ::_exit(127);
    }
    ::setpgid(job, job);
    if (in.has_terminal) ::tcsetpgrp(slave_, job);
    for (int* const each :
         {&in_[0], &in_[1], &out_[0], &out_[1], &err_[0], &err_[1], &master_, &commands_[1]})
        close_end(*each);
    const auto tell = [this](const void* data, std::size_t bytes) {
        if (::write(states_[1], data, bytes) < 0) ::_exit(1);
    };
    if (::write(started[1], "g", 1) != 1) ::_exit(126);
    tell(&job, sizeof job);
    for (;;) {
        int status = 0;
        if (::waitpid(job, &status, WNOHANG | WUNTRACED) == job) tell(&status, sizeof status);
        pollfd told{commands_[0], POLLIN, 0};
        if (::poll(&told, 1, 5) <= 0) continue;
        char command = 0;
        if (::read(commands_[0], &command, 1) != 1) break;
        ::tcsetpgrp(slave_, command == 'f' ? job : ::getpgrp());
        tell("d", 1);
    }
    ::kill(job, SIGKILL);
    ::_exit(0);
}

terminal_program::~terminal_program() {
    if (program_ > 0) ::kill(program_, SIGKILL);
    for (int* const each : {&commands_[1], &states_[0], &in_[1], &out_[0], &err_[0], &slave_, &master_})
        close_end(*each);
    if (shell_ > 0) ::waitpid(shell_, nullptr, 0);
}

void terminal_program::read_some(std::chrono::milliseconds wait) {
    struct source {
        int* end;
        std::string* text;
    };
    const std::array<source, 4> sources{
        {{&master_, &written_}, {&out_[0], &output_}, {&err_[0], &errors_}, {&states_[0], &told_}}};
    std::array<pollfd, 4> ends{};
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = {*sources[i].end, POLLIN, 0};
    if (::poll(ends.data(), ends.size(), static_cast<int>(wait.count())) <= 0) return;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (ends[i].revents == 0) continue;
        std::array<char, 65536> buffer;
        const auto bytes = ::read(*sources[i].end, buffer.data(), buffer.size());
        if (bytes <= 0) {
            close_end(*sources[i].end);
            continue;
        }
        sources[i].text->append(buffer.data(), static_cast<std::size_t>(bytes));
        if (sources[i].end == &master_) screen_.write({buffer.data(), static_cast<std::size_t>(bytes)});
    }
}

template <class Condition>
bool terminal_program::until(Condition met) {
    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    while (!met()) {
        const auto left = deadline - std::chrono::steady_clock::now();
        if (left <= left.zero()) return false;
        read_some(std::min(
            std::chrono::duration_cast<std::chrono::milliseconds>(left) + std::chrono::milliseconds(1),
            std::chrono::milliseconds(100)));
    }
    return true;
}

// ---- The person

void terminal_program::type(std::string_view bytes) {
    if (::write(master_, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size())) fail("type");
}

void terminal_program::resize(int columns, int rows, bool rewraps) {
    if (!drawn()) throw std::runtime_error("nothing is drawn");
    screen_.resize(columns, rows, rewraps);
    winsize window{};
    window.ws_col = static_cast<unsigned short>(columns);
    window.ws_row = static_cast<unsigned short>(rows);
    const std::size_t before = written_.size();
    if (::ioctl(master_, TIOCSWINSZ, &window) != 0) fail("TIOCSWINSZ");
    // Else the next one may come before the program has heard of this one.
    if (!until([&] { return written_.size() > before && is_drawn(); }))
        throw std::runtime_error("it was not drawn anew");
}

bool terminal_program::sees(std::string_view text) {
    return until([&] { return screen().find(text) != std::string::npos; });
}

bool terminal_program::sees_once(std::string_view text) {
    return until([&] {
        const std::string now = screen();
        const auto first = now.find(text);
        return first != std::string::npos && first == now.rfind(text);
    });
}

bool terminal_program::sees_no(std::string_view text) {
    return until([&] { return screen().find(text) == std::string::npos; });
}

bool terminal_program::is_drawn() const { return written_.ends_with("\x1b[?7h"); }

bool terminal_program::drawn() {
    return until([this] { return is_drawn(); });
}

bool terminal_program::shows(std::string_view all) {
    return until([&] { return screen() == all; });
}

bool terminal_program::marks_no_paste() {
    return until([this] {
        const auto off = written_.rfind("\x1b[?2004l");
        return off != std::string::npos && off > written_.rfind("\x1b[?2004h");
    });
}

bool terminal_program::may_answer() { return sees("unless answered."); }

void terminal_program::print(std::string_view text) {
    if (::write(slave_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) fail("print");
    if (!until([&] { return written_.find(text.substr(0, text.find('\r'))) != std::string::npos; }))
        throw std::runtime_error("it was not printed");
}

// ---- The agent

void terminal_program::say(std::string_view line) {
    const std::string text = std::string(line) + "\n";
    if (::write(in_[1], text.data(), text.size()) != static_cast<ssize_t>(text.size())) fail("say");
}

std::string terminal_program::hear() {
    if (!until([this] { return output_.find('\n') != std::string::npos || out_[0] < 0; })) return {};
    const auto end = output_.find('\n');
    if (end == std::string::npos) return {};
    std::string line = output_.substr(0, end);
    output_.erase(0, end + 1);
    return line;
}

bool terminal_program::silent() {
    read_some(std::chrono::milliseconds(0));
    return output_.empty();
}

void terminal_program::end_input() { close_end(in_[1]); }

// ---- The shell

termios terminal_program::mode() const {
    termios now{};
    if (::tcgetattr(slave_, &now) != 0) fail("tcgetattr");
    return now;
}

bool terminal_program::has_mode(const termios& wanted) {
    return until([&] { return same_mode(wanted, mode()); });
}

void terminal_program::put(bool in_foreground) {
    if (::write(commands_[1], in_foreground ? "f" : "b", 1) != 1) fail("put");
    if (!until([this] { return !told_.empty(); })) throw std::runtime_error("the shell does not answer");
    told_.erase(0, 1);
}

program_state terminal_program::wait() {
    int status = 0;
    if (!until([&] { return told_.size() >= sizeof status; })) throw std::runtime_error("it does not end");
    std::memcpy(&status, told_.data(), sizeof status);
    told_.erase(0, sizeof status);
    // What it wrote last.
    read_some(std::chrono::milliseconds(0));
    program_state state;
    if (WIFEXITED(status)) state.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) state.signal = WTERMSIG(status);
    if (WIFSTOPPED(status)) state.stopped = WSTOPSIG(status);
    return state;
}

void terminal_program::hang_up() {
    close_end(slave_);
    close_end(master_);
}

}  // namespace assent::test
