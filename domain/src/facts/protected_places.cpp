#include "protected_places.hpp"

#include "../match/glob_overlap.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"
#include "../text/word_map.hpp"

#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;

// What is protected wherever it stands: a name, or the two last of a path. Agents have settings beside.
constexpr std::array protected_places{
    // version control
    ".git"sv, ".gitconfig"sv, ".gitmodules"sv, ".husky"sv,
    // agents of which no more is known, and editors
    ".roo"sv, ".windsurf"sv, ".devcontainer"sv, ".vscode"sv, ".idea"sv, ".vimrc"sv, ".exrc"sv, ".emacs"sv,
    // start-up files of shells and sessions
    ".bashrc"sv, ".bash_profile"sv, ".bash_login"sv, ".bash_logout"sv, ".bash_aliases"sv, ".profile"sv,
    ".zshrc"sv, ".zshenv"sv, ".zprofile"sv, ".zlogin"sv, ".zlogout"sv, ".inputrc"sv, ".envrc"sv,
    ".xprofile"sv, ".xinitrc"sv, ".pam_environment"sv,
    // keys, and settings that name programs or places to load from
    ".ssh"sv, ".gnupg"sv, ".netrc"sv, ".npmrc"sv, ".yarnrc"sv, ".yarnrc.yml"sv, ".ripgreprc"sv,
    "authorized_keys"sv,
    // what the system starts by itself
    "crontabs"sv, "cron.d"sv, "launchagents"sv, "launchdaemons"sv, ".config/systemd"sv, ".config/autostart"sv,
    // settings of programs
    ".config/git"sv, ".config/fish"sv};

// Assent's own: policies, answers and records, units, snapshots in git, and the program. What lies in its
// runtime folder is found by the host.
constexpr std::array gate_places{".assent"sv,
                                 "etc/assent"sv,
                                 ".config/assent"sv,
                                 "state/assent"sv,
                                 "assent/sessions"sv,
                                 "assent-daemon.service"sv,
                                 "assent-daemon.socket"sv,
                                 "assent/daemon.sock"sv,
                                 "refs/assent"sv,
                                 "bin/assent"sv};

// Words that a secret's file is named by, standing alone between punctuation.
constexpr std::array secret_words{"token"sv,       "tokens"sv,   "secret"sv,    "secrets"sv, "credential"sv,
                                  "credentials"sv, "password"sv, "passwords"sv, "apikey"sv,  "keychain"sv};
constexpr std::array secret_names{
    ".ssh"sv, ".aws"sv, ".azure"sv, ".gnupg"sv, ".kube"sv, ".netrc"sv, ".npmrc"sv, ".pypirc"sv, ".pgpass"sv,
    ".docker"sv, ".git-credentials"sv, ".env"sv, ".envrc"sv, "_netrc"sv, ".boto"sv, ".s3cfg"sv, ".my.cnf"sv,
    ".dockercfg"sv, ".terraformrc"sv, ".dev.vars"sv, ".flaskenv"sv, ".htpasswd"sv, "pip.conf"sv,
    "private_key"sv, "private-key"sv, "privkey"sv,
    // what was typed
    ".bash_history"sv, ".zsh_history"sv, ".sh_history"sv, ".python_history"sv, ".psql_history"sv,
    ".mysql_history"sv, ".sqlite_history"sv, ".node_repl_history"sv, ".irb_history"sv, ".rediscli_history"sv};
// By these names alone: globs such as `*.json` are after nothing of the kind, and no rule is made for each.
// clang-format off
constexpr std::array secret_files{
    "api_key"sv, "api-key"sv, "api_keys"sv, "deploy_key"sv, "github_rsa"sv, "ssh_host_rsa_key"sv,
    "ssh_host_ed25519_key"sv, "ssh_host_ecdsa_key"sv, "secring.gpg"sv, "kubeconfig"sv, "rclone.conf"sv,
    ".vault_pass"sv, ".mylogin.cnf"sv, "my.cnf"sv, "pgpass.conf"sv, ".passwd-s3fs"sv, "wallet.dat"sv,
    "htpasswd"sv, "shadow"sv, "env.production"sv, ".envs"sv, ".claude.json"sv, ".history"sv, ".histfile"sv,
    ".zhistory"sv, ".ash_history"sv, ".ksh_history"sv, ".rhistory"sv, ".pry_history"sv, ".gdb_history"sv,
    ".mongo_history"sv, ".php_history"sv, ".lua_history"sv, ".dbshell"sv, ".lesshst"sv, ".viminfo"sv,
    "fish_history"sv, "key.json"sv, "gcp-key.json"sv, "auth.json"sv, "service-account.json"sv,
    "service_account.json"sv, "terraform.tfstate.backup"sv};
