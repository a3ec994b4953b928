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

BOOST_AUTO_TEST_CASE(a_regular_expression_may_choose_secrets_unless_it_says_how_names_end) {
    for (const auto* const regex :
         {"\\.cpp$", "\\.(ts|js)$", "\\.[jt]sx?$", "\\.ya?ml$", "^src/.*\\.cpp$", "(src|lib)/.*\\.h$",
          "_test\\.go$", "\\.\\(c\\|h\\)$", ".*\\.(c|h)(pp)?$", "\\.md$"})
        BOOST_TEST(!may_choose_secret(regex), regex);
    for (const auto* const regex : {"nv$",        "^.en",        ".*en.",           "",
                                    ".",          "\\.pem$",     "\\.(ts|pem)$",    "\\.env",
                                    "\\.cpp",     "a|\\.cpp$",   "\\.cpp$|b",       "\\.c.p$",
                                    "\\.[a-z]+$", "\\.e?nv$",    "\\.cpp\\$",       "secrets?\\.cpp$",
                                    "\\.x*$",     "\\.k(e|a)y$", "\\(a\\|b\\.cpp$", "\\.$",
                                    "id_rsa",     "\\\\.cpp$"})
        BOOST_TEST(may_choose_secret(regex), regex);
    BOOST_TEST(!may_choose_secret(".*\\.cpp", true));
    BOOST_TEST(may_choose_secret(".*\\.env", true));
    BOOST_TEST(may_choose_secret(".*en.", true));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
