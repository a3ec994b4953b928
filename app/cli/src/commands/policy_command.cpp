#include "../files/counted.hpp"
#include "../files/junit_text.hpp"
#include "../files/policy_edit.hpp"
#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../install/installed_hook.hpp"
#include "../options/fail_closed.hpp"
#include "command.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/explanation_text.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <tuple>

namespace assent::cli {
namespace {

struct policy_options {
    std::string name;  // of `print`
    std::string file;  // of `lint` and `test`
    bool all = false;
    bool strict = false;
    bool fix = false;
    bool json = false;
    std::string junit;  // empty: not wanted
    bool require_coverage = false;
};

// Longest input of an example that is shown, in bytes.
constexpr std::size_t max_shown_example = 100;

// \param file  or the name of a policy that comes with the program
std::string text_of(const std::string& file, std::string_view command) {
    if (const auto named = named_policy(file)) return to_policy_text(*named);
    std::error_code ignored;
    if (const auto why = why_no_policy(file); !why.empty() && !std::filesystem::exists(file, ignored))
        throw usage_error(fmt::format("policy {}: {}", command, why));
    try {
        return policy_file_text(file);
    } catch (const std::exception& error) {
        throw usage_error(fmt::format("policy {}: {}", command, error.what()));
    }
}

// The file as a draft. All that is wrong with it is told at once.
policy_draft draft_of(std::string_view text, const std::string& file, std::string_view command,
                      bool allow_overbroad) {
    const std::string home = known_home();
    policy_draft draft = read_policy_draft(text, file, allow_overbroad, home);
    place_folders(draft.read.rules, home, {});
    for (const auto& each : draft.errors)
        fmt::print(stderr, "assent: policy {}: {}\n", command, to_string(each));
    return draft;
}

std::string place_text(const std::string& file, const policy_place& at) {
    return fmt::format("{}:{}: {}", display_text(file), at.line, at.where);
}

// ---- lint ----------------------------------------------------------------------------------------------

// A policy file, and what is found in it.
struct linted {
    policy_draft draft;
    std::vector<policy_place>
        places{};  // of the rules, and behind them of the tools that are named elsewhere
    lint_report report{};
};

// A name that no tool has says nothing, wherever it stands.
void look_at_named_tools(linted& all, const tool_registry& tools) {
    for (const auto& tool : all.draft.tools) {
        const auto place = all.places.size();
        all.places.push_back(tool.at);
        const auto rule = permission_rule::make(
            tool.name, {}, tool.blocked ? rule_behavior::deny : rule_behavior::allow, rule_origin::host);
        if (!rule) continue;
        for (auto& found : lint({*rule}, tools).findings) {
            if (found.what != lint_kind::unknown_tool) continue;
            found.rule = place;
            all.report.findings.push_back(std::move(found));
        }
    }
}

// The rules, and those that blocked tools are: a rule may be about nothing else than these.
std::vector<permission_rule> with_blocked(linted& all) {
    auto rules = all.draft.read.rules;
    for (const auto& tool : all.draft.tools) {
        if (!tool.blocked) continue;
        const auto rule = permission_rule::make(tool.name, {}, rule_behavior::deny, rule_origin::host);
        if (!rule) continue;
        rules.push_back(*rule);
        all.places.push_back(tool.at);
    }
    return rules;
}

linted look_at(policy_draft draft) {
    linted all{.draft = std::move(draft)};
    all.places = all.draft.rules;
    const auto tools = tool_registry::standard();
    const auto& policy = all.draft.read;
    auto tried = policy;
    tried.allow_overbroad = true;  // for lint to look at
    const auto basis = judgement_basis::make(std::move(tried));
    all.report = lint(with_blocked(all), *tools,
                      {.allow_overbroad = policy.allow_overbroad,
                       .edits_allowed = policy.of_effect(call_effect::edits) == outcome::allow,
                       .tried_by = basis ? *basis : nullptr});
    std::erase_if(all.report.findings, [&](const auto& each) { return each.rule >= policy.rules.size(); });
    look_at_named_tools(all, *tools);
    return all;
}

// Its one field.
std::string text_in(const json_object& input) {
    const auto& value = input.begin()->value();
    return value.is_string() ? std::string(value.get_string()) : std::string();
}

// "does not deny: `rm x` (it is allowed)".
std::string missed_text(const policy_draft& draft, const lint_finding& each) {
    const auto& missed = *each.missed;
    const bool other_tool = missed.tool_name != draft.read.rules[each.rule].tool_pattern();
    return fmt::format("does not {}: {}`{}` ({})", missed.expected == outcome::deny ? "deny" : "ask about",
                       other_tool ? missed.tool_name + " " : "", display_text(text_in(missed.input)),
                       each.decided == outcome::allow ? "it is allowed" : "it is asked about");
}

// What there is to say about one rule, beside what is wrong with it.
std::vector<std::string> details_of(const policy_draft& draft, const lint_finding& each) {
    std::vector<std::string> details;
    if (each.missed) details.push_back(missed_text(draft, each));
    if (each.better) details.push_back(fmt::format("better: {}", to_policy_json(*each.better)));
    if (each.beside) details.push_back(fmt::format("beside it: {}", to_policy_json(*each.beside)));
    return details;
}

using same_findings = std::vector<const lint_finding*>;

// One sentence is said once, with all rules that it is about.
std::vector<same_findings> grouped(const lint_report& report) {
    std::vector<same_findings> groups;
    std::map<std::tuple<lint_severity, lint_kind, std::string_view>, std::size_t> known;
    for (const auto& each : report.findings) {
        const auto [group, fresh] = known.try_emplace({each.severity, each.what, each.why}, groups.size());
        if (fresh) groups.emplace_back();
        groups[group->second].push_back(&each);
    }
    return groups;
}

std::string finding_text(const std::string& file, const linted& all, const lint_finding& each) {
    std::string text =
        fmt::format("{}: {}: {}: {} ({})\n", place_text(file, all.places[each.rule]),
                    to_string(each.severity), display_text(each.text), each.why, to_string(each.what));
    if (each.other) text += fmt::format("    see {}\n", place_text(file, all.places[*each.other]));
    for (const auto& detail : details_of(all.draft, each)) text += "    " + detail + "\n";
    return text;
}

// Rules about which one thing is said that are shown.
constexpr std::size_t max_shown_rules = 8;

std::string group_text(const std::string& file, const linted& all, const same_findings& group,
                       bool each_one) {
    const lint_finding& first = *group.front();
    if (group.size() == 1) return finding_text(file, all, first);
    std::string text = fmt::format("{}: {}: {} rules: {} ({})\n", display_text(file),
                                   to_string(first.severity), group.size(), first.why, to_string(first.what));
    if (first.other) text += fmt::format("    see {}\n", place_text(file, all.places[*first.other]));
    const auto shown = each_one ? group.size() : std::min(group.size(), max_shown_rules);
    // Where there is nothing else to say about each, they share a line.
    const bool bare = !each_one && std::ranges::all_of(group, [&](const auto* each) {
        return details_of(all.draft, *each).empty();
    });
    for (std::size_t i = 0; i < shown; ++i) {
        const policy_place& at = all.places[group[i]->rule];
        const auto rule = display_text(group[i]->text);
        text += bare ? fmt::format("{}{}: {}", i == 0 ? "    " : ", ", at.line, rule)
                     : fmt::format("    {}: {}: {}", at.line, at.where, rule);
        for (const auto& detail : details_of(all.draft, *group[i])) text += "; " + detail;
        if (!bare) text += "\n";
    }
    if (shown < group.size())
        text += fmt::format("{}and {} more; --all shows each", bare ? ", " : "    ", group.size() - shown);
    return text.ends_with('\n') ? text : text + "\n";
}

void put_place(json_object& into, const policy_place& at) {
    into["line"] = at.line;
    into["where"] = at.where;
}

json_object to_json(const policy_example& missed, outcome decided) {
    json_object made{{"tool", missed.tool_name}, {"input", missed.input}, {"cwd", missed.cwd}};
    if (!missed.agent.empty()) made["agent"] = missed.agent;
    if (!missed.subagent.empty()) made["subagent"] = missed.subagent;
    if (!missed.session.empty()) made["session"] = missed.session;
    made["expect"] = to_string(missed.expected);
    made["decided"] = to_string(decided);
    return made;
}

json_object to_json(const linted& all, const lint_finding& each) {
    json_object made;
    put_place(made, all.places[each.rule]);
    const bool in_rule = each.rule < all.draft.rules.size();
    if (in_rule) made["behavior"] = to_string(all.draft.read.rules[each.rule].behavior());
    made[in_rule ? "rule" : "tool"] = each.text;
    made["kind"] = to_string(each.what);
    made["severity"] = to_string(each.severity);
    made["why"] = each.why;
    if (each.other) {
        json_object other;
        put_place(other, all.places[*each.other]);
        made["other"] = std::move(other);
    }
    if (each.missed) made["missed"] = to_json(*each.missed, each.decided);
    if (each.better) made["better"] = parse_scanned(to_policy_json(*each.better));
    if (each.beside) made["beside"] = parse_scanned(to_policy_json(*each.beside));
    return made;
}

std::string json_line(const json_object& made) {
    std::string text;
    append_json(text, made);
    return text + "\n";
}

std::string report_json(const std::string& file, const linted& all, std::size_t errors, std::size_t mended) {
    json_object made;
    made["file"] = file;
    json_array findings;
    for (const auto& each : all.report.findings) findings.push_back(to_json(all, each));
    made["findings"] = std::move(findings);
    made["errors"] = errors;
    made["warnings"] = all.report.findings.size() - errors;
    made["rules"] = all.draft.read.rules.size();
    if (mended > 0) made["mended"] = mended;
    return json_line(made);
}

std::string report_text(const std::string& file, const linted& all, std::size_t errors, bool each_one) {
    std::string text;
    for (const auto& group : grouped(all.report)) text += group_text(file, all, group, each_one);
    return text + fmt::format("{}: {}, {}\n", counted(all.draft.read.rules.size(), "rule"),
                              counted(errors, "error"),
                              counted(all.report.findings.size() - errors, "warning"));
}

// ---- lint --fix ----------------------------------------------------------------------------------------

// The edits that mend what is found, and a line about each.
struct mending {
    std::vector<rule_edit> edits{};
    std::string said{};
};

mending mending_of(const std::string& file, const linted& all) {
    mending made;
    std::set<std::size_t> touched;
    std::set<std::string> added;
    for (const auto& each : all.report.findings) {
        if (each.mend == lint_mend::add && !added.insert(each.beside->key()).second) continue;
        // One edit of a rule at a time; and none goes because of one that changes, or is no rule.
        const bool leans =
            each.other && (touched.contains(*each.other) || *each.other >= all.draft.rules.size());
        if (each.mend == lint_mend::none || leans || !touched.insert(each.rule).second) continue;
        rule_edit edit{.rule = all.draft.rule_bytes[each.rule]};
        std::string what = "it is gone: " + each.why;
        if (each.mend == lint_mend::replace)
            what = fmt::format("it is {} now", edit.instead = to_policy_json(*each.better));
        if (each.mend == lint_mend::add)
            what = fmt::format("{} stands beside it now", edit.before = to_policy_json(*each.beside));
        made.edits.push_back(std::move(edit));
        made.said += fmt::format("{}: mended: {}: {}\n", place_text(file, all.places[each.rule]),
                                 display_text(each.text), what);
        if (each.other) touched.insert(*each.other);
    }
    return made;
}

std::size_t failing_examples(const policy_draft& draft) {
    const auto basis = judgement_basis::make(draft.read);
    return basis ? failed_examples(*basis, *(*basis)->rules()).size() : 0;
}

policy without_rules(policy whole) {
    whole.rules.clear();
    return whole;
}

// Mends what is proven to loosen nothing, and writes the file. \return a line about each thing that was
// mended
std::string mend(const std::string& name) {
    user_file file(std::filesystem::absolute(name));
    const std::string before = file.text().value_or("");
    std::string text = before;
    std::string said;
    auto draft = draft_of(text, name, "lint", true);
    const auto rules = draft.read.rules;
    const auto rest = without_rules(draft.read);
    const auto failing = failing_examples(draft);
    for (auto made = mending_of(name, look_at(draft)); !made.edits.empty();
         made = mending_of(name, look_at(draft))) {
        text = edited(std::move(text), std::move(made.edits));
        draft = draft_of(text, name, "lint", true);
        said += made.said;
        if (!draft.errors.empty() || without_rules(draft.read) != rest ||
            !loosens_nothing(rules, draft.read.rules, *tool_registry::standard()))
            throw usage_error(
                fmt::format("policy lint: {}: it is not proven that mending loosens nothing; "
                            "nothing is written",
                            display_text(name)));
    }
    if (failing_examples(draft) > failing)
        throw usage_error(
            fmt::format("policy lint: {}: an example of the policy comes out otherwise when it is mended; "
                        "nothing is written",
                        display_text(name)));
    if (text == before) return said;
    if (const auto why = file.why_not_replace(); !why.empty())
        throw usage_error(
            fmt::format("policy lint: {}: {}; nothing is written", display_text(name), display_text(why)));
    file.replace(text);
    return said;
}

// ---- test ----------------------------------------------------------------------------------------------

std::string input_text(const policy_example& example) {
    std::string text;
    append_json(text, example.input);
    const auto shown = beginning_of(text, max_shown_example);
    return display_text(std::string(shown) + (shown.size() < text.size() ? "..." : ""));
}

std::string indented(const std::string& text) {
    std::istringstream lines(text);
    std::string made;
    for (std::string line; std::getline(lines, line);) made += (line.empty() ? "" : "    ") + line + "\n";
    return made;
}

// An example that was decided.
struct tried_example {
    verdict decided;
    std::string failure{};  // "expected deny, got ask: ..."; empty: it came out as expected
    std::string why{};      // of a failure: how it was decided
};

// A policy file, and what became of its examples.
struct tried_policy {
    policy_draft draft;
    std::vector<tried_example> examples{};
    std::size_t failed = 0;
    std::size_t rules = 0;                 // that are not built in
    std::vector<std::size_t> uncovered{};  // those of them that decided no example
};

void look_at_coverage(tried_policy& all) {
    const auto is_built_in = [](const permission_rule& rule) {
        return rule.origin() == rule_origin::built_in;
    };
    std::set<std::string> met;
    const auto meet = [&](const permission_rule& rule) {
        if (!is_built_in(rule)) met.insert(rule.key());
    };
    for (const auto& each : all.examples) {
        if (each.decided.source != decision_source::rule) continue;
        meet(*each.decided.rule);
        for (const auto& rule : each.decided.rules_too) meet(*rule);
    }
    const auto& rules = all.draft.read.rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (is_built_in(rules[i])) continue;
        ++all.rules;
        if (!met.contains(rules[i].key())) all.uncovered.push_back(i);
    }
}

tried_policy try_examples(policy_draft draft, const std::string& file) {
    const auto basis = judgement_basis::make(draft.read);
    if (!basis)
        throw usage_error(fmt::format("policy test: {}: {}: {}", display_text(file), basis.error().where,
                                      basis.error().message));
    tried_policy all{.draft = std::move(draft)};
    for (const auto& example : all.draft.read.examples) {
        const auto why = explain_example(example, *basis, *(*basis)->rules());
        tried_example tried{why.decided};
        if (why.decided.decision != example.expected) {
            ++all.failed;
            tried.failure = fmt::format("expected {}, got {}: {}", to_string(example.expected),
                                        to_string(why.decided.decision), display_text(why.decided.reason()));
            tried.why = explanation_text(why, example.tool_name, {.policy = file});
        }
        all.examples.push_back(std::move(tried));
    }
    look_at_coverage(all);
    return all;
}

std::string call_text(const policy_example& example) {
    return fmt::format("{} {}", example.tool_name, input_text(example));
}

// "deny WebFetch".
std::string rule_text(const permission_rule& rule) {
    return fmt::format("{} {}", to_string(rule.behavior()), display_text(rule.full_text()));
}

std::string uncovered_text(const tried_policy& all, bool each_one) {
    if (all.uncovered.empty()) return {};
    const auto shown = each_one ? all.uncovered.size() : std::min(all.uncovered.size(), max_shown_rules);
    std::string text =
        fmt::format("{}: {} decided no example: ", counted(all.rules, "rule"), all.uncovered.size());
    for (std::size_t i = 0; i < shown; ++i)
        text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", all.draft.rules[all.uncovered[i]].line,
                            rule_text(all.draft.read.rules[all.uncovered[i]]));
    if (shown < all.uncovered.size())
        text += fmt::format(", and {} more; --json shows each", all.uncovered.size() - shown);
    return text + "\n";
}

