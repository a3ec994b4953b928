#include <decide/protected_places.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent {
namespace {

BOOST_AUTO_TEST_SUITE(protected_places_test)

BOOST_AUTO_TEST_CASE(names_of_secrets_are_found_whatever_stands_beside_them) {
    struct row {
        std::string_view text;
        bool secret;
        bool in_prose;
    };
    constexpr row rows[] = {
        {"token", true, false},         {"my-Token", true, false},      {"a/secrets/b", true, false},
        {"apikey_2", true, false},      {"keychain", true, false},      {"pass-word", false, false},
        {"tokenizer", false, false},    {"te\xC3\xA9st", false, false}, {"\xC3\xA9", false, false},
        {"to\xC3\xA9ken", true, false}, {".env", true, true},           {"x/.ENV.local", true, true},
        {".env.example", false, false}, {"id_rsa", true, true},         {"id_rsa.pub", false, false},
        {"server.key", true, true},     {"a.pem.sample", false, false}, {"run", false, false},
        {"src/main/a.c", false, false}, {"work", false, false},         {"credential.json", true, false},
    };
    for (const auto& [text, secret, in_prose] : rows) BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(places_in(text).secret == secret);
            BOOST_TEST(places_in(text, false, true).secret == in_prose);
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
