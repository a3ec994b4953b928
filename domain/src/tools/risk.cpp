#include <assent/domain/tools/risk.hpp>

#include "factors.hpp"

#include <array>
#include <cstddef>

namespace assent {
namespace {

struct factor_row {
    factor which;
    std::string_view id;
    std::string_view text;
    risk_level level;
    safety_class safety;
};

constexpr auto low = risk_level::low;
constexpr auto medium = risk_level::medium;
constexpr auto high = risk_level::high;
constexpr auto critical = risk_level::critical;
constexpr auto confirm = safety_class::confirm;
constexpr auto always_confirm = safety_class::always_confirm;

// In the order of the enumeration.
constexpr std::array<factor_row, factor_count> rows{{
    {factor::widened_authority, "widened_authority", "it asks for more authority than other calls have",
     critical, confirm},
    {factor::too_long_to_read, "too_long_to_read", "the command is too long to be read", critical,
     always_confirm},
    {factor::unreadable_command, "unreadable_command", "which programs the command runs cannot be told", high,
     confirm},
    {factor::executing_option, "executing_option",
     "a word has a program do more than it is for, or is not known of it", high, confirm},
    {factor::executing_variable, "executing_variable", "a variable decides which code programs load or run",
     high, confirm},
    {factor::inline_code, "inline_code", "it runs code that stands in the command", high, confirm},
    {factor::changed_directory, "changed_directory",
     "git runs in another directory, whose settings can start programs", high, confirm},
    {factor::protected_place, "protected_place", "it touches a place that decides what runs later", high,
     confirm},
    {factor::process_files, "process_files", "it reaches into the files of running processes", high, confirm},
    {factor::runs_others, "runs_others", "it runs a program that no allow rule names", medium, confirm},
    {factor::removes_outside, "removes_outside",
     "it deletes what is not below the working directory, or all of that", high, confirm},
    {factor::unknown_tool, "unknown_tool", "nothing is known about this tool", high, confirm},
    {factor::irreversible_verb, "irreversible_verb",
     "the tool's name speaks of something that cannot be undone", high, always_confirm},
    {factor::runs_commands, "runs_commands", "the tool runs commands", medium, confirm},
    {factor::destructive_command, "destructive_command", "the command can delete or overwrite for good", high,
     always_confirm},
    {factor::privilege, "privilege", "the command acts as another user or changes who may do what", critical,
     confirm},
    {factor::network, "network", "it talks to the network", medium, confirm},
    {factor::sends, "sends", "it sends data to another machine", high, confirm},
    {factor::download_and_run, "download_and_run", "the command runs what it downloads", critical,
     always_confirm},
    {factor::package_install, "package_install", "the command installs software", high, confirm},
    {factor::secret_in_path, "secret_in_path", "it names a file that may hold secrets", high, confirm},
    {factor::hidden_path, "hidden_path", "the path leads through a hidden file or folder", medium, confirm},
    {factor::reads_outside, "reads_outside", "it reads outside the working directory", medium, confirm},
    {factor::writes_outside, "writes_outside", "it writes outside the working directory", high, confirm},
    {factor::place_unknown, "place_unknown", "where the path leads cannot be told", medium, confirm},
}};

constexpr bool in_order() {
    for (std::size_t at = 0; at < rows.size(); ++at)
        if (static_cast<std::size_t>(rows[at].which) != at || rows[at].level == low) return false;
    return true;
}
static_assert(in_order());

const factor_row& row_of(factor which) noexcept { return rows[static_cast<std::size_t>(which)]; }

auto make_shared_factors() {
    std::array<std::shared_ptr<const risk_factor>, factor_count> made;
    for (const auto& row : rows)
        made[static_cast<std::size_t>(row.which)] = std::make_shared<const risk_factor>(
            risk_factor{.id = std::string(row.id), .text = std::string(row.text), .level = row.level});
    return made;
}

}  // namespace

const std::shared_ptr<const risk_factor>& shared_factor(factor which) {
    static const auto factors = make_shared_factors();
    return factors[static_cast<std::size_t>(which)];
}

risk_level level_of(factor which) noexcept { return row_of(which).level; }
safety_class safety_of(factor which) noexcept { return row_of(which).safety; }
std::string_view id_of(factor which) noexcept { return row_of(which).id; }

}  // namespace assent
