// Copilot CLI: `--allow-tool 'shell(git:*)'` and `--deny-tool` on its command line, or in a text with such
// lines. Its settings have none but for addresses. A denial is always the strongest there, too.
#include "../install/agent_command.hpp"
#include "../install/json_settings.hpp"
#include "brought_rules.hpp"

#include <assent/adapters/files/policy_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace assent::cli {
namespace {

struct option_of_rules {
    std::string_view name;
    rule_behavior behavior;
    bool of_addresses = false;
};
constexpr option_of_rules options_of_rules[] = {
    {.name = "--allow-tool", .behavior = rule_behavior::allow},
    {.name = "--deny-tool", .behavior = rule_behavior::deny},
    {.name = "--allow-url", .behavior = rule_behavior::allow, .of_addresses = true},
    {.name = "--deny-url", .behavior = rule_behavior::deny, .of_addresses = true},
};

constexpr std::string_view key_denied_addresses = "deniedUrls";
constexpr std::string_view stops_commands_too = "it stops commands, too";

// Words of a shell, as far as quotes, `\` and `#` make them.
std::vector<std::string> shell_words(std::string_view text) {
    std::vector<std::string> words;
    bool inside = false;
    char quote = '\0';
    for (std::size_t at = 0; at < text.size(); ++at) {
        char byte = text[at];
        const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        if (quote == '\0' && blank) {
            inside = false;
            continue;
        }
        if (quote == '\0' && !inside && byte == '#') {
            at = std::min(text.find('\n', at), text.size()) - 1;
            continue;
        }
        if (quote == '\0' ? byte == '\'' || byte == '"' : byte == quote) {
            quote = quote == '\0' ? byte : '\0';
            if (!inside) words.emplace_back();
            inside = true;
            continue;
        }
        if (byte == '\\' && quote != '\'' && at + 1 < text.size()) {
            byte = text[++at];
            if (byte == '\n') continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        words.back() += byte;
    }
    return words;
}

// `a(b,c), d`
std::vector<std::string> listed(std::string_view value) {
    std::vector<std::string> all{""};
    int depth = 0;
    for (const char byte : value) {
        depth += byte == '(' ? 1 : byte == ')' ? -1 : 0;
        if (byte == ',' && depth == 0)
            all.emplace_back();
        else if (byte != ' ' || !all.back().empty())
            all.back() += byte;
    }
    std::erase(all, "");
    return all;
}

class word_reader {
public:
    word_reader(const settings_source& source, brought_rules& into) : source_(source), into_(into) {}

    void read(const option_of_rules& option, const std::string& value) {
        behavior_ = option.behavior;
        for (const auto& each : listed(value)) {
            written_ = fmt::format("{} {}", option.name, each);
            const auto open = std::min(each.find('('), each.size());
            const bool closed = open == each.size() || each.ends_with(')');
            const auto argument =
                open == each.size() ? std::string() : each.substr(open + 1, each.size() - open - 2);
            if (option.of_addresses)
                read_address(each);
            else if (!closed)
                leave_out("*", "expected a kind, and in `(...)` what it is about");
            else
                read_kind(each.substr(0, open), argument);
        }
    }

private:
    [[nodiscard]] bool allows() const { return behavior_ == rule_behavior::allow; }
    void leave_out(std::string_view tool, std::string_view why) {
        into_.rules.push_back(import::left_out(behavior_, written_, std::string(tool), std::string(why)));
    }
    void read_kind(const std::string& kind, const std::string& argument) {
        if (kind == "shell") return read_command(argument);
        if (kind == "write") return read_write(argument);
        if (kind == "url") return read_address(argument);
        leave_out("mcp__*", "what its hooks call the tools of a server is not known");
    }
    // The name of a program, of git and gh also that of what it is to do; with `:*` any of these.
    void read_command(std::string content) {
        if (content.empty()) return into_.rules.push_back(import::fielded(behavior_, written_, "Bash"));
        const bool begins = content.ends_with(":*");
        if (begins) content.erase(content.size() - 2);
        const auto words = std::ranges::count(content, ' ') + 1;
        const auto most = content.starts_with("git ") ? 2 : content.starts_with("gh ") ? 3 : 1;
        if (allows() && words > most)
            return leave_out("Bash", "there it is compared with the name of a program");
        if (!begins && (content == "git" || content == "gh") && allows())
            return leave_out("Bash", "of git and gh it is compared with what they are to do, too");
        into_.rules.push_back(import::begun(behavior_, written_, content, source_));
    }
    void read_write(const std::string& path) {
        const bool absolute = path.starts_with('/');
        if (path.find_first_of("*?[]\\~") != std::string::npos)
            return leave_out("Edit", "expected a path without signs that could be a pattern");
        if (allows() && !absolute)
            return leave_out("Edit", "there it ends at the folder in which Copilot works");
        const auto pattern = path.empty() ? std::string("/**")
                             : absolute   ? escape_pattern(path, field_kind::path)
                                          : "**/" + escape_pattern(path, field_kind::path);
        into_.rules.push_back(import::fielded(behavior_, written_, "Edit", "file_path", pattern));
        into_.rules.back().whole = path.empty();
        if (allows())
            into_.rules.push_back(import::fielded(behavior_, written_, "Write", "file_path", pattern));
    }
    // It is about commands, too, which are not known to reach an address.
    void read_address(std::string address) {
        if (!allows()) return leave_out("*", stops_commands_too);
        if (address.find("://") == std::string::npos) address.insert(0, "https://");
        const auto host = address.substr(address.find("://") + 3);
        if (host.empty() || host.find_first_of("/*?\\@") != std::string::npos)
            return leave_out("WebFetch", "expected a host, or a scheme and a host");
        into_.rules.push_back(import::fielded(behavior_, written_, "WebFetch", "url", address + "/*"));
    }

    const settings_source& source_;
    brought_rules& into_;
    rule_behavior behavior_ = rule_behavior::deny;
    std::string written_{};
};

// What lets more through has to be an option, and not what another one is given: `-p --yolo`.
bool surely_has(std::span<const std::string> words, std::initializer_list<std::string_view> options) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (std::ranges::find(options, words[i]) == options.end()) continue;
        const std::string_view before = i == 0 ? std::string_view() : std::string_view(words[i - 1]);
        const bool takes_it = before.starts_with('-') && before.find('=') == before.npos &&
                              !before.starts_with("--allow-all") && before != "--yolo";
        if (!takes_it) return true;
    }
    return false;
}

