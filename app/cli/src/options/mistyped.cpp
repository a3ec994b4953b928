#include "mistyped.hpp"

#include "help.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>

namespace assent::cli {
namespace {

constexpr std::string_view dashes = "--";

// What is called otherwise elsewhere.
struct other_name {
    std::string_view word;
    std::string_view here;
};

constexpr other_name other_commands[] = {
    {"try", "check"},
    {"eval", "check"},

    {"add", "install"},
    {"init", "setup"},
    {"remove", "uninstall"},
    {"rm", "uninstall"},
    {"status", "doctor"},
    {"logs", "log"},
    {"history", "log"},
    {"start", "daemon"},
    {"unpause", "pause end"},
    {"tail", "log --follow"},
    {"policies", "help policy print"},
};

constexpr other_name other_options[] = {
    {"--port", "--tcp"},
    {"--listen", "--tcp"},
    {"--socket", "--unix"},
    {"--format", "--json"},
    {"--output", "--json"},
    {"--verbose", "--log-level"},
    {"--config", "--policy"},
    {"--profile", "--policy"},
    {"--dry-run", "--print"},
    {"--policy", "--profile"},
    {"--allowedTools", "--allow"},
    {"--disallowedTools", "--deny"},
    {"--allowed-tools", "--allow"},
    {"--disallowed-tools", "--deny"},
};

std::string here(std::span<const other_name> names, std::string_view word) {
    const auto found = std::ranges::find(names, word, &other_name::word);
    return found == names.end() ? std::string() : std::string(found->here);
}

// What a newcomer may expect that a command does, and how it is done.
struct other_way {
    std::string_view command;
    std::string_view word;
    std::string_view told;
};

constexpr std::string_view in_front =
    "it runs until Ctrl-C; `assent install daemon` has it started at each login";
constexpr std::string_view some_lines = "the last lines alone: assent log | tail -n 20";

constexpr std::string_view has_file =
    "rules stand in a file that any editor changes: assent policy show says which; to try one: assent check "
    "--allow RULE, --deny RULE";

constexpr other_way other_ways[] = {
    {"daemon", "start", "it starts without another word: assent daemon"},
    {"daemon", "stop",
     "Ctrl-C ends it; what `assent install daemon` has started, `assent uninstall daemon` ends"},
    {"daemon", "status", "`assent doctor` says whether one answers"},
    {"daemon", "-d", in_front},
    {"daemon", "--detach", in_front},
    {"daemon", "--background", in_front},
    {"policy", "list", "`assent help policy print` lists them"},
    {"codex", "app-server", "the whole command stands behind `--`: assent codex -- codex app-server"},
    {"log", "-n", some_lines},
    {"log", "--tail", some_lines},
    {"log", "--lines", some_lines},
    {"policy", "edit", has_file},
    {"policy", "add", has_file},
    {"assent", "allow", has_file},
    {"assent", "deny", has_file},
    {"install", "--profile", "assent setup --profile NAME begins a policy with one"},
    {"install", "--all", "the word for all of them is `all`: assent install all"},
    {"check", "--dry-run", "nothing is run by it"},
};

// Nothing: it is no such word.
std::optional<std::string> told_otherwise(std::string_view command, const std::string& word) {
    for (const auto& way : other_ways)
        if (way.command == command && way.word == word)
            return fmt::format("{} takes no `{}`; {}", command, display_text(word), way.told);
    return std::nullopt;
}

// Where the words lead to, and how many of them it takes to get there.
struct found_command {
    const CLI::App* command;
    std::size_t words = 0;
};

found_command command_of(const CLI::App& whole, const typed_words& typed) {
    found_command found{&whole};
    while (found.words < typed.size()) {
        const auto* const below = command_below(*found.command, typed[found.words]);
        if (below == nullptr) break;
        found = {below, found.words + 1};
    }
    return found;
}

// As typed behind `assent`; the program itself is `assent`.
std::string name_of(const CLI::App& command) {
    const std::string name = full_name(command);
    return command.get_parent() == nullptr ? name : name.substr(name.find(' ') + 1);
}

std::string option_name(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* const option : command.get_options())
        for (const auto& name : option->get_lnames()) names.push_back(std::string(dashes) + name);
    for (const auto* const option : command.get_options())
        for (const auto& name : option->get_snames()) names.push_back("-" + name);
    return names;
}

std::vector<std::string> commands_of(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* const below : shown_commands(command)) names.push_back(below->get_name());
    return names;
}

