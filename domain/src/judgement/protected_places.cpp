#include "protected_places.hpp"

#include "../word_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Names that are protected wherever they stand.
constexpr std::array protected_names{
    // version control
    ".git"sv, ".gitconfig"sv, ".gitmodules"sv, ".husky"sv,
    // agents and editors
    ".claude"sv, ".claude.json"sv, ".cursor"sv, ".gemini"sv, ".codex"sv, ".roo"sv, ".windsurf"sv,
    ".devcontainer"sv, ".vscode"sv, ".idea"sv, ".mcp.json"sv, ".vimrc"sv, ".exrc"sv, ".emacs"sv,
    // start-up files of shells and sessions
    ".bashrc"sv, ".bash_profile"sv, ".bash_login"sv, ".bash_logout"sv, ".bash_aliases"sv, ".profile"sv,
    ".zshrc"sv, ".zshenv"sv, ".zprofile"sv, ".zlogin"sv, ".zlogout"sv, ".inputrc"sv, ".envrc"sv,
    ".xprofile"sv, ".xinitrc"sv, ".pam_environment"sv,
    // keys, and settings that name programs or places to load from
    ".ssh"sv, ".gnupg"sv, ".netrc"sv, ".npmrc"sv, ".yarnrc"sv, ".yarnrc.yml"sv, ".ripgreprc"sv,
    "authorized_keys"sv,
    // what the system starts by itself
    "crontabs"sv, "cron.d"sv, "launchagents"sv, "launchdaemons"sv};

// What all of them begin with.
constexpr byte_set protected_letters(".acl");
static_assert(std::all_of(protected_names.begin(), protected_names.end(),
                          [](std::string_view each) { return protected_letters.has(each.front()); }));

// Protected below `.config`.
constexpr std::array below_config{"assent"sv, "git"sv, "fish"sv, "systemd"sv, "autostart"sv};

// Words that a secret's file is named by, standing alone between punctuation.
constexpr std::array secret_words{"token"sv,       "tokens"sv,   "secret"sv,    "secrets"sv, "credential"sv,
                                  "credentials"sv, "password"sv, "passwords"sv, "apikey"sv,  "keychain"sv};
constexpr std::array secret_names{
    ".ssh"sv,    ".aws"sv,    ".azure"sv,  ".gnupg"sv,           ".kube"sv, ".netrc"sv, ".npmrc"sv,
    ".pypirc"sv, ".pgpass"sv, ".docker"sv, ".git-credentials"sv, ".env"sv,  ".envrc"sv};
constexpr std::array secret_endings{".pem"sv, ".key"sv,      ".p12"sv,  ".pfx"sv,
                                    ".jks"sv, ".keystore"sv, ".kdbx"sv, ".env"sv};
constexpr std::array secret_beginnings{"id_rsa"sv, "id_ed25519"sv, "id_ecdsa"sv, "id_dsa"sv, ".env."sv};
// `.env.example` is there to be read.
constexpr std::array sample_endings{".example"sv, ".sample"sv, ".template"sv, ".pub"sv};

constexpr byte_set secret_last_letters("m2xysebv");

constexpr bool told_by_letters() noexcept {
    const auto dotted = [](std::string_view each) { return each.front() == '.'; };
    const auto begins = [](std::string_view each) { return each.front() == '.' || each.front() == 'i'; };
    const auto ends = [](std::string_view each) { return secret_last_letters.has(each.back()); };
    return std::all_of(secret_names.begin(), secret_names.end(), dotted) &&
           std::all_of(secret_beginnings.begin(), secret_beginnings.end(), begins) &&
           std::all_of(secret_endings.begin(), secret_endings.end(), ends);
}
static_assert(told_by_letters());

constexpr byte_set telling("./_");
constexpr byte_set dividing("._-");

bool skipped(char byte) noexcept { return static_cast<unsigned char>(byte) >= 0x80; }
// Letters of names, in lower case; bytes that do not count in names; \0 for what ends them.
constexpr char no_letter = '\x80';
constexpr std::array<char, 256> letters_of_names = [] {
    std::array<char, 256> table{};
    for (std::size_t value = 0; value < table.size(); ++value) {
        const char byte = static_cast<char>(value);
        const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                            (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
        table[value] = letter ? lower_case(byte) : value >= 0x80 ? no_letter : '\0';
    }
    return table;
}();
char letter_of(char byte) noexcept { return letters_of_names[static_cast<unsigned char>(byte)]; }

// Whether the text holds `/p`, or something that does not count in names: every name of process files does.
bool may_name_process_files(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (skipped(text[at])) return true;
        if (text[at] == '/' && at + 1 < text.size() && lower_case(text[at + 1]) == 'p') return true;
    }
    return false;
}

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

