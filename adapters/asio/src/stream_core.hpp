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
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace assent::detail {

/// Reads and finished writes that one transport does before others on its thread get their turn.
inline constexpr int acts_at_once = 8;
/// Nor does it read on after so many bytes, whatever they bring: as much as an enlarged pipe holds.
inline constexpr std::size_t bytes_at_once = 256 * 1024;
/// A read that brings less is all that there was, and its sender waits for the answer: looking for more at
/// once would be in vain. In bytes; about as much as five questions.
inline constexpr std::size_t lone_read_bytes = 2048;

/// The state machine behind every transport here. It outlives the transport while an operation is
/// in flight, because that may point into the user's buffers.
///
/// Reads and writes are tried straight away, and only what would block is waited for: at full load that is
/// one read and one write for each batch, and no visit to the event loop. While nothing comes no space of the
/// user's is held.
///
/// `Endpoint` owns the descriptors:
/// - `input()`, `output()`: Asio streams, the same one or two, with the executor of this object, in
///   non-blocking mode;
/// - `end_output()`: the peer sees end of input, reading goes on;
/// - `close()`: ends everything; operations in flight complete soon. Both are noexcept;
/// - `outlives_reader`: what to do when the peer reads no more. True: what is sent is dropped, and
///   reading goes on to the end of input. False: the transport closes with the error.
/// - `shows_reader()`, `reader_gone()` and `watch_reader()`, which tells when to look, where it can be seen
/// that
///   nobody reads `output()` any more: then the transport closes at once, not only at the next send. Not
///   where input comes the same way: what the peer said last is still to be read. `drops_last_words()`: that
///   is looked at before each read is handed over.
///
/// The user is called from completions and posted steps only, never from inside its own calls.
/// INVARIANT: once it is closing nothing but `on_closed` is called, and that by `finish` alone.
template <class Endpoint>
class stream_core : public std::enable_shared_from_this<stream_core<Endpoint>> {
public:
    template <class... Args>
    explicit stream_core(const boost::asio::any_io_executor& executor, Args&&... args)
        : executor_(executor), endpoint_(executor, std::forward<Args>(args)...) {}

    void start(std::shared_ptr<transport::handler> user) {
        BOOST_ASSERT(user && !user_ && life_ != life::finished);
        user_ = std::move(user);
        if constexpr (requires { endpoint_.shows_reader(); })
            if (endpoint_.shows_reader()) watch_reader();
        step_soon();
    }

    void send(std::span<const std::string_view> pieces) {
        BOOST_ASSERT(!writing_);
        if (closing()) return;  // on_closed is on its way
        if (output_ != output::open) {
            begin_close(boost::asio::error::shut_down);
            step_soon();
            return;
        }
        pieces_.clear();
        for (const auto piece : pieces) pieces_.emplace_back(piece.data(), piece.size());
        writing_ = true;
        write();
    }

    void resume() {
        if (input_ != input::paused) return;
        input_ = input::likely;
        step_soon();
    }

    void end_output() {
        if (closing() || output_ != output::open) return;
        output_ = output::ending;
        if (!writing_) {
            finish_output();
            step_soon();
        }
    }

    void close() {
        begin_close({});
        step_soon();
    }

    /// The transport is being destroyed: nobody is called any more.
    void abandon() noexcept {
        begin_close({});
        if (life_ == life::closing) life_ = life::abandoned;
        if (!in_flight()) user_.reset();  // else the last completion drops it
    }

private:
    /// The user is called from a step, and this may be one of its calls.
    void step_soon() {
        if (turn_ != turn::none) {
            turn_ = turn::again;
        } else if (!std::exchange(step_posted_, true)) {
            boost::asio::post(executor_, [self = this->shared_from_this()] {
                self->step_posted_ = false;
                self->step();
            });
        }
    }

    /// Does what can be done without waiting. The last act of every completion.
    void step() {
        bool more = false;
        {
            const in_step here(turn_);
            step_bytes_ = 0;
            for (int left = acts_at_once; left > 0; --left) {
                turn_ = turn::taken;
                more = act() || turn_ == turn::again;
                if (!more || step_bytes_ >= bytes_at_once) break;
            }
        }
        if (more) step_soon();
    }

    /// Does what comes next. \return whether there may be something else to do
    bool act() {
        if (outcome_) {
            written(*std::exchange(outcome_, std::nullopt));
            return true;
        }
        if (input_ == input::ended && output_ == output::ended) begin_close({});
        if (closing()) {
            if (!in_flight()) finish();
            return false;
        }
        if (!user_) return false;
        if (input_ == input::likely) return read();
        if (input_ == input::quiet) wait();
        return false;
    }

    void wait() {
        input_ = input::awaited;
        using stream = std::remove_reference_t<decltype(endpoint_.input())>;
        endpoint_.input().async_wait(
            stream::wait_read,
            [self = this->shared_from_this()](boost::system::error_code error) { self->waited(error); });
    }

    void waited(boost::system::error_code error) {
        input_ = input::likely;
        // A file, or /dev/null.
        if (error == boost::asio::error::operation_not_supported)
            never_waits_ = true;
        else if (error)
            begin_close(error);
        step();
    }

    bool read() {
        const auto user = user_;  // a callback may destroy the transport, which drops user_
        const auto space = user->read_space();
        if (closing()) return true;
        if (space.empty()) {
            input_ = input::paused;
            return false;
        }
        boost::system::error_code error;
        const std::size_t bytes =
            endpoint_.input().read_some(boost::asio::buffer(space.data(), space.size()), error);
        if (would_block(error) && !never_waits_) {
            user->on_nothing();
            input_ = input::quiet;
            return true;
        }
        step_bytes_ += bytes;
        if (bytes != space.size() && bytes < lone_read_bytes && !never_waits_) input_ = input::quiet;
        received(*user, error, bytes);
        return true;
    }

    void received(transport::handler& user, boost::system::error_code error, std::size_t bytes) {
        if ((error || drops_last_words()) && close_if_unread()) {
            // too late: what was read is dropped. It may be what a peer has said that was killed since.
        } else if (error == boost::asio::error::eof) {
            input_ = input::ended;
            user.on_end();
        } else if (error) {
            begin_close(error);
        } else {
            user.on_read(bytes);
        }
    }

    static bool would_block(boost::system::error_code error) noexcept {
        return error == boost::asio::error::would_block || error == boost::asio::error::try_again ||
               error == boost::asio::error::interrupted;
    }

    void watch_reader() {
        endpoint_.watch_reader(
            [self = this->shared_from_this()](boost::system::error_code error) { self->looked(error); });
    }

    void looked(boost::system::error_code error) {
        if (error || closing() || output_ == output::ended) return;
        if (!close_if_unread()) watch_reader();  // else it was some other event
        step();
    }

    bool drops_last_words() const noexcept {
        if constexpr (requires { endpoint_.drops_last_words(); }) return endpoint_.drops_last_words();
        return false;
    }

    /// Closes where it can be seen that nobody reads any more. \return whether it did
    bool close_if_unread() {
        if constexpr (requires { endpoint_.shows_reader(); }) {
            if (output_ == output::ended || !endpoint_.shows_reader() || !endpoint_.reader_gone())
                return false;
            const bool peer_ended = endpoint_.writer_gone();
            begin_close(peer_ended ? boost::system::error_code() : boost::asio::error::broken_pipe);
            return true;
        }
        return false;
    }

    /// Writes what there is room for; the rest is waited for.
    void write() {
        boost::system::error_code error;
        const std::size_t all = boost::asio::buffer_size(pieces_);
        const std::size_t bytes = write_some(error);
        if (bytes == all || (error && !would_block(error))) {
            outcome_ = error;
            step_soon();
            return;
        }
        boost::asio::async_write(
            endpoint_.output(), rest_of_pieces(bytes),
            [self = this->shared_from_this()](boost::system::error_code failed, std::size_t) {
                self->outcome_ = failed;
                self->step();
            });
    }

    std::size_t write_some(boost::system::error_code& error) {
        // One piece takes a plainer system call than several.
        if (pieces_.size() == 1) return endpoint_.output().write_some(pieces_.front(), error);
        return endpoint_.output().write_some(pieces_, error);
    }

    std::span<const boost::asio::const_buffer> rest_of_pieces(std::size_t written_bytes) {
        auto first = pieces_.begin();
        for (; first != pieces_.end() && first->size() <= written_bytes; ++first)
            written_bytes -= first->size();
        if (first != pieces_.end()) *first += written_bytes;
        return {first, pieces_.end()};
    }

    void written(boost::system::error_code error) {
        writing_ = false;
        const bool unread = error == boost::asio::error::broken_pipe;
        const auto user = user_;
        if (closing()) {
            // too late: on_closed says it all
        } else if (unread && !drops_last_words() && close_if_unread()) {
            // what a look before the read would have shown
        } else if (error && !(Endpoint::outlives_reader && unread)) {
            begin_close(error);
        } else {
            if (output_ == output::ending) finish_output();
            user->on_sent();
        }
    }

    void finish_output() noexcept {
        endpoint_.end_output();
        output_ = output::ended;
    }

    void begin_close(boost::system::error_code error) noexcept {
        if (closing()) return;
        life_ = life::closing;
        error_ = error;
        endpoint_.close();
    }

    void finish() {
        const life before = std::exchange(life_, life::finished);
        const auto user = std::exchange(user_, nullptr);
        if (user && before == life::closing) user->on_closed(error_);
    }

    enum class life : unsigned char {
        running,
        closing,    // on_closed follows, as soon as nothing is in flight
        abandoned,  // the same, but nobody is told
        finished,
    };
    enum class input : unsigned char {
        quiet,    // nothing may be there: it is waited for first
        likely,   // worth a try without waiting
        awaited,  // the wait is in flight
        paused,   // the user has no space
        ended,
    };
    enum class output : unsigned char { open, ending, ended };
    // Of `step`, which the user's calls may ask for again.
    enum class turn : unsigned char { none, taken, again };

    [[nodiscard]] bool closing() const noexcept { return life_ != life::running; }
    /// An operation points into this object, or into the user's buffers.
    [[nodiscard]] bool in_flight() const noexcept { return input_ == input::awaited || writing_; }

    /// Also when a callback throws.
    class in_step {
    public:
        explicit in_step(turn& of) noexcept : turn_(of) { turn_ = turn::taken; }
        ~in_step() { turn_ = turn::none; }
        in_step(const in_step&) = delete;
        in_step& operator=(const in_step&) = delete;

    private:
        turn& turn_;
    };

    boost::asio::any_io_executor executor_;
    Endpoint endpoint_;
    std::shared_ptr<transport::handler> user_;
    std::vector<boost::asio::const_buffer> pieces_;
    std::optional<boost::system::error_code> outcome_;  // of a send that is over, before the user hears of it
    boost::system::error_code error_;
    std::size_t step_bytes_ = 0;  // read in this step
    life life_ = life::running;
    input input_ = input::quiet;
    output output_ = output::open;
    turn turn_ = turn::none;
    bool step_posted_ = false;
    bool writing_ = false;      // a send is not over
    bool never_waits_ = false;  // there is always something to be read, be it the end
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
