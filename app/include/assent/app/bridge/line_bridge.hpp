#pragma once

#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/session/line_session.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/question_relay.hpp>
#include <assent/app/session/session.hpp>
#include <assent/ports/transport.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace assent {

/// Longest line that passes through a bridge, in bytes. Larger than a responder's, because whole
/// conversations pass here.
inline constexpr std::size_t bridge_max_line_bytes = std::size_t{64} * 1024 * 1024;

/// Requests that one side has not answered to the other yet, at most. Over it `bridge` passes no answers to
/// some, and `agent_bridge` refuses further ones.
inline constexpr std::size_t max_passed_requests = 65536;

/// What becomes of a question that the gate leaves to upstream, when nobody is there to answer it. One that a
/// rule or the agent wants a person to look at (`permission_question::once_only`) is denied in any case.
enum class without_peer : unsigned char { deny, allow };

/// The bounds of every bridge, and whom it asks.
struct line_bridge_options {
    std::size_t max_line_bytes = bridge_max_line_bytes;
    /// Reading from one side pauses while this many bytes wait for the other.
    std::size_t pause_bytes = std::size_t{256} * 1024;
    /// The last resort: the bridge ends when an agent does not read and this much waits for it. Room
    /// for the longest line of upstream and as much again of answers.
    std::size_t max_unsent_bytes = 2 * bridge_max_line_bytes;
    std::string cwd{};  ///< the agent's working directory
    /// The way from the gate to upstream: give its `callback()` to the gate. Questions that the gate leaves
    /// open are passed on then, as the agent asked them. Null: the gate has another callback, and upstream is
    /// asked nothing.
    std::shared_ptr<peer_link> link{};
    /// When upstream's output has ended, or it is gone.
    without_peer no_peer = without_peer::deny;
    log_callback log{};
};

/// Two connections, and what passes between them in lines: an agent (downstream), and whoever drives it
/// (upstream). What the lines say is for the protocol's bridge, which builds on this one.
///
/// When upstream ends its output, the agent's input is ended; the bridge goes on until the agent's output
/// ends. When upstream does not read any more, nobody sees what the agent does: both connections are closed,
/// and whoever has started the agent should stop it.
///
/// Thread-safety: one thread at a time, that of its transports, as with `line_session`. Lifetime: make it
/// with `std::make_shared`; its transports do not keep it alive.
class line_bridge : public session, public std::enable_shared_from_this<line_bridge> {
public:
    ~line_bridge() override;

    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Questions that upstream has and has not answered.
    [[nodiscard]] std::size_t forwarded() const noexcept { return with_upstream_.all().size(); }
    /// Bytes the agent has written so far.
    [[nodiscard]] std::uint64_t agent_bytes() const noexcept { return agent_bytes_; }
    /// Something of the agent's still waits for upstream to read it.
    [[nodiscard]] bool upstream_waits() const noexcept { return driver_lines_.unsent_bytes() != 0; }
    /// Upstream does not read any more, and nobody sees what the agent does.
    [[nodiscard]] bool upstream_left() const noexcept { return upstream_left_; }
    /// It has ended both connections itself, because it could not go on as it has to.
    [[nodiscard]] bool gave_up() const noexcept { return !reason_.empty(); }

protected:
    /// \param driver_lines  reads upstream's lines; writes to it \param agent_lines  the same for the agent.
    /// Both are members of whoever builds on this, which calls `let_go` before they are gone
    line_bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
                line_channel& driver_lines, line_channel& agent_lines, line_bridge_options bounds);

    /// Why a question is denied that upstream would have to answer, and cannot any more.
    static constexpr const char* nobody_answers = "nobody is there to answer";

    // Done by the protocol.

    /// Reads all lines of that side that are there, and writes what becomes of them.
    virtual void upstream_read() = 0;
    virtual void downstream_read() = 0;
    /// Upstream has ended its output; everything was read.
    virtual void upstream_finished() {}
    /// Upstream will answer nothing any more.
    virtual void upstream_gone() = 0;
    /// A question that the gate leaves to upstream.
    virtual void forward(permission_request request) = 0;
    /// Writes the answers that have come from elsewhere.
    virtual void deliver_answers() = 0;
    /// The agent will ask nothing any more: what is open is denied.
    virtual void end_questions() = 0;
    /// Has what was decided put on record, before anything leaves.
    virtual void record() {}
    virtual void tick_questions() {}
    [[nodiscard]] virtual std::optional<time_point> question_deadline() const { return std::nullopt; }
    virtual void wake_questions(std::function<void()> /*wake*/) {}
    /// The agent works on what upstream has said, and may need an answer: its input stays open.
    [[nodiscard]] virtual bool agent_may_ask() const { return false; }

    // For the protocol to ask and do.

    void let_go();
    void deliver();
    void flush();
    void give_up(std::string reason);
    void note_deadline();
    void log(log_level level, const std::string& text) const;

    [[nodiscard]] const line_bridge_options& bounds() const noexcept { return bounds_; }
    [[nodiscard]] const std::shared_ptr<mailbox>& mail() const noexcept { return mail_; }
    /// Questions that upstream has, by the ids under which the agent has asked.
    [[nodiscard]] question_relay<std::string>& with_upstream() noexcept { return with_upstream_; }
    /// Upstream can be asked nothing any more.
    [[nodiscard]] bool upstream_is_deaf() const noexcept { return upstream_closed() || upstream_ended(); }
    /// Answers a question that upstream cannot be asked, as `no_peer` says.
    void answer_for_upstream(permission_request request) const;
    [[nodiscard]] bool upstream_closed() const noexcept;
    [[nodiscard]] bool agent_closed() const noexcept;
    /// The agent's input has not been ended.
    [[nodiscard]] bool agent_listens() const noexcept;
    [[nodiscard]] bool upstream_ended() const noexcept { return upstream_ended_; }
    [[nodiscard]] bool agent_ended() const noexcept { return agent_ended_; }
    /// What the agent says is not read, for upstream has not read what it has said before.
    [[nodiscard]] bool agent_waits() const noexcept {
        return driver_lines_.unsent_bytes() >= bounds_.pause_bytes;
    }

private:
    class side;  // one of the two connections

    [[nodiscard]] const side& other(const side& which) const noexcept;
    void side_read(const side& which, std::size_t bytes);
    void side_ended(const side& which);
    void side_sent(const side& which);
    void side_closed(const side& which, boost::system::error_code error);
    void driver_output_ended();
    void agent_output_ended();
    void flush_down();
    void flush_up();

    line_bridge_options bounds_;
    line_channel& driver_lines_;
    line_channel& agent_lines_;
    std::shared_ptr<side> up_;
    std::shared_ptr<side> down_;
    std::shared_ptr<mailbox> mail_ = std::make_shared<mailbox>();
    question_relay<std::string> with_upstream_;

    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    boost::system::error_code error_;
    std::string reason_;
    std::uint64_t agent_bytes_ = 0;
    bool agent_ended_ = false;
    bool upstream_ended_ = false;
    bool upstream_left_ = false;
};

}  // namespace assent
