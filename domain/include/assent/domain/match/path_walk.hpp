#pragma once

#include <boost/system/result.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace assent {

/// The thing at one place of a file system: a folder, a link, anything else, or nothing.
struct path_entry {
    enum class kind : unsigned char {
        missing,
        directory,
        other,  ///< a file, or anything else that holds no further places
        link,
    };
    kind what = kind::missing;
    std::string target{};  ///< of a link: absolute, or relative to the folder that the link is in
};

/// Says what stands at an absolute path, without following a link at its end.
using path_lookup = std::function<boost::system::result<path_entry>(const std::string& path)>;

/// Most links that are followed for one path. Source: MAXSYMLINKS of Linux.
inline constexpr std::size_t max_path_links = 40;

/// The place that an absolute path leads to, links followed as a kernel would. What comes behind the first
/// place that is missing is appended as it is, so that a file that is still to be written leads somewhere
/// too; behind a link to a missing place that is the link's target. \return an absolute path without links,
/// `.`, `..` and doubled `/`; or why there is none: not absolute, too
///         long, too many links, `..` behind a missing place, something below a file, or the lookup's error
[[nodiscard]] boost::system::result<std::string> walk_path(std::string_view absolute_path,
                                                           const path_lookup& look);

}  // namespace assent
