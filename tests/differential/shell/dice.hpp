#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace assent::differential {

/// Random choices that are the same on every machine (SplitMix64).
class dice {
public:
    explicit dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t value = state_ += 0x9E3779B97F4A7C15U;
        value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
        value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
        return value ^ (value >> 31U);
    }
    /// 0 to `limit` - 1. \param limit  not 0
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(next() % limit); }
    bool chance(std::size_t percent) { return below(100) < percent; }
    std::string_view pick(std::span<const std::string_view> from) { return from[below(from.size())]; }

private:
    std::uint64_t state_;
};

}  // namespace assent::differential
