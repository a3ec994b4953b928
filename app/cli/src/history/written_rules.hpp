#pragma once

#include "../options/policy_source.hpp"
#include "suggestions.hpp"

#include <vector>

namespace assent::cli {

/// \throws usage_error where no rules can be put into it, or nobody can be asked about that here
void require_writable(const policy_source& into);

/// Puts rules into a policy file, once somebody at the terminal has said yes. A daemon that decides by that
/// file asks about them itself before they hold.
/// \throws usage_error, std::runtime_error when nothing was written
void write_suggested(const policy_source& into, const suggestions& wanted);

}  // namespace assent::cli
