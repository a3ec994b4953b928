#include <assent/domain/match/path_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent::path_letters_test {
namespace {

using enum rule_match;

rule_match catches(std::string_view pattern, std::string_view path) {
    return path_pattern::make(pattern, rule_behavior::deny).value().catches(path_reading(path, {}));
}

BOOST_AUTO_TEST_SUITE(path_letters_test)

// `e` with an accent, in one letter and in two, is the same name on some file systems.
BOOST_AUTO_TEST_CASE(letters_with_several_forms_are_doubtful_only_where_they_stand) {
    const struct {
        std::string_view pattern;
        std::string_view path;
        rule_match expected;
    } table[] = {
        {"/data/caf\xC3\xA9/**", "/data/caf\xC3\xA9/x", yes},
        {"/data/caf\xC3\xA9/**", "/data/cafe\xCC\x81/x", doubt},
        {"/data/caf\xC3\xA9/**", "/data/CAF\xC3\x89/x", doubt},
        {"/data/caf\xC3\xA9", "/data/cafe\xCC\x81", doubt},
        {"/data/caf\xC3\xA9", "/data/cafe\xCC\x81/x", no},
        {"/data/k", "/data/\xE2\x84\xAA", doubt},
        {"/etc/**", "/home/j\xC3\xB6rg/a.txt", no},
        {"/etc/**", "/etc/j\xC3\xB6rg", yes},
        {"/etc/**", "/ETC/j\xC3\xB6rg", doubt},
        {"**/.env", "/home/j\xC3\xB6rg/a.txt", no},
        {"**/.env", "/home/j\xC3\xB6rg/.env", yes},
        {"**/.env", "/home/j\xC3\xB6rg/.ENV", doubt},
        {"**/*.key", "/home/j\xC3\xB6rg/a.txt", no},
        {"**/*.key", "/home/j\xC3\xB6rg/a.KEY", doubt},
        {".env", "/home/j\xC3\xB6rg/a.txt", no},
        {"/home/*/x", "/home/j\xC3\xB6rg", doubt},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT('`' << row.pattern << "` and `" << row.path << '`') {
            BOOST_TEST(catches(row.pattern, row.path) == row.expected);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::path_letters_test
