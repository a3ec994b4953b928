#pragma once

#include <assent/domain/memory/remembered_decisions.hpp>

#include <chrono>
#include <cstddef>
#include <string>

namespace assent::memory_samples {

inline constexpr moment start{time_point(std::chrono::hours(1000)),
                              wall_time(std::chrono::sys_days(std::chrono::year(2024) / 5 / 6))};

inline moment after(std::chrono::milliseconds by) { return {start.now + by, start.wall + by}; }

inline const remembered_decision* find(const remembered_decisions& memory, const call_keys& keys,
                                       time_point now = start.now) {
    return memory.find(keys, now);
}

inline std::string numbered(std::size_t number) { return "Tool" + std::to_string(number); }

}  // namespace assent::memory_samples
