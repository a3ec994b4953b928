#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace assent::cli {

/// Writes the pages of the manual, assent.1 and one for each command, into a folder that is there.
/// \throws std::system_error when that cannot be done
int write_manual(const CLI::App& app, const std::string& folder);

}  // namespace assent::cli
