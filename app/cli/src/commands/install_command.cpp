#include "install_command.hpp"

#include "../answers/answers_file.hpp"
#include "../files/text_diff.hpp"
#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../install/agent_place.hpp"
#include "../install/daemon_service.hpp"
#include "../install/daemon_units.hpp"
#include "../install/hook_settings.hpp"
#include "../install/install_record.hpp"
#include "../install/installed_hook.hpp"
#include "../install/mirror.hpp"
#include "../options/fail_closed.hpp"
#include "../options/kept_record.hpp"
#include "../options/mistyped.hpp"
#include "../options/policy_source.hpp"
#include "../process/held_signals.hpp"
#include "../process/own_program.hpp"
#include "../serving/daemon_link.hpp"
#include "command.hpp"
#include "daemon_command.hpp"
#include "hook_command.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view the_policy = "policy";

// How often it is begun anew where an agent changes its settings at the same time.
constexpr int most_tries = 5;

// ---- The hook that is wanted

// Whoever runs the hook does so elsewhere, and what lies there under the same name would be another file.
void replace_values(std::vector<std::string>& words, std::string_view option,
                    const std::function<std::string(const std::string&)>& same_from_anywhere) {
    const std::string with_value = std::string(option) + "=";
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == option && i + 1 < words.size()) {
            ++i;
            words[i] = same_from_anywhere(words[i]);
        } else if (words[i].starts_with(with_value)) {
            words[i] = with_value + same_from_anywhere(words[i].substr(with_value.size()));
        }
    }
}

void parse(CLI::App& app, std::string_view whose, const std::vector<std::string>& words) {
    try {
        app.set_help_flag();
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::Error& error) {
        const auto unknown = first_unknown(app, words);
        throw usage_error(
            fmt::format("install: options of the {}: {}", whose, unknown.empty() ? error.what() : unknown));
    }
}

// \return the rules that decide, in the agent's own words
mirror require_good(common_options common, bool asks_itself) {
    common.home = home_of_user().string();
    const std::string audit = std::exchange(common.audit, {});  // opening it would make it
    const std::string record = std::exchange(common.record, {});
    if (const auto why = record.empty() ? std::string() : why_not_writable(record); !why.empty())
        throw usage_error(fmt::format("--record: {}", why));
    const settings understood(common);
    if (understood.on_terminal) throw usage_error("install: --on-ask: a unit has no terminal");
    const fs::path folder = fs::path(audit).parent_path();
    if (!audit.empty() && audit != "-" && !fs::is_directory(folder))
        throw usage_error(fmt::format("--audit: there is no folder `{}`", folder.string()));
    return mirror_of(understood.rules(), asks_itself);
}

std::string policy_from_anywhere(const std::string& policy) {
    if (policy.empty()) return policy;
    const policy_source source(policy);
    if (const auto why = source.why_no_file(); !why.empty())
        throw usage_error(fmt::format("--policy: {}", why));
    return source.name();
}

std::string record_from_anywhere(const std::string& audit) {
    return audit.empty() || audit == "-" ? audit : absolute_path(audit);
}

// Where everything lies, in front of what was typed: the agent, and the service manager, may have another
// environment, and so may a project. What lies where it usually does below the home folder needs no word.
// \param keeps_record  where nothing is said of a record, one is kept
std::vector<std::string> pinned(const std::vector<std::string>& typed, bool keeps_record) {
    const std::string home = home_of_user().string();
    std::vector<std::string> words{"--home", home};
    if (!option_value(typed, "--policy"))
        words.insert(words.end(), {"--policy", policy_source(std::string()).name()});
    if (keeps_record && !option_value(typed, "--audit") && !option_value(typed, "--record"))
        words.insert(words.end(), {"--record", kept_record_path(state_folder()).string()});
    words.insert(words.end(), typed.begin(), typed.end());
    return words;
}

std::vector<std::string> pinned_for_hook(std::vector<std::string> words) {
    const auto add = [&](std::string_view option, const std::string& value) {
        words.insert(words.begin() + 2, {std::string(option), value});  // behind `--home`
    };
    add("--state", state_folder().string());
    if (option_value(words, "--daemon").value_or("off") != "off") add("--socket", daemon_path());
    return words;
}

