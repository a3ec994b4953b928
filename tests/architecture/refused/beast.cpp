#include <boost/beast/core/error.hpp>
