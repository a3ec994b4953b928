#pragma once

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/assert.hpp>
#include <boost/system/error_code.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace assent::detail {

/// The state machine behind every transport here. It outlives the transport while an operation is
/// in flight, because that points into the user's buffers.
///
/// `Endpoint` owns the descriptors:
/// - `input()`, `output()`: Asio streams, the same one or two, with the executor of this object;
/// - `end_output()`: the peer sees end of input, reading goes on;
/// - `close()`: ends everything; operations in flight complete soon. Both are noexcept;
/// - `outlives_reader`: what to do when the peer reads no more. True: what is sent is dropped, and
///   reading goes on to the end of input. False: the transport closes with the error.
/// - `shows_reader()` and `reader_gone()`, where it can be seen that nobody reads `output()` any more: then
/// the
///   transport closes at once, not only at the next send. Not where input comes the same way: what the peer
///   said last is still to be read.
///
/// The user is called from completions and posted steps only, never from inside its own calls.
/// INVARIANT: after `closing_` is set nothing but `on_closed` is called, and that by `finish` alone.
template <class Endpoint>
class stream_core : public std::enable_shared_from_this<stream_core<Endpoint>> {
public:
    template <class... Args>
    explicit stream_core(const boost::asio::any_io_executor& executor, Args&&... args)
        : executor_(executor), endpoint_(executor, std::forward<Args>(args)...) {}

    void start(std::shared_ptr<transport::handler> user) {
        BOOST_ASSERT(user && !user_ && !finished_);
        user_ = std::move(user);
        if constexpr (requires { endpoint_.shows_reader(); })
            if (endpoint_.shows_reader()) watch_reader();
        post_step();
    }

    void send(std::span<const std::string_view> pieces) {
        BOOST_ASSERT(!writing_);
        if (closing_) return;  // on_closed is on its way
        if (output_ending_) {
            begin_close(boost::asio::error::shut_down);
            post_step();
            return;
        }
        pieces_.clear();
        for (const auto piece : pieces) pieces_.emplace_back(piece.data(), piece.size());
        writing_ = true;
        boost::asio::async_write(endpoint_.output(), std::span<const boost::asio::const_buffer>(pieces_),
                                 [self = this->shared_from_this()](boost::system::error_code error,
                                                                   std::size_t) { self->written(error); });
    }

    void resume() {
        if (std::exchange(paused_, false)) post_step();
    }

    void end_output() {
        if (closing_ || std::exchange(output_ending_, true)) return;
        if (!writing_) {
            finish_output();
            post_step();
        }
    }

    void close() {
        begin_close({});
        post_step();
    }

    /// The transport is being destroyed: nobody is called any more.
    void abandon() noexcept {
        abandoned_ = true;
        begin_close({});
        if (!reading_ && !writing_) user_.reset();  // else the last completion drops it
    }

private:
    void post_step() {
        boost::asio::post(executor_, [self = this->shared_from_this()] { self->step(); });
    }

    /// Does whatever comes next. The last act of every completion.
    void step() {
        if (!closing_ && input_ended_ && output_ended_) begin_close({});
        if (!closing_ && user_ && !reading_ && !paused_ && !input_ended_) read();
        if (closing_ && !reading_ && !writing_) finish();
    }

    void read() {
        const auto user = user_;
        const auto space = user->read_space();
        if (closing_) return;
        if (space.empty()) {
            paused_ = true;
            return;
        }
        reading_ = true;
        endpoint_.input().async_read_some(
            boost::asio::buffer(space.data(), space.size()),
            [self = this->shared_from_this()](boost::system::error_code error, std::size_t bytes) {
                self->received(error, bytes);
            });
    }

    void received(boost::system::error_code error, std::size_t bytes) {
        reading_ = false;
        const auto user = user_;  // a callback may destroy the transport, which drops user_
        if (closing_ || close_if_unread()) {
            // too late: what was read is dropped. It may be what a peer has said that was killed since.
        } else if (error == boost::asio::error::eof) {
            input_ended_ = true;
            user->on_end();
        } else if (error) {
            begin_close(error);
        } else {
            user->on_read(bytes);
        }
        step();
    }

    void watch_reader() {
        using stream = std::remove_reference_t<decltype(endpoint_.output())>;
        endpoint_.output().async_wait(
            stream::wait_error,
            [self = this->shared_from_this()](boost::system::error_code error) { self->looked(error); });
    }

    void looked(boost::system::error_code error) {
        if (error || closing_ || output_ended_) return;
        if (!close_if_unread()) watch_reader();  // else it was some other event
        step();
    }

    /// Closes where it can be seen that nobody reads any more. \return whether it did
    bool close_if_unread() {
        if constexpr (requires { endpoint_.shows_reader(); }) {
            if (output_ended_ || !endpoint_.shows_reader() || !endpoint_.reader_gone()) return false;
            const bool peer_ended = endpoint_.writer_gone();
            begin_close(peer_ended ? boost::system::error_code() : boost::asio::error::broken_pipe);
            return true;
        }
        return false;
    }

    void written(boost::system::error_code error) {
        writing_ = false;
        const auto user = user_;
        if (closing_) {
            // too late: on_closed says it all
        } else if (error && !(Endpoint::outlives_reader && error == boost::asio::error::broken_pipe)) {
            begin_close(error);
        } else {
            if (output_ending_) finish_output();
            user->on_sent();
        }
        step();
    }

    void finish_output() noexcept {
        endpoint_.end_output();
        output_ended_ = true;
    }

    void begin_close(boost::system::error_code error) noexcept {
        if (std::exchange(closing_, true)) return;
        error_ = error;
        endpoint_.close();
    }

    void finish() {
        if (std::exchange(finished_, true)) return;
        const auto user = std::exchange(user_, nullptr);
        if (user && !abandoned_) user->on_closed(error_);
    }

    boost::asio::any_io_executor executor_;
    Endpoint endpoint_;
    std::shared_ptr<transport::handler> user_;
    std::vector<boost::asio::const_buffer> pieces_;
    boost::system::error_code error_;
    bool reading_ = false;
    bool writing_ = false;
    bool paused_ = false;
    bool input_ended_ = false;
    bool output_ending_ = false;
    bool output_ended_ = false;
    bool closing_ = false;
    bool finished_ = false;
    bool abandoned_ = false;
};

/// The transport that users hold.
template <class Endpoint>
class stream_transport final : public transport {
public:
    /// `args` go to the endpoint's constructor, after the executor.
    template <class... Args>
    explicit stream_transport(const boost::asio::any_io_executor& executor, Args&&... args)
        : core_(std::make_shared<stream_core<Endpoint>>(executor, std::forward<Args>(args)...)) {}
    ~stream_transport() override { core_->abandon(); }
    stream_transport(const stream_transport&) = delete;
    stream_transport& operator=(const stream_transport&) = delete;

    void start(std::shared_ptr<handler> user) override { core_->start(std::move(user)); }
    void send(std::span<const std::string_view> pieces) override { core_->send(pieces); }
    void resume() override { core_->resume(); }
    void end_output() override { core_->end_output(); }
    void close() noexcept override { core_->close(); }

private:
    std::shared_ptr<stream_core<Endpoint>> core_;
};

}  // namespace assent::detail
