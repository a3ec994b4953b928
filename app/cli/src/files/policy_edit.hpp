#pragma once

#include <assent/adapters/files/policy_file.hpp>

#include <string>
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

}  // namespace assent::cli
