#include <assent/domain/judgement/policy.hpp>

#include <array>
#include <ostream>
#include <stdexcept>

namespace assent {
namespace {

template <class Value, std::size_t N>
std::optional<Value> named(const std::array<Value, N>& values, std::string_view name) noexcept {
    for (const Value value : values)
        if (to_string(value) == name) return value;
    return std::nullopt;
}

}  // namespace

std::string_view to_string(audit_failure what) noexcept {
    switch (what) {
        case audit_failure::deny: return "deny";
        case audit_failure::go_on: return "go_on";
    }
    return "?";
}

std::string_view to_string(audit_inputs what) noexcept {
    switch (what) {
        case audit_inputs::none: return "none";
        case audit_inputs::digest: return "digest";
        case audit_inputs::full: return "full";
    }
    return "?";
}

std::string_view to_string(audit_durability what) noexcept {
    switch (what) {
        case audit_durability::written: return "written";
        case audit_durability::accepted: return "accepted";
    }
    return "?";
}

std::string_view to_string(audit_overflow what) noexcept {
    switch (what) {
        case audit_overflow::deny: return "deny";
        case audit_overflow::block: return "block";
    }
    return "?";
}

std::string_view to_string(peer_mode limit) noexcept {
    switch (limit) {
        case peer_mode::any: return "any";
        case peer_mode::any_but_allow: return "any_but_allow";
        case peer_mode::stricter: return "stricter";
        case peer_mode::never: return "never";
    }
    return "?";
}

std::optional<audit_failure> parse_audit_failure(std::string_view name) noexcept {
    return named(std::array{audit_failure::deny, audit_failure::go_on}, name);
}

std::optional<audit_inputs> parse_audit_inputs(std::string_view name) noexcept {
    return named(std::array{audit_inputs::none, audit_inputs::digest, audit_inputs::full}, name);
}

std::optional<audit_durability> parse_audit_durability(std::string_view name) noexcept {
    return named(std::array{audit_durability::written, audit_durability::accepted}, name);
}

std::optional<audit_overflow> parse_audit_overflow(std::string_view name) noexcept {
    return named(std::array{audit_overflow::deny, audit_overflow::block}, name);
}

std::optional<peer_mode> parse_peer_mode(std::string_view name) noexcept {
    return named(std::array{peer_mode::any, peer_mode::any_but_allow, peer_mode::stricter, peer_mode::never},
                 name);
}

void throw_exception_from_error(const invalid_policy& error, const boost::source_location&) {
    throw std::invalid_argument(error.where + ": " + error.message);
}

std::ostream& operator<<(std::ostream& out, const invalid_policy& error) {
    return out << error.where << ": " << error.message;
}

}  // namespace assent
