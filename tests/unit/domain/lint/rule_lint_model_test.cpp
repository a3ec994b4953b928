// What lint calls needless can be left out: for random rules, no random call is decided otherwise without
// them. What it mends loosens nothing: no random call is decided less strictly afterwards.
#include <assent/domain/lint/rule_lint.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::rule_lint_model_test {
namespace {

class generator {
public:
    explicit generator(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }
    template <std::size_t Size>
    std::string one_of(const std::string_view (&words)[Size]) {
        return std::string(words[below(Size)]);
    }

    permission_rule rule() {
        while (true) {
            const auto behavior = static_cast<rule_behavior>(below(3));
            json_object fields;
            std::string tool = one_of({"Bash", "Read", "WebSearch", "WebFetch", "*", "Re*", "Bash", "Read",
                                       "Path", "Edit", "Path"});
            if (below(8) > 0) {
                const auto [name, pattern] = field_of(tool, true);
                fields[name] = pattern;
                if (below(6) == 0) fields["description"] = one_of({"x", "x*", "*"});
            }
            const auto made = permission_rule::make(tool, fields, behavior, rule_origin::host, true);
            if (made) return *made;
        }
    }

    std::pair<std::string, json_object> call() {
        std::string tool =
            one_of({"Bash", "Read", "WebSearch", "WebFetch", "Edit", "Grep", "Glob", "SendFile"});
        const auto [name, value] = field_of(tool, false);
        json_object input{{name, value}};
        if (tool == "Grep" || tool == "Glob") input["pattern"] = one_of({"x", "**/*.c", ".env", "b*"});
        if (tool == "SendFile") input = {{"files", json_array{value}}};
        if (below(2) == 0) input["description"] = one_of({"x", "xy", "z"});
        return {std::move(tool), std::move(input)};
    }

    // A call that the rule may well cover: something in the place of each wildcard.
    std::pair<std::string, json_object> call_of(const permission_rule& rule) {
        std::string tool(rule.tool_pattern());
        if (tool == "*") tool = "Bash";
        if (tool == "Re*") tool = "Read";
        const bool path = tool == "Path" || tool == "Edit" || tool == "Read";
        if (path) tool = one_of({"Read", "Edit", "Write", "Grep", "Bash"});
        json_object input;
        for (const auto& member : rule.input_pattern()) {
            std::string value(path && tool == "Bash" ? "cat " : "");
            for (const char byte : member.value().get_string())
                value += byte == '*' ? one_of({"b", ".env", "x", "push", "-delete", "b.c", "b x"})
                                     : std::string(1, byte == '?' ? 'p' : byte);
            const bool renamed = path && member.key() != "description";
            input[renamed ? std::string(field_name(tool)) : std::string(member.key())] = std::move(value);
        }
        if (input.empty()) return call();
        return {std::move(tool), std::move(input)};
    }

private:
    static std::string_view field_name(std::string_view tool) {
        if (tool == "Path" || tool == "Grep" || tool == "Glob") return "path";
        return tool == "Bash" ? "command" : "file_path";
    }
    std::pair<std::string, std::string> field_of(std::string_view tool, bool pattern) {
        constexpr std::string_view of_paths[] = {"Read", "Re*", "Path", "Edit", "Grep", "Glob", "SendFile"};
        if (std::ranges::find(of_paths, tool) != std::end(of_paths))
            return {std::string(field_name(tool)), path(pattern)};
        if (tool == "WebSearch") return {"query", text(pattern)};
        if (tool == "WebFetch") return {"url", url(pattern)};
        return {"command", command(pattern)};
    }

