#include "install/toml_settings.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace toml_settings_test {
namespace {

using assent::cli::toml_settings::trust_digest;

BOOST_AUTO_TEST_SUITE(toml_settings_test)

// What Codex 0.169.0 says of such hooks when it is asked (`hooks/list`).
BOOST_AUTO_TEST_CASE(the_digest_is_the_one_that_codex_computes) {
    BOOST_TEST(trust_digest("PreToolUse", "'/x/assent' hook --agent codex || exit 2", "60") ==
               "sha256:daa0176e80ca2bb7b8bc67ab609425c9e475df1defc830e37b7127d36ec43e3e");
    BOOST_TEST(trust_digest("PreToolUse", "x", "60") ==
               "sha256:f9217888b72b4f406261b718439721b97583ba6272f7f995b900aaaf2dd6a5ca");
    BOOST_TEST(trust_digest("PermissionRequest", "\u00e9\u2028\n\"'\x7f\\", "60") ==
               "sha256:f0e01fb210d559dcc54f1b33cf5f90c5d534feda20ccdeb9054873343b3c1f17");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toml_settings_test
