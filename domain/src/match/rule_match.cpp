#include <assent/domain/match/rule_match.hpp>

#include <ostream>
#include <stdexcept>

namespace assent {

void throw_exception_from_error(const invalid_rule& error, const boost::source_location&) {
    throw std::invalid_argument(error.message);
}

std::ostream& operator<<(std::ostream& out, const invalid_rule& error) { return out << error.message; }

}  // namespace assent
