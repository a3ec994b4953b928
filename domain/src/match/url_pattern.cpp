#include <assent/domain/match/url_pattern.hpp>

#include "../text/word_list.hpp"
#include "../text/word_map.hpp"
#include "path_characters.hpp"
#include "url_target.hpp"

#include <boost/url/ipv6_address.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>

namespace assent {
namespace {

constexpr std::size_t ipv4_bytes = 4;

bool is_letter_of_label(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || digit(byte) || byte == '-' || byte == '_';
}

bool hexadecimal(std::string_view part) noexcept { return part.starts_with("0x"); }

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
    const char* const end = part.data() + part.size();
    const auto read = std::from_chars(part.data(), end, number, base);
    const bool whole = part.empty() || (read.ec == std::errc() && read.ptr == end);
    return whole && number < limit ? std::optional(number) : std::nullopt;
}

bool decimal_byte(std::string_view part) noexcept {
    return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, digit) &&
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
    std::ranges::copy(bytes, made.bytes.begin());
    if (!holds_ipv4(made.bytes)) return made;
    url_host folded{.what = url_host::kind::ipv4};
    std::copy(made.bytes.end() - ipv4_bytes, made.bytes.end(), folded.bytes.begin());
    return folded;
}

// Names end in a label that is no number: what ends in one is an address, or nothing.
bool ends_in_number(std::string_view host) noexcept {
    const auto label = host.substr(host.rfind('.') + 1);
    return hexadecimal(label) || std::ranges::all_of(label, digit);
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

constexpr std::size_t max_port_digits = 5;
constexpr unsigned last_port = 65535;
constexpr std::size_t escape_bytes = 3;  // `%2e`

bool is_capital(char byte) noexcept { return byte >= 'A' && byte <= 'Z'; }

// What the escape at the beginning of `text` stands for; nothing when it is none.
std::optional<char> escaped(std::string_view text) noexcept {
    if (text.size() < escape_bytes || text[0] != '%') return std::nullopt;
    const auto high = hex_digit(text[1]);
    const auto low = hex_digit(text[2]);
    if (!high || !low) return std::nullopt;
    return static_cast<char>(*high * 16U + *low);
}

// The character that the text begins with, an escape read as what it stands for. Takes it away.
char take_plain(std::string_view& text) noexcept {
    const auto found = escaped(text);
    const char plain = found ? *found : text.front();
    text.remove_prefix(found ? escape_bytes : 1);
    return plain;
}

std::string unescaped(std::string_view text) {
    std::string plain;
    while (!text.empty()) plain += take_plain(text);
    return plain;
}

// Behind dots: letters, digits and marks that make another name of them for every server. Not so `;`, blanks,
// control characters, `\`, `%` and what is not ASCII: some servers end a name there, or take them away.
bool makes_a_name(char byte) noexcept {
    return byte > ' ' && byte <= '~' && byte != ';' && byte != '\\' && byte != '%';
}

// Whether a server may read the component, escapes and all, as `.` or `..`.
bool may_be_dots(std::string_view component) noexcept {
    char byte = ' ';
    while (byte == ' ' && !component.empty()) byte = take_plain(component);
    if (byte != '.') return false;
    if (component.empty()) return true;
    byte = take_plain(component);
    if (byte != '.') return !makes_a_name(byte);
    return component.empty() || !makes_a_name(take_plain(component));
}

bool hides(char byte) noexcept {
    return byte == '.' || byte == '/' || byte == '\\' || byte == '%' || (byte >= 0 && byte < ' ') ||
           byte == 0x7f;
}

bool good_port(std::string_view port) noexcept {
    unsigned number = 0;
    const auto read = std::from_chars(port.data(), port.data() + port.size(), number);
    return port.size() <= max_port_digits && port.front() != '0' && read.ec == std::errc() &&
           read.ptr == port.data() + port.size() && number <= last_port;
}

constexpr std::string_view local_host_name = "localhost";

// The host that a URL speaks to is the machine on which it is opened.
bool is_this_machine(std::string_view host, const url_host& address) noexcept {
    return address.is_loopback() || host == local_host_name || host.ends_with(".localhost");
}

// Names such as `127.0.0.1.nip.io` and `127-0-0-1.nip.io`, which resolve to the address that they spell.
bool spells(std::string_view name, std::string_view address) {
    std::string dashed(address);
    std::ranges::replace(dashed, '.', '-');
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
    return !label.empty() &&
           std::ranges::all_of(label, [](char byte) { return is_letter_of_label(byte) || byte == '*'; });
}

invalid_rule not_plain(std::string_view host, std::string_view why) {
    return {"expected a host name, `*.` and a host name, or an address, got `" + std::string(host) + "`" +
            std::string(why)};
}

bool is_scheme(std::string_view text) noexcept {
    const auto letter = [](char byte) { return byte >= 'a' && byte <= 'z'; };
    return !text.empty() && letter(text.front()) && std::ranges::all_of(text, [&](char byte) {
        return letter(byte) || (byte >= '0' && byte <= '9') || byte == '+' || byte == '-' || byte == '.';
    });
}

invalid_rule no_url(std::string_view pattern, std::string_view expected) {
    return {"expected " + std::string(expected) + ", got `" + std::string(pattern) + "`"};
}

// Where the literal `?` or `#` stands at which query or fragment begin; the size when there is none.
std::size_t tail_begin(std::string_view path) noexcept {
    for (std::size_t at = 0; at < path.size(); ++at) {
        if (path[at] == '#') return at;
        if (path[at] == '\\' && at + 1 < path.size()) {
            ++at;
            if (path[at] == '?' || path[at] == '#') return at - 1;
        }
    }
    return path.size();
}

// The part behind scheme and host.
boost::system::result<void, invalid_rule> read_rest(std::string_view rest, url_target& into) {
    if (rest.empty()) rest = "/";
    const auto tail = tail_begin(rest);
    into.path_text = rest;
    into.path = glob(rest.substr(0, tail));
    into.has_tail = tail < rest.size();
    into.tail = glob(rest.substr(tail));
    if (const auto flaw = path_flaw(rest.substr(0, tail)); !flaw.empty())
        return invalid_rule{"no URL is covered: " + std::string(flaw)};
    return {};
}

// `host` or `host:port`.
boost::system::result<void, invalid_rule> read_authority(std::string_view authority, url_target& into) {
    const auto bracket = authority.starts_with('[') ? authority.find(']') : 0;
    const auto colon = std::min(authority.find(':', bracket), authority.size());
    auto host = host_pattern::make(authority.substr(0, colon));
    if (!host) return host.error();
    into.host = std::move(*host);
    if (colon == authority.size()) return {};
    into.port = authority.substr(colon + 1);
    const url_reading sample("x://x:" + into.port + "/");
    if (into.port.empty() || !sample.plain)
        return invalid_rule{"expected a port from 1 to 65535, got `" + into.port + "`"};
    if (into.port == own_port(into.scheme)) into.port.clear();
    return {};
}

// A path may be spelled with a `/` at its end, or without, and not every server tells capitals apart.
bool alike(const glob& pattern, std::string_view path) {
    if (pattern.matches_ignoring_case(path)) return true;
    if (path.size() > 1 && path.ends_with('/'))
        return pattern.matches_ignoring_case(path.substr(0, path.size() - 1));
    return pattern.matches_ignoring_case(std::string(path) + "/");
}

// The path with query and fragment.
bool matches_rest(const glob& pattern, const url_reading& url) {
    if (url.path.data() + url.path.size() == url.tail.data())
        return pattern.matches({url.path.data(), url.path.size() + url.tail.size()});
    return pattern.matches(std::string(url.path).append(url.tail));
}

rule_match catches_path(const url_target& target, const url_reading& url) {
    const bool whole =
        target.path.matches(url.path) || (!url.normal_path.empty() && target.path.matches(url.normal_path));
    const bool maybe = whole || alike(target.path, url.path) ||
                       (!url.normal_path.empty() && alike(target.path, url.normal_path));
    if (target.has_tail) {
        if (!maybe) return url.clean_path ? rule_match::no : rule_match::doubt;
        if (url.tail.empty()) return rule_match::no;
        const auto query = url.tail.substr(0, url.tail.find('#'));
        return whole && (target.tail.matches(url.tail) || target.tail.matches(query)) ? rule_match::yes
                                                                                      : rule_match::doubt;
    }
    if (whole) return rule_match::yes;
    if (!url.tail.empty() && matches_rest(target.path, url)) return rule_match::yes;
    return maybe || !url.clean_path ? rule_match::doubt : rule_match::no;
}

bool covers_path(const url_target& target, const url_reading& url) {
    if (!target.path.matches(url.path)) return false;
    if (target.has_tail) return target.tail.matches(url.tail);
    return url.tail.empty() || matches_rest(target.path, url);
}

bool is_web(std::string_view scheme) noexcept { return scheme == "http" || scheme == "https"; }

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

std::string_view own_port(std::string_view scheme) noexcept {
    static const word_map<std::string_view> known{{"https wss", "443"}, {"http ws", "80"}, {"ftp", "21"}};
    return known.of(scheme);
}

std::string_view path_flaw(std::string_view path) noexcept {
    if (any_between(path, '/', may_be_dots))
        return "its path has `.` or `..`, or what a server may read as that";
    for (auto at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1)) {
        const auto byte = escaped(path.substr(at));
        if (byte && hides(*byte)) return "its path has an escape that hides `.`, `/`, `\\` or `%`";
    }
    return {};
}

