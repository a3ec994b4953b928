#include "snapshot.hpp"

#include "../install/hook_settings.hpp"
#include "../process/limited_run.hpp"
#include "../process/own_program.hpp"

#include <assent/adapters/files/sha256.hpp>
#include <assent/adapters/wall/bubblewrap.hpp>
#include <assent/adapters/wall/wall_ground.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <exception>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// How often it is looked whether another one has ended.
constexpr std::chrono::milliseconds look_again{20};
// Most that is kept of why there is none, in bytes.
constexpr std::size_t max_why_bytes = 400;

// The index is a copy, as old as the one that it is a copy of: git compares that with the times of files.
// Settings that name programs are off where there is a word for that; the wall holds the others.
constexpr const char* script = R"(set -e
index=$(git rev-parse --git-path index)
cp -p -- "$index" /tmp/index 2>&- || :
export GIT_INDEX_FILE=/tmp/index GIT_WORK_TREE="$PWD"
git() {
    command git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.splitIndex=false -c gc.auto=0 \
        -c commit.gpgSign=false -c core.logAllRefUpdates=false -c user.name=Assent -c user.email= "$@"
}
ref=$1
shift
# Git refuses to leave out what it ignores anyhow.
left=$#
while [ "$left" -gt 0 ]; do
    each=$1
    shift
    left=$((left - 1))
    git check-ignore -q -- "${each#':(top,exclude,literal)'}" || set -- "$@" "$each"
done
git add -A -- . "$@"
# What is left out is in no tree: whoever gets the files back keeps it.
for each; do
    git rm -rfq --cached --ignore-unmatch -- ":(top,literal)${each#':(top,exclude,literal)'}"
done
tree=$(git write-tree)
set --
if parent=$(git rev-parse -q --verify 'HEAD^{commit}'); then set -- -p "$parent"; fi
commit=$(git commit-tree "$@" -m 'The project before the first change of a session, kept by Assent' "$tree")
git update-ref "$ref" "$commit" ''
)";

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(fs::symlink_status(path, error));
}

// Where a repository keeps its objects and refs.
fs::path folder_of_git(const wall_ground& ground) {
    const auto own = fs::path(ground.project) / ".git";
    if (is_folder(own)) return own;
    if (ground.repository.empty())
        throw std::runtime_error("its `.git` is a file that leads elsewhere, as that of a submodule");
    return ground.repository;
}

// What git has to change. \throws where a link leads elsewhere
std::vector<std::string> changed_by_git(const fs::path& of_git) {
    const auto refs = of_git / "refs", own = refs / "assent";
    if (!is_folder(of_git / "objects") || !is_folder(refs))
        throw std::runtime_error(fmt::format("{} is no repository", of_git.string()));
    fs::create_directory(own);
    if (!is_folder(own)) throw std::runtime_error(fmt::format("{} is no folder", own.string()));
    std::vector<std::string> folders{(of_git / "objects").string(), own.string()};
    if (is_folder(of_git / "lfs")) folders.push_back((of_git / "lfs").string());
    return folders;
}

std::vector<path_pattern> patterns_of(const std::vector<std::string>& texts) {
    std::vector<path_pattern> patterns;
    for (const auto& each : texts) patterns.push_back(path_pattern::make(each, rule_behavior::deny).value());
    return patterns;
}

struct walled_git {
    wall_plan plan;
    std::vector<std::string> words;
};

// Reads all of the project but what is left out, changes only what git keeps, and has no network. It waits
// for no turn: other walls mount nothing of that, and what one puts in the place of a mount is noticed
// inside.
walled_git git_for(const std::string& ref, const std::string& project, const std::string& home,
                   const std::string& state, const std::vector<std::string>& leaves_out) {
    // No variable of the agent's gets there.
    const wall_site site{.home = home,
                         .folder = project,
                         .state = state,
                         .inside = own_program().string(),
                         .environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"},
                         .secrets = patterns_of(leaves_out)};
    const wall_settings settings{.network = wall_network::none,
                                 .seconds = static_cast<std::size_t>(longest_snapshot.count())};
    auto ground = find_ground(site);
    ground.found = find_places(settings, ground);
    walled_git git{make_wall_plan(settings, ground).value(), {"/bin/sh", "-c", script, "sh", ref}};
    git.plan = only_to_change(std::move(git.plan), changed_by_git(folder_of_git(ground)));
    make_own_places(git.plan, ground);
    note_seen(git.plan);
    const auto top = ground.project + "/";
    for (const auto& each : ground.found)
        if ((each.is.secret || each.talks) && each.path.starts_with(top))
            git.words.push_back(":(top,exclude,literal)" + each.path.substr(top.size()));
    return git;
}

// What it has said, in one line.
std::string why_of(const limited_end& end, duration within) {
    if (!end.in_time || end.status == static_cast<int>(wall_status::timed_out))
        return fmt::format("it would take longer than {}", duration_text(within));
    std::string text = end.err;
    while (text.ends_with('\n')) text.pop_back();
    std::ranges::replace(text, '\n', ' ');
    if (text.empty()) text = fmt::format("status {}", end.status);
    return std::string(beginning_of(display_text(text), max_why_bytes));
}

