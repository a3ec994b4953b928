#include <assent/ports/clock.hpp>
