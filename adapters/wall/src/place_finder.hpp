#pragma once

#include <assent/domain/wall/wall_place.hpp>

#include <string>
#include <vector>

namespace assent {

/// Appends what runs later or may hold secrets, in a folder that may be changed.
void find_places_below(const std::string& root, std::vector<found_place>& into);

/// Appends what not everybody may read, in a folder of the system.
void find_closed_places(const std::string& root, std::vector<found_place>& into);

}  // namespace assent
