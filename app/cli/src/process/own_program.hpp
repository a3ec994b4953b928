#pragma once

#include "running_file.hpp"

#include <filesystem>

namespace assent::cli {

/// Where this program lies, for whoever is to run it later: a hook, a daemon. After an upgrade it is what has
/// taken the place of the file that runs now.
/// \param running  what the system says of the file that runs: a link to it, or its path
/// \throws std::runtime_error when no file is there any more
[[nodiscard]] std::filesystem::path own_program(const std::filesystem::path& running = running_file());

}  // namespace assent::cli
