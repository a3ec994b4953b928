#pragma once

#include <assent/adapters/control/mcp/mcp_channel.hpp>
#include <assent/app/gate/check_batch.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/line_session.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/peer_questions.hpp>
#include <assent/ports/transport.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

struct mcp_options {
    mcp_channel_options channel{};
    /// The agent's working directory, where the host knows it: relative paths are read from there.
    std::string cwd{};
    log_callback log{};
    std::size_t pause_bytes = default_pause_bytes;
    std::size_t max_unsent_bytes = default_max_unsent_bytes;
};

/// The side of an MCP server with one tool, that agents ask for permission: decides its calls with a gate.
///
/// Every call of the tool gets exactly one answer, except those that the agent withdraws.
class mcp_responder final : public line_role {
public:
    /// \param gate     decides; must not be null
    /// \param channel  must outlive this
    mcp_responder(std::shared_ptr<permission_gate> gate, mcp_channel& channel, std::string cwd,
                  log_callback log);
    ~mcp_responder() override;

    heard next() override;
    void deliver() override { mail_->run(); }
    void record() override { allows_.end(batch_.commit(), channel_); }
    void end() override;
    void on_wake(std::function<void()> wake) override { mail_->on_wake(std::move(wake)); }
    [[nodiscard]] std::optional<time_point> next_deadline() const override { return gate_->next_deadline(); }
    void tick() override { gate_->tick(); }
    [[nodiscard]] bool busy() const override { return questions_.open() != 0; }

private:
    void on(const no_message&) {}
    void on(const mcp_call_message& message);
    void on(const mcp_cancel_message& message) { questions_.withdraw(message.id); }
    void on(const mcp_refused_message& message);
    void settled(const std::string& id, const permission_question& question, const settlement& outcome);
    void log(log_level level, std::string_view text) const;

    std::shared_ptr<permission_gate> gate_;
    mcp_channel& channel_;
    std::string cwd_;
    log_callback log_;
    std::shared_ptr<mailbox> mail_;
    peer_questions questions_;
    check_batch batch_;
    unrecorded_allows allows_;
    std::string scratch_;
};

/// A session of the Model Context Protocol, as its server.
class mcp_session final : public line_session {
public:
    /// \param gate  decides; must not be null
    mcp_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                mcp_options options = {});

private:
    [[nodiscard]] line_channel& lines() noexcept override { return channel_; }
    [[nodiscard]] line_role& role() const noexcept override { return *role_; }

    mcp_channel channel_;
    std::unique_ptr<mcp_responder> role_;
};

}  // namespace assent
