#include <assent/adapters/files/git_repository_settings.hpp>

#include <assent/adapters/files/file_times.hpp>
#include <assent/domain/programs/git_settings.hpp>

#include <fmt/format.h>
#include <boost/system/errc.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

// Sources: git-config(1), gitrepository-layout(5), githooks(5), gitattributes(5).
namespace assent {
namespace {

using namespace std::string_view_literals;
using boost::system::errc::make_error_code;

std::string lowered(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](char byte) {
        return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
    });
    return small;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Quotes around a value, or a part of it, are none of it.
std::string unquoted(std::string_view value) {
    std::string text(value);
    std::erase(text, '"');
    return text;
}

// Whether a setting that runs nothing where git looks does so where it adds, commits, switches or stashes.
bool runs_when_writing(std::string_view section) { return section == "commit" || section == "interactive"; }

// Which settings of a file count, and whether what cannot be read does, too.
struct counting {
    bool (*counts)(std::string_view section, std::string_view name, std::string_view value);
    bool what_is_unread = true;
};

bool counts_when_looking(std::string_view section, std::string_view name, std::string_view value) {
    return programs::reach_of_git_setting(section, name, value) == programs::setting_reach::anywhere;
}
bool counts_when_writing(std::string_view section, std::string_view name, std::string_view value) {
    return programs::reach_of_git_setting(section, name, value) == programs::setting_reach::anywhere ||
           (programs::reach_of_git_setting(section, name, value) == programs::setting_reach::beyond_looking &&
            runs_when_writing(section));
}
// Where the user's settings, for all repositories, may have hooks: who names a folder may name one of a
// project, and who includes others may do so there.
bool may_name_hooks(std::string_view section, std::string_view name, std::string_view) {
    return (section == "core" && name == "hookspath") || section == "include" || section == "includeif";
}
bool moves_tree(std::string_view section, std::string_view name, std::string_view) {
    return section == "core" && name == "worktree";
}
// What changes where git looks, beside its settings.
bool moves_git(std::string_view variable) {
    // The user's, or of use to a connection alone. Source: git(1).
    constexpr std::string_view harmless[] = {
        "GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_SSL_",     "GIT_CURL_",           "GIT_HTTP_",
        "GIT_PAGER=",  "GIT_EDITOR=",    "GIT_ASKPASS=", "GIT_TERMINAL_PROMPT="};
    return variable.starts_with("GIT_") && std::ranges::none_of(harmless, [&](std::string_view begin) {
               return variable.starts_with(begin);
           });
}

// The first setting in the text that counts. What cannot be read is given as it stands.
std::string first_counting(std::string_view text, const counting& which) {
    std::string section;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        while (line.starts_with('[')) {
            const auto close = line.find(']');
            // A subsection in quotes may hold brackets.
            if (close == std::string_view::npos || line.find('\\') != std::string_view::npos) {
                if (which.what_is_unread) return std::string(line);
                line = {};
                break;
            }
            const auto head = line.substr(1, close - 1);
            section = lowered(head.substr(0, head.find_first_of(" \t.\"")));
            if (which.what_is_unread && std::ranges::count(head, '"') % 2 != 0) return std::string(line);
            line = trimmed(line.substr(close + 1));
        }
        if (line.empty() || line.front() == '#' || line.front() == ';') continue;
        // It goes on in the next line.
        if (which.what_is_unread && line.ends_with('\\')) return std::string(line);
        const auto equals = std::min(line.find('='), line.size());
        const auto name = lowered(trimmed(line.substr(0, equals)));
        // Without a value it is true.
        const auto given = equals == line.size() ? "true"sv : trimmed(line.substr(equals + 1));
        if (which.counts(section, name, unquoted(given))) return section + "." + name;
    }
    return {};
}

std::optional<struct stat> status_of(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) == 0) return found;
    return std::nullopt;
}
// \return false when it cannot be told, too
bool missing(const std::string& path) {
    struct stat found {};
    return ::lstat(path.c_str(), &found) != 0 && (errno == ENOENT || errno == ENOTDIR);
}
bool is_folder(const std::string& path) {
    const auto found = status_of(path);
    return found && S_ISDIR(found->st_mode);
}

