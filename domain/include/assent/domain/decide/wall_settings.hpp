#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assent {

/// The network that a command behind a wall has.
enum class wall_network : unsigned char {
    none,      ///< not even its own
    loopback,  ///< what it starts may talk to each other by 127.0.0.1; nobody else is there
    all,       ///< that of this machine
};

/// Least memory that a command behind a wall may be bounded to, in bytes: below it nothing starts.
inline constexpr std::uintmax_t least_wall_memory = std::uintmax_t{16} * 1024 * 1024;

/// What a command behind a wall may do beyond working in its project.
///
/// Folders are absolute, or begin with `~/`.
struct wall_settings {
    std::vector<std::string> read{};   ///< to read, beside the system and toolchains in the home folder
    std::vector<std::string> write{};  ///< to change, beside the project
    wall_network network = wall_network::loopback;
    std::optional<std::size_t> processes{};  ///< at once; nothing: as many as the user may have
    std::uintmax_t memory_bytes = 0;         ///< of each process; 0: as much as there is
    std::optional<std::size_t> seconds{};    ///< after which it is ended; nothing: never
    bool project_secrets = false;            ///< files of the project that may hold secrets are there, too

    friend bool operator==(const wall_settings&, const wall_settings&) = default;
};

[[nodiscard]] constexpr auto enum_words(wall_network) noexcept {
    return word_table("none", "loopback", "all");
}

}  // namespace assent
