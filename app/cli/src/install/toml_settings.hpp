#pragma once

#include "hook_settings.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// One table of a list, `[[NAME]]`: its keys, with dots where it has tables of its own, and their values as
/// they stand there.
struct listed_table {
    std::size_t line = 0;  ///< counted from 1
    std::vector<std::pair<std::string, std::string>> pairs{};

    [[nodiscard]] const std::string* find(std::string_view key) const noexcept;
};
/// The tables of this list in a text, and where something else stands.
/// \throws unfit_settings, also where the list is written in another way
[[nodiscard]] std::vector<listed_table> tables_in(std::string_view text, std::string_view name);
/// The text of a string, or the texts of a list of them; nothing: it is none, or one of several lines.
[[nodiscard]] std::optional<std::string> string_in(std::string_view raw);
[[nodiscard]] std::optional<std::vector<std::string>> strings_in(std::string_view raw);

/// What Codex has to find for a hook to trust it: the digest of what it has read, in an order of its own.
/// \param event  as in the settings: `PreToolUse`
[[nodiscard]] std::string trust_digest(std::string_view event, std::string_view command,
                                       std::string_view seconds);

}  // namespace assent::cli::toml_settings
