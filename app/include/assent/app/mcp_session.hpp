#pragma once

#include <assent/adapters/control/mcp_channel.hpp>
#include <assent/app/control_session.hpp>
#include <assent/app/log.hpp>
#include <assent/app/peer_link.hpp>
#include <assent/app/permission_gate.hpp>
#include <assent/app/session.hpp>
#include <assent/ports/transport.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assent {

struct mcp_options {
    mcp_channel_options channel{};
    /// The agent's working directory, where the host knows it: relative paths are read from there.
    std::string cwd{};
    log_callback log{};
    std::size_t pause_bytes = default_pause_bytes;
    std::size_t max_unsent_bytes = default_max_unsent_bytes;
};

/// A server of the Model Context Protocol with one tool, that agents ask for permission: ties a transport to
/// a channel and a gate.
///
/// Every call of the tool gets exactly one answer, except those that the agent withdraws. When the agent's
/// output ends, what is still open is denied, everything is flushed, and the connection is closed.
///
/// Thread-safety: one thread at a time, the transport's. `wake` is called on any thread when answers have
/// come from elsewhere. Lifetime: make it with `std::make_shared`.
class mcp_session final : public session,
                          public transport::handler,
                          public std::enable_shared_from_this<mcp_session> {
public:
    /// \param gate  decides; must not be null
    mcp_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                mcp_options options = {});
    ~mcp_session() override;

    // session
    void start(std::function<void()> wake, finished on_finished) override;
    void mail_arrived() override;
    void tick() override;
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void close() override;
    void detach() override;

    /// Why the session itself ended the connection; empty when it did not.
    [[nodiscard]] const std::string& end_reason() const noexcept { return close_reason_; }

    // transport::handler
    [[nodiscard]] std::span<char> read_space() override;
    void on_read(std::size_t bytes) override;
    void on_end() override;
    void on_sent() override;
    void on_closed(boost::system::error_code error) override;

private:
    struct open_call {
        std::uint64_t serial;  // its id on the wire may be used again
        question_id id;        // none as long as the gate is still asking
    };
    void drain();
    void on(const no_message&) {}
    void on(const mcp_call_message& message);
    void on(const mcp_cancel_message& message);
    void on(const mcp_refused_message& message);
    void ask(std::string id, const tool_call& call);
    void settled(const std::string& id, std::uint64_t serial, const permission_question& question,
                 const settlement& outcome);
    void settle_all(decision_source why);
    void flush();
    void end();
    void log(log_level level, std::string_view text) const;

    std::unique_ptr<transport> connection_;
    std::shared_ptr<permission_gate> gate_;
    mcp_options options_;
    mcp_channel channel_;
    std::shared_ptr<mailbox> mail_;
    std::unordered_map<std::string, open_call> open_;
    std::uint64_t last_serial_ = 0;
    std::string scratch_;
    std::function<void()> wake_;
    finished on_finished_;
    std::optional<time_point> known_deadline_;
    std::string close_reason_;
    bool paused_ = false;
    bool ending_ = false;  // close once everything is sent
    bool over_ = false;
};

}  // namespace assent
