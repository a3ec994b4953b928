#include "../files/counted.hpp"
#include "../files/text_diff.hpp"
#include "../files/user_file.hpp"
#include "../files/user_folders.hpp"
#include "../import/brought_rules.hpp"
#include "../install/daemon_units.hpp"
#include "../install/hook_settings.hpp"
#include "../install/install_record.hpp"
#include "../install/installed_hook.hpp"
#include "../install/other_hooks.hpp"
#include "../options/fail_closed.hpp"
#include "../options/policy_source.hpp"
#include "../options/typed_answers.hpp"
#include "../process/held_signals.hpp"
#include "../setup/changed_profile.hpp"
#include "../setup/found_rules.hpp"
#include "../setup/transcripts.hpp"
#include "command.hpp"
#include "install_command.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view asks_agent = "agent";
constexpr std::string_view asks_daemon = "daemon";

constexpr std::string_view usual_profile = "standard";

struct setup_options {
    std::vector<std::string> agents;
    std::string profile{};  // empty: the usual one
    std::string asks{asks_agent};
    bool print = false;
    bool yes = false;
};

// \return one of the words; what stands there already where nothing is typed
std::string chosen(std::string_view question, const std::vector<std::string_view>& words,
                   const std::string& usual) {
    for (int tries = 0; tries < most_answers; ++tries) {
        const auto line =
            answered("setup", fmt::format("{} ({}) [{}]: ", question, fmt::join(words, ", "), usual));
        if (line.empty()) return usual;
        if (std::ranges::find(words, line) != words.end()) return line;
        print(fmt::format("expected {}\n", one_of_words(words)));
    }
    throw usage_error("setup: no answer was understood; nothing was changed");
}

using agents_here = std::vector<std::shared_ptr<const hook_place>>;

std::vector<std::string> names_of(const agents_here& agents) {
    std::vector<std::string> names;
    for (const auto& place : agents) names.emplace_back(to_string(place->agent));
    return names;
}

agents_here ask_which(const agents_here& found) {
    for (int tries = 0; tries < most_answers; ++tries) {
        const auto line = answered("setup", fmt::format("Which agents? (names, apart by blanks) [{}]: ",
                                                        fmt::join(names_of(found), " ")));
        if (line.empty()) return found;
        std::vector<std::string> words;
        for (std::size_t begin = 0; begin < line.size();) {
            const auto end = std::min(line.find_first_of(" ,", begin), line.size());
            if (end > begin) words.push_back(line.substr(begin, end - begin));
            begin = end + 1;
        }
        try {
            return chosen_agents(words, hooks_of::user);
        } catch (const usage_error& error) {
            print(fmt::format("{}\n", error.what()));
        }
    }
    throw usage_error("setup: no answer was understood; nothing was changed");
}

// All that is to be done.
struct wanted_setup {
    agents_here agents;
    found_rules rules;
    std::vector<std::string> brought;  // how many rules of which agent, in words
    policy made;
    fs::path path;  // of the policy; empty: one is there already, and stays
    std::string text;
    std::optional<std::string> before{};  // what stands there, of one that is begun with another profile
    std::string passes{};                 // what passes then that did not
    std::vector<std::string> words;       // behind `assent install AGENT --`
    bool daemon = false;
};

// Anybody may have written what lies in a project.
void say_rules_of_folder(const hook_place& place) {
    std::error_code error;
    for (const auto& file : project_rules_in(place, fs::current_path(error)))
        if (fs::is_regular_file(file, error) && !fs::equivalent(file, settings_of(place), error))
            print(fmt::format(
                "  not read, for it is this project's: {}; `assent import {} {}` prints its rules\n",
                display_text(file.string()), to_string(place.agent), display_text(file.string())));
}

