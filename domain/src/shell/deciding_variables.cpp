#include "deciding_variables.hpp"

#include "../text/word_list.hpp"
#include "shell_characters.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// All in capitals. They follow the names that these programs' manuals give to their variables; a family is
// refused as a whole where some of it run programs, because new versions add to it.
constexpr std::array deciding_names{
    // shells, and what many programs ask for
    "IFS"sv, "ENV"sv, "PS0"sv, "PS1"sv, "PS2"sv, "PS3"sv, "PS4"sv, "GLOBIGNORE"sv, "EXECIGNORE"sv, "FCEDIT"sv,
    "ZDOTDIR"sv, "POSIXLY_CORRECT"sv, "FUNCNEST"sv, "TMOUT"sv, "HISTFILE"sv, "VISUAL"sv, "VIRTUAL_ENV"sv,
    // programs that build
    "CC"sv, "CXX"sv, "CPP"sv, "FC"sv, "F77"sv, "AR"sv, "AS"sv, "LD"sv, "NM"sv, "STRIP"sv, "RANLIB"sv, "LEX"sv,
    "YACC"sv, "CONFIG_SITE"sv,
    // libraries
    "GLIBC_TUNABLES"sv, "HOSTALIASES"sv, "LOCALDOMAIN"sv, "TERMCAP"sv, "SSLKEYLOGFILE"sv,
    // settings of single programs
    "HG"sv, "INPUTRC"sv, "NETRC"sv, "CURLRC"sv, "WGETRC"sv, "SCREENRC"sv, "MYVIMRC"sv, "TAPE"sv, "LIB"sv,
    "RUBYLIB"sv, "UNZIP"sv, "GZIP"sv, "BZIP"sv, "BZIP2"sv, "ZIPINFO"sv};

constexpr std::array beginnings{
    // shells and loaders
    "BASH"sv, "SHELL"sv, "LD_"sv, "DYLD_"sv, "_RLD"sv, "MALLOC_"sv, "XDG_"sv, "TERMINFO"sv, "SYSTEMD_"sv,
    // tools that call others
    "GIT_"sv, "SSH_"sv, "RSYNC_"sv, "SUDO_"sv, "CVS_"sv, "SVN_"sv, "LESS"sv, "VIM"sv, "GVIM"sv, "EMACS"sv,
    "FZF_"sv, "BAT_"sv, "GDB"sv, "VALGRIND_"sv, "DEBUGINFOD_"sv, "OPENSSL_"sv, "KRB5"sv, "DBUS_"sv,
    // languages, their package managers and test runners
    "NODE_"sv, "NPM_CONFIG_"sv, "YARN_"sv, "PNPM_"sv, "BUN_"sv, "DENO_"sv, "ESLINT_"sv, "PYTHON"sv,
    "PYTEST_"sv, "PIP_"sv, "UV_"sv, "POETRY_"sv, "CONDA_"sv, "TOX_"sv, "NOX_"sv, "COVERAGE_"sv, "PERL"sv,
    "RUBY"sv, "GEM_"sv, "BUNDLE_"sv, "LUA_"sv, "PHP"sv, "COMPOSER_"sv, "JAVA_"sv, "MAVEN_"sv, "GRADLE_"sv,
    "ORG_GRADLE_"sv, "RUSTC"sv, "RUSTDOC"sv, "RUSTUP_"sv, "CARGO_"sv, "GO"sv, "CGO_"sv, "DOTNET_"sv,
    "CORECLR_"sv, "COR_"sv, "COMPLUS_"sv, "MSBUILD"sv, "NUGET_"sv, "ERL_"sv, "ELIXIR_"sv, "MIX_"sv,
    "REBAR_"sv, "JULIA_"sv, "R_"sv, "GHC"sv, "STACK_"sv, "OCAML"sv, "OPAM"sv, "NIX_"sv, "GUIX_"sv, "TEXMF"sv,
    // programs that build
    "MAKE"sv, "CMAKE_"sv, "CTEST_"sv, "NINJA_"sv, "BAZEL_"sv, "GCC_"sv, "CCACHE_"sv, "SCCACHE_"sv,
    "DISTCC_"sv, "PKG_CONFIG"sv, "ACLOCAL"sv, "AUTOM4TE"sv, "M4"sv,
    // where things run
    "DOCKER_"sv, "KUBE"sv, "HELM_"sv, "AWS_"sv, "QT_"sv, "GTK_"sv, "GIO_"sv, "GST_"sv};

constexpr std::array endings{
    // where things are looked for
    "PATH"sv, "HOME"sv, "PRELOAD"sv, "PLUGIN"sv, "PLUGINS"sv, "MODULE"sv, "MODULES"sv,
    // options and settings
    "FLAGS"sv, "OPT"sv, "OPTS"sv, "DEFAULTS"sv, "OPTIONS"sv, "ARGS"sv, "CONFIG"sv, "CONFIG_FILE"sv,
    "CONFIG_DIR"sv, "CONF"sv, "INIT"sv, "STARTUP"sv, "_RC"sv,
    // programs
    "PAGER"sv, "EDITOR"sv, "BROWSER"sv, "SHELL"sv, "ASKPASS"sv, "LAUNCHER"sv, "WRAPPER"sv, "COMPILER"sv,
    "LINKER"sv, "_SSH"sv, "_RSH"sv, "COMMAND"sv, "CMD"sv, "_EXEC"sv, "HOOK"sv, "HOOKS"sv, "HANDLER"sv,
    // where programs are fetched from
    "_PROXY"sv, "_REGISTRY"sv, "_MIRROR"sv, "_INDEX"sv, "_INDEX_URL"sv};

