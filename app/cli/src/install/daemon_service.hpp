#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

/// The systemd of this user, which keeps the daemon running.
namespace assent::cli {

/// The unit that is enabled: the service starts with the first hook that asks.
inline constexpr std::string_view daemon_socket_unit = "assent-daemon.socket";
inline constexpr std::string_view daemon_service_unit = "assent-daemon.service";

/// `systemctl --user` with these words. \throws std::runtime_error with what it said, when it fails
void run_systemctl(std::initializer_list<std::string_view> words);
/// The same where failing is an answer, too. \param why  is given what it said then
[[nodiscard]] bool systemctl_succeeds(std::initializer_list<std::string_view> words,
                                      std::string* why = nullptr);

}  // namespace assent::cli
