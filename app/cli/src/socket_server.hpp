#pragma once

#include "commands.hpp"

#include <assent/app/control_session.hpp>

#include <string>

namespace assent::cli {

/// What a session of `serve` starts from.
[[nodiscard]] session_options serve_session_options(const settings& with, const std::string& cwd,
                                                    bool untrusted_connection);

/// Serves all connections to a Unix socket or TCP port, until SIGINT or SIGTERM comes. On SIGUSR1 it says how
/// many there are, and what they take in memory. \throws usage_error, std::runtime_error, std::system_error
int serve_sockets(settings& with, const serve_options& options);

}  // namespace assent::cli
