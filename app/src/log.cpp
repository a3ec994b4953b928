#include <assent/app/log.hpp>

#include <array>

namespace assent {

std::string to_text(const log_entry& entry) {
    std::string text(entry.message);
    for (const auto& [name, value] : entry.fields) text.append(" ").append(name).append("=").append(value);
    return text;
}

std::string_view to_string(log_level level) noexcept {
    switch (level) {
        case log_level::error: return "error";
        case log_level::warn: return "warn";
        case log_level::info: return "info";
        case log_level::debug: return "debug";
    }
    return "?";
}

std::optional<log_level> parse_log_level(std::string_view name) noexcept {
    constexpr std::array all{log_level::error, log_level::warn, log_level::info, log_level::debug};
    for (const log_level level : all)
        if (name == to_string(level)) return level;
    return std::nullopt;
}

}  // namespace assent
