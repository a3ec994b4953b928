#pragma once

#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/ports/clock.hpp>

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace assent {

/// An agent that has not answered every message of the user, and says nothing for this long after a result,
/// has answered several of them at once. The next turn of Claude Code begins with a line within this time,
/// also where hooks look at the message first.
inline constexpr duration quiet_after_result = std::chrono::seconds(10);
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
    void agent_said(const foreign_message& frame, time_point now);
    /// It has written something that is no foreign message: a question, or the end of one.
    void agent_asked(time_point now) noexcept;

    [[nodiscard]] bool running(time_point now) const noexcept;
    /// When `running` becomes false, if the agent stays silent; only after the end of the driver.
    [[nodiscard]] std::optional<time_point> deadline() const noexcept;

private:
    std::size_t unanswered_ = 0;  // messages of the user
    std::optional<time_point> quiet_since_;
    std::optional<time_point> ended_;
    bool agent_speaks_ = false;
};

/// Uses of tools that are known at once, at most; over it the oldest is forgotten. More are never under way.
inline constexpr std::size_t max_guarded_uses = 65536;

/// The uses of tools about which an agent has called the guard hook.
///
/// Thread-safety: none.
class guarded_uses {
public:
    /// \param use  its id. One that is empty, or longer than `max_request_id_bytes`, is not kept
    void called(std::string_view use);
    [[nodiscard]] bool known(const std::string& use) const { return known_.contains(use); }

private:
    std::unordered_set<std::string> known_;
    std::deque<const std::string*> in_order_;  // of `known_`
};

}  // namespace assent
