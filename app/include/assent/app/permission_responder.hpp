#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/control_message.hpp>
#include <assent/app/log.hpp>
#include <assent/app/permission_gate.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assent {

struct responder_options {
    /// The agent's working directory, where the host knows it: relative paths are read from there.
    std::string cwd{};
    log_callback log{};
    /// Gets every line that is no control frame, as it came. May be empty.
    std::function<void(std::string_view line)> on_foreign{};
};

/// The side that answers: takes an agent's control requests and decides them with a gate.
///
/// Every request that has an id gets exactly one answer, except those the agent withdraws; what
/// cannot be understood gets an error that names the member.
///
/// Thread-safety: it belongs to its session's thread. Answers that come from elsewhere wait in an
/// outbox until `deliver`.
class permission_responder {
public:
    /// \param gate     decides; may be null: then every use of a tool is denied
    /// \param channel  where answers are written; must outlive the responder
    permission_responder(std::shared_ptr<permission_gate> gate, control_channel& channel,
                         responder_options options = {});
    ~permission_responder();
    permission_responder(const permission_responder&) = delete;
    permission_responder& operator=(const permission_responder&) = delete;

    /// Acts on one message. `refused_message::fatal` is left to the session.
    void on(const control_message& message);

    /// Writes the answers that have come since. \return whether there were any
    bool deliver();

    /// The agent will not ask or withdraw anything any more: what is open is denied.
    void end();

    /// Called, on any thread, when `deliver` has something to do. Set it before the first message;
    /// an empty function detaches: nothing is called after this returns.
    void on_wake(std::function<void()> wake);

    [[nodiscard]] std::size_t open_questions() const noexcept { return open_.size(); }
    /// A question of that id waits for its answer.
    [[nodiscard]] bool is_open(std::string_view request_id) const;

private:
    struct settled_question {
        std::uint64_t serial;
        std::shared_ptr<const permission_question> question;
        settlement outcome;
    };
    struct open_question {
        std::uint64_t serial;  // of the request: its id on the wire may be used again
        question_id id;        // none as long as the gate is still asking
    };
    // Shared with the gate's callbacks, which may outlive the responder.
    struct outbox {
        std::mutex mutex;
        std::vector<settled_question> settled;
        std::function<void()> wake;
    };

    void on(const no_message&) {}
    void on(const can_use_tool_message& message);
    void on(const set_mode_message& message);
    void on(const initialize_message& message);
    void on(const interrupt_message& message);
    void on(const other_request_message& message);
    void on(const cancel_message& message);
    void on(const response_message& message);
    void on(const keep_alive_message&) {}
    void on(const foreign_message& message);
    void on(const refused_message& message);

    [[nodiscard]] bool used_again(std::string_view request_id);
    void answer(const verdict& decided, const can_use_tool_message& message);
    void answer(const settled_question& each);
    void settle_all(decision_source why);
    void log(log_level level, std::string_view text) const;

    std::shared_ptr<permission_gate> gate_;
    control_channel& channel_;
    responder_options options_;
    std::shared_ptr<outbox> outbox_;
    std::unordered_map<std::string, open_question> open_;  // by request id
    std::uint64_t last_serial_ = 0;
    std::vector<settled_question> delivering_;
    std::string scratch_;
};

}  // namespace assent