    std::string command(bool pattern) {
        // What the guard asks about, and a rule that names it lets pass.
        if (below(8) == 0) return one_of({"find . -delete", "find . -delete", pattern ? "find *" : "find ."});
        std::string made = one_of({"git", "npm", "find", "/bin/git", "git", "npm"});
        for (auto words = below(4); words > 0; --words)
            made += one_of({" ", " ", "  "}) +
                    (pattern && below(3) == 0 ? one_of({"*", "pu*", "*sh", "?ush"})
                                              : one_of({"push", "test", "-delete", ".", "-c", "'push'"}));
        if (pattern || below(3) > 0) return made;
        return made + one_of({" && git push", "; npm test", " | find . -delete", " > x", " $(git push)"});
    }
    std::string path(bool pattern) {
        std::string made = below(6) == 0 ? (pattern ? "**/" : "") : "/";
        made += one_of({"a", "etc", "a", "src", ".env"});
        for (auto parts = below(4); parts > 0; --parts)
            made += "/" + (pattern && below(2) == 0 ? one_of({"*", "**", "*.c", ".*", "b*"})
                                                    : one_of({"b", ".env", "b.c", ".git", "x"}));
        if (below(8) == 0) made += "/";
        return made;
    }
    std::string text(bool pattern) {
        std::string made;
        for (auto parts = 1 + below(4); parts > 0; --parts)
            made += pattern && below(3) == 0 ? one_of({"*", "?"}) : one_of({"a", "b", " ", "ab"});
        return made;
    }
    std::string url(bool pattern) {
        if (pattern && below(2) == 0) return one_of({"a.org", "*.a.org", "b.a.org"});
        return one_of({"https://a.org/", "https://b.a.org/", "http://a.org/"}) +
               (pattern ? one_of({"*", "x/*", "x"}) : one_of({"", "x", "x/y"}));
    }

    std::mt19937 random_;
};

// Outcome, and whether somebody has to be asked.
std::pair<outcome, bool> decided(const std::vector<permission_rule>& rules, const tool_call& call,
                                 const judgement_basis::pointer& basis) {
    std::string scratch;
    const auto set = rule_set::make(rules).value();
    const auto verdict =
        permission_service(basis).judge(call, examine(call, *set, *basis, {}, scratch), time_point());
    return {verdict.decision, verdict.must_ask};
}

BOOST_AUTO_TEST_SUITE(rule_lint_model_test)

BOOST_AUTO_TEST_CASE(without_a_rule_that_lint_calls_needless_every_call_is_decided_the_same) {
    constexpr unsigned seed = 20'261'126;
    generator random(seed);
    const auto basis = judgement_basis::make(policy::bare()).value();
    std::map<lint_kind, int> found;
    int compared = 0;
    for (int round = 0; round < 4000; ++round) {
        const std::vector<permission_rule> rules{random.rule(), random.rule(), random.rule()};
        for (const auto& each : lint(rules, *tool_registry::standard()).findings) {
            if (each.what < lint_kind::duplicate) continue;
            ++found[each.what];
            auto rest = rules;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(each.rule));
            for (int calls = 0; calls < 15; ++calls) {
                const auto [tool, input] = calls % 3 == 0 ? random.call() : random.call_of(rules[each.rule]);
                const auto kept = make_input(input);
                for (const std::string_view cwd : {"", "/a"}) {
                    const tool_call call{.tool_name = tool, .input = *kept, .cwd = cwd};
                    ++compared;
                    BOOST_TEST_CONTEXT("seed " << seed << ": " << each.text << " is " << each.what
                                               << " beside " << rules[*each.other].key() << "; " << tool
                                               << ' ' << boost::json::serialize(input) << " in `" << cwd
                                               << '`') {
                        BOOST_TEST((decided(rules, call, basis) == decided(rest, call, basis)));
                    }
                }
            }
        }
    }
    BOOST_TEST_MESSAGE(compared << " calls compared; duplicate " << found[lint_kind::duplicate]
                                << ", redundant " << found[lint_kind::redundant] << ", shadowed "
                                << found[lint_kind::shadowed]);
    BOOST_TEST(found[lint_kind::redundant] > 20);
    BOOST_TEST(found[lint_kind::shadowed] > 20);
}

// How strictly a call is decided.
int strictness(const std::vector<permission_rule>& rules, const tool_call& call,
               const judgement_basis::pointer& basis) {
    const auto [outcome, must_ask] = decided(rules, call, basis);
    if (outcome == outcome::ask) return must_ask ? 2 : 1;
    return outcome == outcome::deny ? 3 : 0;
}

std::vector<permission_rule> mended(std::vector<permission_rule> rules, const lint_finding& found) {
    const auto place = rules.begin() + static_cast<std::ptrdiff_t>(found.rule);
    if (found.mend == lint_mend::remove) rules.erase(place);
    if (found.mend == lint_mend::replace) *place = *found.better;
    if (found.mend == lint_mend::add) rules.insert(place, *found.beside);
    return rules;
}

