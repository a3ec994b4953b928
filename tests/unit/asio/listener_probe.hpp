#pragma once

// A listener's user for tests, and clients of it.

#include "portable_build.hpp"
#include "stream_probe.hpp"

#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/adapters/asio/socket_transport.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::testing {

struct listener_fixture {
    temporary_directory directory;
    std::string path = directory / "socket";
    boost::asio::io_context io;
    std::vector<connected_peer> peers;
    std::vector<std::shared_ptr<recorder>> users;  ///< our end of each accepted connection
    std::vector<std::string> logged;

    ~listener_fixture() {
        for (const auto* all : {&users, &clients_})
            for (const auto& user : *all) user->stream.reset();  // the two own each other
        run_ready(io);
    }
    listen_options options() {
        listen_options made;
        made.accept_retry = std::chrono::milliseconds(1);
        made.log = [this](std::string_view line) { logged.emplace_back(line); };
        return made;
    }
    /// Answers everything with `> ` and the same.
    void accept(accepted_connection connection) {
        peers.push_back(connection.peer);
        auto user = recorder::on(std::move(connection.stream));
        auto* self = user.get();
        self->reading = [self] { self->send({"> ", self->received}); };
        self->ending = [self] { self->close(); };
        users.push_back(std::move(user));
    }
    socket_listener::connection_callback accepting() {
        return [this](accepted_connection connection) { accept(std::move(connection)); };
    }
    socket_listener listen_unix() {
        return socket_listener::listen_unix(io.get_executor(), path, accepting(), options());
    }
    std::shared_ptr<recorder> join(std::unique_ptr<transport> client) {
        auto user = recorder::on(std::move(client));
        clients_.push_back(user);
        return user;
    }
    std::shared_ptr<recorder> join_unix() { return join(connect_unix(io.get_executor(), path)); }

private:
    std::vector<std::shared_ptr<recorder>> clients_;
};

}  // namespace assent::testing
