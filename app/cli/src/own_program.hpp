#pragma once

#include <filesystem>

namespace assent::cli {

/// Where this program lies, for whoever is to run it later: a hook, a daemon. After an upgrade it is what has
/// taken the place of the file that runs now.
/// \param link  what the system says of the file that runs
/// \throws std::runtime_error when no file is there any more
[[nodiscard]] std::filesystem::path own_program(const std::filesystem::path& link = "/proc/self/exe");

}  // namespace assent::cli
