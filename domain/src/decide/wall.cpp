#include <assent/domain/decide/wall.hpp>

#include "../facts/protected_places.hpp"
#include "../programs/program_row.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "call_fields.hpp"

#include <assent/domain/facts/command_facts.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <algorithm>

namespace assent {
namespace {

constexpr std::string_view enters = "cd ";
constexpr std::string_view if_entered = "&&";
constexpr std::string_view field_in_background = "run_in_background";

bool blank_between(char byte) noexcept { return byte == ' ' || byte == '\t'; }

// Of a word that is the same to every shell, and no option.
bool plain_in_folder(char byte) noexcept {
    return detail::name_letter(byte) || byte == '/' || byte == '.' || byte == '-';
}

// Where a text goes on behind the blanks there.
std::size_t behind_blanks(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && blank_between(text[at])) ++at;
    return at;
}

// It is a folder below the one that the command begins in, as far as its name says. To some shells `...` is
// more than one folder up.
bool leads_down(std::string_view folder, std::string_view cwd) {
    if (folder.starts_with('/') && cwd.size() > 1 && folder.starts_with(cwd)) {
        folder.remove_prefix(cwd.size());
        if (!folder.empty() && folder.front() != '/') return false;
        folder.remove_prefix(std::min<std::size_t>(folder.size(), 1));
        if (folder.empty()) return true;
    }
    return !folder.empty() && folder.front() != '/' && folder.front() != '-' &&
           !any_between(folder, '/', [](std::string_view part) {
               return part.size() > 1 && part.find_first_not_of('.') == part.npos;
           });
}

wall_fit fit_of_runs(const shell_runs& runs, bool fresh_shell) {
    if (runs.goes_on()) return wall_fit::goes_on;
    if (!(fresh_shell ? runs.changes_folder() : runs.changes_shell())) return wall_fit::fits;
    return runs.complete() ? wall_fit::changes_shell : wall_fit::unread;
}

// `null` and `false` say what nothing says.
bool is_set(const field_reading& field) {
    if (field.what() == field_view::kind::absent) return false;
    const auto& value = field.value();
    return !value || !(value->is_null() || (value->is_bool() && !value->get_bool()));
}

}  // namespace

kept_folder kept_before_wall(std::string_view text, std::string_view cwd) {
    const kept_folder none{{}, text};
    const auto begin = behind_blanks(text, 0);
    if (!text.substr(begin).starts_with(enters)) return none;
    const auto at = behind_blanks(text, begin + enters.size());
    auto end = at;
    while (end < text.size() && plain_in_folder(text[end])) ++end;
    const auto folder = text.substr(at, end - at);
    const auto joint = behind_blanks(text, end);
    if (!leads_down(folder, cwd) || !text.substr(joint).starts_with(if_entered)) return none;
    const auto rest = text.substr(behind_blanks(text, joint + if_entered.size()));
    // What runs where the folder was not entered has no place behind the wall either.
    if (rest.empty() || rest.find_first_of(";\n") != rest.npos || rest.find("||") != rest.npos) return none;
    return {folder, rest};
}

std::vector<scratch_file> scratch_files_of(std::string_view command, std::string_view cwd,
                                           std::span<const std::string> folders) {
    if (folders.empty() || command.size() > max_command_bytes) return {};
    using programs::effect;
    const shell_runs runs(command);
    const command_facts facts(runs, cwd);
    const auto is_gone = [&](const fact& file) {
        return std::ranges::any_of(facts.all(), [&](const fact& noted) {
            return noted.is == act::removes && (noted.run == file.run || noted.text == file.text);
        });
    };
    std::vector<scratch_file> files;
    for (const fact& noted : facts.all()) {
        const bool writes = noted.is == act::writes;
        const bool looks = noted.is == act::reads || noted.is == act::lists;
        const bool one =
            noted.how == certainty::exactly && !any(noted.effect & (effect::recurses | effect::follows));
        const bool named = (looks || writes) && one && !places_in(noted.text).secret;
        if (!named || !names_scratch_file(noted.text, folders, cwd) || is_gone(noted)) continue;
        const auto known = std::ranges::find(files, noted.text, &scratch_file::path);
        if (known == files.end())
            files.push_back({std::string(noted.text), writes});
        else
            known->writes = known->writes || writes;
    }
    return files;
}

wall_fit fit_of(const call_reading& call, const tool_definition* definition) {
    if (!runs_commands(definition) || call.tool_name() != standard_words::bash) return wall_fit::no_command;
    const auto& command = call.field(standard_words::field_command);
    if (command.what() != field_view::kind::string || command.text().size() > max_command_bytes)
        return wall_fit::unread;
    if (is_set(call.field(field_in_background))) return wall_fit::goes_on;
    const bool fresh = call.call().fresh_shell;
    const auto fit = fit_of_runs(command.runs(), fresh);
    if (fit == wall_fit::fits || fit == wall_fit::goes_on) return fit;
    const auto kept = kept_before_wall(command.text(), call.call().cwd);
    if (kept.folder.empty() || fit_of_runs(shell_runs(kept.rest), fresh) != wall_fit::fits) return fit;
    return wall_fit::fits;
}

std::string_view in_words(wall_fit fit) noexcept {
    switch (fit) {
        case wall_fit::no_command: return "no command of a shell, which alone can run behind a wall";
        case wall_fit::fits: return "it may run behind a wall";
        case wall_fit::changes_shell:
            return "it may run behind a wall, but changes the shell in which later commands run";
        case wall_fit::goes_on: return "it may run behind a wall, but not in the background";
        case wall_fit::unread: return "it may run behind a wall, but not all of it can be read";
    }
    return {};
}

}  // namespace assent