std::string meant(const std::string& word, const std::vector<std::string>& known) {
    const std::vector<std::string_view> views(known.begin(), known.end());
    return did_you_mean(word, views);
}

std::string meant_instead(std::string_view what) { return fmt::format("; did you mean `{}`?", what); }

// `-p` is the first option that begins with it, and `--port` has another name here.
std::string option_meant(const CLI::App& command, const std::string& option) {
    const auto names = option_names(command);
    const auto known = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
    if (const std::string other = here(other_options, option); known(other)) return meant_instead(other);
    const auto same = [&](const std::string& name) {
        return CLI::detail::to_lower(name) == CLI::detail::to_lower(option);
    };
    if (option.size() == 2 && std::ranges::none_of(names, same)) {
        const auto begins = std::ranges::find_if(names, [&](const std::string& name) {
            return name.starts_with(std::string(dashes) + option.back());
        });
        if (begins != names.end()) return meant_instead(*begins);
    }
    return meant(option, names);
}

// The option that takes this word as its value, with it: `--agent claude`; empty: none does.
std::string as_value(const CLI::App& command, const std::string& word) {
    for (const auto* const option : command.get_options()) {
        if (!option->nonpositional() || option->get_items_expected_max() == 0) continue;
        const auto values = CLI::detail::split(value_of(*option), '|');
        if (std::ranges::find(values, word) != values.end())
            return fmt::format("{} {}", option->get_name(), word);
    }
    return {};
}

std::string listed(const std::vector<std::string>& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return one_of_words(std::span(views));
}

std::vector<std::string> commands_with(const CLI::App& whole, const std::string& option) {
    std::vector<std::string> names;
    for (const auto* const each : shown_commands(whole))
        if (each->get_option_no_throw(option) != nullptr) names.push_back(each->get_name());
    return names;
}

// What the whole program takes no option for, one of its commands may.
std::string why_not_in_front(const CLI::App& whole, const std::string& option, const typed_words& typed) {
    for (const auto& word : typed)
        if (const auto* const later = command_below(whole, word);
            later != nullptr && later->get_option_no_throw(option) != nullptr)
            return fmt::format("`{0}` stands behind the command: assent {1} {0} ...", option, word);
    return fmt::format("`{}` stands behind a command, which is one of {}", option,
                       listed(commands_with(whole, option)));
}

// \param before  what of the words is good
std::string why_no_option(const CLI::App& whole, const found_command& found, const std::string& option,
                          const typed_words& typed, std::size_t before) {
    const CLI::App& command = *found.command;
    if (auto told = told_otherwise(name_of(command), option)) return *told;
    if (command.get_name() == "install" && option == "--agent" && before + 1 < typed.size())
        return fmt::format("the agent is a word: assent install {}", display_text(typed[before + 1]));
    const auto owners = commands_with(whole, option);
    if (&command == &whole && !owners.empty()) return why_not_in_front(whole, option, typed);
    if (command.get_name() == "install" && !owners.empty())
        return fmt::format("options of the hook or the daemon stand behind `--`: assent {} -- {} ...",
                           fmt::join(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(before), " "),
                           option);
    const std::string near = option_meant(command, option);
    if (near.empty() && !owners.empty())
        return fmt::format("`{}` is an option of {}, and not of {}", option, listed(owners),
                           name_of(command));
    return fmt::format("{} has no option `{}`{}", name_of(command), display_text(option), near);
}

// Where a word that is no command is known all the same: `assent policy lint`, `assent check --explain`.
std::string where_known(const CLI::App& whole, const std::string& word) {
    for (const auto* const each : shown_commands(whole)) {
        const auto operands = options_in(*each, "");
        const auto values =
            operands.empty() ? typed_words() : CLI::detail::split(value_of(*operands.front()), '|');
        if (std::ranges::find(values, word) != values.end() || command_below(*each, word) != nullptr)
            return fmt::format("{} {}", full_name(*each), word);
        if (each->get_option_no_throw(std::string(dashes) + word) != nullptr)
            return fmt::format("{} {}{}", full_name(*each), dashes, word);
    }
    return {};
}

std::string why_no_command(const CLI::App& whole, const std::string& word) {
    if (word.empty())
        return "expected a command, such as `assent demo` or `assent check --policy standard git status`";
    if (auto told = told_otherwise(name_of(whole), word)) return *told;
    auto known = commands_of(whole);
    known.insert(known.begin(), {"--help", "--version"});
    std::string near = meant(word, known);
    if (const auto other = here(other_commands, word); !other.empty())
        near = meant_instead("assent " + other);
    if (word.find(' ') != word.npos) near = meant_instead("assent check " + display_text(word));
    if (const auto elsewhere = where_known(whole, word); near.empty() && !elsewhere.empty())
        near = meant_instead(elsewhere);
    return fmt::format("there is no command `{}`{}", display_text(word), near);
}