// Everything that the hook would find wrong is found here, before anything is written.
mirror require_good_hook(const std::vector<std::string>& words) {
    for (const std::string_view option : {"--home", "--state", "--socket"})
        if (option_value(words, option))
            throw usage_error(fmt::format("install: {} is given by install itself", option));
    CLI::App app;
    common_options common;
    hook_options hooking;
    add_hook_options(app, common, hooking);
    parse(app, "hook", pinned(words, false));
    require_valid(common, hooking);
    if (!hooking.agent.empty() || !hooking.timeout.empty())
        throw usage_error("install: --agent and --timeout of the hook are given by install itself");
    return require_good(std::move(common), hooking.daemon != "off");
}

mirror require_good_daemon(const std::vector<std::string>& words) {
    CLI::App app;
    common_options common;
    add_daemon_options(app, common);
    parse(app, "daemon", words);
    if (!std::ranges::all_of(words, valid_utf8))
        throw usage_error("install: the daemon's options are not UTF-8");
    // What a hook wants, its daemon has to do; that is none of it.
    if (common.on_ask == "allow")
        throw usage_error(
            "install: --on-ask allow: expected deny, web or nothing; `--mode allow` says it to all");
    return require_good(std::move(common), true);
}

// By what a daemon with these options decides; a hook that asks it has to be given the same.
std::vector<std::string> decision_words_of_daemon(const std::vector<std::string>& words) {
    CLI::App app;
    common_options common;
    add_daemon_options(app, common);
    parse(app, "daemon", words);
    return decision_words(common);
}

// What all agents are to be given.
struct hook_terms {
    std::string timeout;
    std::vector<std::string> options;  // of the hook, all of them
    std::string policy_digest;
    std::optional<mirror> mirrored{};  // nothing: the agent's own rules stay as they are
};

hook_terms terms_of(const install_options& options, std::vector<std::string> words, mirror rules) {
    auto digest = digest_of_policy(policy_source(option_value(words, "--policy").value_or("")));
    if (!std::ranges::all_of(words, valid_utf8))
        throw usage_error("install: the hook's options are not UTF-8");
    hook_terms terms{options.timeout, std::move(words), std::move(digest)};
    if (options.mirrors) terms.mirrored = std::move(rules);
    return terms;
}

// ---- What is to be changed

struct planned {
    std::string_view name;  // of the agent, or the daemon's
    user_file file;
    std::optional<std::string> after{};
    std::optional<installed_file> record{};
    std::string done{};  // in words, behind the agent's name
    std::string gone{};  // options of the hook that it has no more, as a shell takes them

    [[nodiscard]] bool changes() const { return after != file.text(); }
};

std::string events_of(const hook_place& place) {
    std::vector<std::string_view> names;
    for (const auto* const each : installed_events(place.agent)) names.push_back(each->event);
    return fmt::format("{}", fmt::join(names, ", "));
}

// Exactly what was put in, where it is still there; else what can be recognised.
std::string taken_out(const hook_place& place, const std::string& text,
                      const std::optional<installed_file>& record) {
    const std::string unmirrored = record ? without_mirrored(place, text, record->mirrored) : text;
    std::string rest = unmirrored;
    bool exact = record.has_value();
    if (exact)
        for (auto piece = record->inserted.rbegin(); exact && piece != record->inserted.rend(); ++piece) {
            const auto at = rest.rfind(*piece);
            exact = at != std::string::npos;
            if (exact) rest.erase(at, piece->size());
        }
    try {
        if (exact && hooks_in(place, rest).empty()) return rest;
    } catch (const unfit_settings&) {
        // Somebody has built upon it.
    }
    return without_hooks(place, unmirrored);
}

// Where the rules were mirrored before, they are what is wanted now.
bool mirrors_the_same(const std::vector<mirrored_rule>& before, const std::optional<mirror>& wanted,
                      const hook_place& place, const std::string& without_ours) {
    std::vector<mirrored_rule> now;
    if (wanted && !place.rules_key.empty())
        static_cast<void>(with_mirrored(place, without_ours, *wanted, now));
    return std::ranges::equal(
        before, now, {}, [](const auto& rule) { return std::pair(rule.list, rule.text); },
        [](const auto& rule) { return std::pair(rule.list, rule.text); });
}

