#include <assent/domain/match/path_reading.hpp>

#include "../text/code_point.hpp"
#include "../text/word_list.hpp"
#include "path_characters.hpp"

#include <assent/domain/match/path_pattern.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <span>
#include <string>

namespace assent {
namespace {

using namespace std::string_view_literals;

// Of files that somebody keeps for a while.
constexpr word_list scratch_endings{"log"sv, "txt"sv, "out"sv, "err"sv,  "tmp"sv,
                                    "bak"sv, "csv"sv, "tsv"sv, "diff"sv, "patch"sv};

struct block {
    char32_t first;
    char32_t last;
};

// Whole blocks of punctuation, symbols, blanks and compatible forms. Source: Unicode 14, Blocks.txt.
constexpr block unusual_blocks[] = {
    {0x0080, 0x00BF},    // controls, punctuation and signs of Latin-1
    {0x2000, 0x2BFF},    // punctuation, letter-like symbols, numbers, arrows, mathematics, boxes
    {0x2E00, 0x2E7F},    // more punctuation
    {0x2FF0, 0x303F},    // descriptions of characters, punctuation of Chinese
    {0x3200, 0x33FF},    // enclosed and squared forms
    {0xD800, 0xDFFF},    // no characters
    {0xFE10, 0xFE1F},    // vertical forms
    {0xFE30, 0xFE6F},    // compatible and small forms
    {0xFF00, 0xFFEF},    // halfwidth and fullwidth forms
    {0x1D400, 0x1D7FF},  // mathematical letters
    {0x1F100, 0x1F2FF},  // enclosed forms
};

bool usual(char32_t value) noexcept {
    if (value < 0x80) return value >= U' ' && value <= U'~' && value != U'\\';
    if (detail::unshowable(value)) return false;
    return std::ranges::none_of(unusual_blocks,
                                [&](const block& each) { return value >= each.first && value <= each.last; });
}

bool unclean_escape(std::string_view path, std::size_t at) noexcept {
    static constexpr std::string_view codes[] = {"2e", "2f", "5c", "25", "00"};
    const auto code = path.substr(at + 1, 2);
    return std::ranges::any_of(codes, [&](std::string_view each) {
        return code.size() == 2 && code[0] == each[0] &&
               static_cast<char>(std::tolower(static_cast<unsigned char>(code[1]))) == each[1];
    });
}

bool has_unclean_escape(std::string_view path) noexcept {
    for (auto at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1))
        if (unclean_escape(path, at)) return true;
    return false;
}

bool has_parent(std::string_view path) noexcept {
    return path == ".." || path.starts_with("../") || path.ends_with("/..") ||
           path.find("/../") != std::string_view::npos;
}

bool normal_already(std::string_view path) noexcept {
    return path.starts_with('/') && path.find("//") == std::string_view::npos &&
           path.find("/./") == std::string_view::npos;
}

bool trimmed(std::string_view path) noexcept { return !path.starts_with(' ') && !path.ends_with(' '); }

// What a tool may expand or decode, or take for a URL or the name of a drive.
bool may_be_rewritten(std::string_view path) noexcept {
    if (path.find_first_of("\\%~$") != std::string_view::npos || !trimmed(path)) return true;
    return !path.starts_with('/') && path.substr(0, path.find('/')).find(':') != std::string_view::npos;
}

// To POSIX, two slashes in front may mean something of their own; three and more are one.
bool two_slashes_in_front(std::string_view path) noexcept {
    return path.starts_with("//") && !path.starts_with("///");
}

constexpr std::string_view parent_flaw = "it has a `..` component";

// Why an absolute path has more than one reading; empty: it has one.
std::string_view flaw_of_absolute(std::string_view path) noexcept {
    if (path.find('\\') != std::string_view::npos) return "it holds a backslash";
    if (!plain_path_characters(path)) return "it holds a control, invisible or misleading character";
    if (has_unclean_escape(path)) return "it holds a percent escape of `.`, `/`, `\\`, `%` or NUL";
    if (two_slashes_in_front(path)) return "it begins with `//`";
    if (has_parent(path)) return parent_flaw;
    if (path.size() > 1 && path.ends_with('/')) return "it ends in `/`";
    if (path.ends_with("/.")) return "it ends in `/.`";
    if (!trimmed(path)) return "it begins or ends with a blank";
    return {};
}

std::string_view flaw_of(std::string_view path, std::string_view cwd) noexcept {
    if (path.starts_with('/')) return flaw_of_absolute(path);
    if (path.empty()) return "it is empty";
    if (may_be_rewritten(path)) return "it is relative, and a program may expand or decode it";
    if (!cwd.starts_with('/')) return "it is relative, and the working directory is not known";
    if (!flaw_of_absolute(cwd).empty())
        return "it is relative, and the working directory is no clean absolute path";
    if (path.ends_with('/')) return "it ends in `/`";
    if (path == "." || path.ends_with("/.")) return "it ends in `.`";
    if (!plain_path_characters(path)) return "it holds a control, invisible or misleading character";
    if (has_parent(path)) return parent_flaw;
    return {};
}

// Folders whose entries stand for other files, such as `/proc/self/root` and `/dev/fd`.
bool leads_elsewhere(std::string_view normal) noexcept {
    return normal.starts_with("/proc/") || normal.starts_with("/dev/");
}

// What a tool may expand or decode: the text alone does not tell which file it is.
bool may_lead_elsewhere(std::string_view path) noexcept {
    for (std::size_t at = 0; at < path.size(); ++at) {
        const char byte = path[at];
        if (byte < ' ' || byte > '~' || byte == '\\' || byte == '~' || byte == '$') return true;
        if (byte == '%' && at + 2 < path.size() && hex_digit(path[at + 1]) && hex_digit(path[at + 2]))
            return true;
    }
    return false;
}

// Files that list patterns of names, or say how text is laid out: nothing runs by them, and they hold no
// secret.
constexpr std::string_view plain_hidden_files[] = {
    ".gitignore",      ".gitkeep",      ".dockerignore", ".npmignore",
    ".prettierignore", ".eslintignore", ".keep",         ".editorconfig",
};

// A component of a path. \param last  it is the name of the file
bool hides(std::string_view component, bool last) noexcept {
    return component.starts_with('.') &&
           !(last && std::ranges::find(plain_hidden_files, component) != std::end(plain_hidden_files));
}

// The components of the part below the working directory.
path_place place_below(std::string_view below) noexcept {
    below = below_worktree(below);
    path_place place = path_place::inside;
    while (!below.empty()) {
        const auto slash = std::min(below.find('/'), below.size());
        const auto component = below.substr(0, slash);
        const bool last = slash == below.size();
        if (component.empty() || component == "." || component == ".." ||
            (!last && slash + 1 == below.size()))
            return path_place::unknown;
        if (hides(component, last)) place = path_place::inside_hidden;
        below.remove_prefix(last ? slash : slash + 1);
    }
    return place;
}

// Of paths that are known to be clean.
path_place place_of_bare(std::string_view path, std::string_view cwd) noexcept {
    if (!path.starts_with(cwd)) return path_place::outside;
    if (path.size() == cwd.size()) return path_place::inside;
    if (path[cwd.size()] != '/') return path_place::outside;
    const auto below = below_worktree(path.substr(cwd.size() + 1));
    const bool dots = below.starts_with('.') || below.find("/.") != std::string_view::npos;
    return dots ? place_below(below) : path_place::inside;
}

}  // namespace

