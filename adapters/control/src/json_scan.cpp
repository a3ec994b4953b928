#include <assent/adapters/control/json_scan.hpp>

#include "text_reader.hpp"

namespace assent {

class json_scanner::machine final : public detail::text_reader {};

// The machine is made for the first text: most connections never need all of their scanners.
json_scanner::json_scanner() = default;
json_scanner::~json_scanner() = default;
json_scanner::json_scanner(json_scanner&&) noexcept = default;
json_scanner& json_scanner::operator=(json_scanner&&) noexcept = default;

const json_fault& json_scanner::scan(std::string_view text, duplicates where,
                                     std::span<const std::string_view> path) {
    if (!machine_) machine_ = std::make_unique<machine>();
    return machine_->scan(text, where, path);
}

json_kind json_scanner::kind() const noexcept { return machine_ ? machine_->kind() : json_kind::null; }

std::size_t json_scanner::value_count(std::size_t level) const noexcept {
    return machine_ ? machine_->value_count(level) : 0;
}

bool json_scanner::holds_nul() const noexcept { return machine_ && machine_->holds_nul(); }

json_members json_scanner::members(std::size_t level) const noexcept {
    return machine_ ? machine_->members(level) : json_members();
}

const json_member* json_scanner::find(std::string_view key) const noexcept { return members().find(key); }

bool fatal(json_flaw flaw) noexcept {
    switch (flaw) {
        case json_flaw::syntax:
        case json_flaw::carriage_return:
        case json_flaw::duplicate_key: return true;
        case json_flaw::none:
        case json_flaw::invalid_utf8:
        case json_flaw::lone_surrogate:
        case json_flaw::number_out_of_range:
        case json_flaw::too_deep: return false;
    }
    return true;
}

std::string_view to_string(json_flaw flaw) noexcept {
    switch (flaw) {
        case json_flaw::none: return "no flaw";
        case json_flaw::syntax: return "not JSON";
        case json_flaw::carriage_return: return "carriage return outside a string";
        case json_flaw::duplicate_key: return "duplicate key";
        case json_flaw::invalid_utf8: return "invalid UTF-8";
        case json_flaw::lone_surrogate: return "lone surrogate";
        case json_flaw::number_out_of_range: return "number out of range";
        case json_flaw::too_deep: return "nested too deep";
    }
    return "?";
}

}  // namespace assent
