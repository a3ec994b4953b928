#pragma once

#include <boost/test/unit_test.hpp>

namespace assent::test {

#ifdef ASSENT_PORTABLE
inline constexpr bool portable_build = true;
#else
inline constexpr bool portable_build = false;
#endif

/// For a test of what the portable build leaves out (docs/portability.md): there it is skipped, and `why` is
/// said.
inline boost::unit_test::precondition left_out_of_portable(const char* why) {
    return boost::unit_test::precondition([why](boost::unit_test::test_unit_id) {
        boost::test_tools::assertion_result here(!portable_build);
        here.message() << "the portable build has no " << why;
        return here;
    });
}

}  // namespace assent::test
