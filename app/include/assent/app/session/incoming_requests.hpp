#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/app/session/peer_link.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

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

/// Requests of the peer that the host may hold at once.
inline constexpr std::size_t max_incoming_requests = 1024;

/// The peer's requests that the host serves, until they are answered.
///
/// Thread-safety: the session's thread. Answers come through the mailbox, from any.
class incoming_requests {
public:
    /// \param channel  where answers are written; must outlive this
    /// \param mail     brings answers home; run on the session's thread
    /// \param host     may be empty
    incoming_requests(control_channel& channel, std::shared_ptr<mailbox> mail, serve_request host);
    ~incoming_requests();
    incoming_requests(const incoming_requests&) = delete;
    incoming_requests& operator=(const incoming_requests&) = delete;

    /// Offers a request to the host. \return false when it did not take it
    bool offer(std::string_view id, std::string_view subtype, std::string_view raw);
    /// The peer withdraws a request. \return false when none of that id is open
    bool withdraw(std::string_view id);
    /// The peer is gone, or has interrupted its turn: nothing is answered any more.
    void end();

    [[nodiscard]] bool is_open(std::string_view id) const { return open_.contains(id); }
    [[nodiscard]] std::size_t open() const noexcept { return open_.size(); }

private:
    struct request {
        std::uint64_t serial;  // its id on the wire may be used again
        std::stop_source stop;
    };
    void answered(const std::string& id, std::uint64_t serial, const request_answer& answer);

    control_channel& channel_;
    std::shared_ptr<mailbox> mail_;
    serve_request host_;
    std::map<std::string, request, std::less<>> open_;
    std::uint64_t last_serial_ = 0;
    std::shared_ptr<incoming_requests*> self_;  // for answers that come later; null inside when this is gone
};

}  // namespace assent
