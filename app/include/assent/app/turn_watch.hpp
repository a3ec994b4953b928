#pragma once

#include <assent/adapters/control/control_message.hpp>
#include <assent/ports/clock.hpp>

#include <cstddef>
#include <optional>

namespace assent {

/// An agent that has not answered every message of the user, and says nothing for this long after a result,
/// has answered several of them at once.
inline constexpr duration quiet_after_result = std::chrono::seconds(2);
/// An agent that has said nothing of the protocol for this long after the end of its driver's output does not
/// speak it.
inline constexpr duration first_word_limit = std::chrono::seconds(30);

/// Follows a conversation, to tell whether the agent is at work: whether it may still ask something. Its
/// input must stay open for so long, because an answer is written there.
///
/// A `user` message begins a turn, and a `result` of the agent ends one; but one result may stand for several
/// messages that came close together.
///
/// Thread-safety: none.
class turn_watch {
public:
    void driver_said(const foreign_message& frame);
    void driver_ended(time_point now);
    /// Something that the agent has written: a question, too, which is no foreign message.
    void agent_said(const foreign_message& frame, time_point now);
    void agent_asked() noexcept;

    [[nodiscard]] bool running(time_point now) const noexcept;
    /// When `running` becomes false, if the agent stays silent; only after the end of the driver.
    [[nodiscard]] std::optional<time_point> deadline() const noexcept;

private:
    std::size_t unanswered_ = 0;  // messages of the user
    std::optional<time_point> quiet_since_;
    std::optional<time_point> ended_;
    bool agent_speaks_ = false;
};

}  // namespace assent
