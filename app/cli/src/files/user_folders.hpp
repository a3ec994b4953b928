#pragma once

#include <filesystem>

/// Where files of the user lie, as the environment says.
namespace assent::cli {

/// The user's home. \throws std::runtime_error when $HOME is not an absolute path
[[nodiscard]] std::filesystem::path home_of_user();

/// $XDG_CONFIG_HOME, else ~/.config; empty: neither is an absolute path.
[[nodiscard]] std::filesystem::path config_folder();
/// $XDG_STATE_HOME, else ~/.local/state; empty: neither is an absolute path.
[[nodiscard]] std::filesystem::path state_folder();

}  // namespace assent::cli
