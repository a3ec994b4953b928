#include <assent/domain/rules/shell_command.hpp>

#include "shell_scanner.hpp"

namespace assent {

shell_command::shell_command(std::string_view text, const rule_switches& switches) {
    detail::shell_scanner(*this, text, switches).run();
}

}  // namespace assent
