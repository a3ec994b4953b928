#pragma once

#include <string_view>

/// What means something in the text form of a rule.
namespace assent {

inline constexpr std::string_view prefix_end = ":*";  ///< `npm:*` is `npm *`
inline constexpr std::string_view words_end = " *";
inline constexpr std::string_view domain_mark = "domain:";  ///< before a host

}  // namespace assent
