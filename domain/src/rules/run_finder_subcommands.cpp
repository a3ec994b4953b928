#include "bare_words.hpp"
#include "command_words.hpp"
#include "run_finder.hpp"

#include <algorithm>
#include <array>
#include <iterator>

// Programs of which some subcommands run others.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// Options of git whose values a shell runs. They may be cut short; longer names are others.
struct git_option {
    std::string_view shortest;
    std::string_view name;
};
constexpr git_option git_options[] = {{"--exec", "--exec"},
                                      {"--extc", "--extcmd"},
                                      {"--upl", "--upload-pack"},
                                      {"--rece", "--receive-pack"},
                                      {"--open", "--open-files-in-pager"}};
constexpr std::string_view git_remote_program = "ext::";

bool runs_value(std::string_view option) noexcept {
    const auto name = option.substr(0, option.find('='));
    if (name.starts_with("--") && name.ends_with("-filter")) return true;
    return std::any_of(std::begin(git_options), std::end(git_options), [&](const git_option& each) {
        return name.starts_with(each.shortest) && each.name.starts_with(name);
    });
}

// Subcommands that run what their options say, and options that say where to look for programs and settings:
// what is behind them is not read.
constexpr std::array unread_subcommands{"instaweb"sv, "send-email"sv, "shell"sv};
constexpr std::array unread_options{"--exec-path"sv, "--config-env"sv};

bool is_unread(std::string_view subcommand) noexcept {
    return std::find(unread_subcommands.begin(), unread_subcommands.end(), subcommand) !=
           unread_subcommands.end();
}
bool has_unread_value(std::string_view option) noexcept {
    return std::find(unread_options.begin(), unread_options.end(), option.substr(0, option.find('='))) !=
           unread_options.end();
}

// Its short options whose values a shell runs.
char running_letter(std::string_view subcommand) noexcept {
    if (subcommand == "rebase" || subcommand == "difftool") return 'x';
    if (subcommand == "grep") return 'O';
    return subcommand == "clone" ? 'u' : '\0';
}

// Whether `look_at_git` may find something because of this word of a bare command, in lower case.
bool may_matter_to_git(std::string_view word) noexcept {
    if (!is_option(word))
        return word == "config" || running_letter(word) != '\0' || is_unread(word) ||
               word.starts_with(git_remote_program);
    if (word.starts_with("-c") || word.starts_with("--c")) return true;
    return runs_value(word) || has_unread_value(word);
}

// What the words begin with that may matter to it.
constexpr std::uint64_t git_beginnings = [] {
    std::uint64_t bits = bit_of_beginning('-');
    for (const char letter : std::string_view("cdegirs"))
        bits |= bit_of_beginning(letter) | bit_of_beginning(static_cast<char>(letter - 'a' + 'A'));
    return bits;
}();

}  // namespace

bool run_finder::may_name_subcommand(std::string_view program, std::string_view words,
                                     std::uint64_t beginnings) noexcept {
    const bool git = program == "git";
    const auto* const others = running_others(program);
    // Most commands are told by the first letters of their words, small or capital.
    const std::uint64_t wanted = (git ? git_beginnings : 0) | (others == nullptr ? 0 : others->beginnings);
    if ((wanted & beginnings) == 0) return false;
    const auto rows = running_subcommands(program);
    while (!words.empty()) {
        const auto word = words.substr(0, words.find('\n'));
        words.remove_prefix(word.size() + 1);
        const auto begins = [word](const running_subcommand& row) {
            return row.name.substr(0, row.name.find(' ')) == word;
        };
        if ((git && may_matter_to_git(word)) || std::any_of(rows.begin(), rows.end(), begins)) return true;
    }
    return false;
}

// A part of a word is a shell text.
void run_finder::read_value(const shell_runs::word& option, std::size_t from, const run& at) {
    read_again(at);
    if (!option.known) unreadable();
    text(option.text.substr(std::min(from, option.text.size())), at.depth + 1);
}

// Calls `found` with the place of each word that may be the subcommand.
template <class Found>
void run_finder::each_subcommand(const run& at, Found found) {
    bool here = true;   // it may stand here
    bool next = false;  // or next
    for (auto each = at.from + 1; each < at.end && (here || next); ++each) {
        const auto candidate = word(each);
        const bool option = is_option(candidate.text);
        if (here && !option) found(each);
        const bool after_option = here && option;
        here = next || after_option;
        next = after_option;
    }
}

