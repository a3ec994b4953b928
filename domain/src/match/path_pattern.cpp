#include <assent/domain/match/path_pattern.hpp>

#include "glob_set.hpp"
#include "path_characters.hpp"

#include <algorithm>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view any_directories = "**";
constexpr std::string_view all_below = "**";  // behind a `/`

bool hidden(std::string_view component) noexcept { return component.starts_with('.'); }

bool every(std::string_view) noexcept { return true; }

bool exactly(const glob& pattern, std::string_view text) { return pattern.matches(text); }

bool nearly(const glob& pattern, std::string_view text) { return pattern.matches_ignoring_case(text); }

auto comparison(bool ignore_case) { return ignore_case ? nearly : exactly; }

bool same_text(std::string_view left, std::string_view right, bool ignore_case) {
    return ignore_case ? equal_ignoring_case(left, right) : left == right;
}

// A component without wildcards.
bool fixed(std::string_view component) {
    return component != any_directories && glob(component, glob::syntax::with_sets).literal();
}

sequence_element element_of(std::string_view component) {
    if (component == any_directories) return {glob(), true, 0};
    return {glob(component, glob::syntax::with_sets), false, 1};
}

// `**` beside something else in its component would be two `*`, which do not cross a `/`.
bool holds_glued_stars(std::string_view component) {
    if (component == any_directories) return false;
    bool star = false;
    for (std::size_t at = 0; at < component.size(); ++at) {
        if (component[at] == '*' && star) return true;
        star = component[at] == '*';
        if (component[at] == '\\')
            ++at;
        else if (component[at] == '[')
            at += read_set(component.substr(at)).length - 1;  // it is one: `set_flaw` has looked
    }
    return false;
}

// What is wrong with a pattern; empty when nothing is.
std::string flaw_of(std::string_view pattern, bool allow) {
    if (pattern.empty()) return "expected a pattern, got an empty string";
    for (std::size_t at = 0; at + 1 < pattern.size(); ++at) {
        if (pattern[at] != '\\') continue;
        if (pattern[++at] == '/') return "`/` must not be escaped";
    }
    if (auto flaw = set_flaw(pattern); !flaw.empty()) return flaw;
    if (path_signs_expanded_elsewhere.find(pattern.front()) != std::string_view::npos)
        return "expected a path that is written out, got `" + std::string(pattern) + "`: a leading `" +
               pattern.front() + "` is not expanded in a rule; write `\\" + pattern.front() +
               "` where a name begins with it";
    if (allow && !pattern.starts_with('/'))
        return "expected an absolute path, got `" + std::string(pattern) + "`";
    if (pattern.find("//") != std::string_view::npos) return "expected a path without `//`";
    if (allow && pattern.size() > 1 && pattern.ends_with('/'))
        return "expected a path without `/` at the end";
    if (pattern.starts_with("./") && pattern.size() > 2)
        return "expected a path without a leading `./`; write `" + std::string(pattern.substr(2)) + "`";
    const auto components = split_components(pattern);
    if (std::ranges::any_of(components, [](auto each) { return each == "." || each == ".."; }))
        return "expected a path without `.` and `..` components";
    const auto glued = std::ranges::find_if(components, holds_glued_stars);
    if (glued != components.end())
        return "expected `**` as a whole component, got `" + std::string(*glued) + "`";
    return {};
}

// Why a path is not covered, for people.

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string component_text(std::size_t index, std::string_view component) {
    return "component " + std::to_string(index + 1) + ", " + quoted(component) + ",";
}

}  // namespace

boost::system::result<path_pattern, invalid_rule> path_pattern::make(std::string_view written,
                                                                     rule_behavior behavior) {
    const bool allow = has_to_prove(behavior);
    path_pattern made;
    made.whole_ = glob(written, glob::syntax::with_sets);
    if (made.whole_.any_text()) return made;
    if (auto flaw = flaw_of(written, allow); !flaw.empty()) return invalid_rule{std::move(flaw)};
    if (made.whole_.wildcards() > max_pattern_wildcards)
        return invalid_rule{"pattern with more than " + std::to_string(max_pattern_wildcards) + " wildcards"};
    std::string pattern(written);
    if (pattern.size() > 1 && pattern.ends_with('/')) {
        pattern += all_below;
        made.whole_ = glob(pattern, glob::syntax::with_sets);
    }
    made.absolute_ = pattern.starts_with('/');
    made.excludes_ = pattern.find("[!") != std::string::npos;

    const auto components = split_components(pattern);
    const auto first_wild = std::ranges::find_if_not(components, fixed);
    std::size_t front_bytes = 0;
    for (auto at = components.begin(); at != first_wild; ++at)
        front_bytes +=
            glob(*at).literal_text().size() + (made.absolute_ || at != components.begin() ? 1U : 0U);
    made.front_bytes_ = static_cast<std::uint32_t>(front_bytes);
    made.behind_.reserve(static_cast<std::size_t>(components.end() - first_wild));
    for (auto at = first_wild; at != components.end(); ++at) made.behind_.push_back(element_of(*at));
    const bool ends_below = !made.behind_.empty() && made.behind_.back().many;
    if (ends_below && pattern.ends_with("/**")) made.behind_.back().at_least = 1;
    if (allow) return made;

    const auto more = std::make_shared<wider>();
    if (ends_below && pattern.size() > 3) {
        more->covers_directory = true;
        more->directory =
            glob(std::string_view(pattern).substr(0, pattern.size() - 3), glob::syntax::with_sets);
        more->behind.assign(made.behind_.begin(), made.behind_.end() - 1);
    }
    if (!made.absolute_) {
        more->below_any.push_back(element_of(any_directories));
        for (const auto component : components) more->below_any.push_back(element_of(component));
        more->whole_below_any = glob("*/" + pattern, glob::syntax::with_sets);
    }
    made.wider_ = more;
    return made;
}

