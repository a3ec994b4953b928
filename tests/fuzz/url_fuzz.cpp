// Input: a pattern, LF, a URL.
//
// An allow rule covers plain URLs only, and of a domain only its hosts; a pattern that covers catches, too;
// and a host with a user in front of it, or with one odd byte in it, is allowed by no rule.

#include "invariant.hpp"

#include <assent/domain/match/url_pattern.hpp>

#include <string>
#include <string_view>

namespace {

using assent::rule_match;
using assent::url_pattern;
using assent::url_reading;
using assent::fuzz::require;

constexpr std::string_view scheme_end = "://";

bool host_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' ||
           byte == '_';
}

void check_reading(const url_reading& url) {
    require(url.plain == url.flaw.empty(), "a URL that is not plain has a flaw", url.text, url.flaw);
    if (!url.plain) return;
    require(!url.host.empty() && !url.scheme.empty() && url.path.starts_with('/'),
            "a plain URL has a scheme, a host and a path", url.text, {});
    if (!url.host.starts_with('['))
        for (const char byte : url.host)
            require(host_byte(byte), "a plain URL's host is a plain name", url.text, url.host);
    require(!url.host.ends_with('.'), "a host has no dot at its end", url.text, url.host);
    for (const char byte : url.port)
        require(byte >= '0' && byte <= '9', "a port is a number", url.text, url.port);
    for (const char byte : url.text)
        require(byte > ' ' && byte <= '~' && byte != '\\', "a plain URL has no odd characters", url.text, {});
}

bool below(std::string_view host, std::string_view domain) {
    return host.size() > domain.size() + 1 && host.ends_with(domain) &&
           host[host.size() - domain.size() - 1] == '.';
}

void check_pattern(std::string_view text, const url_reading& url) {
    const auto pattern = url_pattern::make(text);
    if (!pattern) return;
    const bool allowed = pattern->allows(url);
    require(!allowed || url.plain || pattern->whole().any_text(),
            "an allow rule but a lone `*` covers plain URLs only", text, url.text);
    require(!allowed || pattern->catches(url) == rule_match::yes, "a URL that is allowed is caught", text,
            url.text);
    if (!allowed || pattern->whole().any_text()) return;
    const std::string with_user =
        std::string(url.text).insert(url.text.find(scheme_end) + scheme_end.size(), "a@");
    require(!pattern->allows(url_reading(with_user)), "a URL with a user is allowed by no rule", text,
            with_user);
}

// The domain rules that follow from a host.
void check_domains(const url_reading& url) {
    if (!url.plain || url.host.starts_with('[')) return;
    const bool web = url.scheme == "http" || url.scheme == "https";
    const auto own = url_pattern::make(url.host);
    const bool covers = own && web && url.clean_path;
    require(!covers || own->allows(url), "the rule of a host covers its URLs", url.text, url.host);
    const std::string longer = "https://" + std::string(url.host) + ".example.com/";
    require(!own || !own->allows(url_reading(longer)), "a host is no prefix", longer, url.host);

    const auto dot = url.host.find('.');
    if (dot == std::string_view::npos) return;
    const std::string domain(url.host.substr(dot + 1));
    const auto parent = url_pattern::make("*." + domain);
    if (!parent) return;
    require(!parent->allows(url) || (web && below(url.host, domain)), "a domain's rule covers hosts below it",
            url.text, domain);
    require(!covers || parent->allows(url), "all of them", url.text, domain);
    const std::string apex = "https://" + domain + "/";
    require(!parent->allows(url_reading(apex)), "and not the domain itself", apex, domain);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = assent::fuzz::as_text(data, size);
    const auto pattern = assent::fuzz::take_line(text);
    const url_reading url(text);
    check_reading(url);
    if (!pattern.empty()) check_pattern(pattern, url);
    check_domains(url);
    return 0;
}
