#pragma once

#include <filesystem>

namespace assent::cli {

/// What `main` was given as its own name: what `running_file` goes by where the system does not tell more.
void know_own_name(const char* name) noexcept;

/// The file that runs, or a link to it; empty: it cannot be found out. src/linux, src/portable.
[[nodiscard]] std::filesystem::path running_file();

/// Whether this program is given the libraries that its environment names: whether it is not a static one.
[[nodiscard]] bool loads_libraries() noexcept;

}  // namespace assent::cli
