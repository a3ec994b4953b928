#include <assent/domain/rules/url_pattern.hpp>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>
#include <optional>

namespace assent {
namespace {

constexpr std::string_view scheme_mark = "://";

char lower(char byte) noexcept {
    return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool is_letter_of_host(char byte) noexcept {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' ||
           byte == '_';
}

struct url_host {
    std::string text;  // in lower case
    bool address = false;
};

// The host, when every program reads the same host out of this text.
std::optional<url_host> plain_host(std::string_view url) {
    if (url.find_first_of("\\%@") != std::string_view::npos || url.find("..") != std::string_view::npos)
        return std::nullopt;
    if (!std::all_of(url.begin(), url.end(), [](char byte) { return byte > ' ' && byte <= '~'; }))
        return std::nullopt;
    const auto parsed = boost::urls::parse_uri(url);
    if (!parsed || !parsed->has_authority() || parsed->has_userinfo()) return std::nullopt;
    // Boost 1.81 reads `http://127.0.0.1.evil.test/` as the address with the path `.evil.test/`.
    const auto after = parsed->scheme().size() + scheme_mark.size() + parsed->encoded_authority().size();
    if (after < url.size() && std::string_view("/?#").find(url[after]) == std::string_view::npos)
        return std::nullopt;
    url_host found{std::string(parsed->encoded_host().data(), parsed->encoded_host().size())};
    auto& text = found.text;
    std::transform(text.begin(), text.end(), text.begin(), lower);
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_letter_of_host)) return std::nullopt;
    found.address = parsed->host_type() == boost::urls::host_type::ipv4;
    // Other numbers are addresses in disguise (`0x7f.1`), a trailing dot is the same host spelled otherwise.
    const bool disguised = !found.address && text[0] >= '0' && text[0] <= '9';
    if (disguised || text.front() == '.' || text.back() == '.') return std::nullopt;
    return found;
}

// Where the host ends, when `pattern` begins with a literal `scheme://host`; 0 otherwise.
std::size_t authority_end(std::string_view pattern) {
    const auto scheme = pattern.find(scheme_mark);
    if (scheme == std::string_view::npos || scheme == 0) return 0;
    return std::min(pattern.find_first_of("/?#", scheme + scheme_mark.size()), pattern.size());
}

}  // namespace

boost::system::result<url_pattern, invalid_rule> url_pattern::make(std::string_view pattern) {
    url_pattern made;
    made.whole_ = glob(pattern);
    if (made.whole_.any_text()) return made;
    made.domain_ = pattern.find(scheme_mark) == std::string_view::npos;
    made.below_ = made.domain_ && pattern.starts_with("*.");
    std::string front(pattern.substr(made.below_ ? 2 : 0));
    if (made.domain_) {
        front = "https://" + front;
        if (front.find_first_of("*?\\/#:@", 8) != std::string::npos)
            return invalid_rule{"expected a host name, or `*.` and a host name, got `" +
                                std::string(pattern) + "`"};
    } else {
        const auto end = authority_end(pattern);
        front = front.substr(0, end);
        const bool closed = end < pattern.size() && pattern[end] == '/';
        if (end == 0 || front.find_first_of("*?\\") != std::string::npos ||
            (!closed && !made.whole_.literal()))
            return invalid_rule{"expected `scheme://host/...` without wildcards in scheme and host, got `" +
                                std::string(pattern) + "`"};
    }
    const auto host = plain_host(front + "/");
    if (!host || (host->address && made.below_))
        return invalid_rule{"expected a plain host name in `" + std::string(pattern) + "`"};
    made.host_ = made.below_ ? "." + host->text : host->text;
    made.address_ = host->address;
    return made;
}

bool url_pattern::host_matches(std::string_view host) const noexcept {
    if (below_) return host.size() > host_.size() && host.ends_with(host_);
    return host == host_;
}

// Deny: which name stands for which address is decided elsewhere; here only what the text itself gives away.
bool url_pattern::host_may_match(std::string_view host, bool address) const noexcept {
    if (address_ == address) return host_matches(host);
    if (!address_) return true;
    return host == "localhost" || host.ends_with(".localhost") || host.find(host_) != std::string_view::npos;
}

bool url_pattern::allows(std::string_view url) const {
    if (whole_.any_text()) return true;
    const auto host = plain_host(url);
    if (!host || !host_matches(host->text)) return false;
    return domain_ ? url.starts_with("http://") || url.starts_with("https://") : whole_.matches(url);
}

rule_match url_pattern::catches(std::string_view url) const {
    if (whole_.any_text() || whole_.matches(url)) return rule_match::yes;
    const auto host = plain_host(url);
    if (!host) return rule_match::doubt;
    if (domain_ && host_matches(host->text)) return rule_match::yes;
    return host_may_match(host->text, host->address) ? rule_match::doubt : rule_match::no;
}

}  // namespace assent
