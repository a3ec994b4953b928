#include "web_server.hpp"

#include <assent/domain/text/needed.hpp>

#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>
#include <system_error>
#include <utility>

namespace assent::detail {
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

}  // namespace assent::detail

namespace assent {

web_console::web_console(const boost::asio::any_io_executor& executor, std::shared_ptr<console> desk,
                         web_console_options options)
    : server_(std::make_shared<detail::web_server>(
          executor, needed(std::move(desk), "web_console", "a console"), std::move(options))) {
    server_->start();
}

web_console::~web_console() { close(); }

std::uint16_t web_console::port() const noexcept { return server_->port(); }
std::string web_console::new_link() { return server_->new_link(); }
std::size_t web_console::pages() const { return server_->pages(); }
void web_console::close() { server_->close(); }

}  // namespace assent
