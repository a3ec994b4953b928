#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace assent {

/// Longest name of a host, in bytes: RFC 1035.
inline constexpr std::size_t max_host_bytes = 253;

/// What the host of a URL is.
struct url_host {
    enum class kind : unsigned char {
        unknown,  ///< neither a name nor an address that is understood
        name,     ///< letters, digits, `-` and `_`, with dots between
        ipv4,
        ipv6,
    };
    kind what = kind::unknown;
    /// Programs agree on what it is. Not so for addresses in decimal, octal, hexadecimal or short form, and
    /// for IPv4 addresses inside IPv6 ones: those are folded into the address that most programs read.
    bool usual = false;
    std::array<unsigned char, 16> bytes{};  ///< of an address; of an IPv4 one the first four

    [[nodiscard]] bool is_address() const noexcept { return what == kind::ipv4 || what == kind::ipv6; }
    /// Both are addresses, and the same one.
    [[nodiscard]] bool same_address(const url_host& other) const noexcept {
        return is_address() && what == other.what && bytes == other.bytes;
    }
    /// An address of this very machine: 127.0.0.0/8, 0.0.0.0, ::1 or ::.
    [[nodiscard]] bool is_loopback() const noexcept;
};

/// Reads the host of a URL.
/// \param host  in lower case, without a dot at the end; an IPv6 address in brackets
[[nodiscard]] url_host read_host(std::string_view host) noexcept;

}  // namespace assent
