#pragma once

#include <assent/domain/rules/permission_rule.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace assent {

/// Rules by what they begin with: finds those that may cover all that another one covers, without looking at
/// the others.
class wide_rules {
public:
    /// \param index  of the rule, for whoever looks
    void add(const permission_rule& rule, std::size_t index);

    /// Shows the rules that may cover all that this one covers.
    /// \param visit  false: no more
    void each_wider(const permission_rule& narrow, const std::function<bool(std::size_t)>& visit) const;

private:
    // Texts, and which of them another text begins with.
    class fronts {
    public:
        void add(std::string front, std::size_t index);
        [[nodiscard]] bool each_of(std::string_view text,
                                   const std::function<bool(std::size_t)>& visit) const;

    private:
        std::unordered_map<std::string, std::vector<std::size_t>> rules_;
        std::set<std::size_t> lengths_;
    };
    struct tool_rules {
        std::vector<std::size_t> any_input;
        std::map<std::string, fronts, std::less<>> by_field;
    };

    std::unordered_map<std::string, tool_rules> tools_;  // by tool pattern, as it is written
    fronts wildcard_tools_;
};

}  // namespace assent
