#include <assent/domain/rules/url_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent {
namespace {

using enum rule_match;
using namespace std::string_view_literals;

bool allows(std::string_view pattern, std::string_view url) {
    return url_pattern::make(pattern).value().allows(url);
}

rule_match catches(std::string_view pattern, std::string_view url) {
    return url_pattern::make(pattern).value().catches(url);
}

std::string flaw(std::string_view pattern) {
    const auto made = url_pattern::make(pattern);
    return made ? std::string() : made.error().message;
}

BOOST_AUTO_TEST_SUITE(url_pattern_test)

BOOST_AUTO_TEST_CASE(an_allow_pattern_covers_plain_urls_of_its_host) {
    const struct {
        std::string_view pattern;
        std::string_view url;
        bool expected;
    } table[] = {
        {"https://example.com/*", "https://example.com/", true},
        {"https://example.com/*", "https://example.com/a/b?c=d#e", true},
        {"https://example.com/*", "https://example.com", false},
        {"https://example.com/*", "http://example.com/a", false},
        {"https://example.com/*", "https://example.com:8443/a", false},
        {"https://example.com:8443/*", "https://example.com:8443/a", true},
        {"https://example.com/api/*", "https://example.com/other", false},
        {"https://example.com", "https://example.com", true},
        {"https://example.com/a\\?b=*", "https://example.com/a?b=c", true},
        {"http://127.0.0.1:3000/*", "http://127.0.0.1:3000/x", true},
        {"example.com", "https://example.com/x", true},
        {"example.com", "http://EXAMPLE.com:8080/x", true},
        {"Example.com", "https://example.com/", true},
        {"example.com", "ftp://example.com/x", false},
        {"example.com", "https://a.example.com/x", false},
        {"*.example.com", "https://a.example.com/x", true},
        {"*.example.com", "https://a.b.example.com/x", true},
        {"*.example.com", "https://example.com/x", false},
        {"*.example.com", "https://evilexample.com/x", false},
        {"127.0.0.1", "http://127.0.0.1:8080/", true},
        {"*", "anything at all", true},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.url << '`') {
            BOOST_TEST(allows(row.pattern, row.url) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_url_that_programs_read_differently_is_covered_by_no_allow_pattern) {
    for (const auto url : {"https://example.com.evil.test/a"sv,
                           "https://example.com@evil.test/a"sv,
                           "https://u:p@example.com/a"sv,
                           "https://evil.test/https://example.com/a"sv,
                           "https://evil.test/?u=https://example.com/"sv,
                           "https://evil.test#https://example.com/"sv,
                           "https://example.com\\@evil.test/a"sv,
                           "https://example.com\\.evil.test/"sv,
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
                           "https://example%2ecom/a"sv,
                           "https://example.com/a/../b"sv,
                           "https://.example.com/"sv,
                           "https://example.com./a"sv,
                           "https://[::1]/"sv,
                           "https://0x7f000001/"sv,
                           "https://127.1/"sv,
                           "https://2130706433/"sv,
                           "https://0177.0.0.1/"sv,
                           "http://127.0.0.1.evil.test/"sv,
                           "http://127.0.0.1x/"sv,
                           "https://a;.example.com/"sv,
                           "https://evil.test&.example.com/"sv,
                           "https://evil.test,.example.com/"sv,
                           "javascript:alert"sv,
                           "https://"sv,
                           ""sv,
                           "https://example.com\0/"sv}) {
        BOOST_TEST_CONTEXT(url) {
            BOOST_TEST(!allows("https://example.com/*", url));
            BOOST_TEST(!allows("example.com", url));
            BOOST_TEST(!allows("*.example.com", url));
            BOOST_TEST(!allows("127.0.0.1", url));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_is_excluded_only_by_another_plain_host) {
    const struct {
        std::string_view pattern;
        std::string_view url;
        rule_match expected;
    } table[] = {
        {"example.com", "https://example.com/x", yes},
        {"example.com", "ftp://EXAMPLE.com/x", yes},
        {"example.com", "https://example.org/x", no},
        {"example.com", "https://evil.test/?u=https://example.com", no},
        {"example.com", "https://example.com./x", doubt},
        {"example.com", "https://user@example.com/x", doubt},
        {"example.com", "//example.com/x", doubt},
        {"example.com", "https://192.0.2.1/", doubt},
        {"example.com", "not a url", doubt},
        {"*.example.com", "https://a.b.example.com/x", yes},
        {"*.example.com", "https://example.com/x", no},
        {"https://example.com/private/*", "https://example.com/private/x", yes},
        {"https://example.com/private/*", "https://example.com/public/x", doubt},
        {"https://example.com/private/*", "https://EXAMPLE.com/private/x", doubt},
        {"https://example.com/private/*", "https://example.org/private/x", no},
        {"127.0.0.1", "http://127.0.0.1:8080/", yes},
        {"127.0.0.1", "http://127.0.0.2/", no},
        {"127.0.0.1", "http://0x7f000001/", doubt},
        {"127.0.0.1", "http://0x7f.1/", doubt},
        {"127.0.0.1", "http://2130706433/", doubt},
        {"127.0.0.1", "http://0177.0.0.1/", doubt},
        {"127.0.0.1", "http://127.1/", doubt},
        {"127.0.0.1", "http://[::ffff:127.0.0.1]/", doubt},
        {"127.0.0.1", "http://127.0.0.1.nip.io/", doubt},
        {"127.0.0.1", "http://x.127.0.0.1.nip.io/", doubt},
        {"127.0.0.1", "http://localhost/", doubt},
        {"127.0.0.1", "http://a.localhost/", doubt},
        {"127.0.0.1", "https://example.org/", no},
        {"*", "x", yes},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.url << '`') {
            BOOST_TEST(catches(row.pattern, row.url) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_whose_host_is_not_literal_is_refused) {
    const auto host = [](std::string_view pattern) {
        return "expected a host name, or `*.` and a host name, got `" + std::string(pattern) + "`";
    };
    const auto url = [](std::string_view pattern) {
        return "expected `scheme://host/...` without wildcards in scheme and host, got `" +
               std::string(pattern) + "`";
    };
    const auto plain = [](std::string_view pattern) {
        return "expected a plain host name in `" + std::string(pattern) + "`";
    };
    const struct {
        std::string_view pattern;
        std::string message;
    } table[] = {
        {"exam*le.com", host("exam*le.com")},
        {"*.*.com", host("*.*.com")},
        {"*example.com", host("*example.com")},
        {"example.com/x", host("example.com/x")},
        {"example.com:80", host("example.com:80")},
        {"domain:example.com", host("domain:example.com")},
        {"?.com", host("?.com")},
        {"https://*", url("https://*")},
        {"https://*.example.com/*", url("https://*.example.com/*")},
        {"*://example.com/*", url("*://example.com/*")},
        {"://example.com/*", url("://example.com/*")},
        {"https://example.com*", url("https://example.com*")},
        {"https://example.com?x=*", url("https://example.com?x=*")},
        {"https://exa\\mple.com/*", url("https://exa\\mple.com/*")},
        {"https://user@example.com/*", plain("https://user@example.com/*")},
        {"https://0x7f.1/*", plain("https://0x7f.1/*")},
        {"https://[::1]/*", plain("https://[::1]/*")},
        {"https:///x*", plain("https:///x*")},
        {"*.", plain("*.")},
        {"*.127.0.0.1", plain("*.127.0.0.1")},
        {"2130706433", plain("2130706433")},
        {"example.com.", plain("example.com.")},
        {"ex\xD0\xB0mple.com", plain("ex\xD0\xB0mple.com")},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.pattern) { BOOST_TEST(flaw(row.pattern) == row.message); }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
