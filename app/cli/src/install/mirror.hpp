#pragma once

#include "hook_settings.hpp"
#include "install_record.hpp"

#include <assent/domain/rules/rule_set.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Deny and ask rules of a policy in the agent's own settings, in its own words: they hold where something
/// has changed an input behind the hook, too.
namespace assent::cli {

/// The rules that the agent's own words say, no more and no less; and the others, each with why, for people.
struct mirror {
    std::vector<mirrored_rule> rules{};
    std::vector<std::string> left_out{};
};

/// \param asks_itself  a daemon asks people: the agent would ask again
[[nodiscard]] mirror mirror_of(const rule_set& rules, bool asks_itself);

/// Puts them into settings, all but those that stand there already.
/// \param into  `mirrored` of it are those that were put in
/// \throws unfit_settings
[[nodiscard]] std::string with_mirrored(const hook_place& place, std::string text, const mirror& wanted,
                                        std::vector<mirrored_rule>& into);
/// Takes them out, byte for byte where nobody has changed the text since.
/// \throws unfit_settings
[[nodiscard]] std::string without_mirrored(const hook_place& place, std::string text,
                                           const std::vector<mirrored_rule>& rules);
/// One that does not stand there any more; null: all do.
/// \throws unfit_settings
[[nodiscard]] const mirrored_rule* first_missing(const hook_place& place, std::string_view text,
                                                 const std::vector<mirrored_rule>& rules);

}  // namespace assent::cli
