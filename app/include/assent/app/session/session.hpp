#pragma once

#include <assent/domain/text/time.hpp>

#include <boost/system/error_code.hpp>

#include <functional>
#include <optional>
#include <string_view>

namespace assent {

/// Something that runs on one thread at a time, is woken from others, and has deadlines: what an
/// event loop has to know of a session. `async_session` drives it on an executor, the test harness
/// by hand.
class session {
public:
    /// Hears once that the session is over: the transport's error, and the reason when the session
    /// itself ended it (empty otherwise).
    using finished = std::function<void(boost::system::error_code, std::string_view reason)>;

    virtual ~session() = default;

    /// Begins. \param wake  called, on any thread and possibly inside other calls, when
    ///                      `mail_arrived` or the deadline wants attention; may be empty
    virtual void start(std::function<void()> wake, finished on_finished) = 0;
    /// On the session's thread: answers have come from elsewhere.
    virtual void mail_arrived() = 0;
    /// On the session's thread: the deadline has come.
    virtual void tick() = 0;
    [[nodiscard]] virtual std::optional<time_point> next_deadline() const = 0;
    /// On the session's thread: denies what is open and ends, without waiting for what is unsent.
    virtual void close() = 0;
    /// Lets go of everything: what is open is denied, the connection is destroyed, and neither `wake` nor
    /// `on_finished` is called any more. For an event loop that is gone.
    virtual void detach() = 0;
};

}  // namespace assent
