#pragma once

#include "hook_settings.hpp"

#include <string_view>

namespace assent::cli {

/// The text in app/packaging/opencode, with a mark where the hook stands.
[[nodiscard]] std::string_view plugin_template() noexcept;

}  // namespace assent::cli

/// The same for agents that load a program: the whole file is ours, and another one of that name is not
/// touched.
namespace assent::cli::plugin_settings {

/// Byte for byte what this program writes, for whatever hook.
[[nodiscard]] bool is_ours(std::string_view text);
[[nodiscard]] std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text);
[[nodiscard]] changed_settings with_hooks(const hook_place& place, std::string_view text,
                                          const wanted_hook& hook);
[[nodiscard]] std::string without_hooks(const hook_place& place, std::string text);
[[nodiscard]] bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook);

}  // namespace assent::cli::plugin_settings
