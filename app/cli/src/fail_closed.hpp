#pragma once

#include <assent/domain/time.hpp>

namespace assent::cli {

/// From now on, every end of this process that it does not choose itself has status 2: a crash, an exception
/// that nobody catches, a signal to end, and that `limit` has passed. Standard error says which.
///
/// For whoever takes status 2 for a refusal, and any other that is not 0 for no objection. What cannot be
/// caught (SIGKILL) stays as it is.
/// \param limit  more than zero
/// \throws std::system_error when the limit cannot be set
void end_refusing(duration limit);

}  // namespace assent::cli