void look_for_rules(wanted_setup& wanted) {
    const auto& agents = wanted.agents;
    found_rules& all = wanted.rules;
    for (const auto& place : agents) {
        auto found = rules_of_user(*place);
        print(fmt::format("{}\n{}", to_string(place->agent),
                          found.report.empty() ? "  no rules that can be brought over\n" : found.report));
        say_rules_of_folder(*place);
        // What one agent allows, and its mode, are not another's.
        const bool alone = agents.size() == 1;
        const auto before = all.rules.size();
        for (auto& rule : found.rules) {
            const auto origin = found.origins[rule.key()];
            if (!alone && rule.behavior() == rule_behavior::allow)
                narrow(rule, [&](rule_condition& to) { to.agent = to_string(place->agent); });
            if (all.origins.emplace(rule.key(), origin).second) all.rules.push_back(std::move(rule));
        }
        const auto rules = all.rules.size() - before;
        const auto twice = found.rules.size() - rules;
        if (!found.rules.empty())
            wanted.brought.push_back(
                fmt::format("{} of {}{}", counted(rules, "rule"), to_string(place->agent),
                            twice == 0 ? "" : fmt::format(" ({} there already)", twice)));
        all.through_wrappers = alone && sees_through_wrappers(place->agent);
        if (!alone && sees_through_wrappers(place->agent) && !found.rules.empty())
            print(
                "  `timeout 5 npm test` is not `npm test` to its rules here: in the policy that would hold "
                "for "
                "the other agents, too\n");
        if (found.mode && alone) all.mode = found.mode;
        if (found.mode && !alone)
            print(fmt::format(
                "  its mode `{}` stays in its own settings alone: in the policy it would hold for "
                "the other agents, too\n",
                to_string(*found.mode)));
        // Of two agents the stricter word counts.
        for (const auto& [tool, word] : found.tools)
            if (auto& here = all.tools.try_emplace(tool, word).first->second; word == tool_default::deny)
                here = word;
    }
}

// What `install` writes by itself, each with a value, and what `setup` would write again.
constexpr std::string_view usual_options[] = {"--home", "--state", "--record", "--socket", "--daemon"};

// Before anything is shown or asked: a hook cannot be put into what nobody can read.
void require_readable_settings(const agents_here& agents) {
    for (const auto& place : agents) {
        const user_file file(settings_of(*place));
        try {
            if (file.text()) static_cast<void>(hooks_in(*place, *file.text()));
        } catch (const unfit_settings& error) {
            throw std::runtime_error(
                fmt::format("setup: {}: {}; nothing was changed: mend the file, and run `assent setup` again",
                            display_text(file.path().string()), display_text(error.what())));
        }
    }
}

// Of a hook that stands there nobody knows any more whether somebody has given it words.
void require_no_hook_of_unknown_words(const hook_place& place, const std::string& why) {
    const auto text = user_file(settings_of(place)).text();
    if (text && !hooks_in(place, *text).empty())
        throw usage_error(fmt::format(
            "setup: {0}; nothing was changed: `assent doctor {1}` shows the hook of {1} as it stands, "
            "`assent uninstall {1}` takes it out, and `assent setup` puts a new one in",
            why, to_string(place.agent)));
}

// A hook that has been given more, or another policy, is not to be replaced unasked: that may be stricter.
void require_no_other_hook(const wanted_setup& wanted, const std::string& usual_policy) {
    const install_record records(install_record::purpose::look);
    for (const auto& place : wanted.agents) {
        const auto record = records.of(settings_of(*place));
        if (!records.damage().empty()) require_no_hook_of_unknown_words(*place, records.damage());
        if (!record) continue;
        const auto& words = record->options;
        for (std::size_t i = 0; i < words.size(); i += 2) {
            const bool usual =
                std::ranges::find(usual_options, words[i]) != std::end(usual_options) ||
                (words[i] == "--policy" && i + 1 < words.size() && words[i + 1] == usual_policy);
            if (usual) continue;
            // From the one that is unusual on: what stands before says where things lie.
            std::string given;
            for (auto word = i; word < words.size(); ++word)
                given += (word == i ? "" : " ") + shell_quoted(words[word]);
            throw usage_error(fmt::format(
                "setup: {0} has a hook with `{1}` already; nothing was changed: `assent uninstall {0}` "
                "takes it out",
                to_string(place->agent), display_text(given)));
        }
    }
}

