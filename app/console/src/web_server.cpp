#include "web_message.hpp"
#include "web_page.hpp"

#include <assent/app/console/web_console.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <sys/random.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace assent {

/// Who may see the page: tokens that work once, the cookie and the key that they are exchanged for, and the
/// names that a request has to call us by.
///
/// A browser sends a cookie to every port of 127.0.0.1, whoever listens there. The key it gives to pages of
/// this port alone, so it takes both to speak with us. Thread-safety: any thread.
class web_gatekeeper {
public:
    /// Unused tokens that work at once; over it the oldest stops working.
    static constexpr std::size_t max_tokens = 16;

    /// \throws std::system_error when the system gives no randomness
    explicit web_gatekeeper(std::uint16_t port);

    /// `127.0.0.1:PORT`, as the Host of a request has to be.
    [[nodiscard]] const std::string& host() const noexcept { return host_; }
    /// `http://127.0.0.1:PORT`.
    [[nodiscard]] std::string origin() const { return "http://" + host_; }

    [[nodiscard]] std::string new_token();
    /// Uses up a token. \return whether it was one
    [[nodiscard]] bool redeem(std::string_view token);
    /// The whole value of `Set-Cookie`.
    [[nodiscard]] std::string set_cookie() const;
    /// \param cookies  the value of a `Cookie` field
    [[nodiscard]] bool knows(std::string_view cookies) const;
    /// What a page has to say first.
    [[nodiscard]] const std::string& key() const noexcept { return key_; }
    [[nodiscard]] bool admits(std::string_view key) const;

private:
    const std::string host_;
    const std::string cookie_name_;
    const std::string secret_;
    const std::string key_;
    std::mutex mutex_;
    std::deque<std::string> tokens_;
};

}  // namespace assent

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

namespace assent {
namespace {

// 256 bits: nobody guesses them, however often they try.
constexpr std::size_t secret_bytes = 32;

std::string random_text() {
    std::array<unsigned char, secret_bytes> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0)
        throw std::system_error(errno, std::generic_category(), "getentropy");
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char each : bytes) {
        text += digits[each >> 4U];
        text += digits[each & 0xFU];
    }
    return text;
}

// In a time that does not tell how much of it was right.
bool same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |=
            static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    return difference == 0;
}

}  // namespace

// Cookies do not know ports, so that of each port has a name of its own.
web_gatekeeper::web_gatekeeper(std::uint16_t port)
    : host_("127.0.0.1:" + std::to_string(port)),
      cookie_name_("assent_" + std::to_string(port)),
      secret_(random_text()),
      key_(random_text()) {}

bool web_gatekeeper::admits(std::string_view key) const { return same(key, key_); }

std::string web_gatekeeper::new_token() {
    std::string token = random_text();
    const std::lock_guard lock(mutex_);
    tokens_.push_back(token);
    if (tokens_.size() > max_tokens) tokens_.pop_front();
    return token;
}

bool web_gatekeeper::redeem(std::string_view token) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(tokens_.begin(), tokens_.end(),
                                 [&](const std::string& each) { return same(each, token); });
    if (at == tokens_.end()) return false;
    tokens_.erase(at);
    return true;
}

std::string web_gatekeeper::set_cookie() const {
    return cookie_name_ + "=" + secret_ + "; Path=/; HttpOnly; SameSite=Strict";
}

bool web_gatekeeper::knows(std::string_view cookies) const {
    while (!cookies.empty()) {
        const std::size_t end = cookies.find(';');
        std::string_view one = cookies.substr(0, end);
        cookies.remove_prefix(end == std::string_view::npos ? cookies.size() : end + 1);
        one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
        if (one.size() <= cookie_name_.size() || !one.starts_with(cookie_name_) ||
            one[cookie_name_.size()] != '=')
            continue;
        if (same(one.substr(cookie_name_.size() + 1), secret_)) return true;
    }
    return false;
}

namespace detail {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

// After the system had no descriptor left for a connection.
constexpr auto accept_pause = std::chrono::milliseconds(200);

tcp::acceptor listen_on(const asio::any_io_executor& executor, std::uint16_t port) {
    tcp::acceptor made(executor);
    const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
    boost::system::error_code error;
    made.open(here.protocol(), error);
    if (!error) made.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) made.bind(here, error);
    if (!error) made.listen(asio::socket_base::max_listen_connections, error);
    if (error)
        throw std::system_error(error.value(), std::generic_category(),
                                "cannot listen on 127.0.0.1:" + std::to_string(port));
    return made;
}

}  // namespace

