#include <assent/async.hpp>
