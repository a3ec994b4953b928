#include <assent/adapters/wall/wall_ground.hpp>

#include <assent/adapters/files/sha256.hpp>

#include "place_finder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

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

// The top of the repository that the folder is in, or the folder.
fs::path project_of(const fs::path& folder) {
    for (auto top = folder; top.has_relative_path(); top = top.parent_path())
        if (fs::symlink_status(top / ".git").type() != fs::file_type::not_found) return top;
    return folder;
}

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

// Moves a file or folder, also to another file system.
bool move_there(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (error) return false;
    fs::rename(from, to, error);
    if (!error) return true;
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
    if (error) return false;
    fs::remove_all(from, error);
    return !error;
}

bool is_below_folder(const std::string& path, const std::string& folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// The hooks that git itself puts into a new repository, of which it runs none.
bool only_samples(const fs::path& hooks) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(hooks, error))) return false;
    return std::ranges::all_of(fs::directory_iterator(hooks, error), [](const fs::directory_entry& each) {
        return each.path().extension() == ".sample" && each.is_regular_file();
    });
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

std::vector<found_place> find_places(const wall_settings& settings, const wall_ground& ground) {
    std::vector<found_place> found;
    find_places_below(ground.project, found);
    for (const auto& each : settings.write) find_places_below(below_home(each, ground.home), found);
    if (!ground.repository.empty()) find_places_below(ground.repository, found);
    return found;
}

void make_own_places(const wall_plan& plan, const wall_ground& ground) {
    for (const auto& each : plan.made) make_folder(each);
    if (!fs::exists(ground.nothing_folder)) make_folder(ground.nothing_folder);
    const int file = ::open(ground.nothing.c_str(), O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0);
    if (file >= 0) ::close(file);
    if (::chmod(ground.nothing.c_str(), 0) != 0 || ::chmod(ground.nothing_folder.c_str(), 0) != 0)
        throw std::system_error(errno, std::generic_category(), ground.nothing);
}

std::vector<quarantined> put_aside(const std::vector<found_place>& planted, const wall_ground& ground) {
    std::vector<quarantined> moved;
    const fs::path aside =
        fs::path(ground.caches) / "quarantine" / fmt::format("{}-{}", std::time(nullptr), ::getpid());
    for (const auto& place : planted) {
        std::error_code error;
        const bool gone = fs::symlink_status(place.path, error).type() == fs::file_type::not_found;
        if (gone || may_stay(place)) continue;
        const bool ours = is_below_folder(place.path, ground.project);
        const auto to = aside / (ours ? place.path.substr(ground.project.size() + 1) : place.path.substr(1));
        // A folder that is closed to us cannot be moved.
        if (place.folder && place.leads_to.empty())
            fs::permissions(place.path, fs::perms::owner_all,
                            fs::perm_options::add | fs::perm_options::nofollow, error);
        const bool done = move_there(place.path, to);
        moved.push_back({place.path, done ? to.string() : std::string()});
    }
    return moved;
}

}  // namespace assent
