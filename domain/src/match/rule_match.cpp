#include <assent/domain/match/rule_match.hpp>

#include <ostream>
#include <stdexcept>

namespace assent {

void throw_exception_from_error(const invalid_rule& error, const boost::source_location&) {
    throw std::invalid_argument(error.message);
}

std::string_view to_string(rule_behavior behavior) noexcept {
    switch (behavior) {
        case rule_behavior::allow: return "allow";
        case rule_behavior::deny: return "deny";
        case rule_behavior::ask: return "ask";
    }
    return "?";
}

std::string_view to_string(rule_match match) noexcept {
    switch (match) {
        case rule_match::no: return "no";
        case rule_match::doubt: return "doubt";
        case rule_match::yes: return "yes";
    }
    return "?";
}

std::ostream& operator<<(std::ostream& out, rule_behavior behavior) { return out << to_string(behavior); }
std::ostream& operator<<(std::ostream& out, rule_match match) { return out << to_string(match); }
std::ostream& operator<<(std::ostream& out, const invalid_rule& error) { return out << error.message; }

}  // namespace assent
