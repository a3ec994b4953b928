#include "place_finder.hpp"

#include <assent/domain/wall/wall_plan.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assent {
namespace {

namespace fs = std::filesystem;

struct folder_entry {
    std::string name;
    unsigned char type;
};

struct close_folder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// A folder that lies deeper is not looked into: it counts as one that cannot be read.
constexpr std::size_t max_looked_at_path = 3500;

// Settings of git that are included by others are read so deep; git itself goes no further than 10.
constexpr int max_included = 10;

// In a folder of git, where the states of projects before changes are kept.
constexpr std::string_view refs_of_assent = "/refs/assent";

constexpr auto npos = std::string_view::npos;

// What a folder has in it; nothing: it cannot be read. Links are not followed.
std::optional<std::vector<folder_entry>> entries_of(const std::string& path) {
    std::vector<folder_entry> found;
    if (path.size() > max_looked_at_path) return std::nullopt;
    const int file = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0 && (errno == EACCES || errno == ELOOP)) return std::nullopt;
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR)) return found;
    if (file < 0) throw std::system_error(errno, std::generic_category(), path);
    const std::unique_ptr<DIR, close_folder> folder(::fdopendir(file));
    if (folder == nullptr) throw std::system_error(errno, std::generic_category(), path);
    while (const dirent* const each = ::readdir(folder.get())) {
        const std::string_view name = each->d_name;
        if (name == "." || name == "..") continue;
        unsigned char type = each->d_type;
        if (type == DT_UNKNOWN) {
            struct stat status {};
            if (::lstat((path + "/" + each->d_name).c_str(), &status) == 0) type = IFTODT(status.st_mode);
        }
        found.push_back({std::string(name), type});
    }
    std::ranges::sort(found, {}, &folder_entry::name);
    return found;
}

bool has(const std::vector<folder_entry>& entries, std::string_view name) {
    return std::ranges::find(entries, name, &folder_entry::name) != entries.end();
}

// As git knows one: is_git_directory() in setup.c.
bool is_folder_of_git(const std::vector<folder_entry>& entries) {
    return has(entries, "HEAD") &&
           (has(entries, "commondir") || (has(entries, "objects") && has(entries, "refs")));
}

// Keys of git's settings whose values name no file that is run or read as settings.
bool names_no_file(std::string_view key) {
    constexpr std::string_view keys[] = {"url",    "pushurl",      "worktree", "merge", "fetch",
                                         "remote", "excludesfile", "name",     "email", "defaultbranch"};
    return std::ranges::find(keys, key) != std::end(keys);
}

class place_finder {
public:
    place_finder(const places_wanted& wanted, std::vector<found_place>& into)
        : wanted_(wanted), into_(into) {}

    void look(const std::string& root) {
        root_ = root;
        look_into(root, {}, root == wanted_.repository ? ".git" : "");
    }

private:
    // What is known of the folder that is looked into.
    struct state {
        bool of_git = false;       // it is a repository
        bool in_git = false;       // it is `.git`, or below one
        bool in_data = false;      // it is below what git keeps there, whose names say nothing
        bool in_packages = false;  // of what was installed
        bool runs_later = false;   // it is protected as a whole
    };

    void look_into(const std::string& path, const state& above, std::string_view name) {
        const auto found = entries_of(path);
        // The command could open it.
        if (!found)
            return into_.push_back(
                {.path = path, .is = {.runs_later = true, .secret = true}, .folder = true});
        const auto& entries = *found;
        state here = above;
        here.of_git = name == ".git" || is_folder_of_git(entries);
        here.in_git = above.in_git || name == ".git";
        here.in_data = above.in_data && !here.of_git;
        here.in_packages = above.in_packages || holds_packages(name);
        for (const auto& each : entries) look_at(path, each, here);
        if (here.of_git && has(entries, "config")) look_at_settings(path, path + "/config", 0);
    }

    void look_at(const std::string& folder, const folder_entry& entry, const state& here) {
        const std::string path = folder + "/" + entry.name;
        const bool is_folder = entry.type == DT_DIR;
        const bool named_secret = is_named_secret(path);
        state below = here;
        if (entry.type == DT_SOCK || entry.type == DT_FIFO) {
            into_.push_back({.path = path, .talks = true});
            return;
        }
        if ((here.in_git || here.of_git) && !here.in_data && decides_for_git(entry.name)) {
            add(path, entry, {.runs_later = true, .secret = named_secret});
            below.runs_later = true;
            if (is_folder) look_into(path, below, entry.name);
            return;
        }
        // A link from there leads to what runs later, too, and so does a second name.
        if (here.runs_later && !is_folder) add_other_names(path, entry);
        if (here.in_git) {
            below.in_data = here.in_data || (here.of_git && is_data_of_git(entry.name));
            if (named_secret) add(path, entry, {.secret = true});
            if (is_folder && path.ends_with(refs_of_assent))
                into_.push_back({.path = path, .folder = true, .of_assent = true});
            if (is_folder) look_into(path, below, entry.name);
            return;
        }
        auto is = wall_place_of(path, is_folder);
        if (entry.name == ".git") is = {.runs_later = !is_folder};
        if (here.in_packages) {
            const bool only_new = entry.name == ".vscode" || entry.name == ".envrc";
            if (only_new)
                into_.push_back(
                    {.path = path, .is = {.runs_later = true}, .folder = is_folder, .only_new = true});
            is = {.runs_later = is.runs_later && entry.name == ".git"};
        }
        is.runs_later = is.runs_later && !here.runs_later;
        is.secret = is.secret || named_secret;
        if (is != wall_place()) add(path, entry, is);
        if (!is_folder || (is.secret && wanted_.is_hidden(path))) return;
        below.runs_later = here.runs_later || is.runs_later;
        look_into(path, below, entry.name);
    }