// Each with its values, as a shell takes them.
std::vector<std::string> options_apart(const std::vector<std::string>& words) {
    std::vector<std::string> apart;
    for (const auto& word : words) {
        if (word.starts_with('-') || apart.empty())
            apart.push_back(shell_quoted(word));
        else
            apart.back() += " " + shell_quoted(word);
    }
    return apart;
}

std::string as_typed(const std::vector<std::string>& options) {
    return fmt::format("{}", fmt::join(options_apart(options), " "));
}

std::string options_gone(const std::vector<std::string>& before, const std::vector<std::string>& now) {
    const auto still = options_apart(now);
    auto gone = options_apart(given_options(before));
    std::erase_if(gone, [&](const auto& each) { return std::ranges::find(still, each) != still.end(); });
    return fmt::format("{}", fmt::join(gone, " "));
}

planned plan_install(const hook_place& place, const hook_terms& terms, const install_record& records) {
    const auto hook = hook_as_written(place, terms.timeout, terms.options);
    planned plan{to_string(place.agent), user_file(settings_of(place))};
    const auto& text = plan.file.text();
    const auto old = records.of(plan.file.path());
    const std::string shown = display_text(plan.file.path().string());
    if (old) plan.gone = options_gone(old->options, terms.options);
    try {
        const auto remembers = [&](installed_file& file) {
            file.timeout = terms.timeout;
            file.options = terms.options;
            file.policy_digest = terms.policy_digest;
        };
        if (text && old && stands_as_written(place, *text, hook) &&
            mirrors_the_same(old->mirrored, terms.mirrored, place, taken_out(place, *text, old)) &&
            first_missing(place, *text, old->mirrored) == nullptr) {
            plan.after = text;
            plan.record = old;
            remembers(*plan.record);
            plan.done = "already in " + shown;
            return plan;
        }
        const bool had = text && !hooks_in(place, *text).empty();
        std::optional<std::string> base = text;
        if (had) base = taken_out(place, *text, old);
        if (had && old && old->made && says_nothing(place, *base)) base.reset();
        changed_settings changed = with_hooks(place, std::move(base), hook);
        plan.after = std::move(changed.text);
        plan.record = installed_file{std::move(changed.inserted), old && had ? old->made : !text,
                                     old ? old->folders : std::vector<fs::path>()};
        if (terms.mirrored && !place.rules_key.empty())
            plan.after = with_mirrored(place, std::move(*plan.after), *terms.mirrored, plan.record->mirrored);
        remembers(*plan.record);
        plan.done = fmt::format("{} {} ({})", had ? "changed in" : "installed in", shown, events_of(place));
    } catch (const unfit_settings& error) {
        throw std::runtime_error(fmt::format("{}: {}: {}; nothing was changed. What has to stand there:\n{}",
                                             to_string(place.agent), shown, display_text(error.what()),
                                             display_lines(with_hooks(place, std::nullopt, hook).text)));
    }
    return plan;
}

planned plan_uninstall(const hook_place& place, const install_record& records) {
    planned plan{to_string(place.agent), user_file(settings_of(place))};
    const auto& text = plan.file.text();
    const std::string shown = display_text(plan.file.path().string());
    const auto old = records.of(plan.file.path());
    plan.after = text;
    plan.done = "is not in " + shown;
    if (!text) return plan;
    try {
        if (hooks_in(place, *text).empty() && (!old || old->mirrored.empty())) return plan;
        plan.after = taken_out(place, *text, old);
        // A file of that name is ours even where nobody remembers.
        const bool ours = old ? old->made : place.file.find("/assent.") != place.file.npos;
        if (ours && says_nothing(place, *plan.after)) plan.after.reset();
        plan.done = fmt::format("{} {}", plan.after ? "taken out of" : "removed", shown);
    } catch (const unfit_settings& error) {
        throw std::runtime_error(fmt::format(
            "{}: {}: {}; nothing was changed. What runs `assent hook` has to be taken out by hand",
            to_string(place.agent), shown, display_text(error.what())));
    }
    return plan;
}

