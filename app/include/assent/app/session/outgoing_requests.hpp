#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/domain/text/time.hpp>
#include <assent/ports/clock.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace assent {

/// The end of a request of ours.
struct request_outcome {
    enum class kind : unsigned char {
        success,
        error,       ///< the peer refused it: `error`, `error_code`
        unreadable,  ///< there is an answer, but it may not be read: `error` says why
        timed_out,   ///< no answer in time; one that still comes is ignored
        withdrawn,   ///< by us
        closed,      ///< the peer is gone
        limit,       ///< it was never sent: too many wait for their answers
        invalid,     ///< it was never sent: its payload is no JSON object, or its id is taken
    };
    kind what = kind::closed;
    std::string payload{};     ///< raw JSON; empty where the peer sent none
    std::string error{};       ///< the peer's text, or what is wrong with its answer
    std::string error_code{};  ///< empty where the peer sent none
    dialect shape = dialect::nested;

    [[nodiscard]] bool succeeded() const noexcept { return what == kind::success; }
};

/// Hears of the end of a request, exactly once, on the session's thread.
using on_outcome = std::function<void(const request_outcome&)>;

/// Requests of ours that wait for an answer at once, at most. The agents seen have a handful.
inline constexpr std::size_t max_outgoing_requests = 1024;
/// The time that an answer is waited for by default. As in the official Python SDK.
inline constexpr duration default_request_timeout = std::chrono::seconds(60);

/// The requests that one side sends, and who waits for their answers.
///
/// The first answer counts: agents are known that answer twice. An answer that nobody waits for is
/// ignored.
///
/// Thread-safety: the session's thread.
class outgoing_requests {
public:
    /// \param channel  where requests are written; must outlive this
    /// \param time     for timeouts; null: nothing times out
    explicit outgoing_requests(control_channel& channel, std::shared_ptr<const clock> time = {});

    /// Sends a request.
    /// \param payload  a raw JSON object with the members that follow the subtype, such as `{"model":"x"}`;
    /// may
    ///                 be empty
    /// \param timeout  zero: waits for ever
    /// \return its id; empty when it was refused, and `done` has heard of that
    std::string send(std::string_view subtype, std::string_view payload, duration timeout, on_outcome done);
    /// The same for a request that the caller writes. \param write  gets the id \param id  the one to send it
    /// under; empty: a new one
    std::string send(const std::function<void(std::string_view id)>& write, duration timeout, on_outcome done,
                     std::string id = {});

    /// An answer has come. \return false when nobody waits for it
    bool on(const response_message& response);
    /// An answer has come that may not be read. \param why  what is wrong with it
    /// \return false when nobody waits for it
    bool refuse(std::string_view id, std::string_view why);
    /// Takes a request back, and tells the peer. \return false when it is over already
    bool withdraw(std::string_view id);
    /// The peer is gone: all requests end as `closed`, and so does each that is sent from now on.
    void end();

    [[nodiscard]] std::optional<time_point> next_deadline() const;
    /// Ends the requests whose time is over.
    void tick();

    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }

private:
    struct request {
        on_outcome done;
        std::optional<time_point> deadline;
    };
    using table = std::unordered_map<std::string, request>;
    void finish(table::iterator at, const request_outcome& outcome);

    control_channel& channel_;
    std::shared_ptr<const clock> time_;
    table waiting_;
    std::set<std::pair<time_point, std::string>> deadlines_;
    std::uint64_t last_id_ = 0;
    bool over_ = false;
};

}  // namespace assent
