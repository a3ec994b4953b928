#pragma once

#include "unique_descriptor.hpp"

#include <assent/adapters/asio/child_process.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace assent::detail {

// The system calls behind `child_process`: no Asio, no state.

/// A child that has just been started, and our ends of its pipes.
struct spawned_child {
    pid_t pid = 0;
    unique_descriptor pidfd;   ///< readable when the child has ended
    unique_descriptor input;   ///< the child reads what is written here
    unique_descriptor output;  ///< what the child writes
};

/// Starts `program`, see `child_process`.
[[nodiscard]] spawned_child spawn(const std::string& program, const std::vector<std::string>& arguments,
                                  bool killed_with_us);

/// False when the process has ended (also when it is not reaped yet), or for a bad number.
bool send_signal(int pidfd, int number) noexcept;

/// Collects the status of a child that has ended; empty while it runs.
[[nodiscard]] std::optional<exit_status> reap(int pidfd) noexcept;

/// SIGTERM, after `grace` SIGKILL, and `reap` at most `reap_limit` later. Blocks for so long.
/// \return empty when the child hangs in the kernel even then
std::optional<exit_status> terminate_and_reap(int pidfd, std::chrono::milliseconds grace,
                                              std::chrono::milliseconds reap_limit) noexcept;

}  // namespace assent::detail