// clang-format on
constexpr std::array secret_endings{".pem"sv,  ".key"sv, ".p12"sv, ".pfx"sv, ".jks"sv,    ".keystore"sv,
                                    ".kdbx"sv, ".env"sv, ".p8"sv,  ".ppk"sv, ".tfvars"sv, ".tfstate"sv};
constexpr word_list secret_beginnings{"id_rsa"sv, "id_ed25519"sv, "id_ecdsa"sv, "id_dsa"sv,
                                      ".env."sv,  ".env-"sv,      ".env_"sv,    "assent-record"sv};
// Texts by which secrets are found in files.
constexpr word_list marks_of_secrets{"PRIVATE KEY"sv, "AKIA"sv,          "ghp_"sv, "sk_live"sv,   "xoxb"sv,
                                     "BEGIN RSA"sv,   "BEGIN OPENSSH"sv, "AKI["sv, "gh["sv,       "sk-["sv,
                                     "BEGIN.*PRIV"sv, "BEGIN .*KEY"sv,   "xox["sv, "-----BEGIN"sv};
// `.env.example` is there to be read.
constexpr std::array sample_endings{".example"sv, ".sample"sv, ".template"sv, ".pub"sv};

// Of source code, which speaks of secrets: `credentials.ts`.
constexpr word_list source_endings{".ts"sv,    ".tsx"sv, ".js"sv,  ".jsx"sv,  ".mjs"sv, ".cjs"sv,
                                   ".py"sv,    ".go"sv,  ".rs"sv,  ".java"sv, ".kt"sv,  ".rb"sv,
                                   ".php"sv,   ".c"sv,   ".h"sv,   ".cc"sv,   ".cpp"sv, ".hpp"sv,
                                   ".swift"sv, ".vue"sv, ".css"sv, ".scss"sv};

constexpr byte_set name_wildcards("*?[{");

// What stands before a `/`: nothing, as in `/etc`, `of=/etc` and `-C/etc`, or something that may lead to the
// root.
bool may_be_root(std::string_view before) noexcept {
    const auto from = before.find_last_of("=:,;\"' \t\n") + 1;
    before.remove_prefix(std::min(from, before.size()));
    if (before.empty() || before.front() == '-') return true;
    if (before.find_first_of("$`") != std::string_view::npos) return true;
    if (before.find("..") != std::string_view::npos) return true;
    return before.front() == '/' && before.find_first_not_of("./") == std::string_view::npos;
}

// What a name, a part of it or its ending is listed as; a bit each.
enum listed : unsigned short {
    is_protected = 1U,
    is_below_another = 2U,  // protected below a name that is `is_above_another`
    is_secret = 4U,
    is_secret_ending = 8U,
    is_sample_ending = 16U,
    is_secret_word = 32U,
    is_system_settings = 64U,  // below the root
    is_processes = 128U,       // the same
    is_above_another = 256U,
    is_gate = 512U,
    is_gate_below_another = 1024U,  // below a name that is `is_above_another`
};

using name_table = word_map<unsigned short>;

// Each place that decides about an agent.
template <class Visit>
void each_gate_place(const Visit& visit) {
    std::ranges::for_each(gate_places, visit);
    for (const auto* const agent : all_agent_facts()) std::ranges::for_each(agent->settings, visit);
}

bool is_pair(std::string_view place, std::string_view above, std::string_view name) {
    return place.size() == above.size() + 1 + name.size() && place.starts_with(above) &&
           place[above.size()] == '/' && place.ends_with(name);
}
bool is_gate_pair(std::string_view above, std::string_view name) {
    bool is = false;
    each_gate_place([&](std::string_view place) { is = is || is_pair(place, above, name); });
    return is;
}
bool is_protected_pair(std::string_view above, std::string_view name) {
    return std::ranges::any_of(protected_places,
                               [&](std::string_view place) { return is_pair(place, above, name); });
}

