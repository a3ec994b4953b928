#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The units by which systemd starts the daemon of a user with the first hook.
namespace assent::cli {

/// The texts in app/packaging/systemd, which packages install, too.
[[nodiscard]] std::string_view socket_unit_template() noexcept;
[[nodiscard]] std::string_view service_unit_template() noexcept;

/// A file of the user's systemd, and what is to stand in it.
struct daemon_unit {
    std::filesystem::path path;
    std::string text;

    /// Whether it is this text, but for the program and its options.
    [[nodiscard]] bool is_ours(std::string_view other) const;
    /// It is written, with whatever options.
    [[nodiscard]] bool stands() const;
};

/// The socket and the service.
/// \param options  of `assent daemon`, each a word of its own
/// \throws std::runtime_error when there is no folder for them
[[nodiscard]] std::vector<daemon_unit> daemon_units(std::string_view program,
                                                    const std::vector<std::string>& options);

}  // namespace assent::cli
