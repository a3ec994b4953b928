#include "../process/child_files.hpp"

#include <unistd.h>

namespace assent::cli {

int close_all_but_standard(posix_spawn_file_actions_t& files) noexcept {
    return ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
}

}  // namespace assent::cli
