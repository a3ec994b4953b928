#include "guarded_commands.hpp"

#include "command_options.hpp"
#include "guarded_program_table.hpp"
#include "interpreter_words.hpp"
#include "program_scripts.hpp"
#include "word_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent::lenient {
namespace {

using namespace std::string_view_literals;
using namespace guarded;

// Names of variables; those that end in `*` are beginnings.
constexpr std::array executing_variables{"BASH_ENV"sv,
                                         "BROWSER"sv,
                                         "CDPATH"sv,
                                         "DYLD_*"sv,
                                         "EDITOR"sv,
                                         "ENV"sv,
                                         "GIT_ASKPASS"sv,
                                         "GIT_CONFIG*"sv,
                                         "GIT_DIR"sv,
                                         "GIT_EDITOR"sv,
                                         "GIT_EXEC_PATH"sv,
                                         "GIT_EXTERNAL_*"sv,
                                         "GIT_PAGER"sv,
                                         "GIT_PROXY_*"sv,
                                         "GIT_SEQUENCE_*"sv,
                                         "GIT_SSH*"sv,
                                         "GIT_TEMPLATE_*"sv,
                                         "GIT_WORK_TREE"sv,
                                         "HOME"sv,
                                         "IFS"sv,
                                         "JAVA_TOOL_OPTIONS"sv,
                                         "LD_*"sv,
                                         "LESSCLOSE"sv,
                                         "LESSOPEN"sv,
                                         "MANPAGER"sv,
                                         "NODE_OPTIONS"sv,
                                         "NODE_PATH"sv,
                                         "PAGER"sv,
                                         "PATH"sv,
                                         "PERL5*"sv,
                                         "PROMPT_COMMAND"sv,
                                         "PS4"sv,
                                         "PYTHONHOME"sv,
                                         "PYTHONPATH"sv,
                                         "PYTHONSTARTUP"sv,
                                         "RSYNC_RSH"sv,
                                         "RUBYLIB"sv,
                                         "RUBYOPT"sv,
                                         "RUSTC_WRAPPER"sv,
                                         "SHELL"sv,
                                         "SSH_ASKPASS"sv,
                                         "SUDO_ASKPASS"sv,
                                         "TAR_OPTIONS"sv,
                                         "VISUAL"sv,
                                         "XDG_CONFIG_HOME"sv};

// The letters of `tar xzf` need no dash. Their values are the words behind them, so that no letter is a
// value.
bool has_bare_letter(const known_program& program, std::span<const shell_word> arguments) {
    if (!program.name.ends_with("tar") || arguments.empty()) return false;
    const auto first = arguments.front().text;
    return !first.starts_with('-') &&
           first.find_first_of(program.guarded->options.letters) != std::string_view::npos;
}

}  // namespace

program_name::program_name(std::string_view word) noexcept {
    std::string_view name = base_name(word);
    if (name.empty() || name.size() > max_program_bytes) return;
    for (const char letter : unversioned(name)) letters_[length_++] = lower_case(letter);
}

std::string_view unversioned(std::string_view name) noexcept {
    std::size_t kept = name.size();
    while (kept > 0 && in_version(name[kept - 1])) --kept;
    return kept == 0 ? name : name.substr(0, kept);
}

program_use guarded_use(const shell_segment& segment, std::size_t at, bool in_place) {
    const auto words = segment.words;
    using script = known_program::script;
    if (words[at].program == nullptr) return {};
    const known_program& program = *words[at].program;
    const auto arguments = words.subspan(at + 1);
    const auto use = [](factor which, bool found) {
        return program_use{true, found ? std::optional(which) : std::nullopt};
    };
    if (program.reads == script::git) return use(option, git_runs_others(arguments));
    if (program.reads == script::sed) return use(option, sed_runs_or_writes(arguments));
    if (program.reads == script::awk) return use(option, awk_runs_or_writes(arguments));
    const auto* const row = program.guarded;
    if (row == nullptr) return {};
    if (row->in_every_use()) return use(row->found, in_place);
    const auto has = [&](const option_set& options) {
        if (!options.may_be_in(segment.begins) || !has_option(arguments, options)) return false;
        return row->found != code || has_option(own_words(program.name, arguments), options);
    };
    return use(row->found, has_bare_letter(program, arguments) || has(row->options) || has(row->readable));
}

bool runs_unread(const known_program& program, std::span<const shell_word> arguments) {
    if (program.reads == known_program::script::sed) return sed_scripts_reach_out(arguments);
    const auto* const row = program.guarded;
    // What interpreters run is looked at where commands are looked for.
    if (row == nullptr || row->found == code || row->options.empty()) return false;
    return has_bare_letter(program, arguments) || has_option(arguments, row->options);
}

bool has_guarded_uses(std::string_view word) noexcept {
    const auto* const program = find_program(word, marks_of(word));
    return program != nullptr &&
           (program->guarded != nullptr || program->reads != known_program::script::none);
}

bool sets_executing_variable(std::string_view word) noexcept {
    const auto length = assigned_name_length(word);
    if (length == 0) return false;
    const auto name = word.substr(0, length);
    const auto value = word.substr(word.find('=') + 1);
    // What programs call to show text; `cat` shows it.
    if (name.ends_with("PAGER") && (value.empty() || value == "cat")) return false;
    return std::any_of(executing_variables.begin(), executing_variables.end(), [&](std::string_view each) {
        return each.ends_with('*') ? name.starts_with(each.substr(0, each.size() - 1)) : name == each;
    });
}

}  // namespace assent::lenient
