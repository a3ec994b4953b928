#pragma once

#include <assent/domain/rules/glob.hpp>
#include <assent/domain/rules/rule_match.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>

namespace assent {

/// A pattern for a URL, in one of two forms.
///
/// - `scheme://host/...`: a literal URL, or scheme and host followed by a pattern for the rest. Scheme
///   and host are always literal, so that no wildcard can reach into them.
/// - `example.com` (a domain): any http or https URL of that host; `*.example.com` is any host below
///   it, at any depth, without `example.com` itself.
///
/// The host may be an IPv4 address in its usual spelling.
///
/// Allow: the URL is plain (no user, no `..`, no percent escapes, no backslash; the host is a name of
/// letters, digits, `-` and `_`, or an address in its usual spelling). Deny: excluded only when the URL is
/// plain and its host is another one, where a name and an address cannot be told apart in all cases.
class url_pattern {
public:
    [[nodiscard]] static boost::system::result<url_pattern, invalid_rule> make(std::string_view pattern);

    [[nodiscard]] bool allows(std::string_view url) const;
    [[nodiscard]] rule_match catches(std::string_view url) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }

private:
    [[nodiscard]] bool host_matches(std::string_view host) const noexcept;
    [[nodiscard]] bool host_may_match(std::string_view host, bool address) const noexcept;

    glob whole_;
    std::string host_;  // lower case; for `*.x` it is `.x`
    bool domain_ = false;
    bool below_ = false;    // `*.x`
    bool address_ = false;  // the host is an IPv4 address
};

}  // namespace assent
