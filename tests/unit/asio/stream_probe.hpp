#pragma once

// What the tests of this folder share: a handler that records, a loop with a limit, temporary files.

#include <assent/adapters/asio/socket_transport.hpp>
#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/adapters/testing/checked_transport.hpp>
#include <assent/ports/transport.hpp>

#include "hang_limit.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace assent::testing {

using test::hang_limit;

/// Runs `io` until `done()`; fails when it runs out of work or time before.
template <class Done>
void run_until(boost::asio::io_context& io, Done done) {
    const auto deadline = std::chrono::steady_clock::now() + hang_limit;
    while (!done()) {
        io.restart();
        if (io.run_one_until(deadline) == 0) BOOST_FAIL("it never happened");
    }
}

/// Runs what can run now, without waiting.
inline void run_ready(boost::asio::io_context& io) {
    io.restart();
    io.poll();
}

/// A user of a transport that writes down what it is told. That the port's contract is kept is checked, too.
class recorder : public transport::handler, public std::enable_shared_from_this<recorder> {
public:
    /// Makes one and starts it on `stream`.
    static std::shared_ptr<recorder> on(std::unique_ptr<transport> stream, bool paused = false) {
        auto made = std::make_shared<recorder>();
        made->stream = std::make_unique<checked_transport>(
            std::move(stream), [](std::string_view breach) { BOOST_ERROR(breach); });
        made->paused = paused;
        made->stream->start(made);
        return made;
    }

    void send(std::vector<std::string> texts) {
        kept_ = std::move(texts);
        pieces_.assign(kept_.begin(), kept_.end());
        stream->send(pieces_);
        pieces_.assign(pieces_.size(), "the list of pieces need not live on");
    }
    void resume() {
        paused = false;
        stream->resume();
    }
    void end_output() { stream->end_output(); }
    void close() { stream->close(); }

    std::span<char> read_space() override {
        ++spaces_asked;
        if (paused) return {};
        holds_space = true;
        return space_;
    }
    void on_nothing() override { holds_space = false; }
    void on_read(std::size_t bytes) override {
        holds_space = false;
        received.append(space_.data(), bytes);
        if (reading) reading();
    }
    void on_end() override {
        ended = true;
        if (ending) ending();
    }
    void on_sent() override {
        ++sent;
        if (sending) sending();
    }
    void on_closed(boost::system::error_code error) override { closed = error; }

    /// What one read brings at most.
    [[nodiscard]] std::size_t space_bytes() const { return space_.size(); }

    std::unique_ptr<transport> stream;
    std::string received;
    int sent = 0;
    int spaces_asked = 0;
    bool paused = false;
    bool holds_space = false;  ///< given, and neither filled nor given back
    bool ended = false;
    std::optional<boost::system::error_code> closed;
    std::function<void()> reading;  ///< runs inside on_read
    std::function<void()> sending;  ///< runs inside on_sent
    std::function<void()> ending;   ///< runs inside on_end

private:
    std::array<char, 4096> space_{};
    std::vector<std::string> kept_;
    std::vector<std::string_view> pieces_;
};

/// A new directory, removed with all it holds.
class temporary_directory {
public:
    temporary_directory() {
        std::string name = std::filesystem::temp_directory_path() / "assent-asio-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
        path_ = name;
    }
    ~temporary_directory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    temporary_directory(const temporary_directory&) = delete;
    temporary_directory& operator=(const temporary_directory&) = delete;
    std::string operator/(const char* name) const { return path_ / name; }
    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

/// As every `main` does that uses pipes.
struct sigpipe_ignored {
    sigpipe_ignored() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~sigpipe_ignored() { std::signal(SIGPIPE, before_); }
    sigpipe_ignored(const sigpipe_ignored&) = delete;
    sigpipe_ignored& operator=(const sigpipe_ignored&) = delete;

private:
    void (*before_)(int);
};

/// Owns a descriptor.
class open_file {
public:
    explicit open_file(int fd) : fd_(fd) {
        if (fd < 0) throw std::runtime_error("no descriptor");
    }
    open_file(open_file&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    open_file& operator=(open_file&&) = delete;
    ~open_file() { close(); }
    operator int() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

private:
    int fd_;
};

/// Two transports that talk to each other.
struct stream_ends {
    std::unique_ptr<transport> near;
    std::unique_ptr<transport> far;
    std::vector<open_file> kept;  ///< what must stay open as long as they live
};

inline stream_ends make_unix_ends(const boost::asio::any_io_executor& near,
                                  const boost::asio::any_io_executor& far) {
    int fds[2];
    BOOST_REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    return {make_socket_transport(near, fds[0]), make_socket_transport(far, fds[1]), {}};
}

inline stream_ends make_pipe_ends(const boost::asio::any_io_executor& near,
                                  const boost::asio::any_io_executor& far) {
    int there[2];
    int back[2];
    BOOST_REQUIRE(::pipe2(there, O_CLOEXEC) == 0);
    BOOST_REQUIRE(::pipe2(back, O_CLOEXEC) == 0);
    stream_ends made{
        make_stdio_transport(near, back[0], there[1]), make_stdio_transport(far, there[0], back[1]), {}};
    ::close(there[0]);  // else a transport that is gone would leave a reader behind
    ::close(back[0]);
    made.kept.emplace_back(there[1]);
    made.kept.emplace_back(back[1]);
    return made;
}

/// For BOOST_CHECK_EXCEPTION: the message is exactly `text`.
inline auto says(std::string text) {
    return [text = std::move(text)](const std::exception& error) {
        BOOST_TEST(error.what() == text);
        return error.what() == text;
    };
}

}  // namespace assent::testing