const name_table& all_names() {
    static const name_table table = [] {
        name_table made;
        const auto add_name = [&made](std::string_view name, listed as) {
            made[name] = static_cast<unsigned short>(made[name] | as);
        };
        const auto add = [&](const auto& names, listed as) {
            for (const std::string_view name : names) add_name(name, as);
        };
        const auto add_place = [&](std::string_view place, listed alone, listed below) {
            const auto slash = place.find('/');
            if (slash == place.npos) return add_name(place, alone);
            add_name(place.substr(0, slash), is_above_another);
            add_name(place.substr(slash + 1), below);
        };
        for (const auto place : protected_places) add_place(place, is_protected, is_below_another);
        each_gate_place([&](std::string_view place) { add_place(place, is_gate, is_gate_below_another); });
        add(secret_names, is_secret);
        add(secret_files, is_secret);
        add(secret_endings, is_secret_ending);
        add(sample_endings, is_sample_ending);
        add(secret_words, is_secret_word);
        add(std::array{"etc"sv}, is_system_settings);
        add(std::array{"proc"sv}, is_processes);
        return made;
    }();
    return table;
}

enum class place_kind : unsigned char { other, guarded, gate };

// \param above  the name above it that is `is_above_another`; empty: there is none
place_kind kind_of_place(const name_table& names, std::string_view name, unsigned as, std::string_view above,
                         char after) {
    if (name.size() > 1 && name.ends_with('.')) {
        while (name.size() > 1 && name.ends_with('.')) name.remove_suffix(1);
        as = names.of(name);
    }
    if ((as & is_gate) != 0 ||
        (!above.empty() && (as & is_gate_below_another) != 0 && is_gate_pair(above, name)))
        return place_kind::gate;
    const bool guarded = (as & is_protected) != 0 ||
                         (!above.empty() && (as & is_below_another) != 0 && is_protected_pair(above, name)) ||
                         (after == '/' && name == "systemd");
    return guarded ? place_kind::guarded : place_kind::other;
}

constexpr auto shortest_secret_word = std::ranges::min(secret_words, {}, &std::string_view::size).size();
constexpr auto longest_secret_word = std::ranges::max(secret_words, {}, &std::string_view::size).size();

