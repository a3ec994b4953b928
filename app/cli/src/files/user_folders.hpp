#pragma once

#include <filesystem>
#include <string>

/// Where files of the user lie, as the environment says.
namespace assent::cli {

/// The user's home. \throws std::runtime_error when $HOME is not an absolute path
[[nodiscard]] std::filesystem::path home_of_user();
/// The same, or empty.
[[nodiscard]] std::string known_home();

/// $XDG_CONFIG_HOME, else ~/.config; empty: neither is an absolute path.
[[nodiscard]] std::filesystem::path config_folder();
/// `given`; else that in the home that is given; else $XDG_STATE_HOME, else ~/.local/state. Empty: none of
/// these is an absolute path.
[[nodiscard]] std::filesystem::path state_folder(const std::string& home = {}, const std::string& given = {});

}  // namespace assent::cli
