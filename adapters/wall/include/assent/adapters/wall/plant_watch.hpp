#pragma once

#include <assent/adapters/wall/wall_ground.hpp>

#include <sys/types.h>

namespace assent {

/// Puts aside what a command has planted even where this process is killed before it could: a process of its
/// own waits for that. One that ends as it should says so by `done`, and looks itself.
class plant_watch {
public:
    /// \param ground  with what was found before the command began
    /// \param written  the folders that it may change
    plant_watch(const wall_settings& settings, const wall_ground& ground,
                const std::vector<std::string>& written);
    ~plant_watch();
    plant_watch(const plant_watch&) = delete;
    plant_watch& operator=(const plant_watch&) = delete;
    /// Nothing is left to watch.
    void done() noexcept;

private:
    int end_ = -1;
    pid_t watcher_ = -1;
};

}  // namespace assent
