#include "../files/user_folders.hpp"
#include "../install/hook_settings.hpp"
#include "../options/fail_closed.hpp"
#include "../process/own_program.hpp"
#include "command.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/adapters/wall/plant_watch.hpp>
#include <assent/adapters/wall/wall_ground.hpp>
#include <assent/adapters/wall/wall_turn.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/wall.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <unistd.h>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

struct wall_options {
    std::string policy;
    std::vector<std::string> hide;
    bool dry = false;
    bool json = false;
};

int refuse_wall(std::string_view why) {
    fmt::print(stderr, "assent: wall: {}; nothing ran\n", display_text(why));
    return static_cast<int>(wall_status::no_wall);
}

std::vector<std::string> own_environment() {
    std::vector<std::string> all;
    for (char* const* each = environ; *each != nullptr; ++each) all.emplace_back(*each);
    return all;
}

policy policy_of(const policy_source& source) {
    if (source.file().empty()) return named_policy(source.name()).value_or(policy::bare());
    source.require_own();
    const auto found = source.read();
    if (found.failure) std::rethrow_exception(found.failure);
    return read_policy(found.text, source.file().native(), known_home()).value();
}

// A policy that a command behind the wall could change would be no policy: its path as it is spelled, each
// link on it, and where that leads.
void require_out_of_reach(const policy_source& source, const wall_plan& plan) {
    if (source.file().empty()) return;
    constexpr int most_links = 40;
    fs::path done = "/";
    fs::path left = fs::absolute(source.file()).relative_path();
    for (int links = 0; !left.empty();) {
        const fs::path name = *left.begin();
        left = left.lexically_relative(name) == "." ? fs::path() : left.lexically_relative(name);
        if (name == "." || name.empty()) continue;
        done = name == ".." ? done.parent_path() : done / name;
        for (const auto& mount : plan.mounts)
            if (mount.is == wall_mount::kind::write && done.string().starts_with(mount.from + "/"))
                throw std::runtime_error(fmt::format(
                    "the policy file {} lies in {}, or a link to it does, where commands behind the wall may "
                    "change it",
                    source.file().string(), mount.from));
        if (!fs::is_symlink(done)) continue;
        if (++links > most_links) throw std::runtime_error("the policy file lies behind too many links");
        const auto leads_to = fs::read_symlink(done);
        done = leads_to.is_absolute() ? fs::path("/") : done.parent_path();
        left = left.empty() ? leads_to.relative_path() : leads_to.relative_path() / left;
    }
}

std::string json_text(const wall_plan& plan) {
    json_array mounts;
    for (const auto& mount : plan.mounts) {
        json_object each{{"is", to_string(mount.is)}, {"at", mount.at}};
        if (!mount.from.empty()) each["from"] = mount.from;
        mounts.push_back(std::move(each));
    }
    json_array calls(plan.refused_calls.begin(), plan.refused_calls.end());
    json_array variables;
    for (const auto& each : plan.environment) variables.emplace_back(each.substr(0, each.find('=')));
    json_object all{{"project", plan.project},
                    {"folder", plan.folder},
                    {"network", to_string(plan.network)},
                    {"mounts", std::move(mounts)},
                    {"variables", std::move(variables)},
                    {"refused_calls", std::move(calls)}};
    if (plan.processes) all["processes"] = *plan.processes;
    if (plan.memory_bytes != 0) all["memory"] = plan.memory_bytes;
    if (plan.seconds) all["seconds"] = *plan.seconds;
    std::string text;
    append_json(text, all);
    return text + "\n";
}

// What may have stood in the way of a command that failed, as far as that can be told.
void say_what_stood(const confined_end& end, const wall_plan& plan) {
    if (end.timed_out)
        fmt::print(stderr, "assent: wall: ended after {} seconds (wall.seconds of the policy)\n",
                   *plan.seconds);
    else if (end.status != 0)
        fmt::print(stderr,
                   "assent: wall: status {} behind a wall: {}nothing but {} can be changed (see `assent wall "
                   "--dry`)\n",
                   end.status, plan.network == wall_network::all ? "" : "no network, and ",
                   display_text(plan.project));
}

// \return false: something of it may still run later
bool say_what_it_left(const wall_settings& settings, const wall_ground& ground, const wall_plan& plan) {
    bool clean = true;
    try {
        for (const auto& each : put_aside(find_planted(settings, ground), ground, plan.written)) {
            clean = clean && !each.now.empty();
            fmt::print(stderr, "assent: wall: {} would run later by itself; {}\n", display_text(each.path),
                       each.now.empty() ? "it could not be moved away: look at it"
                                        : fmt::format("it is now {}", display_text(each.now)));
        }
    } catch (const std::exception& error) {
        fmt::print(stderr,
                   "assent: wall: the command has ended, and what it has left in {} cannot be looked at: {}; "
                   "something there may run later by itself: look at it\n",
                   display_text(plan.project), display_text(error.what()));
        clean = false;
    }
    return clean;
}

int run_walled(const wall_settings& settings, const wall_ground& ground, const wall_plan& plan,
               const std::vector<std::string>& words) {
    const auto before = changes_of(plan);
    plant_watch watch(settings, ground, plan.written);
    bubblewrap wall;
    const auto end = wall.run(plan, words);
    const bool clean = say_what_it_left(settings, ground, plan);
    watch.done();
    if (!end.began) return refuse_wall(end.why);
    const auto after = changes_of(plan);
    for (std::size_t each = 0; each < before.size(); ++each)
        if (after[each] != before[each])
            fmt::print(
                stderr,
                "assent: wall: {} was changed from outside while the command ran, which may have changed "
                "it, too: look at it\n",
                display_text(before[each].first));
    say_what_stood(end, plan);
    return clean || end.status != 0 ? end.status : static_cast<int>(wall_status::stays);
}