std::string tried_text(const std::string& file, const tried_policy& all, bool each_rule) {
    std::string text;
    for (std::size_t i = 0; i < all.examples.size(); ++i) {
        const auto& example = all.draft.read.examples[i];
        const auto& [decided, failure, why] = all.examples[i];
        text += fmt::format("{}: {}: {}: {}\n{}", place_text(file, all.draft.examples[i]),
                            failure.empty() ? "ok" : "FAILED", call_text(example),
                            failure.empty() ? to_string(decided.decision) : failure, indented(why));
    }
    text += fmt::format("{}: {} ok, {} failed\n", counted(all.examples.size(), "example"),
                        all.examples.size() - all.failed, all.failed);
    return text + uncovered_text(all, each_rule);
}

std::string tried_json(const std::string& file, const tried_policy& all) {
    json_object made;
    made["file"] = file;
    json_array examples;
    for (std::size_t i = 0; i < all.examples.size(); ++i) {
        const auto& [decided, failure, why] = all.examples[i];
        json_object each = to_json(all.draft.read.examples[i], decided.decision);
        put_place(each, all.draft.examples[i]);
        each["reason"] = decided.reason();
        each["ok"] = failure.empty();
        examples.push_back(std::move(each));
    }
    made["examples"] = std::move(examples);
    made["ok"] = all.examples.size() - all.failed;
    made["failed"] = all.failed;
    json_array uncovered;
    for (const auto index : all.uncovered) {
        json_object each;
        put_place(each, all.draft.rules[index]);
        each["behavior"] = to_string(all.draft.read.rules[index].behavior());
        each["rule"] = all.draft.read.rules[index].text();
        uncovered.push_back(std::move(each));
    }
    json_object coverage;
    coverage["rules"] = all.rules;
    coverage["covered"] = all.rules - all.uncovered.size();
    coverage["uncovered"] = std::move(uncovered);
    made["coverage"] = std::move(coverage);
    return json_line(made);
}

