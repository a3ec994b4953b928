#include "../process/peer_program.hpp"

#include <fmt/format.h>

#include <sys/socket.h>

namespace assent::cli {

peer_program::peer_program(int socket) noexcept : socket_(socket) {}

ssize_t peer_program::read(char* into, std::size_t size) noexcept { return ::recv(socket_, into, size, 0); }

// POSIX tells of no process that writes; that the socket is this user's alone is looked at elsewhere.
std::string peer_program::why_another(std::string_view) const { return {}; }

described_process describe_process(pid_t process) { return {fmt::format("process {}", process), {}}; }

}  // namespace assent::cli
