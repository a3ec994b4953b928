#pragma once

#include <assent/adapters/control/control_channel.hpp>
#include <assent/app/incoming_request.hpp>
#include <assent/app/mailbox.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace assent {

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
