#include <assent/domain/rules/rule_set.hpp>

#include "rule_index.hpp"

#include <assent/domain/rules/call_reading.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace assent {
namespace {

constexpr std::uint64_t no_order = std::numeric_limits<std::uint64_t>::max();
constexpr std::array behaviors{rule_behavior::deny, rule_behavior::ask, rule_behavior::allow};

bool changeable(const permission_rule& rule) {
    return rule.origin() == rule_origin::peer || rule.origin() == rule_origin::answer;
}

invalid_rule too_many(std::size_t limit) { return {"more than " + std::to_string(limit) + " rules"}; }

// The first rule that matches a call, and the first that may.
class first_match final : public candidate_sink {
public:
    explicit first_match(const call_reading& call) : call_(call) {}
    [[nodiscard]] std::uint64_t bound(bool unsure) const override {
        return !unsure ? sure_order_ : sure ? 0 : doubt_order_;
    }
    void look(const rule_pointer& rule, std::uint64_t order) override {
        const auto match = rule->match(call_);
        if (match == rule_match::yes && order < sure_order_) {
            sure = rule;
            sure_order_ = order;
        }
        if (match == rule_match::doubt && order < doubt_order_) {
            doubt = rule;
            doubt_order_ = order;
        }
    }

    rule_pointer sure{};
    rule_pointer doubt{};

private:
    const call_reading& call_;
    std::uint64_t sure_order_ = no_order;
    std::uint64_t doubt_order_ = no_order;
};

// The first rule that covers one simple command.
class first_of_command final : public candidate_sink {
public:
    first_of_command(const call_reading& call, std::string_view field, std::size_t command)
        : call_(call), field_(field), command_(command) {}
    [[nodiscard]] std::uint64_t bound(bool) const override { return order_; }
    void look(const rule_pointer& rule, std::uint64_t order) override {
        if (order >= order_ || rule->command_field() != field_) return;
        if (!rule->covers_but_commands(call_)) return;
        if (!rule->covers_command(call_.field(field_).command(), command_)) return;
        found = rule;
        order_ = order;
    }

    rule_pointer found{};

private:
    const call_reading& call_;
    std::string_view field_;
    std::size_t command_;
    std::uint64_t order_ = no_order;
};

class every_match final : public candidate_sink {
public:
    using visitor = std::function<bool(const rule_pointer&, rule_match)>;
    every_match(const call_reading& call, const visitor& visit) : call_(call), visit_(visit) {}
    [[nodiscard]] std::uint64_t bound(bool) const override { return enough_ ? 0 : no_order; }
    void look(const rule_pointer& rule, std::uint64_t) override {
        const auto match = rule->match(call_);
        if (match != rule_match::no) enough_ = !visit_(rule, match);
    }
    [[nodiscard]] bool enough() const noexcept { return enough_; }

private:
    const call_reading& call_;
    const visitor& visit_;
    bool enough_ = false;
};

// The rules of each behavior.
struct rule_layer {
    rule_index allow{rule_behavior::allow};
    rule_index deny{rule_behavior::deny};
    rule_index ask{rule_behavior::ask};

    [[nodiscard]] rule_index& of(rule_behavior behavior) noexcept {
        if (behavior == rule_behavior::allow) return allow;
        return behavior == rule_behavior::ask ? ask : deny;
    }
    [[nodiscard]] const rule_index& of(rule_behavior behavior) const noexcept {
        return const_cast<rule_layer*>(this)->of(behavior);
    }
    [[nodiscard]] std::size_t size() const noexcept { return allow.size() + deny.size() + ask.size(); }
};

}  // namespace

// Rules that stay, and those that may be replaced or removed. Nothing is ever taken out of an index: the
// second one is made anew.
struct rule_set::layers {
    rule_layer fixed{};
    rule_layer loose{};
    std::uint64_t next_order = 0;

    // Makes the loose rules of a behavior anew, without those that `gone` says.
    template <class Gone>
    void thin_out(rule_behavior behavior, const Gone& gone) {
        rule_index kept(behavior);
        for (const auto& each : loose.of(behavior).all())
            if (!gone(*each.rule)) kept.add(each.rule, each.order);
        loose.of(behavior) = std::move(kept);
    }
};

rule_set::rule_set(std::size_t max_rules) : layers_(std::make_shared<layers>()), max_rules_(max_rules) {}

void rule_set::put(const std::vector<rule_pointer>& rules) {
    std::array<bool, behaviors.size()> doubled{};
    for (const auto& rule : rules) {
        const std::uint64_t order = layers_->next_order++;
        rule_index& fixed = layers_->fixed.of(rule->behavior());
        rule_index& loose = layers_->loose.of(rule->behavior());
        if (fixed.equal_of(*rule)) continue;
        const auto twin = loose.equal_of(*rule);
        if (!changeable(*rule)) {
            // It stands where the other one stood, which goes below.
            fixed.add(rule, twin ? twin->order : order);
            if (twin) doubled[static_cast<std::size_t>(rule->behavior())] = true;
        } else if (!twin) {
            loose.add(rule, order);
        }
    }
    for (const auto behavior : behaviors) {
        if (!doubled[static_cast<std::size_t>(behavior)]) continue;
        layers_->thin_out(behavior, [&](const permission_rule& rule) {
            return layers_->fixed.of(behavior).equal_of(rule).has_value();
        });
    }
}

