#pragma once

#include <assent/app/testing/connected_peer.hpp>

#include <boost/system/error_code.hpp>

#include <string>
#include <string_view>

namespace assent::testing {

struct harness_options {
    gate_options gate{};
    session_options session{};
    /// What the agent speaks. The session finds out by itself, unless `session.channel.speaks` says.
    dialect speaks = dialect::nested;
    /// How the agent's bytes are cut into reads.
    feed_style feeding = feed_style::whole;
    /// False: a session without a gate, which denies everything.
    bool with_gate = true;
    /// Hears of the end of the session, once.
    session::finished on_finished{};
};

/// A whole permission session for a test: an agent, the bytes between, and the code that answers.
///
/// The agent's questions are written as real lines of the protocol, the session reads them, asks
/// the callback under test, and the answers come back as bytes that the agent reads. Time stands
/// still until `advance`; everything else happens inside the calls below.
///
///     harness h(answer_with(my_callback));
///     auto reply = h.ask("Bash", {{"command", "ls"}});
///     // reply.allowed, reply.denied, reply.reason, ...
///
/// Thread-safety: one thread. Only the handles of open questions may be answered on others; the
/// answer is there after the next `pump`.
class harness : public connected_peer {
public:
    explicit harness(can_use_tool callback);
    explicit harness(harness_options options);

    /// The agent asks for the use of a tool, and everything that follows at once is done.
    /// \return the answer; `answered` is false when the callback has kept the question open, then
    ///         look again with `reply` later
    peer_reply ask(std::string_view tool_name, json_object input = {});
    peer_reply ask(const agent_call& call);
    /// The agent sets its mode. \return its answer: an error when it may not
    peer_reply set_mode(permission_mode mode);
    /// The agent sets a mode by its name on the wire, which need not exist.
    peer_reply set_mode(std::string_view name);
    /// The agent withdraws a question.
    void cancel(std::string_view request_id);
    /// The agent interrupts its turn. \return the answer to that
    peer_reply interrupt();
    /// The agent says something else: a line without its LF.
    void line(std::string_view text);

    /// The answer to a request as of now.
    [[nodiscard]] peer_reply reply(std::string_view request_id) const { return peer_.reply(request_id); }

    /// The session is over; the next two say how.
    [[nodiscard]] bool finished() const noexcept { return session_->over(); }
    [[nodiscard]] const std::string& close_reason() const noexcept { return close_reason_; }
    [[nodiscard]] boost::system::error_code close_error() const noexcept { return close_error_; }

private:
    peer_reply reply_after_pump(const std::string& id);

    std::string close_reason_;
    boost::system::error_code close_error_;
};

}  // namespace assent::testing
