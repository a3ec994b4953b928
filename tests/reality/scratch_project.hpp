#pragma once

#include <filesystem>

namespace assent::reality {

/// A small project below a private home, in which lines are run. It goes away with it.
class scratch_project {
public:
    /// \throws std::runtime_error when it cannot be made
    scratch_project();
    ~scratch_project();
    scratch_project(const scratch_project&) = delete;
    scratch_project& operator=(const scratch_project&) = delete;

    [[nodiscard]] const std::filesystem::path& home() const noexcept { return home_; }
    [[nodiscard]] std::filesystem::path folder() const { return home_ / "proj"; }

private:
    std::filesystem::path home_;
};

/// The user that lines are run as, where this one is the superuser: nobody.
inline constexpr unsigned nobody = 65534;

}  // namespace assent::reality
