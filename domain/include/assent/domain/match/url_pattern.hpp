#pragma once

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/rule_match.hpp>

#include <boost/system/result.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assent {

/// Longest name of a host, in bytes: RFC 1035.
inline constexpr std::size_t max_host_bytes = 253;

/// The host of a URL, told apart as a name or an address.
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

/// A URL, read once for all rules. Its parts are views into the text, or into the reading itself.
struct url_reading {
    /// \param url  has to outlive the reading
    explicit url_reading(std::string_view url);
    url_reading(const url_reading&) = delete;
    url_reading& operator=(const url_reading&) = delete;

    std::string_view text;
    /// Programs read the same host out of the text. Otherwise no allow rule covers it, and no deny rule can
    /// be excluded.
    bool plain = false;
    std::string_view flaw{};  ///< why it is not plain, such as "it has a user name"

    // When `plain`:
    std::string_view scheme{};  ///< in lower case
    std::string_view host{};    ///< in lower case, without a dot at the end; an IPv6 address in brackets
    std::string_view port{};    ///< empty: the scheme's own
    url_host address{};         ///< what the host is
    std::string_view path{};    ///< without query and fragment; at least `/`
    std::string_view tail{};    ///< query and fragment, with the `?` or `#` that they begin with
    /// The path has no `.` and `..`, and no escapes of `.`, `/`, `\`, `%` and control characters.
    bool clean_path = false;
    /// Deny: the path without escapes, `.`, `..`, empty components and `;` parameters; empty: as it stands.
    std::string normal_path{};

private:
    // Fills in all of the above that `plain` promises. \return the flaw
    [[nodiscard]] std::string_view read();
    [[nodiscard]] std::string_view read_authority(std::size_t scheme_end, std::size_t authority_end);
    void read_path(std::size_t from);

    std::string lower_;  // scheme and authority in lower case, where the text has capitals there
};

/// The compiled parts of a URL pattern.
struct url_target;

/// A pattern for a URL, in one of two forms.
///
/// - `scheme://host[:port]/path`: URLs of that scheme, host and port; without a port, of the scheme's own. In
/// the
///   path, `*` stands for any text, `/` included, and `?` for one character; a `?` that is meant is written
///   `\?`. A path without `\?` and `#` has to cover the path both with and without query and fragment;
///   otherwise the part from there on is compared with query and fragment. No path is the path `/`.
/// - `host` (a domain): any http or https URL of that host, whatever the port.
///
/// In the host, a `*.` at the beginning is any host below, at any depth, without the host itself; every other
/// `*` stays inside one label. The last label is literal. IP addresses are written in their usual spelling,
/// IPv6 ones in brackets.
///
/// Allow: the URL is plain (no user, no backslash, nothing but printable ASCII, a host of letters, digits,
/// `-` and `_` or an address in its usual spelling) and its path is clean. Deny: addresses in other spellings
/// are covered where they are the same, and a pattern for a loopback or unspecified address or `localhost`
/// covers all of these; excluded is only what surely leads elsewhere.
///
/// Immutable; any thread may use it.
class url_pattern {
public:
    [[nodiscard]] static boost::system::result<url_pattern, invalid_rule> make(std::string_view pattern);

    [[nodiscard]] bool allows(const url_reading& url) const;
    [[nodiscard]] rule_match catches(const url_reading& url) const;
    /// Why an allow rule with this pattern does not cover a URL, as the end of a sentence: "its host
    /// `evil.example` is not `example.com`". Empty when it does.
    [[nodiscard]] std::string why_not(const url_reading& url) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }
    /// The host, when an allow rule with this pattern covers no other: in lower case, without a dot at the
    /// end. Otherwise empty. Deny rules reach further where the host is an address or `localhost`.
    [[nodiscard]] std::string_view one_host() const noexcept;
    /// With wildcards in the host, what all hosts end in that it covers, such as `.example.com`.
    [[nodiscard]] std::string_view host_end() const noexcept;

private:
    glob whole_;
    std::shared_ptr<const url_target> target_;  // null: any URL
};

}  // namespace assent
