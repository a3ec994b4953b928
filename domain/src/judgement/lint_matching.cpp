#include "lint_of_rule.hpp"

#include "pattern_text.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/rules/exact_rule.hpp>
#include <assent/domain/rules/shell_command.hpp>
#include <assent/domain/rules/shell_runs.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

// Patterns for commands, beside what a shell makes of such a text.
namespace assent {
namespace {

// What joins commands, or takes their output elsewhere.
constexpr std::string_view operators = ";&|<>()`\n\r";

// So many commands are told.
constexpr std::size_t max_told_commands = 4;

// Why no text with this program is plain, whatever else stands in it, and whatever is switched on: commands
// of the shell itself such as `export`. Empty: some may be.
std::string_view never_plain(const command_pattern& command) {
    const auto& program = command.words().front();
    if (program.many || !program.one.literal()) return {};
    // `wait` is plain alone, and `time` with a program.
    const rule_switches lenient{.allow_sees_through_wrappers = true};
    const std::string with_word = program.one.literal_text() + " x";
    const shell_command alone(program.one.literal_text(), lenient);
    const shell_command more(with_word, lenient);
    if (alone.plain() || more.plain() || more.why_not()->offset != 0) return {};
    return more.why_not()->why;
}

// The programs that the text runs with their words, as patterns; those of which all words are known.
std::vector<std::string> single_commands(const shell_runs& runs) {
    std::vector<std::string> commands;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto words = runs[run];
        if (!std::all_of(words.begin(), words.end(), [](const auto& word) { return word.known; })) continue;
        std::string text;
        for (const auto& word : words) {
            if (!text.empty()) text += ' ';
            for (const char byte : escape_pattern(word.text, field_kind::command)) {
                if (byte == ' ' || byte == '\t') text += '\\';
                text += byte;
            }
        }
        if (std::find(commands.begin(), commands.end(), text) == commands.end())
            commands.push_back(std::move(text));
    }
    return commands;
}

std::string listed(const std::vector<std::string>& commands) {
    std::string text;
    const std::size_t told = std::min(commands.size(), max_told_commands);
    for (std::size_t i = 0; i < told; ++i)
        text.append(i == 0 ? "`" : ", `").append(display_text(commands[i])).append("`");
    return commands.size() > told ? text + " ..." : text;
}

// A deny or ask rule whose text is no simple command meets calls with this very text, and no others.
void remark_on_several(const permission_rule& rule, std::string_view field, const command_pattern& command,
                       lint_remarks& into) {
    const auto& written = rule.input_pattern().at(field).get_string();
    if (find_unescaped({written.data(), written.size()}, operators) == std::string_view::npos) return;
    const std::string& text = command.whole().literal_text();
    // With other blanks around it, it is still the same command, if it is one.
    const std::string same_command = " " + text + " ";
    if (command.catches(same_command, shell_runs(same_command)) == rule_match::yes) return;
    const auto commands = single_commands(shell_runs(text));
    std::string why = "`" + std::string(field) +
                      "`: several commands, or one with a redirection, are compared byte for byte, and the "
                      "smallest change passes by";
    if (commands.size() == 1) why += "; write the command alone";
    if (commands.size() > 1) why += "; write a rule for each command: " + listed(commands);
    into.push_back(
        {lint_kind::rarely_matches, std::move(why),
         commands.size() == 1 ? with_field(rule, field, json_value(commands.front())) : std::nullopt});
}

}  // namespace

void remark_on_prefix_form(const permission_rule& rule, lint_remarks& into) {
    constexpr std::string_view more_words = " *";
    for (const auto& field : rule.fields()) {
        if (!std::holds_alternative<command_pattern>(field.expected)) continue;
        const auto& written = rule.input_pattern().at(field.name).get_string();
        std::string_view words(written.data(), written.size());
        if (!words.ends_with(more_words)) continue;
        words.remove_suffix(more_words.size());
        const std::string shown = display_text(words);
        into.push_back({lint_kind::prefix_form, "`" + field.name + "`: `" + shown + ":*` is read as `" +
                                                    shown + " *`, which covers `" + shown +
                                                    "` and more words behind it, but not `" + shown +
                                                    ":x`; for that, add a rule with `" + shown + ":?*`"});
    }
}

void remark_on_matching(const permission_rule& rule, lint_remarks& into) {
    const bool allow = rule.behavior() == rule_behavior::allow;
    for (const auto& field : rule.fields()) {
        const auto* const command = std::get_if<command_pattern>(&field.expected);
        if (command == nullptr || command->whole().any_text()) continue;
        if (command->whole().literal()) {
            if (!allow) remark_on_several(rule, field.name, *command, into);
            continue;
        }
        if (!allow) continue;
        if (const auto why = never_plain(*command); !why.empty())
            into.push_back(
                {lint_kind::never_matches, "`" + field.name + "`: no rule with a wildcard covers `" +
                                               display_text(command->words().front().one.literal_text()) +
                                               "`: " + std::string(why)});
    }
}

}  // namespace assent
