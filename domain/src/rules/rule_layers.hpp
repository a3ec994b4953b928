#pragma once

#include "path_marks.hpp"
#include "rule_index.hpp"

#include <assent/domain/rules/rule_set.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace assent {

// Rules by who may take them out again; those that stay longest come first.
enum class keeper : unsigned char { host, answer, peer };
inline constexpr std::size_t keeper_count = 3;

inline std::size_t index_of(keeper of) noexcept { return static_cast<std::size_t>(of); }

inline keeper keeper_of(rule_origin origin) noexcept {
    if (origin == rule_origin::peer) return keeper::peer;
    return origin == rule_origin::answer ? keeper::answer : keeper::host;
}

// Nobody has looked at what a peer suggests: it may not take out what a person has said.
inline bool may_take_out(rule_origin origin, keeper of) noexcept {
    return of == keeper::peer || (of == keeper::answer && origin != rule_origin::peer);
}

// The rules of each behavior.
struct rule_layer {
    std::array<rule_index, strictest_first.size()> by_behavior{
        rule_index(rule_behavior::allow), rule_index(rule_behavior::deny), rule_index(rule_behavior::ask),
        rule_index(rule_behavior::wall)};

    [[nodiscard]] rule_index& of(rule_behavior behavior) noexcept {
        return by_behavior[static_cast<std::size_t>(behavior)];
    }
    [[nodiscard]] const rule_index& of(rule_behavior behavior) const noexcept {
        return by_behavior[static_cast<std::size_t>(behavior)];
    }
    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t sum = 0;
        for (const auto& each : by_behavior) sum += each.size();
        return sum;
    }
};

// A rule may stand in several layers: what one keeper takes out, another may still want. It then stands at
// one place in the order, and the first layer speaks for it. Nothing is ever taken out of an index: it is
// made anew.
struct rule_set::layers {
    std::array<rule_layer, keeper_count> of{};
    std::array<std::size_t, strictest_first.size()> doubles{};  // rules that stand in another layer too
    std::size_t loose_bytes = 0;
    std::uint64_t next_order = 0;
    path_marks marks{};             // of all that were ever added
    bool asks_for_folders = false;  // one of them is for a folder

    [[nodiscard]] rule_index& at(keeper kept, rule_behavior behavior) noexcept {
        return of[index_of(kept)].of(behavior);
    }
    [[nodiscard]] std::size_t& doubles_of(rule_behavior behavior) noexcept {
        return doubles[static_cast<std::size_t>(behavior)];
    }
    [[nodiscard]] std::size_t size(rule_behavior behavior) const noexcept {
        std::size_t sum = 0;
        for (const auto& layer : of) sum += layer.of(behavior).size();
        return sum - doubles[static_cast<std::size_t>(behavior)];
    }

    // The place of an equal rule in another layer.
    [[nodiscard]] std::optional<std::uint64_t> place_beside(keeper kept, const permission_rule& rule) const {
        for (std::size_t other = 0; other < of.size(); ++other) {
            if (other == index_of(kept)) continue;
            if (const auto twin = of[other].of(rule.behavior()).equal_of(rule)) return twin->order;
        }
        return std::nullopt;
    }
    // No layer before this one speaks for the rule.
    [[nodiscard]] bool speaks(std::size_t layer, const permission_rule& rule) const {
        if (doubles[static_cast<std::size_t>(rule.behavior())] == 0) return true;
        return std::none_of(
            of.begin(), of.begin() + static_cast<std::ptrdiff_t>(layer),
            [&](const rule_layer& above) { return above.of(rule.behavior()).equal_of(rule).has_value(); });
    }

    void add(const rule_pointer& rule) {
        const keeper kept = keeper_of(rule->origin());
        const std::uint64_t order = next_order++;
        rule_index& own = at(kept, rule->behavior());
        if (own.equal_of(*rule)) return;
        const auto place = place_beside(kept, *rule);
        own.add(rule, place.value_or(order));
        if (!has_to_prove(rule->behavior())) marks.add(*rule);
        asks_for_folders =
            asks_for_folders || (rule->condition() != nullptr &&
                                 (rule->condition()->inside || !rule->condition()->folder.empty()));
        if (place) ++doubles_of(rule->behavior());
        if (kept != keeper::host) loose_bytes += rule->memory_bytes();
    }

    // Makes the rules of a keeper and behavior anew, without those that `gone` says.
    template <class Gone>
    void thin_out(keeper kept, rule_behavior behavior, const Gone& gone) {
        rule_index& own = at(kept, behavior);
        rule_index rest(behavior);
        for (const auto& each : own.all()) {
            if (!gone(*each.rule)) {
                rest.add(each.rule, each.order);
                continue;
            }
            if (place_beside(kept, *each.rule)) --doubles_of(behavior);
            loose_bytes -= each.rule->memory_bytes();
        }
        own = std::move(rest);
    }
};

}  // namespace assent
