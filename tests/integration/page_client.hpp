#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/json/object.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace assent::test {

/// A person in front of the page of approvals.
class page_client {
public:
    /// \param link  that a program has printed, as `http://127.0.0.1:PORT/?token=...`; it works once
    explicit page_client(const std::string& link);

    /// The next message of this kind.
    [[nodiscard]] boost::json::object hear(std::string_view type);
    /// The next question whose operation begins so.
    [[nodiscard]] boost::json::object question(std::string_view operation = {});
    /// What is said to its answer. \param what  such as `once` and `deny`
    boost::json::object answer(const boost::json::object& question, std::string_view what);
    /// How the page is told that this question has ended.
    [[nodiscard]] std::string end_of(const boost::json::object& question);
    /// Sends a wish of the page. \return what is said to it
    boost::json::object wish(boost::json::object message);

private:
    boost::json::object ended_;  // the last question of which it was told
    boost::asio::io_context context_;
    boost::beast::websocket::stream<boost::asio::ip::tcp::socket> stream_{context_};
};

}  // namespace assent::test
