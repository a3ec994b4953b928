#pragma once

#include "../options/options.hpp"

#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/app/async/async_session.hpp>
#include <assent/app/session/line_session.hpp>
#include <assent/app/session/unread_budget.hpp>

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace assent::cli {

/// Keeps what runs for each connection until it is over.
///
/// Thread-safety: all members, from any thread; `take` on the connection's own.
class connections {
public:
    /// Makes the session of a connection, on its thread. \param number  how many there were before, and one
    using session_maker =
        std::function<std::shared_ptr<line_session>(accepted_connection& connection, std::size_t number)>;

    connections(settings& with, session_maker make);

    void take(accepted_connection connection);
    /// Ends all, and takes no more.
    void close();
    [[nodiscard]] std::size_t count() const;

private:
    std::size_t next_number();

    /// Ends a connection for what it has not finished to say.
    void end_unread(async_session driver, const std::string& peer);

    settings& with_;
    session_maker make_;
    std::shared_ptr<unread_budget> unread_ = std::make_shared<unread_budget>();
    mutable std::mutex mutex_;
    std::size_t taken_ = 0;  // connections so far: people tell them apart by it
    std::list<async_session> running_;
    bool closed_ = false;
};

}  // namespace assent::cli
