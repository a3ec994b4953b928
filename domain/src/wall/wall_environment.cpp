#include "wall_environment.hpp"

#include <assent/domain/text/masked_text.hpp>

#include "../text/secret_names.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Variables that lead to a service of the session, or to the settings of one.
constexpr std::array of_services{
    "DISPLAY"sv,        "WAYLAND_DISPLAY"sv, "XAUTHORITY"sv,    "ICEAUTHORITY"sv, "SESSION_MANAGER"sv,
    "TMUX"sv,           "TMUX_PANE"sv,       "STY"sv,           "WINDOWID"sv,     "GPG_AGENT_INFO"sv,
    "NOTIFY_SOCKET"sv,  "LISTEN_FDS"sv,      "LISTEN_PID"sv,    "PULSE_SERVER"sv, "INVOCATION_ID"sv,
    "JOURNAL_STREAM"sv, "CONTAINER_HOST"sv,  "BUILDKIT_HOST"sv, "GIT_ASKPASS"sv,  "MAIL"sv};
constexpr std::array beginnings_of_services{"SSH_"sv,     "DBUS_"sv, "DOCKER_"sv, "KUBE"sv,    "VSCODE_"sv,
                                            "XDG_"sv,     "AWS_"sv,  "AZURE_"sv,  "GOOGLE_"sv, "SUDO_"sv,
                                            "SYSTEMD_"sv, "KRB5"sv,  "GNOME_"sv,  "ASSENT_"sv, "CLAUDE"sv};
constexpr std::array endings_of_services{"_SOCK"sv, "_SOCKET"sv, "_ASKPASS"sv, "_PROXY"sv, "_proxy"sv};
// What is said anew.
constexpr std::array said_anew{"HOME"sv, "PWD"sv, "OLDPWD"sv, "TMPDIR"sv, "TMP"sv, "TEMP"sv};
// Package managers that find no network say so at once; npm 10 would try again for more than a minute.
constexpr std::array without_network{"npm_config_fetch_retries=0"sv, "PIP_RETRIES=0"sv,
                                     "CARGO_NET_RETRY=0"sv};

bool is_of_service(std::string_view name) {
    const auto begins = [&](std::string_view each) { return name.starts_with(each); };
    const auto ends = [&](std::string_view each) { return name.ends_with(each); };
    return std::ranges::find(of_services, name) != of_services.end() ||
           std::ranges::any_of(beginnings_of_services, begins) ||
           std::ranges::any_of(endings_of_services, ends);
}

bool is_left(const std::string& entry) {
    const auto name = std::string_view(entry).substr(0, entry.find('='));
    if (name.size() >= entry.size() || std::ranges::find(said_anew, name) != said_anew.end()) return false;
    return !is_of_service(name) && !names_secret(name) && masked_secrets(entry) == entry;
}

}  // namespace

std::vector<std::string> environment_behind_wall(const std::vector<std::string>& environment,
                                                 std::string_view home, std::string_view folder,
                                                 wall_network network) {
    std::vector<std::string> left;
    std::ranges::copy_if(environment, std::back_inserter(left), is_left);
    if (network != wall_network::all) {
        for (const auto said : without_network) {
            const auto name = said.substr(0, said.find('=') + 1);
            std::erase_if(left, [&](const std::string& entry) { return entry.starts_with(name); });
            left.emplace_back(said);
        }
    }
    left.push_back("HOME=" + std::string(home));
    left.push_back("PWD=" + std::string(folder));
    left.emplace_back("TMPDIR=/tmp");
    return left;
}

}  // namespace assent
