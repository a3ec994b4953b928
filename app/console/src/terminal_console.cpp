#include <assent/app/console/terminal_console.hpp>

#include "terminal_mode.hpp"
#include "terminal_view.hpp"

#include <assent/domain/text/needed.hpp>

#include <boost/asio/error.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include <unistd.h>

namespace assent {
namespace {

namespace asio = boost::asio;

// How often a process in the background looks whether it is in the foreground again.
constexpr duration background_look = std::chrono::milliseconds(500);
constexpr std::size_t read_bytes = 4096;
constexpr std::string_view gone_text = "the terminal is gone";

}  // namespace

/// INVARIANT: the terminal is touched only while the process is in the foreground, and raw only while
/// `block_` is visible.
class terminal_console::core : public std::enable_shared_from_this<core> {
public:
    core(const asio::any_io_executor& executor, std::shared_ptr<console> desk,
         terminal_console_options options)
        : desk_(std::move(desk)),
          options_(std::move(options)),
          terminal_(executor, detail::open_terminal(options_.device)),
          timer_(executor),
          signals_(executor),
          mode_(terminal_.native_handle(), options_.prompt.dumb ? "\r\n" : detail::end_of_block),
          block_(options_.prompt.dumb),
          prompt_(desk_, options_.prompt) {}

    void start() {
        watch_ = desk_->watch([weak = weak_from_this()] {
            if (const auto self = weak.lock()) self->wake();
        });
        wake();
    }

    void interrupted() {
        if (closed_) return;
        prompt_.interrupt();
        step();
    }

    void close() {
        if (std::exchange(closed_, true)) return;
        watch_.reset();
        withdraw();
        rest();
        boost::system::error_code ignored_error;
        terminal_.close(ignored_error);
    }

private:
    // Any thread. One step is enough for all that has changed until it happens.
    void wake() {
        if (woken_.exchange(true)) return;
        asio::post(timer_.get_executor(), [self = shared_from_this()] {
            self->woken_ = false;
            self->step();
        });
    }

    // Brings what is seen to where it should be. Whatever happens ends here.
    void step() {
        if (closed_) return;
        prompt_.tick(desk_->now());
        if (lost_) return deny_what_nobody_sees();
        const bool asked = prompt_.question() != 0;
        if (!asked && !block_.visible()) return rest();
        listen_to_signals();
        const auto place = detail::place_at(terminal_.native_handle());
        if (place == detail::terminal_place::gone) return lose();
        if (place == detail::terminal_place::background) return stand_back();
        if (asked && !mode_.entered() && !take_terminal()) return lose();
        if (output_.empty()) draw();
        if (!asked && output_.empty()) return rest();
        arm();
    }

    // ---- The terminal, ours or not

    bool take_terminal() {
        if (!mode_.enter()) return false;
        measure();
        listen_to_keys();
        return true;
    }

    void measure() {
        const auto window = detail::window_of(terminal_.native_handle());
        columns_ = window.columns == 0 ? default_window_columns : window.columns;
        prompt_.resize(window.columns, window.rows);
        block_.disturbed();
    }

    // Nothing is asked: the terminal is as it was, and nothing of ours runs.
    void rest() {
        mode_.leave();
        timer_.cancel();
        boost::system::error_code ignored_error;
        signals_.cancel(ignored_error);
        signals_.clear(ignored_error);
        listening_ = false;
        if (terminal_.is_open()) terminal_.cancel(ignored_error);
    }

    // In the background: somebody else has the terminal.
    void stand_back() {
        mode_.let_go();
        block_.forget();
        output_.clear();
        prompt_.hidden();
        seen_ = 0;
        timer_.expires_after(background_look);
        wait_for_timer();
    }

    // Leaves the screen in order, as far as that goes at once.
    void withdraw() {
        if (!mode_.entered() ||
            detail::place_at(terminal_.native_handle()) != detail::terminal_place::foreground)
            return;
        output_.clear();
        std::string last;
        for (const auto& line : prompt_.take_summaries()) last += block_.say(line);
        last += block_.hide();
        [[maybe_unused]] const auto written = ::write(terminal_.native_handle(), last.data(), last.size());
        prompt_.hidden();
        seen_ = 0;
        mode_.leave();
    }

    void lose() {
        lost_ = true;
        output_.clear();
        mode_.let_go();
        block_.forget();
        rest();
        boost::system::error_code ignored_error;
        terminal_.close(ignored_error);
        if (options_.log) options_.log({log_level::error, gone_text});
        if (options_.on_lost) options_.on_lost();
        deny_what_nobody_sees();
    }

    void deny_what_nobody_sees() {
        if (options_.deny_when_lost && prompt_.question() != 0) prompt_.deny_all(gone_text);
        (void)prompt_.take_summaries();
    }

    // ---- Output

    void draw() {
        for (const auto& line : prompt_.take_summaries()) output_ += block_.say(line);
        drawn_ = prompt_.question();
        output_ += drawn_ == 0 ? block_.hide() : block_.show(prompt_.frame(desk_->now()), columns_);
        write();
    }

