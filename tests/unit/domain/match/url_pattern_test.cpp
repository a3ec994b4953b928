#include <assent/domain/match/url_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::url_pattern_test {
namespace {

using namespace std::string_view_literals;

bool allows(std::string_view pattern, std::string_view url) {
    return url_pattern::make(pattern).value().allows(url_reading(url));
}

std::string flaw(std::string_view pattern) {
    const auto made = url_pattern::make(pattern);
    return made ? std::string() : made.error().message;
}

struct allow_row {
    std::string_view pattern;
    std::string_view url;
    bool expected;
};

template <class Table>
void check_allows(const Table& table) {
    for (const allow_row& row : table) BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.url << '`')
    BOOST_TEST(allows(row.pattern, row.url) == row.expected);
}

BOOST_AUTO_TEST_SUITE(url_pattern_test)

BOOST_AUTO_TEST_CASE(an_allow_pattern_covers_its_scheme_host_and_port) {
    check_allows(std::initializer_list<allow_row>{
        {"https://example.com/*", "https://example.com/", true},
        {"https://example.com/*", "https://example.com", true},
        {"https://example.com/*", "HTTPS://EXAMPLE.com/a", true},
        {"https://example.com/*", "https://example.com./a", true},
        {"https://example.com/*", "https://example.com../a", false},
        {"https://example.com/*", "https://example.com:443/a", true},
        {"https://example.com:443/*", "https://example.com/a", true},
        {"https://example.com/*", "https://example.com:/a", true},
        {"https://example.com/*", "https://example.com:0443/a", false},
        {"https://example.com/*", "https://example.com:80/a", false},
        {"https://example.com/*", "https://example.com:8443/a", false},
        {"https://example.com:8443/*", "https://example.com:8443/a", true},
        {"https://example.com:8443/*", "https://example.com/a", false},
        {"http://example.com/*", "http://example.com:80/a", true},
        {"http://example.com:65535/*", "http://example.com:65535/a", true},
        {"http://example.com/*", "http://example.com:65536/a", false},
        {"https://example.com/*", "http://example.com/a", false},
        {"https://example.com/*", "https://example.org/a", false},
        {"https://example.com/*", "https://www.example.com/a", false},
        {"http://127.0.0.1:3000/*", "http://127.0.0.1:3000/x", true},
        {"http://127.0.0.1:3000/*", "http://localhost:3000/x", false},
        {"http://[::1]/*", "http://[::1]/x", true},
        {"http://[::1]/*", "http://[0:0::1]/x", true},
        {"http://[::1]/*", "http://[::2]/x", false},
        {"http://[::1]:3000/*", "http://[::1]:3000/x", true},
        {"http://[::1]:3000/*", "http://[::1]/x", false},
        {"https://*.example.com/*", "https://a.b.example.com/x", true},
        {"https://*.example.com/*", "https://example.com/x", false},
        {"https://api-*.example.com/*", "https://api-1.example.com/x", true},
        {"https://api-*.example.com/*", "https://api-1.evil.example.com/x", false},
        {"HTTPS://x/*", "https://x/", true},
        {"*", "anything at all", true},
    });
}

BOOST_AUTO_TEST_CASE(an_allow_pattern_covers_the_path_with_and_without_its_query) {
    check_allows(std::initializer_list<allow_row>{
        {"https://example.com/*", "https://example.com/a/b?c=d#e", true},
        {"https://example.com/*", "https://example.com?c", true},
        {"https://example.com/api/*", "https://example.com/api/v1/x", true},
        {"https://example.com/api/*", "https://example.com/api/", true},
        {"https://example.com/api/*", "https://example.com/api", false},
        {"https://example.com/api/*", "https://example.com/API/x", false},
        {"https://example.com/api/*", "https://example.com/other", false},
        {"https://example.com/api/*", "https://example.com/x?/api/", false},
        {"https://example.com/*/v1", "https://example.com/a/b/v1", true},
        {"https://example.com/v?/x", "https://example.com/v1/x", true},
        {"https://example.com/v?/x", "https://example.com/v/x", false},
        {"https://example.com/*.png", "https://example.com/a.png", true},
        {"https://example.com/*.png", "https://example.com/a?x=.png", false},
        {"https://example.com/*.png", "https://example.com/a#.png", false},
        {"https://example.com/*.png", "https://example.com/a.png?x=y", false},
        {"https://example.com", "https://example.com", true},
        {"https://example.com", "https://example.com/", true},
        {"https://example.com/", "https://example.com", true},
        {"https://example.com", "https://example.com/x", false},
        {"https://example.com", "https://example.com/?x", false},
        {"https://example.com/a\\?b=*", "https://example.com/a?b=c", true},
        {"https://example.com/a\\?b=*", "https://example.com/a?c=b", false},
        {"https://example.com/a\\?b=*", "https://example.com/a", false},
        {"https://example.com/a#b", "https://example.com/a#b", true},
        {"https://example.com/a#b", "https://example.com/a", false},
        {"https://example.com/a\\*", "https://example.com/a*", true},
        {"https://example.com/a\\*", "https://example.com/ab", false},
        {"https://example.com/*", "https://example.com/a%20b", true},
        {"https://example.com/*", "https://example.com/@user", true},
        {"https://example.com/*", "https://example.com/?range=1..2", true},
    });
}

