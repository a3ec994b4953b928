// An agent asks on standard input, and is answered on standard output. The transport, the record and the
// clock are this program's own: there is no Asio, no thread and no event loop but the one in `main`. With a
// policy file as its argument, it decides as `assent serve --policy FILE --cwd "$PWD"` does.
#include <assent/adapters/files/audit_line.hpp>
#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/assent.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace assent;

// Two pipes. Writing waits for the peer, reading does not.
class pipe_transport final : public transport {
public:
    pipe_transport(int from, int to) : from_(from), to_(to) {}

    void start(std::shared_ptr<handler> user) override { user_ = std::move(user); }
    void send(std::span<const std::string_view> pieces) override {
        for (const auto piece : pieces) unsent_ += piece;
        sending_ = true;
    }
    void resume() override { paused_ = false; }
    void end_output() override { ending_output_ = true; }
    void close() noexcept override { closing_ = true; }

    // What is due next, and nothing from inside a call of the user. Returns false when it is over.
    bool step(int wait_at_most_ms) {
        if (!user_) return false;
        if (sending_) return written();
        if (ending_output_ && !output_ended_) end_it();
        if (closing_ || (input_ended_ && output_ended_)) return over({});
        const bool reads = !paused_ && !input_ended_;
        const auto space = reads ? user_->read_space() : std::span<char>();
        if (reads) paused_ = space.empty();
        pollfd readable{from_, POLLIN, 0};
        const int ready = ::poll(&readable, space.empty() ? 0 : 1, wait_at_most_ms);
        if (space.empty()) return true;
        if (ready <= 0) {
            user_->on_nothing();
            return true;
        }
        const auto bytes = ::read(from_, space.data(), space.size());
        if (bytes < 0) return over(error_of(errno));
        input_ended_ = bytes == 0;
        if (input_ended_)
            user_->on_end();
        else
            user_->on_read(static_cast<std::size_t>(bytes));
        return true;
    }

private:
    static boost::system::error_code error_of(int number) {
        return {number, boost::system::system_category()};
    }

    bool written() {
        for (std::string_view rest = unsent_; !rest.empty();) {
            const auto bytes = ::write(to_, rest.data(), rest.size());
            if (bytes < 0 && errno != EINTR) return over(error_of(errno));
            rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
        }
        unsent_.clear();
        sending_ = false;
        user_->on_sent();
        return true;
    }

    // The peer sees the end of it. The number stays taken, so that no other file gets it.
    void end_it() {
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, to_);
        ::close(nowhere);
        output_ended_ = true;
    }

    bool over(boost::system::error_code error) {
        std::exchange(user_, nullptr)->on_closed(error);
        return false;
    }

    int from_, to_;
    std::shared_ptr<handler> user_;
    std::string unsent_;
    bool sending_ = false, closing_ = false, paused_ = false;
    bool input_ended_ = false, ending_output_ = false, output_ended_ = false;
};

// A line for each decision. An allow leaves only after its line was accepted.
class stderr_sink final : public audit_sink {
public:
    boost::system::error_code record(const audit_event& event) override {
        std::cerr << to_json_line(event) << '\n';
        return std::cerr ? boost::system::error_code() : make_error_code(boost::system::errc::io_error);
    }
};

// Counts the time for which the machine sleeps, so that a permission for five minutes does not survive a
// night.
class boot_clock final : public assent::clock {
public:
    time_point now() const noexcept override { return time_point(read(CLOCK_BOOTTIME)); }
    wall_time wall() const noexcept override {
        return wall_time(std::chrono::floor<std::chrono::milliseconds>(read(CLOCK_REALTIME)));
    }

private:
    static std::chrono::nanoseconds read(clockid_t id) noexcept {
        timespec value{};
        ::clock_gettime(id, &value);
        return std::chrono::seconds(value.tv_sec) + std::chrono::nanoseconds(value.tv_nsec);
    }
};

// A policy file as the program reads it: `~` is the user's home, folders are followed, examples are tried.
// Calls that would change the file are asked about.
ready_policy read_file(const std::string& file, policy_additions own) {
    const char* const home = std::getenv("HOME");
    own.home = home != nullptr ? home : "";
    policy read = load_policy(file, own.home);  // throws where there is no such file
    own.own_places = {std::filesystem::canonical(file).string()};
    return make_ready(std::move(read), file, own);
}

int main(int argc, char** argv) try {
    std::signal(SIGPIPE, SIG_IGN);  // a peer that is gone is an error of a write
    const auto npm = parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host);
    gate_options options;
    options.paths = std::make_shared<filesystem_path_resolver>();
    options.repositories = std::make_shared<git_repository_settings>();
    if (argc > 1) {
        options.basis = read_file(argv[1], {.rules = {npm.value()}, .paths = options.paths}).basis;
    } else {
        options.policy.peer_may_set = peer_mode::never;  // the agent cannot switch the gate off
        options.policy.rules = {npm.value()};
    }
    options.callback = answer_with([](const permission_question& question) -> permission_result {
        if (question.tool_name == "Read") return allow_result{};
        return deny_result{.reason = "only npm, and reading"};
    });
    const auto time = std::make_shared<boot_clock>();
    const auto gate =
        std::make_shared<permission_gate>(std::move(options), time, std::make_shared<stderr_sink>());

    auto connection = std::make_unique<pipe_transport>(STDIN_FILENO, STDOUT_FILENO);
    auto& pipe = *connection;  // the session lives as long as this function
    session_options wire;
    wire.responder.cwd = std::filesystem::current_path();
    const auto session = std::make_shared<control_session>(std::move(connection), gate, wire);
    session->start({}, [](auto, std::string_view reason) { std::cerr << reason; });
    for (int wait_ms = -1; pipe.step(wait_ms);) {
        session->tick();
        wait_ms = -1;
        if (const auto deadline = session->next_deadline()) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - time->now()).count();
            wait_ms = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000));
        }
    }
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
