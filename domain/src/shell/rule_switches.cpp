#include <assent/domain/shell/rule_switches.hpp>

#include "deciding_variables.hpp"
#include "shell_characters.hpp"

#include <assent/domain/text/display_text.hpp>

namespace assent {
namespace {

bool is_name(std::string_view name) noexcept {
    return !name.empty() && detail::name_length(name) == name.size();
}

}  // namespace

std::string env_name_flaw(std::string_view name) {
    if (!is_name(name))
        return "expected the name of a variable: letters, digits and `_`, got `" + display_text(name) + "`";
    if (detail::decides_what_runs(name))
        return "expected a variable that makes no program run another one, got `" + std::string(name) + "`";
    return {};
}

std::string to_string(const rule_switches& switches) {
    std::string text;
    const auto add = [&](bool on, std::string_view name) {
        if (on) text.append(text.empty() ? "" : ", ").append(name);
    };
    add(switches.star_crosses_slash, "star_crosses_slash");
    add(switches.allow_dotfiles, "allow_dotfiles");
    add(switches.allow_sees_through_wrappers, "allow_sees_through_wrappers");
    add(switches.allow_background, "allow_background");
    add(!switches.allow_env_names.empty(), "allow_env_names");
    for (const auto& name : switches.allow_env_names) text.append(" ").append(name);
    return text;
}

}  // namespace assent
