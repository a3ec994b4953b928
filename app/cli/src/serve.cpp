#include "commands.hpp"
#include "front_ends.hpp"
#include "policy_reload.hpp"
#include "stdio_run.hpp"

#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/app/async/async_session.hpp>
#include <assent/app/control_session.hpp>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace assent::cli {
namespace {

namespace asio = boost::asio;

session_options options_for(const settings& with, const std::string& cwd, bool untrusted_connection) {
    session_options options;
    options.channel.speaks = with.speaks;
    options.channel.first_line_must_be_object = untrusted_connection;
    if (with.max_line_bytes != 0) options.channel.max_line_bytes = with.max_line_bytes;
    options.responder.log = with.log;
    options.responder.cwd = cwd;
    return options;
}

int serve_stdio(settings& with, const serve_options& given) {
    std::shared_ptr<control_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        served = std::make_shared<control_session>(std::move(connection),
                                                   with.make_gate("standard input", given.cwd),
                                                   options_for(with, given.cwd, false));
        return served;
    };
    return run_on_stdio(with, "assent serve", make, [&] { return served->end_reason(); });
}

// Keeps what runs for each connection until it is over.
class connections {
public:
    connections(settings& with, std::string cwd) : with_(with), cwd_(std::move(cwd)) {}

    void take(accepted_connection connection) {
        with_.log({log_level::info, "connected: " + connection.peer.text});
        const auto session = std::make_shared<control_session>(
            std::move(connection.stream),
            with_.make_gate(fmt::format("{}: {}", ++taken_, connection.peer.text), cwd_),
            options_for(with_, cwd_, true));
        const auto at = running_.emplace(running_.end(), connection.executor, session, with_.time);
        at->async_run([this, at, session, peer = connection.peer.text](boost::system::error_code error) {
            if (const auto reason = session->end_reason(); !reason.empty())
                with_.log({log_level::warn, fmt::format("{}: {}", peer, reason)});
            with_.log({log_level::info, fmt::format("disconnected: {}{}{}", peer, error ? ": " : "",
                                                    error ? error.message() : "")});
            running_.erase(at);
        });
    }

    void close() {
        for (auto& each : running_) each.close();
    }

private:
    settings& with_;
    std::string cwd_;
    std::size_t taken_ = 0;             // connections so far: people tell them apart by it
    std::list<async_session> running_;  // one thread runs the context, so no lock
};

std::pair<std::string, std::uint16_t> host_and_port(const std::string& text) {
    const auto colon = text.rfind(':');
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    if (colon != std::string::npos) {
        const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, port);
        if (error == std::errc() && stop == end) {
            std::string host = text.substr(0, colon);
            if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
            return {host, port};
        }
    }
    throw usage_error(fmt::format("--tcp: expected HOST:PORT, got `{}`", text));
}

int serve_sockets(settings& with, const serve_options& options) {
    asio::io_context context(1);
    connections open(with, options.cwd);
    const auto accept = [&](accepted_connection connection) { open.take(std::move(connection)); };
    listen_options listening;
    listening.allow_remote = options.allow_remote;
    listening.log = [&](std::string_view text) { with.log({log_level::warn, text}); };
    std::optional<socket_listener> listener;
    if (!options.unix_path.empty()) {
        listener.emplace(
            socket_listener::listen_unix(context.get_executor(), options.unix_path, accept, listening));
    } else {
        const auto [host, port] = host_and_port(options.tcp);
        listener.emplace(socket_listener::listen_tcp(context.get_executor(), host, port, accept, listening));
    }
    // Always said: whoever started us waits for it, and with port 0 it is how the port gets known.
    fmt::print(stderr, "assent: listening on {}{}\n", listener->address(),
               options.tcp.empty() || options.allow_remote ? "" : " (loopback only)");
    front_ends people(context, with, "assent serve");
    reload_on_hangup hangup(context, with);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code error, int number) {
        if (error) return;
        if (number == SIGINT) people.interrupted();
        people.close();
        hangup.stop();
        listener->close();
        open.close();
    });
    context.run();
    return static_cast<int>(exit_code::ok);
}

}  // namespace

int serve(settings& with, const serve_options& options) {
    require_clean(options.cwd);
    const bool sockets = !options.unix_path.empty() || !options.tcp.empty();
    return sockets ? serve_sockets(with, options) : serve_stdio(with, options);
}

}  // namespace assent::cli
