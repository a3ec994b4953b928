#include "units.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>

namespace assent::cli {
namespace {

struct unit {
    std::string_view name;
    std::uint64_t factor;
};

constexpr std::array durations{unit{"ms", 1}, unit{"s", 1000}, unit{"m", 60'000}, unit{"h", 3'600'000}};
constexpr std::array sizes{unit{"", 1}, unit{"B", 1}, unit{"KiB", 1024}, unit{"MiB", 1024 * 1024},
                           unit{"GiB", 1024 * 1024 * 1024}};

// Everything given in either unit has to fit into a signed number of nanoseconds.
constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max() / 1'000'000;

template <std::size_t N>
std::optional<std::uint64_t> parse(std::string_view text, const std::array<unit, N>& units) noexcept {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const unit& each : units)
        if (each.name == name)
            return number <= most / each.factor ? std::optional(number * each.factor) : std::nullopt;
    return std::nullopt;
}

}  // namespace

std::optional<duration> parse_duration(std::string_view text) noexcept {
    if (text == "0") return duration::zero();
    const auto milliseconds = parse(text, durations);
    if (!milliseconds) return std::nullopt;
    return std::chrono::milliseconds(static_cast<std::int64_t>(*milliseconds));
}

std::optional<std::size_t> parse_size(std::string_view text) noexcept { return parse(text, sizes); }

}  // namespace assent::cli