// ---- The units of the daemon

bool is_ours(const daemon_unit& unit, std::string_view text, const std::optional<installed_file>& record) {
    return unit.is_ours(text) || (record && record->inserted == std::vector{std::string(text)});
}

planned plan_install(const daemon_unit& unit, const install_record& records) {
    planned plan{the_daemon, user_file(unit.path)};
    const auto& text = plan.file.text();
    const auto old = records.of(unit.path);
    const std::string shown = display_text(unit.path.string());
    if (text && !is_ours(unit, *text, old))
        throw std::runtime_error(
            fmt::format("{}: {}: is another unit; nothing was changed. What has to stand there:\n{}",
                        the_daemon, shown, display_lines(unit.text)));
    plan.after = unit.text;
    plan.record = installed_file{{unit.text}, true, old ? old->folders : std::vector<fs::path>()};
    plan.done = fmt::format("{} {}",
                            !text            ? "installed in"
                            : plan.changes() ? "changed in"
                                             : "already in",
                            shown);
    return plan;
}

planned plan_uninstall(const daemon_unit& unit, const install_record& records) {
    planned plan{the_daemon, user_file(unit.path)};
    const auto& text = plan.file.text();
    const bool ours = text && is_ours(unit, *text, records.of(unit.path));
    if (!ours) plan.after = text;
    plan.done = fmt::format("{} {}", ours ? "removed" : "is not in", display_text(unit.path.string()));
    return plan;
}

// What is left to do, for whoever has systemd.
std::string next_step(const std::vector<planned>& plans) {
    const auto unit = std::ranges::find_if(
        plans, [](const planned& each) { return each.name == the_daemon && each.changes(); });
    if (unit == plans.end()) return {};
    std::string_view what = "enable --now assent-daemon.socket";
    if (!unit->after)
        what =
            "disable assent-daemon.socket; systemctl --user stop assent-daemon.socket assent-daemon.service";
    else if (unit->file.text())
        what = "daemon-reload && systemctl --user try-restart assent-daemon.service";
    return fmt::format("{}: to be done by you: systemctl --user {}\n", the_daemon, what);
}

// ---- Doing it

// Changes files and the record of them. Undoes what it did unless all of it is done.
class change_of_settings {
public:
    explicit change_of_settings(install_record& records) : records_(records) {}
    ~change_of_settings() {
        if (kept_) return;
        for (auto each = undo_.rbegin(); each != undo_.rend(); ++each) {
            try {
                (*each)();
            } catch (const std::exception& error) {
                fmt::print(stderr, "assent: cannot be undone: {}\n", display_text(error.what()));
            }
        }
    }
    change_of_settings(const change_of_settings&) = delete;
    change_of_settings& operator=(const change_of_settings&) = delete;

    /// Is done, too, where what comes is undone: what was added last comes first.
    void add_undo(std::function<void()> undo) { undo_.push_back(std::move(undo)); }
    void make(planned& plan) {
        held_signals::require_none();
        const auto& path = plan.file.path();
        const auto before = records_.of(path);
        if (plan.after) {
            const auto made = make_folders(path.parent_path());
            undo_.emplace_back([made] { remove_empty(made); });
            if (plan.record)
                plan.record->folders.insert(plan.record->folders.end(), made.begin(), made.end());
        }
        // First what may be taken out, then what is put in: nothing is left behind that nobody knows of.
        if (plan.record) set_record(path, before, plan.record);
        const auto text = plan.file.text();
        plan.file.replace(plan.after);
        undo_.emplace_back([&plan, text] { plan.file.replace(text); });
        if (!plan.record) set_record(path, before, std::nullopt);
        if (!plan.record && before)
            remove_later_.insert(remove_later_.end(), before->folders.begin(), before->folders.end());
    }
    void keep() {
        kept_ = true;
        remove_empty(remove_later_);
    }

private:
    void set_record(const fs::path& path, const std::optional<installed_file>& before,
                    const std::optional<installed_file>& after) {
        undo_.emplace_back([this, path, before] { records_.set(path, before); });
        records_.set(path, after);
    }

    install_record& records_;
    std::vector<std::function<void()>> undo_;
    std::vector<fs::path> remove_later_;
    bool kept_ = false;
};

