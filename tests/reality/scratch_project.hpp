#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

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

    /// Names of repositories below the folder, whose settings have git run `./evil`, each in another way.
    [[nodiscard]] const std::vector<std::string>& repositories() const noexcept { return repositories_; }

    /// The files that are others than at first, or gone, or new, as paths from the folder, without those of
    /// git.
    [[nodiscard]] std::vector<std::string> changed() const;
    /// Makes the project what it was at first.
    void restore();

private:
    using contents = std::map<std::string, std::string>;
    [[nodiscard]] contents read_all() const;
    void prepare_repositories();

    std::filesystem::path home_;
    contents first_;
    std::vector<std::string> repositories_;
};

/// The user that lines are run as, where this one is the superuser: nobody.
inline constexpr unsigned nobody = 65534;

}  // namespace assent::reality
