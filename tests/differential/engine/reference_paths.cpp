#include "reference_parts.hpp"

#include <algorithm>
#include <optional>

namespace assent::differential::reference {
namespace {

bool hidden(text component) { return component.starts_with('.'); }

// Without `.`, `..` and empty components.
std::string tidy(text path, text cwd) {
    const std::string all = path.starts_with('/') || !cwd.starts_with('/')
                                ? std::string(path)
                                : std::string(cwd) + "/" + std::string(path);
    list kept;
    for (const auto& part : split(all, "/")) {
        if (part == "..") {
            if (!kept.empty() && kept.back() != "..")
                kept.pop_back();
            else if (!all.starts_with('/'))
                kept.push_back(part);
        } else if (part != ".") {
            kept.push_back(part);
        }
    }
    std::string made = all.starts_with('/') && kept.empty() ? "/" : "";
    for (const auto& part : kept) made += (made.empty() && !all.starts_with('/') ? "" : "/") + part;
    return made;
}

// A program may expand, decode or trim it.
bool unclear(text path) {
    return path.find_first_of("\\%~$") != text::npos || path.starts_with(' ') || path.ends_with(' ');
}

bool fits_path(text pattern, text path, bool deny, bool dots) {
    const list parts = split(pattern, "/", true);
    const list items = split(path, "/");
    const auto many = [&](std::size_t at) {
        if (parts[at] != "**") return -1;
        return at + 1 == parts.size() && pattern.ends_with("/**") ? 1 : 0;
    };
    const auto one = [&](std::size_t at, text item) {
        return fits(parts[at], item, true) && (deny || dots || !hidden(item) || parts[at][0] == '.');
    };
    const auto any = [&](auto, text item) { return deny || dots || !hidden(item); };
    return pattern.starts_with('/') == path.starts_with('/') &&
           fit_lists(parts.size(), many, items, one, any);
}

bool path_allowed(text pattern, text path, const rule_switches& switches) {
    if (fits_path(pattern, path, false, switches.allow_dotfiles)) return true;
    if (!switches.star_crosses_slash || !fits(pattern, path, true)) return false;
    // Hidden components have to be written in the rule.
    const auto literal = pattern.substr(0, pattern.find_first_of("*?[\\"));
    return switches.allow_dotfiles || path.find("/.", literal.empty() ? 0 : literal.size() - 1) == text::npos;
}

// In lower case; a set that excludes a letter does not exclude it in the other
// case.
std::string any_case(text pattern) {
    std::string made = lower(pattern);
    for (auto at = made.find("[!"); at != std::string::npos; at = made.find("[!"))
        made.replace(at, made.find(']', at) + 1 - at, "?");
    return made;
}

}  // namespace

answers path_answers(text pattern, text raw, const tool_call& call, const rule_switches& switches,
                     bool deny) {
    const resolved_path* resolved = nullptr;
    if (call.resolved != nullptr && !call.resolved->empty()) resolved = &call.resolved->front();
    const bool lost = call.resolved != nullptr && (resolved == nullptr || !resolved->path);
    const std::string target = resolved != nullptr && resolved->path ? *resolved->path : "";
    const bool relative = !raw.starts_with('/');
    const std::string normal = tidy(raw, call.cwd);
    if (!deny) {
        const bool bad_end =
            raw.ends_with('/') ? raw.size() > 1 : raw.ends_with("/.") || raw == "." || raw.empty();
        bool clean = !lost && !raw.starts_with("//") && !has_parent(raw) && !bad_end &&
                     raw.find('\\') == text::npos && !raw.ends_with(' ') &&
                     lower(raw).find("%2e") == text::npos && normal.starts_with('/');
        if (relative) clean = clean && !unclear(raw) && !has_parent(call.cwd);
        return exactly(clean && path_allowed(pattern, normal, switches) &&
                       (target.empty() || path_allowed(pattern, target, switches)));
    }
    // A folder is all of it.
    std::string of_folder;
    if (pattern.size() > 1 && pattern.ends_with('/')) pattern = of_folder.assign(pattern).append("**");
    bool sure = fits(pattern, raw, true);
    const bool below = !pattern.starts_with('/');
    const auto covers = [&](text rule, text path) {
        return !path.empty() && (fits(rule, path, true) || fits_path(rule, path, true, true) ||
                                 (rule.ends_with("/**") && rule.size() > 3 &&
                                  fits(rule.substr(0, rule.size() - 3), path, true)));
    };
    bool maybe = lost || unclear(raw) || (relative && unclear(call.cwd)) || !normal.starts_with('/') ||
                 (target.empty() && (has_parent(raw) || (relative && has_parent(call.cwd)))) ||
                 normal.starts_with("/proc/") || target.starts_with("/proc/");
    const bool must = maybe;
    for (const std::string& form : {normal, target}) {
        sure = sure || covers(pattern, form);
        if (below && !form.empty()) {
            const std::string root = tidy(call.cwd, "/");
            const std::string start = root == "/" ? root : root + "/";
            sure = sure || (pattern.starts_with("**") && (pattern.size() == 2 || pattern[2] == '/') &&
                            fits_path("/" + std::string(pattern), "/" + form, true, true));
            sure = sure || (call.cwd.starts_with('/') && form.starts_with(start) &&
                            covers(pattern, text(form).substr(start.size())));
            std::string anywhere = "/**/" + any_case(pattern);
            if (anywhere.ends_with('/')) anywhere.pop_back();
            do {
                maybe = maybe || covers(anywhere, "/" + lower(form));
                if (anywhere.ends_with("/**")) anywhere.resize(anywhere.size() - 3);
            } while (anywhere.ends_with("/**"));
            maybe = maybe || covers(anywhere, "/" + lower(form));
        }
        maybe = maybe || covers(any_case(pattern), lower(form)) ||
                std::any_of(form.begin(), form.end(), [](char c) { return c < 0; });
    }
    return sure ? sure_yes : must ? doubtful : maybe ? anything : sure_no;
}
}  // namespace assent::differential::reference
