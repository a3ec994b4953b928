#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../import/brought_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/agent_place.hpp"
#include "../install/daemon_units.hpp"
#include "../install/hook_settings.hpp"
#include "../install/install_record.hpp"
#include "../install/installed_hook.hpp"
#include "../install/mirror.hpp"
#include "../install/other_hooks.hpp"
#include "../options/fail_closed.hpp"
#include "../options/kept_record.hpp"
#include "../process/limited_run.hpp"
#include "../process/own_program.hpp"
#include "../process/running_programs.hpp"
#include "../serving/daemon_link.hpp"
#include "../serving/wishes.hpp"
#include "../sessions/hook_trial.hpp"
#include "command.hpp"
#include "install_command.hpp"

#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// How long all may take that is run for one agent: its hooks, and it itself for its version.
constexpr std::chrono::seconds agent_limit{2};

// How long other writers of the record are waited for; a hook waits longer, and refuses then.
constexpr std::chrono::milliseconds record_wait{500};

constexpr std::string_view tried_tool = "AssentDoctor";

// What is said of one agent.
class findings {
public:
    // From the worst on, which is told first.
    enum class weight : unsigned char { stops, narrows, tells, good };
    struct finding {
        weight weighs;
        std::string_view how;
        std::string what;
        std::string next{};  // what puts it right
        std::optional<passing> way{};
    };

    explicit findings(std::span<const passing_way> ways = {}) : ways_(ways) {}

    // \param command  which installs the agent's hook as it was
    void install_anew_by(std::string command) { installing_ = std::move(command); }
    [[nodiscard]] std::string closed_by(const passing_way& row) const {
        return row.closed_by == by_installing_anew ? installing() : std::string(row.closed_by);
    }

    void ok(std::string_view what) { add({weight::good, "ok", std::string(what)}); }
    void note(std::string_view what) { add({weight::tells, "note", std::string(what)}); }
    // A use may not be held.
    void failed(std::string_view what, std::string next = std::string(by_hand)) {
        add({weight::stops, "FAILED", std::string(what), std::move(next)});
        good_ = false;
    }
    // Uses are held, and something of it is not as it has to be.
    void falls_short(std::string_view what, std::string next = std::string(by_hand)) {
        add({weight::narrows, "FAILED", std::string(what), std::move(next)});
        good_ = false;
    }
    [[nodiscard]] std::string installing() const { return fmt::format("`{}` puts it there", installing_); }
    // Something passes the hook by in this way, or tries to. \param held  also where the agent leaves it open
    void in_use(passing way, std::string_view what, bool held = false) {
        if (held || holds(way)) return add({weight::narrows, is_found, std::string(what), {}, way});
        const auto row = std::ranges::find(ways_, way, &passing_way::way);
        const std::string close = row == ways_.end() ? "" : closed_by(*row);
        add({weight::stops, is_open, close.empty() ? std::string(what) : fmt::format("{}; {}", what, close),
             close.empty() ? std::string(by_hand) : close, way});
        good_ = false;
    }

    // Whether the agent's uses are held where this is in use.
    [[nodiscard]] bool holds(passing way) const {
        const auto row = std::ranges::find(ways_, way, &passing_way::way);
        return row != ways_.end() && row->closed_by.empty();
    }
    // What a way is in the end: the worst that was found.
    [[nodiscard]] std::string_view state_of(passing way) const {
        std::string_view state = known_ ? is_closed : is_unknown;
        for (const auto& each : all_)
            if (each.way == way && state != is_open) state = each.how;
        return state;
    }
    [[nodiscard]] std::ptrdiff_t count(std::string_view state) const {
        return std::ranges::count_if(ways_, [&](const auto& each) { return state_of(each.way) == state; });
    }
    // Not all was looked at: what was not found may be there.
    void not_all_known() noexcept { known_ = false; }
    [[nodiscard]] bool good() const noexcept { return good_; }
    // The worst first.
    [[nodiscard]] const std::vector<finding>& all() const noexcept { return all_; }
    // What has to be put right first; null: nothing.
    [[nodiscard]] const finding* worst() const noexcept { return good_ ? nullptr : &all_.front(); }
    [[nodiscard]] std::span<const passing_way> ways() const noexcept { return ways_; }

    static constexpr std::string_view is_closed = "closed", is_found = "found", is_open = "open",
                                      is_unknown = "unknown";

private:
    static constexpr std::string_view by_hand = "put that right, and run `assent doctor` again";