bool has_secret_word(const name_table& names, std::string_view name) {
    while (!name.empty()) {
        std::size_t end = 0;
        while (end < name.size() && (detail::kind_of(name[end]) & detail::is_dividing) == 0) ++end;
        const bool fits = end >= shortest_secret_word && end <= longest_secret_word;
        if (fits && (names.of(name.substr(0, end)) & is_secret_word) != 0) return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

// \param as     what it is listed as
// \param words  one of the words for secrets tells it, too
bool is_secret_name(const name_table& names, const name_run& run, unsigned as, bool words) {
    const auto name = run.name();
    const auto dot = run.dotted() ? name.rfind('.') : std::string_view::npos;
    const unsigned ending = dot == std::string_view::npos ? 0U : names.of(name.substr(dot));
    if ((ending & is_sample_ending) != 0) return false;
    const bool goes_on = name_wildcards.has(run.after()) || run.after() == '$';
    words = words && (goes_on || dot == std::string_view::npos || !source_endings.has(name.substr(dot)));
    return ((as | ending) & (is_secret | is_secret_ending)) != 0 || secret_beginnings.begins(name) ||
           (words && has_secret_word(names, name));
}

// `.claude/worktrees/NAME/` is a project like any other, as long as all of the path is written out.
bool holds_project(const name_run& run) {
    if (!worktrees_folder.starts_with(run.name()) || run.after() != '/') return false;
    const auto path = run.text_from();
    const auto below = below_worktree(path);
    const auto plain = [](char byte) {
        return digit(byte) || (lower_case(byte) >= 'a' && lower_case(byte) <= 'z') ||
               std::string_view("/._-+@").find(byte) != std::string_view::npos;
    };
    return below.size() < path.size() && std::ranges::all_of(path, plain) &&
           clean_path("/" + std::string(below));
}

// What has parts, or stands in a list.
// \param above  as above
void look_at_name(named_places& found, const name_table& names, const name_run& run, unsigned as,
                  std::string_view above, bool globs, bool prose) {
    const auto name = run.name();
    auto place = kind_of_place(names, name, as, above, run.after());
    if (place == place_kind::other && name.size() > 2 && name[0] == '-') {  // `-C.git`
        const auto value = name.substr(2);
        place = kind_of_place(names, value, names.of(value), {}, run.after());
    } else if (place != place_kind::other && holds_project(run)) {
        place = place_kind::other;
    }
    found.gate_place = found.gate_place || place == place_kind::gate;
    found.protected_place = found.protected_place || place != place_kind::other ||
                            ((as & is_system_settings) != 0 && run.at_root()) ||
                            (globs && name.starts_with('.') && run.may_go_on());
    found.process_files =
        found.process_files || ((as & is_processes) != 0 && run.after() == '/' && run.at_root());
    // What is on record of other sessions is nobody's to read.
    const bool on_record = place == place_kind::gate && name == "assent" && above == "state";
    found.secret = found.secret || on_record || is_secret_name(names, run, as, !prose);
}

// Names of secrets, as globs that meet those of a command.
constexpr std::array secret_globs{"id_rsa"sv,     "id_ed25519"sv,      "id_ecdsa"sv,         "id_dsa"sv,
                                  ".env.local"sv, ".env.production"sv, ".env.development"sv, ".env.staging"sv,
                                  ".env.prod"sv,  ".env.dev"sv,        ".env.test"sv};

bool has_letter(std::string_view glob) noexcept {
    bool in_set = false;
    for (const char byte : glob) {
        in_set = in_set || byte == '[';
        if (!in_set && (detail::kind_of(byte) & (detail::is_letter | detail::is_foreign)) != 0) return true;
        in_set = in_set && byte != ']';
    }
    return false;
}

// `*.p*` and `*em` may end in `.pem`; where `x*` ends is not told, and it is not after that.
bool may_end_so(std::string_view glob, std::string_view ending) {
    const auto wild = glob.find_last_of("*?]}");
    const auto tail = glob.substr(wild == std::string_view::npos ? 0 : wild + 1);
    const auto dot = glob.rfind('.');
    if (dot != std::string_view::npos && globs_overlap(glob.substr(dot), ending)) return true;
    return !tail.empty() && tail.find('.') == std::string_view::npos && ending.ends_with(tail);
}

// Fewer letters are in too many words.
constexpr std::size_t fewest_letters = 4;

// `cred*` and `*oken`: letters in a row of one of the words for secrets.
bool after_secret_word(std::string_view glob) {
    const auto dot = std::min(glob.rfind('.'), glob.size());
    if (source_endings.has(glob.substr(dot))) return false;
    glob = glob.substr(0, dot);
    while (!glob.empty()) {
        std::size_t end = 0;
        while (end < glob.size() && (detail::kind_of(glob[end]) & detail::is_letter) != 0) ++end;
        const auto letters = glob.substr(0, end);
        const auto has = [&](std::string_view secret) { return contains_letters(secret, letters); };
        if (end >= fewest_letters && std::ranges::any_of(secret_words, has)) return true;
        glob.remove_prefix(std::min(end + 1, glob.size()));
    }
    return false;
}

// Whether one component may be the name of a secret.
bool component_may_name_secret(std::string_view glob, bool hidden) {
    if (!name_wildcards.any_in(glob)) return false;
    const bool dotted = glob.starts_with('.');
    // `*`, `**`: after nothing. `.*` and `[.]*` are after what is hidden.
    if (!has_letter(glob) && !dotted && glob.find('[') == std::string_view::npos) return false;
    const auto covers = [&](std::string_view name) { return globs_overlap(glob, name, hidden); };
    return after_secret_word(glob) || std::ranges::any_of(secret_names, covers) ||
           std::ranges::any_of(secret_globs, covers) ||
           std::ranges::any_of(secret_endings,
                               [&](std::string_view ending) { return may_end_so(glob, ending); });
}

// More endings are none that a person would write.
constexpr std::size_t max_endings = 64;

using endings = std::vector<std::string>;

// One more part of a regular expression behind what is there, as the ways in which it may be read.
// \param optional  it may be left out
bool append_part(endings& to, const endings& part, bool optional) {
    endings longer;
    for (const auto& begun : to) {
        if (optional) longer.push_back(begun);
        for (const auto& more : part) longer.push_back(begun + more);
    }
    to = std::move(longer);
    return to.size() <= max_endings;
}

bool is_literal(char byte) noexcept {
    return (detail::kind_of(byte) & detail::is_letter) != 0 || byte == '_' || byte == '-';
}

// `ts`, `[jt]`, `(ts|js)` at the beginning, without which the rest is left. Empty: it is none of these
endings take_part(std::string_view& regex) {
    const bool escapes = regex.starts_with("\\(");
    const char first = regex[escapes ? 1 : 0];
    if (!escapes && is_literal(first)) {
        regex.remove_prefix(1);
        return {std::string(1, lower_case(first))};
    }
    if (first != '[' && first != '(') return {};
    regex.remove_prefix(escapes ? 2 : 1);
    endings part{std::string()};
    while (!regex.empty()) {
        if (regex.starts_with('\\')) regex.remove_prefix(1);
        if (regex.empty()) return {};
        const char byte = regex.front();
        regex.remove_prefix(1);
        if (byte == (first == '[' ? ']' : ')')) return part;
        // `[jt]` is one letter, and `[a-z]` any.
        if (first == '[' && (!is_literal(byte) || byte == '-')) return {};
        if (first == '[' && !part.back().empty()) part.emplace_back();
        if (byte == '|')
            part.emplace_back();
        else if (is_literal(byte) || byte == '.')
            part.back().push_back(lower_case(byte));
        else
            return {};
    }
    return {};
}

// Whether what stands behind it may be no more than one of several: a bar stands in no group.
bool has_choice(std::string_view regex) noexcept {
    std::size_t open = 0;
    for (std::size_t place = 0; place < regex.size(); ++place) {
        const char byte = regex[place];
        // Which of the two forms is the group, depends on the program.
        if (byte == '\\' && place + 1 < regex.size() && "()|"sv.find(regex[++place]) != regex.npos)
            return true;
        if (byte == '\\') continue;
        if (byte == '(') ++open;
        if (byte == ')' && open-- == 0) return true;
        if (byte == '|' && open == 0) return true;
    }
    return open > 0;
}

// How a name may end of which a regular expression says how it ends. Empty: it does not say
endings endings_of(std::string_view regex, bool whole) {
    const bool ends = regex.ends_with('$') && !regex.ends_with("\\$");
    if (ends) regex.remove_suffix(1);
    const auto dot = regex.rfind("\\.");
    if ((!ends && !whole) || dot == std::string_view::npos || (dot > 0 && regex[dot - 1] == '\\')) return {};
    regex.remove_prefix(dot + 2);
    endings all{"*."};
    while (!regex.empty()) {
        const auto part = take_part(regex);
        const bool escapes = regex.starts_with("\\?");
        const bool optional = escapes || regex.starts_with('?');
        if (optional) regex.remove_prefix(escapes ? 2 : 1);
        if (part.empty() || !append_part(all, part, optional)) return {};
    }
    return all;
}

// `*.{ts,tsx}` is `*.ts` and `*.tsx`. Empty: it has no braces, or ones that may be read in several ways.
std::vector<std::string> words_of_braces(std::string_view glob) {
    const bool plain = glob.find_first_of("[\\$`'\"") == glob.npos && glob.find("..") == glob.npos;
    return plain && glob.find('{') != glob.npos ? without_braces(glob) : std::vector<std::string>();
}

bool component_is_after(std::string_view glob, std::string_view name) {
    if (glob.find('{') != glob.npos) {
        const auto each = without_braces(glob);
        return each.empty() ||
               std::ranges::any_of(each, [&](const auto& one) { return component_is_after(one, name); });
    }
    if (!has_letter(glob) && !glob.starts_with('.') && glob.find('[') == glob.npos) return false;
    if (name.starts_with('*')) return may_end_so(glob, name.substr(1));
    return globs_overlap(glob, name);
}

}  // namespace

void name_run::rewrite() noexcept {
    std::size_t length = 0;
    for (const char byte : name_)
        if (detail::kind_of(byte) != detail::is_foreign && length < sizeof letters_)
            letters_[length++] = lower_case(byte);
    name_ = {letters_, length};
}

bool name_run::may_go_on() const noexcept {
    static constexpr byte_set inside("*?]}");
    return name_wildcards.has(after()) && !inside.has(before());
}

bool name_run::at_root() const noexcept { return before() == '/' && may_be_root(text_.substr(0, from_ - 1)); }

named_places places_in(std::string_view text, bool globs, bool prose) {
    named_places found;
    const name_table& names = all_names();
    std::string above;  // the name before, which has protected ones below it
    for (name_run run(text); run.next();) {
        const unsigned as = names.of(run.name());
        // What has no parts, and stands in no list, is nothing.
        const bool something = as != 0 || run.divided();
        if (something) look_at_name(found, names, run, as, above, globs, prose);
        const bool leads = (as & is_above_another) != 0 && run.after() == '/';
        if (leads)
            above = run.name();
        else
            above.clear();
    }
    return found;
}

named_places places_in_folder(std::string_view folder) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    return places_in(std::string(folder).append("/-"));
}

