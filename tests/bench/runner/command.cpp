#include "command.hpp"

#include "driver/answerer_process.hpp"

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assent::bench {

namespace {

[[noreturn]] void become(const command& what, std::vector<char*>& arguments, int output) {
    constexpr int cannot_run = 127;
    try {
        if (what.core) pin_to_core(*what.core);
    } catch (const std::exception&) {
        ::_exit(cannot_run);
    }
    for (const auto& [name, value] : what.environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::dup2(output, STDOUT_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(cannot_run);
}

}  // namespace

command_result run(const command& what) {
    int out[2];
    if (::pipe2(out, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
    auto words = what.words;
    std::vector<char*> arguments;
    for (auto& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child == 0) become(what, arguments, out[1]);
    ::close(out[1]);

    command_result result{};
    char text[4096];
    for (ssize_t bytes = 0; (bytes = ::read(out[0], text, sizeof text)) != 0;) {
        if (bytes < 0 && errno != EINTR) break;
        if (bytes > 0) result.output.append(text, static_cast<std::size_t>(bytes));
    }
    ::close(out[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    constexpr int signalled = 128;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : signalled + WTERMSIG(status);
    return result;
}

}  // namespace assent::bench
