#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assent {

/// What whoever makes something has to give it.
/// \throws std::invalid_argument when it is null: `permission_gate: expected a clock, got null`
template <class Pointer>
[[nodiscard]] Pointer needed(Pointer given, std::string_view taker, std::string_view what) {
    if (!given)
        throw std::invalid_argument(std::string(taker).append(": expected ").append(what) + ", got null");
    return given;
}

/// The pointer to an object that others keep alive.
/// \throws std::logic_error when it has none: it stands on the stack, or in another object
template <class Object>
[[nodiscard]] auto shared_pointer_to(Object& object, std::string_view name) {
    auto self = object.weak_from_this().lock();
    if (!self)
        throw std::logic_error(std::string(name) + ": make it with std::make_shared; others keep it alive");
    return self;
}

}  // namespace assent
