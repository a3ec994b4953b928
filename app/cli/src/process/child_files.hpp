#pragma once

#include <spawn.h>

extern "C" char** environ;  // no header of macOS has it

namespace assent::cli {

/// Leaves nothing of ours open in the program that is spawned with this but its standard streams: src/linux,
/// src/portable. \return an error number; 0: it is done
[[nodiscard]] int close_all_but_standard(posix_spawn_file_actions_t& files) noexcept;

}  // namespace assent::cli