bool protected_name(std::string_view name, std::string_view parent, char after) noexcept {
    while (name.size() > 1 && name.ends_with('.')) name.remove_suffix(1);
    if (!name.empty() && protected_letters.has(name.front()) && one_of(name, protected_names)) return true;
    if (parent == ".config" && one_of(name, below_config)) return true;
    return name == "systemd" && after == '/';
}

// Most words are told from all of them by this.
constexpr byte_set secret_word_letters("ackpst");
constexpr std::size_t shortest_secret_word = 5;
constexpr bool may_be_secret_word(std::string_view word) noexcept {
    return word.size() >= shortest_secret_word && secret_word_letters.has(word.front());
}
static_assert(std::all_of(secret_words.begin(), secret_words.end(), may_be_secret_word));

bool has_secret_word(std::string_view name) noexcept {
    for (std::size_t from = 0, at = 0; at <= name.size(); ++at) {
        if (at < name.size() && !dividing.has(name[at])) continue;
        if (may_be_secret_word(name.substr(from, at - from)) &&
            one_of(name.substr(from, at - from), secret_words))
            return true;
        from = at + 1;
    }
    return false;
}

// \param words  one of the words for secrets tells it, too
bool secret_name(std::string_view name, bool words) noexcept {
    if (name.empty()) return false;
    const auto ends = [&](std::string_view each) { return name.ends_with(each); };
    const auto begins = [&](std::string_view each) { return name.starts_with(each); };
    // What all of them begin or end with is looked at first: few names have it.
    const bool found = (name.starts_with('.') && one_of(name, secret_names)) ||
                       ((name.starts_with('.') || name.starts_with('i')) &&
                        std::any_of(secret_beginnings.begin(), secret_beginnings.end(), begins)) ||
                       (secret_last_letters.has(name.back()) &&
                        std::any_of(secret_endings.begin(), secret_endings.end(), ends)) ||
                       (words && has_secret_word(name));
    return found && std::none_of(sample_endings.begin(), sample_endings.end(), ends);
}

}  // namespace

bool name_run::next() noexcept {
    while (at_ < text_.size() && letter_of(text_[at_]) == '\0') ++at_;
    if (at_ == text_.size()) return false;
    from_ = at_;
    length_ = 0;
    for (; at_ < text_.size(); ++at_) {
        const char letter = letter_of(text_[at_]);
        if (letter == '\0') break;
        if (letter != no_letter && length_ < sizeof letters_) letters_[length_++] = letter;
    }
    return true;
}

bool name_run::at_root() const noexcept { return before() == '/' && may_be_root(text_.substr(0, from_ - 1)); }

bool names_protected_place(std::string_view text, bool globs) noexcept {
    // All names have one of these before or in them, and nearly no word has.
    if (std::none_of(text.begin(), text.end(), [](char byte) { return telling.has(byte) || skipped(byte); }))
        return false;
    bool below = false;
    name_run run(text);
    while (run.next()) {
        auto name = run.name();
        if (protected_name(name, below ? ".config"sv : ""sv, run.after())) return true;
        // `-C.git`
        if (name.size() > 2 && name[0] == '-' && protected_name(name.substr(2), {}, run.after())) return true;
        if (name == "etc" && run.at_root()) return true;
        const bool wild =
            std::string_view("*?[{").find(run.after()) != std::string_view::npos && run.after() != '\0';
        const bool begins =
            std::string_view("*?]}").find(run.before()) == std::string_view::npos || run.before() == '\0';
        if (globs && wild && begins && name.starts_with('.')) return true;
        below = name == ".config" && run.after() == '/';
    }
    return false;
}

bool names_process_files(std::string_view text) noexcept {
    if (!may_name_process_files(text)) return false;
    name_run run(text);
    while (run.next())
        if (run.name() == "proc" && run.after() == '/' && run.at_root()) return true;
    return false;
}

bool names_secret(std::string_view text, bool prose) noexcept {
    name_run run(text);
    while (run.next())
        if (secret_name(run.name(), !prose)) return true;
    return false;
}

}  // namespace assent
