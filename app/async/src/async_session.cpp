#include <assent/app/async/async_session.hpp>

#include <assent/domain/text/needed.hpp>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

namespace assent {
namespace {

// A timer of Asio stands still while the machine sleeps, our deadlines do not: look again at least
// this often.
constexpr auto longest_wait = std::chrono::seconds(30);

}  // namespace

class async_session::driver : public std::enable_shared_from_this<driver> {
public:
    driver(boost::asio::any_io_executor executor, std::shared_ptr<session> driven,
           std::shared_ptr<const clock> time)
        : timer_(std::move(executor)), session_(std::move(driven)), time_(std::move(time)) {}

    // The context is gone before the session has ended: the session and its connection hold each other.
    ~driver() {
        if (!over_) session_->detach();
    }
    driver(const driver&) = delete;
    driver& operator=(const driver&) = delete;

    void run(std::function<void(boost::system::error_code)> done) {
        boost::asio::dispatch(
            timer_.get_executor(),
            [self = shared_from_this(), done = std::move(done)]() mutable { self->start(std::move(done)); });
    }

    void close() {
        boost::asio::post(timer_.get_executor(), [self = shared_from_this()] { self->close_here(); });
    }

private:
    void close_here() {
        if (std::exchange(closed_, true) || !started_) return;  // before the start: `start` sees it
        session_->close();
    }

    void start(std::function<void(boost::system::error_code)> done) {
        started_ = true;
        if (closed_) {
            session_->detach();
            finish({}, done);
            return;
        }
        session_->start(
            [weak = weak_from_this()] {
                if (const auto self = weak.lock()) self->wake();
            },
            [weak = weak_from_this(), done = std::move(done)](boost::system::error_code error,
                                                              std::string_view) {
                if (const auto self = weak.lock()) self->finish(error, done);
            });
        arm();
    }

    // Any thread. One visit is enough for everything that has come until it happens.
    void wake() {
        if (woken_.exchange(true)) return;
        boost::asio::post(timer_.get_executor(), [self = shared_from_this()] {
            self->woken_ = false;
            self->session_->mail_arrived();
            self->arm();
        });
    }

    // There is always a wait, also without a deadline: it is what keeps a running session alive,
    // and it ends with the executor's context, so that nothing is left over then.
    void arm() {
        if (over_) return;
        if (const auto deadline = session_->next_deadline()) {
            const auto wait = std::clamp<duration>(*deadline - time_->now(), duration::zero(), longest_wait);
            timer_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(wait));
        } else {
            timer_.expires_at(std::chrono::steady_clock::time_point::max());
        }
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (error || self->over_) return;
            self->session_->tick();
            self->arm();
        });
    }

    // Called from inside the session, which holds no more callbacks of ours after this.
    void finish(boost::system::error_code error, const std::function<void(boost::system::error_code)>& done) {
        over_ = true;
        timer_.cancel();
        boost::asio::post(timer_.get_executor(), [done, error] { done(error); });
    }

    boost::asio::steady_timer timer_;
    std::shared_ptr<session> session_;
    std::shared_ptr<const clock> time_;
    std::atomic<bool> woken_{false};
    bool started_ = false;
    bool closed_ = false;
    bool over_ = false;
};

async_session::async_session(boost::asio::any_io_executor executor, std::shared_ptr<session> driven,
                             std::shared_ptr<const clock> time)
    : driver_(std::make_shared<driver>(std::move(executor),
                                       needed(std::move(driven), "async_session", "a session"),
                                       needed(std::move(time), "async_session", "a clock"))) {}

void async_session::run(std::function<void(boost::system::error_code)> done) {
    driver_->run(std::move(done));
}

void async_session::close() { driver_->close(); }

}  // namespace assent
