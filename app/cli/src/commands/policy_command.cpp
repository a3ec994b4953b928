#include "../options/fail_closed.hpp"
#include "command.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/explanation_text.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace assent::cli {
namespace {

struct policy_options {
    std::string name;  // of `print`
    std::string file;  // of `lint` and `test`
    bool all = false;
    bool strict = false;
    bool json = false;
};

// Longest input of an example that is shown, in bytes.
constexpr std::size_t max_shown_input = 100;

// The file as a draft. All that is wrong with it is told at once.
policy_draft draft_of(const std::string& file, std::string_view command, bool allow_overbroad) {
    std::string text;
    try {
        text = policy_file_text(file);
    } catch (const std::exception& error) {
        throw usage_error(fmt::format("policy {}: {}", command, error.what()));
    }
    policy_draft draft = read_policy_draft(text, file, allow_overbroad);
    for (const auto& each : draft.errors)
        fmt::print(stderr, "assent: policy {}: {}\n", command, to_string(each));
    return draft;
}

std::string place_text(const std::string& file, const policy_place& at) {
    return fmt::format("{}:{}: {}", display_text(file), at.line, at.where);
}

// ---- lint ----------------------------------------------------------------------------------------------

// Rules come first, then the tools that are named elsewhere.
const policy_place& place_of(const policy_draft& draft, const lint_finding& each) {
    const std::size_t rules = draft.rules.size();
    return each.rule < rules ? draft.rules[each.rule] : draft.tools[each.rule - rules].at;
}

// A name that no tool has says nothing, wherever it stands.
void look_at_named_tools(const policy_draft& draft, const tool_registry& tools, lint_report& into) {
    for (std::size_t each = 0; each < draft.tools.size(); ++each) {
        const named_tool& tool = draft.tools[each];
        const auto rule = permission_rule::make(
            tool.name, {}, tool.blocked ? rule_behavior::deny : rule_behavior::allow, rule_origin::host);
        if (!rule) continue;
        for (auto& found : lint({*rule}, tools).findings) {
            if (found.what != lint_kind::unknown_tool) continue;
            found.rule = draft.rules.size() + each;
            into.findings.push_back(std::move(found));
        }
    }
}

std::string finding_text(const std::string& file, const policy_draft& draft, const lint_finding& each) {
    std::string text =
        fmt::format("{}: {}: {}: {} ({})\n", place_text(file, place_of(draft, each)),
                    to_string(each.severity), display_text(each.text), each.why, to_string(each.what));
    if (each.other) text += fmt::format("    see {}\n", place_text(file, draft.rules[*each.other]));
    if (each.better) text += fmt::format("    better: {}\n", to_policy_json(*each.better));
    return text;
}

void put_place(json_object& into, const policy_place& at) {
    into["line"] = at.line;
    into["where"] = at.where;
}

json_object to_json(const policy_draft& draft, const lint_finding& each) {
    json_object made;
    put_place(made, place_of(draft, each));
    const bool in_rule = each.rule < draft.rules.size();
    if (in_rule) made["behavior"] = to_string(draft.read.rules[each.rule].behavior());
    made[in_rule ? "rule" : "tool"] = each.text;
    made["kind"] = to_string(each.what);
    made["severity"] = to_string(each.severity);
    made["why"] = each.why;
    if (each.other) {
        json_object other;
        put_place(other, draft.rules[*each.other]);
        made["other"] = std::move(other);
    }
    if (each.better) made["better"] = parse_scanned(to_policy_json(*each.better));
    return made;
}

std::string report_json(const std::string& file, const policy_draft& draft, const lint_report& report,
                        std::size_t errors) {
    json_object made;
    made["file"] = file;
    json_array findings;
    for (const auto& each : report.findings) findings.push_back(to_json(draft, each));
    made["findings"] = std::move(findings);
    made["errors"] = errors;
    made["warnings"] = report.findings.size() - errors;
    made["rules"] = draft.read.rules.size();
    std::string text;
    append_json(text, made);
    return text + "\n";
}

// Warnings of one kind that are shown where there are many: the others say the same of other rules.
constexpr std::size_t max_shown_of_kind = 3;
constexpr std::size_t many_of_kind = 5;

std::string report_text(const std::string& file, const policy_draft& draft, const lint_report& report,
                        std::size_t errors, bool all) {
    std::string text;
    std::map<lint_kind, std::size_t> warnings, shown;
    for (const auto& each : report.findings)
        if (each.severity == lint_severity::warning) ++warnings[each.what];
    for (const auto& each : report.findings) {
        const bool few = all || each.severity == lint_severity::error || warnings[each.what] < many_of_kind;
        if (few || ++shown[each.what] <= max_shown_of_kind) text += finding_text(file, draft, each);
    }
    for (const auto& [kind, count] : warnings)
        if (count >= many_of_kind && !all)
            text += fmt::format("{}: {}, of which {} are shown; --all shows each\n", to_string(kind),
                                counted(count, "warning"), max_shown_of_kind);
    text += fmt::format("{}: {}, {}\n", counted(draft.read.rules.size(), "rule"), counted(errors, "error"),
                        counted(report.findings.size() - errors, "warning"));
    return text;
}

// ---- test ----------------------------------------------------------------------------------------------

std::string input_text(const policy_example& example) {
    std::string text;
    append_json(text, example.input);
    const auto shown = beginning_of(text, max_shown_input);
    return display_text(std::string(shown) + (shown.size() < text.size() ? "..." : ""));
}

std::string indented(const std::string& text) {
    std::istringstream lines(text);
    std::string made;
    for (std::string line; std::getline(lines, line);) made += (line.empty() ? "" : "    ") + line + "\n";
    return made;
}

std::string example_text(const std::string& file, const policy_draft& draft, std::size_t index,
                         const failed_example* failed) {
    const policy_example& example = draft.read.examples[index];
    std::string text =
        fmt::format("{}: {}: {} {}: ", place_text(file, draft.examples[index]),
                    failed == nullptr ? "ok" : "FAILED", example.tool_name, input_text(example));
    if (failed == nullptr) return text + fmt::format("{}\n", to_string(example.expected));
    const verdict& decided = failed->why.decided;
    text += fmt::format("expected {}, got {}: {}\n", to_string(example.expected), to_string(decided.decision),
                        display_text(decided.reason()));
    return text + indented(explanation_text(failed->why, example.tool_name, {.policy = file}));
}

// Prints a policy that comes with the program, as a file that can be edited.
int print_policy(const policy_options& options) {
    const auto named = named_policy(options.name);
    if (!named) {
        const auto known = policy_names();
        throw usage_error(fmt::format("policy print: expected {}, got `{}`{}", one_of_words(known),
                                      display_text(options.name), did_you_mean(options.name, known)));
    }
    print(to_policy_text(*named));
    return static_cast<int>(exit_code::ok);
}

// Looks for rules in a policy file that may be wrong, and prints each with the reason and what may have been
// meant. \return 0; 1 when something is an error, or with `strict` anything was found; 2 when the file is no
// policy, with all its mistakes on standard error
int lint_policy(const policy_options& options) {
    const policy_draft draft = draft_of(options.file, "lint", true);
    if (!draft.errors.empty()) return static_cast<int>(exit_code::usage);
    const auto tools = tool_registry::standard();
    auto report = lint(draft.read.rules, *tools,
                       {.allow_overbroad = draft.read.allow_overbroad,
                        .edits_allowed = draft.read.of_effect(call_effect::edits) == outcome::allow});
    look_at_named_tools(draft, *tools, report);
    const auto errors = static_cast<std::size_t>(
        std::count_if(report.findings.begin(), report.findings.end(),
                      [](const auto& each) { return each.severity == lint_severity::error; }));
    print(options.json ? report_json(options.file, draft, report, errors)
                       : report_text(options.file, draft, report, errors, options.all));
    const bool failed = options.strict ? !report.findings.empty() : errors > 0;
    return static_cast<int>(failed ? exit_code::failed : exit_code::ok);
}

// Decides the examples of a policy file, and prints what came out; of those that come out otherwise, why.
// \return 0 when all come out as expected, 1 when not, 2 as above
int test_policy(const policy_options& options) {
    policy_draft draft = draft_of(options.file, "test", false);
    if (!draft.errors.empty()) return static_cast<int>(exit_code::usage);
    const char* const home = std::getenv("HOME");
    place_folders(draft.read.rules, home == nullptr ? "" : home, {});
    const auto basis = judgement_basis::make(draft.read);
    if (!basis)
        throw usage_error(fmt::format("policy test: {}: {}: {}", display_text(options.file),
                                      basis.error().where, basis.error().message));
    const auto failed = failed_examples(*basis, *(*basis)->rules());
    const std::size_t count = draft.read.examples.size();
    auto next = failed.begin();
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const bool fails = next != failed.end() && next->index == i;
        text += example_text(options.file, draft, i, fails ? &*next : nullptr);
        if (fails) ++next;
    }
    print(text + fmt::format("{}: {} ok, {} failed\n", counted(count, "example"), count - failed.size(),
                             failed.size()));
    return static_cast<int>(failed.empty() ? exit_code::ok : exit_code::failed);
}

