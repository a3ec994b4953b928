#pragma once

#include <assent/adapters/testing/fake_transport.hpp>
#include <assent/adapters/testing/manual_clock.hpp>
#include <assent/adapters/testing/recording_audit_sink.hpp>
#include <assent/adapters/testing/scripted_peer.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/control_session.hpp>
#include <assent/app/session/permission_requester.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent::testing {

struct requester_harness_options {
    gate_options gate{};  ///< its callback is replaced by the way to the peer
    requester_options requester{};
    session_options session{};
    dialect speaks = dialect::nested;
    feed_style feeding = feed_style::whole;
};

/// An agent's side of the protocol for a test: a gate, the session that asks, and a scripted peer that
/// answers.
///
///     requester_harness h;
///     auto use = h.ask("Bash", {{"command", "ls"}});   // the gate leaves it open: the peer is asked
///     h.peer().answer_allow(h.peer().asked().back().id);
///     h.pump();
///     // use->decided.allowed()
///
/// Thread-safety: one thread.
class requester_harness {
public:
    /// What became of one use of a tool.
    struct use {
        bool over = false;
        verdict decided;
        settlement outcome;  ///< of a question
    };

    explicit requester_harness(requester_harness_options options = {});
    ~requester_harness();
    requester_harness(const requester_harness&) = delete;
    requester_harness& operator=(const requester_harness&) = delete;

    /// The agent wants to use a tool. Everything that follows at once is done.
    std::shared_ptr<const use> ask(std::string_view tool_name, json_object input = {});
    std::shared_ptr<const use> ask(const agent_call& call);

    /// The peer's output ends.
    void end();
    void advance(duration by);
    void pump();

    [[nodiscard]] scripted_peer& peer() noexcept { return peer_; }
    [[nodiscard]] fake_connection& connection() noexcept { return connection_; }
    [[nodiscard]] recording_audit_sink& audit() noexcept { return *audit_; }
    [[nodiscard]] control_session& session() noexcept { return *session_; }
    [[nodiscard]] permission_gate& gate() noexcept { return *gate_; }

private:
    std::shared_ptr<manual_clock> clock_ = std::make_shared<manual_clock>();
    std::shared_ptr<recording_audit_sink> audit_ = std::make_shared<recording_audit_sink>();
    std::shared_ptr<std::atomic<bool>> woken_ = std::make_shared<std::atomic<bool>>(false);
    feed_style feeding_;
    scripted_peer peer_;
    fake_connection connection_;
    std::shared_ptr<peer_link> link_ = std::make_shared<peer_link>();
    std::shared_ptr<permission_gate> gate_;
    std::shared_ptr<control_session> session_;
};

}  // namespace assent::testing
