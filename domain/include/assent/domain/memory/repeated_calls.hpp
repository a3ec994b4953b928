#pragma once

#include <assent/domain/call/tool_call.hpp>

#include <cstddef>
#include <vector>

namespace assent {

/// The number of times in a row that a call may be the very same, in `policy::standard`.
inline constexpr std::size_t default_loop_calls = 20;
/// Most that can be set.
inline constexpr std::size_t max_loop_calls = 100'000;
/// Most sessions whose last call is known at once; of more, the one is forgotten that was quiet for longest.
inline constexpr std::size_t max_watched_sessions = 64;

/// Counts how often in a row each agent has made the very same call: its tool and input, as written.
/// Sub-agents, and sessions of one gate, are apart.
///
/// A call is known by a number that others may share by chance, which can cost a question. Memory is taken
/// where a session begins, and for no call. Thread-safety: none; the gate calls it under its lock.
class repeated_calls {
public:
    /// True if the last `times` calls of its session were all this one.
    [[nodiscard]] bool were_all(const tool_call& call, std::size_t times) const;
    /// Counts a call.
    void count(const tool_call& call);
    /// Begins anew for its session: somebody knows of it.
    void forget(const tool_call& call) noexcept;

private:
    struct session {
        std::size_t id;
        std::size_t last_call;
        std::size_t times;
    };
    std::vector<session> sessions_;  // the last one has made the latest call
};

}  // namespace assent
