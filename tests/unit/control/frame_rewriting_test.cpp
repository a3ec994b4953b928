// Frames of which one member is changed on the way, and nothing else.
#include <assent/adapters/control/wire/frame_rewriting.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::frame_rewriting_test {
namespace {

std::string initialize_with(std::string_view hooks) {
    return R"({"request_id":"1", "type":"control_request","request":{"subtype":"initialize")" +
           std::string(hooks) + R"(,"n":1.0}})";
}

const std::string matcher = R"({"hookCallbackIds":["g"],"onFailure":"block"})";
const std::string ends = R"("PostToolUse":[)" + matcher + R"(],"PostToolUseFailure":[)" + matcher + "]";

BOOST_AUTO_TEST_SUITE(frame_rewriting_test)

BOOST_AUTO_TEST_CASE(the_guard_hook_is_added_to_those_that_are_there_and_nothing_else_changes) {
    const struct {
        std::string_view before, after;
    } table[] = {
        {R"(,"hooks":null)", R"(,"hooks":{"PreToolUse":[%],^})"},
        {R"(,"hooks":{})", R"(,"hooks":{"PreToolUse":[%],^})"},
        {R"(,"hooks": { })", R"(,"hooks": {"PreToolUse":[%],^ })"},
        {R"(,"hooks":{"Stop":[{"hookCallbackIds":["h"]}]})",
         R"(,"hooks":{"PreToolUse":[%],^,"Stop":[{"hookCallbackIds":["h"]}]})"},
        {R"(,"hooks":{"PreToolUse":[]})", R"(,"hooks":{^,"PreToolUse":[%]})"},
        {R"(,"hooks":{"PreToolUse":null})", R"(,"hooks":{^,"PreToolUse":[%]})"},
        {R"(,"hooks":{"PreToolUse":[{"matcher":"Bash","hookCallbackIds":["h"]}]})",
         R"(,"hooks":{^,"PreToolUse":[%,{"matcher":"Bash","hookCallbackIds":["h"]}]})"},
        {R"(,"h\u006foks":{"Pr\u0065ToolUse":[1]})", R"(,"h\u006foks":{^,"Pr\u0065ToolUse":[%,1]})"},
    };
    for (const auto& row : table) {
        std::string after(row.after);
        after.replace(after.find('%'), 1, matcher);
        after.replace(after.find('^'), 1, ends);
        BOOST_TEST(with_guard_hook(initialize_with(row.before), "g").value() == initialize_with(after));
    }
    BOOST_TEST(with_guard_hook(R"({"request":{"subtype":"initialize"}})", "g").value() ==
               R"({"request":{"hooks":{"PreToolUse":[)" + matcher + "]," + ends +
                   R"(},"subtype":"initialize"}})");
    BOOST_TEST(guard_hook_members("g") == R"("hooks":{"PreToolUse":[)" + matcher + "]," + ends + "}");
}

BOOST_AUTO_TEST_CASE(hooks_that_are_no_hooks_are_not_changed_but_refused) {
    for (const std::string_view hooks :
         {R"(,"hooks":[])", R"(,"hooks":"x")", R"(,"hooks":{"PreToolUse":{}})",
          R"(,"hooks":{"PreToolUse":1})", R"(,"hooks":{},"hooks":null)",
          R"(,"hooks":{"PreToolUse":[],"PreToolUse":[]})", R"(,"hooks":{"PostToolUse":1})"})
        BOOST_TEST(!with_guard_hook(initialize_with(hooks), "g").has_value());
    BOOST_TEST(!with_guard_hook(R"({"request":[]})", "g").has_value());
    BOOST_TEST(!with_guard_hook(R"({})", "g").has_value());
}

BOOST_AUTO_TEST_CASE(of_repeated_questions_those_stay_that_are_wanted) {
    const auto answer = [](std::string_view list) {
        return R"({"type":"control_response","response":{"subtype":"success","request_id":"1",)"
               R"("response":{"n":1.0},"pending_permission_requests":)" +
               std::string(list) + R"( ,"x":[1]}})";
    };
    const auto keep = [](std::string_view id) { return id == "b" || id == "c"; };
    const std::string a = R"({"request_id":"a","request":{"input":{"x":"],{"}}})";
    const std::string b = R"({"request_id" : "\u0062", "n":1e0})";
    const std::string c = R"({"request_id":"c"})";
    const struct {
        std::string before, after;
    } table[] = {
        {"[]", "[]"},
        {"null", "null"},
        {"[" + a + "]", "[]"},
        {"[ " + a + " , " + b + ",\t" + c + " ]", "[" + b + "," + c + "]"},
        {"[ " + b + " ]", "[ " + b + " ]"},
        {"[1,\"c\",{},{\"request_id\":7}]", "[]"},
    };
    for (const auto& row : table)
        BOOST_TEST(with_questions(answer(row.before), keep).value() == answer(row.after));
    BOOST_TEST(!with_questions(answer("{}"), keep).has_value());
    BOOST_TEST(!with_questions(answer("[],\"pending_permission_requests\":[]"), keep).has_value());
    const std::string_view other = R"({"type":"control_response","response":{"subtype":"success"}})";
    BOOST_TEST(with_questions(other, keep).value() == other);
}

BOOST_AUTO_TEST_CASE(of_the_updates_of_an_answer_those_stay_that_are_wanted) {
    const auto answer = [](std::string_view list) {
        return R"({"response":{"response":{"behavior":"allow","updatedInput":{"n":1.0},"updatedPermissions":)" +
               std::string(list) + R"(},"request_id":"1"}})";
    };
    const auto second = [](std::size_t at) { return at == 1; };
    BOOST_TEST(with_updates(answer("[{\"a\":[1,2]}, {\"b\":\"]\\\"\"} ,3]"), second).value() ==
               answer("[{\"b\":\"]\\\"\"}]"));
    for (const auto* list : {"[1]", "[]"})
        BOOST_TEST(with_updates(answer(list), second).value() == answer("[]"));
    BOOST_TEST(with_updates(answer("null"), second).value() == answer("null"));
    BOOST_TEST(with_updates(answer("[1]"), [](std::size_t) { return true; }).value() == answer("[1]"));
    // Nobody knows what an agent makes of these.
    BOOST_TEST(!with_updates(answer("\"x\""), second));
    BOOST_TEST(!with_updates(answer("[],\"updatedPermissions\":[1]"), second));
    BOOST_TEST(!with_updates("{}", second));
    BOOST_TEST(!with_updates(answer("[1]") + "\r x", second));
    const std::string flat =
        R"({"type":"control_response","request_id":"1","result":{"type":"allow","update":)";
    BOOST_TEST(with_updates(flat + "[1,2]}}", second).value() == flat + "[2]}}");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::frame_rewriting_test
