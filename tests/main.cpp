// The entry point of every test program. Boost.Test is linked: including it costs 12 seconds per program.
#define BOOST_TEST_MODULE ASSENT_TEST_MODULE
#include <boost/test/unit_test.hpp>
