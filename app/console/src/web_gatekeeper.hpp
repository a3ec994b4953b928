#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>

namespace assent {

/// Who may see the page: tokens that work once, the cookie and the key that they are exchanged for, and the
/// names that a request has to call us by.
///
/// A browser sends a cookie to every port of 127.0.0.1, whoever listens there. The key it gives to pages of
/// this port alone, so it takes both to speak with us. Thread-safety: any thread.
class web_gatekeeper {
public:
    /// Unused tokens that work at once; over it the oldest stops working.
    static constexpr std::size_t max_tokens = 16;

    /// \throws std::system_error when the system gives no randomness
    explicit web_gatekeeper(std::uint16_t port);

    /// `127.0.0.1:PORT`, as the Host of a request has to be.
    [[nodiscard]] const std::string& host() const noexcept { return host_; }
    /// `http://127.0.0.1:PORT`.
    [[nodiscard]] std::string origin() const { return "http://" + host_; }

    [[nodiscard]] std::string new_token();
    /// Uses up a token. \return whether it was one
    [[nodiscard]] bool redeem(std::string_view token);
    /// The whole value of `Set-Cookie`.
    [[nodiscard]] std::string set_cookie() const;
    /// \param cookies  the value of a `Cookie` field
    [[nodiscard]] bool knows(std::string_view cookies) const;
    /// What a page has to say first.
    [[nodiscard]] const std::string& key() const noexcept { return key_; }
    [[nodiscard]] bool admits(std::string_view key) const;

private:
    const std::string host_;
    const std::string cookie_name_;
    const std::string secret_;
    const std::string key_;
    std::mutex mutex_;
    std::deque<std::string> tokens_;
};

}  // namespace assent
