#include "bare_words.hpp"
#include "name_filter.hpp"
#include "running_programs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;
using form = wrapping_program::form;

// Runs the words behind it.
constexpr wrapping_program words{};
// The first of them is a version, a folder or the like.
constexpr wrapping_program behind_one{{}, {}, form::words, 1};
// A shell may read them.
constexpr wrapping_program either{{}, {}, form::either};
constexpr wrapping_program shell_text{{}, {}, form::shell};
constexpr wrapping_program text_behind_one{{}, {}, form::shell, 1};
constexpr wrapping_program text_option{{}, {}, form::words, 0, 'c'};
constexpr wrapping_program npm_words{{}, {"qy", "pcwC"}, form::words, 0, 'c', true, "--call"};
constexpr wrapping_program pnpm_words{{}, {"r", "C"}, form::words, 0, 'c', false, "--shell-mode"};
constexpr wrapping_program tmux_window{{}, {"abdDEPkZ", "ceFnst"}, form::either};
constexpr wrapping_program tmux_popup{{}, {"BCEkN", "bcdehsStTwxy"}, form::either};
constexpr wrapping_program tmux_run{{}, {"bC", "cdt"}, form::either};

// Sorted by program.
constexpr running_subcommand subcommands[] = {
    {"adb", "shell", shell_text},
    {"asdf", "exec", words},
    {"aws-vault", "exec", behind_one},
    {"bun", "exec", shell_text},
    {"bun", "run", words},
    {"bun", "x", words},
    {"bundle", "exec", words},
    {"bundler", "exec", words},
    {"cabal", "exec", words},
    {"chamber", "exec", behind_one},
    {"colima", "ssh", words},
    {"composer", "exec", words},
    {"conda", "run", words},
    {"devbox", "run", either},
    {"devenv", "shell", words},
    {"direnv", "exec", behind_one},
    {"distrobox", "enter", text_option},
    {"doppler", "run", text_option},
    {"dotenvx", "run", words},
    {"dune", "exec", words},
    {"flatpak", "run", words},
    {"flox", "activate", text_option},
    {"fly", "ssh console", text_option},
    {"fnm", "exec", words},
    {"foreman", "run", words},
    {"gcloud", "compute ssh", text_option},
    {"git", "bisect run", either},
    {"git", "submodule foreach", either},
    {"goenv", "exec", words},
    {"guix", "environment", words},
    {"guix", "shell", words},
    {"hatch", "env run", words},
    {"hatch", "run", words},
    {"heroku", "run", either},
    {"honcho", "run", words},
    {"infisical", "run", text_option},
    {"jenv", "exec", words},
    {"lerna", "exec", words},
    {"limactl", "shell", behind_one},
    {"machinectl", "shell", behind_one},
    {"mamba", "run", words},
    {"micromamba", "run", words},
    {"minikube", "ssh", shell_text},
    {"mise", "exec", text_option},
    {"mise", "x", text_option},
    {"mix", "cmd", words},
    {"multipass", "exec", behind_one},
    {"nix", "develop", text_option},
    {"nix", "shell", text_option},
    {"nodenv", "exec", words},
    {"npm", "exec", npm_words},
    {"npm", "explore", behind_one},
    {"npm", "x", npm_words},
    {"nvm", "exec", behind_one},
    {"nvm", "run", behind_one},
    {"nx", "exec", words},
    {"op", "run", words},
    {"opam", "exec", words},
    {"pdm", "run", words},
    {"perf", "record", words},
    {"perf", "stat", words},
    {"perf", "trace", words},
    {"pipenv", "run", words},
    {"pipx", "run", words},
    {"pixi", "run", either},
    {"pnpm", "dlx", pnpm_words},
    {"pnpm", "exec", pnpm_words},
    {"poetry", "run", words},
    {"pyenv", "exec", words},
    {"railway", "run", words},
    {"rbenv", "exec", words},
    {"rr", "record", words},
    {"rustup", "run", behind_one},
    {"rye", "run", words},
    {"sops", "exec-env", text_behind_one},
    {"sops", "exec-file", text_behind_one},
    {"stack", "exec", words},
    {"tmux", "display-popup", tmux_popup},
    {"tmux", "new", tmux_window},
    {"tmux", "new-session", tmux_window},
    {"tmux", "new-window", tmux_window},
    {"tmux", "neww", tmux_window},
    {"tmux", "popup", tmux_popup},
    {"tmux", "respawn-pane", tmux_window},
    {"tmux", "respawn-window", tmux_window},
    {"tmux", "respawnp", tmux_window},
    {"tmux", "respawnw", tmux_window},
    {"tmux", "run", tmux_run},
    {"tmux", "run-shell", tmux_run},
    {"tmux", "split-window", tmux_window},
    {"tmux", "splitw", tmux_window},
    {"toolbox", "run", words},
    {"tox", "exec", words},
    {"uv", "run", words},
    {"uv", "tool run", words},
    {"vagrant", "ssh", text_option},
    {"volta", "run", words},
    {"yarn", "dlx", words},
    {"yarn", "exec", words},
    {"yarn", "run", words},
    {"yarn", "workspace", behind_one},
};