bool plain_path_characters(std::string_view text) noexcept {
    while (!text.empty()) {
        const auto point = detail::first_code_point(text);
        if (!point.valid || !usual(point.value)) return false;
        text.remove_prefix(point.length);
    }
    return true;
}

path_reading::path_reading(std::string_view path, std::string_view cwd, const resolved_path* resolved,
                           bool ignores_case)
    : raw_(path), cwd_(cwd), flaw_("it is longer than 4096 bytes"), ignores_case_(ignores_case) {
    static_assert(max_path_bytes == 4096, "said in a text above");
    if (resolved != nullptr && resolved->path && resolved->path->starts_with('/'))
        resolved_ = *resolved->path;
    else
        unresolvable_ = resolved != nullptr;
    if (path.size() > max_path_bytes || cwd.size() > max_path_bytes) return;
    if (bare_path(path)) {
        normal_ = raw_;
        flaw_ = {};
        if (!leads_elsewhere(normal_) && !leads_elsewhere(resolved_)) spelling_ = spelling::one;
        return;
    }
    auto flaw = flaw_of(path, cwd);
    if (flaw.empty() && normal_already(path)) {
        normal_ = raw_;
    } else {
        normal_text_ = normal_path(path, cwd);
        normal_ = normal_text_;
    }
    // No link is on the way: the text leads where the file system does.
    if (flaw == parent_flaw && !path.starts_with('/') && normal_ == resolved_) flaw = {};
    if (!flaw.empty() || normal_.size() <= max_path_bytes) flaw_ = flaw;
    spelling_ = spelling_of_normal();
}