// As git knows one: is_git_directory() in setup.c.
bool is_repository(const std::string& folder) {
    if (missing(folder + "/HEAD")) return false;
    return !missing(folder + "/commondir") || (is_folder(folder + "/objects") && is_folder(folder + "/refs"));
}

// The path that a file of git holds. Empty: git may read another one than we do, of several lines, or with
// blanks around it.
std::string path_in(const std::string& file, std::string_view mark) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream || !text.starts_with(mark)) return {};
    text.erase(0, mark.size());
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    const bool odd = text.find_first_of("\n\r\0"sv) != text.npos || trimmed(text) != text;
    return odd ? std::string() : text;
}

std::string joined(const std::string& folder, const std::string& path) {
    return path.starts_with('/') ? path : folder + "/" + path;
}

struct found_repository {
    std::string own;   // the folder with the repository's own files; empty: there is none
    std::string tree;  // its working tree; empty: it has none

    // Working trees of one repository share its settings. Empty: it cannot be told where these are.
    [[nodiscard]] std::string common() const {
        if (missing(own + "/commondir")) return own;
        const auto path = path_in(own + "/commondir", {});
        return path.empty() ? std::string() : joined(own, path);
    }
};

// The repository that git finds from there on upwards.
boost::system::result<found_repository> repository_from(std::string folder) {
    while (true) {
        const std::string inside = folder + "/.git";
        if (is_folder(inside)) {
            if (is_repository(inside)) return found_repository{inside, folder};
        } else if (!missing(inside)) {
            const auto path = path_in(inside, "gitdir: ");
            if (path.empty()) return make_error_code(boost::system::errc::invalid_argument);
            return found_repository{joined(folder, path), folder};
        }
        // A bare one has no folder of its own.
        if (is_repository(folder)) return found_repository{folder, {}};
        const auto slash = folder.rfind('/');
        if (slash == std::string::npos) return found_repository{};
        folder.resize(slash);
    }
}

// Reads the index of a repository for the repositories inside it. Source: gitformat-index(5).
class index_reader {
public:
    explicit index_reader(std::string_view bytes) : bytes_(bytes) {}

    // Their paths; nothing: it cannot be read.
    std::optional<std::vector<std::string>> links() {
        const bool read = each_entry([&](std::size_t mode) {
            if (mode == gitlink_mode) links_.push_back(name_);
        });
        // The entries of a split index are in another file.
        if (!read || bytes_.substr(std::min(at_, bytes_.size())).find("link") != std::string_view::npos)
            return std::nullopt;
        return std::move(links_);
    }
    // Calls `see(path)` for each of its files. \return it has told of all of them, and these lie all there
    template <class See>
    bool each_file(const See& see) {
        const bool read = each_entry([&](std::size_t) { see(std::string_view(name_)); });
        return read && !odd_ && ends_as_known();
    }

private:
    static constexpr std::size_t hash_bytes = 20;   // of a SHA-1
    static constexpr std::size_t fixed_bytes = 62;  // of an entry with one
    static constexpr std::size_t gitlink_mode = 0160000;

    [[nodiscard]] std::size_t number(std::size_t at, std::size_t bytes) const {
        std::size_t value = 0;
        for (std::size_t each = at; each < at + bytes && each < bytes_.size(); ++each)
            value = value << 8U | static_cast<unsigned char>(bytes_[each]);
        return value;
    }

    template <class See>
    bool each_entry(const See& see) {
        if (!bytes_.starts_with("DIRC")) return false;
        const auto version = number(4, 4);
        const auto count = number(8, 4);
        if (version < 2 || version > 4) return false;
        at_ = 12;
        for (std::size_t each = 0; each < count; ++each) {
            const auto mode = entry(version);
            if (!mode) return false;
            see(*mode);
        }
        return true;
    }
    // What is behind the entries may be left out when it is read, but for what a small letter begins.
    [[nodiscard]] bool ends_as_known() const {
        auto at = at_;
        while (at + 8 + hash_bytes <= bytes_.size()) {
            if (bytes_[at] < 'A' || bytes_[at] > 'Z') return false;
            at += 8 + number(at + 4, 4);
        }
        return at + hash_bytes == bytes_.size();
    }

