#pragma once

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <string>
#include <vector>

namespace assent {

/// Adds what the rules for paths, `Path(**/.env)`, have to say about a call: about each path in its input,
/// and each word, redirection and option value of a command in it, and where these lead. What of a command
/// cannot be read is a doubt. \param definition  of the call's tool; null: it is not known
void add_path_rules(rule_findings& found, const rule_set& rules, const call_reading& call,
                    const tool_definition* definition);

/// What deny rules of people are about, of all that programs read below the folders that they are given:
/// `.env` of `grep -r x .`.
struct read_besides {
    std::vector<std::string> names{};
    bool several = false;   ///< rules are about them
    bool taken = false;     ///< into a repository
    std::string without{};  ///< the words with which that is left out; empty: none are known
};
/// Empty: rules may deny the call for other reasons, too.
[[nodiscard]] read_besides find_read_besides(const rule_set& rules, const call_reading& call,
                                             const tool_definition* definition);

/// Whether a rule for paths may cover a path that a call names. \param globs  the path is a pattern
/// \param folder  in which a relative one is
[[nodiscard]] bool may_cover_path(const permission_rule& rule, std::string_view path, std::string_view folder,
                                  bool globs, const call_reading& named_in);

}  // namespace assent