std::string normal_url_path(std::string_view path) {
    // Escapes may hide slashes and dots, so they go first.
    const std::string plain = unescaped(path);
    path_components kept;
    bool folder = false;
    for (auto component : split_components(plain)) {
        component = component.substr(0, component.find(';'));
        folder = component == "." || component == "..";
        if (component == ".." && !kept.empty()) kept.pop_back();
        if (!folder && !component.empty()) kept.push_back(component);
    }
    std::string normal;
    for (const auto component : kept) normal.append("/").append(component);
    if (folder || plain.ends_with('/') || normal.empty()) normal += '/';
    return normal;
}

url_reading::url_reading(std::string_view url) : text(url) {
    flaw = read();
    plain = flaw.empty();
}

std::string_view url_reading::read() {
    if (text.find('\\') != std::string_view::npos) return "it has a backslash";
    if (!std::ranges::all_of(text, [](char byte) { return byte > ' ' && byte <= '~'; }))
        return "it has a character that is not printable ASCII";
    const auto parsed = boost::urls::parse_uri(boost::urls::string_view(text.data(), text.size()));
    if (!parsed) return "it is not a URL";
    if (!parsed->has_authority()) return "it has no host";
    const std::size_t scheme_end = parsed->scheme().size();
    const std::size_t authority_end = scheme_end + scheme_mark.size() + parsed->encoded_authority().size();
    // Boost 1.81 reads `http://127.0.0.1.evil.test/` as the address with the path `.evil.test/`.
    if (authority_end < text.size() &&
        std::string_view("/?#").find(text[authority_end]) == std::string_view::npos)
        return "its host begins with an address";
    if (const auto found = read_authority(scheme_end, authority_end); !found.empty()) return found;
    read_path(authority_end);
    return {};
}

