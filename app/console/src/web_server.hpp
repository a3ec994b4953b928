#pragma once

#include "web_gatekeeper.hpp"

#include <assent/app/console/web_console.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

namespace assent::detail {

using web_request = boost::beast::http::request<boost::beast::http::empty_body>;

/// Something that runs for one connection until it is closed.
class web_connection {
public:
    web_connection() = default;
    virtual ~web_connection() = default;
    web_connection(const web_connection&) = delete;
    web_connection& operator=(const web_connection&) = delete;
    virtual void close() = 0;
};

/// Accepts connections, and counts what runs for them. Everything runs on one strand; `new_link`, `port` and
/// `pages` from any thread.
class web_server : public std::enable_shared_from_this<web_server> {
public:
    web_server(const boost::asio::any_io_executor& where, std::shared_ptr<console> desk,
               web_console_options options);

    void start();
    void close();
    [[nodiscard]] std::string new_link();
    [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
    [[nodiscard]] std::size_t pages() const noexcept { return pages_; }

    // For its connections, on the strand.
    [[nodiscard]] const web_console_options& options() const noexcept { return options_; }
    [[nodiscard]] web_gatekeeper& gatekeeper() noexcept { return gatekeeper_; }
    [[nodiscard]] const std::shared_ptr<console>& desk() const noexcept { return desk_; }
    [[nodiscard]] const boost::asio::any_io_executor& strand() const noexcept { return strand_; }
    /// Whether one more page may be open. Says so in the log where it may not.
    [[nodiscard]] bool has_place_for_page() const;
    void add_page(const std::shared_ptr<web_connection>& connection) {
        open_pages_.remove_if([](const auto& each) { return each.expired(); });
        open_pages_.push_back(connection);
    }
    void page_opened() noexcept { ++pages_; }
    void page_closed() noexcept { --pages_; }

private:
    void accept();

    boost::asio::any_io_executor strand_;
    boost::asio::ip::tcp::acceptor acceptor_;
    boost::asio::steady_timer pause_;
    std::uint16_t port_;
    std::shared_ptr<console> desk_;
    web_console_options options_;
    web_gatekeeper gatekeeper_;
    // Those who have shown nothing yet, the oldest first, do not keep out those who have.
    std::list<std::weak_ptr<web_connection>> readers_;
    std::list<std::weak_ptr<web_connection>> open_pages_;
    std::atomic<std::size_t> pages_{0};
    bool closed_ = false;
};

/// Reads one request, and answers it or makes a page's connection of it.
[[nodiscard]] std::shared_ptr<web_connection> serve_request(const std::shared_ptr<web_server>& server,
                                                            boost::asio::ip::tcp::socket connection);
/// Speaks with a page that has shown its cookie.
void serve_page(const std::shared_ptr<web_server>& server, boost::asio::ip::tcp::socket connection,
                const web_request& upgrade);

}  // namespace assent::detail
