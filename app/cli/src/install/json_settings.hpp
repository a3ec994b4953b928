#pragma once

#include "hook_settings.hpp"

/// The same for agents whose settings are JSON.
namespace assent::cli::json_settings {

[[nodiscard]] std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text);
[[nodiscard]] changed_settings with_hooks(const hook_place& place, std::string text, const wanted_hook& hook);
[[nodiscard]] std::string without_hooks(const hook_place& place, std::string text);
[[nodiscard]] bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook);
[[nodiscard]] bool says_nothing(const hook_place& place, std::string_view text);
/// A hook as it is written, and read: an object with a command.
[[nodiscard]] std::string element(const hook_place& place, const wanted_hook& hook);
[[nodiscard]] std::optional<found_hook> hook_in(const hook_place& place, std::string_view element);
[[nodiscard]] std::optional<std::string> value_in(std::string_view text,
                                                  const std::vector<std::string_view>& keys);

/// Texts in a list at two keys: rules of the agent's own.
/// \throws unfit_settings
[[nodiscard]] bool has_text(std::string_view text, std::string_view outer, std::string_view inner,
                            std::string_view value);
[[nodiscard]] changed_settings with_text(std::string text, std::string_view outer, std::string_view inner,
                                         std::string_view value);
/// \param piece  what `with_text` has put in: where it still stands there, it is what goes
[[nodiscard]] std::string without_text(std::string text, std::string_view outer, std::string_view inner,
                                       std::string_view value, std::string_view piece);

}  // namespace assent::cli::json_settings
