#include "../process/child_files.hpp"

#include <assent/adapters/asio/descriptors_end.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace assent::cli {

// What another thread opens from here on it opens for this process alone.
int close_all_but_standard(posix_spawn_file_actions_t& files) noexcept {
    for (int each = STDERR_FILENO + 1; each < detail::descriptors_end(); ++each) {
        if (::fcntl(each, F_GETFD) < 0) continue;
        if (const int error = ::posix_spawn_file_actions_addclose(&files, each); error != 0) return error;
    }
    return 0;
}

}  // namespace assent::cli