// The daemon that is to run when all is done, and to answer.
struct wanted_service {
    std::string decides_by;      // as it says so itself
    bool was_off = true;         // systemd did not know of it, or not start it
    bool other_options = false;  // than what runs has
};

wanted_service service_of(const std::vector<planned>& plans, const std::vector<std::string>& decision_words) {
    wanted_service service{fmt::format("the daemon decides by `{}`", fmt::join(decision_words, " ")),
                           !systemctl_succeeds({"is-enabled", daemon_socket_unit})};
    for (const auto& each : plans) {
        if (each.name != the_daemon || !each.file.text()) continue;
        service.other_options = service.other_options || each.changes();
    }
    return service;
}

// Has systemd take the units over, and the daemon say by what it decides.
void start(const wanted_service& service) {
    try {
        run_systemctl({"daemon-reload"});
        run_systemctl({"enable", "--now", daemon_socket_unit});
        if (service.other_options) run_systemctl({"try-restart", daemon_service_unit});
        if (const auto said = try_daemon();
            said != service.decides_by && said != display_text(service.decides_by))
            throw std::runtime_error(fmt::format("another daemon answers: {}", said));
    } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format(
            "{}: it does not answer: {}; the files are as before. `journalctl --user --unit {}` may "
            "say more",
            the_daemon, error.what(), daemon_service_unit));
    }
}

void take_back_units(const wanted_service& service) {
    if (!service.was_off) return;
    run_systemctl({"disable", "--now", daemon_socket_unit});
    run_systemctl({"stop", daemon_service_unit});
}

void take_over_old_units(const wanted_service& service) {
    run_systemctl({"daemon-reload"});
    if (service.other_options) run_systemctl({"try-restart", daemon_service_unit});
}

// \param service  nothing: what the units say is not to be started
int carry_out(std::vector<planned>& plans, install_record& records, bool print_only,
              const std::optional<wanted_service>& service = std::nullopt) {
    std::string said;
    std::string next = print_only || service ? std::string() : next_step(plans);
    change_of_settings change(records);
    if (service) change.add_undo([&] { take_over_old_units(*service); });
    for (auto& each : plans) {
        if (print_only && each.changes())
            said += text_diff(each.file.path().string(), each.file.text(), each.after);
        else
            said += fmt::format("{}: {}\n", each.name, each.done);
        if (!each.gone.empty())
            said += fmt::format("{}: these words of the hook are gone: {}{}\n", each.name,
                                display_text(each.gone),
                                each.gone.find("--policy") == std::string::npos
                                    ? ""
                                    : "; what that policy says is no longer asked");
        // What was taken out by hand is not ours to remember any more.
        const bool remembers = each.record != records.of(each.file.path());
        if (!print_only && (each.changes() || remembers)) change.make(each);
    }
    if (service) {
        change.add_undo([&] { take_back_units(*service); });
        start(*service);
        next = fmt::format("{}: started by systemd; answers on {}\n", the_daemon, daemon_path());
    }
    held_signals::require_none();
    change.keep();
    print(said + next);
    if (!records.damage().empty())
        fmt::print(stderr, "assent: {}; {}\n", records.damage(),
                   records.set_aside().empty()
                       ? "the first change keeps it under another name"
                       : fmt::format("it is kept as {}", display_text(records.set_aside().string())));
    return static_cast<int>(exit_code::ok);
}

std::vector<std::shared_ptr<const hook_place>> agents_of(const install_options& options) {
    auto chosen = chosen_agents(options.agents, options.where);
    if (chosen.empty() && !has_name(options.agents, the_daemon))
        throw std::runtime_error("no agent was found: neither a folder in $HOME nor a program");
    return chosen;
}

// Again where somebody else has changed a file between reading and writing it.
template <class Change>
int with_record(const Change& change) {
    const held_signals hold;
    for (int tries = 1;; ++tries) {
        install_record records(install_record::purpose::change);
        try {
            return change(records);
        } catch (const changed_meanwhile&) {
            if (tries == most_tries) throw;
        }
    }
}

