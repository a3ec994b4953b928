#pragma once

#include <assent/adapters/control/control_message.hpp>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace assent {

/// The answer to a request of the peer.
struct request_answer {
    std::string payload = "{}";            ///< raw JSON object
    std::optional<control_error> error{};  ///< set: it is an error, with this code
    std::string text{};                    ///< of the error
};

/// A request of the peer in the hands of the host: `set_model`, `hook_callback`, `mcp_message` or
/// whatever else agents and SDKs ask of each other.
///
/// Answer it once, now or later, from any thread; dropped unanswered, the peer gets an error. When
/// the peer has withdrawn it, or the session is gone, answering does nothing; `stop()` is triggered
/// then.
class incoming_request {
public:
    using write_answer = std::function<void(request_answer)>;

    incoming_request(std::string subtype, std::string raw, write_answer write, std::stop_token stop) noexcept;
    incoming_request(incoming_request&& other) noexcept;
    incoming_request& operator=(incoming_request&& other) noexcept;
    incoming_request(const incoming_request&) = delete;
    incoming_request& operator=(const incoming_request&) = delete;
    ~incoming_request();

    [[nodiscard]] const std::string& subtype() const noexcept { return subtype_; }
    /// The whole `request` object, as it came. Untrusted; seen to be JSON, and nothing more.
    [[nodiscard]] const std::string& raw() const noexcept { return raw_; }
    [[nodiscard]] std::stop_token stop() const noexcept { return stop_; }

    /// \param payload  raw JSON object
    void answer(std::string payload = "{}") &&;
    void refuse(control_error code, std::string text) &&;

    /// It is still here: neither answered nor moved away.
    [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(write_); }

private:
    friend class incoming_requests;
    void leave() noexcept { write_ = nullptr; }
    void give_up() noexcept;

    std::string subtype_;
    std::string raw_;
    write_answer write_;
    std::stop_token stop_;
};

/// The host's chance to serve a request, on the session's thread. It takes the request by answering
/// it or moving it away; what it leaves is served by default, or refused as unsupported. An
/// exception that leaves it is an error answer.
using serve_request = std::function<void(incoming_request&)>;

}  // namespace assent
