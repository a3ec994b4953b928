// The system's static Boost libraries do not fit into a shared one, and a shared one would be a dependency of
// all who use ours: these are their sources, as Boost has them for that.
#include <boost/json/src.hpp>
#include <boost/url/src.hpp>
