#include <assent/assent.hpp>