// \param each_rule  one that decided no example is a failure
std::string tried_junit(const std::string& file, const tried_policy& all, bool each_rule) {
    std::vector<junit_case> cases;
    for (std::size_t i = 0; i < all.examples.size(); ++i) {
        const auto& place = all.draft.examples[i];
        const auto& [decided, failure, why] = all.examples[i];
        cases.push_back({fmt::format("{}: {}", place.where, call_text(all.draft.read.examples[i])),
                         place.line, failure, why});
    }
    for (const auto index : all.uncovered) {
        if (!each_rule) break;
        const auto& place = all.draft.rules[index];
        cases.push_back({fmt::format("{}: {}", place.where, rule_text(all.draft.read.rules[index])),
                         place.line, "it decided no example"});
    }
    return junit_text(file, cases);
}

void write_junit(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    if (!(file << text).flush())
        throw usage_error(fmt::format("policy test: --junit: cannot write `{}`: {}", display_text(path),
                                      std::generic_category().message(errno)));
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
    auto draft = draft_of(text_of(options.file, "lint"), options.file, "lint", true);
    if (!draft.errors.empty()) return static_cast<int>(exit_code::usage);
    std::string mended;
    if (options.fix && is_named_policy(options.file))
        throw usage_error(fmt::format(
            "policy lint: --fix: expected a file, got `{}`, which comes with Assent", options.file));
    if (options.fix) {
        mended = mend(options.file);
        draft = draft_of(text_of(options.file, "lint"), options.file, "lint", true);
    }
    const auto all = look_at(std::move(draft));
    const auto& findings = all.report.findings;
    const auto errors =
        static_cast<std::size_t>(std::ranges::count(findings, lint_severity::error, &lint_finding::severity));
    const auto mended_rules = static_cast<std::size_t>(std::ranges::count(mended, '\n'));
    print(options.json ? report_json(options.file, all, errors, mended_rules)
                       : mended + report_text(options.file, all, errors, options.all));
    const bool failed = options.strict ? !findings.empty() : errors > 0;
    return static_cast<int>(failed ? exit_code::failed : exit_code::ok);
}

