// A hook of somebody else's may put another input in the place of the first one: it is found, or the answer
// is refused.
#include <assent/adapters/control/wire/hook_edit.hpp>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent::hook_edit_test {
namespace {

std::optional<hooked_use> use_in(std::string_view request) {
    json_scanner scanner;
    scanner.scan(request, json_scanner::duplicates::outermost);
    return read_hooked_use(scanner.members());
}

std::string called(const std::string& input) {
    return R"({"subtype":"hook_callback","callback_id":"hook_0","input":)" + input + "}";
}

const std::string before_use =
    R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls"},)"
    R"("tool_use_id":"t","agent_id":"a"})";

// What the answer makes of the use.
std::string found(const hooked_use& use, std::string_view payload) {
    hook_edit_reader reader;
    const auto edited = reader.read(use, payload);
    if (!edited) return "error: " + edited.error().message;
    if (!*edited) return "nothing";
    const tool_call& call = **edited;
    std::string text = std::string(call.tool_name) + " " + std::string(call.input.raw());
    text.append(" in ").append(call.cwd).append(" ").append(call.tool_use_id).append(call.agent_id);
    return text + (call.from_hook ? "" : " from no hook") + (reader.holds_back() ? " held back" : "");
}

std::string output(const std::string& members) {
    return R"({"hookSpecificOutput":{"hookEventName":"PreToolUse")" + members + "}}";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hook_edit_test)

BOOST_AUTO_TEST_CASE(a_hooks_use_is_kept_where_its_answer_may_change_the_input) {
    struct row {
        std::string_view what;
        std::string request, expected;
    };
    const std::string long_name(max_hooked_use_bytes, 'x');
    const row table[] = {
        {"a request that is no hook", R"({"subtype":"mcp_message"})", "none"},
        {"a hook after the use", called(R"({"hook_event_name":"PostToolUse","tool_name":"Bash"})"), "none"},
        {"before the use", called(before_use),
         R"("tool_name":"Bash","tool_use_id":"t","agent_id":"a","cwd":"/w")"},
        {"of a question", called(R"({"hook_event_name":"PermissionRequest","tool_name":"Bash"})"),
         R"(question "tool_name":"Bash")"},
        {"other types", called(R"({"hook_event_name":"PreToolUse","tool_name":7,"cwd":"/w"})"),
         R"("cwd":"/w")"},
        {"too long", called(R"({"hook_event_name":"PreToolUse","tool_name":")" + long_name + "\"}"), ""},
        {"no event", called(R"({"tool_name":"Bash"})"), R"("tool_name":"Bash")"},
        {"a key twice", called(R"({"hook_event_name":"PostToolUse","hook_event_name":"PreToolUse"})"), ""},
        {"no object", called("7"), ""},
        {"nothing", R"({"subtype":"hook_callback"})", ""},
    };
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.what) {
            const auto use = use_in(row.request);
            const std::string got =
                use ? (use->permission_request ? "question " : "") + use->members : std::string("none");
            BOOST_TEST(got == row.expected);
        }
}

BOOST_AUTO_TEST_CASE(the_longest_use_is_kept_and_a_longer_one_is_not) {
    const std::string rest = R"("tool_name":"Bash","cwd":"")";
    const auto kept = [&](std::size_t bytes) {
        return use_in(called(R"({"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":")" +
                             std::string(bytes - rest.size(), 'x') + "\"}"))
            ->members.size();
    };
    BOOST_TEST(kept(max_hooked_use_bytes) == max_hooked_use_bytes);
    BOOST_TEST(kept(max_hooked_use_bytes + 1) == 0U);
}

BOOST_AUTO_TEST_CASE(another_input_is_found_and_what_can_be_misread_is_refused) {
    const hooked_use use = *use_in(called(before_use));
    const struct {
        std::string_view what;
        std::string payload, expected;
    } table[] = {
        {"no payload", "", "nothing"},
        {"no opinion", "{}", "nothing"},
        {"a decision only", output(R"(,"permissionDecision":"allow")"), "nothing"},
        {"null", output(R"(,"updatedInput":null)"), "nothing"},
        {"an input elsewhere", R"({"updatedInput":{"command":"rm"}})", "nothing"},
        {"an output that is no object", R"({"hookSpecificOutput":7})", "nothing"},
        {"another input", output(R"(,"permissionDecision":"allow","updatedInput":{"command": "rm"})"),
         R"(Bash {"command": "rm"} in /w ta)"},
        {"under escaped keys", R"({"hookSpecific\u004futput":{"updated\u0049nput":{"command":"rm"}}})",
         R"(Bash {"command":"rm"} in /w ta)"},
        {"in a question's decision", output(R"(,"decision":{"behavior":"allow","updatedInput":{}})"),
         "Bash {} in /w ta"},
        {"with a denial", output(R"(,"permissionDecision":"deny","updatedInput":{})"),
         "Bash {} in /w ta held back"},
        {"with a question", output(R"(,"permissionDecision":"ask","updatedInput":{})"),
         "Bash {} in /w ta held back"},
        {"with a block", R"({"decision":"block","hookSpecificOutput":{"updatedInput":{}}})",
         "Bash {} in /w ta held back"},
        {"two inputs", output(R"(,"updatedInput":{},"decision":{"updatedInput":{}})"),
         "error: two inputs in one answer"},
        {"a key twice", output(R"(,"updatedInput":{},"updatedInput":{"command":"rm"})"),
         "error: duplicate key `updatedInput` at byte 48"},
        {"an output twice", R"({"hookSpecificOutput":{},"hookSpecificOutput":{"updatedInput":{}}})",
         "error: duplicate key `hookSpecificOutput` at byte 25"},
        {"a key twice in a decision", output(R"(,"decision":{"a":1,"a":2})"),
         "error: duplicate key `a` at byte 7"},
        {"a key twice in the input", output(R"(,"updatedInput":{"x":{"a":1,"a":2}})"),
         "error: duplicate key `a` at byte 89"},
        {"an input that is no object", output(R"(,"updatedInput":"rm")"),
         "error: `updatedInput`: expected object, got string"},
        {"a NUL", output(R"(,"updatedInput":{"command":"\u0000"})"),
         "error: `tool_input`: a string holds U+0000"},
    };
    for (const auto& row : table)
        BOOST_TEST_CONTEXT(row.what) BOOST_TEST(found(use, row.payload) == row.expected);
}

BOOST_AUTO_TEST_CASE(an_input_with_too_many_members_is_refused) {
    const hooked_use use = *use_in(called(before_use));
    const auto answer = [&](std::size_t members) {
        std::string input;
        for (std::size_t i = 0; i < members; ++i)
            input += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
        return found(use, output(",\"updatedInput\":{" + input + "}"));
    };
    BOOST_TEST(answer(max_input_members).starts_with("Bash {"));
    BOOST_TEST(answer(max_input_members + 1) == "error: `tool_input`: more than 1024 members");
}

BOOST_AUTO_TEST_CASE(no_other_input_will_do_for_a_use_that_could_not_be_read) {
    const std::string edit = output(R"(,"updatedInput":{})");
    BOOST_TEST(found({}, edit) == "error: the use that it is about could not be read");
    BOOST_TEST(found({.members = R"("cwd":"/w")"}, edit) ==
               "error: `tool_name`: expected string, got nothing");
    BOOST_TEST(found({}, "{}") == "nothing");
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace assent::hook_edit_test
