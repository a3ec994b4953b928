#include "web_message.hpp"
#include "web_server.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <chrono>
#include <deque>
#include <set>
#include <string_view>
#include <utility>

namespace assent::detail {
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
        ready_.push_back(web_message::hello(*desk_, server_->options().program, server_->options().policy));
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
            ready_.push_back(web_message::decisions(decided, desk_->tally()));
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