    void add(finding more) {
        more.what = display_text(more.what);
        const auto place = std::ranges::upper_bound(all_, more.weighs, {}, &finding::weighs);
        all_.insert(place, std::move(more));
    }

    std::span<const passing_way> ways_;
    std::vector<finding> all_;
    std::string installing_;
    bool good_ = true;
    bool known_ = true;
};

// What is said of all of them.
struct section {
    std::string_view name;
    std::string version;
    findings found;
};

// What is left of the time of one agent.
class time_of_agent {
public:
    [[nodiscard]] duration left() const {
        return std::max<duration>(agent_limit - (std::chrono::steady_clock::now() - began_), shortest_);
    }

private:
    static constexpr duration shortest_ = std::chrono::milliseconds(1);
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

std::string version_of(const hook_place& place, duration limit) {
    const auto program = program_in_path(place.program);
    if (!program) return {};
    try {
        const auto end = run_limited({program->string(), "--version"}, {}, limit);
        if (!end.in_time || end.status != 0) return {};
        return display_text(std::string_view(end.out).substr(0, end.out.find('\n')));
    } catch (const std::exception&) {
        return {};
    }
}

// ---- The settings

void look_for_switches(const hook_place& place, const fs::path& file, std::string_view text, findings& into) {
    const auto off_by = [&](std::string_view what) {
        into.in_use(passing::off_switches,
                    fmt::format("{}: hooks are switched off by `{}`", file.string(), what));
    };
    const auto& agent = facts_of(place.agent);
    for (const auto& [keys, off, in_list] : agent.off_switches) {
        const auto value = value_in(place, text, {keys.begin(), keys.end()});
        if (value && (in_list ? value->find(off) != std::string::npos : *value == off))
            off_by(fmt::format("{}", fmt::join(keys, ".")));
    }
    if (!agent.hookless_variable.empty() && settings_switch_hooks_off(text)) off_by(agent.hookless_variable);
}

// \param set  whether a variable is set there
void look_for_variables(const hook_place& place, std::string_view where,
                        const std::function<bool(std::string_view)>& set, findings& into) {
    const auto look = [&](passing way, const few_words& names, std::string_view why, bool held = false) {
        for (const auto name : names)
            if (set(name)) into.in_use(way, fmt::format("{} sets {}, {}", where, name, why), held);
    };
    look(passing::loader_variables, variables_of_hooks.of_loaders,
         "which puts other code into the hook before it decides",
         !place.arguments_key.empty() && !loads_libraries());
    look(passing::shell_variables, variables_of_hooks.of_shells,
         "by which a shell runs something else before the hook, or instead");
    look(passing::other_settings, facts_of(place.agent).settings_variables,
         "by which the agent would read other settings");
    look(passing::gate_variables, variables_of_hooks.of_gate, "which the hook does not read");
    // Where only one of them counts there, it has been looked for as a switch.
    if (facts_of(place.agent).hookless_variable.empty())
        look(passing::off_variables, facts_of(place.agent).off_variables, "which switches hooks off");
}

bool sets_in_lines(std::string_view text, std::string_view name) {
    while (!text.empty()) {
        auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with("export ")) line.remove_prefix(std::string_view("export ").size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (!line.starts_with(name)) continue;
        line.remove_prefix(name.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with('=')) return true;
    }
    return false;
}

// In the folder in which the agent works, those above it, and the user's home.
std::vector<fs::path> folders_with_variables() {
    std::error_code error;
    std::vector<fs::path> folders;
    for (fs::path each = fs::current_path(error); !each.empty(); each = each.parent_path()) {
        folders.push_back(each);
        if (each == each.root_path()) break;
    }
    const auto home = home_of_user();
    if (std::ranges::find(folders, home) == folders.end()) folders.push_back(home);
    return folders;
}

void look_in_variable_files(const hook_place& place, findings& into) {
    for (const auto& folder : folders_with_variables())
        for (const auto name : facts_of(place.agent).variable_files) {
            const auto file = folder / name;
            const auto text = text_of_settings(file);
            if (!text) continue;
            // Such a file changes no variable that is there already.
            const auto sets = [&](std::string_view each) {
                return std::getenv(std::string(each).c_str()) == nullptr && sets_in_lines(*text, each);
            };
            look_for_variables(place, file.string(), sets, into);
        }
}

void look_in_settings(const hook_place& place, const fs::path& file, std::string_view text, findings& into) {
    look_for_switches(place, file, text, into);
    if (facts_of(place.agent).settings_have_variables)
        look_for_variables(
            place, file.string(),
            [&](std::string_view each) {
                return value_in(place, text, {"env", each}).has_value();
            },
            into);
}

// Files that the agent reads beside the one of its hooks.
std::vector<fs::path> other_files_of(const hook_place& place) {
    std::error_code error;
    std::vector<fs::path> files = other_settings_of(place);
    const auto& agent = facts_of(place.agent);
    for (auto& file : project_settings_in(place, fs::current_path(error))) files.push_back(std::move(file));
    for (const auto name : agent.settings_variables)
        if (const char* const file = std::getenv(std::string(name).c_str());
            file != nullptr && name != place.variable)
            files.emplace_back(file);
    return files;
}

// In the environment, and in files that the agent reads beside the one of its hooks.
void look_elsewhere(const hook_place& place, findings& into) {
    for (const auto name : facts_of(place.agent).off_variables)
        if (const char* const value = std::getenv(std::string(name).c_str());
            value != nullptr && switched_on(value))
            into.in_use(passing::off_variables,
                        fmt::format("hooks are switched off by ${} in this environment", name));
    std::error_code error;
    for (const auto& file : other_files_of(place)) {
        const auto text = text_of_settings(file);
        if (!text || fs::equivalent(file, settings_of(place), error)) continue;
        try {
            look_in_settings(place, file, without_comment_lines(place.agent, *text), into);
        } catch (const unfit_settings&) {
            into.note(fmt::format("{}: cannot be read here, and may switch hooks off", file.string()));
        }
    }
}

// An agent of this user that runs now, and was started so that it calls no hooks.
void look_at_running(const hook_place& place, const running_program& running, findings& into) {
    const auto& agent = facts_of(place.agent);
    const auto who = fmt::format("process {}", running.number);
    // What stands behind `--` is no option.
    const std::vector<std::string> words(running.words.begin(), std::ranges::find(running.words, "--"));
    const auto by_option = [&](std::string_view option) {
        into.in_use(passing::off_options, fmt::format("{} runs with `{}`", who, option));
    };
    for (const auto option : agent.off_options)
        if (has_option(words, option)) by_option(option);
    if (agent.launch) {
        for (const auto sources : values_of(words, agent.launch->sources_option))
            if (sources.find(agent.launch->sources_word) == sources.npos)
                by_option(agent.launch->sources_option);
        for (const auto settings : values_of(words, agent.launch->settings_option)) {
            const auto text =
                settings.starts_with('{') ? std::string(settings) : text_of_settings(settings).value_or("{}");
            look_for_switches(place, fmt::format("{} of {}", agent.launch->settings_option, who), text, into);
        }
    }
    for (const auto name : agent.off_variables)
        for (const auto& set : running.environment)
            if (set.starts_with(fmt::format("{}=", name)) && switched_on(set.substr(name.size() + 1)))
                into.in_use(passing::off_variables, fmt::format("{} runs with ${}", who, name));
}

// The other hooks of a project before a use, which could have another input run than the one that was judged.
void look_for_others(const hook_place& place, findings& into) {
    std::error_code error;
    const auto folder = fs::current_path(error);
    for (const auto* const dialect : installed_events(place.agent))
        if (dialect->when == hook_dialect::moment::before) {
            for (const auto& other : other_hooks_of_project(place, dialect->event, folder))
                into.in_use(passing::other_hooks,
                            fmt::format("beside the hook at {}: {}", dialect->event, other));
            if (dialect->says_allow != hook_dialect::allowing::alone) continue;
            for (const auto& other : other_hooks(place, dialect->event, home_of_user(), {}))
                into.note(
                    fmt::format("another hook stands at {}, {}: so what is allowed here is left to the "
                                "agent's own rules, which may ask",
                                dialect->event, other));
        }
}

void look_for_events(const hook_place& place, const std::vector<found_hook>& hooks, findings& into) {
    const std::string file = settings_of(place).string();
    if (hooks.empty())
        return into.in_use(passing::changed_hook, fmt::format("{}: no hook of Assent is in there", file));
    for (const auto* const dialect : installed_events(place.agent)) {
        const auto found = std::ranges::find(hooks, dialect->event, &found_hook::event);
        if (found == hooks.end())
            into.in_use(passing::changed_hook,
                        fmt::format("{}: no hook of ours at {}", file, dialect->event));
        else if (!found->trusted)
            into.in_use(
                passing::untrusted_hook,
                fmt::format("{}: the hook at {} is not trusted, and so not called", file, dialect->event));
        else
            into.ok(fmt::format("{}: {}", file, dialect->event));
    }
}

// ---- The hook at work

// A use of a tool that nobody minds, as the agent would tell its hook.
std::string harmless_use(const hook_dialect& dialect) {
    json_object text{{"session_id", "assent-doctor"}, {"cwd", "/"}};
    if (!dialect.event_key.empty()) text[dialect.event_key] = dialect.event;
    if (!dialect.mark.empty()) text[dialect.mark] = "assent-doctor";
    if (!dialect.tool.empty()) {
        text["command"] = "true";
        text["file_path"] = "/dev/null";
    } else {
        text[dialect.tool_key] = tried_tool;
        text[dialect.input_key] = json_object();
    }
    std::string made;
    append_json(made, text);
    return made + '\n';
}

// What is the matter with a hook that is not as it was installed, or as it would be now. Empty: nothing.
std::string why_another(const hook_place& place, const found_hook& hook,
                        const std::optional<installed_file>& record) {
    if (!record) return "nobody remembers what was installed here, so it cannot be told whether this is it";
    if (record->options.empty())
        return "an older version of Assent has written it, and with this one it would refuse everything";
    const auto wanted = hook_as_written(place, record->timeout, record->options);
    if (is_as_written(place, hook, wanted)) return {};
    const std::string program = program_of(hook.command);
    if (program != wanted.words.front())
        return fmt::format("it runs {}, and this program is {}", program, wanted.words.front());
    const bool as_command = place.arguments_key.empty();
    const auto command = as_command ? shell_command(wanted.words) : shell_text(wanted.words);
    if (hook.command != command) return fmt::format("what was installed is {}", command);
    if (place.written == hook_place::form::plugin) return "its text is another";
    return fmt::format("it stands there in another way: {}", hook.written);
}

// \param options  of the hook, as they were installed
void look_at_record(const std::vector<std::string>& options, findings& into) {
    const auto record = record_in(options);
    if (!record) return into.note("no record is kept of what is decided");
    const auto why =
        option_value(options, "--record") ? why_not_kept(*record, record_wait) : why_not_writable(*record);
    if (!why.empty())
        into.falls_short(fmt::format("{}: no record can be kept there: {}", *record, why));
    else
        into.ok(fmt::format("{}: the record of what is decided", *record));
}

bool has_walls(const policy& of) {
    return std::ranges::find(of.effects, std::optional(outcome::wall)) != of.effects.end() ||
           std::ranges::any_of(
               of.rules, [](const permission_rule& each) { return each.behavior() == rule_behavior::wall; });
}

void look_for_walls(const hook_place& place, const policy& installed, findings& into) {
    if (!has_walls(installed)) return;
    const auto& agent = facts_of(place.agent);
    const bool asks = std::ranges::find(agent.hooks, hook_dialect::asking::by_word, &hook_dialect::asks) !=
                      agent.hooks.end();
    const auto what =
        fmt::format("what the policy lets run behind a wall is {}", asks ? "asked about" : "denied");
    if (std::ranges::all_of(agent.hooks, [](const auto& each) { return each.changes.tool.empty(); }))
        into.falls_short(
            fmt::format("{}: the hook of {} cannot put a command behind one", what, to_string(place.agent)),
            "install it with another policy, such as `project`");
    else if (const auto why = why_no_walls(); !why.empty())
        into.falls_short(fmt::format("{}: no wall can be made here: {}", what, why));
    else if (const auto& options = agent.unconfined_options; options.begin() != options.end())
        into.note(fmt::format("{} unless {} is started with {}: no wall can be made in its own sandbox", what,
                              to_string(place.agent), fmt::join(options, " or ")));
    else
        into.ok("the policy lets commands run behind a wall, and one can be made here");
}

void look_for_snapshots(const policy& installed, findings& into) {
    if (!installed.snapshot) return;
    if (const auto why = why_no_walls(); !why.empty())
        into.falls_short(
            fmt::format("no project is kept before the first change, as the policy wants it: {}", why));
    else
        into.ok("the policy has projects kept before the first change: `assent session snapshots`");
}

// What the policy has become since. One that comes with the program is another with another version of it.
// \param stays  what the daemon says of why another one decides; empty: none does
void look_at_policy(const hook_place& place, const std::optional<installed_file>& record,
                    const std::vector<found_hook>& hooks, std::string_view stays, findings& into) {
    const bool by_older = !record || record->policy_digest.empty();
    const auto says_standard = [](const found_hook& hook) {
        return hook.command.find("--policy standard") != hook.command.npos;
    };
    if (by_older && std::ranges::any_of(hooks, says_standard))
        return into.note(
            "standard has become another policy since this was installed, or may have: it has an own "
            "question "
            "now, in every mode of the agent, about what destroys, sends, escapes or shows secrets, and "
            "denies "
            "what ruins a home, a system or a disk; careful is what standard was");
    const auto policy = record ? option_value(record->options, "--policy") : std::nullopt;
    if (!policy || by_older) return;
    const policy_source source(*policy);
    if (!source.is_policy()) into.note(fmt::format("{}: {}", *policy, what_bare_means));
    const auto found = source.read();
    try {
        const auto home = option_value(record->options, "--home").value_or("");
        const auto basis = source.load(found, {.home = home}).basis;
        look_for_walls(place, basis->settings(), into);
        look_for_snapshots(basis->settings(), into);
    } catch (const std::exception& error) {
        return into.falls_short(
            fmt::format("the policy has an error, and the hook refuses each use until it is mended: {}",
                        error.what()),
            source.file().empty() || fs::exists(source.file())
                ? fmt::format("mend it; `assent policy lint {}` says when it is good", shell_quoted(*policy))
                : fmt::format("put a policy there, such as `assent policy print standard > {}`",
                              shell_quoted(*policy)));
    }
    if (digest_of_policy(source) == record->policy_digest) return;
    into.note(
        source.file().empty()
            ? fmt::format("{} says something else in this version than in the one that installed it: see "
                          "`assent policy print {}`",
                          *policy, *policy)
            : fmt::format("{} has changed since it was installed; {}", *policy,
                          stays.empty() || !option_value(record->options, "--daemon")
                              ? "what it says now decides"
                              : stays));
}

void look_at_mirrored(const hook_place& place, std::string_view text, const std::vector<mirrored_rule>& rules,
                      findings& into) {
    if (rules.empty()) return;
    if (const auto* const missing = first_missing(place, text, rules))
        into.falls_short(
            fmt::format("{}: `{}` is not in {}.{} any more, where it was installed",
                        settings_of(place).string(), missing->text, place.rules_key, missing->list),
            into.installing());
    else
        into.ok(fmt::format("{}: rules of ours in {}: {}", settings_of(place).string(), place.rules_key,
                            rules.size()));
}

// A rule of the agent's own that allows whatever is typed behind `assent wall`: with another policy, too.
void look_for_allowed_walls(const hook_place& place, const fs::path& path, std::string_view text,
                            findings& into) {
    // Where rules stand in the file of the hooks.
    if (place.rules_key.empty() || !has_rules_to_read(place.agent)) return;
    const settings_source source{.file = path, .whose = settings_of_whom::user};
    for (const auto& rule : rules_in(place.agent, text, source).rules) {
        if (rule.behavior != rule_behavior::allow || rule.tool != "Bash") continue;
        const auto program = std::string_view(rule.begins).substr(0, rule.begins.find(' '));
        const auto rest = std::string_view(rule.begins).substr(program.size());
        if (fs::path(program).filename() != "assent" || !(rest.empty() || rest.starts_with(" wall")))
            continue;
        into.falls_short(fmt::format("{}: `{}` is allowed: the agent may type any wall, also one that leaves "
                                     "everything open",
                                     path.string(), display_text(rule.written)),
                         "take it out; commands are put behind a wall without such a rule");
    }
}

void look_whether_as_installed(const hook_place& place, std::string_view text,
                               const std::vector<found_hook>& hooks,
                               const std::optional<installed_file>& record, std::string_view stays,
                               findings& into) {
    for (const auto& each : hooks)
        if (const auto why = why_another(place, each, record); !why.empty())
            into.in_use(passing::changed_hook, fmt::format("{}: the hook at {} is not as installed: {}",
                                                           settings_of(place).string(), each.event, why));
    if (hooks.size() > installed_events(place.agent).size())
        into.in_use(passing::changed_hook, fmt::format("{}: there are more hooks of ours than were installed",
                                                       settings_of(place).string()));
    if (record) look_at_record(record->options, into);
    if (record) look_at_mirrored(place, text, record->mirrored, into);
    look_at_policy(place, record, hooks, stays, into);
}

std::string ending(const limited_end& end) {
    std::string_view said = end.err.empty() ? end.out : end.err;
    if (said.ends_with('\n')) said.remove_suffix(1);
    if (said.ends_with(doctor_says_more)) said.remove_suffix(doctor_says_more.size());
    return fmt::format("status {}: {}", end.status, said);
}

// A hook says what it would do to nobody but this program, with the status by which an agent is refused.
void try_answer(const found_hook& hook, const hook_dialect& dialect, const time_of_agent& time,
                findings& into) {
    const auto end = run_limited(hook.words, trial_text(harmless_use(dialect)), time.left());
    if (!end.in_time) {
        const auto late = fmt::format("{}: gives no answer about a harmless use within {}", dialect.event,
                                      duration_text(agent_limit));
        return into.holds(passing::slow_hook) ? into.failed(late) : into.in_use(passing::slow_hook, late);
    }
    const auto said = read_trial_answer(end.out);
    if (!said || end.status != refusing_status) {
        const auto what =
            fmt::format("{}: gives no answer about a harmless use: {}", dialect.event, ending(end));
        return end.status == refusing_status ? into.falls_short(what) : into.failed(what);
    }
    const auto meaning = said->what == use_outcome::open ? "no objection" : to_string(said->what);
    into.ok(fmt::format("{}: answers about a harmless use: {}", dialect.event, meaning));
}

void try_hooks(const hook_place& place, const std::vector<found_hook>& hooks, const time_of_agent& time,
               findings& into) {
    std::set<std::string> said;
    for (const auto& each : hooks) {
        const std::string program = program_of(each.command);
        const bool there = ::access(program.c_str(), X_OK) == 0;
        if (said.insert(each.command).second) {
            into.ok(each.command);
            if (!there) into.failed(fmt::format("there is no program {}", program), into.installing());
        }
        // Nothing else is run than what installs hooks.
        if (!there || program != own_program()) continue;
        for (const auto* const dialect : installed_events(place.agent))
            if (dialect->event == each.event) try_answer(each, *dialect, time, into);
    }
}

// It hears of no allow without `--say-allow`, if at all.
bool asks_again(agent_program agent) {
    return std::ranges::all_of(installed_events(agent), [](const hook_dialect* each) {
        return each->says_allow == hook_dialect::allowing::on_request;
    });
}

constexpr std::string_view asking_again =
    "what is allowed here, by a rule or on the page, this agent asks about again where its own rules do";

bool leaves_to_daemon(const std::optional<installed_file>& record) {
    return record && option_value(record->options, "--daemon") == "on";
}

// What has to run so that the daemon answers. \param record  of a hook that asks it; nothing: none is known
std::string how_daemon_starts(const std::optional<installed_file>& record) {
    if (std::ranges::any_of(daemon_units({}, {}), &daemon_unit::stands))
        return "`systemctl --user enable --now assent-daemon.socket`";
    try {
        if (record) return fmt::format("keep `{}` running", daemon_command_for(record->options));
    } catch (const std::exception&) {
        // Another version has written options that this one does not know.
    }
    return "`assent setup --asks daemon`";
}

// \return false when there is none, and the hook would refuse whatever it is told
bool look_for_daemon(const std::optional<installed_file>& record, findings& into) {
    const auto socket = option_value(record->options, "--socket").value_or("");
    try {
        static_cast<void>(try_daemon(socket));
    } catch (const no_daemon&) {
        into.falls_short(
            fmt::format("{}: nobody listens there, and so each use is refused", daemon_path(socket)),
            how_daemon_starts(record));
        return false;
    } catch (const std::exception&) {
        // The hook says what it is.
    }
    return true;
}

section examine(const hook_place& place, std::string_view why_policy_stays) {
    section said{to_string(place.agent), {}, findings(facts_of(place.agent).ways)};
    findings& found = said.found;
    const time_of_agent time;
    try {
        const install_record records(install_record::purpose::look);
        const auto record = records.of(settings_of(place));
        if (!records.damage().empty()) found.note(records.damage());
        found.install_anew_by(command_to_install(place, record));
        const user_file file(settings_of(place));
        const auto names = place.written == hook_place::form::tables
                               ? std::vector{names_of_settings(place).front()}
                               : std::vector<std::string>();
        const auto hooks = file.text() ? hooks_in(place, *file.text(), names) : std::vector<found_hook>();
        look_for_events(place, hooks, found);
        look_whether_as_installed(place, file.text().value_or("{}"), hooks, record, why_policy_stays, found);
        if (file.text()) look_in_settings(place, file.path(), *file.text(), found);
        if (file.text()) look_for_allowed_walls(place, file.path(), *file.text(), found);
        look_elsewhere(place, found);
        look_in_variable_files(place, found);
        look_for_others(place, found);
        for (const auto& running : programs_that_run(place.program, home_of_user().string()))
            look_at_running(place, running, found);
        if (!leaves_to_daemon(record) || look_for_daemon(record, found)) try_hooks(place, hooks, time, found);
    } catch (const unfit_settings& error) {
        found.not_all_known();
        found.failed(fmt::format("{}: {}", settings_of(place).string(), error.what()));
    } catch (const std::exception& error) {
        found.not_all_known();
        found.failed(error.what());
    }
    if (found.ways().empty()) found.note("what passes its hook by was not tried, and is not known");
    if (asks_again(place.agent)) found.note(asking_again);
    said.version = version_of(place, time.left());
    return said;
}

// ---- The daemon

// What is not as usual with the daemon. Empty: nothing, or no daemon says anything.
std::string state_of_daemon(std::string_view wish) {
    try {
        if (!fs::exists(daemon_path())) return {};
        const auto said = wish_of_daemon({}, wish, agent_limit);
        return said.what == use_outcome::allow ? said.reason : std::string();
    } catch (const std::exception&) {
        return {};
    }
}

// The first of the hooks that ask the daemon.
std::optional<installed_file> asking_hook_of(const std::vector<std::shared_ptr<const hook_place>>& places) {
    const install_record records(install_record::purpose::look);
    for (const auto& place : places)
        if (auto record = records.of(settings_of(*place)); leaves_to_daemon(record)) return record;
    return std::nullopt;
}

// \param asking  a hook that asks it, if there is one
section examine_daemon(const std::vector<daemon_unit>& units, const std::optional<installed_file>& asking,
                       const std::string& pause, const std::string& why_policy_stays) {
    section said{the_daemon, {}, findings()};
    findings& found = said.found;
    const bool any = std::ranges::any_of(units, &daemon_unit::stands);
    for (const auto& unit : units) {
        const std::string path = unit.path.string();
        if (unit.stands())
            found.ok(path);
        else if (any)
            found.failed(fmt::format("{}: is no unit of ours; see `assent install {}`", path, the_daemon),
                         fmt::format("`assent install {}` writes it", the_daemon));
        else
            found.note(fmt::format("{}: is not written; `assent install {}` does, where systemd is", path,
                                   the_daemon));
    }
    try {
        found.ok(fmt::format("{}: {}", daemon_path(), try_daemon()));
    } catch (const std::exception& error) {
        found.failed(error.what(), how_daemon_starts(asking));
    }
    if (!why_policy_stays.empty())
        found.falls_short(why_policy_stays, "do what it says, and run `assent doctor` again");
    if (!pause.empty()) found.note(pause + "; `assent pause end` ends that");
    return said;
}

const passing_kind& kind_of(passing way) {
    return *std::ranges::find(passing_kinds, way, &passing_kind::way);
}

// Why a use does not pass in this way, or what would keep it from that.
std::string closing(const findings& found, const passing_way& row) {
    if (found.state_of(row.way) == findings::is_unknown) return "not all could be read that may do so";
    if (row.closed_by.empty()) return std::string(kind_of(row.way).held_by);
    const bool used = found.state_of(row.way) != findings::is_closed;
    return used ? found.closed_by(row)
                : fmt::format("not in use here; where it is: {}", found.closed_by(row));
}

std::string ways_of(const findings& found, bool each_way) {
    std::string text;
    if (each_way)
        for (const auto& row : found.ways())
            text += fmt::format("    {:<7} {}: {}: {}\n", found.state_of(row.way), to_string(row.way),
                                kind_of(row.way).what, closing(found, row));
    else if (!found.ways().empty()) {
        const auto unknown = found.count(findings::is_unknown);
        text = fmt::format("    ways    {} closed, {} found, {} open{}; --ways lists them\n",
                           found.count(findings::is_closed), found.count(findings::is_found),
                           found.count(findings::is_open),
                           unknown == 0 ? "" : fmt::format(", {} unknown", unknown));
    }
    return text;
}

// What comes of it all, and the one thing to do next.
std::string verdict_on(const std::vector<section>& sections) {
    const auto& [name, version, found] = sections.front();
    const auto* const worst = found.worst();
    if (worst == nullptr)
        return "verdict: all is in place, and nothing that passes it by is in use here; nothing is to be "
               "done\n";
    // The worst stand first.
    std::vector<std::string_view> stopped, short_of;
    for (const auto& each : sections)
        if (const auto* const flaw = each.found.worst(); flaw != nullptr)
            (flaw->weighs == findings::weight::stops ? stopped : short_of).push_back(each.name);
    std::vector<std::string> said;
    if (!stopped.empty())
        said.push_back(fmt::format("{}: a use may pass by, or its hook fails", fmt::join(stopped, ", ")));
    if (!short_of.empty())
        said.push_back(
            fmt::format("{}: uses are held, and something falls short", fmt::join(short_of, ", ")));
    return fmt::format("verdict: {}; see what stands first. Next{}: {}\n", fmt::join(said, "; "),
                       stopped.size() + short_of.size() == 1 ? std::string() : fmt::format(", for {}", name),
                       worst->next);
}

std::string text_of(const std::vector<section>& sections, bool each_way) {
    if (sections.empty()) return "no agent was found: neither a folder in $HOME nor a program\n";
    std::string text;
    for (const auto& [name, version, found] : sections) {
        text += fmt::format("{}: {}{}\n", name, found.good() ? "ok" : "FAILED",
                            version.empty() ? "" : fmt::format(" ({})", version));
        for (const auto& each : found.all()) text += fmt::format("    {:<7} {}\n", each.how, each.what);
        text += ways_of(found, each_way);
    }
    return text + verdict_on(sections);
}

std::string json_of(const std::vector<section>& sections) {
    json_array all;
    for (const auto& [name, version, found] : sections) {
        json_array said, ways;
        for (const auto& each : found.all()) {
            json_object one{{"is", each.how}, {"text", each.what}};
            if (each.way) one["way"] = to_string(*each.way);
            said.push_back(std::move(one));
        }
        for (const auto& row : found.ways())
            ways.push_back(json_object{{"way", to_string(row.way)},
                                       {"is", found.state_of(row.way)},
                                       {"text", kind_of(row.way).what},
                                       {"because", closing(found, row)}});
        json_object each{{"name", name}, {"ok", found.good()}, {"findings", std::move(said)}};
        if (!ways.empty()) each["ways"] = std::move(ways);
        if (!version.empty()) each["version"] = version;
        all.push_back(std::move(each));
    }
    std::string text;
    append_json(text, json_value(std::move(all)));
    return text + '\n';
}

// Says of each agent whether the hook is in its settings as it was installed, and what passes it by; and of
// the daemon whether it answers. \param agents  empty: all that are found \return 1 when something is not as
// it has to be
int examine_all(const std::vector<std::string>& agents, hooks_of where, bool json, bool each_way) {
    const auto chosen = chosen_agents(agents.empty() ? std::vector{std::string(every_agent)} : agents, where);
    const auto units = daemon_units({}, {});
    std::vector<section> sections;
    const auto pause = state_of_daemon(wish::look_at_pause);
    const auto why_policy_stays = state_of_daemon(wish::state_of_policy);
    for (const auto& place : chosen) sections.push_back(examine(*place, why_policy_stays));
    const bool in_use =
        !pause.empty() || !why_policy_stays.empty() || std::ranges::any_of(units, &daemon_unit::stands);
    if (has_name(agents, the_daemon) || (agents.empty() && in_use))
        sections.push_back(examine_daemon(units, asking_hook_of(chosen), pause, why_policy_stays));
    const auto weight_of = [](const section& each) {
        const auto* const worst = each.found.worst();
        return worst == nullptr ? findings::weight::good : worst->weighs;
    };
    std::ranges::stable_sort(sections, {}, weight_of);
    print(json ? json_of(sections) : text_of(sections, each_way));
    const bool good = !sections.empty() &&
                      std::ranges::all_of(sections, [](const auto& each) { return each.found.good(); });
    return static_cast<int>(good ? exit_code::ok : exit_code::failed);
}

command_run declare_doctor(CLI::App& app) {
    struct typed {
        std::vector<std::string> agents;
        hooks_of where = hooks_of::user;
        bool json = false, each_way = false;
    };
    const auto given = std::make_shared<typed>();
    add_agents_operand(app, given->agents, given->where, fmt::format(" (default: {})", every_agent));
    app.add_flag("--json", given->json, "The same as JSON: a list with what is found of each")
        ->group(group::output);
    app.add_flag("--ways", given->each_way,
                 "Each way in which a use could pass the hook by: closed, found (in use, and held) or open")
        ->group(group::output);
    return [given](const command_line&) {
        return examine_all(given->agents, given->where, given->json, given->each_way);
    };
}

}  // namespace

const command commands::doctor{"doctor", command_group::start,
                               "Say whether the hook stands in agents, and refuses", declare_doctor};

}  // namespace assent::cli
