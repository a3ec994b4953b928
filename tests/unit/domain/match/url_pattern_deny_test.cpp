// What deny and ask rules make of URLs.
#include <assent/domain/match/url_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <string_view>

namespace assent::url_pattern_deny_test {
namespace {

using enum rule_match;

rule_match catches(std::string_view pattern, std::string_view url) {
    return url_pattern::make(pattern).value().catches(url_reading(url));
}

struct deny_row {
    std::string_view pattern;
    std::string_view url;
    rule_match expected;
};

template <class Table>
void check_catches(const Table& table) {
    for (const deny_row& row : table) BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.url << '`')
    BOOST_TEST(catches(row.pattern, row.url) == row.expected);
}

BOOST_AUTO_TEST_SUITE(url_pattern_deny_test)

BOOST_AUTO_TEST_CASE(a_deny_pattern_is_excluded_only_by_another_plain_host) {
    check_catches(std::initializer_list<deny_row>{
        {"example.com", "https://example.com/x", yes},
        {"example.com", "ftp://EXAMPLE.com/x", yes},
        {"example.com", "https://example.com./x", yes},
        {"example.com", "https://example.com:8443/x", yes},
        {"example.com", "https://example.com/a/../b", yes},
        {"example.com", "https://example.org/x", no},
        {"example.com", "https://example.org/a%20b", no},
        {"example.com", "https://example.org/a/../b", no},
        {"example.com", "https://evil.test/?u=https://example.com", no},
        {"example.com", "https://medium.example/@example.com", no},
        {"example.com", "https://user@example.com/x", doubt},
        {"example.com", "https://example.com%2f@x/", doubt},
        {"example.com", "https://ex\xD0\xB0mple.com/", doubt},
        {"example.com", "https://example.com\\x", doubt},
        {"example.com", "//example.com/x", doubt},
        {"example.com", "https://192.0.2.1/", doubt},
        {"example.com", "https://[2001:db8::1]/", doubt},
        {"example.com", "not a url", doubt},
        {"*.example.com", "https://a.b.example.com/x", yes},
        {"*.example.com", "https://a.example.com./x", yes},
        {"*.example.com", "https://example.com/x", no},
        {"*.example.com", "https://good.test/?u=a.example.com", no},
        {"https://*.example.com/*", "https://good.test/a.example.com/", no},
        {"https://example.com/*", "https://example.com/a b", yes},
        {"https://example.com/*", "https://good.test/a b", doubt},
        {"api-*.example.com", "https://api-1.example.com/x", yes},
        {"api-*.example.com", "https://www.example.com/x", no},
        {"*", "x", yes},
    });
}

BOOST_AUTO_TEST_CASE(a_deny_pattern_covers_its_path_in_every_spelling) {
    check_catches(std::initializer_list<deny_row>{
        {"https://example.com/private/*", "https://example.com/private/x", yes},
        {"https://example.com/private/*", "https://example.com/private/x?y#z", yes},
        {"https://example.com/private/*", "https://EXAMPLE.com/private/x", yes},
        {"https://example.com/private/*", "https://example.com:443/private/x", yes},
        {"https://example.com/private/*", "https://example.com/public/x", no},
        {"https://example.com/private/*", "https://example.com/public/x?/private/", no},
        {"https://example.com/private/*", "https://example.org/private/x", no},
        {"https://example.com/private/*", "https://example.com:8443/private/x", no},
        {"https://example.com/private/*", "http://example.com/private/x", doubt},
        {"https://example.com/private/*", "http://example.com/public/x", no},
        {"https://example.com/private/*", "https://example.com/private", doubt},
        {"https://example.com/private/*", "https://example.com/Private/x", doubt},
        {"https://example.com/private/*", "https://example.com/priv%61te/x", yes},
        {"https://example.com/private/*", "https://example.com/public/../private/x", yes},
        {"https://example.com/private/*", "https://example.com//private/x", yes},
        {"https://example.com/private/*", "https://example.com/private;v=1/x", yes},
        {"https://example.com/private/*", "https://example.com/public/%2e%2e/private/x", yes},
        {"https://example.com/private/*", "https://example.com/public/%2e%2e/other", doubt},
        {"https://example.com/private/*", "https://example.com/a%20b", no},
        {"https://example.com/private", "https://example.com/private/", doubt},
        {"https://example.com/private", "https://example.com/private?x", yes},
        {"https://example.com/private", "https://example.com/private/x", no},
        {"https://example.com/*.exe", "https://example.com/x?a=.exe", yes},
        {"https://example.com/a\\?b=*", "https://example.com/a?b=c", yes},
        {"https://example.com/a\\?b=c", "https://example.com/a?b=c#d", yes},
        {"https://example.com/a\\?b=*", "https://example.com/a?x=y&b=c", doubt},
        {"https://example.com/a\\?b=*", "https://example.com/a", no},
        {"https://example.com/a\\?b=*", "https://example.com/z?b=c", no},
    });
}

BOOST_AUTO_TEST_CASE(a_denied_address_is_found_in_every_spelling) {
    check_catches(std::initializer_list<deny_row>{
        {"127.0.0.1", "http://127.0.0.1:8080/", yes},
        {"127.0.0.1", "http://127.0.0.1./", doubt},
        {"127.0.0.1", "http://127.0.0.2/", yes},
        {"127.0.0.1", "http://0x7f000001/", yes},
        {"127.0.0.1", "http://0X7F.1/", yes},
        {"127.0.0.1", "http://2130706433/", yes},
        {"127.0.0.1", "http://0177.0.0.1/", yes},
        {"177.0.0.1", "http://0177.0.0.1/", doubt},
        {"127.0.0.1", "http://127.1/", yes},
        {"127.0.0.1", "http://127.2/", yes},
        {"127.0.0.1", "http://[::ffff:127.0.0.1]/", yes},
        {"127.0.0.1", "http://[::ffff:7f00:1]/", yes},
        {"127.0.0.1", "http://[::1]/", yes},
        {"127.0.0.1", "http://127.0.0.1.nip.io/", doubt},
        {"127.0.0.1", "http://x.127.0.0.1.nip.io/", doubt},
        {"127.0.0.1", "http://127-0-0-1.nip.io/", doubt},
        {"127.0.0.1", "http://localhost/", yes},
        {"127.0.0.1", "http://a.localhost./", yes},
        {"192.0.2.1", "http://localhost/", no},
        {"127.0.0.1", "https://example.org/", no},
        {"[::1]", "http://[0:0:0:0:0:0:0:1]/", yes},
        {"[::1]", "http://[::2]/", no},
        {"[::1]", "http://localhost/", yes},
        {"[::1]", "http://127.0.0.1/", yes},
        {"http://127.0.0.1:3000/*", "http://2130706433:3000/x", yes},
        {"http://127.0.0.1:3000/*", "http://2130706433:3001/x", no},
        {"http://127.0.0.1:3000/*", "http://localhost:3000/x", yes},
    });
}

BOOST_AUTO_TEST_CASE(this_machine_is_denied_by_whatever_name_or_address_it_is_called) {
    for (const std::string_view pattern : {"127.0.0.1", "127.0.0.9", "0.0.0.0", "[::1]", "[::]", "localhost",
                                           "http://127.0.0.1:80/*", "http://localhost/x"})
        for (const std::string_view host :
             {"localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.1", "127.255.255.254", "0.0.0.0",
              "0", "0x0", "2130706433", "017700000001", "[::1]", "[::]", "[0:0:0:0:0:0:0:0]",
              "[::ffff:127.0.0.1]", "[::ffff:0:0]", "[::127.0.0.1]"})
            BOOST_TEST_CONTEXT(pattern << " and " << host)
    BOOST_TEST(catches(pattern, "http://" + std::string(host) + "/x") == yes);
    for (const std::string_view pattern : {"127.0.0.1", "[::1]", "localhost"})
        for (const std::string_view host :
             {"localhost.example", "notlocalhost", "example.com", "[2001:db8::1]", "192.0.2.1", "128.0.0.1"})
            BOOST_TEST_CONTEXT(pattern << " and " << host)
    BOOST_TEST(catches(pattern, "http://" + std::string(host) + "/x") != yes);
    // Another name, or another port, is another service.
    BOOST_TEST(catches("a.localhost", "http://localhost/") == no);
    BOOST_TEST(catches("http://localhost:3000/*", "http://127.0.0.1:3001/") == no);
    BOOST_TEST(!url_pattern::make("127.0.0.1").value().allows(url_reading("http://localhost/")));
    BOOST_TEST(!url_pattern::make("localhost").value().allows(url_reading("http://127.0.0.1/")));
    BOOST_TEST(!url_pattern::make("127.0.0.1").value().allows(url_reading("http://127.0.0.2/")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::url_pattern_deny_test
