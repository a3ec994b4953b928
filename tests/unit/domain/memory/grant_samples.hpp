#pragma once

#include <assent/domain/memory/grant_table.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace assent::grant_samples {

inline constexpr time_point start{std::chrono::hours(1000)};

inline bool give(grant_table& grants, std::string key, grant_terms terms, time_point now = start) {
    return grants.give(std::move(key), terms, now, "console");
}

inline std::optional<grant> take(grant_table& grants, const call_keys& keys, time_point now = start) {
    return grants.take(keys, now);
}

inline std::size_t taken(grant_table& grants, std::string_view key, std::size_t calls,
                         time_point now = start) {
    std::size_t passed = 0;
    for (std::size_t i = 0; i < calls; ++i) passed += take(grants, {key}, now).has_value();
    return passed;
}

inline std::optional<grant_expiry> tell(grant_table& grants, const call_keys& keys, time_point now = start) {
    return grants.tell_expiry(keys, now);
}

}  // namespace assent::grant_samples
