#include <assent/domain/lint/rule_lint.hpp>

#include "../programs/catalogue.hpp"
#include "../shell/shell_characters.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/shell/shell_command.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace assent {
namespace {

using programs::effect;
using words = std::span<const std::string_view>;

// What nobody allows beforehand without having seen each word of it.
constexpr effect to_be_seen = effect::deletes | effect::destroys | effect::sends | effect::rights |
                              effect::secrets | effect::evaluates | effect::links | effect::installs |
                              effect::loads | effect::leads | effect::scatters;

// It runs the script of the project that its first operand names, and hands the other words to that: `npm run
// NAME`.
bool runs_what_is_named(const programs::program_row& row) {
    return programs::any(row.does & effect::runs) && row.operands.starts_with("text ");
}

// What it runs, fetches or writes is up to its words, which would be any.
bool has_to_be_seen(const programs::program_use& use) {
    const auto& row = use.row();
    const effect all = row.does | use.does();
    const auto has = [all](effect what) { return programs::any(all & what); };
    const bool names_files = row.operands.find("read") != row.operands.npos;
    return has(to_be_seen) || (has(effect::runs) && !runs_what_is_named(row)) ||
           (has(effect::fetches) && !has(effect::served)) ||
           // What it reads in the project passes by itself: the rule would be about what it reads elsewhere.
           (names_files && !runs_what_is_named(row)) || (has(effect::writes) && !has(effect::here)) ||
           std::ranges::any_of(use.parts(), [](const auto& part) { return names_program(part.kind); });
}

// The words with which a row begins: `git add` of `git add|stage`. 0: the command does not begin so.
std::size_t words_of_row(const programs::program_row& row, words command) {
    for (const std::string_view name : programs::names_of(row)) {
        std::size_t count = 0;
        bool same = true;
        for (std::string_view left = name; same && !left.empty(); ++count) {
            const auto word = left.substr(0, left.find(' '));
            left.remove_prefix(std::min(word.size() + 1, left.size()));
            same = count < command.size() && command[count] == word;
        }
        if (same) return count;
    }
    return 0;
}

// How many words say what is done: the program, its subcommand, and the script that it names. 0: no number of
// them does.
std::size_t telling_words(const shell_runs& runs, words command) {
    if (runs.size() != 1) return 0;
    const auto& use = runs.use(0);
    if (!use.known() || use.unclear() || !use.doubtful().empty() || has_to_be_seen(use)) return 0;
    const std::size_t count = words_of_row(use.row(), command);
    if (count == 0 || !runs_what_is_named(use.row())) return count;
    return count < command.size() && !command[count].starts_with('-') ? count + 1 : 0;
}

// A file of the project: `Edit(/home/ann/shop/**)`. A folder nearer to the root is a home, or holds several
// projects.
std::string whole_folder(const tool_call& call, const tool_definition* definition, std::string_view path) {
    constexpr std::ptrdiff_t least_depth = 3;
    if (definition == nullptr || definition->kind != tool_kind::edit || !clean_path(call.cwd)) return {};
    if (std::ranges::count(call.cwd, '/') < least_depth) return {};
    const std::string below = std::string(call.cwd) + "/";
    if (below.find_first_of("*?[\\") != below.npos) return {};
    const bool inside = clean_path(path) ? path.starts_with(below) : !path.starts_with('/');
    return inside ? below + "**" : std::string();
}

}  // namespace

std::optional<permission_rule> wider_rule(const tool_call& call, const judgement_basis& basis) {
    const auto* const definition = basis.definition(call.tool_name);
    if (definition == nullptr) return std::nullopt;
    std::string scratch;
    const auto field = call.input.field(definition->main_field, scratch);
    if (field.what != field_view::kind::string) return std::nullopt;
    std::string pattern = whole_folder(call, definition, field.text);
    if (definition->kind == tool_kind::execute) {
        const shell_command text(field.text);
        if (!text.plain() || text.size() != 1) return std::nullopt;
        const auto telling = text[0].first(telling_words(shell_runs(field.text), text[0]));
        const bool plain = std::ranges::all_of(
            telling, [](std::string_view word) { return std::ranges::all_of(word, detail::program_letter); });
        if (plain && !telling.empty()) pattern = fmt::format("{} *", fmt::join(telling, " "));
    }
    if (pattern.empty()) return std::nullopt;
    auto rule = permission_rule::make(call.tool_name, {{definition->main_field, pattern}},
                                      rule_behavior::allow, rule_origin::answer);
    if (rule) rule = basis.as_registered(*rule);
    if (!rule || !proven(*rule, call_reading(call, basis.settings().switches), basis)) return std::nullopt;
    return std::move(*rule);
}

}  // namespace assent
