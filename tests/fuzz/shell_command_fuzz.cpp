// Input: patterns of command rules, one per line, up to an empty line; then a shell text.
//
// What a plain text says can be written down with quotes and reads the same again; all of it is among the
// runs that deny rules see; what rules allow as a whole they allow part by part; and a pattern that covers
// catches, too.

#include "invariant.hpp"

#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/command_pattern.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

using assent::fuzz::require;

// More than that makes single runs slow, and shows nothing new.
constexpr std::size_t max_patterns = 8;

std::string quoted(std::string_view word) {
    std::string text = "'";
    for (const char byte : word) {
        if (byte == '\'')
            text += "'\\''";
        else
            text += byte;
    }
    return text + "'";
}

std::string quoted(std::span<const std::string_view> words) {
    std::string text;
    for (const auto word : words) text.append(text.empty() ? "" : " ").append(quoted(word));
    return text;
}

bool one_command(const assent::shell_command& text, std::span<const std::string_view> words) {
    return text.plain() && text.size() == 1 && std::ranges::equal(text[0], words);
}

// A text with quotes around every word says the same. Only length may be in the way of that.
void check_words(const assent::shell_command& command) {
    for (std::size_t each = 0; each < command.size(); ++each) {
        require(!command[each].empty() && !command[each][0].empty(), "a simple command has a program");
        const std::string again = quoted(command[each]);
        if (again.size() > assent::max_command_bytes) continue;
        const assent::shell_command read(again);
        require(one_command(read, command[each]), "quoted words read the same", again,
                read.why_not() ? read.why_not()->why : "other words");
    }
}

bool found(const assent::shell_runs& runs, std::span<const std::string_view> words) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const bool same = std::ranges::equal(runs[run], words, [](const auto& word, std::string_view text) {
            return !word.known || word.text == text;
        });
        if (same) return true;
    }
    return false;
}

void check_runs(const assent::shell_command& command, const assent::shell_runs& runs) {
    for (std::size_t each = 0; each < command.size(); ++each)
        require(found(runs, command[each]), "what is certain to run is among what may run");
}

void check_pattern(std::string_view pattern, std::string_view text, const assent::shell_command& command,
                   const assent::shell_runs& runs) {
    using assent::rule_match;
    const auto allow = assent::command_pattern::make(pattern, assent::rule_behavior::allow);
    const auto deny = assent::command_pattern::make(pattern, assent::rule_behavior::deny);
    if (!allow) return;
    require(deny.has_value(), "what is good in an allow rule is good in a deny rule");
    const auto caught = deny->catches(text, runs);
    require(!allow->covers_text(text) || caught == rule_match::yes, "a text that is covered is caught",
            pattern, text);
    for (std::size_t each = 0; each < command.size(); ++each)
        require(!allow->covers(command[each]) || caught != rule_match::no,
                "a command that is covered is caught", pattern, text);
}

bool allowed(const assent::rule_set& rules, std::string_view text) {
    assent::json_object fields;
    fields.emplace("command", text);
    const auto input = assent::make_input(std::move(fields));
    const assent::tool_call call{.tool_name = "Bash", .input = *input};
    return rules.match(assent::call_reading(call)).allow != nullptr;
}

void check_rules(const std::vector<std::string_view>& patterns, std::string_view text,
                 const assent::shell_command& command) {
    std::vector<assent::permission_rule> rules;
    for (const auto pattern : patterns) {
        assent::json_object fields;
        fields.emplace("command", pattern);
        auto rule = assent::permission_rule::make("Bash", fields, assent::rule_behavior::allow,
                                                  assent::rule_origin::host);
        if (rule && !assent::glob(pattern).any_text()) rules.push_back(std::move(*rule));
    }
    const auto set = assent::rule_set::make(std::move(rules)).value();
    if (!allowed(*set, text)) return;
    bool covered_whole = false;
    for (const auto& rule : set->all(assent::rule_behavior::allow)) {
        const auto& pattern = std::get<assent::command_pattern>(rule->fields()[0].expected);
        covered_whole = covered_whole || pattern.covers_text(text);
    }
    if (covered_whole) return;
    require(command.plain(), "only a plain text is allowed by parts");
    for (std::size_t each = 0; each < command.size(); ++each) {
        const auto part = quoted(command[each]);
        if (part.size() > assent::max_command_bytes) continue;
        require(allowed(*set, part), "what is allowed is allowed part by part", text, part);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = assent::fuzz::as_text(data, size);
    std::vector<std::string_view> patterns;
    for (auto line = assent::fuzz::take_line(text); !line.empty(); line = assent::fuzz::take_line(text))
        if (patterns.size() < max_patterns) patterns.push_back(line);

    const assent::shell_command command(text);
    const assent::shell_runs runs(text);
    require(command.plain() || command.size() == 0, "a text that is not plain has no commands");
    require(command.plain() || command.why_not()->offset <= text.size(), "a flaw is in the text");
    require(text.size() <= assent::max_command_bytes || (!command.plain() && !runs.complete()),
            "a text over the limit is neither plain nor read to its end");
    check_words(command);
    check_runs(command, runs);
    for (const auto pattern : patterns) check_pattern(pattern, text, command, runs);
    check_rules(patterns, text, command);
    return 0;
}