std::string what_is_mirrored(const std::vector<std::shared_ptr<const hook_place>>& chosen,
                             const mirror& rules) {
    std::string said;
    for (const auto& place : chosen) {
        if (place->rules_key.empty())
            said += fmt::format("{}: no rules are mirrored: it has none of its own that say the same\n",
                                to_string(place->agent));
        else
            said += fmt::format("{}: rules that stand in its own {}, too: {}\n", to_string(place->agent),
                                place->rules_key, rules.rules.size());
    }
    for (const auto& each : rules.left_out) said += fmt::format("    not mirrored: {}\n", display_text(each));
    return said;
}

// Of a hook that leaves its decisions to the daemon.
struct wanted_daemon {
    std::vector<std::string> words;  // the daemon's own, so that it decides for that hook
    std::string policy;
};
wanted_daemon daemon_of(const std::vector<std::string>& hook_options_typed) {
    CLI::App app;
    common_options common;
    hook_options hooking;
    add_hook_options(app, common, hooking);
    parse(app, "hook", hook_options_typed);
    return {decision_words(common), common.policy};
}

// By sudo, the home is root's, and the agents of whoever typed it have no hook.
void tell_of_sudo(const install_options& options) {
    const char* const user = std::getenv("SUDO_USER");
    const bool of_root = !options.print && options.where == hooks_of::user && ::geteuid() == 0;
    if (of_root && user != nullptr && std::string_view(user) != "root")
        fmt::print(stderr, "assent: that is for root, by sudo; for the agents of {}, the same without sudo\n",
                   display_text(user));
}

// What whoever typed it may not expect: which policy was found, and that nobody answers yet.
void tell_what_is_not_typed(const install_options& options, bool typed_policy, const hook_terms& terms) {
    if (options.print) return;
    if (!typed_policy)
        fmt::print(stderr, "assent: policy: {}{}\n",
                   display_text(option_value(terms.options, "--policy").value_or("")),
                   policy_source("").is_policy() ? "" : fmt::format(": {}", what_bare_means));
    if (option_value(terms.options, "--daemon") != "on") return;
    const auto [words, policy] = daemon_of(terms.options);
    try {
        try_daemon_for(words, digest_of(words, policy_source(policy).read().text));
    } catch (const no_daemon& error) {
        fmt::print(stderr, "assent: {}: each use is denied until `assent daemon {}` runs\n", error.what(),
                   as_typed(words));
    } catch (const std::exception& error) {
        fmt::print(stderr, "assent: {}: until then each use is denied\n", error.what());
    }
}

// ---- The policy that `setup` has written

planned plan_policy(const fs::path& path, const std::string& text, const install_record& records) {
    planned plan{the_policy, user_file(path)};
    if (plan.file.text())
        throw std::runtime_error(fmt::format("{}: is there already; nothing was changed", path.string()));
    const auto old = records.of(path);
    plan.after = text;
    plan.record = installed_file{{text}, true, old ? old->folders : std::vector<fs::path>()};
    plan.done = fmt::format("written to {}", display_text(path.string()));
    return plan;
}

planned plan_changed_policy(const fs::path& path, const std::string& before, const std::string& after,
                            const install_record& records) {
    planned plan{the_policy, user_file(path)};
    if (plan.file.text() != before)
        throw std::runtime_error(
            fmt::format("{}: has changed meanwhile; nothing was changed", path.string()));
    plan.record = records.of(path);
    if (plan.record && plan.record->inserted == std::vector{before}) plan.record->inserted = {after};
    plan.after = after;
    plan.done = fmt::format("changed in {}", display_text(path.string()));
    return plan;
}

planned plan_without_policy(const fs::path& path, const install_record& records) {
    planned plan{the_policy, user_file(path)};
    const auto old = records.of(path);
    std::error_code error;
    const bool ours = old && plan.file.text() && old->inserted == std::vector{*plan.file.text()} &&
                      fs::is_regular_file(fs::symlink_status(path, error));
    if (!ours) plan.after = plan.file.text();
    plan.done =
        fmt::format("{} {}", ours ? "removed" : "stays, for it was changed:", display_text(path.string()));
    return plan;
}

void change_policy(const std::function<planned(const install_record&)>& plan) {
    with_record([&](install_record& records) {
        std::vector<planned> plans;
        plans.push_back(plan(records));
        return carry_out(plans, records, false);
    });
}

