#include "guarded_commands.hpp"

#include "command_options.hpp"
#include "guarded_program_table.hpp"
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

bool in_version(char byte) noexcept { return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-'; }

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

program_use guarded_use(std::span<const shell_word> words, std::size_t at, bool in_place) {
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
    if (row->options.empty()) return use(row->found, in_place);
    // The letters of `tar xzf` need no dash.
    const bool bare_letters = program.name.ends_with("tar") && !arguments.empty();
    // Their values are the words behind them, so that no letter is a value.
    if (bare_letters && !arguments.front().text.starts_with('-') &&
        arguments.front().text.find_first_of(row->options.letters) != std::string_view::npos)
        return use(row->found, true);
    return use(row->found, has_option(arguments, row->options));
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