// Decides the examples of a policy file, and prints what came out; of those that come out otherwise, why.
// \return 0 when all come out as expected, 1 when not, or when coverage is required and one of the rules
// decided none; 2 as above
int test_policy(const policy_options& options) {
    const bool prints_junit = options.junit == "-";
    if (prints_junit && options.json)
        throw usage_error("policy test: --junit: expected a file beside --json, got `-`");
    auto draft = draft_of(text_of(options.file, "test"), options.file, "test", false);
    if (!draft.errors.empty()) return static_cast<int>(exit_code::usage);
    const auto all = try_examples(std::move(draft), options.file);
    const bool each_rule = options.require_coverage;
    if (!options.junit.empty()) {
        const auto junit = tried_junit(options.file, all, each_rule);
        if (prints_junit)
            print(junit);
        else
            write_junit(options.junit, junit);
    }
    if (!prints_junit)
        print(options.json ? tried_json(options.file, all) : tried_text(options.file, all, each_rule));
    const bool failed = all.failed > 0 || (each_rule && !all.uncovered.empty());
    return static_cast<int>(failed ? exit_code::failed : exit_code::ok);
}

// Whose word a rule is.
std::string whose(const permission_rule& rule) {
    return rule.origin() == rule_origin::host ? std::string() : std::string(in_words(rule.origin()));
}

