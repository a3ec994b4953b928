#include "user_folders.hpp"

#include <cstdlib>
#include <stdexcept>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// By the XDG base directory specification a relative path is not to be used.
fs::path absolute_in(const char* variable) {
    const char* const value = std::getenv(variable);
    if (value == nullptr || *value != '/') return {};
    const fs::path folder = fs::path(value).lexically_normal();
    return folder.has_filename() || folder == folder.root_path() ? folder : folder.parent_path();
}

fs::path folder_in(const char* variable, const char* below_home) {
    fs::path folder = absolute_in(variable);
    if (!folder.empty()) return folder;
    const fs::path home = absolute_in("HOME");
    return home.empty() ? home : home / below_home;
}

}  // namespace

fs::path home_of_user() {
    fs::path home = absolute_in("HOME");
    if (home.empty()) throw std::runtime_error("$HOME: expected an absolute path");
    return home;
}

std::string known_home() { return absolute_in("HOME").string(); }

fs::path config_folder() { return folder_in("XDG_CONFIG_HOME", ".config"); }

fs::path state_folder(const std::string& home, const std::string& given) {
    constexpr const char* usual = ".local/state";
    if (!given.empty()) return given;
    return home.empty() ? folder_in("XDG_STATE_HOME", usual) : fs::path(home) / usual;
}

}  // namespace assent::cli
