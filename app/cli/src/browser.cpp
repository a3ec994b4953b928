#include "browser.hpp"

#include "page_links.hpp"

#include <fmt/format.h>

#include <array>
#include <exception>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::cli {
namespace {

// Empty where it cannot be written.
std::string forwarding_file(const std::string& link, std::int64_t process) {
    const std::string path = fmt::format("{}/{}.html", page_folder(), process);
    ::unlink(path.c_str());
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return {};
    const std::string text = fmt::format(
        "<!doctype html><meta charset=\"utf-8\"><title>Assent</title>"
        "<meta http-equiv=\"refresh\" content=\"0;url={0}\"><a href=\"{0}\">Approvals</a>\n",
        link);
    const bool written = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
    return written ? path : std::string();
}

}  // namespace

bool open_in_browser(const std::string& link, std::int64_t process) {
    std::string path;
    try {
        path = forwarding_file(link, process);
    } catch (const std::exception&) {
        return false;  // the folder is not ours
    }
    if (path.empty()) return false;

    // Standard input and output carry the protocol: the browser gets neither. The shell in between is gone at
    // once, so that nobody has to wait for the browser.
    posix_spawn_file_actions_t files;
    if (::posix_spawn_file_actions_init(&files) != 0) return false;
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    std::string shell = "sh", flag = "-c", script = "command -v xdg-open && { setsid xdg-open \"$1\" & }",
                name = "sh", argument = path;
    std::array<char*, 6> words{shell.data(), flag.data(),     script.data(),
                               name.data(),  argument.data(), nullptr};
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, "sh", &files, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&files);
    int status = 0;
    return error == 0 && ::waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

}  // namespace assent::cli
