#include "help.hpp"

#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t description_column = 28;

constexpr std::string_view rule_help =
    "RULE is Tool, Tool(pattern for the tool's main field) such as 'Bash(npm *)', or JSON: "
    "{\"tool_pattern\":\"Bash\",\"input_pattern\":{\"command\":\"npm *\"}}. See docs/rules.md.";

constexpr command_help all_help[] = {
    {"", "", {"assent demo", "assent check --policy standard git push --force"}},
    {"serve",
     "",
     {"assent serve --policy standard --audit decisions.ndjson",
      "assent serve --unix assent.sock --allow 'Bash(npm *)' --on-ask terminal"}},
    {"bridge",
     "-- COMMAND [ARG...]",
     {"assent bridge --deny 'Bash(curl *)' -- claude --permission-prompt-tool stdio",
      "assent bridge --policy standard --on-ask web --open -- claude --permission-prompt-tool stdio"}},
    {"acp",
     "-- AGENT [ARG...]",
     {"assent acp --allow 'Bash(npm *)' --deny 'Bash(curl *)' -- gemini --acp",
      "assent acp --policy standard --audit decisions.ndjson -- opencode acp"}},
    {"codex",
     "-- codex app-server [ARG...]",
     {"assent codex --policy standard -- codex app-server",
      "assent codex --deny 'Bash(git push *)' --on-ask terminal -- codex app-server"}},
    {"hook",
     "",
     {"assent hook --policy standard --deny 'Bash(git push *)' || exit 2",
      "assent hook --daemon auto || exit 2"}},
    {"daemon",
     "",
     {"assent daemon --policy standard --on-ask web",
      "assent daemon --policy policy.json --audit decisions.ndjson --on-ask terminal"}},
    {"install",
     "[-- HOOK-OPTION...]",
     {"assent install all --print",
      "assent install claude codex -- --policy standard --deny 'Bash(git push *)'"}},
    {"uninstall", "", {"assent uninstall claude", "assent uninstall all --print"}},
    {"session", "", {"assent session list", "assent session resume 4237298f-ae2d-4b48-a200-ed543db0ebdc"}},
    {"pause", "", {"assent pause 30m", "assent pause end"}},
    {"rules", "", {"assent rules", "assent rules remove 2"}},
    {"doctor", "", {"assent doctor", "assent doctor claude codex"}},
    {"setup", "", {"assent setup --print", "assent setup claude --yes --profile project"}},
    {"import",
     "",
     {"assent import claude > policy.json",
      "assent import claude .claude/settings.local.json --profile project"}},
    {"wall", "-- COMMAND [ARG...]", {"assent wall -- npm test", "assent wall --dry"}},
    {"mcp",
     "",
     {"assent mcp --policy standard",
      "assent mcp --allow 'Bash(touch *)' --on-ask terminal --cwd /srv/project"}},
    {"console", "", {"assent console", "assent console --open"}},
    {"check",
     command_words,
     {"assent check --allow 'Bash(npm *)' 'npm test && git push'",
      "assent check --policy policy.json --explain --tool Read --input '{\"file_path\":\"/etc/passwd\"}'"}},
    {"what",
     command_words,
     {"assent what 'find . -name \"*.o\" -delete'", "assent what --cwd /srv/project cat ../key"}},
    {"audit", "", {"assent audit verify decisions.ndjson", "assent audit head decisions.ndjson"}},
    {"audit verify",
     "",
     {"assent audit verify decisions.ndjson",
      "assent audit verify decisions.ndjson "
      "--head c2bd2b3b612829937a8d1da69de5d8d6270d65e16398eea100a27e8815004f3d"}},
    {"audit head", "", {"assent audit head decisions.ndjson", "assent audit head /var/log/assent.ndjson"}},
    {"log", "", {"assent log --today --denied", "assent log --follow decisions.ndjson"}},
    {"report", "", {"assent report --since 24h", "assent report --page > report.html"}},
    {"replay", "", {"assent replay project", "assent replay policy.json decisions.ndjson --json"}},
    {"suggest", "", {"assent suggest", "assent suggest --policy policy.json --write decisions.ndjson"}},
    {"policy", "", {"assent policy print standard > policy.json", "assent policy lint policy.json"}},
    {"policy print",
     "",
     {"assent policy print standard > policy.json", "assent policy print bare > policy.json"}},
    {"policy lint", "", {"assent policy lint policy.json", "assent policy lint --strict --json policy.json"}},
    {"policy test",
     "",
     {"assent policy test policy.json", "assent policy test ~/.config/assent/policy.json"}},
    {"policy show", "", {"assent policy show", "assent policy show --policy standard --cwd /home/me/shop"}},
    {"demo", "", {"assent demo", "assent demo --every-source --audit decisions.ndjson"}},
    {"help", "", {"assent help check", "assent help policy lint"}},
    {"completion",
     "",
     {"assent completion bash > ~/.local/share/bash-completion/completions/assent",
      "assent completion zsh > ~/.zfunc/_assent"}},
    {"man", "", {"assent man man1", "assent man /usr/local/share/man/man1"}},
};