web_server::web_server(const asio::any_io_executor& where, std::shared_ptr<console> desk,
                       web_console_options options)
    : strand_(asio::make_strand(where)),
      acceptor_(listen_on(strand_, options.port)),
      pause_(strand_),
      port_(acceptor_.local_endpoint().port()),
      desk_(std::move(desk)),
      options_(std::move(options)),
      gatekeeper_(port_) {}

void web_server::start() {
    asio::post(strand_, [self = shared_from_this()] { self->accept(); });
}

void web_server::accept() {
    if (closed_) return;
    acceptor_.async_accept(
        [self = shared_from_this()](boost::system::error_code error, tcp::socket connection) {
            if (self->closed_) return;
            if (error) {
                self->pause_.expires_after(accept_pause);
                self->pause_.async_wait([self](boost::system::error_code stopped) {
                    if (!stopped) self->accept();
                });
                return;
            }
            std::erase_if(self->readers_, [](const auto& each) { return each.expired(); });
            if (self->readers_.size() >= self->options_.max_connections) {
                if (const auto oldest = self->readers_.front().lock()) oldest->close();
                self->readers_.pop_front();
            }
            self->readers_.push_back(serve_request(self, std::move(connection)));
            self->accept();
        });
}

bool web_server::has_place_for_page() const {
    if (pages_ < options_.max_connections) return true;
    if (options_.log) options_.log({log_level::warn, "too many pages of approvals are open"});
    return false;
}

void web_server::close() {
    asio::post(strand_, [self = shared_from_this()] {
        self->closed_ = true;
        boost::system::error_code ignored;
        self->acceptor_.close(ignored);
        self->pause_.cancel();
        for (auto* const all : {&self->readers_, &self->open_pages_})
            for (const auto& each : std::exchange(*all, {}))
                if (const auto one = each.lock()) one->close();
    });
}

std::string web_server::new_link() { return gatekeeper_.origin() + "/?token=" + gatekeeper_.new_token(); }

}  // namespace detail

web_console::web_console(const boost::asio::any_io_executor& executor, std::shared_ptr<console> desk,
                         web_console_options options)
    : server_(std::make_shared<detail::web_server>(executor, std::move(desk), std::move(options))) {
    server_->start();
}

web_console::~web_console() { close(); }

std::uint16_t web_console::port() const noexcept { return server_->port(); }
std::string web_console::new_link() { return server_->new_link(); }
std::size_t web_console::pages() const { return server_->pages(); }
void web_console::close() { server_->close(); }

}  // namespace assent

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
            return refuse(http::status::forbidden,
                          "The request names another host than " + gatekeeper.host() + ".");
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

namespace {

namespace websocket = boost::beast::websocket;
using tcp = boost::asio::ip::tcp;

// How soon a change of what holds in the sessions is sent after the last; questions do not wait.
constexpr auto sessions_pause = std::chrono::milliseconds(200);
// Grants run out and calls leave their windows without anybody saying so: looked at this often.
constexpr auto look_again = std::chrono::seconds(1);
constexpr auto clock_every = std::chrono::seconds(5);
// Wishes that are read before the answers to the earlier ones have left.
constexpr std::size_t max_waiting_replies = 64;

// One open page. What it is sent is made when the last message has left: a page that does not read costs the
// memory of one state.
class page final : public web_connection, public std::enable_shared_from_this<page> {
public:
    page(std::shared_ptr<web_server> server, tcp::socket connection)
        : server_(std::move(server)),
          desk_(server_->desk()),
          stream_(std::move(connection)),
          timer_(server_->strand()) {
        server_->page_opened();
    }
    ~page() override { server_->page_closed(); }
    page(const page&) = delete;
    page& operator=(const page&) = delete;

    void run(const web_request& upgrade) {
        const auto& options = server_->options();
        stream_.set_option(
            websocket::stream_base::timeout{options.request_timeout, options.idle_timeout, true});
        stream_.read_message_max(options.max_message_bytes);
        stream_.async_accept(upgrade, [self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->read_key();
        });
    }

