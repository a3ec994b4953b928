#include <assent/domain/wall/wall_plan.hpp>

#include "../facts/protected_places.hpp"
#include "wall_environment.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>

namespace assent {
namespace {

using namespace std::string_view_literals;
using kind = wall_mount::kind;

constexpr std::array system_folders{"/usr"sv,   "/bin"sv,    "/sbin"sv, "/lib"sv, "/lib32"sv,
                                    "/lib64"sv, "/libx32"sv, "/etc"sv,  "/opt"sv};
// What programs count processors by.
constexpr std::string_view processors = "/sys/devices/system/cpu";

// Where `/etc/resolv.conf` often leads.
constexpr std::string_view name_servers = "/run/systemd/resolve";

// In the home folder, where languages have their programs: to read, where they are there. What is kept of
// them between runs, and all settings but git's, lies elsewhere.
constexpr std::array toolchains{".gitconfig"sv,  ".config/git"sv,
                                ".cargo/bin"sv,  ".rustup"sv,
                                ".pyenv"sv,      ".nvm"sv,
                                ".local/bin"sv,  ".local/lib"sv,
                                ".local/pipx"sv, ".local/share/uv"sv,
                                ".volta"sv,      ".asdf"sv,
                                ".sdkman"sv,     ".rbenv"sv,
                                ".rvm"sv,        ".deno/bin"sv,
                                ".bun/bin"sv,    "go/bin"sv,
                                ".ghcup/bin"sv,  ".local/share/mise"sv,
                                ".jenv"sv,       ".local/share/fnm"sv,
                                ".npm-global"sv, ".dotnet"sv};

// In the home folder, what languages keep between runs: Assent's own in their place, for each project.
constexpr std::array caches{
    ".cache"sv, ".npm"sv,  ".cargo/registry"sv,    ".cargo/git"sv, "go/pkg"sv, ".gradle"sv,
    ".m2"sv,    ".yarn"sv, ".bun/install/cache"sv, ".nuget"sv,     ".gem"sv,   ".composer/cache"sv,
    ".ivy2"sv,  ".sbt"sv,  ".local/share/pnpm"sv,  ".node-gyp"sv};

// Places that hold more than one project, or none.
constexpr std::array no_projects{"/"sv,    "/home"sv, "/tmp"sv,   "/var"sv, "/var/tmp"sv,
                                 "/srv"sv, "/mnt"sv,  "/media"sv, "/opt"sv};
// Those in which nothing may be written.
constexpr std::array never_written{"/usr"sv,   "/bin"sv,    "/sbin"sv, "/lib"sv, "/lib32"sv,
                                   "/lib64"sv, "/libx32"sv, "/etc"sv,  "/dev"sv, "/proc"sv,
                                   "/sys"sv,   "/run"sv,    "/boot"sv};

// Folders for programs have these names.
constexpr std::array names_of_programs{"bin"sv, "sbin"sv};

// Calls of the kernel that reach around what the namespaces hold. Source: syscalls(2).
constexpr std::array refused_calls{
    // keys, programs in the kernel, rings past the filter
    "keyctl"sv, "add_key"sv, "request_key"sv, "bpf"sv, "io_uring_setup"sv, "io_uring_enter"sv,
    "io_uring_register"sv, "userfaultfd"sv, "perf_event_open"sv,
    // mounts and roots
    "mount"sv, "umount2"sv, "umount"sv, "pivot_root"sv, "chroot"sv, "open_tree"sv, "move_mount"sv, "fsopen"sv,
    "fsconfig"sv, "fsmount"sv, "fspick"sv, "mount_setattr"sv, "setns"sv, "quotactl"sv, "quotactl_fd"sv,
    "fanotify_init"sv, "open_by_handle_at"sv, "name_to_handle_at"sv,
    // the machine
    "reboot"sv, "kexec_load"sv, "kexec_file_load"sv, "init_module"sv, "finit_module"sv, "delete_module"sv,
    "swapon"sv, "swapoff"sv, "acct"sv, "syslog"sv, "settimeofday"sv, "clock_settime"sv, "clock_adjtime"sv,
    "adjtimex"sv, "sethostname"sv, "setdomainname"sv, "iopl"sv, "ioperm"sv, "vhangup"sv, "nfsservctl"sv,
    "lookup_dcookie"sv, "move_pages"sv, "migrate_pages"sv, "mbind"sv, "set_mempolicy"sv};

bool is_below(std::string_view path, std::string_view folder) {
    if (folder == "/") return true;
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string joined(std::string_view folder, std::string_view name) {
    return std::string(folder).append("/").append(name);
}

no_wall refused(std::string_view what, std::string_view path, std::string_view why) {
    return {std::string(what).append(" ").append(path).append(" ").append(why)};
}

// Why a folder may not be changed behind a wall, whatever is in it; empty: it may.
std::string why_never_written(const std::string& path, const wall_ground& ground) {
    const auto same = [&](std::string_view each) { return path == each; };
    const auto in = [&](std::string_view each) { return is_below(path, each); };
    if (std::ranges::any_of(no_projects, same)) return "holds more than one project";
    if (std::ranges::any_of(never_written, in)) return "belongs to the system";
    if (is_below(ground.home, path)) return "is your home folder, or lies above it";
    if (is_below(ground.state, path) || is_below(path, ground.state) || is_below(ground.caches, path))
        return "holds what Assent keeps";
    return {};
}

// The same of a project.
std::string why_not_written(const std::string& path, const wall_ground& ground) {
    if (auto why = why_never_written(path, ground); !why.empty()) return why;
    const bool in_home = is_below(path, ground.home);
    const bool worktree = !places_in_folder(path).protected_place;
    if (in_home && path[ground.home.size() + 1] == '.' &&
        !(worktree && path.find("/worktrees/") != path.npos))
        return "lies in a hidden folder of your home";
    if (!worktree) return "is a place that decides what runs later";
    return {};
}

// What stands on each path of a folder that may be changed: a folder above what is protected is a mount of
// its own, so that it cannot be moved away.
class ground_cover {
public:
    ground_cover(std::string root, const wall_ground& ground) : root_(std::move(root)), ground_(ground) {}

    void add(const found_place& place, bool hides_secrets) {
        if (!is_below(place.path, root_)) return;
        const auto& path = place.leads_to.empty() ? place.path : place.leads_to;
        // A link that leads out of here leads to nothing.
        if (!is_below(path, root_) || path == root_) return;
        if (place.only_new) return;
        const bool hidden = place.talks || (place.is.secret && hides_secrets);
        const bool kept = place.is.runs_later || place.of_assent;
        if (!hidden && !kept) return;
        wall_mount mount{.is = hidden ? kind::hidden : kind::read, .at = path, .from = path};
        mount.folder = place.folder;
        if (hidden) mount.from = place.folder ? ground_.nothing_folder : ground_.nothing;
        if (kept) hold_above(path);
        auto& there = over_[path];
        if (there.at.empty() || there.is == kind::write || hidden) there = std::move(mount);
    }
    [[nodiscard]] std::size_t size() const { return over_.size(); }
    void put(std::vector<wall_mount>& into) const {
        for (const auto& [path, mount] : over_)
            if (!is_in_hidden(path)) into.push_back(mount);
    }

private:
    [[nodiscard]] bool is_in_hidden(const std::string& path) const {
        return std::ranges::any_of(over_, [&](const auto& each) {
            return each.second.is == kind::hidden && path != each.first && is_below(path, each.first);
        });
    }
    void hold_above(std::string_view path) {
        for (auto end = path.rfind('/'); end != path.npos && end > root_.size();
             end = path.rfind('/', end - 1)) {
            std::string above(path.substr(0, end));
            if (!over_.contains(above))
                over_.emplace(above, wall_mount{.is = kind::write, .at = above, .from = above});
        }
    }

    std::string root_;
    const wall_ground& ground_;
    std::map<std::string, wall_mount> over_;
};

void add_system(std::vector<wall_mount>& mounts, const wall_ground& ground) {
    for (const auto folder : system_folders) {
        const auto link = std::ranges::find(ground.links, folder, &system_link::at);
        if (link != ground.links.end())
            mounts.push_back({.is = kind::link, .at = link->at, .from = link->to});
        else
            mounts.push_back(
                {.is = kind::read_if_there, .at = std::string(folder), .from = std::string(folder)});
    }
    for (const auto& place : ground.closed)
        mounts.push_back({.is = kind::hidden,
                          .at = place.path,
                          .from = place.folder ? ground.nothing_folder : ground.nothing,
                          .folder = place.folder});
    mounts.push_back({.is = kind::devices, .at = "/dev"});
    mounts.push_back({.is = kind::memory, .at = "/dev/shm"});
    mounts.push_back({.is = kind::sealed, .at = "/dev"});
    mounts.push_back({.is = kind::processes, .at = "/proc"});
    // Settings of the kernel are root's to change, whatever else root may not do.
    mounts.push_back({.is = kind::sealed, .at = "/proc"});
    mounts.push_back(
        {.is = kind::read_if_there, .at = std::string(processors), .from = std::string(processors)});
    mounts.push_back({.is = kind::memory, .at = "/tmp"});
    mounts.push_back({.is = kind::memory, .at = "/var/tmp"});
}

void add_home(wall_plan& plan, const wall_settings& settings, const wall_ground& ground) {
    auto& mounts = plan.mounts;
    mounts.push_back({.is = kind::memory, .at = ground.home});
    for (const auto each : toolchains) {
        const auto path = joined(ground.home, each);
        mounts.push_back({.is = kind::read_if_there, .at = path, .from = path});
    }
    for (const auto each : caches) {
        const auto kept = joined(ground.caches, each);
        plan.made.push_back(kept);
        mounts.push_back({.is = kind::write, .at = joined(ground.home, each), .from = kept});
    }
    for (const auto& each : settings.read) {
        const auto path = below_home(each, ground.home);
        mounts.push_back({.is = kind::read_if_there, .at = path, .from = path});
    }
}

// Programs that lie neither in the system nor in a known toolchain: `~/bin`, `/srv/go/bin`. `PATH` is the
// word of whoever started the agent, or of a project: it opens nothing else.
void add_programs(std::vector<wall_mount>& mounts, const wall_ground& ground) {
    for (const auto& path : ground.programs) {
        const auto name = std::string_view(path).substr(path.rfind('/') + 1);
        if (std::ranges::find(names_of_programs, name) == names_of_programs.end()) continue;
        const auto places = places_in_folder(path);
        if (!places.protected_place && !places.secret && why_never_written(path, ground).empty())
            mounts.push_back({.is = kind::read_if_there, .at = path, .from = path});
    }
}

}  // namespace

void throw_exception_from_error(const no_wall& error, const boost::source_location&) {
    throw std::runtime_error(error.why);
}

std::vector<std::string_view> wall_system_folders() { return {system_folders.begin(), system_folders.end()}; }

std::string below_home(std::string_view path, std::string_view home) {
    return path.starts_with("~/") ? joined(home, path.substr(2)) : std::string(path);
}

boost::system::result<wall_plan, no_wall> make_wall_plan(const wall_settings& settings,
                                                         const wall_ground& ground) {
    if (ground.home == "/" || std::ranges::any_of(never_written, [&](std::string_view each) {
            return is_below(ground.home, each);
        }))
        return refused("the home folder", ground.home, "belongs to the system");
    if (const auto why = why_not_written(ground.project, ground); !why.empty())
        return refused("the project", ground.project, why);
    if (!is_below(ground.folder, ground.project))
        return refused("the working directory", ground.folder, "is not in the project");
    wall_plan plan{.project = ground.project,
                   .folder = ground.folder,
                   .network = settings.network,
                   .processes = settings.processes,
                   .memory_bytes = settings.memory_bytes,
                   .seconds = settings.seconds};
    plan.refused_calls.assign(refused_calls.begin(), refused_calls.end());
    plan.environment =
        environment_behind_wall(ground.environment, ground.home, ground.folder, settings.network);
    add_system(plan.mounts, ground);
    if (settings.network == wall_network::all)
        plan.mounts.push_back(
            {.is = kind::read_if_there, .at = std::string(name_servers), .from = std::string(name_servers)});
    add_home(plan, settings, ground);
    add_programs(plan.mounts, ground);

    std::vector<std::string> written{ground.project};
    for (const auto& each : settings.write) {
        written.push_back(below_home(each, ground.home));
        if (const auto why = why_not_written(written.back(), ground); !why.empty())
            return refused("wall.write:", written.back(), why);
    }
    if (!ground.repository.empty()) {
        written.push_back(ground.repository);
        if (const auto why = why_never_written(ground.repository, ground); !why.empty())
            return refused("the repository", ground.repository, why);
    }
    const auto twice = std::ranges::find(ground.found, true, &found_place::has_other_names);
    if (twice != ground.found.end())
        return refused("the file", twice->path,
                       "lies in another place, too (a hard link), and could be changed there");
    for (const auto& root : written)
        if (!ground.inside.empty() && is_below(ground.inside, root))
            return refused("Assent's program", ground.inside,
                           "lies in a folder that commands behind the wall may change");
    plan.written = written;
    std::size_t places = 0;
    for (const auto& root : written) {
        plan.mounts.push_back({.is = kind::write, .at = root, .from = root});
        ground_cover cover(root, ground);
        for (const auto& place : ground.found) cover.add(place, !settings.project_secrets);
        cover.put(plan.mounts);
        places += cover.size();
    }
    if (places > max_wall_places)
        return refused("the project", ground.project,
                       "has " + std::to_string(places) + " places to protect one by one, expected at most " +
                           std::to_string(max_wall_places));
    for (const auto& [path, seen, writes] : ground.scratch)
        if (std::ranges::none_of(written, [&at = path](const auto& root) { return is_below(at, root); }))
            plan.mounts.push_back({.is = writes ? kind::write : kind::read,
                                   .at = path,
                                   .from = path,
                                   .folder = false,
                                   .seen = seen});
    if (!ground.inside.empty())
        plan.mounts.push_back(
            {.is = kind::read, .at = std::string(wall_inside_program), .from = ground.inside});
    plan.mounts.push_back({.is = kind::sealed, .at = "/"});
    return plan;
}

wall_plan only_to_change(wall_plan plan, const std::vector<std::string>& folders) {
    std::erase_if(plan.mounts, [](const wall_mount& mount) {
        return mount.is == kind::write && mount.at != mount.from;  // a cache
    });
    plan.made.clear();
    for (auto& mount : plan.mounts)
        if (mount.is == kind::write) mount.is = kind::read;
    // Below the one that seals all.
    for (const auto& folder : folders)
        plan.mounts.insert(std::prev(plan.mounts.end()),
                           wall_mount{.is = kind::write, .at = folder, .from = folder});
    return plan;
}

}  // namespace assent
