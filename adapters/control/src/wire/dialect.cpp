#include <assent/adapters/control/wire/dialect.hpp>

#include <assent/adapters/control/wire/codec.hpp>

namespace assent {

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
