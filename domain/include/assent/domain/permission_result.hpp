#pragma once

#include <assent/domain/json.hpp>
#include <assent/domain/permission_update.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assent {

/// The answer "yes".
struct allow_result {
    /// The input the tool shall run with instead. Nothing: the input as it came, byte for byte.
    /// It replaces the whole input; members that are left out are gone.
    std::optional<json_object> edited_input{};
    /// Changes of permission state that go with the answer: stored here as far as Assent
    /// understands them, and returned to the peer.
    std::vector<permission_update> updates{};
};

/// The answer "no".
struct deny_result {
    /// For the model and the human. Empty: a stock text.
    std::string reason{};
    /// Stop the agent's whole turn, not only this tool. The flat dialect cannot say it.
    bool interrupt = false;
};

using permission_result = std::variant<allow_result, deny_result>;

}  // namespace assent
