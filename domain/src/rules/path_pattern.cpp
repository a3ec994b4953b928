#include <assent/domain/rules/path_pattern.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

namespace assent {
namespace {

std::vector<std::string_view> split_components(std::string_view path) {
    std::vector<std::string_view> components;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (slash > 0) components.push_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return components;
}

bool hidden(std::string_view component) noexcept { return component.starts_with('.'); }

// Allow: a wildcard at the beginning does not take a leading dot.
bool covers_component(const glob& pattern, std::string_view component) {
    if (hidden(component) && !pattern.begins_with('.')) return false;
    return pattern.matches(component);
}

bool plain_component(std::string_view component) noexcept { return !hidden(component); }

bool unclean_escape(std::string_view path, std::size_t at) noexcept {
    static constexpr std::string_view codes[] = {"2e", "2f", "5c", "25", "00"};
    const auto code = path.substr(at + 1, 2);
    return std::any_of(std::begin(codes), std::end(codes), [&](std::string_view each) {
        return code.size() == 2 && code[0] == each[0] &&
               static_cast<char>(std::tolower(static_cast<unsigned char>(code[1]))) == each[1];
    });
}

// Whether text alone tells which file it is, links aside: nothing that a tool may expand or decode, and no
// `..`, which leads elsewhere behind a link.
bool one_reading(std::string_view path) {
    if (path.find_first_of("\\%~$") != std::string_view::npos) return false;
    const auto components = split_components(path);
    return std::none_of(components.begin(), components.end(), [](auto each) { return each == ".."; });
}

// Folders whose entries stand for other files, such as `/proc/self/root` and `/dev/fd`.
bool leads_elsewhere(std::string_view normal) noexcept {
    return normal.starts_with("/proc/") || normal.starts_with("/dev/");
}

bool every(std::string_view) noexcept { return true; }

// What is wrong with a pattern; empty when nothing is.
std::string flaw_of(std::string_view pattern, bool allow) {
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '[') return "`[` must be escaped: `\\[`";
        if (pattern[at] != '\\') continue;
        ++at;
        if (at < pattern.size() && pattern[at] == '/') return "`/` must not be escaped";
    }
    if (allow && !pattern.starts_with('/'))
        return "expected an absolute path, got `" + std::string(pattern) + "`";
    if (pattern.find("//") != std::string_view::npos) return "expected a path without `//`";
    if (allow && pattern.size() > 1 && pattern.ends_with('/'))
        return "expected a path without `/` at the end";
    const auto components = split_components(pattern);
    if (std::any_of(components.begin(), components.end(),
                    [](auto each) { return each == "." || each == ".."; }))
        return "expected a path without `.` and `..` components";
    return {};
}

}  // namespace

bool clean_path(std::string_view path) noexcept {
    if (!path.starts_with('/') || (path.size() > 1 && path.ends_with('/'))) return false;
    for (std::size_t at = 0; at < path.size(); ++at) {
        if (path[at] < ' ' || path[at] > '~' || path[at] == '\\') return false;
        if (path[at] == '%' && unclean_escape(path, at)) return false;
    }
    for (const std::string_view unclean : {"//", "/./", "/../"})
        if (path.find(unclean) != std::string_view::npos) return false;
    return !path.ends_with("/.") && !path.ends_with("/..");
}

std::string normal_path(std::string_view path, std::string_view cwd) {
    std::string joined(path);
    if (!path.starts_with('/') && cwd.starts_with('/')) joined = std::string(cwd) + "/" + joined;
    std::vector<std::string_view> kept;
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

boost::system::result<path_pattern, invalid_rule> path_pattern::make(std::string_view pattern,
                                                                     rule_behavior behavior) {
    path_pattern made;
    made.whole_ = glob(pattern);
    if (made.whole_.any_text()) return made;
    if (auto flaw = flaw_of(pattern, behavior == rule_behavior::allow); !flaw.empty())
        return invalid_rule{std::move(flaw)};
    made.absolute_ = pattern.starts_with('/');
    for (const auto component : split_components(pattern)) {
        if (component == "**")
            made.components_.push_back({glob(), true, 0});
        else
            made.components_.push_back({glob(component), false, 1});
    }
    if (pattern.ends_with("/**")) {
        made.components_.back().at_least = 1;
        if (pattern.size() > 3) made.directory_ = glob(pattern.substr(0, pattern.size() - 3));
    }
    if (!made.absolute_) {
        made.below_any_.push_back({glob(), true, 0});
        made.below_any_.insert(made.below_any_.end(), made.components_.begin(), made.components_.end());
        made.below_any_.back().at_least = 0;
        made.whole_below_any_ = glob("*/" + std::string(pattern));
    }
    return made;
}

bool path_pattern::allows(std::string_view path, std::string_view cwd) const {
    if (whole_.any_text()) return true;
    // What a tool may expand is not below the working directory.
    if (!path.starts_with('/') && !one_reading(path)) return false;
    std::string joined;
    if (!path.starts_with('/') && cwd.starts_with('/')) {
        joined = std::string(cwd) + "/" + std::string(path);
        path = joined;
    }
    if (path.size() > max_path_bytes || !clean_path(path)) return false;
    return covers(components_, split_components(path), covers_component, plain_component);
}

bool path_pattern::catches_spelling(std::string_view path, bool ignore_case) const {
    const auto same = [ignore_case](const glob& pattern, std::string_view text) {
        return ignore_case ? pattern.matches_ignoring_case(text) : pattern.matches(text);
    };
    if (same(whole_, path)) return true;
    if (directory_ && same(*directory_, path)) return true;
    if (absolute_ != path.starts_with('/')) return false;
    return covers(components_, split_components(path), same, every);
}

// A relative pattern names a place below the working directory, wherever that is.
rule_match path_pattern::catches_relative(std::string_view normal, std::string_view cwd) const {
    const auto components = split_components(normal);
    const bool anywhere = !components_.empty() && components_.front().many;
    const auto exactly = [](const glob& pattern, std::string_view text) { return pattern.matches(text); };
    if (anywhere && covers(components_, components, exactly, every)) return rule_match::yes;
    if (cwd.starts_with('/')) {
        const std::string root = normal_path(cwd, "/");
        const std::string_view prefix = root == "/" ? std::string_view() : std::string_view(root);
        if (normal.starts_with(prefix) && normal.substr(prefix.size()).starts_with('/') &&
            catches_spelling(normal.substr(prefix.size() + 1), false))
            return rule_match::yes;
    }
    const auto nearly = [](const glob& pattern, std::string_view text) {
        return pattern.matches_ignoring_case(text);
    };
    if (covers(below_any_, components, nearly, every)) return rule_match::doubt;
    return whole_below_any_.matches_ignoring_case("/" + std::string(normal)) ? rule_match::doubt
                                                                             : rule_match::no;
}

rule_match path_pattern::catches(std::string_view path, std::string_view cwd) const {
    if (whole_.any_text() || whole_.matches(path)) return rule_match::yes;
    if (path.size() > max_path_bytes || cwd.size() > max_path_bytes) return rule_match::doubt;
    const bool joined = !path.starts_with('/');
    const std::string normal = normal_path(path, cwd);
    if (catches_spelling(path, false) || catches_spelling(normal, false)) return rule_match::yes;
    if (!absolute_) {
        const auto relative = catches_relative(normal, cwd);
        if (relative != rule_match::no) return relative;
    }
    if (!clean_path(normal) || !one_reading(path) || (joined && !one_reading(cwd)) || leads_elsewhere(normal))
        return rule_match::doubt;
    return catches_spelling(normal, true) ? rule_match::doubt : rule_match::no;
}

}  // namespace assent