    void close() override {
        over_ = true;
        watching_.reset();
        timer_.cancel();
        boost::system::error_code ignored;
        boost::beast::get_lowest_layer(stream_).socket().close(ignored);
    }

private:
    // Nothing is said to a page that has not shown its key.
    void read_key() {
        timer_.expires_after(server_->options().request_timeout);
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error && !self->entered_) self->close();
        });
        stream_.async_read(buffer_,
                           [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                               if (error || self->over_) return self->close();
                               if (!self->server_->gatekeeper().admits(web_message::key_in(self->text())))
                                   return self->close();
                               self->buffer_.consume(self->buffer_.size());
                               self->entered_ = true;
                               self->timer_.cancel();
                               self->begin();
                           });
    }

    [[nodiscard]] std::string_view text() const {
        const auto bytes = buffer_.cdata();
        return {static_cast<const char*>(bytes.data()), bytes.size()};
    }

    void begin() {
        watching_ = desk_->watch([weak = weak_from_this(), woken = woken_, where = server_->strand()] {
            if (woken->exchange(true)) return;
            boost::asio::post(where, [weak] {
                if (const auto self = weak.lock()) self->wake();
            });
        });
        ready_.push_back(web_message::hello(*desk_, server_->options().program));
        next_clock_ = std::chrono::steady_clock::now() + clock_every;
        read();
        pump();
        wait();
    }

    void wake() {
        *woken_ = false;
        pump();
    }

    // ---- What the page says

    void read() {
        reading_ = true;
        stream_.async_read(buffer_,
                           [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                               self->reading_ = false;
                               if (error || self->over_) return self->close();
                               self->was_told();
                           });
    }

    void was_told() {
        std::string reply =
            stream_.got_text() ? web_message::answer_page(*desk_, text(), "web") : std::string();
        buffer_.consume(buffer_.size());
        if (reply.empty()) return close();
        replies_.push_back(std::move(reply));
        pump();
        if (!over_ && replies_.size() < max_waiting_replies) read();
    }

    // ---- What the page is sent

    void pump() {
        if (over_ || writing_) return;
        if (ready_.empty()) collect();
        if (ready_.empty()) return;
        writing_ = true;
        stream_.text(true);
        stream_.async_write(boost::asio::buffer(ready_.front()),
                            [self = shared_from_this()](boost::system::error_code error, std::size_t) {
                                self->was_sent(error);
                            });
    }

    void was_sent(boost::system::error_code error) {
        writing_ = false;
        if (error || over_) return close();
        ready_.pop_front();
        pump();
        if (!over_ && !reading_ && replies_.size() < max_waiting_replies) read();
    }

    // Everything that the page does not know yet.
    void collect() {
        const auto open = desk_->open();
        std::set<std::uint64_t> now;
        for (const auto& each : open) now.insert(each->number);
        for (const std::uint64_t number : shown_)
            if (!now.contains(number))
                ready_.push_back(web_message::gone(number, desk_->how_it_ended(number)));
        for (const auto& each : open)
            if (!shown_.contains(each->number)) ready_.push_back(web_message::question(*each));
        shown_ = std::move(now);
        while (!replies_.empty()) {
            ready_.push_back(std::move(replies_.front()));
            replies_.pop_front();
        }
        if (const auto decided = desk_->decisions(last_decision_); !decided.empty()) {
            last_decision_ = decided.back()->number;
            ready_.push_back(web_message::decisions(decided));
        }
        const auto moment = std::chrono::steady_clock::now();
        if (moment >= next_sessions_) {
            next_sessions_ = moment + sessions_pause;
            std::string text = web_message::sessions(desk_->sessions());
            if (text != sessions_) {
                sessions_ = text;
                ready_.push_back(std::move(text));
            }
        }
        if (moment >= next_clock_) {
            next_clock_ = moment + clock_every;
            ready_.push_back(web_message::clock(*desk_));
        }
    }

    // What was held back, and what changes by itself.
    void wait() {
        if (over_) return;
        timer_.expires_after(std::chrono::steady_clock::now() < next_sessions_
                                 ? std::chrono::steady_clock::duration(sessions_pause)
                                 : std::chrono::steady_clock::duration(look_again));
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (error || self->over_) return;
            self->pump();
            self->wait();
        });
    }

    std::shared_ptr<web_server> server_;
    std::shared_ptr<console> desk_;
    websocket::stream<boost::beast::tcp_stream> stream_;
    boost::asio::steady_timer timer_;
    boost::beast::flat_buffer buffer_;
    std::shared_ptr<void> watching_;
    std::shared_ptr<std::atomic<bool>> woken_ = std::make_shared<std::atomic<bool>>(false);
    std::deque<std::string> ready_;    // made, in the order in which it leaves
    std::deque<std::string> replies_;  // that follow the changes they made
    std::set<std::uint64_t> shown_;    // questions that the page has
    std::uint64_t last_decision_ = 0;
    std::string sessions_;  // as they were last sent
    std::chrono::steady_clock::time_point next_sessions_{};
    std::chrono::steady_clock::time_point next_clock_{};
    bool entered_ = false;
    bool reading_ = false;
    bool writing_ = false;
    bool over_ = false;
};

}  // namespace

void serve_page(const std::shared_ptr<web_server>& server, tcp::socket connection,
                const web_request& upgrade) {
    if (!server->has_place_for_page()) return;
    const auto made = std::make_shared<page>(server, std::move(connection));
    server->add_page(made);
    made->run(upgrade);
}

}  // namespace assent::detail
