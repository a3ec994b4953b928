#include "../process/running_file.hpp"

namespace assent::cli {

void know_own_name(const char*) noexcept {}

std::filesystem::path running_file() { return "/proc/self/exe"; }

}  // namespace assent::cli