    // \return its mode
    std::optional<std::size_t> entry(std::size_t version) {
        const auto begin = at_;
        if (begin + fixed_bytes > bytes_.size()) return std::nullopt;
        const auto mode = number(begin + 24, 4);
        const auto flags = number(begin + 60, 2);
        constexpr std::size_t extended = 0x4000;
        constexpr std::size_t skips_tree = 0x4000;  // of the flags behind these
        odd_ = odd_ || ((flags & extended) != 0 && (number(begin + fixed_bytes, 2) & skips_tree) != 0);
        at_ += fixed_bytes + ((flags & extended) != 0 ? 2U : 0U);
        if (version == 4) drop_end();
        const auto end = bytes_.find('\0', at_);
        if (end == std::string_view::npos) return std::nullopt;
        if (version < 4) name_.clear();
        name_ += bytes_.substr(at_, end - at_);
        constexpr std::size_t length = 0xFFF;
        odd_ = odd_ || std::min(name_.size(), length) != (flags & length);
        at_ = end + 1;
        // Entries are filled up to eight bytes.
        if (version < 4) at_ = begin + (end - begin + 8) / 8 * 8;
        return mode;
    }

    // Version 4 says how many bytes of the name before it are dropped.
    void drop_end() {
        std::size_t dropped = 0;
        bool more = true;
        for (bool first = true; more && at_ < bytes_.size(); first = false) {
            const auto byte = static_cast<unsigned char>(bytes_[at_++]);
            dropped = (first ? 0U : (dropped + 1) << 7U) | (byte & 0x7FU);
            more = (byte & 0x80U) != 0;
        }
        name_.resize(name_.size() - std::min(dropped, name_.size()));
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    std::string name_;
    std::vector<std::string> links_;
    bool odd_ = false;  // an entry is not as git writes it, or its file is not in the working tree
};

// What in a settings file counts.
boost::system::result<std::vector<std::string>> settings_in(std::string_view text, git_use use) {
    auto found = first_counting(text, {use == git_use::writes ? counts_when_writing : counts_when_looking});
    return found.empty() ? std::vector<std::string>() : std::vector<std::string>{std::move(found)};
}
boost::system::result<std::vector<std::string>> hooks_of_user_in(std::string_view text, git_use) {
    auto found = first_counting(text, {may_name_hooks, false});
    return found.empty() ? std::vector<std::string>() : std::vector<std::string>{std::move(found)};
}
boost::system::result<std::vector<std::string>> links_in(std::string_view text, git_use) {
    if (auto found = index_reader(text).links()) return std::move(*found);
    return make_error_code(boost::system::errc::not_supported);
}

// A regular file itself, no link. Empty: it is not there.
boost::system::result<std::string> text_of(const std::string& path, std::size_t most) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) {
        if (missing(path)) return std::string();
        return make_error_code(boost::system::errc::permission_denied);
    }
    if (!S_ISREG(found.st_mode) || static_cast<std::size_t>(found.st_size) > most)
        return make_error_code(boost::system::errc::file_too_large);
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file || text.size() > most) return make_error_code(boost::system::errc::io_error);
    return text;
}

// Git passes over a folder of which this is not so, and goes on to look above it: validate_headref() in
// path.c.
bool has_head(const std::string& own) {
    constexpr std::size_t longest = 4096;
    const auto head = text_of(own + "/HEAD", longest);
    if (!head) return false;
    constexpr std::size_t hash_digits = 40;
    return head->starts_with("ref: refs/") || (head->size() == hash_digits + 1 && head->ends_with('\n') &&
                                               head->find_first_not_of("0123456789abcdef") == hash_digits);
}

