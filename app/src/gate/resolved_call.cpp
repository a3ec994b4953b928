#include <assent/app/gate/resolved_call.hpp>

#include <assent/domain/decide/path_fields.hpp>
#include <assent/domain/facts/git_files.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <memory_resource>
#include <optional>
#include <utility>

namespace assent {
namespace {

const rule_switches none_on{};

std::optional<std::string> resolve(path_resolver& paths, std::string_view path) {
    if (!path.starts_with('/')) return std::nullopt;
    try {
        auto found = paths.resolve(path);
        if (found && found->starts_with('/')) return std::move(*found);
    } catch (...) {
        // What could not be found out is covered by no allow rule.
    }
    return std::nullopt;
}

bool has_no_links(path_resolver& paths, std::string_view path, std::size_t looked_at) {
    try {
        return paths.has_no_links(path, looked_at);
    } catch (...) {
        return false;
    }
}

std::string joined(std::string_view folder, std::string_view name) {
    return std::string(folder == "/" ? std::string_view() : folder).append("/").append(name);
}

// What lies in a folder, so deep. An error that says that nobody can look counts as that.
boost::system::result<std::vector<std::string>> names_in(path_resolver& paths, std::string_view folder,
                                                         bool follows, std::size_t depth) {
    try {
        return paths.names_below(folder, follows, below_limits{.depth = depth});
    } catch (...) {
        return boost::system::errc::make_error_code(boost::system::errc::io_error);
    }
}

bool nobody_looks(const boost::system::error_code& failed) {
    return failed == boost::system::errc::function_not_supported ||
           failed == boost::system::errc::no_such_file_or_directory;
}

// The working tree in which git works; empty: there is none. Nothing: it is not known.
std::optional<std::string> working_tree(repository_settings* repositories, const std::string& folder) {
    if (repositories == nullptr) return std::nullopt;
    try {
        if (auto tree = repositories->working_tree(folder)) return std::move(*tree);
    } catch (...) {
        // It is not known then.
    }
    return std::nullopt;
}

// Takes the names out that git surely does not take. \param tree  in which the folder lies
void drop_what_git_leaves(std::vector<std::string>& names, const folder_below& below, std::string_view tree,
                          repository_settings& repositories) {
    const auto folder = std::string_view(below.leads).substr(std::min(tree.size() + 1, below.leads.size()));
    const auto in_tree = [&](const std::string& name) {
        return folder.empty() ? name : joined(folder, name);
    };
    std::vector<std::string> whole;
    std::ranges::transform(names, std::back_inserter(whole), in_tree);
    try {
        if (const auto files = repositories.files_of(tree, whole))
            std::erase_if(names, [&](const std::string& name) {
                return !may_be_taken(*files, in_tree(name), folder, below.taking.takes);
            });
    } catch (...) {
        // It may take all of them.
    }
}

std::optional<std::vector<std::string>> names_below(path_resolver& paths, std::string_view folder,
                                                    bool follows) {
    try {
        if (auto names = paths.names_below(folder, follows, below_limits{})) return std::move(*names);
    } catch (...) {
        // It is not known then.
    }
    return std::nullopt;
}

}  // namespace

resolved_call::resolved_call(const tool_call& call, const tool_definition* definition, path_resolver* paths,
                             repository_settings* repositories, const rule_switches* switches,
                             const rule_set* rules, bool folder)
    : call_(call), reading_(call_, switches != nullptr ? *switches : none_on) {
    if (repositories != nullptr) look_at_repositories(definition, *repositories);
    if (paths == nullptr) return;
    call_.paths_ignore_case = paths->ignores_case();
    for (const auto& each : path_fields(reading_, definition))
        found_.push_back({std::string(each.name), resolve(*paths, each.path)});
    look_at_commands(definition, *paths);
    if (rules != nullptr) look_below(definition, *paths, repositories, *rules);
    if (folder || !found_.empty() || (rules != nullptr && rules->asks_for_folders()))
        cwd_ = resolve(*paths, call.cwd).value_or(std::string());
    call_.resolved = &found_;
    call_.resolved_cwd = cwd_;
}

void resolved_call::look_at_repositories(const tool_definition* definition, repository_settings& settings) {
    const auto named = [&](const std::string& folder, git_use use) -> std::optional<std::string> {
        try {
            if (auto found = settings.names_program(folder, use)) return std::move(*found);
        } catch (...) {
            // What could not be found out may be anything.
        }
        return std::nullopt;
    };
    for (const auto& place : repository_folders(reading_, definition)) {
        auto& made = repositories_.emplace_back();
        made.folder = place.folder;
        made.setting = named(place.folder, git_use::looks);
        if (place.written) made.when_writing = named(place.folder, git_use::writes);
    }
    call_.repositories = &repositories_;
}

void resolved_call::look_at_commands(const tool_definition* definition, path_resolver& paths) {
    std::size_t seen = 0;
    std::string_view plain;  // the working directory, if it leads where it says
    // Usual words take no memory.
    std::array<std::byte, 2048> room;
    std::pmr::monotonic_buffer_resource texts(room.data(), room.size());
    std::pmr::vector<named_word> words(&texts);
    words.reserve(2);
    const auto look = [&](named_place as, std::string_view text, std::string_view path) {
        if (++seen == 1 && clean_path(call_.cwd) && has_no_links(paths, call_.cwd, 0)) plain = call_.cwd;
        if (seen > max_looked_up_paths) return;
        if (as == named_place::glob) return look_at_glob(text, path, paths);
        const bool leads_there = look_up(text, path, plain, paths);
        if (words.size() == max_paired_paths) words.pop_back();  // the last one may be where others go
        words.push_back({std::pmr::string(text, &texts), std::pmr::string(path, &texts)});
        if (as == named_place::folder) look_for_folder(text, path, leads_there, paths);
    };
    const bool all = each_path_in_commands(reading_, definition, std::ref(look));
    commands_.complete = all && seen <= max_looked_up_paths;
    if (words.size() > 1) look_into_folders(words, paths);
    if (seen == 0 && commands_.complete) return;
    if (plain.empty()) commands_.cwd = resolve(paths, call_.cwd).value_or(std::string());
    call_.paths_of_commands = &commands_;
}

// `cp a b` writes `b/a` where `b` is a folder, and that may be a link: `b` leads there, too.
void resolved_call::look_into_folders(std::span<const named_word> words, path_resolver& paths) {
    for (const auto& [text, folder] : words)
        for (const auto& [name, path] : words) {
            const auto base = std::string_view(path).substr(path.rfind('/') + 1);
            if (folder == path || base.empty()) continue;
            const auto inside = joined(folder, base);
            if (has_no_links(paths, inside, 0)) continue;
            // Nothing lies in what is no folder.
            auto leads = resolve(paths, inside);
            if (leads && *leads != normal_path(inside, {}))
                commands_.links.push_back({std::string(text), std::move(leads)});
        }
}

// Where what it chooses leads; of links among the folders that it chooses nobody knows what lies behind them.
void resolved_call::look_at_glob(std::string_view text, std::string_view path, path_resolver& paths) {
    const auto leads_anywhere = [&] { commands_.links.push_back({std::string(text), std::nullopt}); };
    const glob_lookup lookup(path);
    const auto folder = resolve(paths, lookup.folder());
    if (!folder) return leads_anywhere();
    auto names = names_in(paths, *folder, true, lookup.depth());
    const bool plain = names.has_value();
    if (!plain && !nobody_looks(names.error())) names = names_in(paths, *folder, false, lookup.depth());
    if (!names) return nobody_looks(names.error()) ? void() : leads_anywhere();
    // Where nothing lies at all, nobody works: the agent may see other files.
    if (names->empty()) return;
    glob_choice choice{.glob = std::string(path)};
    const auto named = normal_path(lookup.folder(), {});
    bool known = true;
    for (const auto& name : *names) {
        const bool chosen = lookup.chooses(name);
        const auto whole = joined(*folder, name);
        if (chosen) choice.paths.push_back(joined(named, name));
        if (chosen && *folder != named) choice.paths.push_back(whole);
        if (plain) continue;
        if (chosen) look_up(text, whole, {}, paths);
        known = known && (!lookup.goes_through(name) || has_no_links(paths, whole, 0));
    }
    if (!known || (choice.paths.empty() && lookup.goes_through_any())) leads_anywhere();
    if (known) commands_.globs.push_back(std::move(choice));
}

// \param leads_there  no link is on the way
void resolved_call::look_for_folder(std::string_view text, std::string_view path, bool leads_there,
                                    path_resolver& paths) {
    const auto missing = [&](std::string_view folder) {
        const auto names = names_in(paths, folder, false, 0);
        return !names && names.error() == boost::system::errc::no_such_file_or_directory;
    };
    if (leads_there && clean_path(path)) {
        if (!missing(path)) return;
    } else if (const auto folder = resolve(paths, path); !folder || !missing(*folder)) {
        return;
    }
    // Where the working directory is not seen either, the agent may see other files.
    if (names_in(paths, call_.cwd, false, 0)) commands_.missing_folders.emplace_back(text);
}

void resolved_call::look_below(const tool_definition* definition, path_resolver& paths,
                               repository_settings* repositories, const rule_set& rules) {
    // What a name leads to that is taken apart nobody follows.
    const bool apart = takes_names_apart(reading_, definition);
    if (!rules.has_path_rules_of_people() && !apart) return;
    std::size_t looked = 0;
    each_folder_read_whole(reading_, definition, [&](folder_below below) {
        const auto same = [&](const folder_below& known) {
            return known.folder == below.folder && known.follows == below.follows &&
                   known.taking == below.taking;
        };
        const bool taken = below.taking.takes != git_taking::kind::nothing;
        if (taken && !rules.has_path_rules_of_people()) return;
        const bool most = looked == max_looked_below || commands_.below.size() == max_looked_up_paths;
        if (most || std::ranges::any_of(commands_.below, same)) return;
        const bool plain = clean_path(below.folder) && has_no_links(paths, below.folder, 0);
        below.leads = plain ? below.folder : resolve(paths, below.folder).value_or(std::string());
        if (taken)
            looked += static_cast<std::size_t>(look_at_taken(below, paths, repositories, rules));
        else if (++looked; !below.leads.empty())
            below.names = names_below(paths, below.leads, below.follows || apart);
        commands_.below.push_back(std::move(below));
        call_.paths_of_commands = &commands_;
    });
}

// What git takes of a folder, or of the working tree around it, as far as a person's rule may be about that.
// \return it had to look below a folder
bool resolved_call::look_at_taken(folder_below& below, path_resolver& paths,
                                  repository_settings* repositories, const rule_set& rules) {
    const auto tree = working_tree(repositories, below.taking.from);
    const bool settled =
        below.taking.settled && (!below.taking.writes || (commands_.complete && commands_.links.empty()));
    if (below.leads.empty() || (below.taking.tree && !tree)) return true;
    const bool none = !tree || tree->empty();
    if (below.taking.tree && !none) {
        // The same place, as the command names it.
        const auto inside =
            below.leads.starts_with(*tree) ? below.leads.substr(tree->size()) : std::string("?");
        below.tree = below.folder.ends_with(inside)
                         ? below.folder.substr(0, below.folder.size() - inside.size())
                         : *tree;
        below.leads = *tree;
    }
    // What a folder that is moved brings is seen in the whole tree alone, and what comes from outside
    // nowhere.
    const bool seen = !below.taking.fills || (settled && !none && below.leads == *tree);
    if (!seen) return true;
    auto names = names_in(paths, below.leads, below.follows, std::numeric_limits<std::size_t>::max());
    const bool missing = !names && names.error() == boost::system::errc::no_such_file_or_directory &&
                         (settled || below.taking.made);
    if (missing || (names && names->empty())) {
        below.names.emplace();
        return false;
    }
    if (!names) return true;
    below.names = names_of_persons_rules(rules, below, *names);
    const auto in_folder = [](const std::string& name) { return name.find('/') != name.npos; };
    const bool may_move = below.taking.fills && std::ranges::any_of(*below.names, in_folder);
    const bool inside = !none && (below.leads == *tree || below.leads.starts_with(*tree + "/"));
    if (settled && !may_move && inside && !below.names->empty())
        drop_what_git_leaves(*below.names, below, *tree, *repositories);
    return true;
}

// \return no link is on the way
bool resolved_call::look_up(std::string_view text, std::string_view path, std::string_view plain,
                            path_resolver& paths) {
    const bool below = path.starts_with(plain) && path.substr(plain.size()).starts_with('/');
    if (has_no_links(paths, path, below ? plain.size() : 0)) return true;
    auto leads = resolve(paths, path);
    // Most lead where they say.
    if (leads && *leads == normal_path(path, {})) return false;
    const auto known = [&](const command_path& each) { return each.text == text && each.leads == leads; };
    if (std::ranges::none_of(commands_.links, known))
        commands_.links.push_back({std::string(text), std::move(leads)});
    return false;
}

}  // namespace assent
