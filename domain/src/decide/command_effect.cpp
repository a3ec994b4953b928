#include <assent/domain/decide/command_effect.hpp>

#include "../match/glob_overlap.hpp"
#include "../programs/catalogue.hpp"
#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "line_values.hpp"
#include "protected_places.hpp"

#include <assent/domain/match/path_reading.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace assent {
namespace {

using namespace std::string_view_literals;
using programs::effect;
using programs::part_kind;
using programs::program_use;
using word = shell_word;
using role = shell_mention::role;

// Files outside of the working directory that tell nothing about anybody.
constexpr word_list system_facts{
    "/dev/null"sv,           "/dev/stdin"sv,          "/dev/stdout"sv,         "/dev/stderr"sv,
    "/dev/zero"sv,           "/etc/os-release"sv,     "/etc/debian_version"sv, "/etc/lsb-release"sv,
    "/etc/hostname"sv,       "/etc/timezone"sv,       "/etc/issue"sv,          "/etc/redhat-release"sv,
    "/etc/alpine-release"sv, "/etc/shells"sv,         "/etc/nsswitch.conf"sv,  "/etc/resolv.conf"sv,
    "/etc/localtime"sv,      "/usr/lib/os-release"sv, "/proc/cpuinfo"sv,       "/proc/meminfo"sv,
    "/proc/version"sv,       "/proc/loadavg"sv,       "/proc/uptime"sv,        "/proc/filesystems"sv,
    "/proc/stat"sv,          "/proc/cmdline"sv};
constexpr word_list system_folders{"/usr/include/"sv, "/usr/share/doc/"sv, "/usr/share/man/"sv,
                                   "/usr/local/include/"sv, "/usr/share/zoneinfo/"sv};
constexpr word_list system_program_folders{"/bin/"sv, "/usr/bin/"sv, "/sbin/"sv, "/usr/sbin/"sv,
                                           "/usr/libexec/"sv};

// Variables of the shell and of every session, which tell nothing that matters.
constexpr word_list told_variables{"PWD"sv,          "OLDPWD"sv,      "HOME"sv,         "PATH"sv,
                                   "USER"sv,         "LOGNAME"sv,     "SHELL"sv,        "LANG"sv,
                                   "TERM"sv,         "HOSTNAME"sv,    "OSTYPE"sv,       "UID"sv,
                                   "EUID"sv,         "RANDOM"sv,      "SECONDS"sv,      "LINENO"sv,
                                   "COLUMNS"sv,      "LINES"sv,       "SHLVL"sv,        "PPID"sv,
                                   "BASH_VERSION"sv, "ZSH_VERSION"sv, "MACHTYPE"sv,     "HOSTTYPE"sv,
                                   "VIRTUAL_ENV"sv,  "GOPATH"sv,      "GOROOT"sv,       "JAVA_HOME"sv,
                                   "NVM_DIR"sv,      "CI"sv,          "NODE_ENV"sv,     "EDITOR"sv,
                                   "TMPDIR"sv,       "TZ"sv,          "CONDA_PREFIX"sv, "CONDA_DEFAULT_ENV"sv,
                                   "ANDROID_HOME"sv, "CARGO_HOME"sv,  "DISPLAY"sv,      "REPLY"sv,
                                   "PIPESTATUS"sv};

// Programs that show text; `cat` does no more.
constexpr word_list pagers{"PAGER"sv,         "GIT_PAGER"sv, "MANPAGER"sv,
                           "SYSTEMD_PAGER"sv, "GH_PAGER"sv,  "AWS_PAGER"sv};

// Lower-case names that are no mere names to zsh.
constexpr word_list variables_of_zsh{
    "path"sv,          "fpath"sv,     "cdpath"sv,   "manpath"sv, "mailpath"sv, "module_path"sv,
    "argv"sv,          "fignore"sv,   "prompt"sv,   "psvar"sv,   "watch"sv,    "histchars"sv,
    "aliases"sv,       "functions"sv, "commands"sv, "options"sv, "status"sv,   "signals"sv,
    "zle_highlight"sv, "nameddirs"sv, "galiases"sv, "saliases"sv};

constexpr std::string_view glob_characters = "*?[";
constexpr byte_set brackets("*?[{");
constexpr std::string_view placeholder = "$@";
// What is between two names in a path, and in `HEAD:path` of git.
constexpr byte_set path_joints("/:");

bool has_any(effect does) noexcept { return does != effect::reads; }

// `HEAD~3..main` has none; `a/../b` does.
bool leads_up(std::string_view path) noexcept {
    for (auto at = path.find(".."); at != std::string_view::npos; at = path.find("..", at + 1)) {
        const bool begins = at == 0 || path_joints.has(path[at - 1]);
        const bool ends = at + 2 == path.size() || path_joints.has(path[at + 2]);
        if (begins && ends) return true;
    }
    return false;
}

// Whether it is `..` with words in braces: `{.,}.`.
bool may_be_parent(std::string_view component) noexcept {
    if (component.find('{') == component.npos) return false;
    bool in_word = false;  // of the braces
    bool dots = true;      // it has nothing else
    bool one_of_dots = true;
    for (const char byte : component) {
        if (byte == '{') {
            if (in_word) return true;  // in others
            in_word = true;
            dots = true;
            one_of_dots = false;
        } else if (in_word && (byte == ',' || byte == '}')) {
            one_of_dots = one_of_dots || dots;
            dots = true;
            in_word = byte == ',';
            if (!in_word && !one_of_dots) return false;
        } else if (byte != '.') {
            if (!in_word) return false;
            dots = false;
        }
    }
    return true;
}

// `.?` and `.{.,}` may be `..`.
bool may_lead_up(std::string_view glob) noexcept {
    for (auto rest = glob; !rest.empty();) {
        const auto slash = std::min(rest.find('/'), rest.size());
        if (may_be_parent(rest.substr(0, slash))) return true;
        rest.remove_prefix(std::min(slash + 1, rest.size()));
    }
    for (auto at = glob.find('.'); at != std::string_view::npos; at = glob.find('.', at + 1)) {
        const bool begins = at == 0 || glob[at - 1] == '/';
        if (begins && at + 1 < glob.size() && brackets.has(glob[at + 1])) return true;
    }
    return false;
}

bool is_below(std::string_view path, std::string_view folder) noexcept {
    while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    if (folder == "/") return path.starts_with('/');
    return !folder.empty() && path.starts_with(folder) &&
           (path.size() == folder.size() || path[folder.size()] == '/');
}

bool system_fact(std::string_view path) noexcept {
    return system_facts.has(path) || (system_folders.may_begin(path) &&
                                      std::ranges::any_of(system_folders, [&](std::string_view folder) {
                                          return path.starts_with(folder) ||
                                                 path == folder.substr(0, folder.size() - 1);
                                      }));
}

// What each effect of a use is to the call, from harmful to harmless.
struct effect_of_bit {
    effect bit;
    call_effect is;
};
constexpr effect_of_bit effects_of_bits[] = {
    {effect::rights, call_effect::escapes},  {effect::evaluates, call_effect::escapes},
    {effect::loads, call_effect::escapes},   {effect::destroys, call_effect::destroys},
    {effect::sends, call_effect::sends},     {effect::secrets, call_effect::secret},
    {effect::fetches, call_effect::network}, {effect::installs, call_effect::installs},
    {effect::runs, call_effect::runs},       {effect::deletes, call_effect::changes},
    {effect::writes, call_effect::changes},  {effect::outside, call_effect::looks_outside},
};

// Programs that print the names of files, one a line, with these options and no others: `xargs` may bring
// them to a program.
struct name_source {
    std::string_view program;
    std::string_view subcommand;  // empty: any use
    std::string_view option;      // needed; empty: none
    std::string_view others;
};
constexpr std::string_view search_options =
    "-l -r -R -i -n -E -F -w -rl -lr -rln -rli -ril -rlE -rlF -rlw -Rl -lE -lF -li -e --include=* "
    "--exclude=* "
    "--exclude-dir=* --files-with-matches --recursive";
constexpr std::string_view find_options =
    "-H -L -P -name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -size -mtime "
    "-mmin "
    "-newer -not -o -or -a -and -prune -print -print0 -empty -depth -xdev -mount -user -group -perm "
    "-readable "
    "-executable -writable -true -false -links";
constexpr name_source name_sources[] = {
    {"find", {}, {}, find_options},
    {"fd",
     {},
     {},
     "-H -I -t -e -E -d -g -i -s -p -0 --hidden --no-ignore --type --extension --exclude --glob"},
    {"fdfind",
     {},
     {},
     "-H -I -t -e -E -d -g -i -s -p -0 --hidden --no-ignore --type --extension --exclude --glob"},
    {"ls", {}, {}, "-1 -a -A -t -r -S -d -1t -t1 -tr -1tr"},
    {"git", "ls-files", {}, "-z -c -m -o -d --cached --modified --others --deleted --exclude-standard"},
    {"git", "diff", "--name-only", "--name-only --cached --staged --diff-filter=* -z --relative"},
    {"git", "grep", "-l", "-l -i -E -F -w -e -n --cached --files-with-matches"},
    {"rg", {}, "-l", "-l -i -n -w -F -e -g -t -T -S --type=* --glob=* --files-with-matches"},
    {"rg", {}, "--files", "--files -g -t -T --type=* --glob=*"},
    {"rg",
     {},
     "--files-with-matches",
     "-l -i -n -w -F -e -g -t -T -S --type=* --glob=* --files-with-matches"},
    {"grep", {}, "-l", search_options},
    {"grep", {}, "-rl", search_options},
    {"grep", {}, "-lr", search_options},
    {"grep", {}, "-rln", search_options},
    {"grep", {}, "-rli", search_options},
    {"grep", {}, "-ril", search_options},
    {"grep", {}, "-rlE", search_options},
    {"grep", {}, "-Rl", search_options},
};
constexpr word_list executing_options{"-exec"sv, "-execdir"sv, "-x"sv, "-X"sv, "--exec"sv, "--exec-batch"sv};
// They let some of the lines through, as they are.
constexpr word_list line_filters{"head"sv, "tail"sv, "sort"sv, "uniq"sv, "grep"sv, "egrep"sv, "fgrep"sv};
constexpr std::string_view filter_options = "-n -n* -v -i -E -F -w -x -vE -iE -vi -u -r -e";

// They set the variables that their words name.
constexpr word_list naming_builtins{"read"sv,  "export"sv,   "declare"sv, "typeset"sv,
                                    "local"sv, "readonly"sv, "unset"sv};
constexpr word_list searchers{"grep"sv, "egrep"sv, "fgrep"sv, "rg"sv, "ag"sv, "git"sv, "find"sv};
// In names of variables that hold secrets.
constexpr std::array marks_of_secret_variables{"token"sv, "secret"sv, "password"sv,   "passwd"sv,
                                               "_key"sv,  "apikey"sv, "credential"sv, "auth"sv,
                                               "_url"sv,  "_dsn"sv};
// Keys of git's settings under which tokens stand.
constexpr std::array marks_of_secret_settings{"extraheader"sv, "token"sv, "password"sv, "secret"sv,
                                              "credential"sv};

}  // namespace

