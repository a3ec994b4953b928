#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <string_view>
#include <vector>

namespace assent {

/// Ask rules that come with the library, in packs by what they are about, for policies that take them in by
/// name: the key `extends` of a policy file. They are `rule_origin::built_in`.
struct policy_pack {
    std::string_view name;   ///< `secrets`
    std::string_view about;  ///< for who chooses one: "files that may hold secrets"
    std::vector<permission_rule> (*rules)();
};

/// All of them, in the order in which people are told of them.
[[nodiscard]] const std::vector<policy_pack>& policy_packs();

}  // namespace assent
