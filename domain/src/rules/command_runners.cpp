#include "command_runners.hpp"

#include "command_words.hpp"

#include <assent/domain/rules/glob.hpp>

#include <algorithm>
#include <iterator>

namespace assent::detail {
namespace {

// Programs that run what their words say. A wildcard in that place would allow every program.
constexpr std::string_view runners[] = {
    // shells and interpreters
    "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "busybox", "pwsh",
    "powershell", "python", "python2", "python3", "pypy", "pypy3", "node", "nodejs", "deno", "bun", "tsx",
    "ts-node", "perl", "ruby", "php", "lua", "luajit", "tclsh", "expect", "osascript",
    // package runners
    "npx", "pnpx", "bunx", "uvx", "pipx",
    // other users, hosts, machines and namespaces
    "sudo", "doas", "su", "runuser", "pkexec", "ssh", "docker", "podman", "nerdctl", "chroot", "unshare",
    "nsenter", "systemd-run",
    // wrappers
    "env", "xargs", "parallel", "nohup", "nice", "ionice", "time", "timeout", "stdbuf", "setsid", "taskset",
    "watch", "flock", "script", "strace", "ltrace",
    // words of the shell
    "command", "builtin", "exec", "eval", "source", ".", "trap", "coproc"};

std::string_view without_version(std::string_view program) noexcept {
    return program.substr(0, program.find_last_not_of("0123456789.") + 1);
}

bool is_runner(std::string_view program) noexcept {
    const auto same = [&](std::string_view each) {
        return each == program || each == without_version(program);
    };
    return std::any_of(std::begin(runners), std::end(runners), same);
}

// Whether this pattern of a program's name covers a runner. A lone `*` is left to the author.
bool covers_runner(std::string_view pattern) {
    const glob program(base_name(pattern));
    if (program.any_text()) return false;
    if (is_runner(program.literal_text())) return true;
    return std::any_of(std::begin(runners), std::end(runners),
                       [&](auto each) { return program.matches(each); });
}

// An option, or a number that belongs to one: what is run comes after it.
bool before_operand(std::string_view word) noexcept {
    return word.starts_with('-') || (word.front() >= '0' && word.front() <= '9');
}

}  // namespace

std::string free_runner(std::span<const std::string_view> words) {
    std::size_t at = 0;
    while (at < words.size() && covers_runner(words[at])) {
        const std::string_view runner = words[at];
        if (!glob(runner).literal()) return std::string(runner);
        ++at;
        while (at < words.size() && before_operand(words[at]) && glob(words[at]).literal()) ++at;
        if (at == words.size() || glob(words[at]).literal()) continue;
        // `bash ./scripts/*` says what is run; `bash *`, `bash -*` and `bash ?cript` do not.
        const char first = words[at].front();
        return first == '*' || first == '?' || before_operand(words[at]) ? std::string(runner)
                                                                         : std::string();
    }
    return {};
}

}  // namespace assent::detail
