#pragma once

#include "times.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace assent::bench {

/// Pins the calling process to one core. \throws std::system_error
void pin_to_core(int core);

/// Lets the descriptor give up what it cannot do at once.
void make_nonblocking(int descriptor);

/// A process that is looked at from outside.
class watched_process {
public:
    explicit watched_process(pid_t pid) noexcept;
    /// What it has used of processors so far, all threads.
    [[nodiscard]] nanoseconds cpu() const noexcept { return has_clock_ ? read_clock(clock_) : 0; }
    /// A line of its status, in KiB: `VmRSS:` (now), `VmHWM:` (the most so far). -1 where there is none.
    [[nodiscard]] long memory_kib(std::string_view which) const;
    [[nodiscard]] pid_t pid() const noexcept { return pid_; }

private:
    pid_t pid_;
    clockid_t clock_{};
    bool has_clock_;
};

/// An answerer on pipes.
class answerer_process {
public:
    /// \param core where it is to run; nothing: where its parent may
    /// \throws std::system_error
    answerer_process(std::vector<std::string> command, std::optional<int> core);
    ~answerer_process();
    answerer_process(const answerer_process&) = delete;
    answerer_process& operator=(const answerer_process&) = delete;

    [[nodiscard]] int in() const noexcept { return in_; }
    [[nodiscard]] int out() const noexcept { return out_; }
    [[nodiscard]] pid_t pid() const noexcept { return pid_; }
    /// Whether it has ended by itself.
    [[nodiscard]] bool has_left() const noexcept;
    /// Ends its input and waits for it to leave. \return whether it did so, with status 0, within the time
    bool finish(nanoseconds within);

private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
};

}  // namespace assent::bench