// What a shell is given to run, or the words of a command as one would be.
std::string text_of(const std::vector<std::string>& words) {
    if (words.size() > 2 && words[words.size() - 2] == "-c") return words.back();
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : " ").append(shell_quoted(word));
    return text;
}

// The temporary files that the command names. What it would write elsewhere would be lost.
std::vector<wall_file> scratch_of(const std::vector<std::string>& words, const wall_site& site,
                                  const policy& decides, bool makes) {
    const auto named = scratch_files_of(text_of(words), site.folder, decides.scratch);
    auto found = find_scratch(named, makes);
    for (const auto& file : named)
        if (makes && file.writes && std::ranges::find(found, file.path, &wall_file::path) == found.end())
            throw std::runtime_error(fmt::format("{}: expected a plain file of yours, or none", file.path));
    return found;
}

std::vector<path_pattern> patterns_of(const std::vector<std::string>& hide) {
    std::vector<path_pattern> patterns;
    for (const auto& each : hide) {
        auto pattern = path_pattern::make(each, rule_behavior::deny);
        if (!pattern) throw std::runtime_error(fmt::format("--hide {}: {}", each, pattern.error().message));
        patterns.push_back(*std::move(pattern));
    }
    return patterns;
}

void waits_for(const std::string& root) {
    fmt::print(stderr, "assent: wall: waits until another command that may change {} has ended\n",
               display_text(root));
}

int wall_off(const wall_options& options, const std::vector<std::string>& words) {
    const policy_source source(options.policy);
    if (const auto why = source.why_no_file(); !why.empty()) return refuse_wall(why);
    const auto decides = policy_of(source);
    const auto& wished = decides.wall;
    if (const auto why = why_no_walls(); !why.empty() && !options.dry) return refuse_wall(why);
    const wall_site site{.home = home_of_user().string(),
                         .folder = fs::current_path().string(),
                         .state = state_folder().string(),
                         .inside = own_program().string(),
                         .environment = own_environment(),
                         .secrets = patterns_of(options.hide)};
    // Before all of a folder is looked at that can be no project.
    auto ground = find_ground(site);
    const auto settings = without_links(wished, ground);
    const auto first = make_wall_plan(settings, ground);
    if (!first) return refuse_wall(first.error().why);
    std::optional<wall_turn> turn;
    if (!options.dry) {
        turn.emplace(fs::path(ground.nothing).parent_path().string(), first->written, waits_for);
        ground = find_ground(site);
    }
    ground.scratch = scratch_of(words, site, decides, !options.dry);
    ground.found = find_places(without_links(wished, ground), ground);
    auto plan = make_wall_plan(settings, ground);
    if (!plan) return refuse_wall(plan.error().why);
    if (plan->written != first->written)
        return refuse_wall("the project was changed while it was looked at; try again");
    require_out_of_reach(source, *plan);
    if (!options.dry) {
        make_own_places(*plan, ground);
        note_seen(*plan);
        return run_walled(settings, ground, *plan, words);
    }
    print(options.json ? json_text(*plan) : wall_text(*plan));
    return 0;
}

// A whole line in quotes is the name of no program.
void require_words(const std::vector<std::string>& words) {
    std::error_code none;
    if (words.size() == 1 && words.front().find(' ') != std::string::npos && !fs::exists(words.front(), none))
        throw usage_error(fmt::format("wall: `{0}` is one word: assent wall -- {0}, or -- bash -c {1}",
                                      display_text(words.front()), shell_quoted(words.front())));
}

command_run declare_wall(CLI::App& app) {
    const auto options = std::make_shared<wall_options>();
    app.option_defaults()->group(group::rules);
    app.add_option("--policy", options->policy,
                   "A policy file, whose `wall` says what the command may do beyond its project (default: as "
                   "`assent check` finds it)")
        ->type_name(fmt::format("{}|FILE", fmt::join(policy_names(), "|")))
        ->check(not_empty);
    app.add_option(
           "--hide", options->hide,
           "Files that the command must not read, beside those that may hold secrets by their names: a "
           "pattern as in Path(PATTERN)")
        ->type_name("PATTERN")
        ->check(not_empty);
    app.option_defaults()->group(group::output);
    auto* const dry = app.add_flag("--dry", options->dry, "Say what the wall would be, and run nothing");
    app.add_flag("--json", options->json, "With --dry: as JSON")->needs(dry);
    app.footer(
        "The command sees its project, the system to read, and a home and a /tmp of its own. Exit status: "
        "the command's; 123 what it has planted stays, 124 its time was over, 125 there is no wall and "
        "nothing ran, 126 it cannot be "
        "run, 127 it is not there.");
    return [options](const command_line& line) {
        if (line.behind.empty() && !options->dry) throw usage_error("wall: expected -- COMMAND [ARG...]");
        require_words(line.behind);
        try {
            return wall_off(*options, line.behind);
        } catch (const std::exception& error) {
            return refuse_wall(error.what());
        }
    };
}

}  // namespace

const command commands::wall{"wall", command_group::guard,
                             "Run a command where it can change its project and nothing else", declare_wall,
                             command::behind::options};

}  // namespace assent::cli
