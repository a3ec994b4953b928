#include "reference_parts.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>

namespace assent::differential::reference {
namespace {

struct url_parts {
    bool plain = false;
    bool usual = true;  // an address in its usual spelling, or a name
    bool address = false;
    std::string scheme, host, port, path, tail;
};

url_parts take_apart(text raw) {
    url_parts made;
    const auto mark = raw.find("://");
    if (mark == text::npos || raw.find_first_of("/?#") < mark || raw.find_first_of(" \\") != text::npos ||
        !boost::urls::parse_uri_reference(raw))
        return made;
    made.scheme = lower(raw.substr(0, mark));
    const auto rest = raw.substr(mark + 3);
    const auto end = std::min(rest.find_first_of("/?#"), rest.size());
    text authority = rest.substr(0, end);
    if (authority.empty() || authority.find('@') != text::npos) return made;
    const auto colon = authority.find(':', authority[0] == '[' ? authority.find(']') : 0);
    if (colon != text::npos) made.port = authority.substr(colon + 1);
    if (made.port == (made.scheme == "https" ? "443" : made.scheme == "http" ? "80" : "21"))
        made.port.clear();
    made.host = lower(authority.substr(0, colon));
    if (made.host.ends_with('.')) made.host.pop_back();
    made.plain = true;
    made.address = made.host[0] == '[' || std::all_of(made.host.begin(), made.host.end(), [](char c) {
                       return c == '.' || (c >= '0' && c <= '9');
                   });
    if (made.host == "127.1" || made.host == "2130706433") {
        made.usual = false;
        made.host = "127.0.0.1";
    }
    const auto path_end = std::min(rest.find_first_of("?#", end), rest.size());
    made.path = rest.substr(end, path_end - end);
    if (made.path.empty()) made.path = "/";
    made.tail = rest.substr(path_end);
    return made;
}

bool this_machine(text host) {
    return host == "localhost" || host == "127.0.0.1" || host == "0.0.0.0" || host == "[::1]" ||
           host == "[::]";
}

bool host_fits(text pattern, text host) {
    if (!wild(pattern)) return lower(pattern) == host;
    const auto below = pattern.starts_with("*.");
    const list labels = split(pattern.substr(below ? 2 : 0), ".");
    list items = split(host, ".");
    if (below ? items.size() <= labels.size() : items.size() != labels.size()) return false;
    items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(labels.size()));
    for (std::size_t at = 0; at < labels.size(); ++at)
        if (!fits(lower(labels[at]), items[at])) return false;
    return true;
}

}  // namespace

answers url_answers(text pattern, text raw, bool deny) {
    const url_parts url = take_apart(raw);
    const bool as_text = fits(pattern, raw);
    if (!url.plain) return !deny ? sure_no : as_text ? doubtful | sure_yes : doubtful;
    // A wildcard of the host may have taken more than the host.
    if (deny && as_text) return wild(pattern) ? anything : sure_yes;
    const bool odd_path = has_parent(url.path) || lower(url.path).find("%2e") != text::npos ||
                          url.path.find("/..;") != text::npos || url.path.find("/..%20") != text::npos;
    const bool domain = pattern.find("://") == text::npos;
    text host = pattern.substr(domain ? 0 : pattern.find("://") + 3);
    text rest = host.substr(std::min(host.find_first_of("/?#\\"), host.size()));
    host = host.substr(0, host.size() - rest.size());
    const auto colon = host.find(':', host[0] == '[' ? host.find(']') : 0);
    std::string port(colon == text::npos ? "" : host.substr(colon + 1));
    host = host.substr(0, colon);
    const std::string scheme = domain ? "" : lower(pattern.substr(0, pattern.find("://")));
    if (port == (scheme == "https" ? "443" : "80")) port.clear();
    const bool same_host = (host_fits(host, url.host) && (!url.address || !wild(host))) ||
                           (deny && this_machine(host) && this_machine(url.host));
    const bool pattern_address = host[0] == '[' || (host[0] >= '0' && host[0] <= '9');
    if (rest.empty()) rest = "/";
    const bool tailed = rest.find("\\?") != text::npos;
    const auto covers = [&](text path) {
        if (tailed)
            return fits(rest.substr(0, rest.find("\\?")), path) &&
                   fits(rest.substr(rest.find("\\?")), url.tail);
        return fits(rest, path) && (url.tail.empty() || fits(rest, std::string(path) + url.tail));
    };
    if (!deny) {
        if (!same_host || !url.usual || odd_path) return sure_no;
        if (domain) return exactly(url.scheme == "http" || url.scheme == "https");
        return exactly(scheme == url.scheme && port == url.port && covers(url.path));
    }
    if (!same_host && !pattern_address && !url.address) return sure_no;
    if (!same_host) return url.address && !pattern_address && domain ? doubtful : sure_no | doubtful;
    if (domain) return sure_yes;
    if (port != url.port) return sure_no;
    return scheme == url.scheme && covers(url.path) ? sure_yes : anything;
}
}  // namespace assent::differential::reference
