#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace assent {

/// Longest that one wall waits for another. Some agents end a command after two minutes.
inline constexpr std::chrono::seconds max_wall_wait{60};

/// The turn of a wall: of those that may change one folder, or one below it, there is one at a time. What it
/// has found and mounts, a command behind another could exchange in between. Whoever is forked meanwhile
/// holds the turn, too; the system ends it with the last of them.
class wall_turn {
public:
    /// \param kept  Assent's own folder, in which turns are kept
    /// \param roots  folders that may be changed
    /// \param waits  is called once, with such a folder of the other, when it has to wait for one
    /// \throws std::runtime_error  where that has not ended within this time
    wall_turn(const std::string& kept, const std::vector<std::string>& roots,
              const std::function<void(const std::string& root)>& waits,
              std::chrono::milliseconds within = max_wall_wait);
    ~wall_turn();
    wall_turn(const wall_turn&) = delete;
    wall_turn& operator=(const wall_turn&) = delete;

private:
    int file_ = -1;
};

}  // namespace assent
