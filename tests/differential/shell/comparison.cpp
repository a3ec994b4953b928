#include "comparison.hpp"

#include <algorithm>
#include <iterator>

namespace assent::differential {
namespace {

command_pattern deny_rule(const std::string& pattern) {
    return command_pattern::make(pattern, rule_behavior::deny).value();
}

std::string bracketed(std::string_view word) { return "[" + std::string(word) + "]"; }

// The simple commands that have not been seen to run.
std::vector<std::span<const std::string_view>> commands_of(const shell_command& command) {
    std::vector<std::span<const std::string_view>> all;
    for (std::size_t each = 0; each < command.size(); ++each) all.push_back(command[each]);
    return all;
}

// The directory is empty, so that globs stay as they are; but for dash it has `.` and `..`, which `.*` stands
// for.
bool dot_glob(std::string_view word) {
    return word.starts_with('.') && word.find_first_of("*?[") != std::string_view::npos;
}
bool dots(std::string_view word) { return word == "." || word == ".." || dot_glob(word); }

// `$?` stands for the status of the command before it: a number.
bool same_word(std::string_view predicted, std::string_view seen) {
    const auto status = predicted.find("$?");
    if (status == std::string_view::npos || predicted == seen) return predicted == seen;
    if (!seen.starts_with(predicted.substr(0, status))) return false;
    seen.remove_prefix(status);
    const auto digits = std::min(seen.find_first_not_of("0123456789"), seen.size());
    return digits > 0 && same_word(predicted.substr(status + 2), seen.substr(digits));
}

bool is(std::span<const std::string_view> command, const seen_run& run) {
    if (run.file != command[0]) return false;
    if (std::ranges::equal(command, run.arguments, same_word)) return true;
    if (std::ranges::none_of(command, dot_glob)) return false;
    std::vector<std::string_view> predicted;
    std::vector<std::string_view> seen;
    std::ranges::remove_copy_if(command, std::back_inserter(predicted), dots);
    std::ranges::remove_copy_if(run.arguments, std::back_inserter(seen), dots);
    return std::ranges::equal(predicted, seen, same_word);
}

// The pattern of exactly these words; empty when they cannot be written as one.
std::string exact_pattern(const seen_run& run) {
    std::string pattern = run.file;
    for (std::size_t each = 1; each < run.arguments.size(); ++each) {
        const std::string& word = run.arguments[each];
        const bool simple = !word.empty() && std::ranges::all_of(word, [](char byte) {
            return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '.';
        });
        if (!simple) return {};
        pattern.append(" ").append(word);
    }
    return run.arguments.empty() ? std::string() : pattern;
}

void must_catch(std::string_view rule, rule_match match, std::vector<std::string>& failures) {
    if (match == rule_match::no)
        failures.push_back("deny rule `" + std::string(rule) + "` does not catch it");
}

}  // namespace

void counts::add(const counts& other) noexcept {
    lines += other.lines;
    plain += other.plain;
    compound += other.compound;
    quoted += other.quoted;
    switched += other.switched;
    in_doubt += other.in_doubt;
    failures += other.failures;
    const auto add_shell = [](of_shell& sum, const of_shell& one) {
        sum.runs += one.runs;
        sum.predicted += one.predicted;
        sum.caught += one.caught;
        sum.doubted += one.doubted;
        sum.plain_syntax_error += one.plain_syntax_error;
        sum.cut_off += one.cut_off;
    };
    for (std::size_t number = 0; number < shells.size(); ++number)
        add_shell(shells[number], other.shells[number]);
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        kinds[kind].lines += other.kinds[kind].lines;
        kinds[kind].complete += other.kinds[kind].complete;
    }
}

comparison::comparison(std::span<const std::string_view> programs, const planted_hole* plant)
    : plant_(plant) {
    for (const auto program : programs) {
        const std::string name(program);
        rules_.emplace(name, deny_rules{deny_rule(name + " *"), deny_rule(name)});
    }
}

void comparison::count_line(const written_line& written, counts& count) const {
    const std::string line = taken_for(written.text);
    const shell_command command(line);
    auto& kind = count.kinds[static_cast<std::size_t>(written.kind)];
    ++count.lines;
    ++kind.lines;
    if (shell_runs(line).complete()) ++kind.complete;
    if (!command.plain()) {
        if (shell_command(line, switches_).plain()) ++count.switched;
        return;
    }
    ++count.plain;
    if (command.size() > 1) ++count.compound;
    if (line.find_first_of("'\"\\") != std::string_view::npos) ++count.quoted;
}

