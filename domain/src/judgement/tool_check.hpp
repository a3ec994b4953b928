#pragma once

#include <assent/domain/judgement/tool_registry.hpp>

#include <optional>

namespace assent::detail {

/// What is wrong with a definition, apart from its schema. Reads `x-permission-kind` into `field_kinds`, and
/// makes `decision` say what `permission_required` says.
[[nodiscard]] std::optional<invalid_tool> complete(tool_definition& definition);

}  // namespace assent::detail
