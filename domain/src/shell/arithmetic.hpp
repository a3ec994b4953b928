#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace assent::detail {

/// What an expression of arithmetic comes to, `2 * (n + 1)`, where all shells agree on it: of decimal
/// numbers,
/// `+ - * / %` and parentheses.
/// \param value_of  what the variable holds that is named there, `n`, `$n`, `${n}`; empty: it is not known
[[nodiscard]] std::optional<std::int64_t> value_of_arithmetic(
    std::string_view expression, const std::function<std::string_view(std::string_view name)>& value_of);

}  // namespace assent::detail
