#pragma once

#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/permission_service.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Whole situations of a decision, and one trigger for everything that can decide.
namespace assent {

inline constexpr time_point sample_now{std::chrono::hours(1000)};
inline constexpr moment sample_moment{sample_now, wall_time{std::chrono::hours(500'000)}};
inline constexpr std::string_view project = "/home/u/project";

/// Everything that a decision looks at. As it stands, nothing decides: an edit in place, which is asked.
struct situation {
    tool_definition tool;  ///< the one tool that is registered
    std::string called;    ///< the name in the call
    json_object input;
    std::string cwd{project};
    bool needs_human = false;
    std::vector<permission_rule> rules{};
    policy settings{};
    risk_assessment risk{};  ///< what the classifier says
    std::string flaw{};      ///< put into the findings; empty: nothing
    bool guarded = false;    ///< put into the findings
    /// What has happened to the service before.
    std::vector<std::function<void(permission_service&)>> before{};

    situation();
};

/// A situation made ready to be judged.
class stage {
public:
    explicit stage(situation at);
    stage(const stage&) = delete;
    stage& operator=(const stage&) = delete;

    [[nodiscard]] tool_call call() const;
    verdict judge(explanation* into = nullptr) { return service.judge(call(), found, now, false, into); }
    verdict check() { return service.check(call(), found, now); }

private:
    situation at_;
    std::shared_ptr<const kept_input> input_;

public:
    rule_set::pointer rules;
    permission_service service;
    call_findings found;
    time_point now = sample_now;
};

verdict judge(const situation& at);

/// A question about a situation's call, and what becomes of its answer.
class answering {
public:
    explicit answering(situation at = {});

    [[nodiscard]] settlement resolve(permission_result answer, bool about_covers = true) const;
    /// Stores what is to be kept as well. \throws std::logic_error when there is nothing, or it cannot be
    settlement take(permission_result answer);

    stage on;
    permission_question question;
};

/// One thing that decides, alone or beside others.
struct trigger {
    std::string_view name;
    decision_step step;
    decision_source source;
    /// What is decided in each mode: a(llow), d(eny), k (ask), in the order of `sample_modes`. Triggers that
    /// set the mode themselves have the same everywhere.
    std::string_view decided;
    std::string_view reason;
    void (*set)(situation&);

    [[nodiscard]] bool sets_mode() const noexcept;
};
inline constexpr permission_mode sample_modes[] = {permission_mode::ask,  permission_mode::allow,
                                                   permission_mode::deny, permission_mode::accept_edits,
                                                   permission_mode::plan, permission_mode::dont_ask};

/// In the order in which they speak.
[[nodiscard]] std::span<const trigger> triggers();
[[nodiscard]] outcome outcome_of(char letter);

/// The policy as a basis, with a tool registry and a classifier that always says the same.
[[nodiscard]] judgement_basis::pointer make_basis(const policy& settings, tool_definition tool,
                                                  risk_assessment risk);
[[nodiscard]] tool_definition edit_tool();

}  // namespace assent