bool run_finder::look_at_subcommands(std::string_view program, const run& at) {
    const auto rows = running_subcommands(program);
    bool found = false;
    if (!rows.empty() && at.end - at.from > 1 && !word(at.from + 1).known) unreadable();
    for (const auto& row : rows) {
        const auto blank = std::min(row.name.find(' '), row.name.size());
        const auto read = [&](std::size_t place) {
            found = true;
            auto inner = at;
            inner.from = place;
            look_at_wrapper(row.reading, inner);
        };
        each_subcommand(at, [&](std::size_t place) {
            if (word(place).text != row.name.substr(0, blank)) return;
            if (blank == row.name.size()) return read(place);
            auto inner = at;
            inner.from = place;
            each_subcommand(inner, [&](std::size_t second) {
                if (word(second).text == row.name.substr(blank + 1)) read(second);
            });
        });
    }
    if (program == "git") look_at_git(at);
    if (program == "tmux") look_at_tmux(at);
    if (program == "pnpm") look_at_pnpm(at);
    if (program == "screen") look_at_screen(at);
    return found;
}

void run_finder::look_at_git(const run& at) {
    each_subcommand(at, [&](std::size_t place) {
        if (is_unread(word(place).text)) unreadable();
    });
    char letter = '\0';
    bool configures = false;
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto option = word(each);
        const auto next = each + 1 < at.end ? word(each + 1) : shell_runs::word{};
        const auto equals = option.text.find('=');
        if (letter == '\0') letter = running_letter(option.text);
        if (has_unread_value(option.text)) unreadable();
        if (option.text.starts_with(git_remote_program)) text(option.text.substr(5), at.depth + 1);
        if (option.text == "-c" || option.text == "--config") {
            const auto name = next.text.substr(0, next.text.find('='));
            git_setting(name, next.text.substr(std::min(name.size() + 1, next.text.size())), next.known, at);
        } else if (option.text.starts_with("-c") || option.text.starts_with("--config=")) {
            const auto setting = option.text.substr(option.text.starts_with("-c") ? 2 : equals + 1);
            const auto name = setting.substr(0, setting.find('='));
            git_setting(name, setting.substr(std::min(name.size() + 1, setting.size())), option.known, at);
        } else if (runs_value(option.text)) {
            if (equals == std::string_view::npos)
                read_word(each + 1, at);
            else
                read_value(option, equals + 1, at);
        } else if (letter != '\0' && is_option(option.text) && option.text[1] == letter) {
            if (option.text.size() == 2)
                read_word(each + 1, at);
            else
                read_value(option, 2, at);
        }
        if (configures && !is_option(option.text) && each + 1 < at.end)
            git_setting(option.text, next.text, next.known, at);
        configures = configures || option.text == "config";
    }
}

void run_finder::git_setting(std::string_view name, std::string_view value, bool known, const run& at) {
    constexpr std::string_view alias = "alias.";
    const program_id section(name.substr(0, alias.size()));
    const bool names_alias = section == alias;
    const bool shell = value.starts_with('!');
    if (!shell && !names_alias && !git_setting_runs(name)) {
        // What it names may be put together.
        if (!known && name.find_first_of("$`*?[{") != std::string_view::npos) unreadable();
        return;
    }
    if (!known) unreadable();
    if (shell) return text(value.substr(1), at.depth + 1);
    if (!names_alias) return text(value, at.depth + 1);
    constexpr std::string_view git = "git ";
    auto& command = keep(git.size() + value.size());
    command.append(git).append(value);
    text(command, at.depth + 1);
}

// Most of its commands take a text, of a shell or of tmux, or keys that are typed into a shell.
void run_finder::look_at_tmux(const run& at) {
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto argument = word(each).text;
        // Another command follows; formats hold commands of a shell.
        if (argument.ends_with(';') || argument.find("#(") != std::string_view::npos) unreadable();
    }
    auto first = at.from + 1;
    for (; first < at.end && is_option(word(first).text); ++first) {
        const auto option = word(first).text;
        // A text for a shell, or a file with commands.
        if (option[1] == 'c' || option[1] == 'f') unreadable();
        if (option == "-L" || option == "-S") ++first;
    }
    if (first >= at.end) return;
    const auto rows = running_subcommands("tmux");
    const auto same = [&](const running_subcommand& row) { return row.name == word(first).text; };
    if (!tmux_command_only_looks(word(first).text) && std::none_of(rows.begin(), rows.end(), same))
        unreadable();
}

// What it does not know as a command of its own is a script, or a program.
void run_finder::look_at_pnpm(const run& at) {
    each_subcommand(at, [&](std::size_t place) {
        if (!word(place).known || pnpm_has_command(word(place).text)) return;
        auto inner = at;
        inner.from = place;
        ++inner.wrappers;
        look_at(inner);
    });
}

// `-X stuff` types into a shell; `-s` names one.
void run_finder::look_at_screen(const run& at) {
    for (auto each = at.from + 1; each < at.end; ++each) {
        const auto option = word(each).text;
        if (!is_option(option) && !is_option(word(each - 1).text)) return;
        if (is_option(option) && option != "-ls" && option != "-list" &&
            option.find_first_of("Xs") != std::string_view::npos)
            unreadable();
    }
}

}  // namespace assent::detail
