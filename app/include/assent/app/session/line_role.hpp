#pragma once

#include <assent/domain/text/time.hpp>

#include <functional>
#include <optional>
#include <string>

namespace assent {

/// One side of a protocol that is spoken in lines: acts on the messages of its channel, and writes there what
/// it has to say. A `line_session` brings the bytes. Another protocol is a channel, such a role, and a
/// session that names the two.
///
/// Thread-safety: it belongs to its session's thread, except where a member says otherwise.
class line_role {
public:
    virtual ~line_role() = default;

    struct heard {
        bool message = false;       ///< there was one
        std::string end_because{};  ///< set: the connection has to be closed
    };
    /// Acts on the next message in the channel.
    virtual heard next() = 0;
    /// Writes what has come from elsewhere since.
    virtual void deliver() = 0;
    /// Has what was decided put on record. Called before anything that was written leaves.
    virtual void record() = 0;
    /// The peer will not say anything any more: what is open is over.
    virtual void end() = 0;
    /// This side has something to say also when the peer's output has ended.
    [[nodiscard]] virtual bool outlasts_peer() const { return false; }
    /// Called, on any thread, when `deliver` has something to do. Set it before the first message;
    /// an empty function detaches: nothing is called after this returns.
    virtual void on_wake(std::function<void()> wake) = 0;

    /// When `tick` has something to do.
    [[nodiscard]] virtual std::optional<time_point> next_deadline() const = 0;
    virtual void tick() = 0;

    /// Something of the peer's still waits for its answer.
    [[nodiscard]] virtual bool busy() const = 0;
};

}  // namespace assent
