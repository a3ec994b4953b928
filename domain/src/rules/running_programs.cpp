#include "running_programs.hpp"

#include "shell_characters.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;
using form = wrapping_program::form;

// Sorted by name. Options that are not listed count as unclear.
constexpr wrapping_program wrappers[] = {
    {"-"},
    {"builtin"},
    {"bunx"},
    {"busybox"},
    {"bwrap"},
    {"caffeinate", {"dimsu", "tw"}},
    {"catchsegv"},
    {"choom", {"", "np"}},
    {"chronic"},
    {"chroot", {}, form::words, 1},
    {"chrt", {"abdfimorv", "DPT"}, form::words, 1},
    {"command", {"p", ""}},
    {"cpulimit", {"bfimqrz", "elp"}},
    {"dbus-run-session"},
    {"doas", {"Lns", "aCu"}, form::words, 0, '\0', true},
    {"dumb-init", {"cv", "r"}},
    {"eatmydata"},
    {"entr", {"acdnprsxz", ""}, form::either},
    {"env", {"i0v", "uC"}, form::words, 0, 'S'},
    {"exec", {"cl", "a"}},
    {"fakeroot", {"uv", "lfsib"}},
    {"faketime", {"fm", ""}, form::words, 1},
    {"firejail"},
    {"flock", {"suxneoFv", "wE"}, form::words, 1, 'c'},
    {"genv", {"i0v", "uC"}, form::words, 0, 'S'},
    {"gnice", {"", "n"}},
    {"gnohup"},
    {"gosu", {}, form::words, 1},
    {"gstdbuf", {"", "ioe"}},
    {"gtime", {"apqvV", "of"}},
    {"gtimeout", {"fpv", "ks"}, form::words, 1},
    {"gxargs", {"0eiloprtx", "adEILnPs"}},
    {"hyperfine", {}, form::shell},
    {"ionice", {"t", "cnpPu"}},
    {"ld-linux-x86-64.so.2"},
    {"ld-linux.so.2"},
    {"linux32"},
    {"linux64"},
    {"ltrace", {"CfhiLrStTVb", "aADeFlnopsuwx"}},
    {"nice", {"", "n"}},
    {"nocorrect"},
    {"noglob"},
    {"nohup"},
    {"npx", {"qy", "pc"}, form::words, 0, 'c'},
    {"nsenter", {"aFZ", "tSG"}},
    {"numactl"},
    {"parallel", {"0kmqtuvX", "aCdEIjLnNPsS"}, form::either},
    {"perf"},
    {"pipx"},
    {"pkexec"},
    {"pnpx"},
    {"prlimit", {}},
    {"proot", {"", "rbwqk"}},
    {"proxychains", {"q", "f"}},
    {"proxychains4", {"q", "f"}},
    {"repeat", {}, form::words, 1},
    {"rlwrap", {}},
    {"runcon", {"c", "turl"}},
    {"runuser", {"flmPp", "uGgsw"}, form::words, 0, 'c', true},
    {"script", {"aefqV", "BEImoOtT"}, form::none, 0, 'c', true},
    {"setarch", {}, form::words, 1},
    {"setpriv", {}},
    {"setsid", {"cfw", ""}},
    {"sg", {}, form::none, 0, 'c', true},
    {"softlimit", {}},
    {"ssh", {"46AaCfGgKkMNnqsTtVvXxYy", "BbcDEeFIiJLlmOopQRSWw"}, form::shell, 1, '\0', true},
    {"start-stop-daemon", {}},
    {"stdbuf", {"", "ioe"}},
    {"strace", {"CcdfFhiqrtTvVwxyZz", "abeEIoOpPsSuUX"}},
    {"su", {"flmPp", "Ggsw"}, form::none, 0, 'c', true},
    {"sudo", {"ABbEeHiKklnPSsVv", "aCcDghpRrTtUu"}, form::either, 0, '\0', true},
    {"systemd-run", {"GPdqtrS", "EHMp"}},
    {"taskset", {"ac", "p"}, form::words, 1},
    {"time", {"apqvV", "of"}},
    {"timeout", {"fpv", "ks"}, form::words, 1},
    {"tini", {"gsvw", "ep"}},
    {"torsocks"},
    {"toybox"},
    {"unbuffer", {"p", ""}},
    {"unshare", {"CcfimnpTUur", "RSGw"}},
    {"uvx"},
    {"valgrind", {}},
    {"watch", {"bcdeghprtvwxC", "nq"}, form::either},
    {"xargs", {"0eiloprtx", "adEILnPs"}},
    {"xvfb-run", {"al", "efnpsw"}},
};

