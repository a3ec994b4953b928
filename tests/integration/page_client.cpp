#include "page_client.hpp"

#include "../hang_limit.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <sys/socket.h>
#include <sys/time.h>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace assent::test {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
using tcp = asio::ip::tcp;

std::string between(const std::string& text, std::string_view begin, char end) {
    const auto from = text.find(begin);
    if (from == std::string::npos) throw std::runtime_error("the page says something else: " + text);
    const auto at = from + begin.size();
    return text.substr(at, text.find(end, at) - at);
}

// Nothing is waited for longer than the tests wait for programs.
void connect(tcp::socket& socket, const std::string& port) {
    socket.connect({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(std::stoi(port))});
    timeval limit{};
    limit.tv_sec = std::chrono::duration_cast<std::chrono::seconds>(hang_limit).count();
    BOOST_REQUIRE(::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
}

}  // namespace

page_client::page_client(const std::string& link) {
    const std::string port = between(link, "http://127.0.0.1:", '/');
    const std::string host = "127.0.0.1:" + port;
    tcp::socket first(context_);
    connect(first, port);
    asio::write(first, asio::buffer("GET " + link.substr(link.find("/?")) + " HTTP/1.1\r\nHost: " + host +
                                    "\r\n\r\n"));
    std::string welcome;
    boost::system::error_code closed;
    asio::read(first, asio::dynamic_buffer(welcome), closed);
    const std::string cookie = between(welcome, "Set-Cookie: ", ';');
    connect(stream_.next_layer(), port);
    stream_.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
        request.set("Origin", "http://" + host);
        request.set("Cookie", cookie);
    }));
    stream_.handshake(host, "/socket");
    stream_.write(asio::buffer(R"({"type":"enter","key":")" + between(welcome, "content=\"", '"') + R"("})"));
}

boost::json::object page_client::hear(std::string_view type) {
    while (true) {
        boost::beast::flat_buffer buffer;
        stream_.read(buffer);
        auto message = boost::json::parse(boost::beast::buffers_to_string(buffer.data())).as_object();
        if (message.at("type").as_string() == "gone") ended_ = message;
        if (message.at("type").as_string() == type) return message;
    }
}

boost::json::object page_client::question(std::string_view operation) {
    while (true) {
        auto asked = hear("question").at("question").as_object();
        if (std::string_view(asked.at("operation").as_string()).starts_with(operation)) return asked;
    }
}

std::string page_client::end_of(const boost::json::object& question) {
    while (ended_.empty() || ended_.at("number") != question.at("number")) static_cast<void>(hear("gone"));
    return std::string(ended_.at("how").as_string());
}

boost::json::object page_client::wish(boost::json::object message) {
    message["id"] = 1;
    stream_.write(asio::buffer(boost::json::serialize(message)));
    return hear("reply");
}

boost::json::object page_client::answer(const boost::json::object& question, std::string_view what) {
    return wish({{"type", "answer"}, {"question", question.at("number")}, {"what", what}});
}

}  // namespace assent::test
