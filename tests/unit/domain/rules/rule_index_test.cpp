#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// That the index finds what asking each rule finds. Random rules and calls of all kinds:
// tests/differential/engine.
namespace assent::rule_index_test {
namespace {

using enum rule_behavior;

std::string allowed_by(const rule_set& rules, std::string_view tool, json_object input) {
    const auto kept = make_input(std::move(input));
    const tool_call call{.tool_name = tool, .input = *kept};
    const auto found = rules.match(call_reading(call));
    std::string texts = found.allow ? found.allow->text() : "nothing";
    for (const auto& rule : found.allow_too) texts += " " + rule->text();
    return texts;
}

std::string denied_by(const rule_set& rules, std::string_view tool, json_object input) {
    const auto kept = make_input(std::move(input));
    const tool_call call{.tool_name = tool, .input = *kept};
    const auto found = rules.match(call_reading(call));
    if (found.deny) return found.deny->text();
    return found.deny_doubt ? "maybe " + found.deny_doubt->text() : "nothing";
}

permission_rule text_rule(rule_behavior behavior, std::string_view pattern) {
    return permission_rule::make("Tool", {{"query", pattern}}, behavior, rule_origin::host).value();
}

BOOST_AUTO_TEST_SUITE(rule_index_test)

BOOST_AUTO_TEST_CASE(a_rule_is_found_wherever_its_literal_stands) {
    struct row {
        std::string_view pattern;
        std::string_view covered;
        std::string_view other;
    };
    constexpr row rows[] = {
        {"exact", "exact", "exactly"},
        {"front*", "fronted", "afront"},
        {"*back", "fallback", "backs"},
        {"*in*", "a inn", "a i nn"},
        {"a?c", "abc", "ac"},
        {"?", "x", "xy"},
        {"\\*", "*", "x"},
        {"*", "", "-"},
        {"*a*b*c*", "xaxbxcx", "xcxbxax"},
    };
    std::vector<permission_rule> rules;
    for (const auto& each : rows) rules.push_back(text_rule(deny, each.pattern));
    const auto all = rule_set::make(rules).value();
    for (const auto& each : rows) {
        const auto alone = rule_set::make({text_rule(allow, each.pattern)}).value();
        BOOST_TEST_CONTEXT(each.pattern) {
            BOOST_TEST(allowed_by(*alone, "Tool", {{"query", each.covered}}) != "nothing");
            if (each.pattern != "*")
                BOOST_TEST(allowed_by(*alone, "Tool", {{"query", each.other}}) == "nothing");
            BOOST_TEST(denied_by(*all, "Tool", {{"query", each.covered}}) != "nothing");
        }
    }
}

BOOST_AUTO_TEST_CASE(of_all_rules_that_match_the_first_is_reported) {
    const auto rules =
        rule_set::make({text_rule(allow, "zzz"), text_rule(allow, "*c"), text_rule(allow, "a*"),
                        text_rule(allow, "*"), text_rule(allow, "abc"), text_rule(allow, "*b*")})
            .value();
    BOOST_TEST(allowed_by(*rules, "Tool", {{"query", "abc"}}) == "Tool{query=*c}");
    BOOST_TEST(allowed_by(*rules, "Tool", {{"query", "abd"}}) == "Tool{query=a*}");
    BOOST_TEST(allowed_by(*rules, "Tool", {{"query", "x"}}) == "Tool{query=*}");
}

BOOST_AUTO_TEST_CASE(tools_are_found_by_any_part_of_their_names) {
    const auto rules =
        rule_set::make({make_rule(deny, "Exact"), make_rule(deny, "mcp__a__*"), make_rule(deny, "*_end"),
                        make_rule(deny, "*middle*"), make_rule(deny, "??")})
            .value();
    for (const auto& [tool, rule] :
         std::vector<std::pair<std::string_view, std::string_view>>{{"Exact", "Exact"},
                                                                    {"exact", "maybe Exact"},
                                                                    {"Exactly", "nothing"},
                                                                    {"mcp__a__x", "mcp__a__*"},
                                                                    {"MCP__A__x", "maybe mcp__a__*"},
                                                                    {"mcp__b__x", "nothing"},
                                                                    {"the_end", "*_end"},
                                                                    {"in_the_middle_of", "*middle*"},
                                                                    {"ab", "??"},
                                                                    {"abc", "nothing"}})
        BOOST_TEST(denied_by(*rules, tool, {}) == rule);
    BOOST_TEST(rules->speaks_of(deny, "mcp__a__y"));
    BOOST_TEST(!rules->speaks_of(deny, "mcp__b__y"));
    BOOST_TEST(!rules->speaks_of(allow, "mcp__a__y"));
}

BOOST_AUTO_TEST_CASE(values_that_are_no_text_are_found_by_what_they_are) {
    const auto rules =
        rule_set::make({make_rule(allow, "T", R"({"n":1})"), make_rule(allow, "T", R"({"n":[1,null]})"),
                        make_rule(allow, "T", R"({"n":{"a":1,"b":2.0}})"),
                        make_rule(deny, "T", R"({"n":1e300})")})
            .value();
    BOOST_TEST(allowed_by(*rules, "T", {{"n", 1.0}}) == "T{n=(a number)}");
    BOOST_TEST(allowed_by(*rules, "T", {{"n", 1U}}) == "T{n=(a number)}");
    BOOST_TEST(allowed_by(*rules, "T", {{"n", 1.5}}) == "nothing");
    BOOST_TEST(allowed_by(*rules, "T", {{"n", "1"}}) == "nothing");
    BOOST_TEST(allowed_by(*rules, "T", {{"n", json_array{1.0, nullptr}}}) == "T{n=(an array)}");
    BOOST_TEST(allowed_by(*rules, "T", {{"n", json_object{{"b", 2}, {"a", 1.0}}}}) == "T{n=(an object)}");
    // Digits may have been lost: no other large number can be excluded.
    BOOST_TEST(denied_by(*rules, "T", {{"n", 1e299}}) == "maybe T{n=(a number)}");
    BOOST_TEST(denied_by(*rules, "T", {{"n", 1}}) == "nothing");
}

BOOST_AUTO_TEST_CASE(several_rules_share_the_commands_of_one_text) {
    const auto rules = rule_set::make({make_rule(allow, "Bash", R"({"command":"git *"})"),
                                       make_rule(allow, "Bash", R"({"command":"npm *","cwd":"/a"})"),
                                       make_rule(allow, "Bash", R"({"command":"ls"})")})
                           .value();
    BOOST_TEST(allowed_by(*rules, "Bash", {{"command", "git fetch && git pull"}}) == "Bash(git *)");
    BOOST_TEST(allowed_by(*rules, "Bash", {{"command", "ls && git pull; ls"}}) == "Bash(ls) Bash(git *)");
    BOOST_TEST(allowed_by(*rules, "Bash", {{"command", "git pull && npm ci"}}) == "nothing");
    BOOST_TEST(allowed_by(*rules, "Bash", {{"command", "git pull && npm ci"}, {"cwd", "/a"}}) ==
               "Bash(git *) Bash{command=npm *,cwd=/a}");
    BOOST_TEST(allowed_by(*rules, "Bash", {{"command", "git pull && rm x"}, {"cwd", "/a"}}) == "nothing");
}

BOOST_AUTO_TEST_CASE(literals_longer_than_what_is_filed_are_told_apart) {
    for (const std::size_t size : {63U, 64U, 65U, 4000U}) {
        const std::string text(size, 'x');
        const auto rules =
            rule_set::make({text_rule(allow, text + "a"), text_rule(allow, text + "b*"),
                            text_rule(allow, "*c" + text), text_rule(allow, "*d" + text + "*")})
                .value();
        BOOST_TEST_CONTEXT(size) {
            BOOST_TEST(allowed_by(*rules, "Tool", {{"query", text + "a"}}) == "Tool{query=" + text + "a}");
            BOOST_TEST(allowed_by(*rules, "Tool", {{"query", text + "bb"}}) == "Tool{query=" + text + "b*}");
            BOOST_TEST(allowed_by(*rules, "Tool", {{"query", "cc" + text}}) == "Tool{query=*c" + text + "}");
            BOOST_TEST(allowed_by(*rules, "Tool", {{"query", "dd" + text + "d"}}) ==
                       "Tool{query=*d" + text + "*}");
            BOOST_TEST(allowed_by(*rules, "Tool", {{"query", text}}) == "nothing");
        }
    }
}

// What lists would do, written down: `rule_set` as it is documented. One list for each that may keep a rule,
// the one that keeps longest first.
struct plain_lists {
    std::array<std::vector<permission_rule>, 3> lists;