BOOST_AUTO_TEST_CASE(a_domain_covers_every_http_url_of_its_host_on_any_port) {
    check_allows(std::initializer_list<allow_row>{
        {"example.com", "https://example.com/x", true},
        {"example.com", "https://example.com", true},
        {"example.com", "http://EXAMPLE.com:8080/x?y#z", true},
        {"example.com", "https://example.com./", true},
        {"*.example.com", "https://a.example.com./x", true},
        {"api-*.example.com", "https://api-1.example.com./", true},
        {"Example.com", "https://example.com/", true},
        {"example.com", "ftp://example.com/x", false},
        {"example.com", "https://a.example.com/x", false},
        {"example.com", "https://example.com.evil.test/x", false},
        {"*.example.com", "https://a.example.com/x", true},
        {"*.example.com", "https://a.b.example.com/x", true},
        {"*.example.com", "https://example.com/x", false},
        {"*.example.com", "https://evilexample.com/x", false},
        {"api-*.example.com", "https://api-1.example.com/", true},
        {"api-*.example.com", "https://api-.example.com/", true},
        {"api-*.example.com", "https://api-1.x.example.com/", false},
        {"api-*.example.com", "https://x.api-1.example.com/", false},
        {"api-*.example.com", "https://api.example.com/", false},
        {"a.*.example.com", "https://a.b.example.com/", true},
        {"a.*.example.com", "https://a.b.c.example.com/", false},
        {"a.*.example.com", "https://a.example.com/", false},
        {"*.api-*.example.com", "https://x.y.api-1.example.com/", true},
        {"*.api-*.example.com", "https://api-1.example.com/", false},
        {"*.*.com", "https://a.b.com/", true},
        {"*.*.com", "https://b.com/", false},
        {"*example.com", "https://evilexample.com/", true},
        {"*example.com", "https://a.example.com/", false},
        {"localhost", "http://localhost:3000/", true},
        {"127.0.0.1", "http://127.0.0.1:8080/", true},
        {"127.0.0.1", "http://localhost/", false},
        {"[::1]", "http://[::1]:8080/", true},
    });
}