// The command below that reads a file first of all; null: there is none.
const CLI::App* reads_file(const CLI::App& command) {
    for (const auto* const below : shown_commands(command))
        for (const auto* const operand : options_in(*below, ""))
            if (operand->get_name(true) == "FILE") return below;
    return nullptr;
}

// \param before  the word in front of it
std::string why_no_operand(const CLI::App& whole, const CLI::App& command, const std::string& word,
                           const std::string& before) {
    if (&command == &whole) return why_no_command(whole, word);
    const std::string shown = display_text(word);
    const std::string_view rest = help_of(command).rest;
    const auto known = commands_of(command);
    if (auto told = told_otherwise(name_of(command), word)) return *told;
    if (const auto* const reader = reads_file(command);
        reader != nullptr && word.find_first_of("./") != word.npos)
        return fmt::format("{}: expected {}{}", name_of(command), listed(known),
                           meant_instead(full_name(*reader) + " " + shown));
    if (!known.empty())
        return fmt::format("{}: expected {}, got `{}`{}", name_of(command), listed(known), shown,
                           meant(word, known));
    if (rest.starts_with(dashes))
        return fmt::format("the command to run stands behind `--`: {} -- {} ...", full_name(command), shown);
    if (takes_words(command))
        return fmt::format("{}: expected one command at a time, and `{}` is another", name_of(command),
                           shown);
    auto value = as_value(command, word);
    // `30 m`
    if (!parse_duration(before) && parse_duration(before + word)) value = before + word;
    return fmt::format("{} takes no `{}`{}", name_of(command), shown,
                       value.empty() ? value : meant_instead(full_name(command) + " " + value));
}

std::size_t most_operands(const CLI::App& command) {
    std::size_t most = 0;
    for (const auto* const operand : options_in(command, ""))
        most += static_cast<std::size_t>(operand->get_items_expected_max());
    return most;
}

// How many words an option and its value are; 0: that is none.
std::size_t words_of_option(const CLI::App& command, const std::string& word) {
    if (word.size() < 2 || !word.starts_with('-')) return 0;
    const bool value_follows =
        option_with_value(command, word) != nullptr && word.find('=') == std::string::npos;
    return value_follows ? 2 : 1;
}

// The first word that is not taken; empty: all are.
std::string why_not_words(const CLI::App& whole, const found_command& found, const typed_words& typed) {
    const CLI::App& command = *found.command;
    std::size_t operands = 0;
    for (std::size_t place = found.words; place < typed.size();) {
        const std::string& word = typed[place];
        const std::size_t option_words = words_of_option(command, word);
        if (option_words > 0 && command.get_option_no_throw(option_name(word)) == nullptr)
            return why_no_option(whole, found, option_name(word), typed, place);
        if (option_words == 0 && ++operands > most_operands(command))
            return why_no_operand(whole, command, word, place == 0 ? std::string() : typed[place - 1]);
        place += std::max(option_words, std::size_t{1});
    }
    return {};
}

// What has to stand there and does not; empty: nothing is missing.
// \param behind  what stands behind `--`
std::string why_too_few(const CLI::App& command, const typed_words& behind) {
    if (const auto below = commands_of(command); !below.empty())
        return fmt::format("{}: expected {}", name_of(command), listed(below));
    for (const auto* const operand : options_in(command, ""))
        if (operand->get_required()) {
            const auto values = CLI::detail::split(value_of(*operand), '|');
            if (!behind.empty() && std::ranges::find(values, behind.front()) != values.end())
                return fmt::format("`{0}` has to stand in front of `--`: {1} {0} -- ...", behind.front(),
                                   full_name(command));
            return values.size() > 1 ? fmt::format("{}: expected {}", name_of(command), listed(values))
                                     : fmt::format("{}: expected {}: {}", name_of(command),
                                                   operand->get_name(true), operand->get_description());
        }
    return {};
}

// An option at the end whose value is missing; empty: that is not it.
std::string why_no_value(const CLI::App& command, const typed_words& typed) {
    const auto* const option = typed.empty() ? nullptr : option_with_value(command, typed.back());
    if (option == nullptr) return {};
    return fmt::format("{}: expected {}, got nothing", typed.back(),
                       listed(CLI::detail::split(value_of(*option), '|')));
}

