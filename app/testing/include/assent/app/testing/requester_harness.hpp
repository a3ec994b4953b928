#pragma once

#include <assent/app/session/permission_requester.hpp>
#include <assent/app/testing/connected_peer.hpp>

#include <memory>
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
class requester_harness : public connected_peer {
public:
    /// What became of one use of a tool.
    struct use {
        bool over = false;
        verdict decided;
        settlement outcome;  ///< of a question
    };

    explicit requester_harness(requester_harness_options options = {});

    /// The agent wants to use a tool. Everything that follows at once is done.
    std::shared_ptr<const use> ask(std::string_view tool_name, json_object input = {});
    std::shared_ptr<const use> ask(const agent_call& call);

private:
    std::shared_ptr<peer_link> link_ = std::make_shared<peer_link>();
};

}  // namespace assent::testing
