#pragma once

#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/rules/rule_condition.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/ports/path_resolver.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// A policy that can be put in force. A gate needs no more than the basis.
struct ready_policy {
    judgement_basis::pointer basis;
    rule_set::pointer rules;  ///< those of the basis: of the policy, and of the host
};

/// What a host says beside a policy: a command line, or options of a library.
struct policy_additions {
    std::optional<permission_mode> mode{};
    std::optional<duration> question_timeout{};
    std::vector<permission_rule> rules{};
    bool snapshot = false;                   ///< the same of `policy::snapshot`
    std::vector<std::string> own_places{};   ///< `policy::own_places`
    std::string home{};                      ///< the user's, for `~/` in conditions; empty: not known
    std::shared_ptr<path_resolver> paths{};  ///< finds where their folders lead; null: nobody looks
};

/// A policy that comes with the library, with the mode for the host alone: only a policy file can let an
/// agent change it. Nothing for other names.
[[nodiscard]] std::optional<policy> named_policy(std::string_view name);
/// There is one.
[[nodiscard]] bool is_named_policy(std::string_view name) noexcept;
/// Their names, from the strictest on.
[[nodiscard]] std::vector<std::string_view> policy_names();
/// What such a policy does, in one line; empty: there is none of that name.
[[nodiscard]] std::string_view about_policy(std::string_view name) noexcept;
/// What is wrong with a name that neither comes with the library nor is a file: "no policy is called
/// `strict`: expected careful, standard, project, bare or a file"; empty: it does, or is no name but a path.
[[nodiscard]] std::string why_no_policy(std::string_view name);

/// Where the folders of conditions lead. \param paths  may be null: nobody looks
[[nodiscard]] rule_condition::path_lookup lookup_of(const std::shared_ptr<path_resolver>& paths);

/// Checks a policy's examples, by itself, and adds to it what the host says.
/// \param name  of the policy, for messages
/// \throws std::runtime_error that names the policy and what is wrong
[[nodiscard]] ready_policy make_ready(policy read, const std::string& name, const policy_additions& more);

}  // namespace assent
