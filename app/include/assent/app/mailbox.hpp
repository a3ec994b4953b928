#pragma once

#include <functional>
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

}  // namespace assent
