#include "../word_list.hpp"

#include <assent/domain/rules/url_host.hpp>

#include <boost/url/ipv6_address.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace assent {
namespace {

constexpr std::size_t ipv4_bytes = 4;

bool is_letter_of_label(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || digit(byte) || byte == '-' || byte == '_';
}

bool hexadecimal(std::string_view part) noexcept { return part.starts_with("0x"); }

int digit_value(char byte) noexcept {
    if (digit(byte)) return byte - '0';
    if (byte >= 'a' && byte <= 'f') return byte - 'a' + 10;
    return 16;  // above every base
}

// One part of an IPv4 address, as inet_aton(3) reads it: `0x` is hexadecimal, a leading `0` octal.
std::optional<std::uint64_t> number_of(std::string_view part) noexcept {
    constexpr std::uint64_t limit = std::uint64_t{1} << 32U;
    if (part.empty()) return std::nullopt;
    int base = 10;
    if (hexadecimal(part)) {
        base = 16;
        part.remove_prefix(2);
    } else if (part.size() > 1 && part.front() == '0') {
        base = 8;
        part.remove_prefix(1);
    }
    std::uint64_t number = 0;
    for (const char byte : part) {
        const int digit = digit_value(byte);
        if (digit >= base) return std::nullopt;
        number = number * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit);
        if (number >= limit) return std::nullopt;
    }
    return number;
}

bool decimal_byte(std::string_view part) noexcept {
    return !part.empty() && part.size() <= 3 && std::all_of(part.begin(), part.end(), digit) &&
           (part.size() == 1 || part.front() != '0');
}

// One to four numbers: each but the last is a byte, and the last fills the rest.
url_host read_ipv4(std::string_view host) noexcept {
    url_host made;
    std::size_t parts = 0;
    bool usual = true;
    while (true) {
        const auto dot = host.find('.');
        const bool last = dot == std::string_view::npos;
        const auto part = host.substr(0, dot);
        const auto number = number_of(part);
        if (!number || ++parts > ipv4_bytes) return {};
        usual = usual && decimal_byte(part);
        const std::size_t from = parts - 1;
        const std::size_t width = last ? ipv4_bytes - from : 1;
        if ((*number >> (8U * width)) != 0) return {};
        for (std::size_t i = 0; i < width; ++i)
            made.bytes[from + i] = static_cast<unsigned char>((*number >> (8U * (width - 1 - i))) & 0xffU);
        if (last) break;
        host.remove_prefix(dot + 1);
    }
    made.what = url_host::kind::ipv4;
    made.usual = usual && parts == ipv4_bytes;
    return made;
}

// Where the IPv4 address begins that stands in an IPv6 one: mapped (::ffff:0:0/96), compatible (::/96) or
// translated (64:ff9b::/96); nothing when there is none.
bool holds_ipv4(const std::array<unsigned char, 16>& bytes) noexcept {
    constexpr std::array<unsigned char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    constexpr std::array<unsigned char, 12> translated{0, 0x64, 0xff, 0x9b};
    constexpr std::array<unsigned char, 12> compatible{};
    const auto begins_with = [&](const auto& prefix) {
        return std::equal(prefix.begin(), prefix.end(), bytes.begin());
    };
    // `::` and `::1` are addresses of their own.
    const bool short_one = bytes[12] == 0 && bytes[13] == 0 && bytes[14] == 0;
    return begins_with(mapped) || begins_with(translated) || (begins_with(compatible) && !short_one);
}

url_host read_ipv6(std::string_view text) noexcept {
    const auto parsed = boost::urls::parse_ipv6_address(boost::urls::string_view(text.data(), text.size()));
    if (!parsed) return {};
    const auto bytes = parsed->to_bytes();
    url_host made{.what = url_host::kind::ipv6, .usual = text.find('.') == std::string_view::npos};
    std::copy(bytes.begin(), bytes.end(), made.bytes.begin());
    if (!holds_ipv4(made.bytes)) return made;
    url_host folded{.what = url_host::kind::ipv4};
    std::copy(made.bytes.end() - ipv4_bytes, made.bytes.end(), folded.bytes.begin());
    return folded;
}

// Names end in a label that is no number: what ends in one is an address, or nothing.
bool ends_in_number(std::string_view host) noexcept {
    const auto label = host.substr(host.rfind('.') + 1);
    return hexadecimal(label) || std::all_of(label.begin(), label.end(), digit);
}

bool is_name(std::string_view host) noexcept {
    if (host.size() > max_host_bytes) return false;
    char before = '.';
    for (const char byte : host) {
        if (byte == '.' ? before == '.' : !is_letter_of_label(byte)) return false;
        before = byte;
    }
    return before != '.';
}

}  // namespace

bool url_host::is_loopback() const noexcept {
    if (what == kind::ipv4) {
        constexpr unsigned char loopback_net = 127;
        return bytes[0] == loopback_net || bytes == decltype(bytes){};
    }
    return what == kind::ipv6 && bytes.back() <= 1 &&
           std::all_of(bytes.begin(), bytes.end() - 1, [](unsigned char byte) { return byte == 0; });
}

url_host read_host(std::string_view host) noexcept {
    if (host.empty()) return {};
    if (host.front() == '[' && host.back() == ']') return read_ipv6(host.substr(1, host.size() - 2));
    if (ends_in_number(host)) return read_ipv4(host);
    if (!is_name(host)) return {};
    return {.what = url_host::kind::name, .usual = true};
}

}  // namespace assent
