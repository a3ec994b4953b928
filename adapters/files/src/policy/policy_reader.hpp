#pragma once

#include "policy_json.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/decide/policy.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Reads one policy file. What was made is complete when there are no errors.
class policy_reader {
public:
    /// \param allow_overbroad  accept such rules, whatever the file says
    /// \param home  what `~` stands for in rules; empty: nothing
    policy_reader(std::string_view text, std::string_view name, bool allow_overbroad = false,
                  std::string_view home = {})
        : json_(text, name), allow_overbroad_(allow_overbroad), home_(home) {}

    /// Of a policy that can only make others stricter.
    policy_reader(std::string_view text, std::string_view name, policy_layer whose, std::string_view home)
        : json_(text, name), allow_overbroad_(false), home_(home), whose_(whose) {}

    /// \return what is wrong, in the order of lines
    [[nodiscard]] std::vector<policy_error> read();
    [[nodiscard]] policy& made() noexcept { return made_; }
    /// Where the rules and the examples stand, in their order.
    [[nodiscard]] std::vector<policy_place>& rule_places() noexcept { return rule_places_; }
    [[nodiscard]] std::vector<policy_bytes>& rule_bytes() noexcept { return rule_bytes_; }
    /// By key path.
    [[nodiscard]] std::map<std::string, policy_bytes, std::less<>>& members() noexcept { return members_; }
    [[nodiscard]] std::vector<named_tool>& named_tools() noexcept { return named_tools_; }
    [[nodiscard]] std::vector<policy_place>& example_places() noexcept { return example_places_; }

private:
    class keys;

    void read_rules_of(const json_place& at, rule_behavior behavior);
    void read_conditional_rules(const json_place& set);
    void read_built_in_rules(const json_place& list);
    void read_packs(const json_place& list);
    [[nodiscard]] std::span<const rule_behavior> read_behaviors() const noexcept;
    [[nodiscard]] rule_origin origin() const noexcept;
    void remember_rule(const json_place& at) {
        rule_places_.push_back(place_of(at));
        rule_bytes_.push_back(json_.bytes_of(at));
    }
    void read_example(const json_place& at);
    [[nodiscard]] policy_place place_of(const json_place& at) const { return {json_.line_of(at), at.path}; }

    policy_json json_;
    bool allow_overbroad_;
    std::string home_;
    std::optional<policy_layer> whose_{};  // nothing: the user's own
    policy made_{.protect_gate = true};    // what a file does not say
    std::optional<json_place> rules_at_;
    std::optional<json_place> where_at_;
    std::shared_ptr<const rule_condition> condition_;  // of the rules that are read
    std::vector<policy_place> rule_places_;
    std::vector<policy_bytes> rule_bytes_;
    std::map<std::string, policy_bytes, std::less<>> members_;
    std::vector<named_tool> named_tools_;
    std::vector<policy_place> example_places_;
};

}  // namespace assent::detail