// An option that is given more often than it may be; empty: none is.
std::string why_given_again(const CLI::App& command, const typed_words& typed) {
    for (std::size_t at = 0; at < typed.size(); ++at) {
        const auto* const option = option_with_value(command, typed[at]);
        const auto again = [&](const std::string& word) {
            return option_with_value(command, word) == option;
        };
        if (option != nullptr && option->get_items_expected_max() == 1 &&
            std::any_of(typed.begin() + static_cast<std::ptrdiff_t>(at) + 1, typed.end(), again))
            return fmt::format("{}: expected once, got it again", option_name(typed[at]));
    }
    return {};
}

// CLI11 ends some messages with a line break.
std::string one_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    return text;
}

}  // namespace

const CLI::App* command_below(const CLI::App& app, std::string_view name) {
    const auto found = app.get_subcommands([&](const CLI::App* each) { return each->get_name() == name; });
    return found.empty() ? nullptr : found.front();
}

const CLI::Option* option_with_value(const CLI::App& command, const std::string& word) {
    const auto* const option = command.get_option_no_throw(option_name(word));
    return option != nullptr && option->nonpositional() && option->get_items_expected_max() > 0 ? option
                                                                                                : nullptr;
}

std::size_t end_of_options(const CLI::App& command, const typed_words& typed, std::size_t from) {
    while (from < typed.size() && words_of_option(command, typed[from]) > 0)
        from += words_of_option(command, typed[from]);
    return std::min(from, typed.size());
}

std::string first_unknown(const CLI::App& command, const typed_words& words) {
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (!words[at].starts_with('-')) {
            const auto value = as_value(command, words[at]);
            std::string more = value.empty() ? value : meant_instead(value);
            if (more.empty() && at > 0 && !words[at - 1].starts_with('-'))
                more = fmt::format("; a value with blanks stands in quotes: '{} {}'",
                                   display_text(words[at - 1]), display_text(words[at]));
            return fmt::format("expected an option, got `{}`{}", display_text(words[at]), more);
        }
        const auto option = option_name(words[at]);
        const auto known = option_names(command);
        if (std::ranges::find(known, option) == known.end())
            return fmt::format("there is no `{}`{}", display_text(option), option_meant(command, option));
        if (option_with_value(command, words[at]) != nullptr && words[at] == option) ++at;
    }
    return why_no_value(command, words);
}

std::string why_not_expanded(std::string_view path) {
    if (path != "~" && !path.starts_with("~/")) return {};
    return fmt::format("the shell has left `~` as it is; write \"$HOME{}\"", display_text(path.substr(1)));
}

std::string why_not_expanded(const CLI::App& app) {
    constexpr std::string_view paths[] = {"FILE", "FOLDER", "PATH"};
    const auto is_path = [&](const std::string& word) {
        return std::ranges::find(paths, word) != std::end(paths);
    };
    for (const auto* const option : app.get_options()) {
        if (std::ranges::none_of(CLI::detail::split(option->get_type_name(), '|'), is_path)) continue;
        for (const auto& value : option->results())
            if (const auto why = why_not_expanded(value); !why.empty())
                return fmt::format("{}: got `{}`: {}", option->get_name(!option->nonpositional()),
                                   display_text(value), why);
    }
    for (const auto* const below : app.get_subcommands())
        if (auto why = why_not_expanded(*below); !why.empty()) return why;
    return {};
}

bool names_no_command(const CLI::App& whole, const typed_words& typed) {
    const found_command found = command_of(whole, typed);
    return found.words < typed.size() && !typed[found.words].starts_with('-') &&
           !shown_commands(*found.command).empty();
}

std::string why_not_taken(const CLI::App& whole, const typed_words& typed, const typed_words& behind,
                          const CLI::ParseError& error) {
    const found_command found = command_of(whole, typed);
    std::string why;
    // A value that is not taken, and options that do not go together, are said by CLI11 well enough.
    const bool too_few = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
    const bool too_many = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const bool asks_for_help = dynamic_cast<const CLI::Success*>(&error) != nullptr;
    if (too_few || too_many || asks_for_help) why = why_not_words(whole, found, typed);
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        why = why_no_value(*found.command, typed);
    if (why.empty() && dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
        why = why_given_again(*found.command, typed);
    if (why.empty() && too_few) why = why_too_few(*found.command, behind);
    if (why.empty()) why = one_line(error.what());
    if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr && takes_words(*found.command) &&
        !behind.empty())
        why += "; a command in words needs no --tool";
    return fmt::format("{} (see {} --help)", why, full_name(*found.command));
}

}  // namespace assent::cli
