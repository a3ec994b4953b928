#include "../process/running_file.hpp"

#include <sys/auxv.h>

namespace assent::cli {

void know_own_name(const char*) noexcept {}

std::filesystem::path running_file() { return "/proc/self/exe"; }

// Where the kernel has put the loader.
bool loads_libraries() noexcept { return ::getauxval(AT_BASE) != 0; }

}  // namespace assent::cli