std::vector<rule_pointer> rule_set::all(rule_behavior behavior) const {
    const auto fixed = layers_->fixed.of(behavior).all();
    const auto loose = layers_->loose.of(behavior).all();
    std::vector<ordered_rule> both;
    both.reserve(fixed.size() + loose.size());
    std::merge(fixed.begin(), fixed.end(), loose.begin(), loose.end(), std::back_inserter(both),
               [](const auto& one, const auto& other) { return one.order < other.order; });
    std::vector<rule_pointer> rules;
    rules.reserve(both.size());
    for (auto& each : both) rules.push_back(std::move(each.rule));
    return rules;
}

std::size_t rule_set::size(rule_behavior behavior) const noexcept {
    return layers_->fixed.of(behavior).size() + layers_->loose.of(behavior).size();
}

std::size_t rule_set::size() const noexcept { return layers_->fixed.size() + layers_->loose.size(); }

rule_set::pointer rule_set::empty() { return pointer(new rule_set(default_max_rules)); }

boost::system::result<rule_set::pointer, invalid_rule> rule_set::make(std::vector<permission_rule> rules,
                                                                      std::size_t max_rules) {
    const std::shared_ptr<rule_set> made(new rule_set(max_rules));
    std::vector<rule_pointer> shared;
    shared.reserve(rules.size());
    for (auto& rule : rules) shared.push_back(std::make_shared<const permission_rule>(std::move(rule)));
    made->put(shared);
    if (made->size() > max_rules) return too_many(max_rules);
    return pointer(made);
}

rule_findings rule_set::match(const call_reading& call) const {
    rule_findings found;
    comparable_texts lenient(call, true);
    const auto search = [&](rule_behavior behavior, comparable_texts& texts) {
        first_match first(call);
        layers_->fixed.of(behavior).search(call, texts, first);
        layers_->loose.of(behavior).search(call, texts, first);
        if (first.sure) first.doubt = nullptr;
        return first;
    };
    first_match deny = search(rule_behavior::deny, lenient);
    found.deny = std::move(deny.sure);
    found.deny_doubt = std::move(deny.doubt);
    first_match ask = search(rule_behavior::ask, lenient);
    found.ask = std::move(ask.sure);
    found.ask_doubt = std::move(ask.doubt);
    comparable_texts strict(call, false);
    found.allow = search(rule_behavior::allow, strict).sure;
    if (!found.allow) share_commands(call, found);
    return found;
}

// Whether allow rules cover a shell text together, each some of its simple commands.
void rule_set::share_commands(const call_reading& call, rule_findings& found) const {
    const auto share = [&](std::string_view field) {
        const field_reading& reading = call.field(field);
        if (reading.what() != field_view::kind::string) return false;
        const std::size_t commands = reading.command().size();
        boost::container::small_vector<rule_pointer, 4> rules;
        for (std::size_t command = 0; commands > 1 && command < commands; ++command) {
            comparable_texts texts(call, field, command);
            first_of_command first(call, field, command);
            layers_->fixed.allow.search(call, texts, first);
            layers_->loose.allow.search(call, texts, first);
            if (!first.found) return false;
            if (std::find(rules.begin(), rules.end(), first.found) == rules.end())
                rules.push_back(std::move(first.found));
        }
        if (rules.empty()) return false;
        found.allow = std::move(rules.front());
        found.allow_too.assign(rules.begin() + 1, rules.end());
        return true;
    };
    for (const auto* layer : {&layers_->fixed, &layers_->loose})
        for (const auto& field : layer->allow.command_fields())
            if (share(field)) return;
}

boost::system::result<rule_set::pointer, invalid_rule> rule_set::onto(const rule_set& base) const {
    const std::shared_ptr<rule_set> made(new rule_set(base.max_rules_));
    *made->layers_ = *base.layers_;
    for (const auto behavior : behaviors) {
        std::vector<rule_pointer> rules;
        for (const auto& each : layers_->loose.of(behavior).all()) rules.push_back(each.rule);
        made->put(rules);
    }
    if (made->size() > made->max_rules_) return too_many(made->max_rules_);
    return pointer(made);
}

bool rule_set::speaks_of(rule_behavior behavior, std::string_view tool_name) const {
    return layers_->fixed.of(behavior).speaks_of(tool_name) ||
           layers_->loose.of(behavior).speaks_of(tool_name);
}

void rule_set::each_match(rule_behavior behavior, const call_reading& call,
                          const std::function<bool(const rule_pointer&, rule_match)>& visit) const {
    comparable_texts texts(call, behavior != rule_behavior::allow);
    every_match every(call, visit);
    layers_->fixed.of(behavior).search(call, texts, every);
    if (!every.enough()) layers_->loose.of(behavior).search(call, texts, every);
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
        case permission_update::kind::remove_rules: made->take_out(incoming); break;
        case permission_update::kind::replace_rules:
            made->layers_->loose.of(update.behavior) = rule_index(update.behavior);
            [[fallthrough]];
        case permission_update::kind::add_rules: made->put(incoming); break;
    }
    if (made->size() > max_rules_) return too_many(max_rules_);
    return pointer(made);
}

void rule_set::take_out(const std::vector<rule_pointer>& rules) {
    for (const auto behavior : behaviors) {
        rule_index named(behavior);
        bool any = false;
        for (const auto& rule : rules) {
            if (rule->behavior() != behavior || named.equal_of(*rule)) continue;
            any = any || layers_->loose.of(behavior).equal_of(*rule);
            named.add(rule, 0);
        }
        if (any)
            layers_->thin_out(behavior,
                              [&](const permission_rule& rule) { return named.equal_of(rule).has_value(); });
    }
}

}  // namespace assent
