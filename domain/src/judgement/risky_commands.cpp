#include "risky_commands.hpp"

#include "command_options.hpp"
#include "risky_use_table.hpp"
#include "word_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent::lenient {
namespace {

using namespace risky;

// A mode for chmod that lets everybody write, or lends the owner's rights: `777`, `o+w`, `u+s`, `4755`.
bool loosening_mode(std::string_view mode) noexcept {
    const bool number = mode.size() >= 3 && mode.find_first_not_of("01234567") == std::string_view::npos;
    if (number) {
        const bool lends = mode.size() > 3 &&
                           mode.substr(0, mode.size() - 3).find_first_not_of('0') != std::string_view::npos;
        return lends || std::string_view("2367").find(mode.back()) != std::string_view::npos;
    }
    const auto sign = mode.find_first_of("+=");
    if (sign == std::string_view::npos || mode.find_first_not_of("ugoa+-=,rwxXst") != std::string_view::npos)
        return false;
    if (mode.find('s', sign) != std::string_view::npos) return true;
    const bool others = mode.substr(0, sign).find_first_of("oa") != std::string_view::npos;
    return others && mode.find('w', sign) != std::string_view::npos;
}

bool has(const option_set& options, std::span<const shell_word> arguments) {
    return options.empty() || has_option(arguments, options);
}

}  // namespace

program_risk risk_of_program(const known_program& program, std::span<const shell_word> arguments) {
    program_risk risk;
    if (program.changes_mode) {
        risk.known = true;
        risk.found[static_cast<std::size_t>(privilege)] =
            std::any_of(arguments.begin(), arguments.end(),
                        [](const shell_word& word) { return loosening_mode(word.text); });
    }
    for (const auto& use : program.uses) {
        risk.known = true;
        if (has(use.first, arguments) && has(use.second, arguments))
            risk.found.set(static_cast<std::size_t>(use.found));
    }
    return risk;
}

}  // namespace assent::lenient
