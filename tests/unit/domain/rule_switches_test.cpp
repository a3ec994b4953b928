#include <assent/domain/rules/rule_switches.hpp>

#include <boost/test/unit_test.hpp>

#include <string_view>

namespace assent {
namespace {

BOOST_AUTO_TEST_SUITE(rule_switches_test)

BOOST_AUTO_TEST_CASE(the_switches_that_are_on_are_named) {
    BOOST_TEST(to_string(rule_switches()) == "");
    BOOST_TEST(rule_switches().all_off());
    BOOST_TEST(to_string(rule_switches{.allow_dotfiles = true}) == "allow_dotfiles");
    const rule_switches all{.star_crosses_slash = true,
                            .allow_dotfiles = true,
                            .allow_sees_through_wrappers = true,
                            .allow_background = true,
                            .allow_env_names = {"CI", "TERM"}};
    BOOST_TEST(!all.all_off());
    BOOST_TEST(to_string(all) ==
               "star_crosses_slash, allow_dotfiles, allow_sees_through_wrappers, allow_background, "
               "allow_env_names CI TERM");
}

BOOST_AUTO_TEST_CASE(a_variable_that_makes_programs_run_others_may_not_be_named) {
    for (const std::string_view name : {"CI", "_", "a9", "NODE_ENV", "LDFLAGS", "PATHS"})
        BOOST_TEST_CONTEXT(name) BOOST_TEST(env_name_flaw(name) == "");
    for (const std::string_view name :
         {"PATH", "IFS", "ENV", "BASH_ENV", "PS4", "SHELLOPTS", "BASHOPTS", "CDPATH", "LD_PRELOAD", "LD_",
          "DYLD_INSERT_LIBRARIES", "BASH_FUNC_x"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(env_name_flaw(name).starts_with("expected a variable that makes"));
    for (const std::string_view name : {"", "9x", "a-b", "a=b", "a b", "\xC3\xA9", "x\n"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(env_name_flaw(name).starts_with("expected the name of a variable"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