BOOST_AUTO_TEST_CASE(a_url_that_programs_read_differently_is_covered_by_no_allow_pattern) {
    for (const auto url : {"https://example.com.evil.test/a"sv,
                           "https://example.com@evil.test/a"sv,
                           "https://u:p@example.com/a"sv,
                           "https://@example.com/a"sv,
                           "https://evil.test/https://example.com/a"sv,
                           "https://evil.test/?u=https://example.com/"sv,
                           "https://evil.test#https://example.com/"sv,
                           "https://example.com\\@evil.test/a"sv,
                           "https://example.com\\.evil.test/"sv,
                           "https://example.com/a\\b"sv,
                           "https:///example.com/a"sv,
                           "https:/example.com/a"sv,
                           "https:example.com/a"sv,
                           "//example.com/a"sv,
                           "example.com/a"sv,
                           " https://example.com/a"sv,
                           "https://example.com/a "sv,
                           "https://example.com\t.evil.test/"sv,
                           "https://example.com/\nx"sv,
                           "https://ex\xD0\xB0mple.com/a"sv,
                           "https://example.com/%2e%2e/x"sv,
                           "https://example.com/a/.%2E/x"sv,
                           "https://example.com/a%2fb"sv,
                           "https://example.com/a%5Cb"sv,
                           "https://example.com/a%252e"sv,
                           "https://example.com/a%00"sv,
                           "https://example%2ecom/a"sv,
                           "https://example.com%2f.evil.test/a"sv,
                           "https://example.com/a/../b"sv,
                           "https://example.com/a/./b"sv,
                           "https://example.com/a/.."sv,
                           "https://example.com/a/..;x/b"sv,
                           "https://.example.com/"sv,
                           "https://example..com/"sv,
                           "https://[::ffff:127.0.0.1]/"sv,
                           "https://0x7f000001/"sv,
                           "https://127.1/"sv,
                           "https://2130706433/"sv,
                           "https://0177.0.0.1/"sv,
                           "http://127.0.0.1.evil.test/"sv,
                           "http://127.0.0.1x/"sv,
                           "http://127.0.0.1:80x/"sv,
                           "https://a;.example.com/"sv,
                           "https://evil.test&.example.com/"sv,
                           "https://evil.test,.example.com/"sv,
                           "javascript:alert"sv,
                           "https://"sv,
                           ""sv,
                           "https://example.com\0/"sv}) {
        BOOST_TEST_CONTEXT(url) {
            for (const auto pattern : {"https://example.com/*", "http://127.0.0.1/*", "https://127.0.0.1/*",
                                       "example.com", "*.example.com", "127.0.0.1"})
                BOOST_TEST(!allows(pattern, url), pattern);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_that_no_url_can_match_is_refused) {
    const auto host = [](std::string_view text, std::string_view more = "") {
        return "expected a host name, `*.` and a host name, or an address, got `" + std::string(text) + "`" +
               std::string(more);
    };
    const auto last = [&](std::string_view text) {
        return host(text, ": its last label has to be plain text");
    };
    const auto url = [](std::string_view pattern) {
        return "expected `scheme://host/...` with a literal scheme, and a `/` behind the host, got `" +
               std::string(pattern) + "`";
    };
    const auto port = [](std::string_view text) {
        return "expected a port from 1 to 65535, got `" + std::string(text) + "`";
    };
    const auto ascii = [](std::string_view pattern) {
        return "expected printable ASCII without blanks, got `" + std::string(pattern) + "`";
    };
    const struct {
        std::string_view pattern;
        std::string message;
    } table[] = {
        {"example.*", last("example.*")},
        {"*.", last("*.")},
        {"*.127.0.0.1", last("*.127.0.0.1")},
        {"10.*.0.1", last("10.*.0.1")},
        {"a.?.com", host("a.?.com")},
        {"?.com", host("?.com")},
        {".*.com", host(".*.com")},
        {"*..com", host("*..com")},
        {"example.com/x", host("example.com/x")},
        {"example.com:80", host("example.com:80")},
        {"domain:example.com", host("domain:example.com")},
        {"example.com.", host("example.com.")},
        {"::1", host("::1")},
        {"2130706433", host("2130706433", "; write `127.0.0.1`")},
        {"[::ffff:127.0.0.1]", host("[::ffff:127.0.0.1]", "; write `127.0.0.1`")},
        {"ex\xD0\xB0mple.com", ascii("ex\xD0\xB0mple.com")},
        {"https://example.com/a b", ascii("https://example.com/a b")},
        {"https://*", last("*")},
        {"https://*/x", last("*")},
        {"*://example.com/*", url("*://example.com/*")},
        {"://example.com/*", url("://example.com/*")},
        {"https://example.com*", last("example.com*")},
        {"https://example.com?x=*", url("https://example.com?x=*")},
        {"https://example.com#x", url("https://example.com#x")},
        {"https://exa\\mple.com/*", url("https://exa\\mple.com/*")},
        {"https://user@example.com/*", host("user@example.com")},
        {"https://0x7f.1/*", host("0x7f.1", "; write `127.0.0.1`")},
        {"https:///x*", host("")},
        {"http://localhost:*/x", port("*")},
        {"http://localhost:/x", port("")},
        {"http://localhost:0/x", port("0")},
        {"http://localhost:65536/x", port("65536")},
        {"https://example.com/a/../b",
         "no URL is covered: its path has `.` or `..`, or what a server may read as that"},
        {"https://example.com/%2e*",
         "no URL is covered: its path has an escape that hides `.`, `/`, `\\` or `%`"},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.pattern) BOOST_TEST(flaw(row.pattern) == row.message);
}

BOOST_AUTO_TEST_CASE(why_a_url_is_not_covered_is_told) {
    const struct {
        std::string_view pattern;
        std::string_view url;
        std::string_view expected;
    } table[] = {
        {"example.com", "https://example.com/", ""},
        {"*", "x", ""},
        {"example.com", "https://evil.test/", "its host `evil.test` is not `example.com`"},
        {"*.example.com", "https://example.com/", "its host `example.com` is none of `*.example.com`"},
        {"example.com", "ftp://example.com/", "its scheme is `ftp`, neither `http` nor `https`"},
        {"example.com", "https://u@example.com/", "it has a user name"},
        {"example.com", "https://example.com\\x", "it has a backslash"},
        {"example.com", "https://ex\xD0\xB0mple.com/", "it has a character that is not printable ASCII"},
        {"example.com", "//example.com/", "it is not a URL"},
        {"example.com", "mailto:x@example.com", "it has no host"},
        {"example.com", "https://ex%61mple.com/", "its host has an escape"},
        {"example.com", "https://a,b/", "its host is no plain name or address"},
        {"example.com", "https://example.com:01/", "its port is no plain number"},
        {"127.0.0.1", "http://2130706433/", "its host is an address in an unusual spelling"},
        {"https://x/*", "http://x/", "its scheme is `http`, not `https`"},
        {"https://x/*", "https://x:8443/", "its port is 8443, not the scheme's own"},
        {"https://x:8443/*", "https://x/", "its port is the scheme's own, not 8443"},
        {"https://x/*", "https://x/../y", "its path has `.` or `..`, or what a server may read as that"},
        {"https://x/a/*", "https://x/b?c", "its path `/b?c` is not covered by `/a/*`"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.pattern << " and " << row.url)
    BOOST_TEST(url_pattern::make(row.pattern).value().why_not(url_reading(row.url)) == row.expected);
}

BOOST_AUTO_TEST_CASE(what_a_server_may_read_as_dots_leads_out_of_no_allowed_folder) {
    for (const std::string_view folder :
         {"..%3b",    "..;",   "..;v=1", "..%3Bv=1", "..%20",     "..%20%20", "..%20x",   "..%09", "..%00",
          "..%0d",    "..%7f", "..%5c",  "..%5Cx",   "..%25",     "..%2500",  "..%c2%a0", "..%ff", "%20..",
          "%20..%20", ".%3b",  ".;x",    ".%20",     "%2e%2e%3b", ".%2e;",    "..%",      "..%zz"})
        BOOST_TEST_CONTEXT(folder) {
            const std::string url = "https://example.com/docs/" + std::string(folder);
            BOOST_TEST(!allows("https://example.com/docs/*", url));
            BOOST_TEST(!allows("https://example.com/docs/*", url + "/admin"));
            const auto deny = url_pattern::make("https://example.com/admin/*").value();
            const std::string to_denied = url + "/admin/x";
            BOOST_TEST(deny.catches(url_reading(to_denied)) != rule_match::no);
        }
    for (const std::string_view name : {"..a", ".well-known", "...", "..-", "a..%20", ".a%20b", "%20a",
                                        "a%3bb", "..,", "..=1", ".htaccess"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(allows("https://example.com/docs/*", "https://example.com/docs/" + std::string(name) + "/x"));
    for (const std::string_view pattern : {"https://example.com/.*", "https://example.com/..?x/*"})
        BOOST_TEST_CONTEXT(pattern) BOOST_TEST(flaw(pattern) == "");
}

BOOST_AUTO_TEST_CASE(what_all_covered_hosts_have_in_common_is_known) {
    const auto of = [](std::string_view pattern) { return url_pattern::make(pattern).value(); };
    BOOST_TEST(of("https://Example.com/*").one_host() == "example.com");
    BOOST_TEST(of("https://Example.com/*").host_end() == "");
    BOOST_TEST(of("*.example.com").one_host() == "");
    BOOST_TEST(of("*.example.com").host_end() == ".example.com");
    BOOST_TEST(of("api-*.example.com").host_end() == ".example.com");
    BOOST_TEST(of("api*x.example.com").host_end() == "x.example.com");
    BOOST_TEST(of("*").one_host() == "");
    BOOST_TEST(of("*").host_end() == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::url_pattern_test
