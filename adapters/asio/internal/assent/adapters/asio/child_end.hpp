#pragma once

#include <assent/adapters/asio/child_process.hpp>

#include <optional>

#include <sys/types.h>

namespace assent::detail {

// How the end of a child is seen, without a handler for SIGCHLD, which belongs to the program: src/linux,
// src/portable. Nobody else's children are touched.

/// A child of this process, and a descriptor that can be read when it has ended.
struct watched_child {
    pid_t pid = 0;
    int end = -1;
};

/// The descriptor; it does not reap the child. -1 where there is none, and errno says why.
[[nodiscard]] int watch_end(pid_t child) noexcept;

/// False when the child has ended (also when it is not reaped yet), or for a bad number.
bool send_signal(const watched_child& child, int number) noexcept;

/// Collects the status of a child that has ended; empty while it runs.
[[nodiscard]] std::optional<exit_status> reap(const watched_child& child) noexcept;

}  // namespace assent::detail
