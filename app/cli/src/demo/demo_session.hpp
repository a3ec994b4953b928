#pragma once

#include <string_view>

namespace assent::cli {

/// What a real agent CLI wrote while it worked, put together from several recorded sessions: its
/// frames, and among them the questions whether it may use a tool.
[[nodiscard]] std::string_view demo_session() noexcept;

}  // namespace assent::cli