// Programs about whose addresses it asks.
constexpr std::string_view fetching[] = {"curl", "fetch", "wget"};

// Outside of its folder Copilot asks about paths, whatever a rule for tools allows; and a tool may not be
// there.
void keep_what_it_asks(std::span<const std::string> words, std::vector<brought_rule>& rules) {
    const bool everywhere = surely_has(words, {"--allow-all", "--yolo", "--allow-all-paths"});
    const bool all_addresses = surely_has(words, {"--allow-all", "--yolo", "--allow-all-urls"});
    const bool fewer_tools = has_option(words, "--available-tools") || has_option(words, "--excluded-tools");
    for (auto& each : rules) {
        if (!each.rule || each.behavior != rule_behavior::allow) continue;
        if (fewer_tools) {
            each.rule.reset();
            each.why = "other options say which tools there are";
        } else if (!all_addresses &&
                   std::ranges::find(fetching, each.begins.substr(0, each.begins.find(' '))) !=
                       std::end(fetching)) {
            each.rule.reset();
            each.why = "there its address has to be allowed, too";
        } else if (!everywhere && each.tool != "WebFetch") {
            narrow(*each.rule, [](rule_condition& to) { to.inside = true; });
        }
    }
}

}  // namespace

brought_rules import::copilot_words(std::span<const std::string> words, const settings_source& source) {
    brought_rules made;
    word_reader reader(source, made);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const auto& option : options_of_rules) {
            // Where it takes several values, the others deny, too; whether they allow is not known.
            const bool allows = option.behavior == rule_behavior::allow;
            const auto end = allows ? std::min(i + 2, words.size()) : words.size();
            if (words[i] == option.name)
                for (std::size_t value = i + 1; value < end && !words[value].starts_with('-'); ++value)
                    reader.read(option, words[value]);
            else if (words[i].starts_with(option.name) &&
                     words[i].substr(option.name.size()).starts_with('='))
                reader.read(option, words[i].substr(option.name.size() + 1));
        }
        constexpr std::array<std::string_view, 5> all{"--allow-all", "--yolo", "--allow-all-tools",
                                                      "--allow-all-paths", "--allow-all-urls"};
        if (std::ranges::find(all, words[i]) != all.end())
            made.notes.push_back(fmt::format("{}: it allows everything", words[i]));
    }
    keep_what_it_asks(words, made.rules);
    const bool all_commands = std::ranges::any_of(made.rules, [](const brought_rule& each) {
        return each.rule && each.whole && each.tool == "Bash" && each.behavior == rule_behavior::allow;
    });
    if (all_commands && !surely_has(words, {"--allow-all", "--yolo", "--allow-all-urls"}))
        for (const auto program : fetching)
            made.rules.push_back(
                import::begun(rule_behavior::ask, std::string(program), std::string(program), source));
    return made;
}

brought_rules import::copilot(std::string_view settings, const settings_source& source) {
    const auto first = settings.find_first_not_of(" \t\r\n");
    const bool has_members = first != std::string_view::npos && settings[first] == '{';
    if (!has_members && source.file.extension() != ".json")
        return copilot_words(shell_words(settings), source);
    brought_rules made;
    const auto text = without_json_comments(settings);
    if (json_settings::value_in(text, {key_denied_addresses}))
        made.rules.push_back(left_out(rule_behavior::deny, std::string(key_denied_addresses), "*",
                                      std::string(stops_commands_too)));
    made.notes.emplace_back(
        "Copilot's settings have no other rules: give the words of its command line, behind `--`");
    return made;
}

}  // namespace assent::cli