// Nobody else than these has a hook, or is the daemon: whoever decides by the policy.
bool is_last(const std::vector<std::shared_ptr<const hook_place>>& gone, bool daemon_goes,
             const install_record& records) {
    const auto stays = [&](const hook_place& place) {
        return records.of(settings_of(place)) &&
               std::ranges::none_of(gone, [&](const auto& each) { return each->agent == place.agent; });
    };
    const auto units = daemon_units({}, {});
    return std::ranges::none_of(hook_places(), stays) &&
           (daemon_goes ||
            std::ranges::none_of(units, [&](const auto& unit) { return records.of(unit.path).has_value(); }));
}

}  // namespace

void put_policy(const fs::path& path, const std::string& text) {
    change_policy([&](const install_record& records) { return plan_policy(path, text, records); });
}

void take_out_policy(const fs::path& path) {
    change_policy([&](const install_record& records) { return plan_without_policy(path, records); });
}

void change_policy_text(const fs::path& path, const std::string& before, const std::string& after) {
    change_policy(
        [&](const install_record& records) { return plan_changed_policy(path, before, after, records); });
}

std::string daemon_command_for(const std::vector<std::string>& hook_options_typed) {
    return fmt::format("assent daemon {} --on-ask web", as_typed(daemon_of(hook_options_typed).words));
}

std::string why_no_systemd() {
    std::string why;
    if (systemctl_succeeds({"show", "--property=Version"}, &why)) return {};
    return fmt::format("the systemd of this user does not answer: {}", why);
}

std::string by_hand_without_systemd(const std::vector<std::string>& daemon, std::vector<std::string> agents,
                                    bool keeps_record) {
    std::erase(agents, the_daemon);
    if (agents.empty()) agents.emplace_back("AGENT");
    if (!keeps_record) agents.emplace_back("--no-record");
    const auto words = pinned(daemon, keeps_record);
    const auto decision = decision_words_of_daemon(pinned(daemon, false));
    // Both find out themselves whose home it is.
    return fmt::format("keep `assent daemon {}` running, and `assent install {} -- --daemon on {}`",
                       as_typed({words.begin() + 2, words.end()}), fmt::join(agents, " "),
                       as_typed({decision.begin() + 2, decision.end()}));
}

// Puts the hook into the settings of agents, and the units of the daemon into those of systemd; with `print`
// says what that would change. \param words  options of the daemon where that is named too, else of the hook
int install(const install_options& options, std::vector<std::string> words) {
    const auto chosen = agents_of(options);
    replace_values(words, "--policy", policy_from_anywhere);
    for (const std::string_view option : {"--audit", "--record"})
        replace_values(words, option, record_from_anywhere);
    if (has_name(words, "--"))
        throw usage_error("install: one -- stands in front of the options, and no other");
    require_valid({}, hook_options{.timeout = options.timeout});
    const bool typed_policy = option_value(words, "--policy").has_value();
    std::vector<daemon_unit> units;
    std::vector<std::string> decision;  // of the daemon
    mirror rules;
    const bool starts = has_name(options.agents, the_daemon) && !options.starts_nothing && !options.print;
    if (has_name(options.agents, the_daemon)) {
        rules = require_good_daemon(words);
        if (const auto why = starts ? why_no_systemd() : std::string(); !why.empty())
            throw std::runtime_error(fmt::format(
                "{}: {}; nothing was changed. Without it, {}; --no-start only writes the units", the_daemon,
                why, by_hand_without_systemd(words, options.agents, !options.keeps_no_record)));
        words = pinned(words, !options.keeps_no_record);
        units = daemon_units(own_program().string(), words);
        decision = decision_words_of_daemon(words);
        words = decision;
        words.insert(words.end(), {"--daemon", "on"});
    } else {
        rules = require_good_hook(words);
        words = pinned(words, !options.keeps_no_record);
    }
    const auto terms = terms_of(options, pinned_for_hook(std::move(words)), std::move(rules));
    const int status = with_record([&](install_record& records) {
        std::vector<planned> plans;
        for (const auto& place : chosen) plans.push_back(plan_install(*place, terms, records));
        for (const auto& unit : units) plans.push_back(plan_install(unit, records));
        const auto service = starts ? std::optional(service_of(plans, decision)) : std::nullopt;
        return carry_out(plans, records, options.print, service);
    });
    if (terms.mirrored) print(what_is_mirrored(chosen, *terms.mirrored));
    tell_what_is_not_typed(options, typed_policy, terms);
    tell_of_sudo(options);
    return status;
}

