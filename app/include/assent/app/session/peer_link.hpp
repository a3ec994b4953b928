#pragma once

#include <assent/domain/decide/permission_request.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace assent {

/// Work that other threads leave for the thread of a session.
///
/// Thread-safety: `post` and `on_wake` from any thread; `run` on the session's.
class mailbox {
public:
    /// Leaves work, and wakes the session. The wake function runs on the calling thread.
    void post(std::function<void()> work);
    /// Does what was left, in order, and what that leaves in turn. \return whether there was anything
    bool run();
    /// Called when there is something to `run`. Empty: nobody; nothing is called after this returns.
    void on_wake(std::function<void()> wake);

private:
    std::mutex mutex_;
    std::vector<std::function<void()>> waiting_;
    std::function<void()> wake_;
};

/// The way from a gate to the peer that answers its questions: give `callback()` to the gate, and
/// the link to the `permission_requester` that speaks with the peer. As long as nobody is connected,
/// every question is denied.
///
/// Thread-safety: all members from any thread.
class peer_link : public std::enable_shared_from_this<peer_link> {
public:
    /// Takes a question to the peer. Must not block.
    using forward = std::function<void(permission_request)>;

    /// The callback of a gate. It keeps the link alive.
    [[nodiscard]] can_use_tool callback();

    /// From now on questions go to `to`; empty: to nobody. Nothing runs in the one before when this returns.
    void connect(forward to);

private:
    std::mutex mutex_;
    forward to_;
};

}  // namespace assent