// Nothing is left to do: the policy is there, and so is each hook as it would be written again.
bool is_all_there(const wanted_setup& wanted) {
    const install_record records(install_record::purpose::look);
    const auto stands = [&](const std::shared_ptr<const hook_place>& place) {
        const auto record = records.of(settings_of(*place));
        if (!record || (option_value(record->options, "--daemon") == "on") != wanted.daemon) return false;
        const auto text = user_file(settings_of(*place)).text();
        return text &&
               stands_as_written(*place, *text, hook_as_written(*place, record->timeout, record->options));
    };
    if (!wanted.path.empty()) return false;
    const policy_source there{std::string()};
    static_cast<void>(there.load(there.read(), {}));  // with one that has a mistake nothing is done
    return std::ranges::all_of(wanted.agents, stands) &&
           (!wanted.daemon || std::ranges::all_of(daemon_units({}, {}), &daemon_unit::stands));
}

// What the hooks are given: the policy that is there, else the one that is written.
std::string policy_to_be() {
    const policy_source there{std::string()};
    return there.file().empty() && !usual_policy_path().empty() ? usual_policy_path().string() : there.name();
}

// One that is there is begun with another profile; what its user wrote stays.
void change_profile(wanted_setup& wanted, const policy_source& there, const std::string& profile) {
    const auto found = there.read();
    const auto now = there.load(found, {});  // one that has a mistake is not changed
    auto changed = with_profile(found.text, profile);
    const std::string file = display_text(there.name());
    if (!changed.why_not.empty())
        throw usage_error(fmt::format(
            "setup: --profile: {0} stays as it is, for {1}: `assent policy print {2}` shows what would stand "
            "there; to begin anew with your agents' rules: mv {3} {3}.mine && assent setup --profile {2}",
            file, changed.why_not, profile, shell_quoted(there.name())));
    if (changed.text == found.text) {
        print(fmt::format("policy: {} was begun with `{}` already, and stays as it is\n", file, profile));
        return;
    }
    wanted.made = read_policy(changed.text, there.name(), known_home()).value();
    wanted.passes = passes_more(changed.from, profile);
    print(fmt::format("policy: {} was begun with `{}`; what you wrote in it stays\n", file, changed.from));
    wanted.path = there.file();
    wanted.before = found.text;
    wanted.text = std::move(changed.text);
}

// \param profile_typed  one that is there is to be begun with it
void add_policy(wanted_setup& wanted, const setup_options& options, bool profile_typed) {
    const policy_source there{std::string()};
    require_no_other_hook(wanted, policy_to_be());
    if (profile_typed && !there.file().empty()) return change_profile(wanted, there, options.profile);
    if (!there.file().empty() || !usual_policy_path().empty())
        wanted.path = there.file().empty() ? usual_policy_path() : fs::path();
    if (wanted.path.empty()) {
        const auto now = there.load(there.read(), {});
        const auto missing = std::ranges::count_if(wanted.rules.rules, [&](const permission_rule& rule) {
            return std::ranges::none_of(now.rules->all(rule.behavior()),
                                        [&](const auto& has) { return has->key() == rule.key(); });
        });
        print(
            fmt::format("policy: {} is there, and stays as it is{}; --profile NAME begins it with another "
                        "one\n",
                        display_text(there.name()),
                        missing > 0 ? fmt::format(", without {} of the rules above; `assent import` prints "
                                                  "them",
                                                  missing)
                        : wanted.rules.rules.empty() ? ""
                                                     : ": it has these rules"));
        return;
    }
    wanted.made = *named_policy(options.profile);
    for (const auto& rule : wanted.rules.rules) {
        wanted.made.allow_overbroad = wanted.made.allow_overbroad || rule.overbroad();
        wanted.made.rules.push_back(rule);
    }
    wanted.made.switches.allow_sees_through_wrappers = wanted.rules.through_wrappers;
    if (wanted.rules.mode) wanted.made.mode = *wanted.rules.mode;
    for (const auto& [tool, word] : wanted.rules.tools) wanted.made.tools[tool].decision = word;
    if (const auto flaw = wanted.made.validate())
        throw usage_error(fmt::format("setup: {}: {}", flaw->where, flaw->message));
    wanted.text = to_policy_text(wanted.made, [&](const permission_rule& rule) {
        const auto found = wanted.rules.origins.find(rule.key());
        return rule.origin() == rule_origin::built_in || found == wanted.rules.origins.end() ? std::string()
                                                                                             : found->second;
    });
}

