#include <assent/domain/match/url_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::url_host_test {
namespace {

using kind = url_host::kind;

// `127.0.0.1`, `127.0.0.1 unusual`, `v6 ...`, `name` or `unknown`.
std::string read(std::string_view host) {
    const url_host made = read_host(host);
    if (made.what == kind::unknown) return "unknown";
    if (made.what == kind::name) return made.usual ? "name" : "name unusual";
    std::string text;
    const std::size_t size = made.what == kind::ipv4 ? 4 : 16;
    for (std::size_t i = 0; i < size; ++i) text += (text.empty() ? "" : ".") + std::to_string(made.bytes[i]);
    return text + (made.usual ? "" : " unusual");
}

BOOST_AUTO_TEST_SUITE(url_host_test)

BOOST_AUTO_TEST_CASE(every_spelling_of_an_address_is_folded_into_the_address) {
    const struct {
        std::string_view host;
        std::string_view expected;
    } table[] = {
        {"127.0.0.1", "127.0.0.1"},
        {"255.255.255.255", "255.255.255.255"},
        {"0.0.0.0", "0.0.0.0"},
        {"2130706433", "127.0.0.1 unusual"},
        {"4294967295", "255.255.255.255 unusual"},
        {"0x7f000001", "127.0.0.1 unusual"},
        {"0x7f.1", "127.0.0.1 unusual"},
        {"0x7f.0.0.0x1", "127.0.0.1 unusual"},
        {"017700000001", "127.0.0.1 unusual"},
        {"0177.0.0.1", "127.0.0.1 unusual"},
        {"127.1", "127.0.0.1 unusual"},
        {"127.0.1", "127.0.0.1 unusual"},
        {"127.65535", "127.0.255.255 unusual"},
        {"10.16777215", "10.255.255.255 unusual"},
        {"127.0.0.01", "127.0.0.1 unusual"},
        {"0", "0.0.0.0 unusual"},
        {"0x", "0.0.0.0 unusual"},
        {"[::ffff:127.0.0.1]", "127.0.0.1 unusual"},
        {"[::ffff:7f00:1]", "127.0.0.1 unusual"},
        {"[0:0:0:0:0:ffff:7f00:0001]", "127.0.0.1 unusual"},
        {"[::127.0.0.1]", "127.0.0.1 unusual"},
        {"[64:ff9b::7f00:1]", "127.0.0.1 unusual"},
        {"[::1]", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"},
        {"[0:0:0:0:0:0:0:1]", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"},
        {"[::]", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0"},
        {"[2001:db8::1]", "32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1"},
        {"[2001:db8::127.0.0.1]", "32.1.13.184.0.0.0.0.0.0.0.0.127.0.0.1 unusual"},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.host) BOOST_TEST(read(row.host) == row.expected);
}

BOOST_AUTO_TEST_CASE(what_ends_in_a_number_and_is_no_address_is_no_name_either) {
    for (const auto host : {"256.0.0.1",    "1.2.3.4.5",
                            "1.2.3.256",    "127.0.65536",
                            "127.16777216", "4294967296",
                            "0x100000000",  "08",
                            "0x7g",         "example.1",
                            "example.0x1",  "1..2",
                            ".1",           "99999999999999999999999999",
                            "[::1",         "[]",
                            "[::1%eth0]",   "[::ffff:256.0.0.1]",
                            "[12345::]",    ""})
        BOOST_TEST_CONTEXT(host) BOOST_TEST(read(host) == "unknown");
}

BOOST_AUTO_TEST_CASE(a_name_is_letters_digits_and_marks_with_dots_between) {
    const std::string label(63, 'a');
    const std::string longest = label + "." + label + "." + label + "." + std::string(61, 'a');
    BOOST_TEST(longest.size() == max_host_bytes);
    for (const std::string& host :
         std::vector<std::string>{"example.com", "localhost", "3m.com", "a_b.example", "xn--e1afmkfd.example",
                                  "1.2.3.4.example", "0x7f.com", longest})
        BOOST_TEST_CONTEXT(host) BOOST_TEST(read(host) == "name");
    for (const std::string& host : std::vector<std::string>{".example.com", "example.com.", "example..com",
                                                            "Example.com", "exa mple.com", "a;b.com", "a,b",
                                                            "a&b", "\xD0\xB0.com", "::1", longest + "a"})
        BOOST_TEST_CONTEXT(host) BOOST_TEST(read(host) == "unknown");
}

BOOST_AUTO_TEST_CASE(addresses_of_this_machine_are_known) {
    for (const auto host : {"127.0.0.1", "127.8.9.1", "0.0.0.0", "[::1]", "[::]", "2130706433"})
        BOOST_TEST_CONTEXT(host) BOOST_TEST(read_host(host).is_loopback());
    for (const auto host : {"128.0.0.1", "0.0.0.1", "[::2]", "[1::1]", "localhost", ""})
        BOOST_TEST_CONTEXT(host) BOOST_TEST(!read_host(host).is_loopback());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::url_host_test
