#include "running_programs.hpp"

#include "name_filter.hpp"
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
    {"autossh", {"46AaCfGgKkNnqsTtVvXxYy", "MbcDeFIiLlmOopRSw"}, form::shell, 1},
    {"builtin"},
    {"bunx"},
    {"busybox"},
    {"caffeinate", {"dimsu", "tw"}},
    {"catchsegv"},
    {"ccache"},
    {"choom", {"", "np"}},
    {"chronic"},
    {"chroot", {}, form::words, 1},
    {"chrt", {"abdfimorv", "DPT"}, form::words, 1},
    {"command", {"p", ""}},
    {"concurrently", {}, form::shell},
    {"cpulimit", {"bfimqrz", "elp"}},
    {"cross-env"},
    {"cross-env-shell", {}, form::shell},
    {"dbus-launch"},
    {"dbus-run-session"},
    {"distrobox-host-exec"},
    {"doas", {"Lns", "aCu"}, form::words, 0, '\0', true},
    {"dotenv"},
    {"dumb-init", {"cv", "r"}},
    {"eatmydata"},
    {"entr", {"acdnprsxz", ""}, form::either},
    {"env", {"i0v", "uC"}, form::words, 0, 'S'},
    {"env-cmd"},
    {"envdir", {}, form::words, 1},
    {"exec", {"cl", "a"}},
    {"fakeroot", {"uv", "lfsib"}},
    {"faketime", {"fm", ""}, form::words, 1},
    {"firejail"},
    {"flatpak-spawn"},
    {"flock", {"suxneoFv", "wE"}, form::words, 1, 'c'},
    {"genv", {"i0v", "uC"}, form::words, 0, 'S'},
    {"gnice", {"", "n"}},
    {"gnohup"},
    {"gnome-terminal"},
    {"gosu", {}, form::words, 1},
    {"gstdbuf", {"", "ioe"}},
    {"gtime", {"apqvV", "of"}},
    {"gtimeout", {"fpv", "ks"}, form::words, 1},
    {"gxargs", {"0eiloprtx", "adEILnPs"}},
    {"hyperfine", {}, form::shell},
    {"ifne", {"n", ""}},
    {"ionice", {"t", "cnpPu"}},
    {"ld-linux-x86-64.so.2"},
    {"ld-linux.so.2"},
    {"lima"},
    {"linux32"},
    {"linux64"},
    {"ltrace", {"CfhiLrStTVb", "aADeFlnopsuwx"}},
    {"mosh", {}, form::words, 1},
    {"nice", {"", "n"}},
    {"nix-shell", {}, form::none, 0, '\0', true, "--run"},
    {"nocorrect"},
    {"nodemon", {}, form::words, 0, 'x', false, "--exec"},
    {"noglob"},
    {"nohup"},
    {"npx", {"qy", "pc"}, form::words, 0, 'c', false, "--call"},
    {"nsenter", {"aFZ", "tSG"}},
    {"numactl"},
    {"parallel", {"0kmqtuvX", "aCdEIjLnNPsS"}, form::either},
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
    {"screen", {"adDilmOqUvwA", "cehprRStTx"}},
    {"script", {"aefqV", "BEImoOtT"}, form::none, 0, 'c', true},
    {"sem", {"0kmqtuvX", "aCdEIjLnNPsS"}, form::either},
    {"setarch", {}, form::words, 1},
    {"setpriv", {}},
    {"setsid", {"cfw", ""}},
    {"setuidgid", {}, form::words, 1},
    {"softlimit", {}},
    {"ssh", {"46AaCfGgKkMNnqsTtVvXxYy", "BbcDEeFIiJLlmOopQRSWw"}, form::shell, 1, '\0', true},
    {"ssh-agent", {"cDdks", "aEOPt"}},
    {"sshpass", {"ehvV", "fdpP"}},
    {"start-stop-daemon", {}},
    {"stdbuf", {"", "ioe"}},
    {"strace", {"CcdfFhiqrtTvVwxyZz", "abeEIoOpPsSuUX"}},
    {"su", {"flmPp", "Ggsw"}, form::none, 0, 'c', true},
    {"sudo", {"ABbEeHiKklnPSsVv", "aCcDghpRrTtUu"}, form::either, 0, '\0', true},
    {"systemd-cat", {"", "tp"}},
    {"systemd-inhibit"},
    {"systemd-nspawn", {"bqUnx", "DiuMjE"}},
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
    {"watchexec", {}, form::either},
    {"wsl", {}, form::either},
    {"xargs", {"0eiloprtx", "adEILnPs"}},
    {"xterm"},
    {"xvfb-run", {"al", "efnpsw"}},
};

