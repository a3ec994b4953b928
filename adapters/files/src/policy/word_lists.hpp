#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assent::detail {

/// "ask, allow or deny".
[[nodiscard]] std::string one_of(std::span<const std::string_view> words);

}  // namespace assent::detail
