#pragma once

#include "policy_json.hpp"

#include <assent/domain/judgement/policy.hpp>

#include <string_view>
#include <vector>

namespace assent::detail {

/// Reads one policy file. `made` is complete when there are no errors.
class policy_reader {
public:
    policy_reader(std::string_view text, std::string_view name) : json_(text, name) {}

    /// \return what is wrong, in the order of lines
    [[nodiscard]] std::vector<policy_error> read();
    [[nodiscard]] policy& made() noexcept { return made_; }

private:
    using place = json_place;

    void read_all(const place& at);
    void read_rules(const place& at);
    void read_rules_of(const place& at, rule_behavior behavior);
    void read_limits(const place& at, rate_limits& into);
    void read_limit(const place& at, std::optional<std::size_t>& into);
    void read_names(const place& at, std::string_view expected, std::vector<std::string>& into);
    void read_tools(const place& at);
    void read_tool(const place& at, tool_policy& into);
    void read_risk(const place& at, std::optional<risk_level>& into);
    void read_grants(const place& at);
    void read_questions(const place& at);
    void read_time(const place& at, duration least, duration most, std::string_view expected, duration& into);
    void read_audit(const place& at);
    void read_rotate(const place& at);
    void read_compatibility(const place& at);
    void read_example(const place& at);
    void read_flag(const place& at, bool& into);
    void read_text(const place& at, std::string_view expected, std::string& into);

    policy_json json_;
    policy made_{};
};

}  // namespace assent::detail
