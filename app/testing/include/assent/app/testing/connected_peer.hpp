#pragma once

#include <assent/adapters/testing/fake_transport.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>
#include <assent/adapters/testing/scripted_peer.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/control_session.hpp>

#include <atomic>
#include <memory>

namespace assent::testing {

/// What both harnesses are: a gate and its session, a scripted peer, and the bytes between. Time stands still
/// until `advance`. Thread-safety: one thread.
class connected_peer {
public:
    ~connected_peer();
    connected_peer(const connected_peer&) = delete;
    connected_peer& operator=(const connected_peer&) = delete;

    /// The peer's output ends.
    void end();
    /// Moves the clock, times out what is over, and delivers what follows. \param by  not negative
    void advance(duration by);
    /// Delivers what is due: what the peer wrote, answers that came from elsewhere, sends.
    void pump();

    [[nodiscard]] scripted_peer& peer() noexcept { return peer_; }
    [[nodiscard]] fake_connection& connection() noexcept { return connection_; }
    [[nodiscard]] manual_clock& time() noexcept { return *clock_; }
    [[nodiscard]] recording_audit_sink& audit() noexcept { return *audit_; }
    [[nodiscard]] control_session& session() noexcept { return *session_; }
    /// \pre there is one
    [[nodiscard]] permission_gate& gate() noexcept { return *gate_; }

protected:
    connected_peer(dialect speaks, feed_style feeding) : feeding_(feeding), peer_(speaks) {}
    void start(std::shared_ptr<control_session> session, session::finished on_finished);

    std::shared_ptr<manual_clock> clock_ = std::make_shared<manual_clock>();
    std::shared_ptr<recording_audit_sink> audit_ = std::make_shared<recording_audit_sink>();
    std::shared_ptr<std::atomic<bool>> woken_ = std::make_shared<std::atomic<bool>>(false);
    feed_style feeding_;
    scripted_peer peer_;
    fake_connection connection_;
    std::shared_ptr<permission_gate> gate_;
    std::shared_ptr<control_session> session_;
};

}  // namespace assent::testing
