#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

namespace assent {

/// Most bytes that all connections of a process may hold of lines whose end has not come.
inline constexpr std::size_t default_max_unread_bytes_total = std::size_t{64} * 1024 * 1024;

/// One bound for the unread bytes of many connections. Over it, the one that has the most is ended, and the
/// newest of several: who sends whole lines has none, and is left alone.
///
/// Thread-safety: all members, from any thread.
class unread_budget {
    struct entry {
        std::size_t bytes = 0;
        std::function<void()> end{};  // empty: it was called
    };

public:
    explicit unread_budget(std::size_t max_bytes = default_max_unread_bytes_total) : max_bytes_(max_bytes) {}

    /// The part of one connection, until it is gone.
    class share {
    public:
        /// \param end  ends the connection; it may be called on any thread, once, and must not wait
        share(std::shared_ptr<unread_budget> of, std::function<void()> end);
        ~share();
        share(const share&) = delete;
        share& operator=(const share&) = delete;

        /// So many bytes are unread now.
        void set(std::size_t bytes);

    private:
        std::shared_ptr<unread_budget> of_;
        std::list<entry>::iterator at_;
        std::size_t bytes_ = 0;  // as it was last set: most calls change nothing
    };

    [[nodiscard]] std::size_t max_bytes() const noexcept { return max_bytes_; }
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] std::function<void()> set(entry& of, std::size_t bytes);

    const std::size_t max_bytes_;
    mutable std::mutex mutex_;
    std::list<entry> entries_;  // in the order in which they came
    std::size_t bytes_ = 0;
};

}  // namespace assent