std::string comparison::taken_for(std::string_view line) const {
    return plant_ == nullptr ? std::string(line) : plant_->taken_for(line);
}

bool comparison::matters(std::string_view line) const { return plant_ == nullptr || taken_for(line) != line; }

bool comparison::claims_something(std::string_view written) const {
    const std::string line = taken_for(written);
    return shell_runs(line).complete() || shell_command(line, switches_).plain();
}

std::vector<std::string> comparison::check_doubt(std::string_view written) const {
    const std::string line = taken_for(written);
    const shell_runs runs(line);
    std::vector<std::string> failures;
    for (const auto& [name, rules] : rules_) {
        must_catch(name + " *", rules.any.catches(line, runs), failures);
        must_catch(name, rules.bare.catches(line, runs), failures);
    }
    return failures;
}

std::size_t comparison::check_allow(const shell_command& command, const shell_outcome& seen,
                                    std::vector<std::string>& failures) {
    if (!command.plain()) return 0;
    if (seen.syntax_error && !seen.runs.empty())
        failures.emplace_back("it is plain, the shell refuses it, and still runs a part");
    auto predicted = commands_of(command);
    const auto all = predicted.size();
    for (const auto& run : seen.runs) {
        const auto found = std::ranges::find_if(predicted, [&](const auto& each) { return is(each, run); });
        if (found == predicted.end())
            failures.push_back("it is plain, and " + describe(run) + " was not predicted");
        else
            predicted.erase(found);
    }
    return all - predicted.size();
}

void comparison::check_deny(std::string_view line, const seen_run& run, bool plain, const shell_runs& runs,
                            counts::of_shell& count, std::vector<std::string>& failures) const {
    const auto rule = rules_.find(run.file);
    if (rule == rules_.end()) {
        failures.push_back("unknown program " + run.file);
        return;
    }
    const auto any = rule->second.any.catches(line, runs);
    must_catch(run.file + " *", any, failures);
    ++(any == rule_match::yes ? count.caught : count.doubted);
    if (any == rule_match::doubt && (plain || runs.complete()))
        failures.push_back("deny rule `" + run.file + " *` is in doubt of a line that can be read");
    if (run.arguments.size() == 1) must_catch(run.file, rule->second.bare.catches(line, runs), failures);
    if (const auto exact = exact_pattern(run); !exact.empty())
        must_catch(exact, deny_rule(exact).catches(line, runs), failures);
}

std::vector<std::string> comparison::compare(std::string_view written, const shell_outcome& seen,
                                             counts::of_shell& count) const {
    const std::string line = taken_for(written);
    std::vector<std::string> failures;
    const shell_command command(line);
    const shell_runs runs(line);
    count.runs += seen.runs.size();
    if (seen.cut_off) ++count.cut_off;
    if (command.plain() && seen.syntax_error) ++count.plain_syntax_error;
    count.predicted += check_allow(command, seen, failures);
    if (!command.plain()) static_cast<void>(check_allow(shell_command(line, switches_), seen, failures));
    for (const auto& run : seen.runs) check_deny(line, run, command.plain(), runs, count, failures);
    return failures;
}

std::string describe(const seen_run& run) {
    std::string text;
    for (const auto& word : run.arguments) text += (text.empty() ? "" : " ") + bracketed(word);
    return run.arguments.empty() || run.arguments[0] != run.file ? run.file + ": " + text : text;
}

std::string describe(const shell_command& command) {
    if (!command.plain())
        return "not plain: " + std::string(command.why_not()->why) + " at byte " +
               std::to_string(command.why_not()->offset);
    std::string text = "plain:";
    for (std::size_t each = 0; each < command.size(); ++each) {
        text += "\n     ";
        for (const auto word : command[each]) text += " " + bracketed(word);
    }
    return text;
}

std::string describe(const shell_runs& runs) {
    std::string text = runs.complete() ? "may run:" : "may run anything, and:";
    for (std::size_t each = 0; each < runs.size(); ++each) {
        text += "\n     ";
        for (const auto& word : runs[each]) text += " " + bracketed(word.text) + (word.known ? "" : "?");
    }
    return text;
}

}  // namespace assent::differential
