#include "../process/own_standard_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent::cli {

void part_standard_error() noexcept {
    struct stat error {};
    if (::fstat(STDERR_FILENO, &error) != 0 || !(S_ISFIFO(error.st_mode) || S_ISCHR(error.st_mode))) return;
    const int own = ::open("/proc/self/fd/2", O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (own < 0) return;
    ::dup2(own, STDERR_FILENO);
    ::close(own);
}

}  // namespace assent::cli
