#include <assent/domain/wall/wall_place.hpp>

#include "../facts/protected_places.hpp"

#include <algorithm>
#include <iterator>

namespace assent {
namespace {

// What programs and services run by themselves that look into a project, beside what is protected everywhere.
constexpr std::string_view run_in_projects[] = {
    ".github/workflows",
    ".github/actions",
    ".gitlab-ci.yml",
    ".circleci",
    ".cargo",
    ".mise.toml",
    "mise.toml",
    ".mise.local.toml",
    "mise.local.toml",
    ".mise",
    ".config/mise",
    ".autoenv",
    ".pre-commit-config.yaml",
    "lefthook.*",
    ".lefthook.*",
    ".overcommit.yml",
    ".githooks",
    ".gdbinit",
    ".lldbinit",
    ".nvim.lua",
    ".nvimrc",
    ".dir-locals.el",
    ".zed",
    ".helix",
    ".clinerules",
    ".devcontainer.json",
    "*.code-workspace",
    ".run",
    ".fleet",
    ".lvimrc",
    ".Rprofile",
    ".irbrc",
    ".pdbrc",
    ".iex.exs",
    ".pnpmfile.cjs",
    "bunfig.toml",
    ".travis.yml",
    ".forgejo",
    ".gitea",
    ".woodpecker",
    ".buildkite",
    "Jenkinsfile",
    "azure-pipelines.yml",
};

// A `*` at one end of a name is any text.
bool is_named(std::string_view each, std::string_view name) {
    if (each.front() == '*') return name.ends_with(each.substr(1));
    if (each.back() == '*') return name.starts_with(each.substr(0, each.size() - 1));
    return each == name;
}

// Source: gitrepository-layout(5). `commondir` and `gitdir` lead to other settings.
constexpr std::string_view deciding_for_git[] = {"hooks", "config", "config.worktree", "commondir", "gitdir"};

// The last two names.
std::string_view end_of(std::string_view path) {
    const auto last = path.rfind('/');
    if (last == path.npos || last == 0) return path;
    const auto above = path.rfind('/', last - 1);
    return above == path.npos ? path : path.substr(above + 1);
}

}  // namespace

wall_place wall_place_of(std::string_view path, bool is_folder) {
    const auto end = end_of(path);
    const auto last = end.substr(end.find('/') + 1);
    // Above it, a name such as `.git` says nothing of this one.
    const auto pair = places_in(end, false, is_folder);
    const auto alone = places_in(last, false, is_folder);
    const auto above = places_in(end.substr(0, end.size() - last.size()));
    wall_place found{.runs_later = alone.protected_place || (pair.protected_place && !above.protected_place),
                     .secret = alone.secret};
    found.runs_later = found.runs_later || std::ranges::any_of(run_in_projects, [&](std::string_view each) {
                           return each == end || is_named(each, last);
                       });
    return found;
}

bool decides_for_git(std::string_view name) noexcept {
    return std::ranges::find(deciding_for_git, name) != std::end(deciding_for_git);
}

bool holds_packages(std::string_view name) noexcept { return has_packages(name); }

std::vector<found_place> planted(const std::vector<found_place>& before,
                                 const std::vector<found_place>& after) {
    std::vector<found_place> found;
    std::ranges::copy_if(after, std::back_inserter(found), [&](const found_place& place) {
        return place.is.runs_later && std::ranges::none_of(before, [&](const found_place& old) {
                   return old.path == place.path && old.leads_to == place.leads_to && old.is.runs_later;
               });
    });
    return found;
}

}  // namespace assent