constexpr std::array shells{"ash"sv,   "bash"sv, "csh"sv,  "dash"sv, "fish"sv, "ksh"sv,
                            "ksh93"sv, "lksh"sv, "mksh"sv, "oksh"sv, "posh"sv, "rbash"sv,
                            "rksh"sv,  "rzsh"sv, "sh"sv,   "tcsh"sv, "yash"sv, "zsh"sv};

constexpr std::array container_programs{
    "docker"sv,         "docker-compose"sv, "kubectl"sv, "lxc"sv,   "nerdctl"sv, "oc"sv,  "podman"sv,
    "podman-compose"sv, "buildah"sv,        "crictl"sv,  "finch"sv, "incus"sv,   "runc"sv};

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
    {"pypy", "c", {"bBdEhiIOPqsSuvVx", "mQWX"}, 'm'},
    {"python", "c", {"bBdEhiIOPqsSuvVx", "mQWX"}, 'm'},
    {"rscript", "e", {}},
    {"ruby", "e", {"0acdhiKlnpsSTvwWxy", "CEFIr"}},
    {"tclsh", "", {}},
};

constexpr bool by_name(const wrapping_program& left, const wrapping_program& right) {
    return left.name < right.name;
}
static_assert(std::is_sorted(std::begin(wrappers), std::end(wrappers), by_name));
static_assert(std::is_sorted(shells.begin(), shells.end()));

// Most programs are none of these, which is told without a search.
constexpr name_filter wrapper_names = name_filter().add(wrappers, &wrapping_program::name);
constexpr name_filter interpreter_names = name_filter().add(interpreters, &interpreter::name);
constexpr name_filter shell_names = name_filter().add(shells);
constexpr name_filter container_names = name_filter().add(container_programs);
constexpr name_filter all_names =
    name_filter().add(wrapper_names).add(interpreter_names).add(shell_names).add(container_names);

// Endings of names of variables, in capitals.
constexpr std::array command_variables{"GIT_EXTERNAL_DIFF"sv, "GIT_SSH"sv,  "EDITOR"sv,    "PAGER"sv,
                                       "_COMMAND"sv,          "VISUAL"sv,   "BROWSER"sv,   "_RSH"sv,
                                       "_WRAPPER"sv,          "LESSOPEN"sv, "LESSCLOSE"sv, "_ASKPASS"sv};

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

const name_filter& running_filter() noexcept { return all_names; }

const wrapping_program* wrapping(std::string_view name) noexcept {
    if (!wrapper_names.may_hold(name)) return nullptr;
    const auto* found =
        std::lower_bound(std::begin(wrappers), std::end(wrappers), wrapping_program{name}, by_name);
    return found != std::end(wrappers) && found->name == name ? found : nullptr;
}

bool is_shell(std::string_view name) noexcept {
    return shell_names.may_hold(name) && std::binary_search(shells.begin(), shells.end(), name);
}

bool runs_containers(std::string_view name) noexcept {
    return container_names.may_hold(name) &&
           std::find(container_programs.begin(), container_programs.end(), name) != container_programs.end();
}

std::string_view without_version(std::string_view name) noexcept {
    while (!name.empty() && (digit(name.back()) || name.back() == '.')) name.remove_suffix(1);
    return name;
}

const interpreter* interpreting(std::string_view name) noexcept {
    const auto plain = without_version(name);
    if (!interpreter_names.may_hold(plain)) return nullptr;
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
