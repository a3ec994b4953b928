#include "program.hpp"

#include "hang_limit.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <tuple>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace assent::test {
namespace {

struct channel {
    channel() {
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
    }
    int ends[2];
};

void close_end(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

std::vector<std::string> environment_of(const surroundings& in) {
    static const temporary_folder empty;
    auto changed = in.environment;
    changed.emplace("HOME", empty.path());
    changed.emplace("XDG_CONFIG_HOME", empty.path());
    changed.emplace("XDG_STATE_HOME", std::nullopt);
    changed.emplace("ASSENT_POLICY", std::nullopt);
    std::vector<std::string> all;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string variable = *each;
        if (!changed.contains(variable.substr(0, variable.find('=')))) all.push_back(variable);
    }
    for (const auto& [name, value] : changed)
        if (value) all.push_back(name + "=" + *value);
    return all;
}

// As the system wants them: ended by a null pointer.
std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (auto& each : texts) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
}

// Whoever runs the tests may ignore signals, as nohup does. What they mean is part of what is tested.
struct default_signals {
    default_signals() {
        sigset_t all;
        sigemptyset(&all);
        for (const int each : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&all, each);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    }
    ~default_signals() { posix_spawnattr_destroy(&attributes); }
    default_signals(const default_signals&) = delete;
    default_signals& operator=(const default_signals&) = delete;
    posix_spawnattr_t attributes;
};

}  // namespace

program::program(const std::vector<std::string>& arguments, const surroundings& around) {
    std::signal(SIGPIPE, SIG_IGN);
    channel in;
    channel out;
    channel err;
    std::vector<std::string> all{around.executable};
    all.insert(all.end(), arguments.begin(), arguments.end());
    auto variables = environment_of(around);
    const auto argv = pointers(all);
    const auto envp = pointers(variables);
    const default_signals signals;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
    if (!around.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, around.folder.c_str());
    const int error = ::posix_spawn(&pid_, argv[0], &actions, &signals.attributes, argv.data(), envp.data());
    posix_spawn_file_actions_destroy(&actions);
    for (const int end : {in.ends[0], out.ends[1], err.ends[1]}) ::close(end);
    in_ = in.ends[1];
    out_ = out.ends[0];
    err_ = err.ends[0];
    if (error != 0) throw std::system_error(error, std::generic_category(), argv[0]);
}

program::~program() {
    for (int* end : {&in_, &out_, &err_}) close_end(*end);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

void program::write(std::string_view text) {
    while (!text.empty()) {
        // Reads meanwhile, so that a program that answers at once does not block.
        pollfd writable{in_, POLLOUT, 0};
        if (::poll(&writable, 1, 10) <= 0) {
            read_some(0);
            continue;
        }
        const auto bytes = ::write(in_, text.data(), std::min<std::size_t>(text.size(), 4096));
        if (bytes < 0 && errno == EPIPE) return;
        if (bytes < 0) throw std::system_error(errno, std::generic_category(), "write");
        text.remove_prefix(static_cast<std::size_t>(bytes));
    }
}

void program::end_input() { close_end(in_); }

void program::abandon() {
    for (int* end : {&in_, &out_, &err_}) close_end(*end);
}

void program::signal(int number) const { ::kill(pid_, number); }

void program::read_some(int timeout_ms) {
    pollfd ends[]{{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    if (::poll(ends, 2, timeout_ms) <= 0) return;
    for (auto& [end, text, ready] :
         {std::tuple<int&, std::string&, short>{out_, out_text_, ends[0].revents},
          std::tuple<int&, std::string&, short>{err_, err_text_, ends[1].revents}}) {
        if (ready == 0) continue;
        char buffer[65536];
        const auto bytes = ::read(end, buffer, sizeof buffer);
        if (bytes > 0)
            text.append(buffer, static_cast<std::size_t>(bytes));
        else
            close_end(end);
    }
}

std::vector<std::string> program::lines(std::string& text, std::size_t count) {
    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    while (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) < count &&
           (out_ >= 0 || err_ >= 0)) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("the program did not write: " + text);
        read_some(100);
    }
    std::vector<std::string> found;
    for (std::size_t from = 0, end = 0; (end = text.find('\n', from)) != std::string::npos; from = end + 1)
        found.push_back(text.substr(from, end - from));
    return found;
}

std::vector<std::string> program::out_lines(std::size_t count) { return lines(out_text_, count); }
std::vector<std::string> program::err_lines(std::size_t count) { return lines(err_text_, count); }

bool program::says(std::string_view text) {
    for (std::size_t count = 1;; ++count) {
        const auto said = err_lines(count);
        if (said.size() < count) return false;
        if (said[count - 1].find(text) != std::string::npos) return true;
    }
}

finished program::wait(bool keep_input) {
    if (!keep_input) end_input();
    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    while (out_ >= 0 || err_ >= 0) {
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("the program did not end: " + err_text_);
        read_some(100);
    }
    finished result = reaped(0);
    result.out = std::move(out_text_);
    result.err = std::move(err_text_);
    return result;
}

finished program::wait_unread() {
    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    for (;;) {
        const finished result = reaped(WNOHANG);
        if (pid_ < 0) return result;
        if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("the program did not end");
        ::poll(nullptr, 0, 5);
    }
}

// How it ended. Afterwards there is no process any more; unless it still runs, with WNOHANG.
finished program::reaped(int flags) {
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(pid_, &status, flags)) < 0 && errno == EINTR) {
    }
    finished result;
    if (ended == 0) return result;
    pid_ = -1;
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    return result;
}

finished run(const std::vector<std::string>& arguments, std::string_view input, const surroundings& in) {
    program running(arguments, in);
    running.write(input);
    return running.wait();
}

finished run_with_open_input(const std::vector<std::string>& arguments) {
    return program(arguments).wait(true);
}

temporary_folder::temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "assent-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), "mkdtemp");
    path_ = name;
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

file_without_room::file_without_room()
    : descriptor_(::memfd_create("full", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
    if (descriptor_ < 0 || ::fcntl(descriptor_, F_ADD_SEALS, F_SEAL_GROW) != 0)
        throw std::system_error(errno, std::generic_category(), "memfd_create");
}

file_without_room::~file_without_room() { ::close(descriptor_); }

std::string file_without_room::path() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor_);
}

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, std::string_view text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace assent::test
