#include <assent/domain/decide/command_effect.hpp>

#include "../facts/protected_places.hpp"
#include "../match/glob_overlap.hpp"
#include "../programs/catalogue.hpp"
#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/match/url_pattern.hpp>

#include <algorithm>

namespace assent {
namespace {

using namespace std::string_view_literals;
using programs::effect;
using programs::part_kind;
using programs::program_use;

// Files outside of the working directory that tell nothing about anybody.
constexpr word_list system_facts{
    "/dev/null"sv,           "/dev/stdin"sv,          "/dev/stdout"sv,         "/dev/stderr"sv,
    "/dev/zero"sv,           "/etc/os-release"sv,     "/etc/debian_version"sv, "/etc/lsb-release"sv,
    "/etc/hostname"sv,       "/etc/timezone"sv,       "/etc/issue"sv,          "/etc/redhat-release"sv,
    "/etc/alpine-release"sv, "/etc/shells"sv,         "/etc/nsswitch.conf"sv,  "/etc/resolv.conf"sv,
    "/etc/localtime"sv,      "/usr/lib/os-release"sv, "/proc/cpuinfo"sv,       "/proc/meminfo"sv,
    "/proc/version"sv,       "/proc/loadavg"sv,       "/proc/uptime"sv,        "/proc/filesystems"sv,
    "/proc/stat"sv,          "/proc/cmdline"sv,       "/proc/vmstat"sv,        "/proc/swaps"sv,
    "/proc/partitions"sv,    "/proc/diskstats"sv,     "/proc/devices"sv,       "/proc/interrupts"sv};
constexpr word_list system_folders{"/usr/include/"sv, "/usr/share/doc/"sv, "/usr/share/man/"sv,
                                   "/usr/local/include/"sv, "/usr/share/zoneinfo/"sv};

// What a machine, or all that people have on it, is in.
constexpr word_list whole_systems{
    "/"sv,     "/bin"sv,   "/boot"sv,  "/dev"sv,    "/etc"sv,     "/home"sv,         "/lib"sv,     "/lib64"sv,
    "/proc"sv, "/root"sv,  "/sbin"sv,  "/sys"sv,    "/usr"sv,     "/usr/bin"sv,      "/usr/lib"sv, "/var"sv,
    "/mnt"sv,  "/media"sv, "/Users"sv, "/System"sv, "/Library"sv, "/Applications"sv, "/Volumes"sv};
// What names of disks, and of parts of them, begin with. Sources: devices.txt of Linux, diskutil(8) of macOS.
constexpr word_list disks{"/dev/sd"sv,   "/dev/hd"sv,     "/dev/vd"sv,     "/dev/xvd"sv,
                          "/dev/nvme"sv, "/dev/mmcblk"sv, "/dev/disk"sv,   "/dev/rdisk"sv,
                          "/dev/md"sv,   "/dev/dm-"sv,    "/dev/mapper/"sv};

bool is_disk(std::string_view path) noexcept {
    return std::ranges::any_of(disks, [&](std::string_view disk) { return path.starts_with(disk); });
}

// \param path  absolute; `*` at its end is all that lies below
std::string without_glob(std::string_view path) {
    if (path.ends_with("/*") || path.ends_with("/.*")) path = path.substr(0, path.rfind('/') + 1);
    return normal_path(path, "/");
}
bool is_whole_system(std::string_view path) { return whole_systems.has(without_glob(path)); }
// `*`, `./*`, `.`: all that lies in a folder, or that itself.
bool is_all_of_folder(std::string_view path) noexcept { return path.find_first_not_of("*./") == path.npos; }
// What starts a program here, and nowhere else. Elsewhere a root folder is another one.
constexpr word_list starts_here{"sudo"sv,    "doas"sv,   "env"sv,   "bash"sv, "sh"sv,   "dash"sv,
                                "zsh"sv,     "ksh"sv,    "xargs"sv, "find"sv, "time"sv, "timeout"sv,
                                "nice"sv,    "nohup"sv,  "exec"sv,  "eval"sv, "su"sv,   "setsid"sv,
                                "command"sv, "ionice"sv, "assent"sv};

// `$HOME`, `${HOME}/*`: whatever the variable holds, it is meant to be the home.
bool is_home_by_variable(std::string_view text) noexcept {
    for (const std::string_view name : {"$HOME"sv, "${HOME}"sv})
        if (text.starts_with(name)) return text.find_first_not_of("/*.", name.size()) == text.npos;
    return false;
}

constexpr byte_set globbing("*?[{");
// What is between two names in a path, and in `HEAD:path` of git.
constexpr byte_set path_joints("/:");

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
    if (any_between(glob, '/', may_be_parent)) return true;
    for (auto at = glob.find('.'); at != std::string_view::npos; at = glob.find('.', at + 1)) {
        const bool begins = at == 0 || glob[at - 1] == '/';
        // `.[!.]*` has another letter there.
        const bool other = glob.substr(at + 1).starts_with("[!.]");
        if (begins && !other && at + 1 < glob.size() && globbing.has(glob[at + 1])) return true;
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

// How names in code begin that delete: more questions than there need be, and never fewer.
constexpr std::string_view beginnings_of_loss[] = {"rmdir",  "rmtree", "rmsync",   "rm_",  "unlink",
                                                   "remove", "delete", "destroy",  "drop", "shred",
                                                   "rimraf", "erase",  "truncate", "wipe", "kill"};

// A text of code, in whatever language, in which something is deleted by name.
bool tells_of_loss(std::string_view text) {
    const auto tells = [](std::string_view name) {
        std::string small(name);
        std::ranges::transform(small, small.begin(), lower_case);
        return small == "rm" || std::ranges::any_of(beginnings_of_loss, [&](std::string_view begin) {
                   return std::string_view(small).starts_with(begin);
               });
    };
    while (!text.empty()) {
        const auto length = detail::name_length(text);
        if (length > 0 && tells(text.substr(0, length))) return true;
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return false;
}

// A text of code in which a text in quotes is the path of a file that may hold secrets.
bool quotes_secret(std::string_view code) {
    constexpr std::string_view quotes = "'\"`";
    for (auto from = code.find_first_of(quotes); from != code.npos;) {
        const auto end = std::min(code.find(code[from], from + 1), code.size());
        if (places_in(code.substr(from + 1, end - from - 1)).secret) return true;
        from = code.find_first_of(quotes, end + 1);
    }
    return false;
}

// What an effect of a program is to the call.
struct effect_of_bit {
    effect does;
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

// Another program runs it, in a folder of its own.
bool wrapped_elsewhere(const command_facts& facts, std::size_t run) {
    const auto& runs = facts.runs();
    for (; run > 0 && runs.wrapped(run); --run) {
        const auto above = run - 1;
        const bool goes = std::ranges::any_of(
            facts.all(), [&](const fact& noted) { return noted.is == act::enters && noted.run == above; });
        if (goes || std::ranges::find(runs[above], "-execdir"sv, &shell_word::text) != runs[above].end())
            return true;
    }
    return false;
}

// Where one run that consults the settings of its folder works. \return false: it cannot be told
bool add_folders_of(std::vector<std::string>& to, const command_facts& facts, const fact& consults) {
    const auto add = [&](std::string_view path, std::string_view from) {
        auto folder = normal_path(path, from);
        if (folder.empty()) return false;
        if (std::ranges::find(to, folder) == to.end()) to.push_back(std::move(folder));
        return to.size() <= command_facts::max_folders;
    };
    if (wrapped_elsewhere(facts, consults.run) || facts.too_many_folders()) return false;
    const fact* entered = nullptr;
    for (const fact& noted : facts.all()) {
        if (noted.is != act::enters || noted.run != consults.run) continue;
        if (entered != nullptr || noted.how != certainty::exactly) return false;
        entered = &noted;
    }
    for (std::size_t index = 0; index < consults.folders; ++index) {
        const auto folder = facts.folder(index);
        if (!folder.starts_with('/')) return false;
        if (entered == nullptr ? !add(folder, {}) : !add(entered->text, folder)) return false;
    }
    return true;
}

bool names_scratch(const command_facts& facts, std::span<const std::string> folders) {
    return std::ranges::any_of(
        facts.all(), [&](const fact& noted) { return names_scratch_file(noted.text, folders, facts.cwd()); });
}

// A file that is made for the wall would be there when the text asks whether it is.
bool tests_scratch(const command_facts& facts, std::span<const std::string> folders) {
    return std::ranges::any_of(facts.all(), [&](const fact& noted) {
        return any(noted.effect & effect::answers) && names_scratch_file(noted.text, folders, facts.cwd());
    });
}

// Folders for temporary files count where all that a text does is known to look, to ask services and to edit
// named files, or runs behind a wall: what runs beside may do more there.
bool leaves_scratch_open(const call_effects& all, const call_effects& walled) {
    call_effects more = all & ~walled;
    for (const auto effect : {call_effect::looks, call_effect::looks_outside, call_effect::edits,
                              call_effect::services, call_effect::network})
        more.reset(static_cast<std::size_t>(effect));
    return more.none();
}

}  // namespace

class command_effect::fold {
public:
    fold(command_effect& into, const command_facts& facts, const known_places& places,
         std::vector<call_effect>* of_facts)
        : into_(into),
          facts_(facts),
          runs_(facts.runs()),
          cwd_(facts.cwd()),
          paths_(places.paths),
          scratch_(places.scratch),
          of_facts_(of_facts) {
        if (of_facts_ != nullptr) of_facts_->assign(facts.all().size(), call_effect::looks);
        for (std::size_t run = 0; run < runs_.size(); ++run)
            into_.each_.push_back({call_effect::looks, run, {}, {}});
        for (const fact& noted : facts.all()) look_at(noted);
        std::optional<std::vector<std::string>> folders;
        for (const fact& noted : facts.all()) {
            if (noted.is != act::consults || into_.each_[noted.run].does != call_effect::looks) continue;
            if (!folders) folders = repository_folders(facts);
            look_at_settings(noted, *folders, places.repositories);
        }
        look_at_names_as_options();
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            if (into_.each_[run].does > call_effect::looks && !changes_in_place(run)) into_.confined_ = false;
            if (edits_here(run, places.repositories)) now_only_edits(into_.each_[run]);
            if (asks_a_service(run) || asks_this_machine(run)) now_asks_a_service(into_.each_[run]);
            if (any(runs_.use(run).does() & effect::on_demand)) now_runs_packages(into_.each_[run]);
            if (into_.each_[run].all.test(bit_of(call_effect::runs_code))) look_into_code(run);
        }
        const bool fed_harm = is_fed_harm();
        for (auto& by : into_.each_) {
            if (fed_harm && runs_unread(by.all)) by.all.set(bit_of(call_effect::escapes));
            into_.all_ |= by.all;
            into_.worst_ = std::max(into_.worst_, by.does);
        }
    }

private:
    void look_at(const fact& noted) {
        if (noted.how == certainty::perhaps) return;
        const auto does = effect_of(noted);
        // Whatever it is that is removed with all that lies below.
        if (noted.is == act::removes && any(noted.effect & effect::recurses) && noted.run != fact::none)
            worse(noted.run, call_effect::destroys, noted.text);
        if (noted.run == fact::none)
            add(does, noted);
        else
            worse(noted.run, does, noted.text, to_policy(noted, does));
        write_down(noted, does);
        note_links(noted);
    }
    // What the line makes where links may be: later names lead anywhere then.
    void note_links(const fact& noted) {
        if (noted.run == fact::none) return;
        const auto does = runs_.use(noted.run).does();
        const bool changes = any(does & (effect::writes | effect::scatters)) && !any(does & effect::looks);
        if (!changes) return;
        const bool path = noted.is == act::reads || noted.is == act::writes;
        const bool brings_back = any(does & effect::scatters) && any(does & effect::here);  // `git stash`
        if (linked_in_ == fact::none &&
            (brings_back || any(does & effect::links) || (path && !stays_inside(noted.text))))
            linked_in_ = noted.run;
        if (noted.is == act::writes && any(noted.effect & effect::recurses))
            made_.push_back({noted.run, whole(noted.text)});
    }
    void write_down(const fact& noted, call_effect does) {
        if (of_facts_ == nullptr) return;
        auto& of_fact = (*of_facts_)[static_cast<std::size_t>(&noted - facts_.all().data())];
        of_fact = std::max(of_fact, does);
    }
    // Where the service is, and as whom it is asked, nothing in the text says: each word stands for itself,
    // is no address, and no variable is set.
    [[nodiscard]] bool asks_a_service(std::size_t run) const {
        const auto& use = runs_.use(run);
        return any(use.does() & effect::served) && !any(use.does() & effect::outside) &&
               std::ranges::none_of(use.parts(), may_be_folder) && only_its_words_say(run) &&
               words_stand_for_themselves(run);
    }
    [[nodiscard]] bool words_stand_for_themselves(std::size_t run) const {
        const auto words = runs_[run];
        const auto& parts = runs_.use(run).parts();
        for (std::size_t index = 0; index < words.size(); ++index) {
            const auto part = std::ranges::find(parts, index, &program_use::part::word);
            if (!stands_for_itself(words[index], part == parts.end() ? part_kind::text : part->kind))
                return false;
        }
        return true;
    }
    // `npm view a/b`
    static bool may_be_folder(const program_use::part& part) {
        return part.kind == part_kind::address &&
               (part.text.starts_with('.') || part.text.find('/') != part.text.npos);
    }
    // It does no more than to read what is served here: `curl -s localhost:3000/health`. What a server sends
    // it on to may be anywhere.
    [[nodiscard]] bool asks_this_machine(std::size_t run) const {
        const auto& use = runs_.use(run);
        const auto& all = into_.each_[run].all;
        if (!all.test(bit_of(call_effect::network)) || all.count() != 1 || !use.known() ||
            any(use.does() & (effect::outside | effect::follows)))
            return false;
        const auto& operands = use.read_by().form().operands();
        if (std::ranges::find(operands, part_kind::url, &programs::operand_form::kind) == operands.end())
            return false;
        bool asks = false;
        for (const auto& part : use.parts()) {
            if (part.kind != part_kind::address) continue;
            if (!is_of_this_machine(part.text)) return false;
            asks = true;
        }
        // With a line end in a header, a server of another kind may read more than one request.
        const auto in_one_line = [](const shell_word& word) {
            return word.known &&
                   std::ranges::none_of(word.text, [](unsigned char byte) { return byte < ' '; });
        };
        return asks && std::ranges::all_of(runs_[run], in_one_line) && only_its_words_say(run);
    }
    static bool is_of_this_machine(std::string_view address) {
        const std::string text =
            (address.find("://") == address.npos ? "http://" : "") + std::string(address);
        const url_reading url(text);
        return url.plain && url.scheme.starts_with("http") &&
               (url.address.is_loopback() || url.host == "localhost");
    }
    // No program gives it words, and no variable is set.
    [[nodiscard]] bool only_its_words_say(std::size_t run) const {
        return !runs_.wrapped(run) && std::ranges::none_of(facts_.all(), [](const fact& noted) {
            return noted.is == act::surrounds || noted.is == act::sets;
        });
    }
    // With two slashes it may begin with a host: `gh pr view -R HOST/OWNER/REPO`.
    static bool stands_for_itself(const shell_word& word, part_kind kind) {
        if (!word.known) return false;
        if (kind == part_kind::jq || kind == part_kind::endpoint) return true;
        const auto plain = [](char byte) {
            return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                   (byte >= '0' && byte <= '9') || "-_.,=#/{}\\ "sv.find(byte) != std::string_view::npos;
        };
        return std::ranges::all_of(word.text, plain) && std::ranges::count(word.text, '/') <= 1;
    }
    static constexpr std::size_t bit_of(call_effect effect) noexcept {
        return static_cast<std::size_t>(effect);
    }
    // What a policy may speak of by a word of its own.
    static call_effect to_policy(const fact& noted, call_effect does) noexcept {
        const bool by_variable =
            (noted.is == act::sets || noted.is == act::surrounds) && does == call_effect::escapes;
        const bool code = noted.is == act::does && noted.effect == effect::evaluates;
        return by_variable || code ? call_effect::runs_code : does;
    }
    // A wall is no reason to start what may delete or show secrets: that escapes, as far as anybody knows.
    static bool tells_of_harm(const shell_word& word) {
        return tells_of_loss(word.text) || quotes_secret(word.text);
    }
    // Something runs that is not read here, and a word tells of harm, or a shell gets what nobody has seen.
    [[nodiscard]] bool is_fed_harm() const {
        if (runs_.complete()) return false;
        for (std::size_t run = 0; run < runs_.size(); ++run)
            if (std::ranges::any_of(runs_[run], tells_of_harm)) return true;
        return runs_.runs_what_is_printed() ||
               std::ranges::any_of(runs_.mentioned(),
                                   [](const shell_mention& text) { return tells_of_harm(text.is); });
    }
    static bool runs_unread(const call_effects& all) {
        return all.test(bit_of(call_effect::unknown)) || all.test(bit_of(call_effect::runs)) ||
               all.test(bit_of(call_effect::runs_code));
    }
    void look_into_code(std::size_t run) {
        auto& all = into_.each_[run].all;
        if (std::ranges::none_of(runs_[run], tells_of_harm)) return;
        all.reset(bit_of(call_effect::runs_code));
        all.set(bit_of(call_effect::escapes));
    }
    static void now_runs_packages(run_effect& by) {
        if (!by.all.test(bit_of(call_effect::installs))) return;
        by.all.reset(bit_of(call_effect::installs));
        by.all.reset(bit_of(call_effect::network));
        by.all.set(bit_of(call_effect::runs_packages));
    }
    static void now_asks_a_service(run_effect& by) {
        const auto network = static_cast<std::size_t>(call_effect::network);
        if (by.all.test(network)) by.all.set(static_cast<std::size_t>(call_effect::services));
        by.all.reset(network);
    }
    static void now_only_edits(run_effect& by) {
        by.does = call_effect::edits;
        by.all.reset();
        by.all.set(static_cast<std::size_t>(call_effect::edits));
    }
    void add(call_effect does, const fact& noted) {
        const auto because = noted.text;
        if (does == call_effect::looks) return;
        auto& by = into_.each_.emplace_back(run_effect{does, run_effect::none, because, {}});
        by.all.set(bit_of(to_policy(noted, does)));
        if (does == call_effect::changes && may_be_edited(noted))
            now_only_edits(by);
        else
            into_.confined_ = false;
    }
    void worse(std::size_t run, call_effect does, std::string_view because) {
        worse(run, does, because, does);
    }
    void worse(std::size_t run, call_effect does, std::string_view because, call_effect as_policies_say) {
        if (does == call_effect::looks) return;
        auto& by = into_.each_[run];
        by.all.set(bit_of(as_policies_say));
        if (does <= by.does) return;
        by.does = does;
        by.because = because;
    }

    // How many files a pattern stands for, nobody who reads the line sees.
    static bool is_any_of(const fact& noted) noexcept {
        return noted.how == certainty::chosen || noted.how == certainty::matched;
    }
    [[nodiscard]] call_effect effect_of(const fact& noted) const {
        if (ruins(noted)) return call_effect::ruins;
        switch (noted.is) {
            case act::reads:
                if (changes_what_it_reads(noted))
                    return std::max(effect_of_reading(noted, true), effect_of_writing(noted));
                return effect_of_reading(noted, true);
            case act::enters: return effect_of_reading(noted, true);
            case act::lists: return effect_of_reading(noted, false);
            case act::writes: return effect_of_writing(noted);
            case act::removes:
                return std::max(effect_of_writing(noted),
                                any(noted.effect & effect::recurses) || is_any_of(noted)
                                    ? call_effect::destroys
                                    : call_effect::changes);
            case act::shows: return call_effect::secret;
            case act::sets:
                return noted.how == certainty::exactly ? call_effect::looks : call_effect::escapes;
            case act::surrounds: return effect_of_surrounding(noted);
            case act::seeks: return seeks_secrets(noted.text) ? call_effect::secret : call_effect::looks;
            case act::does: return std::ranges::find(effects_of_bits, noted.effect, &effect_of_bit::does)->is;
            case act::unknown:
                return may_have_names_as_options(noted) ? call_effect::looks : call_effect::unknown;
            case act::unreadable: return call_effect::unknown;
            case act::opens:
            case act::starts:
            case act::consults:
            case act::exceeds:
            case act::moves: break;
        }
        return call_effect::looks;
    }

    // A program gets it, and may look for it.
    [[nodiscard]] static call_effect effect_of_surrounding(const fact& noted) {
        const auto name = noted.text.substr(0, detail::name_length(noted.text));
        const auto value = noted.text.substr(std::min(noted.text.find('=') + 1, noted.text.size()));
        return noted.how == certainty::exactly && detail::only_tunes(name, value) ? call_effect::looks
                                                                                  : call_effect::escapes;
    }

    // `sed -i`, `black`
    [[nodiscard]] bool changes_what_it_reads(const fact& noted) const {
        if (noted.run == fact::none || noted.of_option) return false;
        const auto does = runs_.use(noted.run).does();
        return any(does & effect::here) && any(does & effect::writes);
    }

    // Of a run that does no more than change, and takes nothing from elsewhere: it writes, and each file is
    // named.
    [[nodiscard]] bool changes_in_place(std::size_t run) const {
        bool named = false;
        for (const fact& noted : facts_.all()) {
            if (noted.run != run || noted.how == certainty::perhaps) continue;
            if (noted.is == act::does && noted.effect != effect::writes) return false;
            if (noted.is != act::writes) continue;
            const bool plain =
                noted.how == certainty::exactly && !any(noted.effect & (effect::scatters | effect::links));
            if (!plain || place_of(noted.text, cwd_) != path_place::inside) return false;
            named = true;
        }
        const auto& by = into_.each_[run];
        return named && by.does == call_effect::changes && by.all.count() == 1;
    }

    // It changes no more than files that its words name, or than what git keeps of them here.
    [[nodiscard]] bool edits_here(std::size_t run, const repository_readings* repositories) const {
        call_effects rest = into_.each_[run].all;
        const auto take = [&](call_effect does) { rest.reset(static_cast<std::size_t>(does)); };
        if (into_.each_[run].does < call_effect::changes) return false;
        take(call_effect::changes);
        const auto does = runs_.use(run).does();
        const bool keeps_here = any(does & effect::here);
        if (any(does & effect::links) || !any(does & (effect::here | effect::named))) return false;
        bool consults = false;
        bool named = false;
        for (const fact& noted : facts_.all()) {
            if (noted.run != run || noted.is != act::consults) continue;
            if (!keeps_here || !records_without_programs(noted, repositories)) return false;
            consults = true;
            take(call_effect::runs);  // hooks and filters: there are none
        }
        // In a loop, what comes later in the text may have been done before.
        if (!consults && linked_in_ != fact::none && linked_in_ != run) return false;
        for (const fact& noted : facts_.all()) {
            if (noted.run != run || noted.how == certainty::perhaps) continue;
            if (!consults && detail::base_name(noted.text) == "HEAD") return false;
            const bool changed = noted.is == act::writes || noted.is == act::removes;
            if (changed && !is_named_here(noted)) return false;
            if (!consults && changes_what_it_reads(noted) && noted.is == act::reads && !is_read_here(noted))
                return false;
            named = named || changed;
        }
        return rest.none() && (named || (keeps_here && !any(does & effect::deletes)));
    }
    // A file below the working directory that is changed by its name, in no hidden folder. What is copied
    // with all that lies below comes with its folder; a `HEAD` may make a folder a repository.
    [[nodiscard]] bool is_named_here(const fact& noted) const {
        if (any(noted.effect & effect::recurses) && takes_content_of_folder(noted.run)) return false;
        return !any(noted.effect & (effect::scatters | effect::links)) && may_be_edited(noted) &&
               !lies_in_brought(noted);
    }
    // `cp -r a/. b`
    [[nodiscard]] bool takes_content_of_folder(std::size_t run) const {
        return std::ranges::any_of(facts_.all(), [&](const fact& noted) {
            const auto name = detail::base_name(noted.text);
            return noted.run == run && noted.is == act::reads &&
                   (noted.how != certainty::exactly || name.empty() || name == "." || name == "..");
        });
    }
    // Something that the line brings along lies above it: links may be among that, in a loop before it, too.
    [[nodiscard]] bool lies_in_brought(const fact& noted) const {
        const auto path = whole(noted.text);
        return std::ranges::any_of(made_, [&](const made_folder& made) {
            return made.run != noted.run && path != made.path && is_below(path, made.path);
        });
    }
    // In whichever folder the line is then, and where links lead. `*` in a suffix stands for a name.
    [[nodiscard]] bool may_be_edited(const fact& noted) const {
        const auto path = noted.text;
        if (detail::base_name(path) == "HEAD" || (noted.of_option && path.find('*') != path.npos) ||
            !is_clean_inside(path, noted) || whole(path) == whole(cwd_) || enters_link())
            return false;
        for (std::size_t folder = 0; folder < noted.folders && noted.folders != fact::home; ++folder)
            if (!is_clean_inside(normal_path(path, facts_.folder(folder)), noted)) return false;
        return paths_ == nullptr || std::ranges::none_of(paths_->links, [&](const command_path& link) {
                   const std::string_view real = paths_->cwd.empty() ? cwd_ : std::string_view(paths_->cwd);
                   return link.text == path &&
                          (!link.leads || place_of(*link.leads, real) != path_place::inside);
               });
    }
    [[nodiscard]] bool is_clean_inside(std::string_view path, const fact& noted) const {
        return place_of(path, cwd_) == path_place::inside || is_in_scratch(noted);
    }
    [[nodiscard]] bool enters_link() const {
        return paths_ != nullptr && std::ranges::any_of(facts_.all(), [&](const fact& noted) {
                   return noted.is == act::enters &&
                          std::ranges::find(paths_->links, noted.text, &command_path::text) !=
                              paths_->links.end();
               });
    }
    // The same of what is read and changed by that, or the folder itself: formatters pass hidden ones over.
    [[nodiscard]] bool is_read_here(const fact& noted) const {
        return noted.how == certainty::exactly && (may_be_edited(noted) || whole(noted.text) == whole(cwd_));
    }
    // Nothing that the settings or the hooks of its repositories name runs when git writes there.
    [[nodiscard]] bool records_without_programs(const fact& noted,
                                                const repository_readings* repositories) const {
        std::vector<std::string> folders;
        if (repositories == nullptr || !add_folders_of(folders, facts_, noted) || folders.empty())
            return false;
        if (may_be_made_by_line(noted, folders)) return false;
        return std::ranges::all_of(folders, [&](const std::string& folder) {
            const auto reading = std::ranges::find(*repositories, folder, &repository_reading::folder);
            return reading != repositories->end() && reading->when_writing == "";
        });
    }

    // What a run before it has changed may be what git reads there: a folder becomes a repository by its
    // files.
    [[nodiscard]] bool may_be_made_by_line(const fact& consults, std::span<const std::string> folders) const {
        const bool elsewhere =
            std::ranges::any_of(folders, [&](const std::string& folder) { return folder != whole(cwd_); });
        return elsewhere && std::ranges::any_of(into_.each_, [&](const run_effect& by) {
                   const bool before = by.run == run_effect::none || by.run < consults.run;
                   return before && by.does >= call_effect::edits;
               });
    }

    // Whether it deletes or overwrites what a machine, or a person's work, cannot do without.
    [[nodiscard]] bool ruins(const fact& noted) const {
        if ((noted.is != act::removes && noted.is != act::writes) || noted.how == certainty::perhaps)
            return false;
        if (noted.run != fact::none && !runs_here(noted.run)) return false;
        const auto does = noted.run == fact::none ? effect::writes : runs_.use(noted.run).does();
        // Others name disks to read them, too.
        if (is_disk(noted.text))
            return any(does & effect::deletes) || !any(does & (effect::destroys | effect::rights));
        if (!any(noted.effect & effect::recurses)) return false;
        const bool removes = noted.is == act::removes;
        if (!removes && !any(does & (effect::rights | effect::destroys))) return false;
        if (noted.folders == fact::home) return removes && is_all_of_folder(noted.text);
        if (noted.text.starts_with('/'))
            return is_whole_system(noted.text) || (removes && is_home(without_glob(noted.text)));
        if (removes && is_home_by_variable(noted.text)) return !sets_home();
        if (!is_all_of_folder(noted.text)) return false;
        for (std::size_t folder = 0; folder < noted.folders; ++folder)
            if (facts_.folder(folder).starts_with('/') &&
                is_whole_system(normal_path(noted.text, facts_.folder(folder))))
                return true;
        return false;
    }
    // Not in a container, on another machine or below another root.
    [[nodiscard]] bool runs_here(std::size_t run) const {
        for (; runs_.wrapped(run); --run) {
            if (run == 0) return false;
            if (!starts_here.has(detail::base_name(runs_[run - 1].front().text))) return false;
        }
        return true;
    }
    [[nodiscard]] bool sets_home() const {
        return std::ranges::any_of(facts_.all(), [](const fact& noted) {
            return (noted.is == act::sets || noted.is == act::surrounds) &&
                   (noted.text == "HOME" || noted.text.starts_with("HOME="));
        });
    }

    // Paths.

    [[nodiscard]] bool inside(std::string_view path) const noexcept {
        if (path.starts_with('~') || leads_up(path)) return false;
        return !path.starts_with('/') || is_below(path, cwd_);
    }
    // A single file that is looked at, or that a copy goes to: the folder is emptied one day.
    [[nodiscard]] bool is_in_scratch(const fact& noted) const {
        const bool file = noted.is == act::reads || noted.is == act::lists || noted.is == act::writes;
        if (scratch_.empty() || !file || noted.how != certainty::exactly ||
            any(noted.effect & (effect::recurses | effect::follows)) || moves(noted.run))
            return false;
        const std::string_view real = paths_ == nullptr || paths_->cwd.empty() ? cwd_ : paths_->cwd;
        return names_scratch_file(noted.text, scratch_, cwd_) &&
               names_scratch_file(noted.text, scratch_, real) && !places_in(noted.text).secret;
    }
    [[nodiscard]] bool moves(std::size_t run) const {
        return std::ranges::any_of(
            facts_.all(), [run](const fact& noted) { return noted.run == run && noted.is == act::removes; });
    }
    [[nodiscard]] bool below_cwd(std::string_view path) const {
        return is_below(path, paths_->cwd.empty() ? cwd_ : std::string_view(paths_->cwd));
    }
    [[nodiscard]] std::string whole(std::string_view path) const {
        return normal_path(path, cwd_.starts_with('/') ? cwd_ : std::string_view("/"));
    }
    // The line has made a link before, or may have brought one along.
    [[nodiscard]] bool may_be_linked(const fact& noted) const {
        if (linked_in_ != fact::none && noted.run != linked_in_) return true;
        const auto path = made_.empty() ? std::string() : whole(noted.text);
        return std::ranges::any_of(made_, [&](const made_folder& made) {
            return made.run != noted.run && path != made.path && is_below(path, made.path);
        });
    }

    // Where links lead, too.
    [[nodiscard]] call_effect effect_of_writing(const fact& noted) const {
        const auto file = noted.text;
        if (noted.how != certainty::exactly && noted.how != certainty::chosen) return call_effect::unknown;
        const bool globs = noted.how == certainty::chosen;
        if (globs && (may_lead_up(file) || noted.is == act::writes)) return call_effect::unknown;
        if (noted.folders == fact::home || places_in(file, globs).protected_place ||
            (!inside(file) && !is_in_scratch(noted)))
            return call_effect::escapes;
        return stays_inside(file) && !may_be_linked(noted) ? call_effect::changes : call_effect::escapes;
    }
    [[nodiscard]] bool stays_inside(std::string_view path) const {
        if (paths_ == nullptr) return true;
        return paths_->complete && std::ranges::none_of(paths_->links, [&](const command_path& link) {
                   return link.text == path &&
                          (!link.leads || !below_cwd(*link.leads) || places_in(*link.leads).protected_place);
               });
    }

    // \param shows  its content, not only that it is there
    [[nodiscard]] call_effect effect_of_reading(const fact& noted, bool shows) const {
        // Whether there is such a file tells nothing of it.
        if (noted.how == certainty::unknown)
            return !shows && (noted.effect & effect::answers) != effect::reads ? call_effect::looks
                                                                               : call_effect::unknown;
        // `rg -g '!.env'` passes over it.
        if (noted.how == certainty::chosen && noted.of_option && noted.text.starts_with('!'))
            return call_effect::looks;
        if (noted.how == certainty::matched)
            return shows && may_choose_secret(noted.text) ? call_effect::secret : call_effect::looks;
        // Whoever cannot tell where it lies does not know that it lies outside.
        if (may_be_linked(noted)) return call_effect::unknown;
        if (noted.any_name && shows) return call_effect::unknown;
        const bool goes_below = noted.is == act::reads || any(noted.effect & effect::recurses);
        if (any(noted.effect & effect::follows) && goes_below) return call_effect::looks_outside;
        if (noted.folders == fact::home)
            return shows && places_in(noted.text).secret ? call_effect::secret : call_effect::looks_outside;
        const auto there = place(noted.text, noted.how == certainty::chosen, shows,
                                 noted.is == act::lists && noted.of_option);
        const bool scratch = there == call_effect::looks_outside && is_in_scratch(noted) &&
                             effect_of_links(noted.text, shows) == call_effect::looks;
        return scratch ? call_effect::looks : there;
    }
    // \param names  it is compared with names alone: `find -name '.*'`
    [[nodiscard]] call_effect place(std::string_view path, bool globs, bool shows, bool names) const {
        if (path.find("://") != path.npos) return call_effect::network;
        if (globs && !names && may_lead_up(path))
            return leads_up(folder_of_glob(path)) ? call_effect::looks_outside : call_effect::unknown;
        if (path.starts_with("file:")) return call_effect::looks_outside;
        if (leads_up(path)) return call_effect::looks_outside;
        if (system_fact(path)) return call_effect::looks;
        const auto looked_at = globs ? folder_of_glob(path) : path;
        if (const auto there = effect_of_links(looked_at, shows); there != call_effect::looks) return there;
        // What it chooses may be links, too.
        if (globs)
            if (const auto there = effect_of_links(path, shows); there != call_effect::looks) return there;
        if (shows && places_in(path).secret) return call_effect::secret;
        // Pathspecs of git are globs, too, and have marks of their own.
        if (shows && may_name_secret(path, true)) return call_effect::secret;
        if (path.starts_with(":(")) return call_effect::unknown;
        return inside(path) ? call_effect::looks : call_effect::looks_outside;
    }
    // Of reading where a path leads, links followed.
    [[nodiscard]] call_effect effect_of_links(std::string_view path, bool shows) const {
        auto worst = call_effect::looks;
        if (paths_ == nullptr) return worst;
        if (!paths_->complete) return call_effect::unknown;
        for (const auto& link : paths_->links) {
            if (link.text != path) continue;
            if (!link.leads) return call_effect::unknown;
            const bool secret = shows && places_in(*link.leads).secret;
            const auto there = below_cwd(*link.leads) || system_fact(*link.leads)
                                   ? call_effect::looks
                                   : call_effect::looks_outside;
            worst = std::max(worst, secret ? call_effect::secret : there);
        }
        return worst;
    }

    // Of what is seen to lie there none is, if nothing in the line makes others.
    void look_at_names_as_options() {
        const bool looks = std::ranges::all_of(
            into_.each_, [](const run_effect& by) { return by.does == call_effect::looks; });
        for (const fact& noted : facts_.all()) {
            if (!may_have_names_as_options(noted)) continue;
            if (looks && (are_names_of_glob(noted) ? chooses_no_option(noted) : has_no_options_below()))
                continue;
            worse(noted.run, call_effect::unknown, noted.text);
            write_down(noted, call_effect::unknown);
        }
    }
    [[nodiscard]] bool chooses_no_option(const fact& noted) const {
        const auto unseen = [&](const command_path& link) { return link.text == noted.text && !link.leads; };
        if (paths_ == nullptr || !paths_->complete || facts_.too_many_folders() ||
            std::ranges::any_of(paths_->links, unseen))
            return false;
        for (std::size_t index = 0; index < noted.folders; ++index) {
            const auto whole = std::string(facts_.folder(index)).append("/").append(noted.text);
            const auto choice = std::ranges::find(paths_->globs, whole, &glob_choice::glob);
            if (choice == paths_->globs.end()) return false;
        }
        return std::ranges::none_of(paths_->globs, [&](const glob_choice& choice) {
            return choice.glob.ends_with(noted.text) && names_option(choice, noted.text);
        });
    }
    static bool names_option(const glob_choice& choice, std::string_view glob) {
        // How deep `**` has gone, nobody sees in the path.
        if (glob.find("**") != glob.npos) return true;
        // The paths begin with the folder, or with where that leads, and have no slash twice, or at the end.
        std::size_t parts = 0;
        for (std::size_t at = 0; at < glob.size(); ++at)
            if (glob[at] != '/' && (at == 0 || glob[at - 1] == '/')) ++parts;
        return std::ranges::any_of(choice.paths, [&](std::string_view path) {
            for (auto part = parts; part > 1; --part) path = path.substr(0, path.rfind('/'));
            return path.substr(path.rfind('/') + 1).starts_with('-');
        });
    }

    // Below all folders that the line looks through, each name stays one word, which begins with its folder.
    [[nodiscard]] bool has_no_options_below() const {
        if (paths_ == nullptr || !paths_->complete || facts_.too_many_folders()) return false;
        bool seen = false;
        for (const fact& noted : facts_.all()) {
            const bool looks_through = any(noted.effect & (effect::recurses | effect::follows));
            if (!is_about_path(noted.is) || !looks_through || noted.of_option) continue;
            if (noted.how != certainty::exactly || noted.folders == fact::home || falls_apart(noted.text) ||
                !is_seen_below(noted))
                return false;
            seen = true;
        }
        return seen;
    }
    [[nodiscard]] bool is_seen_below(const fact& noted) const {
        for (std::size_t index = 0; index < noted.folders; ++index) {
            const auto folder = normal_path(noted.text, facts_.folder(index));
            const auto below = std::ranges::find(paths_->below, folder, &folder_below::folder);
            if (folder.empty() || below == paths_->below.end() || !below->names ||
                std::ranges::any_of(*below->names, falls_apart))
                return false;
        }
        return true;
    }
    // It may become several words, one of which may be an option, or another one.
    static bool falls_apart(std::string_view name) noexcept {
        return std::ranges::any_of(name, [](unsigned char byte) {
            return byte <= ' ' || byte == '\'' || byte == '"' || byte == '\\';
        });
    }

    // What git runs when it only reads.
    void look_at_settings(const fact& noted, std::span<const std::string> folders,
                          const repository_readings* repositories) {
        const auto settle = [&](call_effect does, std::string_view because) {
            worse(noted.run, does, because);
            write_down(noted, does);
        };
        if (repositories == nullptr || folders.empty() || may_be_made_by_line(noted, folders))
            return settle(call_effect::unknown, noted.text);
        for (const auto& folder : folders) {
            const auto reading = std::ranges::find(*repositories, folder, &repository_reading::folder);
            if (reading == repositories->end() || !reading->setting)
                return settle(call_effect::unknown, noted.text);
            if (!reading->setting->empty()) settle(call_effect::runs, *reading->setting);
        }
    }

    command_effect& into_;
    const command_facts& facts_;
    const shell_runs& runs_;
    std::string_view cwd_;
    const command_paths* paths_;
    std::span<const std::string> scratch_;
    std::vector<call_effect>* of_facts_;
    std::size_t linked_in_ = fact::none;  // the run of the line that has made a link
    // What it has put somewhere with all that lies below: links may be among that.
    struct made_folder {
        std::size_t run;
        std::string path;
    };
    boost::container::small_vector<made_folder, 1> made_;
};

command_effect::command_effect(const command_facts& facts, const known_places& places,
                               std::vector<call_effect>* of_facts) {
    fold(*this, facts, places, of_facts);
    if (places.scratch.empty() || leaves_scratch_open(all_, {}) || !names_scratch(facts, places.scratch))
        return;
    if (leaves_scratch_open(all_, places.walled) && !tests_scratch(facts, places.scratch)) return;
    auto without = places;
    without.scratch = {};
    *this = command_effect(facts, without, of_facts);
}

std::vector<std::string> repository_folders(const command_facts& facts) {
    std::vector<std::string> folders;
    if (!facts.cwd().starts_with('/')) return {};
    for (const fact& noted : facts.all())
        if (noted.is == act::consults && !add_folders_of(folders, facts, noted)) return {};
    return folders;
}

std::vector<std::string> repository_folders(const command_facts& facts, const fact& consults) {
    std::vector<std::string> folders;
    const bool known = facts.cwd().starts_with('/') && add_folders_of(folders, facts, consults);
    return known ? folders : std::vector<std::string>();
}

bool writes_in_repositories(const command_facts& facts) {
    return std::ranges::any_of(facts.all(), [&](const fact& noted) {
        return noted.is == act::consults && any(facts.runs().use(noted.run).does() & effect::here);
    });
}

}  // namespace assent
