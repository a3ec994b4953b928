#include "times.hpp"
#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/rule_set.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a peer can make us do with one large value or many rules.
namespace assent::matching_cost_test {
namespace {

// Far less than the longest line that is read by default: enough to tell, and quick with sanitizers.
constexpr std::size_t large_bytes = 256 * 1024;

template <class Work>
void expect_cheap(Work work) {
    BOOST_TEST((test::processor_time(work) < test::cost_limit));
}

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    text.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

rule_match match_of(const permission_rule& rule, const tool_call& call) {
    return rule.match(call_reading(call));
}

BOOST_AUTO_TEST_SUITE(matching_cost_test)

// Matches `pattern` with a value under the given field and takes the time.
void expect_cheap_match(rule_behavior behavior, const char* field, std::string_view pattern,
                        std::string_view value) {
    const std::string root = field == std::string_view("path") ? "/" : "";
    const auto made =
        permission_rule::make("Tool", {{field, root + std::string(pattern)}}, behavior, rule_origin::host);
    const auto rule = made.value();
    const auto input = make_input({{field, root + std::string(value)}});
    auto found = rule_match::yes;
    const auto work = [&] { found = match_of(rule, {.tool_name = "Tool", .input = *input}); };
    BOOST_TEST_CONTEXT(behavior << ' ' << field << ' ' << pattern.substr(0, 20)) {
        expect_cheap(work);
        BOOST_TEST(found != rule_match::yes);
    }
}

BOOST_AUTO_TEST_CASE(a_large_value_costs_linear_time_for_the_worst_patterns) {
    const std::vector<std::string> patterns{
        repeated("a*", max_pattern_wildcards) + "b",
        "*" + repeated("?", max_pattern_wildcards - 1) + "b",
        "*" + repeated("a?", max_pattern_wildcards - 1) + "b",
        "*" + std::string(max_pattern_bytes - 3, 'a') + "b",
        "*" + repeated("aab", max_pattern_bytes / 3 - 2) + "c",
    };
    for (const std::string& value : {std::string(large_bytes, 'a'), repeated("aab", large_bytes / 3) + "x"}) {
        for (const auto& pattern : patterns) {
            for (const auto behavior : {rule_behavior::allow, rule_behavior::deny}) {
                for (const char* const field : {"command", "text", "path"})
                    expect_cheap_match(behavior, field, pattern, value);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_large_url_costs_linear_time) {
    const auto allowed = make_rule(rule_behavior::allow, "Tool", R"({"url":"https://example.com/*a*a*b"})");
    const auto denied = make_rule(rule_behavior::deny, "Tool", R"({"url":"https://example.com/*a*a*b"})");
    const auto input = make_input({{"url", "https://example.com/" + std::string(large_bytes, 'a')}});
    for (const auto& rule : {allowed, denied}) {
        expect_cheap([&] { (void)match_of(rule, {.tool_name = "Tool", .input = *input}); });
    }
}

BOOST_AUTO_TEST_CASE(a_command_of_many_words_costs_little) {
    const auto words = repeated("a ", max_command_bytes / 2);
    for (const auto& pattern :
         {repeated("a ", 2000) + "* b", "* " + repeated("a ", 2000) + "b", repeated("* a ", 32) + "b",
          "a " + repeated("a* ", 63) + "b", "* " + repeated("a", 4000) + "b", std::string("a * b"),
          std::string("a * a * b"), repeated("a ", 299) + "?b"}) {
        for (const auto behavior : {rule_behavior::allow, rule_behavior::deny}) {
            const auto rule =
                permission_rule::make("Bash", {{"command", pattern}}, behavior, rule_origin::host).value();
            for (const auto& command : {words, std::string(max_command_bytes, 'a'), repeated("-a ", 3333)}) {
                const auto input = make_input({{"command", command}});
                BOOST_TEST_CONTEXT(pattern.substr(0, 20)) {
                    expect_cheap([&] { (void)match_of(rule, {.tool_name = "Bash", .input = *input}); });
                }
            }
        }
    }
}

// Texts that cost a careless reader of shells the square of their length, or more.
BOOST_AUTO_TEST_CASE(a_tangled_command_costs_little) {
    for (const char* const part : {"(",           "((",
                                   "(( )",        "$(",
                                   "`",           "${a:-",
                                   "\"$(",        "'",
                                   "a;",          "a ",
                                   "'a' ",        "*",
                                   "$x ",         "{a,",
                                   "<<A ",        "<<A\n",
                                   "sudo ",       "sudo -z ",
                                   "eval ",       "eval \"$(",
                                   "bash -c '",   "xargs ",
                                   "find -exec ", "env -S ",
                                   "docker run ", "parallel ::: ",
                                   "watch ",      "case a in ",
                                   "a=(",         "time ",
                                   "alias a=",    "trap ",
                                   "-a ",         "git -C "}) {
        const auto text = repeated(part, 2 * max_run_bytes / std::string_view(part).size());
        for (const auto size : {max_command_bytes, text.size()}) {
            const auto input = make_input({{"command", text.substr(0, size)}});
            const tool_call call{.tool_name = "Bash", .input = *input};
            const call_reading reading(call);  // once for all rules
            for (const char* const pattern : {"rm *", "* --force *", "* a * b * c"}) {
                const auto rule = permission_rule::make("Bash", {{"command", pattern}}, rule_behavior::deny,
                                                        rule_origin::host)
                                      .value();
                BOOST_TEST_CONTEXT(part << ' ' << pattern) {
                    expect_cheap([&] { (void)rule.match(reading); });
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_path_of_many_components_costs_little) {
    const auto path = repeated("/a", max_path_bytes / 2);
    for (const auto& pattern :
         {repeated("**/a/", 63) + "b", "**/" + repeated("a/", 2000) + "b", repeated("*/a/", 63) + "b",
          repeated("a", 4000) + "*/b", "*" + repeated("a/", 2000) + "b"}) {
        for (const std::string front : {"", "/"}) {
            const auto rule = permission_rule::make("Read", {{"path", front + pattern}}, rule_behavior::deny,
                                                    rule_origin::host)
                                  .value();
            const auto input = make_input({{"path", path}});
            BOOST_TEST_CONTEXT(front << pattern.substr(0, 20)) {
                expect_cheap([&] { (void)match_of(rule, {.tool_name = "Read", .input = *input}); });
                const std::string cwd(large_bytes, 'a');
                expect_cheap([&] {
                    const auto relative = make_input({{"path", "x"}});
                    (void)match_of(rule, {.tool_name = "Read", .input = *relative, .cwd = "/" + cwd});
                });
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(adding_rules_to_many_costs_their_sum) {
    std::vector<permission_rule> rules;
    for (int i = 0; i < 50'000; ++i)
        rules.push_back(
            permission_rule::make("Tool", {{"n", i}}, rule_behavior::allow, rule_origin::answer).value());
    const auto many = rule_set::make(rules).value();
    BOOST_TEST(many->size() == rules.size());
    rules.erase(rules.begin() + 4096, rules.end());
    for (const auto what : {permission_update::kind::add_rules, permission_update::kind::remove_rules}) {
        const permission_update update{.what = what, .rules = rules};
        rule_set::pointer after;
        expect_cheap([&] { after = many->apply(update, rule_origin::answer).value(); });
        BOOST_TEST(after->size() == (what == permission_update::kind::add_rules ? 50'000U : 50'000U - 4096U));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::matching_cost_test