// What differs from the policy that it begins with, which anybody can print.
void say_policy(const wanted_setup& wanted, const std::string& profile) {
    if (wanted.path.empty()) return;
    if (wanted.before) {
        print(text_diff(wanted.path.string(), wanted.before, wanted.text));
        if (!wanted.passes.empty())
            print(fmt::format("Asked about or denied less than before: {}.\n", wanted.passes));
        return;
    }
    const auto change = text_diff(wanted.path.string(), to_policy_text(*named_policy(profile)), wanted.text);
    print(fmt::format("The policy `{0}` (`assent policy print {0}`){1}\n{2}", profile,
                      change.empty() ? ", as it comes" : ", and what your rules change in it:", change));
    if (wanted.made.switches.allow_sees_through_wrappers)
        print(
            fmt::format("As to {}, `timeout 5 npm test` is `npm test` to allow rules of this policy "
                        "(compatibility.allow_sees_through_wrappers).\n",
                        fmt::join(names_of(wanted.agents), " and ")));
    const auto allows = [](const permission_rule& rule) { return rule.behavior() == rule_behavior::allow; };
    if (profile == "walled" && std::ranges::any_of(wanted.rules.rules, allows))
        print(
            "What your rules allow runs without a wall. Where one stands under \"wall\" in the place of "
            "\"allow\", it runs behind one.\n");
}

void say_files(const wanted_setup& wanted) {
    std::string said = "Files that change:\n";
    const auto add = [&](const fs::path& file, std::string_view what) {
        said += fmt::format("  {}: {}\n", display_text(file.string()), what);
    };
    if (wanted.before) add(wanted.path, "the policy");
    if (!wanted.path.empty() && !wanted.before)
        add(wanted.path,
            fmt::format("the policy, with {}", wanted.brought.empty()
                                                   ? "no rules of yours"
                                                   : fmt::format("{}", fmt::join(wanted.brought, ", "))));
    for (const auto& place : wanted.agents)
        add(settings_of(*place), fmt::format("the hook of {}", to_string(place->agent)));
    if (wanted.daemon)
        for (const auto& unit : daemon_units({}, {})) add(unit.path, "the daemon");
    print(said);
}

bool is_before(const hook_dialect& each) { return each.when == hook_dialect::moment::before; }
std::vector<std::string> others_beside(const hook_place& place) {
    const auto& hooks = facts_of(place.agent).hooks;
    const auto before = std::ranges::find_if(hooks, is_before);
    return before == hooks.end() ? std::vector<std::string>()
                                 : other_hooks(place, before->event, home_of_user(), {});
}
bool asks_by_word(const hook_dialect& each) { return each.asks == hook_dialect::asking::by_word; }