// Prints what decides in a folder, all layers together, as one policy file with the origin of each rule.
int show_policy(const common_options& common, const std::string& given_folder) {
    require_working_directory(given_folder);
    settings with(common);
    with.keep_answers();
    std::error_code ignored;
    with.require_project(given_folder.empty() ? std::filesystem::current_path(ignored).string()
                                              : given_folder);
    std::string text = fmt::format("// Your policy: {}\n", display_text(with.source().name()));
    std::error_code error;
    if (std::filesystem::exists(with.managed_file(), error))
        text +=
            fmt::format("// The policy of this machine: {}\n", display_text(with.managed_file().string()));
    for (const auto& project : with.projects().texts())
        text += fmt::format("// The project's own policy: {}\n", display_text(project.file.string()));
    if (!decides(common)) {
        const std::string more = words_of_hooks(with.source().name());
        for (std::size_t from = 0, end; (end = more.find('\n', from)) != more.npos; from = end + 1)
            text += fmt::format("// Not here: {}\n", more.substr(from, end - from));
    }
    print(text + to_policy_text(with.in_force(), whose));
    return static_cast<int>(exit_code::ok);
}

command_run declare_policy(CLI::App& app) {
    const auto given = std::make_shared<policy_options>();
    const auto shown = std::make_shared<std::pair<common_options, std::string>>();
    app.require_subcommand(1);
    app.add_subcommand("print", "Print a policy that comes with the program, to start from")
        ->add_option("NAME", given->name, "Which one")
        ->required()
        ->type_name(fmt::format("{}", fmt::join(policy_names(), "|")));
    auto* const lint =
        app.add_subcommand("lint", "Look for rules that may be wrong, and say what may be meant");
    add_file_operand(*lint, given->file, "The policy file");
    lint->option_defaults()->group(group::output);
    lint->add_flag("--all", given->all, "Show each rule, also where one thing is said about many");
    lint->add_flag("--fix", given->fix,
                   "Mend in the file what is proven to allow nothing more and to deny nothing less");
    lint->add_flag("--strict", given->strict, "Exit with status 1 for warnings, too");
    lint->add_flag("--json", given->json, "As one line of JSON");
    auto* const test =
        app.add_subcommand("test", "Decide the examples of a policy, and say why they come out otherwise");
    add_file_operand(*test, given->file, "The policy file");
    test->option_defaults()->group(group::output);
    test->add_flag("--json", given->json, "As one line of JSON");
    test->add_option("--junit", given->junit,
                     "Write XML of JUnit to FILE, too; - is standard output, with nothing else")
        ->type_name("FILE|-")
        ->check(not_empty);
    test->add_flag("--require-coverage", given->require_coverage,
                   "Exit with status 1 where a rule decided no example, too");
    auto* const show =
        app.add_subcommand("show", "Print what decides in a folder, and whose word each rule is");
    add_decision_options(*show, shown->first);
    add_cwd_option(*show, shown->second, ", an absolute path (default: this one)");
    show->add_flag("--effective", given->all, "All policies together, as without it")->group("");
    return [given, shown, lint, test, show](const command_line&) {
        if (show->parsed()) return show_policy(shown->first, shown->second);
        if (lint->parsed()) return lint_policy(*given);
        return test->parsed() ? test_policy(*given) : print_policy(*given);
    };
}

}  // namespace

const command commands::policy{"policy", command_group::files, "Policy files; see docs/policy-file.md",
                               declare_policy};

}  // namespace assent::cli
