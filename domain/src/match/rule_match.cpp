#include <assent/domain/match/rule_match.hpp>

#include <assent/domain/text/display_text.hpp>

#include <ostream>
#include <sstream>
#include <stdexcept>

namespace assent {

void throw_exception_from_error(const invalid_rule& error, const boost::source_location&) {
    std::ostringstream text;
    text << error;
    throw std::invalid_argument(text.str());
}

std::ostream& operator<<(std::ostream& out, const invalid_rule& error) {
    if (!error.rule.empty()) out << '`' << display_text(error.rule) << "`: ";
    return out << error.message;
}

}  // namespace assent
