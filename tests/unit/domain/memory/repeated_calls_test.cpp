#include <assent/domain/memory/repeated_calls.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::repeated_calls_test {
namespace {

struct made_call {
    std::string_view tool = "Bash";
    json_object input{{"command", "make"}};
    std::string_view agent = {};
    std::string session = {};
};

template <class Use>
auto with(const made_call& made, Use use) {
    const auto input = make_input(made.input);
    return use(tool_call{
        .tool_name = made.tool, .input = *input, .agent_id = made.agent, .session_id = made.session});
}

void count(repeated_calls& calls, const made_call& made, std::size_t times = 1) {
    for (; times > 0; --times) with(made, [&](const tool_call& call) { calls.count(call); });
}

bool were_all(const repeated_calls& calls, const made_call& made, std::size_t times) {
    return with(made, [&](const tool_call& call) { return calls.were_all(call, times); });
}

BOOST_AUTO_TEST_SUITE(repeated_calls_test)

BOOST_AUTO_TEST_CASE(the_same_call_is_counted_until_another_one_is_made) {
    repeated_calls calls;
    BOOST_TEST(!were_all(calls, {}, 1));
    count(calls, {}, 3);
    BOOST_TEST(were_all(calls, {}, 3));
    BOOST_TEST(!were_all(calls, {}, 4));
    count(calls, {.input = {{"command", "ls"}}});
    BOOST_TEST(!were_all(calls, {}, 1));
    count(calls, {});
    BOOST_TEST(were_all(calls, {}, 1));
    BOOST_TEST(!were_all(calls, {}, 2));
}

BOOST_AUTO_TEST_CASE(what_differs_in_tool_name_or_value_is_another_call) {
    const made_call others[] = {
        {.tool = "Monitor"},
        {.input = {}},
        {.input = {{"command", "make "}}},
        {.input = {{"cmd", "make"}}},
        {.input = {{"command", "make"}, {"timeout", 1}}},
        {.input = {{"command", json_array{"make"}}}},
    };
    for (const auto& other : others) {
        repeated_calls calls;
        count(calls, {}, 5);
        BOOST_TEST(were_all(calls, {}, 5));
        BOOST_TEST(!were_all(calls, other, 1));
        count(calls, other);
        BOOST_TEST(!were_all(calls, {}, 1));
    }
}

BOOST_AUTO_TEST_CASE(agents_and_sessions_do_not_break_the_rows_of_each_other) {
    repeated_calls calls;
    for (int i = 0; i < 3; ++i) {
        count(calls, {});
        count(calls, {.input = {{"command", "ls"}}, .agent = "a"});
        count(calls, {.input = {{"command", "pwd"}}, .session = "s"});
    }
    BOOST_TEST(were_all(calls, {}, 3));
    BOOST_TEST(were_all(calls, {.input = {{"command", "ls"}}, .agent = "a"}, 3));
    BOOST_TEST(were_all(calls, {.input = {{"command", "pwd"}}, .session = "s"}, 3));
    BOOST_TEST(!were_all(calls, {.agent = "a"}, 1));
}

BOOST_AUTO_TEST_CASE(it_begins_anew_when_somebody_knows_of_it) {
    repeated_calls calls;
    count(calls, {}, 5);
    with({}, [&](const tool_call& call) { calls.forget(call); });
    BOOST_TEST(!were_all(calls, {}, 1));
    count(calls, {});
    BOOST_TEST(were_all(calls, {}, 1));
}

BOOST_AUTO_TEST_CASE(of_more_sessions_than_are_watched_the_one_that_was_quiet_for_longest_is_forgotten) {
    repeated_calls calls;
    for (std::size_t i = 0; i < max_watched_sessions; ++i) count(calls, {.session = std::to_string(i)});
    BOOST_TEST(were_all(calls, {.session = "0"}, 1));
    count(calls, {.session = "0"});  // now `1` is
    count(calls, {.session = "another"});
    BOOST_TEST(were_all(calls, {.session = "0"}, 2));
    BOOST_TEST(!were_all(calls, {.session = "1"}, 1));
    BOOST_TEST(were_all(calls, {.session = "2"}, 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::repeated_calls_test