constexpr std::array shells{"ash"sv,   "bash"sv, "csh"sv,  "dash"sv, "fish"sv, "ksh"sv,
                            "ksh93"sv, "lksh"sv, "mksh"sv, "oksh"sv, "posh"sv, "rbash"sv,
                            "rksh"sv,  "rzsh"sv, "sh"sv,   "tcsh"sv, "yash"sv, "zsh"sv};

constexpr std::array container_programs{"docker"sv, "docker-compose"sv, "kubectl"sv, "lxc"sv, "nerdctl"sv,
                                        "oc"sv,     "podman"sv};

constexpr interpreter interpreters[] = {
    {"bun", "ep", {"", "r"}},
    {"deno", "", {}},
    {"julia", "eEF", {"", "CHJLptm"}},
    {"lua", "e", {"EivW", "l"}},
    {"luajit", "e", {"EivO", "bjl"}},
    {"node", "ep", {"chivs", "Cr"}},
    {"nodejs", "ep", {"chivs", "Cr"}},
    {"osascript", "e", {"i", "ls"}},
    {"perl", "eE", {"0acCdDfgilnpsStTuUvVwWxX", "FImM"}},
    {"php", "BERr", {"aeilmnqsvw", "cdfFHtzS"}},
    {"powershell", "ce", {}},
    {"pwsh", "ce", {}},
    {"pypy", "c", {"bBdEhiIOPqsSuvVx", "mQWX"}},
    {"python", "c", {"bBdEhiIOPqsSuvVx", "mQWX"}},
    {"rscript", "e", {}},
    {"ruby", "e", {"0acdhiKlnpsSTvwWxy", "CEFIr"}},
    {"tclsh", "", {}},
};

constexpr bool by_name(const wrapping_program& left, const wrapping_program& right) {
    return left.name < right.name;
}
static_assert(std::is_sorted(std::begin(wrappers), std::end(wrappers), by_name));
static_assert(std::is_sorted(shells.begin(), shells.end()));

// Endings of names of variables, in capitals.
constexpr std::array command_variables{"EDITOR"sv, "PAGER"sv,    "_COMMAND"sv, "VISUAL"sv,    "BROWSER"sv,
                                       "_RSH"sv,   "_WRAPPER"sv, "LESSOPEN"sv, "LESSCLOSE"sv, "_ASKPASS"sv};

bool has(std::string_view letters, char letter) noexcept {
    return letters.find(letter) != std::string_view::npos;
}

}  // namespace

option_reach reach_of(std::string_view option, const option_letters& letters) noexcept {
    if (option.size() < 2 || option == "--" || option.find('=') != std::string_view::npos)
        return option_reach::word;
    if (option[1] == '-') return option_reach::unclear;
    for (std::size_t at = 1; at < option.size(); ++at) {
        if (has(letters.valued, option[at]))
            return at + 1 == option.size() ? option_reach::two : option_reach::word;
        if (!has(letters.flags, option[at]) && !digit(option[at])) return option_reach::unclear;
    }
    return option_reach::word;
}

const wrapping_program* wrapping(std::string_view name) noexcept {
    const auto* found =
        std::lower_bound(std::begin(wrappers), std::end(wrappers), wrapping_program{name}, by_name);
    return found != std::end(wrappers) && found->name == name ? found : nullptr;
}

bool is_shell(std::string_view name) noexcept {
    return std::binary_search(shells.begin(), shells.end(), name);
}

bool runs_containers(std::string_view name) noexcept {
    return std::find(container_programs.begin(), container_programs.end(), name) != container_programs.end();
}

const interpreter* interpreting(std::string_view name) noexcept {
    const auto plain = name.substr(0, name.find_last_not_of("0123456789.") + 1);
    const auto* found = std::find_if(std::begin(interpreters), std::end(interpreters),
                                     [&](const interpreter& each) { return each.name == plain; });
    return found == std::end(interpreters) ? nullptr : found;
}

bool holds_command(std::string_view variable) noexcept {
    return std::any_of(command_variables.begin(), command_variables.end(),
                       [&](std::string_view each) { return variable.ends_with(each); });
}

program_id::program_id(std::string_view word) noexcept {
    const auto name = word.substr(word.rfind('/') + 1);
    if (name.size() > sizeof letters_) return;
    for (const char byte : name)
        letters_[length_++] = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

}  // namespace assent::detail
