#pragma once

#include <assent/app/session/session.hpp>
#include <assent/ports/clock.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace assent {

/// Drives a session on an executor: brings answers from other threads home, and wakes up for
/// deadlines.
///
/// Executor: a strand, or the executor of a context that one thread runs; the same one the
/// session's transport was made with. Everything of the session runs there.
/// Lifetime: a running session keeps itself alive; this object is only a handle on it.
/// Thread-safety: `close` may be called from any thread; `async_run` once, from anywhere.
class async_session {
public:
    async_session(boost::asio::any_io_executor executor, std::shared_ptr<session> driven,
                  std::shared_ptr<const clock> time);

    /// Runs the session to its end. Completes with the transport's error; clear when the peer
    /// ended it or `close` was called.
    /// \param token  completion token for `void(boost::system::error_code)`
    template <class CompletionToken>
    auto async_run(CompletionToken&& token) {
        return boost::asio::async_initiate<CompletionToken, void(boost::system::error_code)>(
            [this](auto handler) {
                // std::function copies; handlers may be move-only.
                auto shared = std::make_shared<decltype(handler)>(std::move(handler));
                run([shared](boost::system::error_code error) { std::move (*shared)(error); });
            },
            token);
    }

    /// Denies what is open and ends the session.
    void close();

private:
    class driver;
    void run(std::function<void(boost::system::error_code)> done);

    std::shared_ptr<driver> driver_;
};

}  // namespace assent