namespace {

// Also where they cannot be read.
bool has_answers(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) return false;
    try {
        return !read_answers({.file = file, .home = known_home()}).empty();
    } catch (const std::exception&) {
        return true;
    }
}

// Where the records lie that hooks which are taken out have kept.
std::string records_that_stay(const std::vector<planned>& plans, const install_record& records) {
    std::set<std::string> told;
    for (const auto& plan : plans) {
        const auto old = records.of(plan.file.path());
        const auto record = old && plan.changes() ? record_in(old->options) : std::nullopt;
        std::error_code error;
        if (record && fs::exists(*record, error)) told.insert(display_text(*record));
    }
    std::string said;
    for (const auto& each : told) said += fmt::format("the record stays: {}\n", each);
    const auto answers = answers_path(state_folder());
    if (!told.empty() && has_answers(answers))
        said += fmt::format("what was answered with always stays: {}\n", display_text(answers.string()));
    return said;
}

// Takes them out.
int uninstall(const install_options& options) {
    const auto chosen = agents_of(options);
    return with_record([&](install_record& records) {
        std::vector<planned> plans;
        for (const auto& place : chosen) plans.push_back(plan_uninstall(*place, records));
        if (has_name(options.agents, the_daemon))
            for (const auto& unit : daemon_units({}, {})) plans.push_back(plan_uninstall(unit, records));
        const auto policy = usual_policy_path();
        if (!policy.empty() && records.of(policy) &&
            is_last(chosen, has_name(options.agents, the_daemon), records))
            plans.push_back(plan_without_policy(policy, records));
        auto kept = records_that_stay(plans, records);
        std::error_code error;
        if (!records.damage().empty() && !policy.empty() && fs::exists(policy, error))
            kept += fmt::format("policy: stays, for nobody knows any more who has written it: {}\n",
                                display_text(policy.string()));
        const int status = carry_out(plans, records, options.print);
        print(kept);
        return status;
    });
}

void declare_what_changes(CLI::App& app, install_options& into) {
    add_agents_operand(app, into.agents, into.where, "")->required();
    app.add_flag("--print", into.print, "Say what would change, and change nothing")->group(group::output);
}

command_run declare_install(CLI::App& app) {
    const auto given = std::make_shared<install_options>();
    declare_what_changes(app, *given);
    app.add_option("--timeout", given->timeout, "--timeout of the hook; the agent is told to wait 10s longer")
        ->type_name("TIME")
        ->group(group::agent)
        ->check(not_empty)
        ->capture_default_str();
    app.add_flag("--mirror", given->mirrors,
                 "Write the deny and ask rules into Claude's own settings, too, where its words say the same")
        ->group(group::rules);
    app.add_flag("--no-record", given->keeps_no_record,
                 "Keep no record of decisions (default: one below the user's state folder)")
        ->group(group::record);
    app.add_flag("--no-start", given->starts_nothing,
                 "With daemon: write its units, and leave it to you to have systemd start it")
        ->group(group::agent);
    app.footer(
        "After the options: -- OPTION..., options of `assent hook`; with daemon among the names those of "
        "`assent daemon`, and the hooks ask it.");
    return [given](const command_line& line) { return install(*given, line.behind); };
}

command_run declare_uninstall(CLI::App& app) {
    const auto given = std::make_shared<install_options>();
    declare_what_changes(app, *given);
    return [given](const command_line&) { return uninstall(*given); };
}

}  // namespace

const command commands::install{"install", command_group::start,
                                "Put `assent hook` into the settings of agents; see docs/install.md",
                                declare_install, command::behind::options};
const command commands::uninstall{"uninstall", command_group::guard,
                                  "Take `assent hook` out of the settings of agents", declare_uninstall};

}  // namespace assent::cli