constexpr bool by_program(const running_subcommand& left, const running_subcommand& right) {
    return left.program < right.program;
}
static_assert(std::is_sorted(std::begin(subcommands), std::end(subcommands), by_program));
static_assert(std::all_of(std::begin(subcommands), std::end(subcommands), [](const running_subcommand& row) {
    return row.program.front() >= 'a' && row.program.front() <= 'z';
}));

constexpr char capital(char small) noexcept { return static_cast<char>(small - 'a' + 'A'); }

// The programs, and where the rows of each are.
constexpr std::size_t program_count = [] {
    std::size_t count = 0;
    for (std::size_t row = 0; row < std::size(subcommands); ++row)
        if (row == 0 || subcommands[row].program != subcommands[row - 1].program) ++count;
    return count;
}();
constexpr std::array<running_program, program_count> programs = [] {
    std::array<running_program, program_count> table{};
    std::size_t at = 0;
    for (std::size_t from = 0, to = 0; from < std::size(subcommands); from = to, ++at) {
        std::uint64_t beginnings = 0;
        for (; to < std::size(subcommands) && subcommands[to].program == subcommands[from].program; ++to) {
            const char first = subcommands[to].name.front();
            beginnings |= bit_of_beginning(first) | bit_of_beginning(capital(first));
        }
        table[at] = {subcommands[from].program, {subcommands + from, to - from}, beginnings};
    }
    return table;
}();

// By the first letter of a program: where those begin, and where those of the next letter do.
constexpr std::array<std::uint8_t, 27> programs_of_letters = [] {
    std::array<std::uint8_t, 27> table{};
    static_assert(program_count < 256);
    for (std::size_t letter = 0; letter < table.size(); ++letter)
        for (const auto& program : programs)
            if (program.name.front() < static_cast<char>('a' + letter)) ++table[letter];
    return table;
}();

// Endings of the names of git's settings, in small letters.
constexpr std::array command_settings{"pager"sv,       "editor"sv,     "command"sv,    "cmd"sv,
                                      "helper"sv,      "program"sv,    "external"sv,   "textconv"sv,
                                      "clean"sv,       "smudge"sv,     "process"sv,    "fsmonitor"sv,
                                      "driver"sv,      "askpass"sv,    "difffilter"sv, "gitproxy"sv,
                                      "receivepack"sv, "uploadpack"sv, ".path"sv,      "packobjectshook"sv};

