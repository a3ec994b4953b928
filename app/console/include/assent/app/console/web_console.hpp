#pragma once

#include <assent/app/console/console.hpp>
#include <assent/app/gate/log.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace assent {

namespace detail {
class web_server;
}

struct web_console_options {
    /// 0: a free one that the system chooses.
    std::uint16_t port = 0;
    /// The name that the page has for the program: `assent bridge`.
    std::string program = "assent";
    /// What the page calls the policy by which it decides: a name, or the path of a file; empty: nothing.
    std::string policy{};
    /// Pages at once, and as many connections that are no page's yet: of those the oldest makes room for one
    /// more.
    std::size_t max_connections = 64;
    /// Longest head of a request, in bytes, to within an eighth. Requests have no body.
    std::size_t max_header_bytes = std::size_t{8} * 1024;
    /// Longest message of a page, in bytes: room for an edited input of `console_limits::max_input_bytes`.
    std::size_t max_message_bytes = std::size_t{4} * 1024 * 1024;
    /// A connection that has not sent a whole request by then, or does not take its answer, is closed.
    std::chrono::milliseconds request_timeout = std::chrono::seconds(10);
    /// A page that is not heard of for so long is closed; it is pinged before.
    std::chrono::milliseconds idle_timeout = std::chrono::seconds(60);
    log_callback log{};
};

/// A page on 127.0.0.1 where people answer the questions of a console.
///
/// Who has an unused link (`new_link`) gets in: the token in it is exchanged, once, for a cookie that other
/// sites and scripts cannot use, and a key that servers on other ports do not get. Everything else that comes
/// without that cookie is refused (401), and so is what names another host or comes from another site (403),
/// so that a page of the internet that resolves its name to 127.0.0.1 reaches nothing.
///
/// Executor: any; the server makes a strand of its own on it. Lifetime: runs until `close()` or destruction.
/// Thread-safety: all members from any thread.
class web_console {
public:
    /// Listens from now on.
    /// \throws std::system_error when it cannot; the text says which address
    web_console(const boost::asio::any_io_executor& executor, std::shared_ptr<console> desk,
                web_console_options options = {});
    ~web_console();
    web_console(const web_console&) = delete;
    web_console& operator=(const web_console&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept;
    /// A link that works once: `http://127.0.0.1:PORT/?token=...`. Of those that were not used, the last 16
    /// work.
    [[nodiscard]] std::string new_link();
    /// Pages that are open now.
    [[nodiscard]] std::size_t pages() const;
    /// Closes all connections, and listens no more.
    void close();

private:
    std::shared_ptr<detail::web_server> server_;
};

}  // namespace assent
