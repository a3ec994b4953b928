#pragma once

#include "hook_settings.hpp"

#include <string>
#include <string_view>
#include <vector>

/// The hook as `assent install` writes it now: for whoever writes it, and whoever looks whether it still
/// stands.
namespace assent::cli {

/// \param timeout  of the hook; the agent is told to wait longer
/// \param options  behind it, each a word of its own
/// \throws std::runtime_error when this program is not where it was
[[nodiscard]] wanted_hook hook_as_written(const hook_place& place, std::string_view timeout,
                                          const std::vector<std::string>& options);

/// Whether exactly that stands at all events of the agent, and nothing else of ours.
[[nodiscard]] bool stands_as_written(const hook_place& place, std::string_view text, const wanted_hook& hook);

}  // namespace assent::cli