template <class Same>
bool path_pattern::behind_front(std::string_view& path, Same same) const {
    const auto begins = front();
    if (path.size() < begins.size() || !same(begins, path.substr(0, begins.size()))) return false;
    path.remove_prefix(begins.size());
    return begins.empty() || path.empty() || path.front() == '/';
}

bool path_pattern::covers_clean(std::string_view path, const rule_switches& switches,
                                bool ignore_case) const {
    // Even where it is switched on, that `*` crosses `/` takes nothing from what it covers otherwise.
    if (switches.star_crosses_slash && crossing_covers(path, switches, ignore_case)) return true;
    if (!behind_front(path, [=](auto left, auto right) { return same_text(left, right, ignore_case); }))
        return false;
    const bool dots = switches.allow_dotfiles;
    // A wildcard at the beginning does not take a leading dot.
    const auto same = [dots, matches = comparison(ignore_case)](const glob& pattern,
                                                                std::string_view component) {
        return (dots || !hidden(component) || pattern.begins_with('.')) && matches(pattern, component);
    };
    const auto wild = [dots](std::string_view component) { return dots || !hidden(component); };
    return covers(behind_, split_components(path), same, wild);
}

// With `*` standing for `/` too, it cannot be told which wildcard takes which component. So hidden ones have
// to lie in the literal beginning.
bool path_pattern::crossing_covers(std::string_view path, const rule_switches& switches,
                                   bool ignore_case) const {
    if (!comparison(ignore_case)(whole_, path)) return false;
    const std::size_t front_end = whole_.literal_front().size();
    return switches.allow_dotfiles ||
           path.find("/.", front_end - std::min<std::size_t>(front_end, 1)) == std::string_view::npos;
}

bool path_pattern::allows(const path_reading& path, const rule_switches& switches) const {
    if (whole_.any_text()) return true;
    if (path.clean().empty() || path.unresolvable()) return false;
    const bool ignore_case = path.ignores_case();
    if (ignore_case && excludes_) return false;
    return covers_clean(path.clean(), switches, ignore_case) &&
           (path.resolved().empty() || covers_clean(path.resolved(), switches, ignore_case));
}

bool path_pattern::catches_spelling(std::string_view path, bool ignore_case) const {
    const auto same = comparison(ignore_case);
    if (path.empty()) return false;
    if (same(whole_, path)) return true;
    if (wider_ && wider_->covers_directory && same(wider_->directory, path)) return true;
    if (absolute_ != path.starts_with('/')) return false;
    const auto same_front = [=](auto left, auto right) { return same_text(left, right, ignore_case); };
    if (!behind_front(path, same_front)) return false;
    const auto components = split_components(path);
    if (wider_ && wider_->covers_directory && covers(wider_->behind, components, same, every)) return true;
    return covers(behind_, components, same, every);
}

// A relative pattern names a place below the working directory, wherever that is.
rule_match path_pattern::catches_relative(std::string_view normal, std::string_view cwd,
                                          bool ignore_case) const {
    if (normal.empty() || !wider_) return rule_match::no;
    const auto components = split_components(normal);
    const bool anywhere = front_bytes_ == 0 && behind_.front().many;
    const auto same = comparison(ignore_case);
    if (anywhere && (covers(behind_, components, same, every) ||
                     (wider_->covers_directory && covers(wider_->behind, components, same, every))))
        return rule_match::yes;
    if (cwd.starts_with('/')) {
        const std::string root = normal_path(cwd, "/");
        const std::string_view prefix = root == "/" ? std::string_view() : std::string_view(root);
        if (same_text(normal.substr(0, prefix.size()), prefix, ignore_case) &&
            normal.substr(std::min(prefix.size(), normal.size())).starts_with('/') &&
            catches_spelling(normal.substr(prefix.size() + 1), ignore_case))
            return rule_match::yes;
    }
    if (covers(wider_->below_any, components, nearly, every)) return rule_match::doubt;
    return wider_->whole_below_any.matches_ignoring_case("/" + std::string(normal)) ? rule_match::doubt
                                                                                    : rule_match::no;
}

