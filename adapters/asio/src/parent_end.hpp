#pragma once

#include "unique_descriptor.hpp"

#include <string>

#include <sys/types.h>

namespace assent::detail {

/// Kills a child when this process ends, however it ends: src/linux, src/portable. Made before the fork.
class parent_end {
public:
    /// \param wanted  false: nothing happens to the child
    /// \throws std::system_error, with `what` in front
    parent_end(bool wanted, const std::string& what);
    ~parent_end() { untie(); }
    parent_end(const parent_end&) = delete;
    parent_end& operator=(const parent_end&) = delete;

    /// The child's part, before it becomes the program. Safe in a copy of a process with threads.
    /// \return an error number; 0: it is done
    [[nodiscard]] int tie() const noexcept;
    /// Our part, before the child is reaped: its number may be another process's from then on.
    void untie() noexcept;

private:
    pid_t parent_ = 0;  // 0: not wanted
    pipe_ends lifeline_;
};

}  // namespace assent::detail
