#include "exchange.hpp"

#include "conversation.hpp"

#include <cerrno>
#include <optional>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace assent::bench {

namespace {

constexpr std::size_t read_bytes = 256 * 1024;

constexpr std::string_view task_is_done =
    R"({"type":"result","subtype":"success","is_error":false,"duration_ms":1,"duration_api_ms":1,"num_turns":1,)"
    R"("result":"done","session_id":"s","total_cost_usd":0,"usage":{},"uuid":"u"})"
    "\n";

// What is compared between the last warm-up answer and the last answer.
struct mark {
    nanoseconds time = 0;
    nanoseconds answerer_cpu = 0;
    nanoseconds own_cpu = 0;
};

class run {
public:
    run(int from, int to, const workload& load, const watched_process& answerer)
        : from_(from),
          to_(to),
          load_(load),
          answerer_(answerer),
          requests_(load.input_bytes, load.shape),
          talk_(requests_, load.depth, read_bytes),
          all_(load.warmup + load.requests),
          deadline_(now() + static_cast<nanoseconds>(load.timeout_seconds * 1e9)) {
        make_nonblocking(from);
        make_nonblocking(to);
        talk_.expect(all_);
    }

    run_figures measure() {
        if (load_.warmup == 0) begin();
        mark last;
        while (answered() < all_ && !ended_) {
            ask();
            read_or_wait();
            if (answered() >= all_) last = mark_now(read_at_);
        }
        const long peak = answerer_.memory_kib("VmHWM:");
        if (load_.as_agent) say_done();
        return figures_of(last, static_cast<double>(peak));
    }

private:
    [[nodiscard]] std::uint64_t answered() const { return talk_.ledger().counts().answered; }

    [[nodiscard]] mark mark_now(nanoseconds time) const { return {time, answerer_.cpu(), own_cpu()}; }

    void begin() {
        first_ = mark_now(now());
        talk_.keep_round_trips(load_.requests);
        warm_ = true;
    }

    void ask() {
        if (load_.as_agent && !talk_.initialized()) {
            blocked_ = !talk_.write_to(to_);
            return;
        }
        // What is measured begins with an idle answerer: its warm-up is over when all of that is answered.
        if (!warm_ && answered() == load_.warmup) begin();
        talk_.ask(warm_ ? all_ : load_.warmup);
        if (!blocked_ || waited_) blocked_ = !talk_.write_to(to_);
    }

    void read_or_wait() {
        const auto space = talk_.read_space();
        const auto bytes = ::read(from_, space.data(), space.size());
        read_at_ = now();
        waited_ = false;
        if (bytes > 0) {
            talk_.took(static_cast<std::size_t>(bytes), read_at_);
        } else if (bytes == 0 || errno == ECONNRESET) {
            ended_ = true;
        } else if (errno == EAGAIN) {
            wait();
        } else if (errno != EINTR) {
            throw std::system_error(errno, std::generic_category(), "reading from the answerer");
        }
        if (read_at_ > deadline_) ended_ = true;
    }

    void wait() {
        constexpr int most_ms = 1000;
        pollfd ends[2] = {{from_, POLLIN, 0}, {to_, POLLOUT, 0}};
        ::poll(ends, blocked_ ? 2 : 1, most_ms);
        waited_ = blocked_ && ends[1].revents != 0;
    }

    void say_done() {
        ::fcntl(to_, F_SETFL, ::fcntl(to_, F_GETFL) & ~O_NONBLOCK);
        talk_.say(task_is_done);
        while (!talk_.write_to(to_)) {
        }
    }

    [[nodiscard]] run_figures figures_of(const mark& last, double peak_kib) const {
        run_figures figures;
        const tally& counts = talk_.ledger().counts();
        figures.good = counts.clean() && counts.answered == all_;
        figures.fault = describe_faults(counts, all_, talk_.ledger().first_fault());
        figures.peak_rss_kib = peak_kib;
        if (counts.answered < all_) return figures;
        const double seconds = static_cast<double>(last.time - first_.time) / 1e9;
        const auto count = static_cast<double>(load_.requests);
        figures.requests_per_second = count / seconds;
        figures.answerer_cpu_us = static_cast<double>(last.answerer_cpu - first_.answerer_cpu) / 1e3 / count;
        figures.driver_cpu_us = static_cast<double>(last.own_cpu - first_.own_cpu) / 1e3 / count;
        figures.round_trip_us = shares_of(talk_.round_trips());
        return figures;
    }

    int from_;
    int to_;
    const workload& load_;
    const watched_process& answerer_;
    request_book requests_;
    conversation talk_;
    std::uint64_t all_;
    nanoseconds deadline_;
    nanoseconds read_at_ = 0;
    mark first_;
    bool warm_ = false;
    bool blocked_ = false;  // the answerer takes no more for now
    bool waited_ = false;   // it does again
    bool ended_ = false;
};

}  // namespace

run_figures exchange(int from, int to, const workload& load, const watched_process& answerer) {
    return run(from, to, load, answerer).measure();
}

}  // namespace assent::bench
