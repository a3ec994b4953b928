#pragma once

#include "results.hpp"

#include <filesystem>
#include <string>

namespace assent::bench {

/// Writes the figures into docs/performance.md and tests/bench/FIGURES.md, between the marks that are there,
/// and draws the graphs beside the former. \throws std::exception where the page or one of its marks is
/// missing
void update_documents(const std::filesystem::path& source, const results& figures, const std::string& commit);

}  // namespace assent::bench
