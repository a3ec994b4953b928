#include <assent/domain/size_text.hpp>

#include <array>
#include <charconv>
#include <limits>
#include <system_error>

namespace assent {
namespace {

struct size_unit {
    std::string_view name;
    std::size_t bytes;
};

// The largest first. `B` is read, and not written.
constexpr std::array units{size_unit{"GiB", std::size_t{1} << 30U}, size_unit{"MiB", std::size_t{1} << 20U},
                           size_unit{"KiB", std::size_t{1} << 10U}, size_unit{"", 1}, size_unit{"B", 1}};

}  // namespace

std::optional<std::size_t> parse_size(std::string_view text) noexcept {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    const std::string_view name = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const size_unit& unit : units) {
        if (unit.name != name) continue;
        if (number > std::numeric_limits<std::size_t>::max() / unit.bytes) return std::nullopt;
        return number * unit.bytes;
    }
    return std::nullopt;
}

std::string size_text(std::size_t bytes) {
    for (const size_unit& unit : units)
        if (bytes != 0 && bytes % unit.bytes == 0)
            return std::to_string(bytes / unit.bytes).append(unit.name);
    return "0";
}

}  // namespace assent