path_reading::spelling path_reading::spelling_of_normal() const noexcept {
    const bool relative = !raw_.starts_with('/');
    if (may_be_rewritten(raw_) || (relative && may_be_rewritten(cwd_))) return spelling::many;
    // What stands before `..` may be a link; where it leads is then known from the file system only.
    if (resolved_.empty() && (has_parent(raw_) || (relative && has_parent(cwd_)))) return spelling::many;
    if (!normal_.starts_with('/') || leads_elsewhere(normal_) || leads_elsewhere(resolved_) ||
        !plain_path_characters(normal_))
        return spelling::many;
    return ascii_only(normal_) ? spelling::one : spelling::of_letters;
}

bool clean_path(std::string_view path) noexcept {
    return bare_path(path) || (path.starts_with('/') && ascii_only(path) && normal_already(path) &&
                               flaw_of_absolute(path).empty());
}

std::size_t put_normal_path(std::string_view path, std::string_view cwd, char* to) noexcept {
    const bool joins = !path.starts_with('/') && cwd.starts_with('/');
    const bool absolute = joins || path.starts_with('/');
    std::string_view made(to, 0);
    for (auto rest : {joins ? cwd : std::string_view(), path})
        while (!rest.empty()) {
            const auto slash = std::min(rest.find('/'), rest.size());
            const auto component = rest.substr(0, slash);
            rest.remove_prefix(std::min(slash + 1, rest.size()));
            if (component.empty() || component == ".") continue;
            const bool up = component == "..";
            const auto last = up ? made.rfind('/') + 1 : 0;  // its last component
            if (up && !made.empty() && made.substr(last) != "..") {
                made = {to, last == 0 ? 0 : last - 1};
            } else if (!up || !absolute) {
                char* end = to + made.size();
                if (absolute || !made.empty()) *end++ = '/';
                end = std::copy(component.begin(), component.end(), end);
                made = {to, static_cast<std::size_t>(end - to)};
            }
        }
    if (!made.empty() || !absolute) return made.size();
    *to = '/';
    return 1;
}

std::string normal_path(std::string_view path, std::string_view cwd) {
    std::string normal(cwd.size() + 1 + path.size(), '\0');
    normal.resize(put_normal_path(path, cwd, normal.data()));
    return normal;
}

std::string_view below_worktree(std::string_view path) noexcept {
    if (!path.starts_with(worktrees_folder)) return path;
    const auto name = path.substr(worktrees_folder.size());
    const auto slash = name.find('/');
    const bool named = slash != std::string_view::npos && slash > 0 && name.front() != '.';
    return named && slash + 1 < name.size() ? name.substr(slash + 1) : path;
}

path_place place_of(std::string_view path, std::string_view cwd) {
    if (path.size() + cwd.size() + 1 <= max_path_bytes && bare_path(path) && bare_path(cwd))
        return place_of_bare(path, cwd);
    if (path.empty() || !clean_path(cwd) || path.size() + cwd.size() + 1 > max_path_bytes)
        return path_place::unknown;
    if (may_lead_elsewhere(path) || may_lead_elsewhere(cwd)) return path_place::unknown;
    if (!path.starts_with('/')) return place_below(path);
    if (!clean_path(path)) return path_place::unknown;
    if (path == cwd) return path_place::inside;
    const std::string_view root = cwd == "/" ? std::string_view() : cwd;
    if (!path.starts_with(root) || !path.substr(root.size()).starts_with('/')) return path_place::outside;
    return place_below(path.substr(root.size() + 1));
}

bool names_scratch_file(std::string_view path, std::span<const std::string> folders, std::string_view cwd) {
    if (!path.starts_with('/') || !scratch_endings.has(path.substr(path.rfind('.') + 1))) return false;
    return std::ranges::any_of(folders, [&](const std::string& folder) {
        return path.size() > folder.size() + 1 && path.find('/', folder.size() + 1) == path.npos &&
               place_of(path, folder) == path_place::inside && place_of(cwd, folder) == path_place::outside;
    });
}

}  // namespace assent
