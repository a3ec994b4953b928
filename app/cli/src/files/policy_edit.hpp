#pragma once

#include <assent/adapters/files/policy_file.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// What becomes of one rule in the text of a policy file.
struct rule_edit {
    policy_bytes rule;      ///< where it stands
    std::string instead{};  ///< the text that takes its place; empty: it goes, with its comma
    std::string before{};   ///< another rule, put in front of it
};

/// The text with these edits. Everything else stays as it is: order, comments, blanks. A line that held
/// nothing but a rule that goes, and a comment about it, goes too.
/// \param edits  no two of one rule
[[nodiscard]] std::string edited(std::string text, std::vector<rule_edit> edits);

/// The text with a value put in front of the others of a list, or of an object, which is there then:
/// `rules.allow`, `effects`.
/// \param draft   of this text, without errors
/// \param path    one or two keys of objects
/// \param values  of JSON, with commas between them; of an object with their keys
/// \param list    it is one, else an object
[[nodiscard]] std::string with_values(std::string text, const policy_draft& draft, std::string_view path,
                                      const std::string& values, bool list);

}  // namespace assent::cli
