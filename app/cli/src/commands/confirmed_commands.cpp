#include "../answers/answers_listing.hpp"
#include "../files/counted.hpp"
#include "../files/user_folders.hpp"
#include "../options/fail_closed.hpp"
#include "../options/kept_record.hpp"
#include "../serving/daemon_link.hpp"
#include "../serving/wishes.hpp"
#include "../sessions/session_file.hpp"
#include "../sessions/snapshot.hpp"
#include "command.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// How long a person may take to confirm something.
constexpr duration confirmed_within = default_question_timeout;

void add_daemon_socket(CLI::App& app, std::string& socket) {
    app.add_option("--socket", socket,
                   "Where the daemon listens (default: assent/daemon.sock in $XDG_RUNTIME_DIR)")
        ->type_name("PATH")
        ->group(group::transport)
        ->check(not_empty);
}

void add_state_folder(CLI::App& app, std::string& state) {
    app.add_option(
           "--state", state,
           "Where programs of the user keep their files (default: $XDG_STATE_HOME, else ~/.local/state)")
        ->type_name("FOLDER")
        ->group(group::transport)
        ->check(not_empty);
}

fs::path state_of(const std::string& given) {
    require_clean("--state", given);
    auto state = state_folder({}, given);
    if (state.empty()) throw usage_error("--state: expected a folder, as $HOME names none");
    return state;
}

use_answer wait_for_people(const std::string& socket, const std::string& words) {
    if (fs::exists(daemon_path(socket)))
        fmt::print(stderr,
                   "assent: a person has to confirm it at the daemon, on its page or in its terminal\n");
    return wish_of_daemon(socket, words, confirmed_within);
}

// ---- A pause

std::string said_of_pause(const std::string& socket, const std::string& words) {
    try {
        const auto said = words == wish::end_pause ? wish_of_daemon(socket, words, confirmed_within)
                                                   : wait_for_people(socket, words);
        if (said.what != use_outcome::allow) throw std::runtime_error(said.reason);
        return said.reason;
    } catch (const no_daemon& error) {
        throw std::runtime_error(fmt::format(
            "pause: only where the daemon asks, its questions can pause (`assent setup --asks daemon`): {}",
            error.what()));
    }
}

command_run declare_pause(CLI::App& app) {
    struct typed {
        std::string what, socket;
    };
    const auto given = std::make_shared<typed>();
    app.add_option("TIME", given->what, "How long, such as 30m (at most 2h); end: ask again from now on")
        ->type_name("TIME|end")
        ->required()
        ->check(not_empty);
    add_daemon_socket(app, given->socket);
    app.footer(
        "A person has to confirm it on the page or in the terminal of the daemon. What is denied stays "
        "denied; "
        "what may be about secrets or about Assent itself is asked as before.");
    return [given](const command_line&) {
        require_clean("--socket", given->socket);
        const auto lasts = parse_duration(given->what);
        const bool fits = lasts && *lasts > duration::zero() && *lasts <= max_pause;
        if (given->what != "end" && !fits)
            throw usage_error(fmt::format("pause: expected a time up to {}, such as 30m, or `end`, got `{}`",
                                          duration_text(max_pause), display_text(given->what)));
        const std::string words = fmt::format("{}{}", wish::pause, given->what);
        print(said_of_pause(given->socket, words) + "\n");
        return static_cast<int>(exit_code::ok);
    };
}

// ---- Sessions that were stopped

std::vector<session_file> stopped_sessions(const fs::path& state) {
    std::vector<session_file> stopped;
    for (const auto& path : session_files(sessions_folder(state))) {
        try {
            session_file file(path);
            if (!file.state().mark.empty()) stopped.push_back(std::move(file));
        } catch (const std::exception& error) {
            fmt::print(stderr, "assent: {}\n", display_text(error.what()));
        }
    }
    return stopped;
}

int list(const fs::path& state) {
    std::string said;
    for (const auto& file : stopped_sessions(state)) {
        const auto& name = file.state().name;
        const auto& mark = file.state().mark;
        said += fmt::format("{} {}\n    {}\n", name.agent, display_text(name.id), display_text(mark));
    }
    print(said.empty() ? "no session is stopped\n" : said);
    return static_cast<int>(exit_code::ok);
}

// Where a daemon has people, one of them has to say so: also where an option or the environment leads past
// it.
void require_confirmed(const std::string& socket, const std::string& id) {
    auto places = other_daemon_paths();
    places.insert(places.begin(), socket);
    for (const auto& place : places) {
        try {
            const auto said = wait_for_people(place, fmt::format("{}{}", wish::resume, id));
            if (said.what == use_outcome::deny) throw std::runtime_error(said.reason);
            if (said.what == use_outcome::allow) return;
        } catch (const no_daemon&) {
        }
    }
}

int resume(const fs::path& state, const std::string& socket, const std::string& id) {
    if (std::ranges::any_of(stopped_sessions(state),
                            [&](const session_file& file) { return file.state().name.id == id; }))
        require_confirmed(socket, id);
    bool any = false;
    for (auto& file : stopped_sessions(state)) {
        if (file.state().name.id != id) continue;
        file.lift();
        any = true;
        print(fmt::format("{} {}: goes on\n", file.state().name.agent, display_text(id)));
    }
    if (!any)
        throw std::runtime_error(
            fmt::format("no session `{}` is stopped; see `assent session list`", display_text(id)));
    return static_cast<int>(exit_code::ok);
}