// What a newcomer does not expect of these agents, and of this machine.
void say_limits(const wanted_setup& wanted, const std::string& profile) {
    for (const auto& place : wanted.agents) {
        const auto name = to_string(place->agent);
        const auto& hooks = facts_of(place->agent).hooks;
        if (!wanted.daemon && std::ranges::none_of(hooks, asks_by_word))
            print(fmt::format(
                "{}: its hook cannot ask you: what you would be asked about is denied there. With "
                "--asks daemon you are asked, on a page.\n",
                name));
        for (const auto& other : others_beside(*place))
            print(fmt::format(
                "{}: another hook stands beside this one, {}: so the agent's own rules, too, have "
                "to allow what is allowed here, or it asks you.\n",
                name, other));
    }
    if (profile != "walled") return;
    for (const auto& place : wanted.agents)
        if (const auto& options = facts_of(place->agent).unconfined_options; options.begin() != options.end())
            print(fmt::format(
                "{}: what `walled` lets run behind a wall is denied unless it is started with {}.\n",
                to_string(place->agent), fmt::join(options, " or ")));
    if (const auto why = why_no_walls(); !why.empty())
        print(
            fmt::format("No wall can be made here, so what `walled` lets run behind one is asked about or "
                        "denied: {}\n",
                        why));
}

void say_measured(const wanted_setup& wanted) {
    const auto claude = std::ranges::find(wanted.agents, agent_program::claude,
                                          [](const auto& place) { return place->agent; });
    if (claude == wanted.agents.end()) return;
    policy own = policy::bare();
    own.rules = wanted.rules.rules;
    const policy_source there{std::string()};
    const auto now =
        wanted.path.empty() ? there.load(there.read(), {}) : make_ready(wanted.made, "policy", {});
    print(measured(folder_of(**claude) / "projects", make_ready(std::move(own), "own", {}), now,
                   others_beside(**claude).empty()));
}

int do_all(wanted_setup& wanted, const setup_options& options) {
    install_options installing;
    installing.agents = names_of(wanted.agents);
    if (wanted.daemon) installing.agents.emplace_back(the_daemon);
    if (options.print) {
        print(fmt::format("then: assent install {}{}\n", fmt::join(installing.agents, " "),
                          wanted.words.empty() ? "" : fmt::format(" -- {}", fmt::join(wanted.words, " "))));
        return static_cast<int>(exit_code::ok);
    }
    const held_signals hold;
    if (wanted.before)
        change_policy_text(wanted.path, *wanted.before, wanted.text);
    else if (!wanted.path.empty())
        put_policy(wanted.path, wanted.text);
    try {
        const int done = install(installing, wanted.words);
        print(
            "An agent that runs since before it had its hook has to be started anew. `assent doctor` says "
            "whether it works, "
            "`assent "
            "log` what was decided, `assent uninstall` undoes it.\n");
        return done;
    } catch (...) {
        if (wanted.before)
            change_policy_text(wanted.path, wanted.text, *wanted.before);
        else if (!wanted.path.empty())
            take_out_policy(wanted.path);
        throw;
    }
}

[[noreturn]] void refuse_daemon(const agents_here& agents, std::string_view why) {
    throw std::runtime_error(fmt::format(
        "setup: --asks daemon: {}; nothing was changed. `assent setup` writes the policy; then {}", why,
        by_hand_without_systemd({"--policy", policy_to_be(), "--on-ask", "web"}, names_of(agents))));
}

