#pragma once

#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/adapters/wall/wall_ground.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace assent::walls {

/// A user's home with a project in it, what a command behind a wall is after, and services that listen.
class walled_world {
public:
    walled_world();
    ~walled_world();
    walled_world(const walled_world&) = delete;
    walled_world& operator=(const walled_world&) = delete;

    struct ran {
        confined_end end{};
        std::string out{};
        std::vector<quarantined> moved{};
    };
    /// Runs a text of the shell there. \param compares  what was planted is put aside, as the program does
    [[nodiscard]] ran run(const wall_plan& plan, const std::string& script, bool compares = true);
    [[nodiscard]] wall_plan plan();
    [[nodiscard]] bool victim_lives() const;
    [[nodiscard]] const wall_ground& ground() const { return ground_; }

    wall_settings settings{};
    std::vector<scratch_file> scratch{};  ///< that the command names
    std::filesystem::path base, home, project;

private:
    void make_files() const;
    void make_services();
    int listen_on(int family, const void* address, unsigned size);

    wall_ground ground_{};
    std::vector<int> open_;
    std::vector<std::string> variables_;
    pid_t victim_ = -1;
    int shared_ = -1;
    int semaphores_ = -1;
};

}  // namespace assent::walls
