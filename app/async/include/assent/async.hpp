#pragma once

/// Sessions on an Asio executor, and the transports. Includes <assent/assent.hpp>.

#include <assent/adapters/asio/child_process.hpp>
#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/adapters/asio/socket_transport.hpp>
#include <assent/adapters/asio/stdio_transport.hpp>
#include <assent/adapters/files/system_clock.hpp>
#include <assent/app/async/answers.hpp>
#include <assent/app/async/async_session.hpp>
#include <assent/app/bridge/bridge.hpp>
#include <assent/assent.hpp>
