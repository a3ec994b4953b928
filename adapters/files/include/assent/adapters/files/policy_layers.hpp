#pragma once

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/decide/policy.hpp>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// How the values of one key are joined that two policies say: the strictest holds.
enum class key_join : unsigned char {
    all,             ///< what is in either list
    common,          ///< what is in both lists
    on,              ///< true, where one of them says so
    off,             ///< false, where one of them says so
    least,           ///< the smaller one; null, and 0 where it stands for no bound, are the largest
    most,            ///< the larger one; 0 stands for no bound, and is the largest
    strictest_word,  ///< deny before ask before wall before allow
    first_word,      ///< the one that comes first among the key's words; null says nothing
    last_word,       ///< the one that comes last among the key's words; null says nothing
    first_or_null,   ///< null, or the one that comes first
    of_the_machine,  ///< strictness is none of its matters: the managed policy's
    of_each_alone,   ///< they are tried on the file that they stand in
};
struct key_row {
    std::string_view key;  ///< its path; `*` stands for a tool's name or an effect
    key_join joined;
};
/// One row for each key of a policy file.
[[nodiscard]] std::span<const key_row> key_rows() noexcept;
/// The paths of all keys of a policy file, as rows have them.
[[nodiscard]] std::vector<std::string> policy_key_paths();

/// A policy, and which of its keys somebody has said.
struct policy_layer {
    policy read{};
    /// Nothing: all of them, as in a policy that comes with the program.
    std::optional<std::set<std::string, std::less<>>> said = std::set<std::string, std::less<>>();
};

/// What both say together. A key that only one says is as that one says it; where both do, the strictest word
/// holds. Rules of both hold: an allow rule allows what neither asks about nor denies. What the managed one
/// says by other keys than rules becomes `policy::firm`.
/// \param from  null; where it is put which keys the managed policy has decided
[[nodiscard]] policy join_managed(const policy_layer& managed, const policy_layer& own,
                                  std::set<std::string>* from = nullptr);

}  // namespace assent
