#include "traced_run.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::reality {
namespace {

using namespace std::string_view_literals;

constexpr std::chrono::seconds most_time{2};
constexpr std::chrono::milliseconds look_again{5};

// Written there is nothing of anybody's.
constexpr std::array harmless_files{"\"/dev/null\""sv,   "\"/dev/tty\""sv,  "\"/dev/stdout\""sv,
                                    "\"/dev/stderr\""sv, "\"/proc/self/"sv, "\"/dev/shm/"sv,
                                    "\"/dev/ptmx\""sv,   "\"/dev/pts/"sv};
// Programs that are made of several: of the system, and none of the project's.
constexpr std::array system_folders{"\"/usr/"sv, "\"/bin/"sv, "\"/sbin/"sv, "\"/lib"sv};
constexpr std::array changing_calls{
    "creat("sv,    "rename("sv, "renameat("sv, "renameat2("sv, "unlink("sv,  "unlinkat("sv,  "mkdir("sv,
    "mkdirat("sv,  "rmdir("sv,  "link("sv,     "linkat("sv,    "symlink("sv, "symlinkat("sv, "mknod("sv,
    "mknodat("sv,  "chmod("sv,  "fchmodat("sv, "chown("sv,     "lchown("sv,  "fchownat("sv,  "truncate("sv,
    "setxattr("sv, "mount("sv,  "umount2("sv,  "kill("sv};

bool names_any(std::string_view text, const auto& parts) {
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}

// `12345 openat(AT_FDCWD, "x", O_RDONLY) = 3`: the call, without what stands before it.
std::string_view call_in(std::string_view line) {
    const auto digits = line.find_first_not_of("0123456789");
    line.remove_prefix(std::min(digits, line.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    return line;
}

bool failed(std::string_view call) {
    const auto result = call.rfind(" = ");
    return result == call.npos || call.substr(result + 3).starts_with('-') ||
           call.substr(result + 3).starts_with('?');
}

bool opens_for_writing(std::string_view call) {
    const bool opens =
        call.starts_with("open(") || call.starts_with("openat(") || call.starts_with("openat2(");
    return opens &&
           names_any(call, std::array{"O_WRONLY"sv, "O_RDWR"sv, "O_CREAT"sv, "O_TRUNC"sv, "O_TMPFILE"sv});
}

// In its own home a program keeps logs and caches; the project is below it. git keeps in its index what it
// has seen of the files, in each repository.
bool of_itself(std::string_view call, const scratch_project& project) {
    const auto names = [&](const std::string& path) { return call.find("\"" + path) != call.npos; };
    return names(project.home().string() + "/.") ||
           (call.find("/index") != call.npos && call.find(project.folder().string()) != call.npos) ||
           call.find("O_TMPFILE") != call.npos;
}

// Every path in it is below the project, and none is git's.
bool stays_inside(std::string_view call, const scratch_project& project) {
    const auto folder = project.folder().string() + "/";
    bool names = false;
    for (auto quote = call.find('"'); quote != call.npos; quote = call.find('"', quote + 1)) {
        const auto end = std::min(call.find('"', quote + 1), call.size());
        auto path = call.substr(quote + 1, end - quote - 1);
        quote = end;
        if (path.starts_with(folder)) path.remove_prefix(folder.size());
        if (path.starts_with('/') || path.find("..") != path.npos || path.find(".git") != path.npos)
            return false;
        names = true;
        if (end == call.size()) break;
    }
    return names;
}

bool harmless(std::string_view call, const scratch_project& project, bool edits) {
    if (failed(call)) return true;
    if (call.starts_with("connect("))
        return call.find("AF_INET") == call.npos && call.find("AF_UNIX") == call.npos;
    if (call.starts_with("execve("))
        return std::ranges::any_of(
            system_folders, [&](std::string_view folder) { return call.substr(7).starts_with(folder); });
    const bool changes =
        opens_for_writing(call) ||
        std::ranges::any_of(changing_calls, [&](std::string_view name) { return call.starts_with(name); });
    // `kill(x, 0)` only asks.
    if (call.starts_with("kill(") && call.find(", 0)") != call.npos) return true;
    return !changes || names_any(call, harmless_files) || of_itself(call, project) ||
           (edits && !call.starts_with("kill(") && stays_inside(call, project));
}

[[noreturn]] void become(const command_line& line, const scratch_project& project, const std::string& trace) {
    std::vector<std::string> words{
        ASSENT_STRACE, "-f",         "--seccomp-bpf", "-qq", "-s",
        "200",         "-o",         trace,           "-e",  "trace=%file,%network,execve,kill",
        "-e",          "signal=none"};
    if (::geteuid() == 0) words.insert(words.end(), {"-u", "nobody"});
    words.insert(words.end(), line.begin(), line.end());
    std::vector<char*> arguments;
    for (auto& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const std::string home = "HOME=" + project.home().string();
    std::string path = "PATH=/usr/bin:/bin:/usr/sbin:/sbin";
    std::string home_text = home;
    std::string language = "LANG=C.UTF-8";
    std::string terminal = "TERM=dumb";
    // Temporary files are the program's own, and so is its look for newer versions of itself.
    std::string temporary = "TMPDIR=" + project.home().string() + "/.tmp";
    std::string no_statistics = "JAVA_TOOL_OPTIONS=-XX:-UsePerfData";
    std::string no_updates = "NPM_CONFIG_UPDATE_NOTIFIER=false";
    char* environment[] = {path.data(),      home_text.data(),  language.data(),      terminal.data(),
                           temporary.data(), no_updates.data(), no_statistics.data(), nullptr};
    ::setpgid(0, 0);
    const rlimit file_size{1U << 24U, 1U << 24U};
    ::setrlimit(RLIMIT_FSIZE, &file_size);
    const int nothing = ::open("/dev/null", O_RDWR);
    for (const int descriptor : {0, 1, 2}) ::dup2(nothing, descriptor);
    if (::chdir(project.folder().c_str()) == 0) ::execve(ASSENT_STRACE, arguments.data(), environment);
    ::_exit(127);
}

void wait_for(pid_t child) {
    const auto end = std::chrono::steady_clock::now() + most_time;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > end) {
            ::kill(-child, SIGKILL);
            ::waitpid(child, &status, 0);
            return;
        }
        std::this_thread::sleep_for(look_again);
    }
    ::kill(-child, SIGKILL);
}

}  // namespace

std::vector<std::string> deeds_of(const command_line& line, const scratch_project& project, bool edits) {
    const std::string trace = project.home().string() + "/.trace";
    std::error_code ignored;
    std::filesystem::remove(trace, ignored);
    const pid_t child = ::fork();
    if (child == 0) become(line, project, trace);
    wait_for(child);
    std::vector<std::string> deeds;
    std::ifstream file(trace);
    for (std::string each; std::getline(file, each);)
        if (const auto call = call_in(each); !harmless(call, project, edits)) deeds.emplace_back(call);
    return deeds;
}

bool can_trace(const scratch_project& project) { return !deeds_of({"touch", "written"}, project).empty(); }

}  // namespace assent::reality
