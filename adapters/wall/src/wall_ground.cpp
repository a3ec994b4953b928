#include <assent/adapters/wall/wall_ground.hpp>

#include <assent/adapters/files/sha256.hpp>

#include "place_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kept_for_walls = "assent/walls";
// Digits of a digest that tell projects apart, beside their names.
constexpr std::size_t digits_of_projects = 16;

fs::path first_line_of(const fs::path& file, std::string_view mark = {}) {
    std::ifstream stream(file);
    std::string line;
    std::getline(stream, line);
    if (!stream || !line.starts_with(mark)) return {};
    line.erase(0, mark.size());
    return line;
}

fs::path led_to(const fs::path& path, const fs::path& from) {
    std::error_code error;
    const auto found = fs::canonical(from / path, error);
    return error ? fs::path() : found;
}

}  // namespace

fs::path project_of(const fs::path& folder) {
    for (auto top = folder; top.has_relative_path(); top = top.parent_path())
        if (fs::symlink_status(top / ".git").type() != fs::file_type::not_found) return top;
    return folder;
}

namespace {

// Of a working tree whose repository lies elsewhere: that, where it says so itself. Empty otherwise.
std::string repository_of(const fs::path& project) {
    const auto mark = project / ".git";
    if (!fs::is_regular_file(fs::symlink_status(mark))) return {};
    const auto own = led_to(first_line_of(mark, "gitdir: "), project);
    if (own.empty() || led_to(first_line_of(own / "gitdir"), own) != mark) return {};
    const auto common = led_to(first_line_of(own / "commondir"), own);
    const bool fits = own.parent_path() == common / "worktrees" && fs::is_directory(common / "objects");
    return fits ? common.string() : std::string();
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw std::system_error(error, folder.string());
}

// Closes itself.
struct held_folder {
    explicit held_folder(int opened) : descriptor(opened) {}
    ~held_folder() {
        if (descriptor >= 0) ::close(descriptor);
    }
    held_folder(const held_folder&) = delete;
    held_folder& operator=(const held_folder&) = delete;
    void reset(int other) {
        if (descriptor >= 0) ::close(descriptor);
        descriptor = other;
    }
    int descriptor;
};

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

// Owner's rights to a folder that was closed.
void open_rights(int parent, const std::string& name) {
    struct stat found {};
    if (::fstatat(parent, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(found.st_mode)) return;
    if ((found.st_mode & S_IRWXU) != S_IRWXU)
        (void)::fchmodat(parent, name.c_str(), (found.st_mode & 07777) | S_IRWXU, 0);
}

// The folder that it lies in, from a root on, through no link; none: it is not there.
void open_folder_of(held_folder& folder, const std::string& root, const fs::path& below) {
    folder.reset(::open(root.c_str(), as_folder));
    for (const auto& name : below.parent_path()) {
        if (folder.descriptor < 0) return;
        open_rights(folder.descriptor, name.string());
        folder.reset(::openat(folder.descriptor, name.c_str(), as_folder));
    }
}

// Under a name that nothing looks for, where it cannot go elsewhere. \return the name; empty: it stays
std::string rename_beside(const held_folder& folder, const std::string& name) {
    for (int each = 1; each < 1000; ++each) {
        const auto other = fmt::format(".assent-aside-{}", each);
        struct stat found {};
        if (::fstatat(folder.descriptor, other.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0) continue;
        if (::renameat(folder.descriptor, name.c_str(), folder.descriptor, other.c_str()) != 0) return {};
        if (::fstatat(folder.descriptor, other.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISLNK(found.st_mode))
            (void)::fchmodat(folder.descriptor, other.c_str(), 0, 0);
        return other;
    }
    return {};
}

// \return where it is now; empty: it could not be moved
std::string moved_from(const std::string& root, const std::string& path, const fs::path& to) {
    const fs::path below = path.substr(root.size() + 1);
    held_folder folder(-1);
    open_folder_of(folder, root, below);
    if (folder.descriptor < 0) return {};
    const auto name = below.filename().string();
    open_rights(folder.descriptor, name);
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    const auto move = [&] { return ::renameat(folder.descriptor, name.c_str(), AT_FDCWD, to.c_str()) == 0; };
    if (!error && move()) return to.string();
    if (errno == EACCES || errno == EPERM) {
        struct stat own {};
        if (::fstat(folder.descriptor, &own) == 0)
            (void)::fchmod(folder.descriptor, (own.st_mode & 07777) | S_IRWXU);
        if (!error && move()) return to.string();
    }
    const auto beside = rename_beside(folder, name);
    return beside.empty() ? beside : (fs::path(path).parent_path() / beside).string();
}

bool is_below_folder(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The hooks that git itself puts into a new repository, of which it runs none.
bool only_samples(const fs::path& hooks) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(hooks, error))) return false;
    fs::directory_iterator each(hooks, error);
    for (; !error && each != fs::directory_iterator(); each.increment(error))
        if (each->path().extension() != ".sample" || !fs::is_regular_file(each->symlink_status(error)))
            return false;
    return !error;
}

// Settings that git itself puts into a new repository, or its user who clones one. Whatever else one has may
// name a program, or a place from which one comes: an alias, a helper, an included file.
struct usual_settings {
    std::string_view section;
    std::string_view keys;  // between blanks, in small letters
};
constexpr usual_settings usual_in_new_repositories[] = {
    {.section = "core",
     .keys =
         " repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks "},
    {.section = "remote", .keys = " url fetch "},
    {.section = "branch", .keys = " remote merge rebase "},
    {.section = "user", .keys = " name email "},
    {.section = "submodule", .keys = " url active "},
};

std::string_view trimmed_line(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

// A line that is not understood is not usual.
bool only_usual_settings(const fs::path& config) {
    if (!fs::is_regular_file(fs::symlink_status(config))) return false;
    std::ifstream stream(config);
    std::string_view keys;
    for (std::string text; std::getline(stream, text);) {
        const auto line = trimmed_line(text);
        if (line.empty() || line.front() == '#' || line.front() == ';') continue;
        if (line.ends_with('\\')) return false;
        if (line.front() == '[') {
            const auto name = line.substr(1, line.find_first_of(" ]") - 1);
            const auto* const usual =
                std::ranges::find(usual_in_new_repositories, name, &usual_settings::section);
            if (usual == std::end(usual_in_new_repositories) || line.find(']') != line.size() - 1)
                return false;
            keys = usual->keys;
            continue;
        }
        std::string key(trimmed_line(line.substr(0, line.find('='))));
        std::ranges::transform(key, key.begin(), [](char byte) {
            return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + ('a' - 'A')) : byte;
        });
        if (keys.find(" " + key + " ") == keys.npos) return false;
    }
    return stream.eof();
}

// Whether a repository that is new may keep this part of it.
bool may_stay(const found_place& place) {
    const fs::path path = place.path;
    if (!place.leads_to.empty() || place.has_other_names) return false;
    if (path.filename() == "hooks") return only_samples(path);
    return path.filename() == "config" && path.parent_path().filename() == ".git" &&
           only_usual_settings(path);
}

// Programs, and links to some, and nothing else that somebody could read there.
bool has_programs_alone(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator each(folder, error);
    for (; !error && each != fs::directory_iterator(); each.increment(error)) {
        const auto status = each->symlink_status(error);
        const bool runs =
            fs::is_regular_file(status) && (status.permissions() & fs::perms::owner_exec) != fs::perms::none;
        // Where rights are not kept, each file seems to be a program.
        const bool secret = wall_place_of(each->path().string(), false).secret;
        if ((!runs && !fs::is_symlink(status)) || secret) return false;
    }
    return !error;
}

bool is_of_system(std::string_view path) {
    return std::ranges::any_of(wall_system_folders(), [&](std::string_view folder) {
        return path == folder || is_below_folder(std::string(path), std::string(folder));
    });
}

// The folders that `PATH` names by themselves: no link leads there.
std::vector<std::string> folders_of_programs(const std::vector<std::string>& environment) {
    constexpr std::string_view variable = "PATH=";
    std::vector<std::string> folders;
    for (const std::string_view each : environment) {
        if (!each.starts_with(variable)) continue;
        std::istringstream names{std::string(each.substr(variable.size()))};
        for (std::string name; std::getline(names, name, ':');) {
            const bool wanted = name.starts_with('/') && !is_of_system(name) && led_to(name, {}) == name &&
                                std::ranges::find(folders, name) == folders.end();
            if (wanted && has_programs_alone(name)) folders.push_back(name);
        }
    }
    return folders;
}

}  // namespace

wall_ground find_ground(const wall_site& site) {
    wall_ground ground;
    ground.home = fs::canonical(site.home).string();
    const auto folder = fs::canonical(site.folder);
    const auto project = project_of(folder);
    ground.folder = folder.string();
    ground.project = project.string();
    ground.repository = repository_of(project);
    ground.environment = site.environment;
    ground.secrets = site.secrets;
    ground.programs = folders_of_programs(site.environment);
    ground.inside = site.inside;
    ground.state = fs::weakly_canonical(fs::path(site.state) / "assent").string();
    const auto kept = fs::weakly_canonical(fs::path(site.state) / kept_for_walls);
    const auto digest = detail::sha256_hex({ground.project}).substr(0, digits_of_projects);
    ground.caches = (kept / fmt::format("{}-{}", project.filename().string(), digest)).string();
    ground.nothing = (kept / "nothing").string();
    ground.nothing_folder = (kept / "no-folder").string();
    for (const auto each : wall_system_folders()) {
        const fs::path path = each;
        std::error_code error;
        if (fs::is_symlink(fs::symlink_status(path, error)))
            ground.links.push_back({std::string(each), fs::read_symlink(path).string()});
    }
    for (const auto* const each : {"/etc", "/opt"}) find_closed_places(each, ground.closed);
    return ground;
}

namespace {

std::vector<found_place> places_on(const wall_settings& settings, const wall_ground& ground,
                                   std::function<bool(const std::string& path)> is_hidden) {
    const places_wanted wanted{.home = ground.home,
                               .repository = ground.repository,
                               .is_hidden = std::move(is_hidden),
                               .secrets = ground.secrets};
    std::vector<found_place> found;
    find_places_below(ground.project, wanted, found);
    for (const auto& each : settings.write) find_places_below(below_home(each, ground.home), wanted, found);
    if (!ground.repository.empty()) find_places_below(ground.repository, wanted, found);
    return found;
}

}  // namespace

std::vector<found_place> find_places(const wall_settings& settings, const wall_ground& ground) {
    return places_on(settings, ground, [&](const std::string&) { return !settings.project_secrets; });
}

std::vector<found_place> find_planted(const wall_settings& settings, const wall_ground& ground) {
    const auto was_hidden = [&](const std::string& path) {
        const auto old = std::ranges::find(ground.found, path, &found_place::path);
        return !settings.project_secrets && old != ground.found.end() && old->is.secret;
    };
    return planted(ground.found, places_on(settings, ground, was_hidden));
}

void make_own_places(const wall_plan& plan, const wall_ground& ground) {
    for (const auto& each : plan.made) make_folder(each);
    if (!fs::exists(ground.nothing_folder)) make_folder(ground.nothing_folder);
    const int file = ::open(ground.nothing.c_str(), O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0);
    if (file >= 0) ::close(file);
    if (::chmod(ground.nothing.c_str(), 0) != 0 || ::chmod(ground.nothing_folder.c_str(), 0) != 0)
        throw std::system_error(errno, std::generic_category(), ground.nothing);
}

wall_settings without_links(wall_settings settings, const wall_ground& ground) {
    for (auto& each : settings.write) {
        auto path = fs::path(below_home(each, ground.home)).lexically_normal();
        if (path.has_relative_path() && !path.has_filename()) path = path.parent_path();
        std::error_code error;
        const auto real = fs::canonical(path, error);
        if (error) throw std::runtime_error(fmt::format("wall.write: {}: {}", each, error.message()));
        if (real != path)
            throw std::runtime_error(
                fmt::format("wall.write: {} leads by a link to {}, expected a folder by its own path", each,
                            real.string()));
        each = path.string();
    }
    return settings;
}

namespace {

std::string seen_file(const struct stat& found) { return fmt::format("{}:{}", found.st_dev, found.st_ino); }

}  // namespace

std::string file_seen_at(const std::string& path) {
    struct stat found {};
    return ::lstat(path.c_str(), &found) == 0 ? seen_file(found) : std::string();
}

namespace {

bool is_in_written(const wall_plan& plan, const std::string& path) {
    return std::ranges::any_of(
        plan.written, [&](const std::string& root) { return path == root || is_below_folder(path, root); });
}

}  // namespace

void note_seen(wall_plan& plan) {
    for (auto& mount : plan.mounts) {
        if (!is_in_written(plan, mount.at)) continue;
        std::error_code error;
        const bool straight =
            mount.is == wall_mount::kind::hidden || fs::canonical(mount.from, error) == mount.from;
        mount.seen = file_seen_at(mount.from);
        if (!straight || mount.seen.empty())
            throw std::runtime_error(
                fmt::format("{} was changed while it was looked at; try again", mount.at));
    }
}

std::vector<wall_file> find_scratch(const std::vector<scratch_file>& files, bool makes) {
    std::vector<wall_file> found;
    for (const auto& file : files) {
        const int how = !file.writes ? O_RDONLY : makes ? O_RDWR | O_CREAT : O_RDWR;
        // A pipe is not waited for.
        const int opened = ::open(file.path.c_str(), how | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
        if (opened < 0) continue;
        struct stat is {};
        const bool plain =
            ::fstat(opened, &is) == 0 && S_ISREG(is.st_mode) && is.st_nlink == 1 && is.st_uid == ::geteuid();
        ::close(opened);
        if (plain) found.push_back({file.path, seen_file(is), file.writes});
    }
    return found;
}

last_changes changes_of(const wall_plan& plan) {
    last_changes all;
    for (const auto& mount : plan.mounts) {
        if (mount.is != wall_mount::kind::read || !is_in_written(plan, mount.at)) continue;
        struct stat found {};
        const bool there = ::lstat(mount.at.c_str(), &found) == 0;
        all.emplace_back(mount.at, there
                                       ? fmt::format("{}:{}:{}", found.st_ino, found.st_ctime, found.st_size)
                                       : std::string());
    }
    return all;
}

std::vector<quarantined> put_aside(const std::vector<found_place>& planted, const wall_ground& ground,
                                   const std::vector<std::string>& written) {
    std::vector<quarantined> moved;
    const fs::path aside =
        fs::path(ground.caches) / "quarantine" / fmt::format("{}-{}", std::time(nullptr), ::getpid());
    for (const auto& place : planted) {
        const auto root = std::ranges::find_if(
            written, [&](const std::string& each) { return is_below_folder(place.path, each); });
        struct stat there {};
        if (::lstat(place.path.c_str(), &there) != 0 && (errno == ENOENT || errno == ENOTDIR)) continue;
        try {
            if (may_stay(place)) continue;
        } catch (const std::exception&) {
            // What cannot be looked at is not usual.
        }
        std::string now;
        try {
            const bool ours = is_below_folder(place.path, ground.project);
            const auto to =
                aside / (ours ? place.path.substr(ground.project.size() + 1) : place.path.substr(1));
            if (root != written.end()) now = moved_from(*root, place.path, to);
        } catch (const std::exception&) {
            now.clear();
        }
        moved.push_back({place.path, now});
    }
    return moved;
}

}  // namespace assent