std::string take_aside(const std::string& ref, const std::string& repository, const snapshot_terms& terms) {
    if (ref.empty()) return "the id of the session can be no name for git";
    if (auto why = why_no_walls(); !why.empty()) return fmt::format("no wall can be made here: {}", why);
    const auto within =
        std::chrono::floor<std::chrono::milliseconds>(std::min<duration>(terms.within, longest_snapshot));
    std::vector<std::string> words{own_program().string(), take_snapshot_word, ref, repository, terms.home,
                                   terms.state.string()};
    for (auto& each : terms.leaves_out ? terms.leaves_out() : std::vector<std::string>())
        words.push_back(std::move(each));
    const auto end = run_limited(words, {}, within);
    return end.in_time && end.status == 0 ? std::string() : why_of(end, within);
}

// The top of the repository that the agent works in; empty: it works in none.
std::string repository_around(const std::string& cwd) {
    std::error_code error;
    const auto folder = fs::canonical(cwd, error);
    if (error || cwd.empty()) return {};
    const auto top = project_of(folder);
    return fs::symlink_status(top / ".git", error).type() == fs::file_type::not_found ? std::string()
                                                                                      : top.string();
}

snapshot_turn wait_for_turn(session_file& file, const std::string& repository, duration within) {
    const auto until = std::chrono::steady_clock::now() + within;
    auto turn = file.turn_to_keep(repository, longest_snapshot);
    while (turn == snapshot_turn::others && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(look_again);
        turn = file.turn_to_keep(repository, longest_snapshot);
    }
    return turn;
}

}  // namespace

std::string snapshot_ref(std::string_view session, std::string_view repository) {
    // Other ids may have the same letters, and working trees of one repository share its refs.
    constexpr std::size_t digits = 8;
    const auto digest = detail::sha256_hex({std::string(session), std::string(repository)});
    std::string name;
    for (const char byte : session)
        if (std::isalnum(static_cast<unsigned char>(byte)) != 0 || byte == '-') name += byte;
    if (name.empty() || name.size() > max_snapshot_name_bytes) return {};
    return std::string(snapshot_refs).append(name).append("-").append(digest, 0, digits);
}

snapshot_end keep_before_change(session_file& file, const snapshot_terms& terms) {
    const auto repository = repository_around(terms.cwd);
    if (repository.empty()) return {};
    const auto turn = wait_for_turn(file, repository, std::min<duration>(terms.within, longest_snapshot));
    if (turn == snapshot_turn::lost) return {repository, {}, "whoever was at it has not ended"};
    if (turn == snapshot_turn::full)
        return {repository, {}, fmt::format("of one session {} projects are kept", max_session_snapshots)};
    if (turn != snapshot_turn::own) return {};
    auto taken = *std::ranges::find(file.state().snapshots, repository, &session_snapshot::repository);
    taken.ref = snapshot_ref(file.state().name.id, repository);
    try {
        taken.why_not = take_aside(taken.ref, repository, terms);
    } catch (const std::exception& error) {
        taken.why_not = beginning_of(error.what(), max_why_bytes);
    }
    if (!taken.why_not.empty()) taken.ref.clear();
    file.kept(taken);
    return {repository, taken.ref, taken.why_not};
}

// Words: the ref, the project, the user's home, the folder of `--state`, patterns of files that are left out.
// Its streams are pipes that nobody takes for an answer: what git runs may write to them.
int run_take_snapshot(const std::vector<std::string>& words) {
    constexpr std::size_t first_pattern = 4;
    try {
        if (words.size() < first_pattern) throw std::runtime_error("expected REF PROJECT HOME STATE");
        const auto git =
            git_for(words[0], words[1], words[2], words[3], {words.begin() + first_pattern, words.end()});
        const auto end = bubblewrap().run(git.plan, git.words);
        if (!end.began) throw std::runtime_error(end.why);
        return end.status;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return static_cast<int>(wall_status::no_wall);
    }
}

std::string snapshots_text(const fs::path& state) {
    struct known {
        session_snapshot is;
        session_name of;
        std::size_t time;
    };
    std::vector<known> all;
    for (const auto& path : session_files(sessions_folder(state))) {
        try {
            const session_file file(path);
            for (const auto& each : file.state().snapshots)
                if (!each.ref.empty() || !each.why_not.empty())
                    all.push_back({each, file.state().name, parse_size(each.began).value_or(0)});
        } catch (const std::exception& error) {
            fmt::print(stderr, "assent: {}\n", display_text(error.what()));
        }
    }
    std::ranges::stable_sort(all, std::greater<>(), &known::time);
    std::string text;
    for (const auto& [is, of, time] : all) {
        text += fmt::format("{:%Y-%m-%d %H:%M} UTC  {} {}  {}\n", fmt::gmtime(static_cast<std::time_t>(time)),
                            of.agent, display_text(of.id), display_text(is.repository));
        if (is.ref.empty()) {
            text += fmt::format("    none: {}\n", display_text(is.why_not));
            continue;
        }
        const auto git = fmt::format("git -C {}", display_text(shell_quoted(is.repository)));
        text += fmt::format(
            "    {0} diff {1}  # what is different; untracked files count as deleted\n"
            "    {0} restore --overlay --source={1} -- .  # gets its files back, and removes none\n"
            "    {0} update-ref -d {1}  # forgets it\n",
            git, is.ref);
    }
    return text.empty()
               ? "no snapshot is known: no policy has `snapshot`, or no session has changed anything\n"
               : text;
}

}  // namespace assent::cli
