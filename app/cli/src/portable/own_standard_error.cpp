#include "../process/own_standard_error.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <array>

namespace assent::cli {
namespace {

// Longest name of a terminal, in bytes; another is left alone.
constexpr std::size_t max_terminal_name_bytes = 256;

}  // namespace

void part_standard_error() noexcept {
    std::array<char, max_terminal_name_bytes> name{};
    if (::ttyname_r(STDERR_FILENO, name.data(), name.size()) != 0) return;
    const int own = ::open(name.data(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (own < 0) return;
    ::dup2(own, STDERR_FILENO);
    ::close(own);
}

}  // namespace assent::cli
