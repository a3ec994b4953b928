#include "connections.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>

namespace assent::cli {

connections::connections(settings& with, session_maker make) : with_(with), make_(std::move(make)) {}

void connections::take(accepted_connection connection) {
    with_.log_of_peers({log_level::info, "connected: " + connection.peer.text});
    const auto session = make_(connection, next_number());
    async_session driver(connection.executor, session, with_.time);
    std::list<async_session>::iterator at;
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return;  // nobody would end it any more
        at = running_.insert(running_.end(), driver);
    }
    // Until the connection is closed, which it is only after it was begun.
    session->count_unread(std::make_unique<unread_budget::share>(
        unread_, [this, driver, peer = connection.peer.text] { end_unread(driver, peer); }));
    driver.async_run(
        [this, at, session, peer = std::move(connection.peer.text)](boost::system::error_code error) {
            if (const auto reason = session->end_reason(); !reason.empty())
                with_.log_of_peers({log_level::warn, fmt::format("{}: {}", peer, reason)});
            with_.log_of_peers({log_level::info, fmt::format("disconnected: {}{}{}", peer, error ? ": " : "",
                                                             error ? error.message() : "")});
            const std::lock_guard lock(mutex_);
            running_.erase(at);
        });
}

void connections::end_unread(async_session driver, const std::string& peer) {
    with_.log_of_peers(
        {log_level::warn,
         fmt::format("{}: ended, since all connections together have sent more than {} of lines that "
                     "have not ended (max_unread_bytes_total), and this one the most",
                     peer, size_text(unread_->max_bytes()))});
    driver.close();
}

void connections::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (auto& each : running_) each.close();
}

std::size_t connections::count() const {
    const std::lock_guard lock(mutex_);
    return running_.size();
}

std::size_t connections::next_number() {
    const std::lock_guard lock(mutex_);
    return ++taken_;
}

}  // namespace assent::cli
