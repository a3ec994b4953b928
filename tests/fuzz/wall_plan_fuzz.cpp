// Input: a policy in one line; then what was found where a wall is to stand, in lines of a letter and a text.
//
// The plan is never wider than the policy: nothing may be changed but the project, what the policy names and
// Assent's own caches; what runs later and may hold secrets is closed; the home is not there, nor any
// network, time, memory or right that the policy does not give.

#include "invariant.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/wall/wall_plan.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using assent::fuzz::require;
using kind = assent::wall_mount::kind;

constexpr std::string_view kept = "/state/assent";

bool below(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

bool below_any(std::string_view path, const std::vector<std::string>& folders) {
    return std::ranges::any_of(folders, [&](const std::string& each) { return below(path, each); });
}

// What an adapter finds is absolute, and in its shortest spelling.
bool is_path(std::string_view text) {
    return text.starts_with('/') && text.size() > 1 && !text.ends_with('/') && text.find("//") == text.npos &&
           text.find("/./") == text.npos && text.find("/../") == text.npos && !text.ends_with("/..") &&
           !text.ends_with("/.") && text.find('\0') == text.npos;
}

void take(assent::wall_ground& ground, char what, std::string_view text) {
    if (what == 'e') return ground.environment.emplace_back(text), void();
    if (!is_path(text)) return;
    const std::string path(text);
    const bool folder = what >= 'A' && what <= 'Z';
    switch (what) {
        case 'h': ground.home = path; break;
        case 'd': ground.folder = path; break;
        case 'p': ground.project = path; break;
        case 'r': ground.repository = path; break;
        case 'i': ground.inside = path; break;
        case 'b': ground.programs.push_back(path); break;
        case 'c': ground.closed.push_back({.path = path}); break;
        case 'l':
        case 'L': ground.found.push_back({.path = path, .is = {.runs_later = true}, .folder = folder}); break;
        case 's':
        case 'S': ground.found.push_back({.path = path, .is = {.secret = true}, .folder = folder}); break;
        case 't': ground.found.push_back({.path = path, .talks = true}); break;
        case 'n': ground.found.push_back({.path = path, .is = {.runs_later = true}, .only_new = true}); break;
        case 'o': ground.found.push_back({.path = path, .has_other_names = true}); break;
        case '>':
            if (!ground.found.empty()) ground.found.back().leads_to = path;
            break;
        default: break;
    }
}

// What lies at a path: that of the last mount that covers it.
const assent::wall_mount* lies_at(const assent::wall_plan& plan, std::string_view path) {
    const assent::wall_mount* found = nullptr;
    for (const auto& mount : plan.mounts)
        if (mount.is != kind::sealed && below(path, mount.at)) found = &mount;
    return found;
}

bool may_be_changed(const assent::wall_plan& plan, std::string_view path) {
    const auto* const mount = lies_at(plan, path);
    return mount != nullptr && mount->is == kind::write;
}

// The folders that a policy and a project leave open to changes.
std::vector<std::string> open_folders(const assent::wall_settings& policy,
                                      const assent::wall_ground& ground) {
    std::vector<std::string> open{ground.project};
    for (const auto& each : policy.write) open.push_back(assent::below_home(each, ground.home));
    if (!ground.repository.empty()) open.push_back(ground.repository);
    return open;
}

void require_files(const assent::wall_settings& policy, const assent::wall_ground& ground,
                   const assent::wall_plan& plan) {
    const auto open = open_folders(policy, ground);
    for (const auto& root : open) {
        require(!below(ground.home, root), "the home is not to be changed, nor what is above it", root,
                ground.home);
        require(!below(kept, root) && !below(root, kept), "Assent's own files are not to be changed", root,
                kept);
        for (const auto folder : assent::wall_system_folders())
            require(!below(root, folder) || folder == "/opt", "the system is not to be changed", root,
                    folder);
    }
    for (const auto& mount : plan.mounts) {
        if (mount.is != kind::write) continue;
        const bool cache = below(mount.at, ground.home) && below(mount.from, ground.caches);
        require(cache || (mount.from == mount.at && below_any(mount.at, open)),
                "only what the policy names is to be changed", mount.at, mount.from);
    }
    for (const auto& place : ground.found) {
        const auto& path = place.leads_to.empty() ? place.path : place.leads_to;
        const bool root = std::ranges::find(open, path) != open.end();
        if (place.only_new || root || !may_be_changed(plan, path)) continue;
        const bool led_elsewhere = std::ranges::none_of(
            open, [&](const std::string& each) { return below(place.path, each) && below(path, each); });
        require(led_elsewhere ||
                    (!place.is.runs_later && !place.talks && (!place.is.secret || policy.project_secrets)),
                "what is protected is not to be changed", path, place.path);
    }
    for (const auto& place : ground.found)
        if (place.is.secret && !policy.project_secrets && place.leads_to.empty() &&
            below_any(place.path, open) && std::ranges::find(open, place.path) == open.end() &&
            !place.only_new)
            require(lies_at(plan, place.path)->is == kind::hidden ||
                        !below(lies_at(plan, place.path)->at, place.path),
                    "what may hold secrets is not to be read", place.path, {});
    const auto* const home = lies_at(plan, ground.home + "/letters");
    require(
        home != nullptr && (home->is == kind::memory || below_any(ground.home + "/letters", policy.read) ||
                            below_any(ground.home + "/letters", open) || home->at != ground.home),
        "the home is not there");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    auto rest = assent::fuzz::as_text(data, size);
    const auto read = assent::read_policy(assent::fuzz::take_line(rest), "fuzz.json");
    const auto policy = read ? read->wall : assent::wall_settings();
    assent::wall_ground ground{.home = "/home/ann",
                               .folder = "/home/ann/shop",
                               .project = "/home/ann/shop",
                               .state = std::string(kept),
                               .caches = std::string(kept) + "/walls/shop",
                               .nothing = std::string(kept) + "/nothing",
                               .nothing_folder = std::string(kept) + "/no-folder"};
    while (!rest.empty())
        if (const auto line = assent::fuzz::take_line(rest); !line.empty())
            take(ground, line.front(), line.substr(1));
    const auto plan = assent::make_wall_plan(policy, ground);
    if (!plan) {
        require(!plan.error().why.empty(), "where no wall can stand, it is said why");
        return 0;
    }
    require(plan->network == policy.network && plan->processes == policy.processes &&
                plan->memory_bytes == policy.memory_bytes && plan->seconds == policy.seconds,
            "network, processes, memory and time are those of the policy");
    require(plan->closed == assent::wall_closed() && plan->refuses_terminal_input &&
                plan->refuses_rights_of_owner && plan->refuses_namespaces && plan->refuses_other_sockets,
            "nothing that a test may take away is taken away");
    require(std::ranges::find(plan->refused_calls, "io_uring_setup") != plan->refused_calls.end(),
            "calls of the kernel are refused");
    require(plan->mounts.back().is == kind::sealed && plan->mounts.back().at == "/",
            "what is there stays so");
    require(std::ranges::none_of(ground.found, &assent::found_place::has_other_names),
            "a file with another name makes no wall");
    require_files(policy, ground, *plan);
    require(!assent::wall_text(*plan).empty(), "it can be said");
    return 0;
}
