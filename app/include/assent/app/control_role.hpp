#pragma once

#include <assent/adapters/control/control_message.hpp>
#include <assent/app/outgoing_requests.hpp>
#include <assent/domain/text/time.hpp>

#include <functional>
#include <optional>

namespace assent {

/// One side of the protocol: acts on messages, and writes what it has to say to a channel. A
/// `control_session` brings the bytes.
///
/// Thread-safety: it belongs to its session's thread, except where a member says otherwise.
class control_role {
public:
    virtual ~control_role() = default;

    /// Acts on one message. `refused_message::fatal` is left to the session.
    virtual void on(const control_message& message) = 0;
    /// Writes what has come from elsewhere since.
    virtual void deliver() = 0;
    /// Has what was decided put on record. Called before anything that was written leaves.
    virtual void commit() = 0;
    /// The peer will not say anything any more: what is open is over.
    virtual void end() = 0;
    /// Called, on any thread, when `deliver` has something to do. Set it before the first message;
    /// an empty function detaches: nothing is called after this returns.
    virtual void on_wake(std::function<void()> wake) = 0;

    /// When `tick` has something to do.
    [[nodiscard]] virtual std::optional<time_point> next_deadline() const = 0;
    virtual void tick() = 0;

    /// The requests that this side sends.
    [[nodiscard]] virtual outgoing_requests& requests() noexcept = 0;

    /// Something of the peer's still waits for its answer.
    [[nodiscard]] virtual bool busy() const = 0;
};

}  // namespace assent
