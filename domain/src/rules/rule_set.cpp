#include <assent/domain/rules/rule_set.hpp>

#include "rule_layers.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <utility>

namespace assent {
namespace {

// The stricter word about a command counts.
constexpr std::array letting_run{rule_behavior::wall, rule_behavior::allow};
constexpr std::uint64_t no_order = std::numeric_limits<std::uint64_t>::max();

invalid_rule too_many(std::size_t limit) { return {"more than " + std::to_string(limit) + " rules"}; }

// Looks for the first rule that matches a call, and the first that may.
// \param sure, doubt  null; where they go   \param counts  null: all rules do
template <class Layers>
void look_for_first(const Layers& layers, rule_behavior behavior, const call_reading& call,
                    compared_texts& texts, const rule_filter* counts, rule_pointer& sure,
                    rule_pointer& doubt) {
    std::uint64_t sure_order = no_order;
    std::uint64_t doubt_order = no_order;
    const auto look = [&](const rule_pointer& rule, std::uint64_t order, bool unsure) {
        if (unsure ? sure || order >= doubt_order : order >= sure_order) return;
        if (counts != nullptr && !(*counts)(*rule)) return;
        const auto match = rule->match(call);
        if (match == rule_match::yes && order < sure_order) {
            sure = rule;
            sure_order = order;
        }
        if (match == rule_match::doubt && order < doubt_order) {
            doubt = rule;
            doubt_order = order;
        }
    };
    for (const auto& layer : layers) layer.of(behavior).search(call, texts, std::ref(look));
    if (sure) doubt = nullptr;
}

}  // namespace

void rule_findings::add(const rule_findings& more) {
    const auto take = [](const rule_pointer& sure, const rule_pointer& doubt, rule_pointer& sure_so_far,
                         rule_pointer& doubt_so_far) {
        if (!sure_so_far) sure_so_far = sure;
        if (sure_so_far)
            doubt_so_far = nullptr;
        else if (!doubt_so_far)
            doubt_so_far = doubt;
    };
    take(more.deny, more.deny_doubt, deny, deny_doubt);
    take(more.ask, more.ask_doubt, ask, ask_doubt);
}

rule_set::rule_set(std::size_t max_rules) : layers_(std::make_shared<layers>()), max_rules_(max_rules) {}

void rule_set::put(const std::vector<rule_pointer>& rules) {
    for (const auto& rule : rules) layers_->add(rule);
}

std::vector<rule_pointer> rule_set::all(rule_behavior behavior) const {
    std::vector<ordered_rule> merged;
    merged.reserve(size(behavior));
    for (std::size_t layer = 0; layer < keeper_count; ++layer) {
        const auto before = static_cast<std::ptrdiff_t>(merged.size());
        for (auto& each : layers_->of[layer].of(behavior).all())
            if (layers_->speaks(layer, *each.rule)) merged.push_back(std::move(each));
        std::inplace_merge(merged.begin(), merged.begin() + before, merged.end(),
                           [](const auto& one, const auto& other) { return one.order < other.order; });
    }
    std::vector<rule_pointer> rules;
    rules.reserve(merged.size());
    for (auto& each : merged) rules.push_back(std::move(each.rule));
    return rules;
}

std::size_t rule_set::size(rule_behavior behavior) const noexcept { return layers_->size(behavior); }

std::size_t rule_set::size() const noexcept {
    std::size_t sum = 0;
    for (const auto behavior : strictest_first) sum += layers_->size(behavior);
    return sum;
}

std::size_t rule_set::suggested() const noexcept { return layers_->of[index_of(keeper::peer)].size(); }

std::size_t rule_set::loose_bytes() const noexcept { return layers_->loose_bytes; }

rule_set::pointer rule_set::empty() { return pointer(new rule_set(default_max_rules)); }

boost::system::result<rule_set::pointer, invalid_rule> rule_set::make(std::vector<permission_rule> rules,
                                                                      std::size_t max_rules) {
    const std::shared_ptr<rule_set> made(new rule_set(max_rules));
    std::vector<rule_pointer> shared;
    shared.reserve(rules.size());
    for (auto& rule : rules) shared.push_back(std::make_shared<const permission_rule>(std::move(rule)));
    made->put(shared);
    for (auto& layer : made->layers_->of)
        for (const auto behavior : strictest_first) layer.of(behavior).settle();
    if (made->size() > max_rules) return too_many(max_rules);
    return pointer(made);
}

rule_findings rule_set::match(const call_reading& call, const passing_commands& passing) const {
    rule_findings found;
    match_deny_and_ask(call, nullptr, found);
    match_allow(call, nullptr, passing, found);
    return found;
}

void rule_set::match_deny_and_ask(const call_reading& call, const rule_filter* counts,
                                  rule_findings& found) const {
    // Most sets have no rules of some behavior.
    if (size(rule_behavior::deny) + size(rule_behavior::ask) == 0) return;
    compared_texts texts(call, true);
    found.deny = found.deny_doubt = found.ask = found.ask_doubt = nullptr;
    look_for_first(layers_->of, rule_behavior::deny, call, texts, counts, found.deny, found.deny_doubt);
    look_for_first(layers_->of, rule_behavior::ask, call, texts, counts, found.ask, found.ask_doubt);
}

void rule_set::match_allow(const call_reading& call, const rule_filter* counts,
                           const passing_commands& passing, rule_findings& found) const {
    found.allow = nullptr;
    found.allow_too.clear();
    found.wall = found.wall_for_some = false;
    if (size(rule_behavior::allow) + size(rule_behavior::wall) == 0) return;
    compared_texts strict(call, false);
    rule_pointer no_doubt;
    for (const auto behavior : letting_run) {
        look_for_first(layers_->of, behavior, call, strict, counts, found.allow, no_doubt);
        found.wall = found.allow && behavior == rule_behavior::wall;
        if (found.allow) return;
    }
    share_commands(call, counts, passing, strict, found);
}

// Whether allow rules cover a shell text together, each some of its simple commands.
void rule_set::share_commands(const call_reading& call, const rule_filter* counts,
                              const passing_commands& passing, compared_texts& whole,
                              rule_findings& found) const {
    const auto share = [&](std::string_view field) {
        const auto* const text = whole.find(field, compared_as::command);
        if (text == nullptr || text->one_command()) return false;
        const field_reading& reading = call.field(field);
        if (reading.what() != field_view::kind::string) return false;
        const std::size_t commands = reading.command().size();
        boost::container::small_vector<rule_pointer, 4> rules;
        bool wall = false, by_rule = false, all = true;
        for (std::size_t command = 0; commands > 1 && command < commands; ++command) {
            compared_texts texts(call, field, command);
            rule_pointer first;
            std::uint64_t first_order = no_order;
            const auto look = [&](const rule_pointer& rule, std::uint64_t order, bool) {
                if (order >= first_order || rule->command_field() != field ||
                    (counts != nullptr && !(*counts)(*rule)) || !rule->covers_but_commands(call) ||
                    !rule->covers_command(reading.command(), command))
                    return;
                first = rule;
                first_order = order;
            };
            for (const auto behavior : letting_run) {
                if (first) break;
                for (const auto& layer : layers_->of) layer.of(behavior).search(call, texts, std::ref(look));
            }
            const auto passes = passing.of(field, command);
            all = all && (first || passes != passage::none);
            by_rule = by_rule || (first && first->behavior() == rule_behavior::wall);
            wall = wall || by_rule || (!first && passes == passage::wall);
            if (first && std::ranges::find(rules, first) == rules.end()) rules.push_back(std::move(first));
        }
        found.wall_for_some = found.wall_for_some || (by_rule && !all);
        if (rules.empty() || !all) return false;
        found.allow = std::move(rules.front());
        found.allow_too.assign(rules.begin() + 1, rules.end());
        found.wall = wall;
        return true;
    };
    for (const auto& layer : layers_->of)
        for (const auto behavior : letting_run)
            for (const auto& field : layer.of(behavior).command_fields())
                if (share(field)) return;
}

boost::system::result<rule_set::pointer, invalid_rule> rule_set::onto(const rule_set& base) const {
    const std::shared_ptr<rule_set> made(new rule_set(base.max_rules_));
    *made->layers_ = *base.layers_;
    for (const auto kept : {keeper::answer, keeper::peer})
        for (const auto behavior : strictest_first)
            for (const auto& each : layers_->at(kept, behavior).all()) made->layers_->add(each.rule);
    if (made->size() > made->max_rules_) return too_many(made->max_rules_);
    return pointer(made);
}

rule_pointer rule_set::strict_rule_missing_in(const rule_set& other) const {
    if (layers_ == other.layers_) return nullptr;
    for (const auto behavior : strictest_first) {
        if (behavior == rule_behavior::allow) continue;
        const auto& there = other.layers_->at(keeper::host, behavior);
        for (auto& rule : all(behavior))
            if (!there.equal_of(*rule)) return std::move(rule);
    }
    return nullptr;
}

rule_set::pointer rule_set::without_suggested_allows() const {
    const std::shared_ptr<rule_set> made(new rule_set(max_rules_));
    *made->layers_ = *layers_;
    for (const auto behavior : letting_run)
        made->layers_->thin_out(keeper::peer, behavior, [](const auto&) { return true; });
    return made;
}

bool rule_set::speaks_of(rule_behavior behavior, std::string_view tool_name) const {
    return std::ranges::any_of(
        layers_->of, [&](const rule_layer& layer) { return layer.of(behavior).speaks_of(tool_name); });
}

rule_pointer rule_set::naming(rule_behavior behavior, const call_reading& call, std::string_view field,
                              field_kind kind, const rule_filter& is) const {
    const auto is_one = [&](const permission_rule& rule) { return is(rule) && rule.may_be_for(call); };
    for (const auto& layer : layers_->of)
        if (auto found = layer.of(behavior).naming(field, kind, std::ref(is_one))) return found;
    return nullptr;
}

void rule_set::add_doubt(rule_findings& found, const call_reading& call, std::string_view field,
                         field_kind kind, const rule_filter& is) const {
    if (!found.deny && !found.deny_doubt)
        found.deny_doubt = naming(rule_behavior::deny, call, field, kind, is);
    if (!found.ask && !found.ask_doubt) found.ask_doubt = naming(rule_behavior::ask, call, field, kind, is);
}

bool rule_set::asks_for_folders() const noexcept { return layers_->asks_for_folders; }

bool rule_set::has_path_rules() const noexcept { return !layers_->marks.empty(); }

bool rule_set::has_path_rules_of_people() const noexcept { return layers_->marks.persons(); }

bool rule_set::has_rules_for_changes() const noexcept { return layers_->marks.changes(); }

bool rule_set::may_cover_path(std::string_view part) const noexcept { return layers_->marks.may_cover(part); }

void rule_set::each_match(rule_behavior behavior, const call_reading& call,
                          const std::function<bool(const rule_pointer&, rule_match)>& visit) const {
    compared_texts texts(call, !has_to_prove(behavior));
    boost::container::small_vector<rule_pointer, 8> shown;
    bool enough = false;
    for (std::size_t layer = 0; layer < keeper_count; ++layer) {
        const auto look = [&](const rule_pointer& rule, std::uint64_t, bool) {
            if (enough) return;
            const auto match = rule->match(call);
            if (match == rule_match::no || std::ranges::find(shown, rule) != shown.end()) return;
            shown.push_back(rule);
            enough = layers_->speaks(layer, *rule) && !visit(rule, match);
        };
        layers_->of[layer].of(behavior).search(call, texts, std::ref(look));
    }
}

boost::system::result<rule_set::pointer, invalid_rule> rule_set::apply(const permission_update& update,
                                                                       rule_origin origin) const {
    const std::shared_ptr<rule_set> made(new rule_set(max_rules_));
    *made->layers_ = *layers_;
    std::vector<rule_pointer> incoming;
    for (const auto& rule : update.rules)
        incoming.push_back(std::make_shared<const permission_rule>(rule.with_origin(origin)));
    switch (update.what) {
        case permission_update::kind::set_mode:
        case permission_update::kind::opaque: break;
        case permission_update::kind::remove_rules: made->take_out(incoming, origin); break;
        case permission_update::kind::replace_rules:
            for (const auto kept : {keeper::answer, keeper::peer})
                if (may_take_out(origin, kept))
                    made->layers_->thin_out(kept, update.behavior, [](const auto&) { return true; });
            [[fallthrough]];
        case permission_update::kind::add_rules: made->put(incoming); break;
    }
    if (made->size() > max_rules_) return too_many(max_rules_);
    return pointer(made);
}

void rule_set::take_out(const std::vector<rule_pointer>& rules, rule_origin origin) {
    for (const auto kept : {keeper::answer, keeper::peer}) {
        if (!may_take_out(origin, kept)) continue;
        for (const auto behavior : strictest_first) {
            rule_index named(behavior);
            bool any = false;
            for (const auto& rule : rules) {
                if (rule->behavior() != behavior || named.equal_of(*rule)) continue;
                any = any || layers_->at(kept, behavior).equal_of(*rule);
                named.add(rule, 0);
            }
            if (any)
                layers_->thin_out(kept, behavior, [&](const permission_rule& rule) {
                    return named.equal_of(rule).has_value();
                });
        }
    }
}

}  // namespace assent
