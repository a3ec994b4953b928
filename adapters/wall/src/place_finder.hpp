#pragma once

#include <assent/domain/match/path_pattern.hpp>
#include <assent/domain/wall/wall_place.hpp>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace assent {

struct places_wanted {
    std::string home{};
    std::string repository{};  ///< a folder of git by another name; empty: none
    /// Whether a folder that may hold secrets is hidden, so that nothing can be in it.
    std::function<bool(const std::string& path)> is_hidden{};
    /// What may hold secrets, too, whatever its name is.
    std::span<const path_pattern> secrets{};
};

/// Appends what runs later or may hold secrets, in a folder that may be changed.
void find_places_below(const std::string& root, const places_wanted& wanted, std::vector<found_place>& into);

/// Appends what not everybody may read, in a folder of the system.
void find_closed_places(const std::string& root, std::vector<found_place>& into);

}  // namespace assent