    [[nodiscard]] bool is_named_secret(const std::string& path) const {
        if (wanted_.secrets.empty()) return false;
        const path_reading reading(path, {});
        return std::ranges::any_of(wanted_.secrets, [&](const path_pattern& pattern) {
            return pattern.catches(reading) != rule_match::no;
        });
    }

    void add_other_names(const std::string& path, const folder_entry& entry) {
        struct stat status {};
        if (::lstat(path.c_str(), &status) != 0 || (entry.type != DT_LNK && status.st_nlink < 2)) return;
        add(path, entry, {.runs_later = true});
    }

    static bool is_data_of_git(std::string_view name) {
        return name == "objects" || name == "refs" || name == "logs" || name == "lfs";
    }

    void add(const std::string& path, const folder_entry& entry, wall_place is) {
        found_place place{.path = path, .is = is, .folder = entry.type == DT_DIR};
        struct stat status {};
        if (entry.type == DT_LNK) {
            std::error_code error;
            place.leads_to = fs::canonical(path, error).string();
            if (error) place.leads_to = fs::read_symlink(path, error).string();
            place.folder = fs::is_directory(path, error);
        } else if (!place.folder && ::lstat(path.c_str(), &status) == 0) {
            place.has_other_names = status.st_nlink > 1;
        }
        into_.push_back(std::move(place));
    }

    // Files of the project that the settings of a repository name: hooks in other folders, programs, more
    // settings.
    void look_at_settings(const std::string& of_git, const fs::path& file, int depth) {
        std::error_code error;
        if (depth > max_included || !fs::is_regular_file(file, error)) return;
        std::ifstream stream(file);
        const auto top = fs::path(of_git).parent_path();
        for (std::string line; std::getline(stream, line);) {
            const auto equals = line.find('=');
            if (equals == line.npos) continue;
            std::string key = line.substr(0, equals);
            std::string value = line.substr(equals + 1);
            const auto trim = [](std::string& text, const char* letters) {
                text.erase(0, text.find_first_not_of(letters));
                text.erase(text.find_last_not_of(letters) + 1);
            };
            trim(key, " \t");
            trim(value, " \t\r\"!");
            std::ranges::transform(key, key.begin(), [](char byte) {
                return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte;
            });
            if (names_no_file(key) || value.empty()) continue;
            std::vector<std::string> words{value};
            std::ranges::replace_if(
                value, [](char byte) { return std::string_view(" \t\"';|&()<>=`").find(byte) != npos; }, ' ');
            std::istringstream each_word(value);
            for (std::string word; each_word >> word;) words.push_back(word);
            for (const auto& word : words)
                for (const auto& folder : {top, fs::path(of_git), file.parent_path()}) {
                    const auto named = folder / below_home(word, wanted_.home);
                    // Further words may be names of anything: those of files in the project count.
                    const bool first = &word - words.data() < 2;
                    if (first || (folder == top && fs::is_regular_file(named, error)))
                        look_at_named(of_git, named);
                    if (key.ends_with("path")) look_at_settings(of_git, named, depth + 1);
                }
        }
    }
    void look_at_named(const std::string& of_git, const fs::path& named) {
        std::error_code error;
        const auto path = fs::canonical(named, error).string();
        if (error || !path.starts_with(root_ + "/") || of_git.starts_with(path)) return;
        if (std::ranges::find(into_, path, &found_place::path) != into_.end()) return;
        into_.push_back({.path = path, .is = {.runs_later = true}, .folder = fs::is_directory(path, error)});
    }

    const places_wanted& wanted_;
    std::vector<found_place>& into_;
    std::string root_;
};

// What not everybody may read of a folder of the system is hidden: whoever is root may.
void find_closed(const std::string& path, std::vector<found_place>& into) {
    for (const auto& each : entries_of(path).value_or(std::vector<folder_entry>())) {
        const std::string below = path + "/" + each.name;
        struct stat status {};
        if (each.type == DT_LNK || ::lstat(below.c_str(), &status) != 0) continue;
        const bool folder = S_ISDIR(status.st_mode);
        const mode_t needed = folder ? S_IROTH | S_IXOTH : S_IROTH;
        if ((status.st_mode & needed) != needed)
            into.push_back({.path = below, .is = {.secret = true}, .folder = folder});
        else if (folder)
            find_closed(below, into);
    }
}

}  // namespace

void find_places_below(const std::string& root, const places_wanted& wanted, std::vector<found_place>& into) {
    place_finder(wanted, into).look(root);
}

void find_closed_places(const std::string& root, std::vector<found_place>& into) { find_closed(root, into); }

}  // namespace assent
