#pragma once

#include <assent/domain/tools/tool_registry.hpp>

#include <memory>
#include <optional>

namespace assent::detail {

/// What is wrong with a definition, apart from its schema. Reads `x-permission-kind` into `field_kinds`, and
/// makes `decision` say what `permission_required` says.
[[nodiscard]] std::optional<invalid_tool> complete(tool_definition& definition);

/// The parameter schema of one tool, compiled. Immutable; any thread may use it.
class tool_schema {
public:
    [[nodiscard]] static boost::system::result<tool_schema, invalid_tool> compile(
        const json_object& parameters);

    /// What is wrong with an input; nothing when it fits. An input that cannot be checked does not fit.
    [[nodiscard]] std::optional<invalid_tool> check(const json_object& input) const;

private:
    struct compiled;
    explicit tool_schema(std::shared_ptr<const compiled> made) : compiled_(std::move(made)) {}

    std::shared_ptr<const compiled> compiled_;
};

/// The first place where an input does not fit an enforced schema, what was expected there and what was
/// found. Where alternatives and conditions are what is not met, it can only say so.
[[nodiscard]] invalid_tool explain_misfit(const json_value& schema, const json_value& input);

}  // namespace assent::detail
