#include <assent/domain/rules/url_pattern.hpp>

#include "url_target.hpp"

#include <algorithm>
#include <utility>

namespace assent {
namespace {

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& byte : made)
        if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte - 'A' + 'a');
    return made;
}

bool is_scheme(std::string_view text) noexcept {
    const auto letter = [](char byte) { return byte >= 'a' && byte <= 'z'; };
    return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), [&](char byte) {
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

boost::system::result<url_pattern, invalid_rule> url_pattern::make(std::string_view pattern) {
    url_pattern made;
    made.whole_ = glob(pattern);
    if (made.whole_.any_text()) return made;
    if (!std::all_of(pattern.begin(), pattern.end(), [](char byte) { return byte > ' ' && byte <= '~'; }))
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
        target->scheme = lower(pattern.substr(0, mark));
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
