#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace assent::cli {

/// Whoever writes to a Unix socket that is connected, as the kernel says it. Who listens on it may have been
/// another: a service manager, and whoever was there first.
class peer_program {
public:
    /// Before anything is written to the socket.
    explicit peer_program(int socket) noexcept;

    /// Reads what has come. \return as `recv`
    ssize_t read(char* into, std::size_t size) noexcept;

    /// Why what was read is not from a process of this program that was started with this command; empty: it
    /// is, or the system does not tell.
    [[nodiscard]] std::string why_another(std::string_view command) const;

private:
    int socket_;
    [[maybe_unused]] pid_t process_ = 0;     // 0: it is not known
    [[maybe_unused]] bool several_ = false;  // not all was written by one
};

/// A process, for people.
struct described_process {
    std::string words;   ///< its number, and where the system tells its name behind those that started it
    std::string folder;  ///< in which it works; empty: not known
};
/// Most names of processes that started it. They call themselves so.
inline constexpr std::size_t max_named_processes = 8;
[[nodiscard]] described_process describe_process(pid_t process);

}  // namespace assent::cli
