#pragma once

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <string_view>

namespace assent {

using path_components = boost::container::small_vector<std::string_view, 24>;

/// The parts between slashes; empty ones are left out.
inline path_components split_components(std::string_view path) {
    path_components components;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (slash > 0) components.push_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return components;
}

}  // namespace assent