// Breaks lines at blanks. One that begins with a blank is an example, and stays as it is.
std::string wrapped(std::string text, std::size_t width) {
    std::size_t line = 0;
    std::size_t blank = std::string::npos;  // the last one in the line
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] == '\n') {
            line = place + 1;
            blank = std::string::npos;
        } else if (text[place] == ' ' && text[line] != ' ') {
            blank = place;
        }
        if (place - line < width || blank == std::string::npos) continue;
        text[blank] = '\n';
        line = blank + 1;
        blank = std::string::npos;
    }
    return text;
}

class formatter final : public CLI::Formatter {
public:
    formatter() { column_width(description_column); }

    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = CLI::Formatter::make_usage(app, std::move(name));
        const auto rest = help_of(*app).rest;
        if (!rest.empty()) usage.insert(usage.size() - 1, fmt::format(" {}", rest));
        return usage;
    }
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string text = make_description(app) + make_usage(app, std::move(name)) + make_positionals(app);
        // What the program can do comes before `--help`.
        text += make_subcommands(app, mode);
        for (const auto& group : groups_of(*app)) text += make_group(group, false, options_in(*app, group));
        return text + "\n" + make_footer(app);
    }
    std::string make_description(const CLI::App* app) const override {
        return wrapped(CLI::Formatter::make_description(app), columns);
    }
    std::string make_footer(const CLI::App* app) const override {
        std::string footer = notes_of(*app);
        if (!footer.empty()) footer += "\n\n";
        footer += "Examples:";
        for (const auto& example : help_of(*app).examples) footer.append("\n  ").append(example);
        return wrapped(footer, columns) + "\n";
    }
    std::string make_subcommand(const CLI::App* command) const override {
        return row(command->get_name(), command->get_description());
    }
    std::string make_option(const CLI::Option* option, bool operand) const override {
        const std::string value = value_of(*option);
        return row(make_option_name(option, operand) + (value.empty() ? "" : " ") + value,
                   described(*option));
    }

private:
    [[nodiscard]] static std::string row(const std::string& name, const std::string& text) {
        std::ostringstream out;
        CLI::detail::format_help(out, name, wrapped(text, columns - description_column), description_column);
        return out.str();
    }
};

}  // namespace

std::string full_name(const CLI::App& command, std::string_view between) {
    const auto* const parent = command.get_parent();
    return parent == nullptr
               ? command.get_name()
               : fmt::format("{}{}{}", full_name(*parent, between), between, command.get_name());
}

command_help help_of(const CLI::App& command) {
    const std::string name = full_name(command);
    const auto behind = std::min(name.size(), std::string_view("assent ").size());
    const auto* const row =
        std::ranges::find(all_help, std::string_view(name).substr(behind), &command_help::command);
    return row == std::end(all_help) ? command_help{} : *row;
}

bool takes_words(const CLI::App& command) { return help_of(command).rest == command_words; }

bool is_whole_text(std::string_view word) { return word.find_first_of(" \t\n") != word.npos; }

std::string notes_of(const CLI::App& command) {
    const std::string notes = command.get_footer();
    const auto takes_rule = [](const CLI::Option* option) { return option->get_type_name() == "RULE"; };
    if (std::ranges::none_of(command.get_options(), takes_rule)) return notes;
    return fmt::format("{}{}{}", rule_help, notes.empty() ? "" : "\n\n", notes);
}

std::string value_of(const CLI::Option& option) {
    const bool takes_one = option.get_items_expected_max() > 0;
    const std::string type = option.get_type_name();
    return takes_one && type != option.get_name(true) ? type : "";
}

std::string described(const CLI::Option& option) {
    const std::string standard = option.get_default_str();
    return option.get_description() + (standard.empty() ? "" : fmt::format(" (default: {})", standard));
}

std::vector<const CLI::Option*> options_in(const CLI::App& command, const std::string& group) {
    return command.get_options([&](const CLI::Option* option) {
        return group.empty() ? option->get_positional()
                             : option->nonpositional() && option->get_group() == group;
    });
}

std::vector<std::string> groups_of(const CLI::App& command) {
    auto groups = command.get_groups();
    std::erase_if(groups,
                  [&](const auto& group) { return options_in(command, group).empty() || group.empty(); });
    // First stands `--help`, which everybody knows.
    std::rotate(groups.begin(), groups.begin() + 1, groups.end());
    return groups;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<formatter>(); }

}  // namespace assent::cli