command_run declare_session(CLI::App& app) {
    struct typed {
        std::string what, id, state, socket;
    };
    const auto given = std::make_shared<typed>();
    app.add_option("WHAT", given->what,
                   "list: what was judged and what ran in each; resume: it goes on; snapshots: projects as "
                   "they were before sessions, and what to type to get them back")
        ->type_name("list|resume|snapshots")
        ->check(not_empty)
        ->required();
    app.add_option("ID", given->id, "With resume: the session, as list and the reason have it")
        ->check(not_empty);
    add_state_folder(app, given->state);
    add_daemon_socket(app, given->socket);
    return [given](const command_line&) {
        constexpr std::array known{std::string_view("list"), std::string_view("resume"),
                                   std::string_view("snapshots")};
        if (std::ranges::find(known, given->what) == known.end())
            throw usage_error(fmt::format("session: expected {}, got `{}`{}", one_of_words(known),
                                          display_text(given->what), did_you_mean(given->what, known)));
        const bool resumes = given->what == "resume";
        if (resumes == given->id.empty())
            throw usage_error(resumes ? "session resume: which one? `assent session list` says"
                                      : fmt::format("session {}: takes no ID", given->what));
        const auto state = state_of(given->state);
        require_clean("--socket", given->socket);
        if (given->what == "snapshots") {
            print(snapshots_text(state));
            return static_cast<int>(exit_code::ok);
        }
        return resumes ? resume(state, given->socket, given->id) : list(state);
    };
}

// ---- Answers that are kept

struct rules_options {
    std::string what = "list", state;
    std::string number;
    bool json = false;
};

// What of your policy a project's file may hold: rules that deny and ask. Those about your home are no
// others'.
int export_rules() {
    const settings with(common_options{});
    const std::string home = known_home();
    std::size_t left_out = 0;
    std::vector<std::string> lists;
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask}) {
        std::vector<std::string> list;
        for (const auto& rule : with.rules().all(behavior)) {
            if (rule->origin() != rule_origin::host || rule->condition() != nullptr) continue;
            list.push_back(to_policy_json(*rule));
            if (home.empty() || list.back().find(home) == std::string::npos) continue;
            list.pop_back();
            ++left_out;
        }
        if (!list.empty())
            lists.push_back(fmt::format("        \"{}\": [\n            {}\n        ]", to_string(behavior),
                                        fmt::join(list, ",\n            ")));
    }
    print(fmt::format("{{\n    \"rules\": {{\n{}\n    }}\n}}\n", fmt::join(lists, ",\n")));
    if (left_out > 0)
        fmt::print(stderr, "assent: rules export: left out, for it is about your home: {}\n",
                   counted(left_out, "rule"));
    return static_cast<int>(exit_code::ok);
}

int run_rules(const rules_options& options) {
    if (options.what == "export") return export_rules();
    const answers_place place{.file = answers_path(state_of(options.state)), .home = known_home()};
    auto all = read_answers(place);
    if (options.what == "list") {
        print(options.json ? answers_json(all) : answers_text(all));
        return static_cast<int>(exit_code::ok);
    }
    const auto number = parse_size(options.number).value_or(0);
    if (number == 0 || number > all.size())
        throw std::runtime_error(
            fmt::format("rules {}: there is no answer {}: {}; `assent rules` shows them", options.what,
                        display_text(options.number),
                        all.empty() ? "none is kept" : fmt::format("the last one is {}", all.size())));
    const auto& chosen = all[number - 1];
    if (options.what == "explain") {
        print(options.json ? answers_json({chosen}) : explained_answer(chosen, number));
        return static_cast<int>(exit_code::ok);
    }
    const auto key = chosen.rule.key();
    change_answers(place, [&](std::vector<stored_answer>& now) {
        return std::erase_if(now, [&](const stored_answer& each) { return each.rule.key() == key; }) > 0;
    });
    print(fmt::format("{} is taken back; it is asked about from now on\n",
                      display_text(chosen.rule.full_text())));
    return static_cast<int>(exit_code::ok);
}

command_run declare_rules(CLI::App& app) {
    const auto given = std::make_shared<rules_options>();
    app.add_option(
           "WHAT", given->what,
           "list: all of them; explain: one, with what it means; remove: take one back; export: print "
           "what your policy denies and asks about, for a project's .assent/policy.json")
        ->type_name("list|explain|remove|export")
        ->check(not_empty)
        ->capture_default_str();
    auto* const number =
        app.add_option("N", given->number, "With explain and remove: its number in the list")->type_name("N");
    app.add_flag("--json", given->json, "As one line of JSON")->group(group::output);
    add_state_folder(app, given->state);
    app.footer(
        "An answer holds for one agent in one folder, until it is taken back. That is so at once, also for a "
        "daemon that runs.");
    return [given, number](const command_line&) {
        constexpr std::array known{std::string_view("list"), std::string_view("explain"),
                                   std::string_view("remove"), std::string_view("export")};
        if (std::ranges::find(known, given->what) == known.end())
            throw usage_error(fmt::format("rules: expected {}, got `{}`{}", one_of_words(known),
                                          display_text(given->what), did_you_mean(given->what, known)));
        const bool lists = given->what == "list" || given->what == "export";
        if (lists == (number->count() > 0))
            throw usage_error(
                lists ? fmt::format("rules {}: takes no N", given->what)
                      : fmt::format("rules {}: which one? `assent rules` has their numbers", given->what));
        return run_rules(*given);
    };
}

}  // namespace

const command commands::rules{
    "rules", command_group::people,
    "What you have allowed with \"always\": show it, take it back; see docs/approvals.md", declare_rules};

const command commands::pause{
    "pause", command_group::people,
    "Be asked nothing for a while; a person confirms it at the daemon; see docs/approvals.md", declare_pause};

const command commands::session{"session", command_group::people,
                                "Sessions that are stopped because something else ran than was judged, and "
                                "snapshots; see docs/install.md",
                                declare_session};

}  // namespace assent::cli
