#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/app/log.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/permission_responder.hpp>
#include <assent/app/session.hpp>
#include <assent/ports/transport.hpp>

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

struct bridge_options {
    dialect_choice speaks = dialect_choice::automatic;
    std::size_t max_line_bytes = bridge_max_line_bytes;
    /// Reading from one side pauses while this many bytes wait for the other.
    std::size_t pause_bytes = std::size_t{256} * 1024;
    /// The last resort: the bridge ends when an agent does not read and this much waits for it. Room
    /// for the longest line of upstream and as much again of answers.
    std::size_t max_unsent_bytes = 2 * bridge_max_line_bytes;
    std::string cwd{};  ///< the agent's working directory
    log_callback log{};
};

/// Stands between an agent (downstream) and whoever drives it (upstream).
///
/// Every line passes unchanged and in order, except the agent's permission questions: those are
/// decided here, answered to the agent, and never seen upstream. A line of the agent that different
/// readers could understand differently (duplicate keys, broken JSON in an object) does not pass:
/// it could be a question in disguise.
///
/// When upstream ends, the agent's input is ended; the bridge goes on until the agent's output
/// ends. When upstream does not read any more, the agent's output is dropped, its questions are
/// still answered.
///
/// Threads and lifetime: as `control_session`.
class bridge final : public session, public std::enable_shared_from_this<bridge> {
public:
    bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
           std::shared_ptr<permission_gate> gate, bridge_options options = {});
    ~bridge() override;

    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Bytes the agent has written so far.
    [[nodiscard]] std::uint64_t agent_bytes() const noexcept { return agent_bytes_; }
    /// Something of the agent's still waits for upstream to read it.
    [[nodiscard]] bool upstream_waits() const noexcept {
        return !to_upstream_.empty() || !sending_up_.empty();
    }

private:
    class side;  // one of the two connections

    void upstream_read();
    void upstream_ended();
    void downstream_read();
    void downstream_ended();
    void side_sent(const side& which);
    void side_closed(const side& which, boost::system::error_code error);

    void decide(const control_message& message);
    void pass_up();
    void flush();
    void give_up(std::string reason);
    void note_deadline();
    void log(log_level level, const std::string& text) const;

    std::unique_ptr<transport> upstream_;
    std::unique_ptr<transport> downstream_;
    std::shared_ptr<permission_gate> gate_;
    bridge_options options_;
    std::shared_ptr<side> up_;
    std::shared_ptr<side> down_;

    line_splitter from_upstream_;
    control_channel agent_;  // reads the agent's lines; writes to it what upstream says, and our answers
    permission_responder responder_;
    std::string to_upstream_, sending_up_;

    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    boost::system::error_code error_;
    std::string reason_;
    std::uint64_t agent_bytes_ = 0;
    bool agent_ended_ = false;
    bool upstream_ended_ = false;
};

}  // namespace assent
