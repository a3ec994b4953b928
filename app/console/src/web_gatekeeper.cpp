#include "web_gatekeeper.hpp"

#include <sys/random.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace assent {
namespace {

// 256 bits: nobody guesses them, however often they try.
constexpr std::size_t secret_bytes = 32;

std::string random_text() {
    std::array<unsigned char, secret_bytes> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0)
        throw std::system_error(errno, std::generic_category(), "getentropy");
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char each : bytes) {
        text += digits[each >> 4U];
        text += digits[each & 0xFU];
    }
    return text;
}

// In a time that does not tell how much of it was right.
bool same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |=
            static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]));
    return difference == 0;
}

}  // namespace

// Cookies do not know ports, so that of each port has a name of its own.
web_gatekeeper::web_gatekeeper(std::uint16_t port)
    : host_("127.0.0.1:" + std::to_string(port)),
      cookie_name_("assent_" + std::to_string(port)),
      secret_(random_text()),
      key_(random_text()) {}

bool web_gatekeeper::admits(std::string_view key) const { return same(key, key_); }

std::string web_gatekeeper::new_token() {
    std::string token = random_text();
    const std::lock_guard lock(mutex_);
    tokens_.push_back(token);
    if (tokens_.size() > max_tokens) tokens_.pop_front();
    return token;
}

bool web_gatekeeper::redeem(std::string_view token) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(tokens_.begin(), tokens_.end(),
                                 [&](const std::string& each) { return same(each, token); });
    if (at == tokens_.end()) return false;
    tokens_.erase(at);
    return true;
}

std::string web_gatekeeper::set_cookie() const {
    return cookie_name_ + "=" + secret_ + "; Path=/; HttpOnly; SameSite=Strict";
}

bool web_gatekeeper::knows(std::string_view cookies) const {
    while (!cookies.empty()) {
        const std::size_t end = cookies.find(';');
        std::string_view one = cookies.substr(0, end);
        cookies.remove_prefix(end == std::string_view::npos ? cookies.size() : end + 1);
        one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
        if (one.size() <= cookie_name_.size() || !one.starts_with(cookie_name_) ||
            one[cookie_name_.size()] != '=')
            continue;
        if (same(one.substr(cookie_name_.size() + 1), secret_)) return true;
    }
    return false;
}

}  // namespace assent
