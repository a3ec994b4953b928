#include "../word_list.hpp"
#include "path_components.hpp"
#include "url_target.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace assent {
namespace {

constexpr std::size_t max_port_digits = 5;
constexpr unsigned last_port = 65535;
constexpr std::size_t escape_bytes = 3;  // `%2e`

bool is_capital(char byte) noexcept { return byte >= 'A' && byte <= 'Z'; }
std::optional<unsigned> hex_digit(char byte) noexcept {
    if (digit(byte)) return static_cast<unsigned>(byte - '0');
    if (byte >= 'a' && byte <= 'f') return static_cast<unsigned>(byte - 'a' + 10);
    if (byte >= 'A' && byte <= 'F') return static_cast<unsigned>(byte - 'A' + 10);
    return std::nullopt;
}

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

// Letters of the paths and queries of most URLs. They mean nothing else to any reader.
constexpr std::array<bool, 256> bare_letters = [] {
    std::array<bool, 256> table{};
    for (char byte = 'A'; byte <= 'Z'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (char byte = 'a'; byte <= 'z'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (char byte = '0'; byte <= '9'; ++byte) table[static_cast<unsigned char>(byte)] = true;
    for (const char byte : std::string_view("-._~/?&=")) table[static_cast<unsigned char>(byte)] = true;
    return table;
}();

bool in_bare_host(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || digit(byte) || byte == '.' || byte == '-';
}

// Where the host ends of a URL of which every reader makes the same parts, so that it needs no parser: `http`
// or `https`, a host of small letters, digits, `.` and `-` that begins with a letter, and then nothing, or a
// `/` and letters as above. 0: it is no such URL.
std::size_t end_of_bare_authority(std::string_view text) noexcept {
    const std::size_t begin = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
    if (begin == 0 || begin == text.size() || text[begin] < 'a' || text[begin] > 'z') return 0;
    std::size_t end = begin;
    while (end < text.size() && in_bare_host(text[end])) ++end;
    if (end < text.size() && text[end] != '/') return 0;
    const bool bare = std::all_of(text.begin() + static_cast<std::ptrdiff_t>(end), text.end(),
                                  [](char byte) { return bare_letters[static_cast<unsigned char>(byte)]; });
    return bare ? end : 0;
}

bool good_port(std::string_view port) noexcept {
    if (port.size() > max_port_digits || port.front() == '0' || !std::all_of(port.begin(), port.end(), digit))
        return false;
    unsigned number = 0;
    for (const char digit : port) number = number * 10 + static_cast<unsigned>(digit - '0');
    return number <= last_port;
}

}  // namespace

std::string_view own_port(std::string_view scheme) noexcept {
    struct known_port {
        std::string_view scheme;
        std::string_view port;
    };
    constexpr std::array known{known_port{"https", "443"}, known_port{"http", "80"}, known_port{"ws", "80"},
                               known_port{"wss", "443"}, known_port{"ftp", "21"}};
    const auto* const found =
        std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.scheme == scheme; });
    return found == known.end() ? std::string_view() : found->port;
}

std::string_view path_flaw(std::string_view path) noexcept {
    for (auto rest = path; !rest.empty();) {
        const auto size = std::min(rest.find('/'), rest.size());
        if (may_be_dots(rest.substr(0, size)))
            return "its path has `.` or `..`, or what a server may read as that";
        rest.remove_prefix(std::min(size + 1, rest.size()));
    }
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
    if (const auto authority_end = end_of_bare_authority(text); authority_end != 0) {
        if (const auto found = read_authority(text.find(':'), authority_end); !found.empty()) return found;
        read_path(authority_end);
        return {};
    }
    if (text.find('\\') != std::string_view::npos) return "it has a backslash";
    if (!std::all_of(text.begin(), text.end(), [](char byte) { return byte > ' ' && byte <= '~'; }))
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
    if (std::any_of(front.begin(), front.end(), is_capital)) {
        lower_ = front;
        std::transform(lower_.begin(), lower_.end(), lower_.begin(), [](char byte) {
            return is_capital(byte) ? static_cast<char>(byte - 'A' + 'a') : byte;
        });
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

}  // namespace assent