std::string_view url_reading::read_authority(std::size_t scheme_end, std::size_t authority_end) {
    std::string_view front = text.substr(0, authority_end);
    if (std::ranges::any_of(front, is_capital)) {
        lower_ = lowered(front);
        front = lower_;
    }
    scheme = front.substr(0, scheme_end);
    const auto authority = front.substr(scheme_end + scheme_mark.size());
    if (authority.find('@') != std::string_view::npos) return "it has a user name";
    if (authority.find('%') != std::string_view::npos) return "its host has an escape";
    const auto bracket = authority.starts_with('[') ? authority.find(']') : 0;
    const auto colon = std::min(authority.find(':', bracket), authority.size());
    host = authority.substr(0, colon);
    port = authority.substr(std::min(colon + 1, authority.size()));
    if (!port.empty() && !good_port(port)) return "its port is no plain number";
    if (port == own_port(scheme)) port = {};
    if (host.ends_with('.')) host.remove_suffix(1);
    address = read_host(host);
    return address.what == url_host::kind::unknown ? "its host is no plain name or address"
                                                   : std::string_view();
}

void url_reading::read_path(std::size_t from) {
    const auto end = std::min(text.find_first_of("?#", from), text.size());
    path = from == end ? std::string_view("/") : text.substr(from, end - from);
    tail = text.substr(end);
    clean_path = path_flaw(path).empty();
    const bool simple = clean_path && path.find_first_of("%;") == std::string_view::npos &&
                        path.find("//") == std::string_view::npos;
    if (!simple) normal_path = normal_url_path(path);
}

