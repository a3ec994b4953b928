#pragma once

#include <string>
#include <string_view>

namespace assent::cli {

/// The text of a policy that was begun with one that comes with Assent, begun with another one.
struct changed_profile {
    std::string from{};     ///< what it was begun with
    std::string text{};     ///< all else stays as it was written: rules, comments, other words
    std::string why_not{};  ///< what stands there does not tell what would have to change; empty: all is well
};

/// \param text     of a policy file   \param profile  one of `policy_names()`
[[nodiscard]] changed_profile with_profile(const std::string& text, std::string_view profile);

/// What a policy asks about, or denies, less than another one, for people: "edits, services"; empty: nothing.
/// \param before, after  names of policies that come with Assent
[[nodiscard]] std::string passes_more(std::string_view before, std::string_view after);

}  // namespace assent::cli
