#pragma once

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/rule_match.hpp>
#include <assent/domain/match/url_pattern.hpp>

#include <boost/system/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Behind the scheme of a URL.
inline constexpr std::string_view scheme_mark = "://";

/// A pattern for the host of a URL.
class host_pattern {
public:
    /// \param host  as it stands in the rule
    [[nodiscard]] static boost::system::result<host_pattern, invalid_rule> make(std::string_view host);

    [[nodiscard]] bool allows(const url_reading& url) const;
    [[nodiscard]] rule_match catches(const url_reading& url) const;

    /// As it stands in the rule, in lower case.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// It covers one host only.
    [[nodiscard]] bool literal() const noexcept { return labels_.empty(); }
    /// What all hosts that it covers end in.
    [[nodiscard]] std::string_view literal_end() const noexcept;

private:
    [[nodiscard]] bool covers_name(std::string_view host) const;

    std::string text_;
    url_host address_;
    std::vector<glob> labels_;  // from the right; none: literal
    bool below_ = false;        // a `*.` before the labels
};

struct url_target {
    bool domain = false;  // the rest does not count
    host_pattern host{};
    std::string scheme{};
    std::string port{};  // empty: the scheme's own
    std::string path_text{};
    glob path{};
    glob tail{};
    bool has_tail = false;
};

/// The port that a scheme has of its own; empty when that is not known.
[[nodiscard]] std::string_view own_port(std::string_view scheme) noexcept;
/// Why no path of a clean URL is like this; empty when one may be.
[[nodiscard]] std::string_view path_flaw(std::string_view path) noexcept;
/// The path without escapes, `.`, `..`, empty components and `;` parameters.
[[nodiscard]] std::string normal_url_path(std::string_view path);

}  // namespace assent
