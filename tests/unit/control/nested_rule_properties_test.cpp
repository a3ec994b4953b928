// What holds for every rule of the nested dialect, tried on random ones.
#include <assent/adapters/control/wire/nested_rule.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/rules/call_reading.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace assent::nested_rule_properties_test {
namespace {

using enum rule_behavior;

const rule_folders known_folders{.home = "/home/me", .root = "/w", .cwd = "/w/project"};

// What the agent itself makes of a command rule, for plain words.

// --------------------------------------------

using word_list = std::vector<std::string>;

std::string joined(const word_list& words, std::string_view between) {
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : between).append(word);
    return text;
}

// `*` is any text, blanks included.
bool star_match(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() == '*')
        return star_match(pattern.substr(1), text) || (!text.empty() && star_match(pattern, text.substr(1)));
    return !text.empty() && text.front() == pattern.front() && star_match(pattern.substr(1), text.substr(1));
}

bool agent_covers(std::string_view content, std::string_view part) {
    if (content.size() > 2 && content.ends_with(":*")) {
        const auto prefix = content.substr(0, content.size() - 2);
        return part == prefix || part.starts_with(std::string(prefix) + " ");
    }
    if (content.find('*') == std::string_view::npos) return part == content;
    const bool only_star_at_end = content.find('*') == content.size() - 1 && content.ends_with(" *");
    return star_match(content, part) || (only_star_at_end && part == content.substr(0, content.size() - 2));
}

BOOST_AUTO_TEST_SUITE(nested_rule_properties_test)

BOOST_AUTO_TEST_CASE(an_imported_command_rule_never_allows_more_and_never_denies_less_than_the_agent) {
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    const std::array<std::string, 8> words{"a", "b", "ab", "ba", "-x", "a.b", "*", "a*"};
    const auto pick = [&](std::size_t count) { return words[random() % count]; };
    constexpr std::size_t plain = 6;
    std::size_t allowed = 0;
    std::size_t denied = 0;
    constexpr std::size_t rounds = 20'000;
    for (std::size_t round = 0; round < rounds; ++round) {
        word_list content_words;
        for (std::size_t i = 0, n = 1 + random() % 3; i < n; ++i) content_words.push_back(pick(words.size()));
        std::string content = joined(content_words, " ");
        if (random() % 4 == 0) content += ":*";
        word_list parts;
        for (std::size_t i = 0, n = 1 + random() % 2; i < n; ++i) {
            word_list part;
            for (std::size_t k = 0, m = 1 + random() % 4; k < m; ++k) part.push_back(pick(plain));
            parts.push_back(joined(part, " "));
        }
        const std::string text = joined(parts, random() % 2 == 0 ? " && " : "; ");
        const auto covered = [&](const std::string& part) { return agent_covers(content, part); };
        const bool all = std::all_of(parts.begin(), parts.end(), covered);
        const bool any = std::any_of(parts.begin(), parts.end(), covered);

        const auto input = make_input({{"command", text}});
        const tool_call call{.tool_name = "Bash", .input = *input};
        BOOST_TEST_CONTEXT("seed " << seed << ": `" << content << "` and `" << text << '`') {
            if (const auto rule = from_nested({"Bash", content}, allow, rule_origin::host)) {
                const bool ours = rule->match(call_reading(call)) == rule_match::yes;
                allowed += ours ? 1 : 0;
                BOOST_TEST((!ours || all));
            }
            if (const auto rule = from_nested({"Bash", content}, deny, rule_origin::host)) {
                const bool ours = rule->match(call_reading(call)) != rule_match::no;
                denied += ours ? 1 : 0;
                BOOST_TEST((ours || !any));
            }
        }
    }
    BOOST_TEST_MESSAGE("seed " << seed << ": " << allowed << " allowed, " << denied << " denied of "
                               << rounds);
    BOOST_TEST(allowed > rounds / 100);
    BOOST_TEST(denied > rounds / 100);
}

BOOST_AUTO_TEST_CASE(what_is_imported_is_exported_as_it_was_or_not_at_all_and_the_other_way_round) {
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    constexpr std::array<std::string_view, 20> pieces{"a",       "b",    "git", " ",  " *", "*",  ":*",
                                                      "\\",      "?",    "/",   "//", "~/", "./", "**",
                                                      "domain:", ".com", "*.",  "(",  "=",  "1"};
    constexpr std::array<std::string_view, 8> tools{"Bash",      "Read", "Edit",   "WebFetch",
                                                    "WebSearch", "Task", "mcp__a", "mcp__a__b"};
    std::size_t round_trips = 0;
    constexpr std::size_t rounds = 20'000;
    for (std::size_t round = 0; round < rounds; ++round) {
        nested_rule text{std::string(tools[random() % tools.size()])};
        std::string content;
        for (std::size_t i = 0, n = random() % 5; i < n; ++i) content += pieces[random() % pieces.size()];
        if (!content.empty() && content != "*") text.content = content;
        const auto behavior = std::array{allow, deny, ask}[random() % 3];
        BOOST_TEST_CONTEXT("seed " << seed << ": " << to_text(text)) {
            BOOST_TEST((parse_nested(to_text(text)).value() == text));
            const auto rule = from_nested(text, behavior, rule_origin::host, known_folders);
            if (!rule) continue;
            const auto back = to_nested(*rule);
            if (!back) continue;
            ++round_trips;
            // `x:*` and `x *` are two spellings of one rule, and so are `x**` and `x*`, a server and all of
            // its tools, and a path and the absolute one.
            const std::string given = text.content.value_or("");
            const bool respelled = given.ends_with(":*") || text.tool_name == "mcp__a" ||
                                   (text.tool_name == "Bash" && given.find("**") != given.npos) ||
                                   (text.tool_name == "Read" && !given.starts_with("//"));
            const bool same = *back == text || respelled;
            BOOST_TEST(same, "became " << to_text(*back));
            BOOST_TEST(from_nested(*back, behavior, rule_origin::host)->same_as(*rule));
        }
    }
    BOOST_TEST_MESSAGE("seed " << seed << ": " << round_trips << " of " << rounds << " came back");
    BOOST_TEST(round_trips > rounds / 100);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::nested_rule_properties_test
