#include "unit/domain/decide/guard_samples.hpp"

#include <assent/domain/tools/tool_registry.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::search_risk_test {
namespace {

risk_assessment searched(std::string_view tool, const json_object& input) {
    const auto* const definition = tool_registry::standard()->find(tool);
    BOOST_REQUIRE(definition != nullptr);
    return classified(input, definition, sample_cwd, tool);
}

risk_assessment grepped(std::string_view glob) {
    return searched("Grep", {{"pattern", "."}, {"glob", glob}});
}
risk_assessment globbed(std::string_view pattern) { return searched("Glob", {{"pattern", pattern}}); }

bool only_looks(const risk_assessment& found) {
    return found.safety == safety_class::always_safe && found.level == risk_level::low;
}

BOOST_AUTO_TEST_SUITE(search_risk_test)

BOOST_AUTO_TEST_CASE(a_search_that_names_secret_files_is_as_risky_as_reading_them) {
    for (const auto* pattern : {".env", "id_rsa", "**/.env", "**/*.pem", "{.env,a.c}", "src/.env*", ".ssh/**",
                                "config/secrets.*", "/proj/.aws/*"}) {
        BOOST_TEST_CONTEXT(pattern) {
            BOOST_TEST(has_factor(grepped(pattern), "secret_in_path"));
            BOOST_TEST(has_factor(globbed(pattern), "secret_in_path"));
            BOOST_TEST(grepped(pattern).safety == safety_class::confirm);
            BOOST_TEST(has_factor(searched("glob", {{"pattern", pattern}}), "secret_in_path"));
            BOOST_TEST(has_factor(searched("grep", {{"pattern", "x"}, {"glob", pattern}}), "secret_in_path"));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_search_whose_place_cannot_be_told_is_not_always_safe) {
    for (const auto* pattern :
         {"../../**", "..", "src/..", "src/../../x", "{/etc,/root}/**", "{src,/etc}/**", "{..,src}/**",
          "{.,x}./**", "src/{.,x}./{.,x}./**", "src/.{.,x}/../x", "[.][.]/**", "@(/etc|x)/**", "!(src)/**",
          "+(../)**", "\\/etc/*", "$HOME/*", "~/*", "x/{a,..}/b", "{a/b,/etc}/**"})
        BOOST_TEST_CONTEXT(pattern) {
            BOOST_TEST(has_factor(grepped(pattern), "place_unknown"));
            BOOST_TEST(has_factor(globbed(pattern), "place_unknown"));
        }
    for (const auto* pattern : {"/etc/*", "/etc/{a,b}", "/@(etc|root)/*", "/{etc,root}/x"})
        BOOST_TEST_CONTEXT(pattern) {
            BOOST_TEST(!only_looks(grepped(pattern)));
            BOOST_TEST(!only_looks(globbed(pattern)));
        }
    BOOST_TEST(
        has_factor(searched("Grep", {{"pattern", "."}, {"glob", json_array{".env"}}}), "place_unknown"));
    BOOST_TEST(has_factor(searched("Glob", {{"pattern", 7}}), "place_unknown"));
}

BOOST_AUTO_TEST_CASE(ordinary_searches_cost_no_question) {
    for (const auto* pattern : {"**/*", "*", "*.c", "**/*.{ts,tsx}", "*.{ts,tsx}", "*.[ch]", "src/**/*.[ch]",
                                "src/*", "{src,tests}/**/*.cpp", "app/(group)/page.tsx", "a..b",
                                "/proj/src/*", "/proj/{src,tests}/*", "src/{a,b}.c", "**/.env.example"})
        BOOST_TEST_CONTEXT(pattern) {
            BOOST_TEST(only_looks(grepped(pattern)));
            BOOST_TEST(only_looks(globbed(pattern)));
        }
    BOOST_TEST(only_looks(searched("Grep", {{"pattern", "."}, {"glob", nullptr}})));
    BOOST_TEST(only_looks(searched("LS", {{"path", "/proj/src"}})));
}

BOOST_AUTO_TEST_CASE(an_expression_to_look_for_is_no_path) {
    for (const auto* expression : {"token", "\\.env", "/etc/.*", "(\\.\\./)+", "password|secret", "[a-z]/x"})
        BOOST_TEST_CONTEXT(expression) {
            BOOST_TEST(only_looks(searched("Grep", {{"pattern", expression}, {"path", "src"}})));
            BOOST_TEST(only_looks(searched("grep", {{"pattern", expression}, {"glob", "*.c"}})));
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::search_risk_test