class command_effect::reader {
public:
    reader(command_effect& into, const shell_runs& runs, std::string_view cwd, const command_facts& facts)
        : into_(into),
          runs_(runs),
          cwd_(cwd),
          repositories_(facts.repositories),
          paths_(facts.paths),
          values_(runs, goes_anywhere(runs) ? std::string_view() : cwd) {}

    void read() {
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            found_ = {call_effect::looks, run, {}};
            look_at(run);
            into_.each_.push_back(found_);
            into_.worst_ = std::max(into_.worst_, found_.does);
            if (found_.does > call_effect::looks && !changes_in_place(run)) into_.confined_ = false;
        }
        for (const auto& each : runs_.mentioned()) add(effect_of(each), each.is.text);
        if (!runs_.complete()) add(call_effect::unknown, {});
        if (runs_.evaluates()) add(call_effect::escapes, {});
    }

private:
    void add(call_effect does, std::string_view because) {
        if (does == call_effect::looks) return;
        into_.all_.set(static_cast<std::size_t>(does));
        into_.each_.push_back({does, run_effect::none, because});
        if (does != call_effect::changes || place_of(because, cwd_) != path_place::inside)
            into_.confined_ = false;
        into_.worst_ = std::max(into_.worst_, does);
    }
    void worse(call_effect does, std::string_view because) {
        if (does == call_effect::looks) return;
        into_.all_.set(static_cast<std::size_t>(does));
        if (does <= found_.does) return;
        found_.does = does;
        found_.because = because;
    }

    // Of words that are no program's.

    [[nodiscard]] call_effect effect_of(const shell_mention& each) const {
        const auto text = each.is.text;
        switch (each.as) {
            case role::surrounding: return effect_of_surrounding(each.is);
            case role::assignment: return effect_of_assignment(each.is);
            case role::element:
            case role::here: return told(text) ? call_effect::looks : call_effect::secret;
            case role::input: return reads(each.is, text, true);
            case role::output: return writes(each.is, text);
            case role::descriptor:
                return each.is.known && (text == "-" || text.find_first_not_of("0123456789") == text.npos)
                           ? call_effect::looks
                           : call_effect::unknown;
            case role::loop_name: return assigned(text) ? call_effect::looks : call_effect::escapes;
            // As paths they are looked at where they are used.
            case role::loop_item:
                return std::max(shown_names(each.is), told(text) ? call_effect::looks : call_effect::secret);
            // What `case` looks at is compared.
            case role::other: return told(text) ? call_effect::looks : call_effect::secret;
            case role::loop_begins:
            case role::loop_ends:
            case role::function: break;
        }
        return call_effect::looks;
    }

    [[nodiscard]] call_effect effect_of_assignment(const word& each) const {
        const auto name = each.text.substr(0, detail::name_length(each.text));
        if (!assigned(name)) return call_effect::escapes;
        return each.known || told(each.text) ? call_effect::looks : call_effect::secret;
    }
    // A program gets it, and may look for it.
    [[nodiscard]] static call_effect effect_of_surrounding(const word& each) {
        const auto name = each.text.substr(0, detail::name_length(each.text));
        const auto value = each.text.substr(std::min(each.text.find('=') + 1, each.text.size()));
        const bool shows = pagers.has(name) && (value == "cat" || value.empty());
        return each.known && (shows || detail::only_tunes(name)) ? call_effect::looks : call_effect::escapes;
    }
    // A variable that decides nothing.
    [[nodiscard]] static bool assigned(std::string_view name) {
        return !name.empty() && !detail::decides_what_runs(name) && !variables_of_zsh.has(name) &&
               !told_variables.has(name);
    }

    // Where links lead, too.
    [[nodiscard]] call_effect writes(const word& in, std::string_view file) const {
        if (file == "/dev/null" || file == "/dev/stderr" || file == "/dev/stdout") return call_effect::looks;
        if (!in.known) return call_effect::unknown;
        if (places_in(file).protected_place || !inside(file)) return call_effect::escapes;
        return stays_inside(file) ? call_effect::changes : call_effect::escapes;
    }

    // Of a run that does no more than change: it writes, and each file is named.
    [[nodiscard]] bool changes_in_place(std::size_t run) const {
        const program_use& use = runs_.use(run);
        bool named = false;
        for (const auto& part : use.parts()) {
            const bool written = part.kind == part_kind::write || part.kind == part_kind::archive;
            if (written && place_of(part.text, cwd_) != path_place::inside) return false;
            named = named || written;
        }
        return named && found_.does == call_effect::changes &&
               without(use.does(), effect::looks) == effect::writes;
    }

    // Paths.

    [[nodiscard]] bool inside(std::string_view path) const noexcept {
        if (path.starts_with('~') || leads_up(path)) return false;
        return !path.starts_with('/') || is_below(path, cwd_);
    }

    [[nodiscard]] bool stays_inside(std::string_view path) const {
        if (paths_ == nullptr) return true;
        return paths_->complete && std::ranges::none_of(paths_->links, [&](const command_path& each) {
                   return each.text == path &&
                          (!each.leads || !below_cwd(*each.leads) || places_in(*each.leads).protected_place);
               });
    }

    // Of reading where a path leads, links followed.
    [[nodiscard]] call_effect effect_of_links(std::string_view path, bool shows) const {
        auto worst = call_effect::looks;
        if (paths_ == nullptr) return worst;
        if (!paths_->complete) return call_effect::unknown;
        for (const auto& each : paths_->links) {
            if (each.text != path) continue;
            if (!each.leads) return call_effect::unknown;
            const bool secret = shows && places_in(*each.leads).secret;
            const auto there = below_cwd(*each.leads) || system_fact(*each.leads)
                                   ? call_effect::looks
                                   : call_effect::looks_outside;
            worst = std::max(worst, secret ? call_effect::secret : there);
        }
        return worst;
    }
    [[nodiscard]] bool below_cwd(std::string_view path) const {
        return is_below(path, paths_->cwd.empty() ? cwd_ : std::string_view(paths_->cwd));
    }

    // \param shows  its content, not only that it is there
    [[nodiscard]] call_effect place(std::string_view path, bool globs, bool shows) const {
        if (path.find("://") != path.npos) return call_effect::network;
        if (path.starts_with("file:") || (globs && may_lead_up(path))) return call_effect::looks_outside;
        if (leads_up(path)) return call_effect::looks_outside;
        if (system_fact(path)) return call_effect::looks;
        const auto looked_at = globs ? folder_of_glob(path) : path;
        if (const auto led = effect_of_links(looked_at, shows); led != call_effect::looks) return led;
        if (shows && places_in(path).secret) return call_effect::secret;
        // Pathspecs of git are globs, too, and have marks of their own.
        if (shows && may_name_secret(path, true)) return call_effect::secret;
        if (path.starts_with(":(")) return call_effect::unknown;
        return inside(path) ? call_effect::looks : call_effect::looks_outside;
    }

    // A word, or a part of it, that names a file which is read.
    // \param run  in which it stands; none: in none
    [[nodiscard]] call_effect reads(const word& in, std::string_view path, bool shows,
                                    std::size_t run = run_effect::none) const {
        if (in.pipe) return call_effect::looks;
        if (in.known) return place(path, false, shows);
        if (in.globs) return place(path, true, shows);
        if (path.find('$') == path.npos && path.find('~') == path.npos && !path.starts_with('=') &&
            path.find_first_of(glob_characters) == path.npos && !path.starts_with('{'))
            return place(path, true, shows);  // braces
        call_effect worst = call_effect::looks;
        const bool resolved = values_.each(in, path, run, [&](std::string_view value, bool globs) {
            worst =
                std::max(worst, value.starts_with('-') ? call_effect::unknown : place(value, globs, shows));
        });
        return resolved ? worst : call_effect::unknown;
    }

    // Whether what stands in a text for its variables tells nothing that matters, and sets none.
    [[nodiscard]] bool told(std::string_view text) const {
        for (auto at = text.find('$'); at != text.npos; at = text.find('$', at + 1))
            if (!told_variable(text.substr(at + 1))) return false;
        return true;
    }
    [[nodiscard]] bool told_variable(std::string_view rest) const {
        const bool braced = rest.starts_with('{');
        if (braced) rest.remove_prefix(1);
        if (braced && rest.starts_with('#') && rest.size() > 1 && rest[1] != '}') rest.remove_prefix(1);
        const auto name = rest.substr(0, detail::name_length(rest));
        // Before the line sets it, or where that does not happen, it is the surroundings'.
        const bool secret = std::ranges::any_of(
            marks_of_secret_variables, [&](std::string_view mark) { return contains_letters(name, mark); });
        if (!name.empty() && name != "_" && !told_variables.has(name) && (secret || !values_.sets(name)))
            return false;
        if (!braced) return true;
        rest.remove_prefix(name.empty() ? std::min<std::size_t>(1, rest.size()) : name.size());
        if (rest.starts_with('[')) rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
        // What cuts a part off, or stands for nothing; others assign, or are evaluated.
        return rest.starts_with('}') || rest.starts_with(":-") ||
               (!rest.empty() && "%#/^,-"sv.find(rest.front()) != rest.npos);
    }

    // Of one program.

    void look_at(std::size_t run) {
        const auto words = runs_[run];
        const program_use& use = runs_.use(run);
        const auto program = words.front().text;
        if (!words.front().known || !use.known() || !system_program(program) || !names_exactly(use, program))
            return worse(call_effect::unknown, program);
        if (moves(program) && program != "popd") return goes_to(words, run);
        look_at_use(run, use, words);
        if (found_.does == call_effect::looks && reads_settings(run)) look_at_settings(program);
    }

    // Another program may have such a name.
    [[nodiscard]] static bool system_program(std::string_view program) noexcept {
        if (program.find('/') == program.npos) return true;
        return std::ranges::any_of(system_program_folders, [&](std::string_view folder) {
            return program.starts_with(folder) && program.find('/', folder.size()) == program.npos;
        });
    }

    // Relative paths that do not lead up stay below the working directory then, too.
    void goes_to(std::span<const word> words, std::size_t run) {
        // Home, back, and by a number.
        if (words.size() != 2 || words[1].text.empty() || "-+"sv.find(words[1].text.front()) != "-+"sv.npos)
            return worse(call_effect::looks_outside, words.back().text);
        worse(reads(words[1], words[1].text, true, run), words[1].text);
    }

    // `git --version` looks for no repository.
    [[nodiscard]] bool reads_settings(std::size_t run) const {
        const auto words = runs_[run];
        return name_of(run) == "git" && !(words.size() == 2 && words[1].text == "--version");
    }

    // What git runs when it only reads.
    void look_at_settings(std::string_view program) {
        const auto folders = repository_folders(runs_, cwd_);
        if (repositories_ == nullptr || folders.empty()) return worse(call_effect::unknown, program);
        for (const auto& folder : folders) {
            const auto found = std::ranges::find(*repositories_, folder, &repository_reading::folder);
            if (found == repositories_->end() || !found->setting) return worse(call_effect::unknown, program);
            if (!found->setting->empty()) worse(call_effect::runs, *found->setting);
        }
    }

    void look_at_use(std::size_t run, const program_use& use, std::span<const word> words) {
        if (runs_text(use, words)) return;
        const auto does = without(use.does(), effect::leads);
        // Installing fetches, and runs scripts.
        const bool installs = has_any(does & effect::installs);
        for (const auto& each : effects_of_bits) {
            const bool part = installs && (each.bit == effect::fetches || each.bit == effect::runs);
            if (has_any(does & each.bit) && !part) worse(each.is, word_that_does(use, words));
        }
        if (!has_any(does & effect::looks) && found_.does == call_effect::looks)
            worse(call_effect::looks_outside, {});
        const bool prints = words.front().text == "echo" || words.front().text == "printf";
        for (const std::size_t each : use.unlisted())
            if (!(prints && each > 1 && !words[each].known) && !(each == 1 && prints_dashes(words)) &&
                !runs_another(use, words, each))
                worse(call_effect::unknown, words[each].text);
        for (const auto& part : use.parts()) {
            look_at_part(part, words[part.word], run);
            if (part.kind == part_kind::elsewhere) look_at_folder(part, words);
        }
        const bool options_add = has_any(without(use.row_adds(true), effect::outside));
        const bool operands_add = has_any(use.row_adds(false));
        for (std::size_t each = 1; each < words.size(); ++each)
            if (!words[each].known)
                look_at_unknown(run, each, options_add && !(prints && each > 1), operands_add, prints);
        if (removes_folders(use, words)) worse(call_effect::destroys, {});
        if (naming_builtins.has(words.front().text)) look_at_names(words);
        const auto program = name_of(run);
        if ((program == "ps" || program == "gps") && shows_environment(words))
            worse(call_effect::secret, words.back().text);
        if (program == "printf" &&
            ((words.size() > 1 && words[1].text.starts_with("-v")) || formats_names(words)))
            worse(call_effect::escapes, words.back().text);
        if (program == "tree" && bundles_values(words)) worse(call_effect::unknown, program);
        if (program == "lsof" && names_host(words)) worse(call_effect::network, program);
        if (use.row().names == "git config" && asks_secret_setting(words))
            worse(call_effect::secret, words.back().text);
        if (searchers.has(program) && searches_secrets(words)) worse(call_effect::secret, {});
    }

    // `bash -c 'ls'`: what stands there is looked at as runs of its own.
    [[nodiscard]] static bool runs_text(const program_use& use, std::span<const word> words) {
        return words.size() == 3 && (words[1].text == "-c" || words[1].text == "-lc") && words[2].known &&
               use.row().does == effect::runs && use.read_by().form().fed() == part_kind::fed_shell &&
               use.parts().size() == 1 && use.parts().front().kind == part_kind::shell &&
               use.parts().front().of_option;
    }

    [[nodiscard]] static std::string_view word_that_does(const program_use& use,
                                                         std::span<const word> words) {
        return use.doubtful().empty() ? std::string_view() : words[use.doubtful().front()].text;
    }

    // `echo "--- $x ---"` has no option that begins so.
    [[nodiscard]] static bool prints_dashes(std::span<const word> words) {
        return words.front().text == "echo" && words[1].text.starts_with("--");
    }

    // `find -exec`: what it runs is looked at as a run of its own.
    [[nodiscard]] static bool runs_another(const program_use& use, std::span<const word> words,
                                           std::size_t at) {
        return std::ranges::any_of(use.parts(), [&](const program_use::part& part) {
            return part.kind == part_kind::program_to_end && part.of_option && part.word > 0 &&
                   executing_options.has(words[part.word - 1].text) &&
                   (at == part.word || at + 1 == part.word);
        });
    }

    // `git -C sub`: other folders than those, and other ways to go there, have settings of their own.
    void look_at_folder(const program_use::part& part, std::span<const word> words) {
        const bool goes = part.word > 0 && words[part.word - 1].text == "-C" && words[part.word].known;
        if (!goes) return worse(call_effect::unknown, part.text);
        worse(place(part.text, false, true), part.text);
    }

    [[nodiscard]] static bool is_part(const program_use& use, std::size_t at) {
        return std::ranges::any_of(use.parts(), [at](const program_use::part& part) {
            return part.word == at && part.kind != part_kind::pattern;
        });
    }

    void look_at_part(const program_use::part& part, const word& in, std::size_t run) {
        switch (part.kind) {
            case part_kind::read:
            case part_kind::name:
            case part_kind::pathspec:
            case part_kind::object:
                if (runs_.wrapped(run) && !in.known && !part.of_option && brought(in.text, run)) return;
                return worse(reads(in, part.text, part.kind != part_kind::name, run), part.text);
            case part_kind::script:
                if (has_any(runs_.use(run).does() & effect::looks))
                    worse(reads(in, part.text, true, run), part.text);
                return;
            case part_kind::glob:
            case part_kind::regex:
                if (may_name_secret(part.text, true)) worse(call_effect::secret, part.text);
                return worse(place(part.text, true, true), part.text);
            case part_kind::archive:
                // `host:file`
                if (part.text.find(':') != part.text.npos) worse(call_effect::network, part.text);
                if (has_any(runs_.use(run).does() & effect::looks))
                    return worse(reads(in, part.text, true, run), part.text);
                [[fallthrough]];
            case part_kind::write:
            case part_kind::remove: return worse(writes(in, part.text), part.text);
            case part_kind::assign: return worse(effect_of_surrounding(in), part.text);
            case part_kind::variable:
                if (!in.known || !told_variables.has(part.text)) worse(call_effect::secret, part.text);
                return;
            default: return;
        }
    }

    // A word of which not all is known: what it may become besides what it stands for.
    // \param options_add, operands_add  another option, or operand, may do more
    void look_at_unknown(std::size_t run, std::size_t at, bool options_add, bool operands_add, bool prints) {
        const word& each = runs_[run][at];
        const bool any_front = each.text.empty() || brackets.has(each.text.front()) ||
                               each.text.front() == '$' || each.text.front() == '-';
        if (runs_.wrapped(run) && brought(each.text, run)) {
            const bool as_options = options_add && !from_find(run);
            if (as_options || operands_add) worse(call_effect::unknown, each.text);
            return;
        }
        if ((any_front && options_add) || (each.splits && operands_add))
            worse(call_effect::unknown, each.text);
        if (is_part(runs_.use(run), at) || each.pipe) return;
        if (!told(each.text)) worse(call_effect::secret, each.text);
        worse(shown_names(each), each.text);
        // Without quotes it may become several, which are anything.
        const bool number = each.text == "$?" || each.text == "$#" || each.text == "$$" || each.text == "$!";
        if (!each.splits || each.globs || prints || number) return;
        bool option = false;
        const bool whole = values_.each(each, each.text, run, [&option](std::string_view value, bool) {
            option = option || value.starts_with('-');
        });
        if (!whole || option) worse(call_effect::unknown, each.text);
    }

    // `rm -r`: a file is lost in an ordinary way, a folder with all that is in it.
    static bool removes_folders(const program_use& use, std::span<const word> words) {
        const auto removes = [](const program_use::part& part) { return part.kind == part_kind::remove; };
        const auto goes_down = [](const word& each) {
            const bool letters = each.text.starts_with('-') && !each.text.starts_with("--");
            return each.text == "--recursive" || (letters && each.text.find_first_of("rR") != each.text.npos);
        };
        return std::ranges::any_of(use.parts(), removes) && std::ranges::any_of(words.subspan(1), goes_down);
    }

    // Letters that only BSD has make `e` the environment of each process.
    static bool shows_environment(std::span<const word> words) {
        bool everything = false;
        bool bsd = false;
        for (const auto& each : words.subspan(1)) {
            if (!each.text.starts_with('-') || each.text.starts_with("--")) continue;
            everything = everything || each.text.find('e') != each.text.npos;
            bsd = bsd || each.text.find('x') != each.text.npos || each.text.starts_with("-au");
        }
        return everything && bsd;
    }

    // A glob shows names, wherever they are.
    [[nodiscard]] call_effect shown_names(const word& each) const {
        bool braced = false;  // in `${x[1]}`
        bool globs = false;
        for (std::size_t at = 0; at < each.text.size(); ++at) {
            const auto rest = each.text.substr(at);
            braced = rest.starts_with("${") || (braced && rest.front() != '}');
            if (rest.starts_with("$?"))
                ++at;
            else
                globs = globs || (!braced && glob_characters.find(rest.front()) != glob_characters.npos);
        }
        if (!globs) return call_effect::looks;
        return each.text.find('$') == each.text.npos ? place(each.text, true, false)
                                                     : call_effect::looks_outside;
    }

    // `printf %n x` sets the variable.
    static bool formats_names(std::span<const word> words) {
        return std::ranges::any_of(words.subspan(1), [](const word& each) {
            const auto letters = [](char byte) {
                return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '%';
            };
            for (auto at = each.text.find('%'); at != each.text.npos; at = each.text.find('%', at + 1)) {
                const auto kind = std::find_if(each.text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                               each.text.end(), letters);
                if (kind != each.text.end() && *kind == 'n') return true;
            }
            return false;
        });
    }

    // `tree -Lo 2 out`: each letter takes its value from the words behind.
    static bool bundles_values(std::span<const word> words) {
        return std::ranges::any_of(words.subspan(1), [](const word& each) {
            return each.text.size() > 2 && each.text[0] == '-' && each.text[1] != '-' &&
                   each.text.find_first_of("LPIHTo") != each.text.npos;
        });
    }

    // `lsof -i @host`, which has to be looked up.
    static bool names_host(std::span<const word> words) {
        return std::ranges::any_of(words.subspan(1), [](const word& each) {
            const auto at = each.text.find('@');
            return at != each.text.npos &&
                   each.text.find_first_not_of("0123456789.:[]", at + 1) != each.text.npos;
        });
    }

    static bool asks_secret_setting(std::span<const word> words) {
        return std::ranges::any_of(words.subspan(1), [](const word& each) {
            const auto is_in = [&](std::string_view mark) { return contains_letters(each.text, mark); };
            return std::ranges::any_of(marks_of_secret_settings, is_in) || each.text == "--get-regexp";
        });
    }

    // Other programs have such names in other letters, or with a number.
    static bool names_exactly(const program_use& use, std::string_view program) {
        const auto name = program.substr(program.rfind('/') + 1);
        const auto small = [](char byte) { return byte == lower_case(byte); };
        if (std::ranges::none_of(name, small)) return false;
        auto names = use.row().names;
        names = names.substr(0, names.find(' '));
        while (!names.empty()) {
            const auto end = std::min(names.find('|'), names.size());
            if (std::ranges::equal(names.substr(0, end), name, {}, lower_case, lower_case)) return true;
            names.remove_prefix(std::min(end + 1, names.size()));
        }
        return false;
    }

    // `read x`, `export x`: plain names of variables.
    void look_at_names(std::span<const word> words) {
        for (const auto& each : words.subspan(1)) {
            const auto length = detail::name_length(each.text);
            const bool whole = length == each.text.size() || each.text[length] == '=';
            if (each.known && each.text == "-r") continue;
            // It may be shown, by its name alone.
            const bool shows = words.front().text != "read" && words.front().text != "unset";
            if (shows && each.known && whole && length == each.text.size() && !values_.sets(each.text))
                worse(call_effect::secret, each.text);
            // A program gets it.
            if (words.front().text == "export" && !detail::only_tunes(each.text.substr(0, length)))
                worse(call_effect::escapes, each.text);
            if (!each.known || length == 0 || !whole || !assigned(each.text.substr(0, length)))
                worse(call_effect::escapes, each.text);
        }
    }

    static bool searches_secrets(std::span<const word> words) {
        return std::ranges::any_of(words.subspan(1),
                                   [](const word& each) { return seeks_secrets(each.text); });
    }

    // Whether the names that a program gives to the run, in a word of it, are of files below the working
    // directory, and not of chosen ones that may be secret.
    [[nodiscard]] bool brought(std::string_view text, std::size_t run) const {
        const auto source = source_of(run);
        if (source == run) return false;
        const auto program = name_of(source);
        if (program == "xargs")
            return (text == placeholder || text == "{}" || text == "%") && !cuts_names(source) &&
                   runs_.use(source).parts().size() <= 1 && fed_with_names(source);
        return (text == "{}" || text == placeholder) && brings_names(source, true) && !names_secret(source);
    }
    // `xargs -d.` makes `/etc` of `./etc`.
    [[nodiscard]] bool cuts_names(std::size_t run) const {
        const auto words = runs_[run];
        const auto& parts = runs_.use(run).parts();
        const auto own = parts.empty() ? words.size() : std::min(parts.back().word, words.size());
        for (std::size_t each = 1; each < own; ++each) {
            const auto text = words[each].text;
            const bool letters = text.starts_with('-') && !text.starts_with("--");
            const bool option = text.starts_with("--delim") || (letters && text.find('d') != text.npos);
            const bool lines = text == "-d" && each + 1 < own && words[each + 1].text == "\\n";
            if (option && !lines && text != "-d\\n") return true;
        }
        return false;
    }
    [[nodiscard]] bool from_find(std::size_t run) const { return name_of(source_of(run)) == "find"; }

    // The run whose words tell which names come; the run itself: there is none.
    [[nodiscard]] std::size_t source_of(std::size_t run) const {
        for (auto each = run; each > 0 && runs_.wrapped(each); --each) {
            const auto program = name_of(each - 1);
            if (program == "find" || program == "fd" || program == "fdfind" || program == "xargs")
                return each - 1;
        }
        return run;
    }
    [[nodiscard]] std::string_view name_of(std::size_t run) const {
        const auto text = runs_[run].front().text;
        return text.substr(text.rfind('/') + 1);
    }

    // Whether what is piped into the run are names of files below the working directory.
    [[nodiscard]] bool fed_with_names(std::size_t run) const {
        while (run > 0 && runs_.wrapped(run)) --run;
        while (run > 0 && runs_.piped(run)) {
            --run;
            if (runs_.wrapped(run) || names_secret(run)) return false;
            if (brings_names(run, false)) return !runs_.piped(run);
            if (!has_only_options(run, 1, filter_options, true) || !line_filters.has(name_of(run)))
                return false;
        }
        return false;
    }
    // \param runs  it runs the program itself, for each
    [[nodiscard]] bool brings_names(std::size_t run, bool runs) const {
        const auto words = runs_[run];
        return std::ranges::any_of(name_sources, [&](const name_source& each) {
            const auto first = each.subcommand.empty() ? 1U : 2U;
            if (name_of(run) != each.program || words.size() < first) return false;
            if (first == 2 && words[1].text != each.subcommand) return false;
            const auto chooses = [&](const word& option) {
                return each.option.empty() || (option.known && option.text == each.option);
            };
            const bool chosen = each.option.empty() || std::ranges::any_of(words.subspan(first), chooses);
            return chosen && has_only_options(run, first, each.others, false, runs);
        });
    }
    // Whether all options from there on are in the list, each with a blank behind it; `-x*` begin so.
    // \param numbers  `-20` is one   \param runs  the program that it runs ends them
    [[nodiscard]] bool has_only_options(std::size_t run, std::size_t from, std::string_view list,
                                        bool numbers, bool runs = false) const {
        for (const auto& each : runs_[run].subspan(std::min(from, runs_[run].size()))) {
            if (runs && executing_options.has(each.text)) return true;
            if (!each.text.starts_with('-') || each.text == "-") continue;
            if (!each.known) return false;
            const bool number = numbers && each.text.find_first_not_of("0123456789", 1) == each.text.npos;
            if (!number && !in_list(list, each.text)) return false;
        }
        return true;
    }
    static bool in_list(std::string_view list, std::string_view option) noexcept {
        for (; !list.empty(); list.remove_prefix(std::min(list.find(' ') + 1, list.size()))) {
            auto token = list.substr(0, list.find(' '));
            const bool begins = token.ends_with('*');
            if (begins) token.remove_suffix(1);
            if (begins ? option.starts_with(token) : option == token) return true;
            if (list.find(' ') == list.npos) break;
        }
        return false;
    }
    // A word of the run chooses files that may be secret.
    [[nodiscard]] bool names_secret(std::size_t run) const {
        return std::ranges::any_of(runs_[run].subspan(1), [](const word& each) {
            char ending[name_run::max_name_bytes];
            const auto bytes = std::min(each.text.size(), sizeof ending - 1);
            ending[0] = '.';
            std::copy_n(each.text.begin(), bytes, ending + 1);
            return places_in(each.text).secret || may_name_secret(each.text, true) ||
                   places_in({ending, bytes + 1}).secret;
        });
    }

    command_effect& into_;
    const shell_runs& runs_;
    std::string_view cwd_;
    const repository_readings* repositories_;
    const command_paths* paths_;
    line_values values_;
    run_effect found_;
};