bool is_own_place(std::string_view path, std::span<const std::string> own_places) noexcept {
    return std::ranges::any_of(own_places, [&](std::string_view place) {
        // What is below it, and files of a record that were put aside.
        return path == place || (path.size() > place.size() && path.starts_with(place) &&
                                 (path[place.size()] == '/' || path[place.size()] == '.'));
    });
}

bool has_packages(std::string_view name) noexcept {
    return name == "node_modules" || name == "site-packages" || name == "dist-packages";
}

bool may_name_gate(std::string_view glob) {
    if (!name_wildcards.any_in(glob)) return false;
    bool may = false;
    each_gate_place([&](std::string_view place) {
        const auto name = place.substr(0, place.find('/'));
        may = may || is_after(glob, name);
    });
    return may;
}

bool is_home(std::string_view path) noexcept {
    // In these each folder is one.
    static constexpr word_list homes{"/home/"sv, "/Users/"sv};
    return path == "/root" || std::ranges::any_of(homes, [path](std::string_view folder) {
               return path.size() > folder.size() && path.starts_with(folder) &&
                      path.find('/', folder.size()) == path.npos;
           });
}

bool seeks_secrets(std::string_view text) noexcept { return marks_of_secrets.any_in(text); }

bool may_name_secret(std::string_view glob, bool hidden) {
    // Most texts have no wildcard.
    if (!name_wildcards.any_in(glob)) return false;
    const auto each = words_of_braces(glob);
    if (!each.empty())
        return std::ranges::any_of(each, [hidden](const std::string& one) {
            // One that has no letters stands for all, and by a program for what is hidden, too.
            const bool all = hidden && !has_letter(detail::base_name(one));
            return all || places_in(one).secret || may_name_secret(one, hidden);
        });
    return any_between(glob, '/', [hidden](std::string_view component) {
        return component_may_name_secret(component, hidden);
    });
}

bool may_choose_secret(std::string_view regex, bool whole) {
    if (has_choice(regex.substr(0, std::min(regex.rfind("\\."), regex.size()))) || places_in(regex).secret)
        return true;
    const auto all = endings_of(regex, whole);
    return all.empty() || std::ranges::any_of(all, [](const std::string& glob) {
               return glob == "*." || may_name_secret(glob, true) || places_in(glob).secret;
           });
}

bool is_after(std::string_view glob, std::string_view name) {
    // Braces may hold slashes.
    if (glob.find('{') != glob.npos && glob.find('/', glob.find('{')) < glob.find('}')) return true;
    return any_between(glob, '/',
                       [&](std::string_view component) { return component_is_after(component, name); });
}

std::vector<std::string> secret_path_patterns() {
    std::vector<std::string> patterns;
    const auto add = [&](const auto& names, std::string_view before, std::string_view behind) {
        for (const auto name : names) patterns.push_back(std::string(before).append(name).append(behind));
    };
    add(secret_names, "**/", "/**");
    add(secret_globs, "**/", "");
    add(secret_endings, "**/*", "");
    return patterns;
}

}  // namespace assent
