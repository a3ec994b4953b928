#pragma once

#include "hook_settings.hpp"

/// The same for Codex, whose settings are TOML. It runs a hook only where the settings have its digest, too.
namespace assent::cli::toml_settings {

[[nodiscard]] std::vector<found_hook> hooks_in(const hook_place& place, std::string_view text,
                                               const std::vector<std::string>& known_as);
[[nodiscard]] changed_settings with_hooks(const hook_place& place, std::string text, const wanted_hook& hook);
[[nodiscard]] std::string without_hooks(const hook_place& place, std::string text);
[[nodiscard]] bool is_as_written(const hook_place& place, const found_hook& found, const wanted_hook& hook);
[[nodiscard]] bool says_nothing(std::string_view text);
[[nodiscard]] std::optional<std::string> value_in(std::string_view text,
                                                  const std::vector<std::string_view>& keys);

/// What Codex has to find for a hook to trust it: the digest of what it has read, in an order of its own.
/// \param event  as in the settings: `PreToolUse`
[[nodiscard]] std::string trust_digest(std::string_view event, std::string_view command,
                                       std::string_view seconds);

}  // namespace assent::cli::toml_settings
