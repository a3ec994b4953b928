#include <assent/adapters/control/dialect.hpp>

#include <assent/adapters/control/codec.hpp>

#include <ostream>

namespace assent {

std::string_view to_string(dialect which) noexcept {
    switch (which) {
        case dialect::flat: return "flat";
        case dialect::nested: return "nested";
    }
    return "?";
}

std::optional<dialect_choice> parse_dialect_choice(std::string_view name) noexcept {
    if (name == "auto") return dialect_choice::automatic;
    if (name == "flat") return dialect_choice::flat;
    if (name == "nested") return dialect_choice::nested;
    return std::nullopt;
}

std::ostream& operator<<(std::ostream& out, dialect which) { return out << to_string(which); }

std::string_view to_string(control_error code) noexcept {
    switch (code) {
        case control_error::invalid_request: return "invalid_request";
        case control_error::unsupported_request: return "unsupported_request";
        case control_error::invalid_mode: return "invalid_mode";
        case control_error::permission_check_error: return "permission_check_error";
        case control_error::too_large: return "too_large";
        case control_error::internal_error: return "internal_error";
    }
    return "internal_error";
}

std::ostream& operator<<(std::ostream& out, control_error code) { return out << to_string(code); }

const codec& codec_for(dialect which) noexcept {
    switch (which) {
        case dialect::flat: return flat_codec();
        case dialect::nested: return nested_codec();
    }
    return nested_codec();
}

std::optional<dialect> dialect_of_suggestions(const json_array& suggestions) noexcept {
    for (const auto& element : suggestions) {
        const auto* object = element.if_object();
        if (object == nullptr) continue;
        for (const codec* each : {&nested_codec(), &flat_codec()})
            if (each->claims_suggestion(*object)) return each->which();
    }
    return std::nullopt;
}

}  // namespace assent