// The folders on the way to these names, from the working tree on, which is the empty one.
std::vector<std::string> folders_of(std::span<const std::string> names) {
    std::vector<std::string> folders{{}};
    for (const auto& name : names)
        for (auto slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
            if (auto folder = name.substr(0, slash); std::ranges::find(folders, folder) == folders.end())
                folders.push_back(std::move(folder));
    return folders;
}

// Those of the names that an index has, in any case of letters. Nothing: it cannot be told.
std::optional<std::vector<std::string>> tracked_in(std::string_view index,
                                                   std::span<const std::string> names) {
    std::vector<std::string> tracked;
    if (index.empty()) return tracked;
    std::map<std::string, bool, std::less<>> has;
    for (const auto& name : names) has.emplace(lowered(name), false);
    const bool read = index_reader(index).each_file([&](std::string_view path) {
        if (const auto known = has.find(lowered(path)); known != has.end()) known->second = true;
    });
    if (!read) return std::nullopt;
    std::ranges::copy_if(names, std::back_inserter(tracked),
                         [&](const std::string& name) { return has.find(lowered(name))->second; });
    return tracked;
}

// A hook of the repository that may run; those that git brings along as samples never do.
boost::system::result<std::string> hook_in(const std::string& common, git_use use) {
    // `git status` writes the index when it can.
    if (!missing(common + "/hooks/post-index-change")) return std::string("hooks/post-index-change");
    const std::string folder = common + "/hooks";
    if (use == git_use::looks || missing(folder)) return std::string();
    std::error_code failed;
    for (std::filesystem::directory_iterator each(folder, failed), end; !failed && each != end;
         each.increment(failed))
        if (each->path().extension() != ".sample") return "hooks/" + each->path().filename().string();
    if (failed) return boost::system::error_code(failed);
    return std::string();
}

// Git goes into a repository inside another one of which that has files. Names are whole in the index but for
// version 4.
bool may_track_below(std::string_view index, const std::string& folder) {
    if (index.empty()) return false;
    constexpr std::size_t last_of_version = 7;
    const bool whole = index.size() > last_of_version && index[last_of_version] < 4;
    return !whole || index.find(folder + "/") != index.npos;
}

}  // namespace

boost::system::result<std::string> git_repository_settings::names_program(std::string_view folder,
                                                                          git_use use) {
    if (!folder.starts_with('/') || folder.find('\0') != std::string_view::npos)
        return make_error_code(boost::system::errc::invalid_argument);
    // git goes up from where links lead.
    std::array<char, PATH_MAX> real{};
    if (::realpath(std::string(folder).c_str(), real.data()) == nullptr) {
        if (missing(std::string(folder))) return std::string();
        return make_error_code(boost::system::errc::permission_denied);
    }
    if (use == git_use::writes)
        if (auto named = when_writing(real.data()); !named || !named->empty()) return named;
    return of_folder(real.data(), use, 0);
}

boost::system::result<std::string> git_repository_settings::working_tree(std::string_view folder) {
    if (!folder.starts_with('/') || folder.find('\0') != std::string_view::npos)
        return make_error_code(boost::system::errc::invalid_argument);
    for (char** each = environ; *each != nullptr; ++each)
        if (moves_git(*each)) return make_error_code(boost::system::errc::not_supported);
    std::array<char, PATH_MAX> real{};
    if (::realpath(std::string(folder).c_str(), real.data()) == nullptr)
        return make_error_code(boost::system::errc::no_such_file_or_directory);
    const auto found = repository_from(real.data());
    if (!found) return found.error();
    if (found->own.empty()) return std::string();
    const auto common = found->common();
    if (found->tree.empty() || common.empty() || !has_head(found->own))
        return make_error_code(boost::system::errc::not_supported);
    for (const auto& file : {common + "/config", found->own + "/config.worktree"}) {
        const auto settings = text_of(file, max_ignoring_bytes);
        if (!settings || !first_counting(*settings, {moves_tree}).empty())
            return make_error_code(boost::system::errc::not_supported);
    }
    return found->tree;
}

boost::system::result<git_files> git_repository_settings::files_of(std::string_view tree,
                                                                   std::span<const std::string> names) {
    const std::string root(tree);
    const auto found = repository_from(root);
    if (!found) return found.error();
    if (found->tree != root || found->common().empty())
        return make_error_code(boost::system::errc::not_supported);
    const auto index = text_of(found->own + "/index", max_bytes);
    if (!index) return index.error();
    auto tracked = tracked_in(*index, names);
    if (!tracked) return make_error_code(boost::system::errc::not_supported);
    git_files files{.tracked = std::move(*tracked)};
    const auto add = [&](const std::string& folder, const std::string& path) {
        auto lines = text_of(path, max_ignoring_bytes);
        // Who writes to its other name changes it.
        if (const auto status = status_of(path); status && status->st_nlink > 1)
            return make_error_code(boost::system::errc::not_supported);
        if (lines && !lines->empty()) files.ignoring.push_back({folder, std::move(*lines)});
        return lines ? boost::system::error_code() : lines.error();
    };
    if (const auto failed = add({}, found->common() + "/info/exclude")) return failed;
    for (const auto& folder : folders_of(names)) {
        const auto place = folder.empty() ? root : root + "/" + folder;
        if (const auto failed = add(folder, place + "/.gitignore")) return failed;
        const auto inner = repository_from(place);
        if (!folder.empty() && inner && inner->tree == place && inner->common() == inner->own &&
            is_repository(inner->own) && has_head(inner->own) && !may_track_below(*index, folder))
            files.repositories.push_back(folder);
    }
    return files;
}