command_run declare_policy(CLI::App& app) {
    const auto given = std::make_shared<policy_options>();
    app.require_subcommand(1);
    app.add_subcommand("print", "Print a policy that comes with the program, to start from")
        ->add_option("NAME", given->name, "Which one")
        ->required()
        ->type_name(fmt::format("{}", fmt::join(policy_names(), "|")));
    auto* const lint =
        app.add_subcommand("lint", "Look for rules that may be wrong, and say what may be meant");
    add_file_operand(*lint, given->file, "The policy file");
    lint->option_defaults()->group(group::output);
    lint->add_flag("--all", given->all, "Show each warning, also where many are of a kind");
    lint->add_flag("--strict", given->strict, "Exit with status 1 for warnings, too");
    lint->add_flag("--json", given->json, "As one line of JSON");
    auto* const test =
        app.add_subcommand("test", "Decide the examples of a policy, and say why they come out otherwise");
    add_file_operand(*test, given->file, "The policy file");
    return [given, lint, test](const command_line&) {
        if (lint->parsed()) return lint_policy(*given);
        return test->parsed() ? test_policy(*given) : print_policy(*given);
    };
}

}  // namespace

const command commands::policy{"policy", command_group::files, "Policy files; see docs/policy-file.md",
                               declare_policy};

}  // namespace assent::cli
