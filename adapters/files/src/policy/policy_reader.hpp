#pragma once

#include "policy_json.hpp"

#include <assent/domain/decide/policy.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Reads one policy file. What was made is complete when there are no errors.
class policy_reader {
public:
    /// \param allow_overbroad  accept such rules, whatever the file says
    policy_reader(std::string_view text, std::string_view name, bool allow_overbroad = false)
        : json_(text, name), allow_overbroad_(allow_overbroad) {}

    /// \return what is wrong, in the order of lines
    [[nodiscard]] std::vector<policy_error> read();
    [[nodiscard]] policy& made() noexcept { return made_; }
    /// Where the rules and the examples stand, in their order.
    [[nodiscard]] std::vector<policy_place>& rule_places() noexcept { return rule_places_; }
    /// Those that are written `x:*`, by their index, where there are no errors.
    [[nodiscard]] std::vector<std::size_t>& prefix_forms() noexcept { return prefix_forms_; }
    [[nodiscard]] std::vector<policy_place>& example_places() noexcept { return example_places_; }

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

    [[nodiscard]] policy_place place_of(const place& at) const { return {json_.line_of(at), at.path}; }

    policy_json json_;
    bool allow_overbroad_;
    policy made_{};
    std::vector<policy_place> rule_places_;
    std::vector<std::size_t> prefix_forms_;
    std::vector<policy_place> example_places_;
};

}  // namespace assent::detail