// Whether a path with letters outside ASCII, which have several forms, may be a covered one. Only what is
// literal in the pattern and ASCII in the path can exclude it.
bool path_pattern::may_be_in_other_letters(std::string_view path) const {
    const auto differ = [](std::string_view left, std::string_view right) {
        return ascii_only(left) && ascii_only(right) && !equal_ignoring_case(left, right);
    };
    const auto components = split_components(path);
    const auto begins = split_components(front());
    if (components.empty()) return true;
    if (absolute_) {
        const auto both = std::min(begins.size(), components.size());
        for (std::size_t at = 0; at < both; ++at)
            if (differ(components[at], begins[at])) return false;
        if (behind_.empty()) return begins.size() == components.size();
        return begins.size() <= components.size() && may_end_in_other_letters(components.back());
    }
    return behind_.empty() ? !differ(components.back(), begins.back())
                           : may_end_in_other_letters(components.back());
}

bool path_pattern::may_end_in_other_letters(std::string_view last) const {
    if (behind_.back().many) return true;
    const auto ending = behind_.back().one.literal_back();
    if (!ascii_only(last) || !ascii_only(ending)) return true;
    return last.size() >= ending.size() &&
           equal_ignoring_case(last.substr(last.size() - ending.size()), ending);
}

rule_match path_pattern::catches(const path_reading& path) const {
    const bool ignore_case = path.ignores_case();
    if (whole_.any_text() || comparison(ignore_case)(whole_, path.raw())) return rule_match::yes;
    if (path.raw().size() > max_path_bytes || path.cwd().size() > max_path_bytes) return rule_match::doubt;
    const std::string_view forms[] = {path.normal(), path.resolved()};
    auto sum = rule_match::no;
    for (const auto form : forms) {
        if (catches_spelling(form, ignore_case)) return rule_match::yes;
        if (!absolute_) sum = std::max(sum, catches_relative(form, path.cwd(), ignore_case));
    }
    if (sum != rule_match::no) return sum;
    if (path.unresolvable() || !(path.one_spelling() || path.letters_vary())) return rule_match::doubt;
    const auto may_be = [&](std::string_view form) {
        return catches_spelling(form, true) || (path.letters_vary() && may_be_in_other_letters(form));
    };
    return may_be(path.normal()) || (!path.resolved().empty() && may_be(path.resolved())) ? rule_match::doubt
                                                                                          : rule_match::no;
}

std::string path_pattern::why_uncovered(std::string_view path, bool ignore_case) const {
    const auto matches = comparison(ignore_case);
    const auto components = split_components(path);
    const auto begins = split_components(front());
    for (std::size_t at = 0; at < begins.size(); ++at) {
        if (at == components.size()) return "it is not below " + quoted(front());
        if (!same_text(components[at], begins[at], ignore_case))
            return component_text(at, components[at]) + " is not " + quoted(begins[at]);
    }
    // The hidden component without which all would be covered.
    for (std::size_t hidden = begins.size(); hidden < components.size(); ++hidden) {
        if (!components[hidden].starts_with('.')) continue;
        const char* const here = components[hidden].data();
        const auto wild = [here](std::string_view each) { return each.data() != here; };
        const auto same = [&](const glob& pattern, std::string_view each) {
            return (wild(each) || pattern.begins_with('.')) && matches(pattern, each);
        };
        const std::span rest(components.begin() + static_cast<std::ptrdiff_t>(begins.size()),
                             components.end());
        const auto any = [](std::string_view) { return true; };
        if (covers(behind_, rest, matches, any) && !covers(behind_, rest, same, wild))
            return component_text(hidden, components[hidden]) +
                   " is hidden, and the pattern does not write its dot";
    }
    const bool fixed_depth = std::ranges::none_of(behind_, [](const auto& each) { return each.many; });
    if (!fixed_depth)
        return "what stands behind " + quoted(begins.empty() ? "/" : front()) + " is not covered";
    for (std::size_t at = begins.size(); at < components.size(); ++at) {
        const std::size_t index = at - begins.size();
        if (index == behind_.size()) return component_text(at, components[at]) + " is a level too deep";
        if (!matches(behind_[index].one, components[at]))
            return component_text(at, components[at]) + " does not fit the pattern";
    }
    return "it has fewer components than the pattern";
}

std::string path_pattern::why_not(const path_reading& path, const rule_switches& switches) const {
    if (wider_) return catches(path) == rule_match::no ? "it is not covered" : std::string();
    if (allows(path, switches)) return {};
    if (!path.flaw().empty()) return std::string(path.flaw());
    if (path.unresolvable()) return "where it leads could not be found out";
    const bool ignore_case = path.ignores_case();
    if (ignore_case && excludes_)
        return "case does not count, and the pattern has a set of what it leaves out";
    if (!covers_clean(path.clean(), switches, ignore_case)) return why_uncovered(path.clean(), ignore_case);
    return "it leads to " + quoted(path.resolved()) +
           ", which is not covered: " + why_uncovered(path.resolved(), ignore_case);
}

}  // namespace assent