boost::system::result<host_pattern, invalid_rule> host_pattern::make(std::string_view host) {
    host_pattern made;
    made.text_ = lowered(host);
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

boost::system::result<url_pattern, invalid_rule> url_pattern::make(std::string_view pattern) {
    url_pattern made;
    made.whole_ = glob(pattern);
    if (made.whole_.any_text()) return made;
    if (!std::ranges::all_of(pattern, [](char byte) { return byte > ' ' && byte <= '~'; }))
        return no_url(pattern, "printable ASCII without blanks");
    auto target = std::make_shared<url_target>();
    const auto mark = pattern.find(scheme_mark);
    target->domain = mark == std::string_view::npos;
    if (target->domain) {
        auto host = host_pattern::make(pattern);
        if (!host) return host.error();
        target->host = std::move(*host);
    } else {
        constexpr std::string_view form =
            "`scheme://host/...` with a literal scheme, and a `/` behind the host";
        target->scheme = lowered(pattern.substr(0, mark));
        const auto from = mark + scheme_mark.size();
        const auto end = std::min(pattern.find_first_of("/?#\\", from), pattern.size());
        if (!is_scheme(target->scheme) || (end < pattern.size() && pattern[end] != '/'))
            return no_url(pattern, form);
        if (auto read = read_authority(pattern.substr(from, end - from), *target); !read) return read.error();
        if (auto read = read_rest(pattern.substr(end), *target); !read) return read.error();
    }
    made.target_ = std::move(target);
    return made;
}

bool url_pattern::allows(const url_reading& url) const {
    if (!target_) return true;
    if (!url.plain || !url.clean_path || !target_->host.allows(url)) return false;
    if (target_->domain) return is_web(url.scheme);
    return url.scheme == target_->scheme && url.port == target_->port && covers_path(*target_, url);
}

rule_match url_pattern::catches(const url_reading& url) const {
    if (!target_) return rule_match::yes;
    if (!url.plain) {
        const bool covered = !target_->domain && target_->host.literal() && whole_.matches(url.text);
        return covered ? rule_match::yes : rule_match::doubt;
    }
    const auto host = target_->host.catches(url);
    if (target_->domain || host == rule_match::no) return host;
    // The same place by another scheme is often the same service; by another port it is not.
    if (url.port != target_->port) return rule_match::no;
    const auto path = catches_path(*target_, url);
    if (path == rule_match::no) return path;
    const bool sure = host == rule_match::yes && path == rule_match::yes && url.scheme == target_->scheme;
    return sure ? rule_match::yes : rule_match::doubt;
}

std::string url_pattern::why_not(const url_reading& url) const {
    if (allows(url)) return {};
    const auto quoted = [](std::string_view text) { return "`" + std::string(text) + "`"; };
    if (!url.plain) return std::string(url.flaw);
    if (!url.address.usual) return "its host is an address in an unusual spelling";
    if (!target_->host.allows(url))
        return "its host " + quoted(url.host) + (target_->host.literal() ? " is not " : " is none of ") +
               quoted(target_->host.text());
    if (!url.clean_path) return std::string(path_flaw(url.path));
    if (target_->domain) return "its scheme is " + quoted(url.scheme) + ", neither `http` nor `https`";
    if (url.scheme != target_->scheme)
        return "its scheme is " + quoted(url.scheme) + ", not " + quoted(target_->scheme);
    const auto port = [](std::string_view text) {
        return text.empty() ? std::string("the scheme's own") : std::string(text);
    };
    if (url.port != target_->port) return "its port is " + port(url.port) + ", not " + port(target_->port);
    return "its path " + quoted(std::string(url.path).append(url.tail)) + " is not covered by " +
           quoted(target_->path_text);
}

std::string_view url_pattern::one_host() const noexcept {
    return target_ && target_->host.literal() ? std::string_view(target_->host.text()) : std::string_view();
}

std::string_view url_pattern::host_end() const noexcept {
    return target_ && !target_->host.literal() ? target_->host.literal_end() : std::string_view();
}

}  // namespace assent
