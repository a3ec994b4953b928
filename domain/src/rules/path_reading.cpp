#include <assent/domain/rules/path_reading.hpp>

#include "bare_path.hpp"
#include "path_characters.hpp"
#include "path_components.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

namespace assent {
namespace {

bool unclean_escape(std::string_view path, std::size_t at) noexcept {
    static constexpr std::string_view codes[] = {"2e", "2f", "5c", "25", "00"};
    const auto code = path.substr(at + 1, 2);
    return std::any_of(std::begin(codes), std::end(codes), [&](std::string_view each) {
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

// Why an absolute path has more than one reading; empty: it has one.
std::string_view flaw_of_absolute(std::string_view path) noexcept {
    if (path.find('\\') != std::string_view::npos) return "it holds a backslash";
    if (!plain_path_characters(path)) return "it holds a control, invisible or misleading character";
    if (has_unclean_escape(path)) return "it holds a percent escape of `.`, `/`, `\\`, `%` or NUL";
    if (two_slashes_in_front(path)) return "it begins with `//`";
    if (has_parent(path)) return "it has a `..` component";
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
    if (has_parent(path)) return "it has a `..` component";
    if (!plain_path_characters(path)) return "it holds a control, invisible or misleading character";
    return {};
}

// Folders whose entries stand for other files, such as `/proc/self/root` and `/dev/fd`.
bool leads_elsewhere(std::string_view normal) noexcept {
    return normal.starts_with("/proc/") || normal.starts_with("/dev/");
}

}  // namespace

path_reading::path_reading(std::string_view path, std::string_view cwd, const resolved_path* resolved)
    : raw_(path), cwd_(cwd), flaw_("it is longer than 4096 bytes") {
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
    const auto flaw = flaw_of(path, cwd);
    if (flaw.empty() && normal_already(path)) {
        normal_ = raw_;
    } else {
        normal_text_ = normal_path(path, cwd);
        normal_ = normal_text_;
    }
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
    return path.starts_with('/') && ascii_only(path) && normal_already(path) &&
           flaw_of_absolute(path).empty();
}

std::string normal_path(std::string_view path, std::string_view cwd) {
    std::string joined(path);
    if (!path.starts_with('/') && cwd.starts_with('/')) joined = std::string(cwd) + "/" + joined;
    path_components kept;
    for (const auto component : split_components(joined)) {
        if (component == ".") continue;
        if (component == ".." && !kept.empty() && kept.back() != "..")
            kept.pop_back();
        else if (component != ".." || !joined.starts_with('/'))
            kept.push_back(component);
    }
    std::string normal;
    for (const auto component : kept) {
        if (!normal.empty() || joined.starts_with('/')) normal += '/';
        normal += component;
    }
    return normal.empty() && joined.starts_with('/') ? "/" : normal;
}

}  // namespace assent
