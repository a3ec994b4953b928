#include "../files/user_file.hpp"
#include "../install/agent_place.hpp"
#include "../install/daemon_units.hpp"
#include "../install/hook_settings.hpp"
#include "../options/fail_closed.hpp"
#include "../process/agent_command.hpp"
#include "../process/limited_run.hpp"
#include "../serving/daemon_link.hpp"
#include "command.hpp"

#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// How long an agent may take to say its version. It is not needed.
constexpr std::chrono::seconds version_limit{5};
// How long a hook may take that is tried: longer than any --timeout.
constexpr std::chrono::minutes trial_limit{10};

// What no hook can read.
constexpr std::string_view unreadable = "garbage\n";
constexpr std::string_view tried_tool = "AssentDoctor";

// What is said of one agent.
class findings {
public:
    void ok(std::string_view what) { add("ok", what); }
    void note(std::string_view what) { add("note", what); }
    void failed(std::string_view what) {
        add("FAILED", what);
        good_ = false;
    }
    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    void add(std::string_view how, std::string_view what) {
        text_ += fmt::format("    {:<7} {}\n", how, display_text(what));
    }

    std::string text_;
    bool good_ = true;
};

std::string version_of(const hook_place& place) {
    const auto program = program_in_path(place.program);
    if (!program) return {};
    try {
        const auto end = run_limited({program->string(), "--version"}, {}, version_limit);
        if (!end.in_time || end.status != 0) return {};
        return display_text(std::string_view(end.out).substr(0, end.out.find('\n')));
    } catch (const std::exception&) {
        return {};
    }
}

// ---- The settings

void look_for_switches(const hook_place& place, const fs::path& file, std::string_view text, findings& into) {
    const auto off_by = [&](std::string_view what) {
        into.failed(fmt::format("{}: hooks are switched off by `{}`", file.string(), what));
    };
    const auto& agent = facts_of(place.agent);
    for (const auto& [keys, off, in_list] : agent.off_switches) {
        const auto value = value_in(place, text, {keys.begin(), keys.end()});
        if (value && (in_list ? value->find(off) != std::string::npos : *value == off))
            off_by(fmt::format("{}", fmt::join(keys, ".")));
    }
    if (agent.off_variables.has(hookless_variable) && settings_switch_hooks_off(text))
        off_by(hookless_variable);
}

// In the environment, and in files that the agent reads beside the one of its hooks.
void look_elsewhere(const hook_place& place, findings& into) {
    const auto& agent = facts_of(place.agent);
    for (const auto name : agent.off_variables)
        if (const char* const value = std::getenv(std::string(name).c_str());
            value != nullptr && switched_on(value))
            into.failed(fmt::format("hooks are switched off by ${} in this environment", name));
    std::error_code error;
    std::vector<fs::path> files;
    for (const auto file : agent.other_settings) files.push_back(folder_of(place) / file);
    for (const auto file : agent.project_settings) files.push_back(fs::current_path(error) / file);
    for (const auto& file : files) {
        const auto text = text_of_settings(file);
        if (!text || fs::equivalent(file, settings_of(place), error)) continue;
        try {
            look_for_switches(place, file, *text, into);
        } catch (const unfit_settings&) {
            into.note(fmt::format("{}: cannot be read here, and may switch hooks off", file.string()));
        }
    }
}

