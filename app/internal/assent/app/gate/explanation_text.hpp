#pragma once

#include <assent/domain/decide/decision_step.hpp>

#include <string>
#include <string_view>

namespace assent {

/// How an explanation is written for people.
struct explanation_words {
    std::string_view policy{};  ///< a name for the policy that was given; empty: it has none
    /// Also those rules of a built-in policy that may cover the call, and did not decide it: there are many
    /// about secrets, and they are counted else.
    bool every_rule = true;
};

/// An explanation for people: the decision, what decided, the steps in columns, and the rules that were
/// considered.
[[nodiscard]] std::string explanation_text(const explanation& why, std::string_view tool,
                                           const explanation_words& words = {});

/// The same as one JSON object.
[[nodiscard]] std::string explanation_json(const explanation& why, std::string_view tool);

}  // namespace assent