BOOST_AUTO_TEST_CASE(after_mending_no_call_is_decided_less_strictly) {
    constexpr unsigned seed = 35;
    generator random(seed);
    const auto tools = tool_registry::standard();
    std::map<lint_mend, int> found;
    for (int round = 0; round < 2000; ++round) {
        policy settings = round % 2 == 0 ? policy::bare() : policy::standard();
        settings.mode = round % 3 == 0 ? permission_mode::ask : permission_mode::allow;
        settings.allow_overbroad = true;
        settings.rules = {random.rule(), random.rule(), random.rule()};
        const auto& rules = settings.rules;
        const auto basis = judgement_basis::make(settings).value();
        for (const auto& each : lint(rules, *tools, {.tried_by = basis}).findings) {
            if (each.mend == lint_mend::none) continue;
            ++found[each.mend];
            const auto after = mended(rules, each);
            BOOST_TEST_CONTEXT("seed " << seed << ": " << each.text << " is " << each.what) {
                BOOST_TEST(loosens_nothing(rules, after, *tools));
                for (int calls = 0; calls < 15; ++calls) {
                    const auto [tool, input] =
                        calls % 3 == 0 ? random.call() : random.call_of(rules[each.rule]);
                    const auto kept = make_input(input);
                    for (const std::string_view cwd : {"", "/a"}) {
                        const tool_call call{.tool_name = tool, .input = *kept, .cwd = cwd};
                        BOOST_TEST_CONTEXT(tool << ' ' << boost::json::serialize(input) << " in `" << cwd
                                                << '`') {
                            BOOST_TEST(strictness(after, call, basis) >= strictness(rules, call, basis));
                        }
                    }
                }
            }
        }
    }
    BOOST_TEST_MESSAGE("removed " << found[lint_mend::remove] << ", replaced " << found[lint_mend::replace]
                                  << ", added " << found[lint_mend::add]);
    BOOST_TEST(found[lint_mend::remove] > 30);
    BOOST_TEST(found[lint_mend::replace] > 30);
    BOOST_TEST(found[lint_mend::add] > 30);
}

BOOST_AUTO_TEST_CASE(what_a_change_loosens_is_not_called_mending) {
    const auto rule = [](rule_behavior behavior, std::string_view tool, std::string_view fields) {
        return permission_rule::make(tool, object(fields), behavior, rule_origin::host).value();
    };
    const auto deny = rule_behavior::deny, ask = rule_behavior::ask, allow = rule_behavior::allow;
    const auto push = rule(deny, "Bash", R"({"command":"git push"})");
    const auto pushes = rule(deny, "Bash", R"({"command":"git push *"})");
    const auto asked = rule(ask, "Bash", R"({"command":"git push *"})");
    const auto read = rule(deny, "Read", R"({"file_path":"/srv/**"})");
    const auto path = rule(deny, "Path", R"({"path":"/srv/**"})");
    const auto edit = rule(deny, "Edit", R"({"file_path":"/srv/**"})");  // holds for Write, too
    const auto edits = rule(deny, "Edit", "{}");
    const auto ls = rule(allow, "Bash", R"({"command":"ls"})");
    const auto all_ls = rule(allow, "Bash", R"({"command":"ls *"})");
    const struct {
        std::vector<permission_rule> before, after;
        bool holds;
    } table[] = {
        {{push}, {pushes}, true},  {{pushes}, {push}, false},
        {{push}, {}, false},       {{pushes}, {asked}, false},
        {{asked}, {pushes}, true}, {{read}, {path}, false},
        {{edit}, {edits}, false},  {{path}, {read}, false},
        {{ls}, {}, true},          {{}, {ls}, false},
        {{all_ls}, {ls}, true},    {{ls}, {all_ls}, false},
        {{}, {push}, true},        {{push, ls}, {ls, pushes, path}, true},
    };
    for (const auto& row : table)
        BOOST_TEST(loosens_nothing(row.before, row.after, *tool_registry::standard()) == row.holds);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_lint_model_test
