#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/app/session/line_role.hpp>
#include <assent/app/session/outgoing_requests.hpp>

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
    /// \param channel  must outlive this
    explicit control_role(control_channel& channel) : channel_(channel) {}

    control_channel& channel_;
};

}  // namespace assent
