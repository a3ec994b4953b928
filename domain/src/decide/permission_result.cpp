#include <assent/domain/decide/permission_result.hpp>

#include <array>
#include <ostream>

namespace assent {}  // namespace assent
