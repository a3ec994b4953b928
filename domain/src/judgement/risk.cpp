#include <assent/domain/judgement/risk.hpp>

#include <array>
#include <ostream>

namespace assent {
namespace {

constexpr std::array levels{risk_level::low, risk_level::medium, risk_level::high, risk_level::critical};
constexpr std::array classes{safety_class::always_safe, safety_class::confirm, safety_class::always_confirm};

}  // namespace

std::string_view to_string(risk_level level) noexcept {
    switch (level) {
        case risk_level::low: return "low";
        case risk_level::medium: return "medium";
        case risk_level::high: return "high";
        case risk_level::critical: return "critical";
    }
    return "?";
}

std::string_view to_string(safety_class safety) noexcept {
    switch (safety) {
        case safety_class::always_safe: return "always_safe";
        case safety_class::confirm: return "confirm";
        case safety_class::always_confirm: return "always_confirm";
    }
    return "?";
}

std::optional<risk_level> parse_risk_level(std::string_view name) noexcept {
    for (const auto level : levels)
        if (to_string(level) == name) return level;
    return std::nullopt;
}

std::optional<safety_class> parse_safety_class(std::string_view name) noexcept {
    for (const auto safety : classes)
        if (to_string(safety) == name) return safety;
    return std::nullopt;
}

std::ostream& operator<<(std::ostream& out, risk_level level) { return out << to_string(level); }
std::ostream& operator<<(std::ostream& out, safety_class safety) { return out << to_string(safety); }

}  // namespace assent
