#pragma once

#include <assent/domain/json.hpp>

#include <span>
#include <string>

namespace assent::detail {

/// How an input is written.
struct input_form {
    bool sorted = false;                    ///< members by the bytes of their names, at every depth
    std::span<const std::string> redact{};  ///< names of members whose values are replaced
};

/// Appends an input as compact JSON.
void append_input(std::string& out, const json_object& input, const input_form& form);

}  // namespace assent::detail
