#include "allocations.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <fnmatch.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a decision by rules costs with few and with many of them, beside asking each with fnmatch(3), and what
// the index takes. Prints a table and says of each requirement whether it holds; the exit status is 1 when
// one does not.
// `--quick`: fewer rules, nothing is required but that no call allocates.
namespace assent::bench {
namespace {

constexpr std::size_t calls_in_turn = 512;
constexpr std::size_t calls_at_once = 64;    // reading the time takes as long as a call
constexpr double max_growth = 6;             // from 10 rules to the most
constexpr double min_gain = 1000;            // over fnmatch, with the most rules
constexpr double max_build_ns = 4000;        // for a rule
constexpr double max_bytes = 400;            // of the index, for a rule
constexpr double max_add_ns = 50'000;        // one more rule
constexpr double max_glob_share = 1.0 / 20;  // of fnmatch's time
constexpr double max_growth_per_doubling = 2.5;

// Processor time: other programs do not count.
double now_ns() {
    std::timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// The best of some rounds; each goes on for a while. \return ns for one of `units` in `work`
double best_ns(double round_ns, double units, const std::function<void()>& work) {
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
        const double from = now_ns();
        double repeats = 0;
        do {
            work();
            ++repeats;
        } while (now_ns() - from < round_ns);
        best = std::min(best, (now_ns() - from) / repeats / units);
    }
    return best;
}

struct shape {
    const char* name;
    rule_behavior behavior;
    const char* field;
    std::string (*pattern)(std::size_t);
    std::string (*value)(std::size_t);  // covered by the pattern of that number
};

std::string number(std::size_t n) { return std::to_string(n * 7919 % 1'000'003); }

constexpr shape shapes[] = {
    {"exact commands", rule_behavior::allow, "command",
     [](std::size_t n) { return "run" + number(n) + " --to t" + number(n + 1); },
     [](std::size_t n) { return "run" + number(n) + " --to t" + number(n + 1); }},
    {"command prefixes", rule_behavior::allow, "command",
     [](std::size_t n) { return "tool" + number(n) + " *"; },
     [](std::size_t n) { return "tool" + number(n) + " build all"; }},
    {"one prefix, commands", rule_behavior::allow, "command",
     [](std::size_t n) { return "make -C /srv/projects/all/p" + number(n) + " *"; },
     [](std::size_t n) { return "make -C /srv/projects/all/p" + number(n) + " install"; }},
    {"exact texts", rule_behavior::allow, "query",
     [](std::size_t n) { return "run" + number(n) + " --to t" + number(n + 1); },
     [](std::size_t n) { return "run" + number(n) + " --to t" + number(n + 1); }},
    {"text prefixes", rule_behavior::allow, "query", [](std::size_t n) { return "tool" + number(n) + " *"; },
     [](std::size_t n) { return "tool" + number(n) + " build all"; }},
    {"text suffixes", rule_behavior::allow, "query", [](std::size_t n) { return "*-" + number(n) + ".log"; },
     [](std::size_t n) { return "some file-" + number(n) + ".log"; }},
    {"text in the middle", rule_behavior::allow, "query",
     [](std::size_t n) { return "*<" + number(n) + ">*"; },
     [](std::size_t n) { return "about <" + number(n) + "> and more"; }},
    {"path prefixes", rule_behavior::allow, "file_path",
     [](std::size_t n) { return "/home/me/work/p" + number(n) + "/**"; },
     [](std::size_t n) { return "/home/me/work/p" + number(n) + "/src/main.c"; }},
    {"denied commands", rule_behavior::deny, "command",
     [](std::size_t n) { return "tool" + number(n) + " *"; },
     [](std::size_t n) { return "tool" + number(n) + " build all"; }},
    {"denied paths", rule_behavior::deny, "file_path",
     [](std::size_t n) { return "/home/me/work/p" + number(n) + "/**"; },
     [](std::size_t n) { return "/home/me/work/p" + number(n) + "/src/main.c"; }},
};

std::vector<permission_rule> rules_of(const shape& what, std::size_t count) {
    std::vector<permission_rule> rules;
    rules.reserve(count);
    for (std::size_t n = 0; n < count; ++n)
        rules.push_back(
            permission_rule::make("Tool", {{what.field, what.pattern(n)}}, what.behavior, rule_origin::host)
                .value());
    return rules;
}

using inputs = std::vector<std::shared_ptr<const kept_input>>;

inputs inputs_of(const shape& what, std::size_t first, std::size_t step, std::size_t count) {
    inputs made;
    for (std::size_t i = 0; i < count; ++i)
        made.push_back(make_input({{what.field, what.value(first + i * step)}}));
    return made;
}

rule_findings find(const rule_set& rules, const kept_input& input) {
    const tool_call call{.tool_name = "Tool", .input = input};
    return rules.match(call_reading(call));
}

double match_ns(const rule_set& rules, const inputs& calls, double round_ns) {
    return best_ns(round_ns, static_cast<double>(calls.size()), [&] {
        for (const auto& each : calls) {
            const auto found = find(rules, *each);
            asm volatile("" : : "r"(&found) : "memory");
        }
    });
}

// What asking one rule after the other costs: the pattern of each with fnmatch.
double fnmatch_ns(const shape& what, std::size_t count, const std::string& value, double round_ns) {
    std::vector<std::string> patterns;
    for (std::size_t n = 0; n < count; ++n) patterns.push_back(what.pattern(n));
    const std::size_t repeats = count < calls_at_once ? calls_at_once : 1;
    return best_ns(round_ns, static_cast<double>(repeats), [&] {
        for (std::size_t i = 0; i < repeats; ++i)
            for (const auto& each : patterns)
                if (fnmatch(each.c_str(), value.c_str(), 0) == 0) break;
    });
}

class report {
public:
    void require(const char* what, double found, double limit, bool at_most = true) {
        const bool holds = at_most ? found <= limit : found >= limit;
        std::printf("    %-58s %12.2f  (%s %g)  %s\n", what, found, at_most ? "at most" : "at least", limit,
                    holds ? "PASS" : "FAIL");
        failed_ = failed_ || !holds;
    }
    void tell(const char* what, double found) const { std::printf("    %-58s %12.2f\n", what, found); }
    [[nodiscard]] bool failed() const { return failed_; }

private:
    bool failed_ = false;
};

std::size_t text_bytes(const permission_rule& rule) {
    std::size_t sum = rule.tool_pattern().size();
    for (const auto& member : rule.input_pattern())
        sum += member.key().size() + (member.value().is_string() ? member.value().get_string().size() : 0);
    return sum;
}

struct build_cost {
    double ns;
    double index_bytes;  // over the rules themselves
    double whole_bytes;  // over their texts
};

build_cost build_of(const shape& what, std::size_t count) {
    build_cost cost{1e300, 0, 0};
    for (int round = 0; round < 3; ++round) {
        const std::size_t before_rules = live_bytes();
        auto rules = rules_of(what, count);
        std::size_t texts = 0;
        for (const auto& each : rules) texts += text_bytes(each);
        const std::size_t before = live_bytes();
        const double from = now_ns();
        const auto set = rule_set::make(std::move(rules)).value();
        cost.ns = std::min(cost.ns, (now_ns() - from) / static_cast<double>(count));
        rules = {};
        const auto each = [&](std::size_t bytes) {
            return static_cast<double>(bytes) / static_cast<double>(count);
        };
        // The rules have moved: what they have outside of themselves is counted in both.
        cost.index_bytes = each(live_bytes()) - each(before);
        cost.whole_bytes = each(live_bytes()) - each(before_rules) - each(texts);
    }
    return cost;
}

double add_ns(const shape& what, std::size_t count) {
    const auto set = rule_set::make(rules_of(what, count)).value();
    constexpr std::size_t adds = 200;
    auto grown = set;
    double spent = 0;
    for (std::size_t n = 0; n < adds; ++n) {
        permission_update update{.what = permission_update::kind::add_rules};
        update.rules.push_back(permission_rule::make("Tool", {{what.field, what.pattern(count + n)}},
                                                     what.behavior, rule_origin::answer)
                                   .value());
        const double from = now_ns();
        grown = grown->apply(update, rule_origin::answer).value();
        spent += now_ns() - from;
    }
    return spent / adds;
}

void measure(const shape& what, std::size_t most, bool quick, report& into) {
    const double round_ns = quick ? 1e5 : 2e7;
    std::printf("\n%s\n    %8s %12s %12s %12s %14s %12s\n", what.name, "rules", "last ns", "none ns",
                "unseen ns", "fnmatch ns", "allocations");
    double first_ns = 0, first_none = 0, first_unseen = 0;
    for (std::size_t count = 10; count <= most; count *= 10) {
        const auto set = rule_set::make(rules_of(what, count)).value();
        const inputs last = inputs_of(what, count - 1, 0, calls_at_once);
        const inputs none = inputs_of(what, count + 1, 0, calls_at_once);
        const inputs unseen =
            inputs_of(what, count / 2, std::max<std::size_t>(count / calls_in_turn, 1), calls_in_turn);
        (void)find(*set, *last.front());
        const std::size_t before = allocations();
        const auto found = find(*set, *last.front());
        const std::size_t allocated = allocations() - before;
        if (!found.allow && !found.deny) into.require("the last rule is found", 0, 1, false);
        const double last_ns = match_ns(*set, last, round_ns);
        const double none_ns = match_ns(*set, none, round_ns);
        const double unseen_ns = match_ns(*set, unseen, round_ns);
        const double plain_ns = fnmatch_ns(what, count, what.value(count - 1), round_ns);
        std::printf("    %8zu %12.0f %12.0f %12.0f %14.0f %12zu\n", count, last_ns, none_ns, unseen_ns,
                    plain_ns, allocated);
        if (allocated > 0) into.require("allocations of a call", static_cast<double>(allocated), 0);
        if (quick) continue;
        if (count == 10) {
            first_ns = last_ns;
            first_none = none_ns;
            first_unseen = unseen_ns;
            const double plain_none_ns = fnmatch_ns(what, count, what.value(count + 1), round_ns);
            into.require("times faster than fnmatch, 10 rules, last matches", plain_ns / last_ns, 1, false);
            into.require("times faster than fnmatch, 10 rules, none matches", plain_none_ns / none_ns, 1,
                         false);
        }
        if (count != most) continue;
        into.require("growth from 10 rules, last matches", last_ns / first_ns, max_growth);
        into.require("growth from 10 rules, none matches", none_ns / first_none, max_growth);
        into.require("growth from 10 rules, values never seen", unseen_ns / first_unseen, max_growth);
        into.require("times faster than fnmatch", plain_ns / last_ns, min_gain, false);
    }
    if (quick) return;
    const auto cost = build_of(what, most);
    into.require("ns to build, for each rule", cost.ns, max_build_ns);
    into.require("bytes of the index, for each rule", cost.index_bytes, max_bytes);
    into.tell("bytes of compiled rule and index, over its text", cost.whole_bytes);
    into.require("ns to add one more rule", add_ns(what, most), max_add_ns);
}

double glob_ns(const std::string& pattern, const std::string& text, double round_ns) {
    const glob compiled(pattern);
    return best_ns(round_ns, 1, [&] {
        const bool covered = compiled.matches(text);
        asm volatile("" : : "r"(covered) : "memory");
    });
}

void measure_globs(bool quick, report& into) {
    const std::size_t bytes = quick ? 1 << 14 : 1 << 20;
    std::string lines;
    while (lines.size() < bytes) lines += "some text of a file, line by line\n";
    std::printf("\nglobs over %zu bytes\n", bytes);
    // Found at the very end; and never, with the first two letters all over the text.
    for (const std::string& text : {std::string(bytes, 'x') + "abcd", lines}) {
        const double own = glob_ns("*a*b*c*", text, 1e7);
        const double plain = best_ns(1e7, 1, [&] {
            const int covered = fnmatch("*a*b*c*", text.c_str(), 0);
            asm volatile("" : : "r"(covered) : "memory");
        });
        std::printf("    `*a*b*c*`: %.0f ns, fnmatch %.0f ns\n", own, plain);
        if (!quick) into.require("share of fnmatch's time", own / plain, max_glob_share);
    }
    if (quick) return;
    // What comes last is not in the text, and every beginning of it is, everywhere.
    std::string stars;
    for (int i = 0; i < 62; ++i) stars += "*" + std::string(62, 'a');
    stars += "*" + std::string(62, 'a') + "c*b";
    std::string ones = "*";
    for (int i = 0; i < 61; ++i) ones += std::string(60, 'a') + "?";
    ones += "c*b";
    const std::string one_of = "*[bc]*d";
    for (const auto& pattern : {stars, ones, one_of}) {
        double before = 0;
        for (std::size_t size = bytes / 8; size <= bytes; size *= 2) {
            const double ns = glob_ns(pattern, std::string(size, 'a') + "b", 1e7);
            std::printf("    adversarial, %8zu bytes: %12.0f ns\n", size, ns);
            if (before > 0) into.require("growth per doubling", ns / before, max_growth_per_doubling);
            before = ns;
        }
    }
}

}  // namespace
}  // namespace assent::bench

int main(int argc, char** argv) {
    using namespace assent::bench;
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    report all;
    for (const shape& each : shapes) measure(each, quick ? 1000 : 100'000, quick, all);
    measure_globs(quick, all);
    std::printf("\n%s\n", all.failed() ? "FAIL" : "PASS");
    return all.failed() ? 1 : 0;
}
