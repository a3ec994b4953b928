#include "generator.hpp"
#include "linear_search.hpp"
#include "reference_matcher.hpp"

#include <assent/domain/rules/rule_set.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <vector>

// Random rules and calls: the index has to find what asking each rule in turn finds, and each rule has to say
// what the reference says.
namespace assent::differential {
namespace {

constexpr std::size_t max_shown = 20;
constexpr std::size_t max_rules_in_set = 40;
constexpr std::size_t calls_for_each_set = 12;

class comparison {
public:
    explicit comparison(std::uint64_t seed) : random_(seed) {}

    void run(std::size_t pairs) {
        while (pairs_ < pairs) {
            const auto rules = make_set();
            for (std::size_t i = 0; i < calls_for_each_set; ++i) compare(*rules, make_random_call(random_));
        }
    }

    [[nodiscard]] bool report() const {
        std::cout << pairs_ << " pairs of a rule and a call, " << calls_ << " calls\n"
                  << "rules: " << matches_[0] << " allow, " << matches_[1] << " deny or ask, " << matches_[2]
                  << " in doubt, " << matches_[3] << " do not match\n"
                  << "calls: " << found_[0] << " allowed, " << found_[1] << " allowed by several rules, "
                  << found_[2] << " denied, " << found_[3] << " asked, " << found_[4] << " in doubt\n"
                  << "differences: " << differences_ << "\n";
        return differences_ == 0;
    }

private:
    // Made in several steps: what is shared by the sets of each step must not change.
    rule_set::pointer make_set() {
        std::vector<permission_rule> rules;
        for (auto count = random_.below(max_rules_in_set); count > 0; --count)
            rules.push_back(make_random_rule(random_));
        auto made = rule_set::make(rules).value();
        for (auto steps = random_.below(4); steps > 0; --steps) {
            permission_update update{.what = random_.chance(70) ? permission_update::kind::add_rules
                                                                : permission_update::kind::remove_rules};
            for (auto count = random_.below(5); count > 0; --count)
                update.rules.push_back(random_.chance(50) || rules.empty()
                                           ? make_random_rule(random_)
                                           : rules[random_.below(rules.size())]);
            const auto origin = random_.chance(50) ? rule_origin::host : rule_origin::answer;
            made = made->apply(update, origin).value();
            if (update.what == permission_update::kind::remove_rules) look_for_removed(*made, update.rules);
        }
        return made;
    }

    // An answer's rules can be removed: none of these may still be there.
    void look_for_removed(const rule_set& rules, const std::vector<permission_rule>& removed) {
        for (const auto& gone : removed)
            for (const auto& rule : rules.all(gone.behavior()))
                if (rule->origin() == rule_origin::answer && rule->same_as(gone)) {
                    ++differences_;
                    std::cout << "removed, and still there: " << rule->key() << "\n";
                }
    }

    void compare(const rule_set& rules, const random_call& call) {
        const tool_call view = call.view();
        const call_reading reading(view, call.switches);
        const auto found = rules.match(reading);
        if (const auto text = difference(found, search_one_by_one(rules, reading)); !text.empty())
            differ(call, "index: " + text);
        count(found);
        std::vector<const permission_rule*> allowing;
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny, rule_behavior::ask}) {
            std::vector<rule_pointer> matching;
            for (const auto& rule : rules.all(behavior)) {
                ++pairs_;
                if (compare(*rule, call, reading) != rule_match::no) matching.push_back(rule);
                if (behavior == rule_behavior::allow) allowing.push_back(rule.get());
            }
            compare_each(rules, behavior, call, reading, std::move(matching));
        }
        if (reference::allows(allowing, reading) != (found.allow != nullptr))
            differ(call, found.allow ? "reference: not to be allowed" : "reference: to be allowed");
    }

    void compare_each(const rule_set& rules, rule_behavior behavior, const random_call& call,
                      const call_reading& reading, std::vector<rule_pointer> expected) {
        std::vector<rule_pointer> shown;
        rules.each_match(behavior, reading, [&](const rule_pointer& rule, rule_match) {
            shown.push_back(rule);
            return true;
        });
        std::sort(shown.begin(), shown.end());
        std::sort(expected.begin(), expected.end());
        if (shown != expected) differ(call, "index: each_match shows others");
    }

    rule_match compare(const permission_rule& rule, const random_call& call, const call_reading& reading) {
        const auto match = rule.match(reading);
        const std::size_t column = rule.behavior() == rule_behavior::allow ? 0 : 1;
        ++matches_[match == rule_match::no ? 3 : match == rule_match::doubt ? 2 : column];
        const auto [least, most] = reference::all_answers(rule, reading, std::string::npos);
        if (match < least || match > most)
            differ(call, "reference: " + rule.key() + " must not say " + std::string(to_string(match)));
        return match;
    }

    void count(const rule_findings& found) {
        ++calls_;
        if (found.allow) ++found_[found.allow_too.empty() ? 0 : 1];
        if (found.deny) ++found_[2];
        if (found.ask) ++found_[3];
        if (found.deny_doubt || found.ask_doubt) ++found_[4];
    }

    void differ(const random_call& call, const std::string& what) {
        if (++differences_ <= max_shown) std::cout << call.text() << "\n    " << what << "\n";
    }

    dice random_;
    std::size_t pairs_ = 0;
    std::size_t calls_ = 0;
    std::size_t differences_ = 0;
    std::array<std::size_t, 4> matches_{};
    std::array<std::size_t, 5> found_{};
};

}  // namespace
}  // namespace assent::differential

int main(int argc, char** argv) {
    std::size_t pairs = 300'000;
    std::uint64_t seed = std::random_device()();
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--pairs") == 0) pairs = std::strtoull(argv[i + 1], nullptr, 10);
        if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::cout << "seed " << seed << std::endl;
    assent::differential::comparison comparison(seed);
    comparison.run(pairs);
    return comparison.report() ? 0 : 1;
}
