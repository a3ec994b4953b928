#include "driver/answerer_process.hpp"
#include "driver/conversation.hpp"
#include "driver/figures.hpp"

#include <boost/json/serialize.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <stdexcept>
#include <system_error>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Many agents at one answerer: `assent_bench_connections [OPTION...] -- COMMAND [ARG...]` starts a command
// that listens on a Unix socket, opens connections, and prints what one that is idle takes, and how evenly
// busy ones are served.
namespace assent::bench {
namespace {

constexpr std::size_t input_bytes = 100;
constexpr std::size_t read_bytes = 4096;
constexpr timespec moment{0, 10'000'000};
constexpr timespec to_come_to_rest{0, 200'000'000};

struct settings {
    std::string socket;
    std::size_t connections = 16;
    double seconds = 0.5;
    std::optional<int> core;
    std::vector<std::string> command;
};

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

void allow_many_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

// \return -1 where nobody listens
int try_connect(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) throw std::invalid_argument("the socket's path is too long");
    std::memcpy(address.sun_path, path.data(), path.size());
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0) fail("socket");
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
    ::close(socket);
    return -1;
}

int connect_to(const answerer_process& server, const std::string& path) {
    for (const nanoseconds deadline = now() + hang_limit; now() < deadline && !server.has_left();
         ::nanosleep(&moment, nullptr))
        if (const int socket = try_connect(path); socket >= 0) return socket;
    throw std::runtime_error("nobody listens on " + path);
}

struct agent {
    agent(int to, const request_book& requests) : socket(to), talk(requests, 1, read_bytes) {}
    ~agent() { ::close(socket); }
    agent(const agent&) = delete;
    agent& operator=(const agent&) = delete;

    int socket;
    conversation talk;
};

class crowd {
public:
    crowd(const settings& wanted, const answerer_process& server)
        : settings_(wanted),
          server_(server),
          requests_(input_bytes, input_shape::text),
          events_(::epoll_create1(EPOLL_CLOEXEC)) {
        if (events_ < 0) fail("epoll_create1");
    }
    ~crowd() { ::close(events_); }
    crowd(const crowd&) = delete;
    crowd& operator=(const crowd&) = delete;

    void grow_to(std::size_t count) {
        while (agents_.size() < count) {
            agent& added = agents_.emplace_back(connect_to(server_, settings_.socket), requests_);
            make_nonblocking(added.socket);
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.ptr = &added;
            if (::epoll_ctl(events_, EPOLL_CTL_ADD, added.socket, &event) != 0) fail("epoll_ctl");
            // One answer each: a connection that was never used takes less.
            ask(added, 1);
            serve_until([&] { return added.talk.ledger().open() == 0; }, now() + hang_limit, 1);
        }
    }

    // All of them at once, one request in flight each, for some time; then until all is answered.
    void keep_busy(nanoseconds duration) {
        begin_ = now();
        for (agent& each : agents_) ask(each, ~std::uint64_t{0});
        serve_until([] { return false; }, begin_ + duration, ~std::uint64_t{0});
        end_ = now();
        for (agent& each : agents_) counts_.push_back(each.talk.ledger().counts().answered - 1);
        serve_until([this] { return open() == 0; }, now() + hang_limit, 0);
    }

    [[nodiscard]] bool good() const {
        return open() == 0 && std::all_of(agents_.begin(), agents_.end(), [](const agent& each) {
                   return each.talk.ledger().counts().clean();
               });
    }

    [[nodiscard]] boost::json::object figures() const {
        const auto [least, most] = std::minmax_element(counts_.begin(), counts_.end());
        double all = 0;
        for (const auto each : counts_) all += static_cast<double>(each);
        return {{"least_answers", *least},
                {"most_answers", *most},
                {"requests_per_second", all / (static_cast<double>(end_ - begin_) / 1e9)}};
    }

private:
    [[nodiscard]] std::uint64_t open() const {
        std::uint64_t count = 0;
        for (const agent& each : agents_) count += each.talk.ledger().open();
        return count;
    }

    static void ask(agent& each, std::uint64_t most) {
        each.talk.ask(most);
        // A request is much smaller than what a socket holds.
        if (!each.talk.write_to(each.socket)) throw std::runtime_error("a connection takes no request");
    }

    // \param most after that many requests in all, a connection asks no more
    template <class Done>
    void serve_until(Done done, nanoseconds deadline, std::uint64_t most) {
        epoll_event ready[256];
        while (!done() && now() < deadline) {
            const int count = ::epoll_wait(events_, ready, std::size(ready), 10);
            for (int i = 0; i < count; ++i) read_from(*static_cast<agent*>(ready[i].data.ptr), most);
        }
    }

    static void read_from(agent& from, std::uint64_t most) {
        const auto space = from.talk.read_space();
        const auto bytes = ::read(from.socket, space.data(), space.size());
        if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (bytes <= 0) throw std::runtime_error("the answerer closed a connection");
        from.talk.took(static_cast<std::size_t>(bytes), now());
        ask(from, most);
    }

    const settings& settings_;
    const answerer_process& server_;
    request_book requests_;
    int events_;
    std::deque<agent> agents_;
    std::vector<std::uint64_t> counts_;
    nanoseconds begin_ = 0;
    nanoseconds end_ = 0;
};

int measure(const settings& wanted) {
    allow_many_descriptors();
    answerer_process server(wanted.command, std::nullopt);
    if (wanted.core) pin_to_core(*wanted.core);
    const watched_process seen(server.pid());
    crowd agents(wanted, server);
    agents.grow_to(1);
    ::nanosleep(&to_come_to_rest, nullptr);
    const auto with_one = static_cast<double>(seen.memory_kib("VmRSS:"));
    agents.grow_to(wanted.connections);
    ::nanosleep(&to_come_to_rest, nullptr);
    const auto with_all = static_cast<double>(seen.memory_kib("VmRSS:"));
    agents.keep_busy(static_cast<nanoseconds>(wanted.seconds * 1e9));
    ::nanosleep(&to_come_to_rest, nullptr);
    const auto after = static_cast<double>(seen.memory_kib("VmRSS:"));

    auto figures = agents.figures();
    const auto others = static_cast<double>(std::max<std::size_t>(wanted.connections, 2) - 1);
    figures["good"] = agents.good();
    figures["with_one_kib"] = with_one;
    figures["idle_connection_kib"] = (with_all - with_one) / others;
    figures["used_connection_kib"] = (after - with_one) / others;
    fmt::print("{}\n", boost::json::serialize(figures));
    return agents.good() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace assent::bench

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    assent::bench::settings wanted;
    CLI::App app("Measure who answers many agents");
    app.add_option("--socket", wanted.socket, "Where the command listens")->required();
    app.add_option("--connections", wanted.connections, "How many")->check(CLI::PositiveNumber);
    app.add_option("--seconds", wanted.seconds, "How long all of them are busy");
    app.add_option("--core", wanted.core, "Pin this program, not the answerer, to a core");
    app.add_option("command", wanted.command, "The answerer")->required();
    CLI11_PARSE(app, argc, argv);
    try {
        return assent::bench::measure(wanted);
    } catch (const std::exception& error) {
        fmt::print(stderr, "assent_bench_connections: {}\n", error.what());
        return 2;
    }
}
