#include <assent/domain/duration_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace assent {
namespace {

struct unit {
    std::string_view name;
    duration length;
};

constexpr std::array units{unit{"h", std::chrono::hours(1)}, unit{"m", std::chrono::minutes(1)},
                           unit{"s", std::chrono::seconds(1)}, unit{"ms", std::chrono::milliseconds(1)}};

}  // namespace

std::optional<duration> parse_duration(std::string_view text) noexcept {
    if (text == "0") return duration::zero();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || text.front() == '-') return std::nullopt;
    const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
    const auto found =
        std::find_if(units.begin(), units.end(), [&](const unit& each) { return each.name == name; });
    if (found == units.end() || number > duration::max() / found->length) return std::nullopt;
    return number * found->length;
}

std::string duration_text(duration value) {
    const auto exact = std::chrono::duration_cast<std::chrono::milliseconds>(value);
    if (exact == exact.zero()) return "0";
    const auto largest = std::find_if(units.begin(), units.end(), [&](const unit& each) {
        return exact % each.length == duration::zero();
    });
    return fmt::format("{}{}", exact / largest->length, largest->name);
}

std::string about(duration value) {
    using namespace std::chrono;
    if (value <= duration::zero()) return "0s";
    const auto all_seconds = ceil<seconds>(value);
    if (all_seconds < hours(1)) {
        const auto whole = floor<minutes>(all_seconds);
        const auto rest = (all_seconds - whole).count();
        if (whole == minutes::zero()) return fmt::format("{}s", rest);
        return rest == 0 ? fmt::format("{}m", whole.count()) : fmt::format("{}m {}s", whole.count(), rest);
    }
    const auto all_minutes = ceil<minutes>(all_seconds);
    const auto whole = floor<hours>(all_minutes);
    const auto rest = (all_minutes - whole).count();
    return rest == 0 ? fmt::format("{}h", whole.count()) : fmt::format("{}h {}m", whole.count(), rest);
}

}  // namespace assent
