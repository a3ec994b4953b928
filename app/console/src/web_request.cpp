#include "web_page.hpp"
#include "web_server.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace assent::detail {
namespace {

namespace http = boost::beast::http;
using tcp = boost::asio::ip::tcp;
using response = http::response<http::string_body>;

constexpr std::string_view content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

response answer(http::status status, std::string_view type, std::string_view text) {
    response made(status, 11);
    made.set(http::field::content_type, boost::beast::string_view(type.data(), type.size()));
    made.set(http::field::cache_control, "no-store");
    made.set("Content-Security-Policy",
             boost::beast::string_view(content_policy.data(), content_policy.size()));
    made.set("X-Content-Type-Options", "nosniff");
    made.set("X-Frame-Options", "DENY");
    made.set("Referrer-Policy", "no-referrer");
    made.set("Cross-Origin-Opener-Policy", "same-origin");
    made.set("Cross-Origin-Resource-Policy", "same-origin");
    made.keep_alive(false);
    made.body() = text;
    made.prepare_payload();
    return made;
}

response refuse(http::status status, std::string_view why) {
    return answer(status, "text/plain; charset=utf-8", std::string(why) + "\n");
}

// The token of `/?token=...`; nothing where there is none.
std::optional<std::string> token_of(const boost::urls::url_view& target) {
    const auto at = target.params().find("token");
    if (at == target.params().end()) return std::nullopt;
    return (*at).value;
}

// One request of one connection. It keeps itself alive while it is read and answered.
class request_reader final : public web_connection, public std::enable_shared_from_this<request_reader> {
public:
    request_reader(std::shared_ptr<web_server> server, tcp::socket connection)
        : server_(std::move(server)),
          stream_(std::move(connection)),
          buffer_(server_->options().max_header_bytes) {}

    void run() {
        parser_.header_limit(static_cast<std::uint32_t>(server_->options().max_header_bytes));
        parser_.body_limit(0);
        stream_.expires_after(server_->options().request_timeout);
        http::async_read(stream_, buffer_, parser_,
                         [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                             self->was_read(error);
                         });
    }

    void close() override { stream_.close(); }

private:
    void was_read(boost::system::error_code error) {
        if (error == http::error::end_of_stream || error == boost::beast::error::timeout ||
            error == boost::asio::error::operation_aborted)
            return;
        if (error == http::error::header_limit || error == http::error::buffer_overflow)
            return write(refuse(http::status::request_header_fields_too_large, "The request is too long."));
        if (error == http::error::body_limit)
            return write(refuse(http::status::payload_too_large, "Requests have no body here."));
        if (error) return write(refuse(http::status::bad_request, "This is no request of HTTP/1.1."));
        const web_request& request = parser_.get();
        if (auto no = refusal(request)) return write(std::move(*no));
        if (boost::beast::websocket::is_upgrade(request)) {
            stream_.expires_never();
            serve_page(server_, stream_.release_socket(), request);
            return;
        }
        write(found(request));
    }

    // Whether the request may be answered at all. Whom it calls, and where it comes from, counts before
    // anything that it brings.
    [[nodiscard]] std::optional<response> refusal(const web_request& request) const {
        web_gatekeeper& gatekeeper = server_->gatekeeper();
        const bool upgrade = boost::beast::websocket::is_upgrade(request);
        if (request.count(http::field::host) != 1 || view(request[http::field::host]) != gatekeeper.host())
            return refuse(http::status::forbidden, "This page is at " + gatekeeper.origin() +
                                                       " alone: open the link that `assent console` prints.");
        if ((upgrade || request.count(http::field::origin) != 0) &&
            (request.count(http::field::origin) != 1 ||
             view(request[http::field::origin]) != gatekeeper.origin()))
            return refuse(http::status::forbidden, "The request comes from another site.");
        if (request.method() != http::verb::get)
            return refuse(http::status::method_not_allowed, "Only GET is answered here.");
        const auto target = boost::urls::parse_origin_form(request.target());
        if (!target) return refuse(http::status::bad_request, "The address is not well formed.");
        if (!upgrade && target->path() == "/")
            if (const auto token = token_of(*target); token && gatekeeper.redeem(*token)) return welcome();
        if (gatekeeper.knows(view(request[http::field::cookie]))) return std::nullopt;
        return refuse(
            http::status::unauthorized,
            "This link does not work, or not any more: each works once. `assent console` prints a new "
            "one.");
    }

    // A page that keeps the key, and goes on to the real one by itself: where the link was followed from
    // another site, the cookie is sent from the next step on only.
    [[nodiscard]] response welcome() const {
        const web_gatekeeper& gatekeeper = server_->gatekeeper();
        response made =
            answer(http::status::ok, "text/html; charset=utf-8",
                   "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Assent</title>"
                   "<meta name=\"assent-key\" content=\"" +
                       gatekeeper.key() +
                       "\"><script type=\"module\" src=\"/welcome.js\"></script>"
                       "<p>Opening the page of approvals.</p></html>\n");
        made.set(http::field::set_cookie, gatekeeper.set_cookie());
        return made;
    }

    // To the page, without the token in its address.
    [[nodiscard]] static response onwards() {
        response made = answer(http::status::see_other, "text/plain; charset=utf-8", "");
        made.set(http::field::location, "/");
        return made;
    }

    [[nodiscard]] response found(const web_request& request) const {
        const auto target = boost::urls::parse_origin_form(request.target());
        const std::string path = target->path();
        if (path == "/" && token_of(*target)) return onwards();
        const auto file = find_web_file(path == "/" ? "index.html" : std::string_view(path).substr(1));
        if (!file) return refuse(http::status::not_found, "There is no such page.");
        return answer(http::status::ok, file->type, file->text);
    }

    void write(response made) {
        response_ = std::move(made);
        stream_.expires_after(server_->options().request_timeout);
        http::async_write(stream_, response_,
                          [self = shared_from_this()](boost::system::error_code, std::size_t) {
                              boost::system::error_code ignored;
                              self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                          });
    }

    std::shared_ptr<web_server> server_;
    boost::beast::tcp_stream stream_;
    boost::beast::flat_buffer buffer_;
    http::request_parser<http::empty_body> parser_;
    response response_;
};

}  // namespace

std::shared_ptr<web_connection> serve_request(const std::shared_ptr<web_server>& server,
                                              tcp::socket connection) {
    auto made = std::make_shared<request_reader>(server, std::move(connection));
    made->run();
    return made;
}

}  // namespace assent::detail
