#pragma once

#include "results.hpp"
#include "table.hpp"

#include <string>

namespace assent::bench {

class workshop;

/// Keeps counts of instructions under a name, with the commit that they are of.
void save_counts(const workshop& shop, const std::string& name, const std::string& commit,
                 const results& counts);

/// Two sets of counts side by side. \param after nothing: the counts given
/// \throws std::exception where a name is not known
table compare_counts(const workshop& shop, const std::string& before, const std::string& after,
                     const results& counts);

/// What a name was saved of. \throws std::exception where the name is not known
std::string saved_commit(const workshop& shop, const std::string& name);

}  // namespace assent::bench
