#include <assent/app/gate/judged_uses.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

namespace assent::judged_uses_test {
namespace {

told_use told(std::string id, std::string is, std::string stays = {}) {
    return {std::move(id), is, std::move(stays), "Tool `" + is + "`"};
}

told_use read(std::string_view tool, json_object input, agent_program agent = agent_program::claude) {
    const auto kept = make_input(std::move(input));
    const tool_call call{tool, *kept};
    const auto use = standard_use::of(agent, call);
    return told_use_of(call, use ? &*use : nullptr);
}

BOOST_AUTO_TEST_SUITE(judged_uses_test)

BOOST_AUTO_TEST_CASE(a_use_is_what_its_tool_and_the_meaning_of_its_input_are) {
    const auto one = read("Bash", {{"command", "ls"}, {"timeout", 5}});
    BOOST_TEST(one.is == read("Bash", {{"timeout", 5.0}, {"command", "ls"}}).is);
    BOOST_TEST(one.is != read("Bash", {{"command", "ls"}, {"timeout", 6}}).is);
    BOOST_TEST(one.is != read("Other", {{"command", "ls"}, {"timeout", 5}}).is);
    BOOST_TEST(read("T", {{"a", json_array{1, json_object{{"b", 2}, {"c", 3}}}}}).is ==
               read("T", {{"a", json_array{1, json_object{{"c", 3}, {"b", 2}}}}}).is);
    BOOST_TEST(read("T", {{"a", json_array{1, 2}}}).is != read("T", {{"a", json_array{2, 1}}}).is);
    BOOST_TEST(one.shown == "Bash `ls`");
    const std::string longest(max_shown_use_bytes, 'x');
    BOOST_TEST(read("Bash", {{"command", longest}}).shown == "Bash `" + longest + "`");
    BOOST_TEST(read("Bash", {{"command", longest + "x"}}).shown == "Bash `" + longest + "…`");
}

BOOST_AUTO_TEST_CASE(a_person_may_change_the_text_of_an_edit_and_the_answer_to_a_question_alone) {
    const auto stays = [](std::string_view tool, json_object input) {
        return read(tool, std::move(input)).stays;
    };
    BOOST_TEST(!stays("Write", {{"file_path", "/a"}, {"content", "x"}}).empty());
    BOOST_TEST(stays("Write", {{"file_path", "/a"}, {"content", "x"}}) ==
               stays("Edit", {{"file_path", "/a"}, {"old_string", "x"}, {"new_string", "y"}}));
    BOOST_TEST(stays("Write", {{"file_path", "/a"}, {"content", "x"}}) !=
               stays("Write", {{"file_path", "/b"}, {"content", "x"}}));
    BOOST_TEST(!stays("NotebookEdit", {{"notebook_path", "/a"}, {"new_source", "x"}}).empty());
    BOOST_TEST(!stays("AskUserQuestion", {{"questions", json_array()}}).empty());
    BOOST_TEST(stays("Bash", {{"command", "ls"}}).empty());
    BOOST_TEST(stays("Read", {{"file_path", "/a"}}).empty());
    BOOST_TEST(stays("mcp__x__y", {{"file_path", "/a"}}).empty());
    BOOST_TEST(read("Write", {{"content", "x"}}).stays.empty());
}

BOOST_AUTO_TEST_CASE(what_ran_is_looked_for_among_what_was_judged) {
    judged_uses uses;
    uses.judged(told("1", "a"));
    uses.judged(told("2", "b", "/f"));
    uses.judged(told("", "c"));
    uses.judged(told("", "c"));
    BOOST_TEST((uses.ended(told("1", "x")).how == ran_as::other));
    BOOST_TEST((uses.ended(told("1", "a")).how == ran_as::unjudged));  // once
    BOOST_TEST((uses.ended(told("2", "y", "/f")).how == ran_as::edited));
    BOOST_TEST((uses.ended(told("3", "b")).how == ran_as::unjudged));
    const auto other = uses.ended(told("", "d"));
    BOOST_TEST((other.how == ran_as::other));
    BOOST_TEST(other.judged->is == "c");
    // Without an id it may be any of them: none is forgotten.
    for (int i = 0; i < 2; ++i) BOOST_TEST((uses.ended(told("", "c")).how == ran_as::judged));
    BOOST_TEST((uses.ended(told("", "c")).how == ran_as::unjudged));
    BOOST_TEST(uses.size() == 0U);
}

BOOST_AUTO_TEST_CASE(what_we_have_given_ourselves_is_as_good_as_what_was_judged) {
    judged_uses uses;
    uses.judged(told("1", "a"));
    uses.judged(told("2", "a"));
    BOOST_TEST(uses.has("1"));
    BOOST_TEST(!uses.has("3"));
    BOOST_TEST(!uses.has(""));
    uses.given("1", "b");
    uses.given("", "c");
    BOOST_TEST((uses.ended(told("2", "b")).how == ran_as::other));
    BOOST_TEST((uses.ended(told("1", "b")).how == ran_as::judged));
}

BOOST_AUTO_TEST_CASE(the_same_use_judged_twice_may_be_told_twice) {
    judged_uses uses;
    for (int i = 0; i < 2; ++i) uses.judged(told("1", "a"));
    for (int i = 0; i < 2; ++i) BOOST_TEST((uses.ended(told("1", "a")).how == ran_as::judged));
}

BOOST_AUTO_TEST_CASE(over_the_limit_the_oldest_is_forgotten) {
    judged_uses uses;
    for (std::size_t i = 0; i < max_pending_uses; ++i) uses.judged(told(std::to_string(i), "a"));
    BOOST_TEST((uses.ended(told("0", "a")).how == ran_as::judged));
    uses.judged(told("more", "a"));
    uses.judged(told("most", "a"));
    BOOST_TEST((uses.ended(told("1", "a")).how == ran_as::unjudged));
    BOOST_TEST((uses.ended(told("2", "a")).how == ran_as::judged));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::judged_uses_test