// Endings of names of variables, in capitals.
constexpr std::array command_variables{"GIT_EXTERNAL_DIFF"sv, "GIT_SSH"sv,  "EDITOR"sv,    "PAGER"sv,
                                       "_COMMAND"sv,          "VISUAL"sv,   "BROWSER"sv,   "_RSH"sv,
                                       "_WRAPPER"sv,          "LESSOPEN"sv, "LESSCLOSE"sv, "_ASKPASS"sv};

// Of these families, and known to do nothing of that.
// clang-format off
constexpr std::array harmless{
    "NODE_ENV"sv, "GIT_AUTHOR_NAME"sv, "GIT_AUTHOR_EMAIL"sv, "GIT_AUTHOR_DATE"sv, "GIT_COMMITTER_NAME"sv,
    "GIT_COMMITTER_EMAIL"sv, "GIT_COMMITTER_DATE"sv, "GIT_TERMINAL_PROMPT"sv, "GIT_OPTIONAL_LOCKS"sv,
    "GOOS"sv, "GOARCH"sv, "PYTHONUNBUFFERED"sv, "PYTHONDONTWRITEBYTECODE"sv, "PYTHONHASHSEED"sv,
    "PYTHONIOENCODING"sv, "PYTHONUTF8"sv};
// clang-format on

// Variables with which programs choose how they print, in which language, and whether they ask. What is not
// here may be a place from which they load something: `LANGUAGE` is a path to translations.
// clang-format off
constexpr std::array tuning{
    "CI"sv, "NO_COLOR"sv, "FORCE_COLOR"sv, "CLICOLOR"sv, "CLICOLOR_FORCE"sv, "COLORTERM"sv, "PY_COLORS"sv,
    "CARGO_TERM_COLOR"sv, "TZ"sv, "LANG"sv, "LC_ALL"sv, "LC_COLLATE"sv, "LC_CTYPE"sv, "LC_MESSAGES"sv,
    "LC_MONETARY"sv, "LC_NUMERIC"sv, "LC_TIME"sv, "COLUMNS"sv, "LINES"sv, "MANWIDTH"sv, "RUST_BACKTRACE"sv,
    "GIT_OPTIONAL_LOCKS"sv, "GIT_TERMINAL_PROMPT"sv, "PYTHONUNBUFFERED"sv, "PYTHONDONTWRITEBYTECODE"sv,
    "PYTHONIOENCODING"sv, "PYTHONUTF8"sv, "PYTHONHASHSEED"sv, "BLOCKSIZE"sv, "BLOCK_SIZE"sv,
    "GREP_COLORS"sv, "JQ_COLORS"sv, "TERM"sv, "DEBIAN_FRONTEND"sv, "NODE_ENV"sv};
// clang-format on
// Programs that show text. `cat` does no more, and so does none at all.
constexpr std::array pagers{"PAGER"sv,         "GIT_PAGER"sv, "MANPAGER"sv,
                            "SYSTEMD_PAGER"sv, "GH_PAGER"sv,  "AWS_PAGER"sv};

// A word, a number, a name of a language or of colors: no path, and no pattern.
bool plain(std::string_view value) noexcept {
    return std::ranges::all_of(value, [](char byte) {
        return name_letter(byte) || "-.,:+@=;"sv.find(byte) != std::string_view::npos;
    });
}

// `Europe/Berlin`: words in letters that begin with capitals, which name no folder above.
bool names_zone(std::string_view value) noexcept {
    bool begins = true;
    for (const char byte : value) {
        const bool capital = byte >= 'A' && byte <= 'Z';
        if (begins ? !capital : !name_letter(byte) && byte != '-' && byte != '/') return false;
        begins = byte == '/';
    }
    return !begins;
}

bool begins(std::string_view name, std::string_view capitals) noexcept {
    return equal_ignoring_case(name.substr(0, capitals.size()), capitals);
}

bool ends(std::string_view name, std::string_view capitals) noexcept {
    return name.size() >= capitals.size() && begins(name.substr(name.size() - capitals.size()), capitals);
}

template <std::size_t Count>
bool any_of(std::string_view name, const std::array<std::string_view, Count>& list,
            bool (*fits)(std::string_view, std::string_view) noexcept) noexcept {
    return std::ranges::any_of(list, [&](std::string_view each) { return fits(name, each); });
}

}  // namespace

bool decides_what_runs(std::string_view variable) noexcept {
    // As they are written: of a name in another case nothing is known.
    if (one_of(variable, harmless)) return false;
    return any_of(variable, deciding_names, equal_ignoring_case) || any_of(variable, beginnings, begins) ||
           any_of(variable, endings, ends);
}

bool only_tunes(std::string_view variable) noexcept { return one_of(variable, tuning); }

bool only_tunes(std::string_view variable, std::string_view value) noexcept {
    return (only_tunes(variable) && (plain(value) || (variable == "TZ" && names_zone(value)))) ||
           (one_of(variable, pagers) && (value.empty() || value == "cat"));
}

bool names_git_settings(std::string_view variable) noexcept {
    return variable == "GIT_EXEC_PATH" ||
           (variable.starts_with("GIT_CONFIG") && variable != "GIT_CONFIG_NOSYSTEM");
}

bool says_where_to_work(std::string_view text) noexcept {
    constexpr std::string_view names[] = {"CDPATH", "GIT_DIR", "GIT_WORK_TREE", "MAKEFLAGS"};
    return std::ranges::find(names, text.substr(0, text.find('='))) != std::end(names);
}

bool holds_command(std::string_view variable) noexcept {
    return std::ranges::any_of(command_variables,
                               [&](std::string_view each) { return variable.ends_with(each); });
}

}  // namespace assent::detail