constexpr std::array looking{"a"sv,
                             "at"sv,
                             "attach"sv,
                             "attach-session"sv,
                             "capture-pane"sv,
                             "capturep"sv,
                             "detach"sv,
                             "detach-client"sv,
                             "has"sv,
                             "has-session"sv,
                             "kill-pane"sv,
                             "kill-server"sv,
                             "kill-session"sv,
                             "kill-window"sv,
                             "list-clients"sv,
                             "list-keys"sv,
                             "list-panes"sv,
                             "list-sessions"sv,
                             "list-windows"sv,
                             "ls"sv,
                             "lsp"sv,
                             "lsw"sv,
                             "rename"sv,
                             "rename-session"sv,
                             "rename-window"sv,
                             "select-pane"sv,
                             "select-window"sv,
                             "selectp"sv,
                             "selectw"sv,
                             "show-options"sv};

// Its own; whatever else follows `pnpm` is a script of the project, or a program.
constexpr std::array own_of_pnpm{"add"sv,        "approve-builds"sv,
                                 "audit"sv,      "bin"sv,
                                 "c"sv,          "cache"sv,
                                 "cat-file"sv,   "ci"sv,
                                 "config"sv,     "create"sv,
                                 "dedupe"sv,     "deploy"sv,
                                 "dlx"sv,        "doctor"sv,
                                 "env"sv,        "exec"sv,
                                 "fetch"sv,      "help"sv,
                                 "i"sv,          "import"sv,
                                 "init"sv,       "install"sv,
                                 "licenses"sv,   "link"sv,
                                 "list"sv,       "ln"sv,
                                 "login"sv,      "ls"sv,
                                 "outdated"sv,   "pack"sv,
                                 "patch"sv,      "patch-commit"sv,
                                 "prune"sv,      "publish"sv,
                                 "rb"sv,         "rebuild"sv,
                                 "remove"sv,     "rm"sv,
                                 "root"sv,       "run"sv,
                                 "run-script"sv, "server"sv,
                                 "setup"sv,      "start"sv,
                                 "store"sv,      "t"sv,
                                 "test"sv,       "tst"sv,
                                 "un"sv,         "uninstall"sv,
                                 "unlink"sv,     "up"sv,
                                 "update"sv,     "upgrade"sv,
                                 "why"sv};

constexpr name_filter subcommand_programs = name_filter().add(subcommands, &running_subcommand::program);

bool equal_ending(std::string_view name, std::string_view ending) noexcept {
    if (name.size() < ending.size()) return false;
    const auto same = [](char left, char right) {
        return (left >= 'A' && left <= 'Z' ? static_cast<char>(left - 'A' + 'a') : left) == right;
    };
    return std::equal(name.end() - static_cast<std::ptrdiff_t>(ending.size()), name.end(), ending.begin(),
                      same);
}

}  // namespace

const name_filter& subcommand_filter() noexcept { return subcommand_programs; }

const running_program* running_others(std::string_view program) noexcept {
    if (!subcommand_programs.may_hold(program)) return nullptr;
    if (program.front() < 'a' || program.front() > 'z') return nullptr;
    const auto letter = static_cast<std::size_t>(program.front() - 'a');
    for (std::size_t at = programs_of_letters[letter]; at < programs_of_letters[letter + 1]; ++at)
        if (programs[at].name == program) return &programs[at];
    return nullptr;
}

std::span<const running_subcommand> running_subcommands(std::string_view program) noexcept {
    const auto* const found = running_others(program);
    return found == nullptr ? std::span<const running_subcommand>() : found->subcommands;
}

bool git_setting_runs(std::string_view name) noexcept {
    if (equal_ending(name.substr(0, 6), "pager.")) return true;
    return std::any_of(command_settings.begin(), command_settings.end(),
                       [&](std::string_view each) { return equal_ending(name, each); });
}

bool tmux_command_only_looks(std::string_view name) noexcept {
    return std::find(looking.begin(), looking.end(), name) != looking.end();
}

bool pnpm_has_command(std::string_view name) noexcept {
    return std::find(own_of_pnpm.begin(), own_of_pnpm.end(), name) != own_of_pnpm.end();
}

}  // namespace assent::detail
