#include "url_target.hpp"

#include <algorithm>

namespace assent {
namespace {

constexpr std::string_view local_host_name = "localhost";

// The host that a URL speaks to is the machine on which it is opened.
bool is_this_machine(std::string_view host, const url_host& address) noexcept {
    return address.is_loopback() || host == local_host_name || host.ends_with(".localhost");
}

// Names such as `127.0.0.1.nip.io` and `127-0-0-1.nip.io`, which resolve to the address that they spell.
bool spells(std::string_view name, std::string_view address) {
    std::string dashed(address);
    std::replace(dashed.begin(), dashed.end(), '.', '-');
    return name.find(address) != std::string_view::npos || name.find(dashed) != std::string_view::npos;
}

std::string usual_spelling(const url_host& address) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i)
        text.append(text.empty() ? "" : ".").append(std::to_string(address.bytes[i]));
    return text;
}

// A label of a name; wildcards stand for some of its characters.
bool label_pattern(std::string_view label) noexcept {
    return !label.empty() && std::all_of(label.begin(), label.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' ||
               byte == '*';
    });
}

invalid_rule not_plain(std::string_view host, std::string_view why) {
    return {"expected a host name, `*.` and a host name, or an address, got `" + std::string(host) + "`" +
            std::string(why)};
}

}  // namespace

boost::system::result<host_pattern, invalid_rule> host_pattern::make(std::string_view host) {
    host_pattern made;
    made.text_ = host;
    std::transform(made.text_.begin(), made.text_.end(), made.text_.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    });
    std::string_view rest = made.text_;
    if (rest.find('*') == std::string_view::npos) {
        made.address_ = read_host(rest);
        if (made.address_.what == url_host::kind::ipv4 && !made.address_.usual)
            return not_plain(host, "; write `" + usual_spelling(made.address_) + "`");
        if (made.address_.what == url_host::kind::unknown) return not_plain(host, {});
        return made;
    }
    made.below_ = rest.starts_with("*.");
    if (made.below_) rest.remove_prefix(2);
    if (read_host(rest.substr(rest.rfind('.') + 1)).what != url_host::kind::name)
        return not_plain(host, ": its last label has to be plain text");
    while (!rest.empty()) {
        const auto dot = rest.rfind('.');
        const auto label = dot == std::string_view::npos ? rest : rest.substr(dot + 1);
        if (!label_pattern(label)) return not_plain(host, {});
        made.labels_.emplace_back(label);
        if (dot == 0) return not_plain(host, {});
        rest = rest.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
    return made;
}

std::string_view host_pattern::literal_end() const noexcept {
    const std::string_view text = text_;
    if (literal()) return text;
    return text.substr(text.rfind('*') + 1);
}

bool host_pattern::covers_name(std::string_view host) const {
    for (const auto& label : labels_) {
        if (host.empty()) return false;
        const auto dot = host.rfind('.');
        const auto last = dot == std::string_view::npos ? host : host.substr(dot + 1);
        if (!label.matches(last)) return false;
        host = host.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
    return host.empty() != below_;
}

bool host_pattern::allows(const url_reading& url) const {
    if (!url.address.usual) return false;
    if (url.address.is_address()) return address_.same_address(url.address);
    return literal() ? url.host == text_ : covers_name(url.host);
}

// Which name stands for which address is decided elsewhere; here only what the text itself gives away.
rule_match host_pattern::catches(const url_reading& url) const {
    const url_host& other = url.address;
    if (address_.same_address(other)) return rule_match::yes;
    // Whatever name or address of this machine a rule writes, it is this machine.
    if ((address_.is_loopback() || text_ == local_host_name) && is_this_machine(url.host, other))
        return rule_match::yes;
    if (!address_.is_address()) {
        if (other.is_address()) return rule_match::doubt;
        const bool covered = literal() ? url.host == text_ : covers_name(url.host);
        return covered ? rule_match::yes : rule_match::no;
    }
    if (other.is_address()) return other.usual ? rule_match::no : rule_match::doubt;
    return spells(url.host, text_) ? rule_match::doubt : rule_match::no;
}

}  // namespace assent
