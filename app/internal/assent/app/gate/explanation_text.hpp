#pragma once

#include <assent/domain/decide/decision_step.hpp>

#include <string>
#include <string_view>

namespace assent {

/// An explanation for people: the decision, the steps in columns, and the rules that were considered.
[[nodiscard]] std::string explanation_text(const explanation& why, std::string_view tool);

/// The same as one JSON object.
[[nodiscard]] std::string explanation_json(const explanation& why, std::string_view tool);

}  // namespace assent