// What lies beyond the repository's own settings: how far it reaches, and where the user has hooks.
boost::system::result<std::string> git_repository_settings::when_writing(const std::string& folder) {
    const auto found = repository_from(folder);
    if (!found) return found.error();
    if (found->tree != folder) return std::string("a repository that reaches beyond the folder");
    for (char** each = environ; *each != nullptr; ++each)
        if (moves_git(*each)) return std::string(*each).substr(0, std::string_view(*each).find('='));
    const char* const home = home_.empty() ? std::getenv("HOME") : home_.c_str();
    const char* const settings = std::getenv("XDG_CONFIG_HOME");
    std::vector<std::string> files{"/etc/gitconfig"};
    if (home != nullptr) files.push_back(std::string(home) + "/.gitconfig");
    if (home != nullptr) files.push_back(std::string(home) + "/.config/git/config");
    if (settings != nullptr) files.push_back(std::string(settings) + "/git/config");
    for (const auto& file : files) {
        const auto hooks = read(file, git_use::writes, hooks_of_user_in);
        if (!hooks) return hooks.error();
        if (!hooks->empty()) return hooks->front();
    }
    return std::string();
}

boost::system::result<std::string> git_repository_settings::of_folder(std::string folder, git_use use,
                                                                      std::size_t depth) {
    if (depth > max_depth) return make_error_code(boost::system::errc::too_many_links);
    while (folder.ends_with('/')) folder.pop_back();
    const auto found = repository_from(folder);
    if (!found) return found.error();
    if (found->own.empty()) return std::string();
    const auto common = found->common();
    if (common.empty()) return make_error_code(boost::system::errc::invalid_argument);
    for (const auto& file : {common + "/config", found->own + "/config.worktree"}) {
        const auto setting = read(file, use, settings_in);
        if (!setting) return setting.error();
        if (!setting->empty()) return setting->front();
    }
    if (auto hook = hook_in(common, use); !hook || !hook->empty()) return hook;
    // It looks into repositories inside it, with their settings.
    const auto links = read(found->own + "/index", git_use::looks, links_in);
    if (!links) return links.error();
    for (const auto& link : *links) {
        const auto inner = found->tree + "/" + link;
        if (missing(inner + "/.git")) continue;
        auto setting = of_folder(inner, use, depth + 1);
        if (!setting || !setting->empty()) return setting;
    }
    return std::string();
}

boost::system::result<std::vector<std::string>> git_repository_settings::read(const std::string& path,
                                                                              git_use use, reader read_text) {
    const auto found = status_of(path);
    if (!found) {
        if (missing(path)) return std::vector<std::string>();
        return make_error_code(boost::system::errc::permission_denied);
    }
    if (!S_ISREG(found->st_mode) || static_cast<std::size_t>(found->st_size) > max_bytes)
        return make_error_code(boost::system::errc::file_too_large);
    const auto modified = detail::modified_at(*found), changed = detail::changed_at(*found);
    const auto stamp = fmt::format("{} {} {} {}.{} {}.{}", found->st_dev, found->st_ino, found->st_size,
                                   modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec);
    {
        const std::lock_guard lock(mutex_);
        const auto kept = kept_.find({path, use});
        if (kept != kept_.end() && kept->second.stamp == stamp) return kept->second.names;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file || text.size() > max_bytes) return make_error_code(boost::system::errc::io_error);
    auto names = read_text(text, use);
    if (!names) return names;
    const std::lock_guard lock(mutex_);
    if (kept_.size() >= max_kept) kept_.clear();
    kept_.insert_or_assign({path, use}, reading{stamp, *names});
    return names;
}

}  // namespace assent