command_effect::command_effect(const shell_runs& runs, std::string_view cwd, const command_facts& facts) {
    reader(*this, runs, cwd, facts).read();
}

namespace {

// More folders than that are unusual.
constexpr std::size_t max_repository_folders = 8;

bool add_folder(std::vector<std::string>& to, std::string_view from, std::string_view path) {
    auto folder = normal_path(path, from);
    if (folder.empty() || std::ranges::find(to, folder) != to.end()) return true;
    to.push_back(std::move(folder));
    return to.size() <= max_repository_folders;
}

// Another program runs it, in a folder of its own.
bool wrapped_elsewhere(const shell_runs& runs, std::size_t run) {
    for (; run > 0 && runs.wrapped(run); --run) {
        const auto above = run - 1;
        const bool goes = std::ranges::any_of(runs.use(above).parts(), [](const program_use::part& part) {
            return part.kind == part_kind::elsewhere;
        });
        const bool each =
            std::ranges::any_of(runs[above], [](const word& one) { return one.text == "-execdir"; });
        if (goes || each) return true;
    }
    return false;
}

// From each of the folders, which may all be where the command is by then.
bool add_folders(std::vector<std::string>& to, const std::vector<std::string>& from, std::string_view path) {
    return std::ranges::all_of(from, [&](const std::string& folder) { return add_folder(to, folder, path); });
}

}  // namespace

std::vector<std::string> repository_folders(const shell_runs& runs, std::string_view cwd) {
    if (!cwd.starts_with('/') || goes_in_no_order(runs)) return {};
    std::vector<std::string> current{normal_path(cwd, {})};
    std::vector<std::string> found;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto words = runs[run];
        const auto program = words.front().text.substr(words.front().text.rfind('/') + 1);
        if (moves(program)) {
            const auto before = current;
            const bool told = words.size() == 2 && words[1].known && !words[1].text.starts_with('-') &&
                              !words[1].text.starts_with('+');
            if (!told || !add_folders(current, before, words[1].text)) return {};
        }
        if (program != "git") continue;
        if (wrapped_elsewhere(runs, run)) return {};
        bool elsewhere = false;
        for (const auto& part : runs.use(run).parts()) {
            if (part.kind != part_kind::elsewhere) continue;
            if (elsewhere || !words[part.word].known || !add_folders(found, current, part.text)) return {};
            elsewhere = true;
        }
        if (!elsewhere)
            for (const auto& folder : current)
                if (!add_folder(found, {}, folder)) return {};
    }
    return found;
}

}  // namespace assent
