#pragma once

#include "call_fields.hpp"
#include "factors.hpp"

#include <assent/domain/judgement/guard.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// All that the guard finds, in the order in which it is looked for.
class guard_findings {
public:
    explicit guard_findings(guard_finding& into) noexcept : found_(into) {}

    void add(factor what, std::string_view field);
    /// In these words alone of a command.
    void add(factor what, std::string_view field, std::span<const std::string> words);
    /// What was found first.
    [[nodiscard]] std::optional<factor> first() const noexcept { return first_; }

private:
    guard_finding& found_;
    std::optional<factor> first_;
};

/// Looks at all fields that widen authority.
void look_for_authority(const call_reading& reading, const tool_definition* definition, std::string& scratch,
                        guard_findings& into);

/// What the guard finds in a path, or where that leads.
[[nodiscard]] std::optional<factor> guarded_path(const field_reading& field, const path_target& target,
                                                 std::string_view cwd, bool writes);

}  // namespace assent
