#include "changed_profile.hpp"

#include "../files/text_diff.hpp"

#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/domain/decide/policy.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace assent::cli {
namespace {

using places = std::vector<std::optional<std::size_t>>;

std::string text_of_profile(std::string_view name) { return to_policy_text(*named_policy(name)); }

std::size_t lost_lines(const places& kept) {
    return static_cast<std::size_t>(std::ranges::count(kept, false, &places::value_type::has_value));
}

// The one of which the fewest lines are not there any more; empty: it is none of them.
std::string begun_with(const std::string& text) {
    std::string found;
    std::size_t fewest = 0;
    for (const auto name : policy_names()) {
        const auto kept = kept_lines(text_of_profile(name), text);
        const auto lost = lost_lines(kept);
        if (2 * lost >= kept.size() || (!found.empty() && lost >= fewest)) continue;
        found = name;
        fewest = lost;
    }
    return found;
}

// Lines of one text that become others in the next.
struct changed_lines {
    std::size_t from, to;          // of the old text
    std::size_t new_from, new_to;  // of the new one
};

std::vector<changed_lines> changes_of(const places& kept, std::size_t new_size) {
    std::vector<changed_lines> all;
    std::size_t at = 0, now = 0;
    while (at < kept.size() || now < new_size) {
        const auto from = at, new_from = now;
        while (at < kept.size() && !kept[at]) ++at;
        now = at < kept.size() ? *kept[at] : new_size;
        if (at > from || now > new_from) all.push_back({from, at, new_from, now});
        if (at < kept.size()) ++at, ++now;
    }
    return all;
}

// Where the lines stand in the user's text, one behind the other; between which two, where there are none.
std::optional<std::size_t> place_of(const changed_lines& change, const places& theirs) {
    const bool none = change.from == change.to;
    const auto first = none ? change.from - 1 : change.from;
    const auto last = none ? change.from + 1 : change.to;
    if (none && (change.from == 0 || change.from == theirs.size())) return std::nullopt;
    for (auto i = first; i < last; ++i)
        if (!theirs[i] || *theirs[i] != *theirs[first] + (i - first)) return std::nullopt;
    return none ? *theirs[first] + 1 : *theirs[first];
}

int strictness(std::optional<outcome> word) {
    if (!word) return 2;
    switch (*word) {
        case outcome::deny: return 4;
        case outcome::ask: return 3;
        case outcome::wall: return 1;
        case outcome::allow: return 0;
    }
    return 4;
}

}  // namespace

changed_profile with_profile(const std::string& text, std::string_view profile) {
    changed_profile made{.from = begun_with(text)};
    if (made.from.empty()) {
        made.why_not = "it was not begun with a policy that comes with Assent";
        return made;
    }
    const auto before = text_of_profile(made.from), after = text_of_profile(profile);
    const auto now = lines_of(text), next = lines_of(after);
    const auto theirs = kept_lines(before, text);
    std::size_t done = 0;
    const auto take_over = [&](std::size_t until) {
        for (; done < until; ++done) made.text += now[done];
    };
    for (const auto& change : changes_of(kept_lines(before, after), next.size())) {
        const auto place = place_of(change, theirs);
        if (!place) {
            const auto old = lines_of(before);
            std::string line(old[std::min(change.from, old.size() - 1)]);
            const auto begin = std::min(line.find_first_not_of(' '), line.size());
            const auto end = line.find_last_not_of(",\r\n") + 1;
            made.why_not = fmt::format("what stands at `{}` was changed by hand",
                                       display_text(line.substr(begin, end - std::min(begin, end))));
            return made;
        }
        take_over(*place);
        for (auto i = change.new_from; i < change.new_to; ++i) made.text += next[i];
        done += change.to - change.from;
    }
    take_over(now.size());
    return made;
}

std::string passes_more(std::string_view before, std::string_view after) {
    const policy old = *named_policy(before), made = *named_policy(after);
    std::vector<std::string> more;
    for (std::size_t i = 0; i < call_effect_count; ++i) {
        const auto effect = static_cast<call_effect>(i);
        if (strictness(made.of_effect(effect)) < strictness(old.of_effect(effect)))
            more.emplace_back(to_string(effect));
    }
    if ((made.allow_always_safe && !old.allow_always_safe) || (made.tool_defaults && !old.tool_defaults))
        more.emplace_back("what only looks");
    if (made.rules.size() < old.rules.size()) more.emplace_back("what reads files that may hold secrets");
    if (!made.protect_gate && old.protect_gate) more.emplace_back("what changes settings of agents");
    return fmt::format("{}", fmt::join(more, ", "));
}

}  // namespace assent::cli
