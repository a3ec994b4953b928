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

// The scripts among the words of sed. One that stands behind `-i` or `-l` may be that option's value.
class sed_scripts {
public:
    explicit sed_scripts(std::span<const shell_word> arguments) noexcept : arguments_(arguments) {}

    bool reach_out() {
        for (; at_ < arguments_.size(); ++at_) {
            const auto text = arguments_[at_].text;
            if (arguments_[at_].target) continue;
            if (text.starts_with("--"))
                look_at_long_option(text);
            else if (text.starts_with('-') && text.size() > 1)
                look_at_letters(text);
            else if (++operands_ <= script_operands_)
                operand_reaches_out_ = operand_reaches_out_ || sed_script_reaches_out(text);
            if (reaches_out_) return true;
        }
        return !script_given_ && operand_reaches_out_;
    }

private:
    void look_at_script(std::string_view script) {
        reaches_out_ = reaches_out_ || sed_script_reaches_out(script);
    }
    [[nodiscard]] std::string_view next() const noexcept {
        return at_ + 1 < arguments_.size() ? arguments_[at_ + 1].text : std::string_view();
    }

    void look_at_long_option(std::string_view text) {
        const auto value = text.find('=');
        const bool script = is_one_of(text, "--expression");
        // The value of `-l` looks like an operand.
        if (text.starts_with("--l") && value == std::string_view::npos) script_operands_ = 2;
        if (!script && !is_one_of(text, "--file")) return;
        script_given_ = true;
        if (script) look_at_script(value == std::string_view::npos ? next() : text.substr(value + 1));
        if (value == std::string_view::npos) ++at_;
    }

    void look_at_letters(std::string_view text) {
        if (text.ends_with('l')) script_operands_ = 2;
        const auto letter = text.find_first_of("ef");
        if (letter == std::string_view::npos) return;
        const bool sure = text.substr(0, letter).find_first_of("il") == std::string_view::npos;
        const bool attached = letter + 1 < text.size();
        script_given_ = script_given_ || sure;
        if (text[letter] == 'e') look_at_script(attached ? text.substr(letter + 1) : next());
        if (sure && !attached) ++at_;
    }

    std::span<const shell_word> arguments_;
    std::size_t at_ = 0;
    std::size_t operands_ = 0;
    std::size_t script_operands_ = 1;
    bool script_given_ = false;
    bool reaches_out_ = false;
    bool operand_reaches_out_ = false;
};

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
    return has_option(arguments, written) || sed_scripts_reach_out(arguments);
}

bool sed_scripts_reach_out(std::span<const shell_word> arguments) {
    return sed_scripts(arguments).reach_out();
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