void look_for_events(const hook_place& place, const std::vector<found_hook>& hooks, findings& into) {
    const std::string file = settings_of(place).string();
    for (const auto* const dialect : installed_events(place.agent)) {
        const auto found = std::ranges::find(hooks, dialect->event, &found_hook::event);
        if (found == hooks.end())
            into.failed(fmt::format("{}: no hook of ours at {}; see `assent install {}`", file,
                                    dialect->event, to_string(place.agent)));
        else if (!found->trusted)
            into.failed(
                fmt::format("{}: the hook at {} is not trusted, and so not called; install it again, "
                            "or trust it with /hooks in the agent",
                            file, dialect->event));
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

// The word by which an answer decides, wherever it stands.
std::optional<outcome> word_in(const json_value& answer) {
    if (!answer.is_object()) return std::nullopt;
    for (const auto& [key, value] : answer.get_object()) {
        const bool decides =
            key == "permissionDecision" || key == "decision" || key == "behavior" || key == "permission";
        if (decides && value.is_string()) return parse_word<outcome>(std::string_view(value.get_string()));
        if (const auto inside = word_in(value)) return inside;
    }
    return std::nullopt;
}

// What an answer says; nothing: no agent would understand it.
std::optional<std::string> meaning_of(std::string_view out) {
    json_scanner scanner;
    if (scanner.scan(out, json_scanner::duplicates::everywhere) || scanner.kind() != json_kind::object)
        return std::nullopt;
    if (scanner.members().empty()) return "no opinion";
    const auto word = word_in(parse_scanned(out));
    return word ? std::optional(std::string(to_string(*word))) : std::nullopt;
}

limited_end run_as_agent(const std::string& command, std::string_view text) {
    return run_limited({"sh", "-c", command}, text, trial_limit);
}

std::string ending(const limited_end& end) {
    if (!end.in_time) return fmt::format("no answer within {}", duration_text(trial_limit));
    return fmt::format("status {}: {}", end.status, end.err.empty() ? end.out : end.err);
}

void try_refusal(const std::string& command, findings& into) {
    const auto end = run_as_agent(command, unreadable);
    if (end.in_time && end.status == refusing_status)
        into.ok(fmt::format("refuses what it cannot read (status {})", refusing_status));
    else
        into.failed(fmt::format("does not refuse what it cannot read: {}", ending(end)));
}

void try_answer(const found_hook& hook, const hook_dialect& dialect, findings& into) {
    const auto end = run_as_agent(hook.command, harmless_use(dialect));
    const auto meaning = end.in_time ? meaning_of(end.out) : std::nullopt;
    // One agent wants its denials said twice.
    const bool twice = dialect.answers == hook_dialect::form::permission && meaning == "deny";
    if (meaning && end.status == (twice ? refusing_status : 0))
        into.ok(fmt::format("{}: answers about a harmless use: {}", dialect.event, *meaning));
    else
        into.failed(fmt::format("{}: gives no answer about a harmless use: {}", dialect.event, ending(end)));
}

void try_hooks(const hook_place& place, const std::vector<found_hook>& hooks, findings& into) {
    std::set<std::string> tried;
    for (const auto& each : hooks) {
        const std::string program = program_of(each.command);
        if (tried.insert(each.command).second) {
            into.ok(each.command);
            if (::access(program.c_str(), X_OK) != 0)
                into.failed(fmt::format("there is no program {}", program));
            try_refusal(each.command, into);
        }
        if (::access(program.c_str(), X_OK) != 0) continue;
        for (const auto* const dialect : installed_events(place.agent))
            if (dialect->event == each.event) try_answer(each, *dialect, into);
    }
}

void add_section(std::string& said, std::string_view name, std::string_view version, const findings& found) {
    said += fmt::format("{}: {}{}\n{}", name, found.good() ? "ok" : "FAILED",
                        version.empty() ? "" : fmt::format(" ({})", version), found.text());
}

bool examine(const hook_place& place, std::string& said) {
    findings found;
    try {
        const user_file file(settings_of(place));
        const auto names = place.written == hook_place::form::tables
                               ? std::vector{names_of_settings(place).front()}
                               : std::vector<std::string>();
        const auto hooks = file.text() ? hooks_in(place, *file.text(), names) : std::vector<found_hook>();
        look_for_events(place, hooks, found);
        if (file.text()) look_for_switches(place, file.path(), *file.text(), found);
        look_elsewhere(place, found);
        try_hooks(place, hooks, found);
    } catch (const unfit_settings& error) {
        found.failed(fmt::format("{}: {}", settings_of(place).string(), error.what()));
    } catch (const std::exception& error) {
        found.failed(error.what());
    }
    for (const auto bypass : facts_of(place.agent).bypasses) found.note(bypass);
    add_section(said, to_string(place.agent), version_of(place), found);
    return found.good();
}

// ---- The daemon

bool stands(const daemon_unit& unit) {
    const auto text = text_of_settings(unit.path);
    return text && unit.is_ours(*text);
}

bool examine_daemon(const std::vector<daemon_unit>& units, std::string& said) {
    findings found;
    const bool any = std::ranges::any_of(units, stands);
    for (const auto& unit : units) {
        const std::string path = unit.path.string();
        if (stands(unit))
            found.ok(path);
        else if (any)
            found.failed(fmt::format("{}: is no unit of ours; see `assent install {}`", path, the_daemon));
        else
            found.note(fmt::format("{}: is not written; `assent install {}` does", path, the_daemon));
    }
    try {
        found.ok(fmt::format("{}: {}", daemon_path(), try_daemon()));
    } catch (const std::exception& error) {
        found.failed(error.what());
        if (any) found.note("to be done by you: systemctl --user enable --now assent-daemon.socket");
    }
    add_section(said, the_daemon, {}, found);
    return found.good();
}

// Says of each agent whether the hook is in its settings and refuses, and what passes it by; and of the
// daemon whether it answers. \param agents  empty: all that are found \return 1 when something is not as it
// has to be
int examine_all(const std::vector<std::string>& agents) {
    const auto chosen = chosen_agents(agents.empty() ? std::vector{std::string(every_agent)} : agents);
    const auto units = daemon_units({}, {});
    const bool with_daemon =
        has_name(agents, the_daemon) || (agents.empty() && std::ranges::any_of(units, stands));
    bool good = !chosen.empty() || with_daemon;
    std::string said = good ? "" : "no agent was found: neither a folder in $HOME nor a program\n";
    for (const auto* const place : chosen) good = examine(*place, said) && good;
    if (with_daemon) good = examine_daemon(units, said) && good;
    print(said);
    return static_cast<int>(good ? exit_code::ok : exit_code::failed);
}

command_run declare_doctor(CLI::App& app) {
    const auto agents = std::make_shared<std::vector<std::string>>();
    add_agents_operand(app, *agents, fmt::format(" (default: {})", every_agent));
    return [agents](const command_line&) { return examine_all(*agents); };
}

}  // namespace

const command commands::doctor{"doctor", "Say whether the hook stands in agents, and refuses",
                               declare_doctor};

}  // namespace assent::cli