    static std::size_t keeper(rule_origin origin) {
        if (origin == rule_origin::peer) return 2;
        return origin == rule_origin::answer ? 1 : 0;
    }

    void add(const permission_rule& rule) {
        auto& own = lists[keeper(rule.origin())];
        if (std::none_of(own.begin(), own.end(), [&](const auto& each) { return each.same_as(rule); }))
            own.push_back(rule);
    }
    // What a peer says takes out nothing that a person has said.
    template <class Gone>
    void take_out(rule_origin by, const Gone& gone) {
        if (by != rule_origin::peer) std::erase_if(lists[1], gone);
        std::erase_if(lists[2], gone);
    }
    [[nodiscard]] std::vector<permission_rule> all() const {
        std::vector<permission_rule> seen;
        for (const auto& list : lists)
            for (const auto& rule : list)
                if (std::none_of(seen.begin(), seen.end(),
                                 [&](const auto& each) { return each.same_as(rule); }))
                    seen.push_back(rule);
        return seen;
    }
};

std::vector<std::string> contents(const rule_set& rules) {
    std::vector<std::string> keys;
    for (const auto behavior : {allow, deny, ask})
        for (const auto& rule : rules.all(behavior))
            keys.push_back(rule->key() + " of " + std::string(to_string(rule->origin())));
    std::sort(keys.begin(), keys.end());
    return keys;
}

std::vector<std::string> contents(const plain_lists& rules) {
    std::vector<std::string> keys;
    for (const auto& rule : rules.all())
        keys.push_back(rule.key() + " of " + std::string(to_string(rule.origin())));
    std::sort(keys.begin(), keys.end());
    return keys;
}

BOOST_AUTO_TEST_CASE(after_any_updates_the_rules_are_those_of_a_list_and_older_sets_are_as_they_were) {
    using kind = permission_update::kind;
    const auto seed = std::random_device()();
    BOOST_TEST_MESSAGE("seed " << seed);
    std::mt19937 random(seed);
    const auto random_rule = [&](rule_origin origin) {
        constexpr rule_behavior behaviors[] = {allow, deny, ask};
        constexpr std::string_view patterns[] = {"a", "a*", "*a", "*", "?", "ab"};
        return permission_rule::make("Tool", {{"query", patterns[random() % 6]}}, behaviors[random() % 3],
                                     origin)
            .value();
    };
    BOOST_TEST_CONTEXT("seed " << seed) {
        std::vector<std::pair<rule_set::pointer, plain_lists>> versions{{rule_set::empty(), {}}};
        for (int step = 0; step < 600 / ASSENT_TEST_SLOWDOWN; ++step) {
            auto [rules, expected] = versions[random() % versions.size()];
            constexpr rule_origin origins[] = {rule_origin::host, rule_origin::peer, rule_origin::answer};
            const auto origin = origins[random() % 3];
            permission_update update{.what = random() % 3 > 0    ? kind::add_rules
                                             : random() % 2 == 0 ? kind::remove_rules
                                                                 : kind::replace_rules};
            update.behavior = random() % 2 == 0 ? allow : deny;
            for (auto count = random() % 4; count > 0; --count) update.rules.push_back(random_rule(origin));
            if (update.what == kind::replace_rules)
                expected.take_out(origin,
                                  [&](const auto& each) { return each.behavior() == update.behavior; });
            for (const auto& rule : update.rules) {
                if (update.what == kind::remove_rules)
                    expected.take_out(origin, [&](const auto& each) { return each.same_as(rule); });
                else
                    expected.add(rule);
            }
            rules = rules->apply(update, origin).value();
            BOOST_TEST(contents(*rules) == contents(expected), boost::test_tools::per_element());
            BOOST_TEST(rules->size() == expected.all().size());
            if (versions.size() < 8)
                versions.emplace_back(rules, expected);
            else
                versions[random() % versions.size()] = {rules, expected};
            const auto& [other, other_expected] = versions[random() % versions.size()];
            BOOST_TEST(contents(*other) == contents(other_expected), boost::test_tools::per_element());
        }
    }
}

BOOST_AUTO_TEST_CASE(paths_are_found_by_their_beginning_their_end_and_a_folder_in_the_middle) {
    std::vector<permission_rule> rules;
    for (const auto pattern :
         {"/etc/**", "/srv/a/", "**/.env", "**/.ssh/**", "**/*secret*/**", "src/gen/**", "a.key"})
        rules.push_back(
            permission_rule::make("Read", {{"file_path", pattern}}, deny, rule_origin::host).value());
    const auto set = rule_set::make(std::move(rules)).value();
    const auto denied = [&](std::string_view path) { return denied_by(*set, "Read", {{"file_path", path}}); };
    BOOST_TEST(denied("/etc/passwd") == "Read(/etc/**)");
    BOOST_TEST(denied("/etc") == "Read(/etc/**)");
    BOOST_TEST(denied("/ETC/x") == "maybe Read(/etc/**)");
    BOOST_TEST(denied("/srv/a") == "Read(/srv/a/)");
    BOOST_TEST(denied("/srv/a/b") == "Read(/srv/a/)");
    BOOST_TEST(denied("/x/.env") == "Read(**/.env)");
    BOOST_TEST(denied("/.env") == "Read(**/.env)");
    BOOST_TEST(denied("/home/me/.ssh/id") == "Read(**/.ssh/**)");
    BOOST_TEST(denied("/home/me/.ssh") == "Read(**/.ssh/**)");
    BOOST_TEST(denied("/.ssh/id") == "Read(**/.ssh/**)");
    BOOST_TEST(denied("/a/my-secrets/b") == "Read(**/*secret*/**)");
    BOOST_TEST(denied("/x/y") == "nothing");
    BOOST_TEST(denied("y") == "maybe Read(/etc/**)");
}

BOOST_AUTO_TEST_CASE(adding_to_a_large_set_leaves_it_as_it_was) {
    std::vector<permission_rule> many;
    for (int i = 0; i < 5000; ++i) many.push_back(text_rule(allow, "rule " + std::to_string(i) + ";*"));
    const auto before = rule_set::make(std::move(many)).value();
    permission_update more{.what = permission_update::kind::add_rules};
    more.rules.push_back(text_rule(allow, "rule x"));
    const auto after = before->apply(more, rule_origin::answer).value();
    BOOST_TEST(allowed_by(*after, "Tool", {{"query", "rule x"}}) == "Tool{query=rule x}");
    BOOST_TEST(allowed_by(*before, "Tool", {{"query", "rule x"}}) == "nothing");
    BOOST_TEST(allowed_by(*after, "Tool", {{"query", "rule 4999;"}}) == "Tool{query=rule 4999;*}");
    BOOST_TEST((after->size() == 5001U && before->size() == 5000U));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::rule_index_test
