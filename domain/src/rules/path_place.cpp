#include <assent/domain/rules/path_pattern.hpp>
#include <assent/domain/rules/path_place.hpp>

#include "bare_path.hpp"

#include <algorithm>
#include <cstddef>

namespace assent {
namespace {

bool hex_digit(char byte) noexcept {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
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

// The components of the part below the working directory.
path_place place_below(std::string_view below) noexcept {
    path_place place = path_place::inside;
    while (!below.empty()) {
        const auto slash = std::min(below.find('/'), below.size());
        const auto component = below.substr(0, slash);
        const bool last = slash == below.size();
        if (component.empty() || component == "." || component == ".." ||
            (!last && slash + 1 == below.size()))
            return path_place::unknown;
        if (component.front() == '.') place = path_place::inside_hidden;
        below.remove_prefix(last ? slash : slash + 1);
    }
    return place;
}

// Of paths that are known to be clean.
path_place place_of_bare(std::string_view path, std::string_view cwd) noexcept {
    if (!path.starts_with(cwd)) return path_place::outside;
    if (path.size() == cwd.size()) return path_place::inside;
    if (path[cwd.size()] != '/') return path_place::outside;
    const bool hidden = path.find("/.", cwd.size()) != std::string_view::npos;
    return hidden ? path_place::inside_hidden : path_place::inside;
}

}  // namespace

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

}  // namespace assent
