#include "child_start.hpp"

#include "child_files.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>
#include <csignal>
#include <system_error>

namespace assent::cli {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> made;
    for (auto& each : texts) made.push_back(each.data());
    made.push_back(nullptr);
    return made;
}

}  // namespace

pid_t start_child(child_start wanted) {
    const auto words = pointers(wanted.words);
    const auto variables = pointers(wanted.environment);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, ignored;  // by us
    ::sigemptyset(&none);
    ::sigemptyset(&ignored);
    for (const int each : {SIGPIPE, SIGXFSZ}) ::sigaddset(&ignored, each);
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&how);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        const int from = wanted.streams[static_cast<std::size_t>(stream)];
        if (from < 0)
            ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null",
                                               stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
        else
            ::posix_spawn_file_actions_adddup2(&files, from, stream);
    }
    if (wanted.folder != nullptr) ::posix_spawn_file_actions_addchdir_np(&files, wanted.folder);
    ::posix_spawnattr_setpgroup(&how, 0);
    ::posix_spawnattr_setsigmask(&how, &none);
    ::posix_spawnattr_setsigdefault(&how, &ignored);
    const int flags =
        POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (wanted.own_group ? POSIX_SPAWN_SETPGROUP : 0);
    ::posix_spawnattr_setflags(&how, static_cast<short>(flags));
    pid_t child = 0;
    int error = close_all_but_standard(files);
    if (error == 0)
        error = ::posix_spawnp(&child, words.front(), &files, &how, words.data(),
                               wanted.environment.empty() ? environ : variables.data());
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&how);
    if (error != 0) throw std::system_error(error, std::generic_category(), wanted.words.front());
    return child;
}

}  // namespace assent::cli