    void write() {
        std::string_view rest = output_;
        while (!rest.empty()) {
            const auto bytes = ::write(terminal_.native_handle(), rest.data(), rest.size());
            if (bytes > 0) {
                rest.remove_prefix(static_cast<std::size_t>(bytes));
                continue;
            }
            if (bytes < 0 && errno == EINTR) continue;
            output_.erase(0, output_.size() - rest.size());
            if (bytes < 0 && errno != EAGAIN) return lose();
            return wait_for_room();
        }
        output_.clear();
        if (drawn_ != 0) seen();
    }

    // The question stands on the screen. What was typed before is not meant for it.
    void seen() {
        if (drawn_ != seen_) ::tcflush(terminal_.native_handle(), TCIFLUSH);
        seen_ = drawn_;
        prompt_.shown(drawn_, desk_->now());
    }

    void wait_for_room() {
        terminal_.async_wait(asio::posix::stream_descriptor::wait_write,
                             [self = shared_from_this()](boost::system::error_code error) {
                                 if (error || self->closed_ || self->lost_ || self->output_.empty()) return;
                                 self->write();
                                 self->step();
                             });
    }

    // ---- Input

    void listen_to_keys() {
        if (std::exchange(reading_, true)) return;
        terminal_.async_wait(asio::posix::stream_descriptor::wait_read,
                             [self = shared_from_this()](boost::system::error_code error) {
                                 self->reading_ = false;
                                 if (self->closed_ || self->lost_) return;
                                 if (!error) self->read();
                                 // Cancelled, and wanted again since: a question came right behind another.
                                 if (!self->closed_ && !self->lost_ && self->mode_.entered())
                                     self->listen_to_keys();
                             });
    }

    void read() {
        if (!mode_.entered()) return;
        if (detail::place_at(terminal_.native_handle()) == detail::terminal_place::background) return step();
        std::array<char, read_bytes> buffer;
        const auto bytes = ::read(terminal_.native_handle(), buffer.data(), buffer.size());
        if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (bytes <= 0) return lose();
        prompt_.keys({buffer.data(), static_cast<std::size_t>(bytes)}, desk_->now());
        step();
    }

    // ---- Time and signals

    void arm() {
        const auto now = desk_->now();
        const auto next = prompt_.next_deadline(now);
        if (!next) {
            timer_.cancel();
            return;
        }
        timer_.expires_after(std::chrono::duration_cast<std::chrono::steady_clock::duration>(
            std::max(*next - now, duration::zero())));
        wait_for_timer();
    }

    void wait_for_timer() {
        timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
            if (!error) self->step();
        });
    }

    void listen_to_signals() {
        if (std::exchange(listening_, true)) return;
        boost::system::error_code ignored_error;
        signals_.add(SIGWINCH, ignored_error);
        signals_.add(SIGCONT, ignored_error);
        // Ignored: this process is not to be stopped from the terminal.
        if (!detail::ignored(SIGTSTP)) signals_.add(SIGTSTP, ignored_error);
        wait_for_signal();
    }

    void wait_for_signal() {
        signals_.async_wait([self = shared_from_this()](boost::system::error_code error, int signal) {
            if (error || self->closed_ || self->lost_) return;
            self->take_signal(signal);
            if (self->listening_) self->wait_for_signal();
        });
    }

    void take_signal(int signal) {
        if (signal == SIGTSTP) stop();
        if (signal == SIGWINCH && mode_.entered()) measure();
        if (signal == SIGCONT) resume();
        step();
    }

    // Ctrl-Z: the process stops inside, as if nobody had handled the signal.
    void stop() {
        withdraw();
        boost::system::error_code ignored_error;
        signals_.remove(SIGTSTP, ignored_error);
        ::raise(SIGTSTP);
        signals_.add(SIGTSTP, ignored_error);
    }

    // Others have had the terminal. Whatever was typed was meant for them.
    void resume() {
        mode_.let_go();
        block_.forget();
        output_.clear();
        prompt_.hidden();
        seen_ = 0;
    }

    std::shared_ptr<console> desk_;
    terminal_console_options options_;
    asio::posix::stream_descriptor terminal_;
    asio::steady_timer timer_;
    asio::signal_set signals_;
    detail::terminal_mode mode_;
    detail::terminal_block block_;
    terminal_prompt prompt_;
    std::shared_ptr<void> watch_;
    std::atomic<bool> woken_{false};
    std::size_t columns_ = default_window_columns;
    std::string output_;       // what is not written yet
    std::uint64_t drawn_ = 0;  // the question in it, or on the screen
    std::uint64_t seen_ = 0;
    bool reading_ = false;
    bool listening_ = false;
    bool lost_ = false;
    bool closed_ = false;
};

terminal_console::terminal_console(const asio::any_io_executor& executor, std::shared_ptr<console> desk,
                                   terminal_console_options options)
    : core_(std::make_shared<core>(executor, needed(std::move(desk), "terminal_console", "a console"),
                                   std::move(options))) {
    core_->start();
}

terminal_console::~terminal_console() { core_->close(); }

void terminal_console::interrupted() { core_->interrupted(); }

void terminal_console::close() { core_->close(); }

}  // namespace assent
