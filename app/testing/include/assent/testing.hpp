#pragma once

/// The fakes and the harness for users' own tests: everything of <assent/assent.hpp>, and stand-ins
/// for the agent, the connection, the file system, the clock and the audit sink. No Asio, no threads.

#include <assent/adapters/testing/checked_transport.hpp>
#include <assent/adapters/testing/fake_path_resolver.hpp>
#include <assent/adapters/testing/fake_transport.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>
#include <assent/adapters/testing/scripted_peer.hpp>
#include <assent/app/testing/harness.hpp>
#include <assent/app/testing/requester_harness.hpp>
#include <assent/assent.hpp>
