#pragma once

#include <string>

namespace assent::cli {

/// Plays a session in which each source of decisions speaks. \param audit_path  empty: no file is written
/// \return the exit status of the program
int play_every_source(const std::string& audit_path);

}  // namespace assent::cli