// Finds agents and their rules, asks what is wanted, writes one policy and installs the hooks.
int set_up(setup_options options) {
    const bool profile_typed = !options.profile.empty();
    if (!profile_typed) options.profile = usual_profile;
    if (!is_named_policy(options.profile))
        throw usage_error(fmt::format("setup: --profile: expected {}, got `{}`{}",
                                      one_of_words(policy_names()), display_text(options.profile),
                                      did_you_mean(options.profile, policy_names())));
    if (options.asks != asks_agent && options.asks != asks_daemon)
        throw usage_error(
            fmt::format("setup: --asks: expected agent or daemon, got `{}`", display_text(options.asks)));
    const bool asks = !options.yes && !options.print;
    for (const auto& name : options.agents)
        if (named_policy(name))
            throw usage_error(fmt::format("setup: `{0}` is no agent; did you mean `--profile {0}`?", name));
    if (asks && ::isatty(STDIN_FILENO) == 0)
        throw usage_error(
            "setup: expected a terminal, for it asks what you want; --yes takes what it would propose, "
            "--print "
            "changes nothing");
    if (std::ranges::find(options.agents, the_daemon) != options.agents.end())
        throw usage_error("setup: `daemon` is no agent: `assent setup --asks daemon` has the daemon ask you");
    wanted_setup wanted;
    wanted.agents = chosen_agents(
        options.agents.empty() ? std::vector{std::string(every_agent)} : options.agents, hooks_of::user);
    if (wanted.agents.empty())
        throw std::runtime_error("no agent was found: neither a folder in $HOME nor a program");
    if (asks) wanted.agents = ask_which(wanted.agents);
    // Where no daemon can be started, the page is not offered.
    const auto no_daemon = asks || options.asks == asks_daemon ? why_no_systemd() : std::string();
    if (!no_daemon.empty() && options.asks == asks_daemon) refuse_daemon(wanted.agents, no_daemon);
    require_readable_settings(wanted.agents);
    look_for_rules(wanted);
    if (asks && policy_source(std::string()).file().empty()) {
        for (const auto name : policy_names()) print(fmt::format("  {:<9} {}\n", name, about_policy(name)));
        options.profile = chosen("Which policy to begin with?", policy_names(), options.profile);
    }
    if (asks && !no_daemon.empty())
        print(
            fmt::format("Each agent itself asks you, for the page cannot be started here: {}\n", no_daemon));
    else if (asks)
        options.asks = chosen("Who asks you: each agent itself, or the page of the daemon?",
                              {asks_agent, asks_daemon}, options.asks);
    add_policy(wanted, options, profile_typed);
    wanted.daemon = options.asks == asks_daemon;
    // Whatever the environment names: what was shown is what decides.
    wanted.words = {"--policy", policy_to_be()};
    if (wanted.daemon) wanted.words.insert(wanted.words.end(), {"--on-ask", "web"});
    if (is_all_there(wanted)) {
        print(
            "all of that is there already: nothing is to be changed; `assent doctor` says whether it "
            "works\n");
        return static_cast<int>(exit_code::ok);
    }
    say_policy(wanted, options.profile);
    say_files(wanted);
    say_limits(wanted, wanted.path.empty() ? std::string() : options.profile);
    say_measured(wanted);
    if (options.yes && !wanted.passes.empty())
        throw usage_error(
            "setup: --profile: less is asked about then, which a person has to want, in a terminal: leave "
            "--yes "
            "away; nothing was changed");
    if (asks && !said_yes("setup")) {
        print("nothing was changed\n");
        return static_cast<int>(exit_code::ok);
    }
    return do_all(wanted, options);
}

command_run declare_setup(CLI::App& app) {
    const auto given = std::make_shared<setup_options>();
    app.add_option("AGENT", given->agents, "Which agents (default: all that are found)")->type_name("AGENT");
    app.add_option("--profile", given->profile,
                   "The policy to begin with; one that is there is changed to it, and keeps what you wrote")
        ->type_name(fmt::format("{}", fmt::join(policy_names(), "|")))
        ->group(group::rules)
        ->default_str(std::string(usual_profile));
    app.add_option("--asks", given->asks, "Who asks you: each agent itself, or the page of the daemon")
        ->type_name("agent|daemon")
        ->group(group::rules)
        ->capture_default_str();
    app.add_flag("--print", given->print, "Say what would change, and change nothing")->group(group::output);
    app.add_flag("--yes", given->yes, "Ask nothing, and do what would be proposed")->group(group::output);
    return [given](const command_line&) { return set_up(*given); };
}

}  // namespace

const command commands::setup{"setup", command_group::start,
                              "Find the agents here and your rules in them, and put Assent in front of them",
                              declare_setup};

}  // namespace assent::cli
