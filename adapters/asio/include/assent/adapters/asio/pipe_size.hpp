#pragma once

namespace assent {

/// How much the pipes that we speak through may hold.
///
/// A pipe of Linux holds 64 KiB, so that a line of 1 MiB takes 16 turns of writer and reader. With two
/// processors a larger one lets both of them work at once.
enum class pipe_size : unsigned char {
    /// Enlarged to `large_pipe_bytes`. One that is as large, or that the system does not let grow, stays as
    /// it is:
    /// /proc/sys/fs/pipe-max-size bounds each pipe, pipe-user-pages-soft all that a user has without
    /// privileges
    /// (64 MiB by default; beyond, new pipes of the same user get 8 KiB only). Pipes are never made smaller.
    large,
    keep,
};

/// What the system lets everybody have by default (/proc/sys/fs/pipe-max-size).
inline constexpr int large_pipe_bytes = 1024 * 1024;

}  // namespace assent
