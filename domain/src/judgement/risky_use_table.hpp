#pragma once

#include "command_options.hpp"
#include "factors.hpp"

#include <algorithm>
#include <array>
#include <string_view>

/// What programs do that makes a command risky, as data.
namespace assent::lenient::risky {

using namespace std::string_view_literals;

struct risky_use {
    std::string_view program;
    factor found;
    option_set first{};   ///< one of these has to be there; empty: nothing has to
    option_set second{};  ///< and one of these
};

inline constexpr auto destructive = factor::destructive_command;
inline constexpr auto privilege = factor::privilege;
inline constexpr auto network = factor::network;
inline constexpr auto install = factor::package_install;
inline constexpr std::string_view package_words = "install i in add ci update upgrade up dlx exec x create";
inline constexpr std::string_view system_words =
    "install reinstall add upgrade update dist-upgrade full-upgrade localinstall";
inline constexpr std::string_view container_words = "rm rmi prune down kill";

// Sorted by program; one program may have several rows.
inline constexpr std::array uses{
    risky_use{"apk", install, {.words = system_words}, {}},
    risky_use{"apt", install, {.words = system_words}, {}},
    risky_use{"apt-get", install, {.words = system_words}, {}},
    risky_use{"aptitude", install, {.words = system_words}, {}},
    risky_use{"aria2c", network, {}, {}},
    risky_use{"brew", install, {.words = "install reinstall upgrade update tap"}, {}},
    risky_use{"bun", install, {.words = package_words}, {}},
    risky_use{"bunx", install, {}, {}},
    risky_use{"cargo", install, {.words = "install"}, {}},
    risky_use{"chown", privilege, {.words = "root* 0 0:*"}, {}},
    risky_use{"composer", install, {.words = "install require update"}, {}},
    risky_use{"curl", network, {}, {}},
    risky_use{"dd", destructive, {}, {}},
    risky_use{"dnf", install, {.words = system_words}, {}},
    risky_use{"doas", privilege, {}, {}},
    risky_use{"docker", destructive, {.words = container_words}, {}},
    risky_use{"docker", network, {.words = "pull push login"}, {}},
    risky_use{"find", destructive, {.words = "-delete"}, {}},
    risky_use{"ftp", network, {}, {}},
    risky_use{"gem", install, {.words = "install update"}, {}},
    risky_use{"gh", network, {}, {}},
    risky_use{"git", network, {.words = "push clone fetch pull ls-remote submodule"}, {}},
    risky_use{"git", destructive, {.words = "reset"}, {.words = "--hard --merge --keep"}},
    risky_use{"git", destructive, {.words = "clean rm filter-branch filter-repo update-ref gc"}, {}},
    risky_use{"git",
              destructive,
              {.words = "push"},
              {.letters = "fd",
               .valued = "o",
               .words = "--force --force-with-lease --delete --mirror --prune +* :*"}},
    risky_use{"git", destructive, {.words = "branch tag"}, {.letters = "dDf", .words = "--delete --force"}},
    risky_use{"git",
              destructive,
              {.words = "checkout switch restore"},
              {.letters = "f", .words = "-- --force . --worktree --discard-changes"}},
    risky_use{"git", destructive, {.words = "stash reflog"}, {.words = "drop clear expire delete"}},
    risky_use{"git", destructive, {.words = "worktree remote"}, {.words = "remove rm prune"}},
    risky_use{"go", install, {.words = "install get"}, {}},
    risky_use{"helm", destructive, {.words = "uninstall delete rollback"}, {}},
    risky_use{"kubectl", destructive, {.words = "delete drain replace"}, {}},
    risky_use{"mkfs", destructive, {}, {}},
    risky_use{"nc", network, {}, {}},
    risky_use{"ncat", network, {}, {}},
    risky_use{"netcat", network, {}, {}},
    risky_use{"npm", install, {.words = package_words}, {}},
    risky_use{"npm", network, {.words = "publish unpublish login"}, {}},
    risky_use{"npx", install, {}, {}},
    risky_use{"pacman", install, {.letters = "SU"}, {}},
    risky_use{"parted", destructive, {}, {}},
    risky_use{"pip", install, {.words = "install download"}, {}},
    risky_use{"pipx", install, {}, {}},
    risky_use{"pkexec", privilege, {}, {}},
    risky_use{"pnpm", install, {.words = package_words}, {}},
    risky_use{"pnpx", install, {}, {}},
    risky_use{"podman", destructive, {.words = container_words}, {}},
    risky_use{"rm", destructive, {}, {}},
    risky_use{"rmdir", destructive, {}, {}},
    risky_use{"rsync", network, {}, {}},
    risky_use{"rsync", destructive, {.words = "--delete* --del --remove-source-files"}, {}},
    risky_use{"runuser", privilege, {}, {}},
    risky_use{"scp", network, {}, {}},
    risky_use{"setcap", privilege, {}, {}},
    risky_use{"setfacl", privilege, {}, {}},
    risky_use{"sftp", network, {}, {}},
    risky_use{"shred", destructive, {}, {}},
    risky_use{"snap", install, {.words = "install refresh"}, {}},
    risky_use{"socat", network, {}, {}},
    risky_use{"ssh", network, {}, {}},
    risky_use{"su", privilege, {}, {}},
    risky_use{"sudo", privilege, {}, {}},
    risky_use{"svn", network, {}, {}},
    risky_use{"telnet", network, {}, {}},
    risky_use{"terraform", destructive, {.words = "destroy apply"}, {}},
    risky_use{"truncate", destructive, {}, {}},
    risky_use{"unlink", destructive, {}, {}},
    risky_use{"useradd", privilege, {}, {}},
    risky_use{"usermod", privilege, {}, {}},
    risky_use{"uv", install, {.words = "add install sync pip tool"}, {}},
    risky_use{"uvx", install, {}, {}},
    risky_use{"visudo", privilege, {}, {}},
    risky_use{"wget", network, {}, {}},
    risky_use{"wipefs", destructive, {}, {}},
    risky_use{"yarn", install, {.words = package_words}, {}},
    risky_use{"yum", install, {.words = system_words}, {}},
    risky_use{"zypper", install, {.words = "install in update up dup"}, {}},
};

struct by_program {
    constexpr bool operator()(const risky_use& left, const risky_use& right) const {
        return left.program < right.program;
    }
    constexpr bool operator()(const risky_use& left, std::string_view right) const {
        return left.program < right;
    }
    constexpr bool operator()(std::string_view left, const risky_use& right) const {
        return left < right.program;
    }
};
static_assert(std::is_sorted(uses.begin(), uses.end(), by_program{}));

inline constexpr std::array downloaders{"aria2c"sv, "curl"sv, "fetch"sv, "wget"sv};
inline constexpr std::array text_runners{"."sv,      "ash"sv,   "bash"sv, "bun"sv,    "dash"sv, "deno"sv,
                                         "eval"sv,   "fish"sv,  "ksh"sv,  "lua"sv,    "node"sv, "perl"sv,
                                         "php"sv,    "pwsh"sv,  "pypy"sv, "python"sv, "ruby"sv, "sh"sv,
                                         "source"sv, "tclsh"sv, "zsh"sv};
inline constexpr std::array text_takers{
    "["sv,    "[["sv,    "ag"sv,   "apropos"sv, "cat"sv,    "cd"sv,      "echo"sv, "egrep"sv, "fgrep"sv,
    "grep"sv, "head"sv,  "ls"sv,   "man"sv,     "mkdir"sv,  "printf"sv,  "rg"sv,   "stat"sv,  "tail"sv,
    "test"sv, "touch"sv, "type"sv, "wc"sv,      "whatis"sv, "whereis"sv, "which"sv};

struct statement_beginning {
    std::string_view first;
    std::string_view second;
};
// Of SQL, in lower case.
inline constexpr std::array destroying_statements{
    statement_beginning{"drop", "table"},  statement_beginning{"drop", "database"},
    statement_beginning{"drop", "schema"}, statement_beginning{"drop", "view"},
    statement_beginning{"drop", "index"},  statement_beginning{"drop", "user"},
    statement_beginning{"delete", "from"}, statement_beginning{"truncate", "table"},
};

}  // namespace assent::lenient::risky
