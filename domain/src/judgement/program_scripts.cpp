#include "program_scripts.hpp"

#include "command_options.hpp"
#include "sed_script.hpp"

#include <algorithm>

namespace assent::lenient {
namespace {

// Before the subcommand. `-C` and its like lead into another directory, whose settings then count.
constexpr option_set git_globals{.letters = "cC", .words = "--exec-path --config-env --git-dir --work-tree"};
// Global options whose value is a word of its own.
constexpr std::string_view git_valued = "-c -C --git-dir --work-tree --namespace --config-env --attr-source";
constexpr option_set git_anywhere{.words =
                                      "--ou|tput --upload-pack --receive-pack --exec --upload-archive "
                                      "--open-files-in-pager --ext-diff --textc|onv --extcmd"};
constexpr std::string_view git_running_subcommands =
    "difftool mergetool filter-branch instaweb daemon send-email fast-import upload-pack receive-pack shell";

// Those that take one of the options of `git_anywhere`.
constexpr std::string_view git_subcommands_with_options =
    "archive blame cat-file clone diff diff-files diff-index diff-tree fetch fetch-pack format-patch grep "
    "log "
    "ls-remote pull push range-diff rebase send-pack show stash whatchanged";

struct subcommand_options {
    std::string_view subcommand;
    option_set options;
};
constexpr subcommand_options git_subcommand_options[] = {
    {"archive", {.letters = "o"}},
    {"bisect", {.words = "run"}},
    {"clone", {.letters = "cu", .valued = "bojC", .words = "--config --template"}},
    {"format-patch", {.letters = "o", .words = "--output-directory"}},
    {"grep", {.letters = "O", .valued = "efABCm"}},
    {"hook", {.words = "run"}},
    {"init", {.words = "--template --separate-git-dir"}},
    {"rebase", {.letters = "x", .valued = "sXCS"}},
    {"submodule", {.words = "foreach"}},
};

// Reading settings, and who the author is.
constexpr std::string_view harmless_config =
    "--get --get-all --get-regexp --list -l list get user.name user.email";

bool changes_config(std::span<const shell_word> arguments) {
    if (std::any_of(arguments.begin(), arguments.end(), [](const shell_word& word) {
            return is_one_of(word.text, "-e --edit --add --unset* --replace*");
        }))
        return true;
    if (std::any_of(arguments.begin(), arguments.end(),
                    [](const shell_word& word) { return is_one_of(word.text, harmless_config); }))
        return false;
    // With one name a setting is shown.
    const auto operands = std::count_if(arguments.begin(), arguments.end(), [](const shell_word& word) {
        return !word.text.starts_with('-') && !word.target;
    });
    return operands > 1;
}

// Whether a statement of awk writes or starts something: a `>` or a lone `|` after `print`.
bool prints_elsewhere(std::string_view statement) noexcept {
    auto from = statement.find("print");
    for (; from < statement.size(); ++from) {
        if (statement[from] == '>') return true;
        if (statement[from] != '|') continue;
        if (!statement.substr(from + 1).starts_with('|')) return true;
        ++from;
    }
    return false;
}

bool awk_program_reaches_out(std::string_view program) noexcept {
    if (program.find("getline") != std::string_view::npos) return true;
    if (program.find("@load") != std::string_view::npos || program.find("@include") != std::string_view::npos)
        return true;
    for (auto at = program.find("system"); at != std::string_view::npos;
         at = program.find("system", at + 1)) {
        const auto after = program.find_first_not_of(" \t\n\\", at + 6);
        if (after != std::string_view::npos && program[after] == '(') return true;
    }
    while (!program.empty()) {
        const auto end = std::min(program.find_first_of(";}\n"), program.size());
        if (prints_elsewhere(program.substr(0, end))) return true;
        program.remove_prefix(std::min(end + 1, program.size()));
    }
    return false;
}

}  // namespace

std::size_t git_subcommand(std::span<const shell_word> arguments) {
    std::size_t at = 0;
    while (at < arguments.size() && (arguments[at].target || arguments[at].text.starts_with('-')))
        at += is_one_of(arguments[at].text, git_valued) &&
                      arguments[at].text.find('=') == std::string_view::npos
                  ? 2U
                  : 1U;
    return std::min(at, arguments.size());
}

bool git_subcommand_runs_others(std::string_view subcommand) noexcept {
    if (subcommand == "config" || is_one_of(subcommand, git_running_subcommands) ||
        is_one_of(subcommand, git_subcommands_with_options))
        return true;
    return std::any_of(std::begin(git_subcommand_options), std::end(git_subcommand_options),
                       [&](const auto& each) { return each.subcommand == subcommand; });
}

bool git_runs_others(std::span<const shell_word> arguments) {
    const auto at = git_subcommand(arguments);
    if (has_option(arguments.first(at), git_globals)) return true;
    if (has_option(arguments, git_anywhere)) return true;
    if (at == arguments.size()) return false;
    const auto subcommand = arguments[at].text;
    const auto rest = arguments.subspan(at + 1);
    if (is_one_of(subcommand, git_running_subcommands)) return true;
    if (subcommand == "config") return changes_config(rest);
    return std::any_of(
        std::begin(git_subcommand_options), std::end(git_subcommand_options),
        [&](const auto& each) { return each.subcommand == subcommand && has_option(rest, each.options); });
}

bool sed_runs_or_writes(std::span<const shell_word> arguments) {
    constexpr option_set written{.letters = "if", .valued = "el", .words = "--in-place --file"};
    if (has_option(arguments, written)) return true;
    bool script_given = false;
    // The value of `-l` looks like an operand.
    std::size_t script_operands = 1;
    std::size_t operands = 0;
    bool reaches_out = false;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const auto& word = arguments[at];
        const auto text = word.text;
        if (word.target) continue;
        const bool line_length = text.starts_with("--l") ? text.find('=') == std::string_view::npos
                                                         : text.starts_with('-') && text.ends_with('l');
        if (line_length) script_operands = 2;
        if (text.starts_with("--")) {
            if (!is_one_of(text, "--expression")) continue;
            script_given = true;
            const auto value = text.find('=');
            if (value != std::string_view::npos && sed_script_reaches_out(text.substr(value + 1)))
                return true;
            if (value == std::string_view::npos && at + 1 < arguments.size() &&
                sed_script_reaches_out(arguments[++at].text))
                return true;
        } else if (text.starts_with('-') && text.size() > 1) {
            const auto letter = text.find('e');
            if (letter == std::string_view::npos) continue;
            script_given = true;
            if (letter + 1 < text.size()
                    ? sed_script_reaches_out(text.substr(letter + 1))
                    : at + 1 < arguments.size() && sed_script_reaches_out(arguments[++at].text))
                return true;
        } else if (++operands <= script_operands) {
            reaches_out = reaches_out || sed_script_reaches_out(text);
        }
    }
    return !script_given && reaches_out;
}

bool awk_runs_or_writes(std::span<const shell_word> arguments) {
    constexpr option_set from_files{
        .words =
            "-f* -i* -l* -E* -d* -o* -p* --file --include --load --exec --dump-variables "
            "--pretty-print --profile"};
    if (has_option(arguments, from_files)) return true;
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const shell_word& word) { return awk_program_reaches_out(word.text); });
}

}  // namespace assent::lenient
