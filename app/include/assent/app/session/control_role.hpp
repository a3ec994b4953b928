#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/line_role.hpp>
#include <assent/app/session/outgoing_requests.hpp>

#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace assent {

/// One side of the control protocol.
class control_role : public line_role {
public:
    heard next() override {
        const control_message message = channel_.next();
        if (std::holds_alternative<no_message>(message)) return {};
        on(message);
        const auto* refused = std::get_if<refused_message>(&message);
        return {.message = true, .end_because = refused != nullptr && refused->fatal ? refused->text : ""};
    }

    /// Acts on one message. `refused_message::fatal` is left to the session.
    virtual void on(const control_message& message) = 0;

    /// The requests that this side sends.
    [[nodiscard]] virtual outgoing_requests& requests() noexcept = 0;

protected:
    /// \param gate     may be null   \param channel  must outlive this   \param log  may be empty
    control_role(std::shared_ptr<permission_gate> gate, control_channel& channel, log_callback log)
        : gate_(std::move(gate)), channel_(channel), log_(std::move(log)) {}

    /// A request of that id waits for its answer.
    [[nodiscard]] virtual bool is_open(std::string_view request_id) const = 0;
    /// The first request of an id gets its answer, and one id can only be answered once.
    /// \return whether this one is to be ignored; that is said
    [[nodiscard]] bool used_again(std::string_view request_id);
    /// Puts on record that a line could not be acted upon.
    void record_refused(std::string_view request_id, std::string_view why) const;
    /// Answers with an error, if there is an id to answer to.
    void refuse_request(std::string_view request_id, control_error code, std::string_view why);
    void refuse_subtype(std::string_view request_id, std::string_view subtype);
    void log(log_level level, std::string_view text) const;

    std::shared_ptr<permission_gate> gate_;
    control_channel& channel_;

private:
    log_callback log_;
};

}  // namespace assent
