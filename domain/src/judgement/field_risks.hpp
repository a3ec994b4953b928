#pragma once

#include "call_fields.hpp"
#include "factors.hpp"

#include <boost/container/static_vector.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace assent {

/// Factors in the order in which they were found, each once.
class factor_list {
public:
    void add(factor which) {
        const auto index = static_cast<std::size_t>(which);
        if (added_[index]) return;
        added_.set(index);
        factors_.push_back(which);
    }
    void add(factor_bits several) {
        for (std::size_t index = 0; several.any() && index < several.size(); ++index) {
            if (several[index]) add(static_cast<factor>(index));
            several.reset(index);
        }
    }
    [[nodiscard]] auto begin() const noexcept { return factors_.begin(); }
    [[nodiscard]] auto end() const noexcept { return factors_.end(); }

private:
    boost::container::static_vector<factor, factor_count> factors_;
    factor_bits added_{};
};

/// What makes a path in a field risky, and where that leads.
void look_at_path(const field_reading& field, const path_target& target, std::string_view cwd, bool writes,
                  factor_list& risks);

/// What makes the patterns of a tool that searches risky.
void look_at_search(const tool_call& call, const tool_definition* definition, std::string& scratch,
                    factor_list& risks);

}  // namespace assent
