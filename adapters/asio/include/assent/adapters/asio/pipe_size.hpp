#pragma once

namespace assent {

// How much the pipes that we speak through may hold, in bytes; the portable build leaves them as they are.
// One of Linux holds 64 KiB when it is made. A pipe is only ever enlarged; one that the system does not let
// grow stays as it is: /proc/sys/fs/pipe-max-size bounds each pipe, pipe-user-pages-soft all that a user has
// without privileges (64 MiB by default; beyond that, new pipes of the same user hold 8 KiB only). The size
// stays when we are gone.

/// Pipes are left as they are.
inline constexpr int kept_pipe_bytes = 0;
/// A line of 1 MiB comes in 4 turns of writer and reader and not in 16, and with two processors both of them
/// work at once. With pipes of 1 MiB such lines took a sixth less time on two processors, but a tenth more
/// where both share one: what they hold is no longer in its cache when it is read.
inline constexpr int large_pipe_bytes = 256 * 1024;

}  // namespace assent
