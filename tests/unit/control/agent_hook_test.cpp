// What the hooks of agents are given, and what they answer.
#include "channel_probe.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>

#include <algorithm>
#include <array>
#include <optional>

#define EVENTS                                                                              \
    "one of `PreToolUse`, `PostToolUse`, `PostToolUseFailure`, `BeforeTool`, `AfterTool`, " \
    "`PermissionRequest`, `preToolUse`, `beforeShellExecution`, "                           \
    "`beforeReadFile`, `permissionRequest`, `tool.execute.before`"

namespace assent::agent_hook_test {
namespace {

std::string meaning_of_hook(std::string_view text) {
    hook_text_reader reader;
    const auto said = reader.read(text);
    if (!said) return std::string(to_string(said.error().code)) + ": " + said.error().message;
    const tool_call& call = said->call;
    return describe(call) + (call.cwd.empty() ? "" : " in " + std::string(call.cwd));
}

// With these raw members behind the event's name.
std::string before_use(std::string_view members) {
    return R"({"hook_event_name":"PreToolUse",)" + std::string(members) + "}";
}

struct row {
    const char* name;
    std::string text;
    std::string expected;
};

void check(std::span<const row> rows) {
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(meaning_of_hook(row.text) == row.expected);
}

BOOST_AUTO_TEST_SUITE(agent_hook_test)

BOOST_AUTO_TEST_CASE(the_call_is_read_with_its_place_and_its_ids) {
    const std::array rows{
        row{"what an agent sends",
            R"({"session_id":"s","transcript_path":"/t","cwd":"/proj/sub","permission_mode":"default",)"
            R"("hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls", "x": 1.0},"tool_use_id":"t1"})",
            R"(Bash {"command":"ls", "x": 1.0} tool_use_id=t1 hook in /proj/sub)"},
        row{"the least", before_use(R"("tool_name":"Read","tool_input":{})"), "Read {} hook"},
        row{"a sub-agent", before_use(R"("tool_name":"Read","tool_input":{},"agent_id":"a")"),
            "Read {} agent=a hook"},
        row{"null counts as absent",
            before_use(R"("tool_name":"Read","tool_input":{},"agent_id":null,"cwd":null,"tool_use_id":null)"),
            "Read {} hook"},
        row{"escaped keys and words",
            R"({"hook\u005fevent_name":"Pre\u0054oolUse","t\u006fol_name":"B\u0061sh","tool_input":{"a":"\u0041"}})",
            R"(Bash {"a":"\u0041"} hook)"},
        row{"several lines",
            "{\n \"hook_event_name\":\"PreToolUse\",\n\"tool_name\":\"X\",\"tool_input\":{\n}}\n",
            "X {\n} hook"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_text_with_more_than_one_meaning_is_refused) {
    const std::array rows{
        row{"nothing", "", "invalid_request: not JSON at byte 0"},
        row{"text", "hello", "invalid_request: not JSON at byte 0"},
        row{"cut off", R"({"hook_event_name":"PreToolUse")", "invalid_request: not JSON at byte 31"},
        row{"two objects", before_use(R"("tool_name":"X","tool_input":{})") + "{}",
            "invalid_request: not JSON at byte 64"},
        row{"an array", "[]", "invalid_request: expected a JSON object, got array"},
        row{"a key twice", before_use(R"("tool_name":"X","tool_name":"Y","tool_input":{})"),
            "invalid_request: duplicate key `tool_name` at byte 48"},
        row{"a key twice, spelt in two ways",
            before_use(R"("tool_name":"X","tool_input":{"a":1,"\u0061":2})"),
            "invalid_request: duplicate key `a` at byte 68"},
        row{"half a pair", before_use(R"("tool_name":"X","tool_input":{"a":"\ud800"})"),
            "invalid_request: lone surrogate at byte 67"},
        row{"a carriage return", "{\r\"hook_event_name\":\"PreToolUse\"}",
            "invalid_request: carriage return outside a string at byte 1"},
        row{"U+0000", before_use(R"("tool_name":"X","tool_input":{"a":"\u0000"})"),
            "invalid_request: `tool_input`: a string holds U+0000"},
        row{"a number out of range", before_use(R"("tool_name":"X","tool_input":{"a":1e999})"),
            "invalid_request: number out of range at byte 66"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(what_is_missing_or_of_the_wrong_type_is_named) {
    const std::array rows{
        row{"no event", R"({"tool_name":"X","tool_input":{}})",
            "invalid_request: `hook_event_name`: expected " EVENTS ", got nothing"},
        row{"another event", R"({"hook_event_name":"PostCompact","tool_name":"X","tool_input":{}})",
            "invalid_request: `hook_event_name`: expected " EVENTS ", got another event"},
        row{"event of another type", R"({"hook_event_name":1,"tool_name":"X","tool_input":{}})",
            "invalid_request: `hook_event_name`: expected " EVENTS ", got number"},
        row{"no tool", before_use(R"("tool_input":{})"),
            "invalid_request: `tool_name`: expected string, got nothing"},
        row{"a tool that cannot be one", before_use(R"("tool_name":"a b","tool_input":{})"),
            "invalid_request: `tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`"},
        row{"no input", before_use(R"("tool_name":"X")"),
            "invalid_request: `tool_input`: expected object, got nothing"},
        row{"an input that is none", before_use(R"("tool_name":"X","tool_input":"{}")"),
            "invalid_request: `tool_input`: expected object, got string"},
        row{"use", before_use(R"("tool_name":"X","tool_input":{},"tool_use_id":1)"),
            "invalid_request: `tool_use_id`: expected string, got number"},
        row{"agent", before_use(R"("tool_name":"X","tool_input":{},"agent_id":[])"),
            "invalid_request: `agent_id`: expected string, got array"},
        row{"place", before_use(R"("tool_name":"X","tool_input":{},"cwd":{})"),
            "invalid_request: `cwd`: expected string, got object"},
    };
    check(rows);
}

std::string with_members(std::size_t count) {
    std::string members;
    for (std::size_t i = 0; i < count; ++i) members += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    return before_use(R"("tool_name":"X","tool_input":{)" + members + "}");
}

BOOST_AUTO_TEST_CASE(the_limits_hold_on_both_sides) {
    BOOST_TEST(meaning_of_hook(with_members(max_input_members)).starts_with("X {"));
    BOOST_TEST(meaning_of_hook(with_members(max_input_members + 1)) ==
               "too_large: `tool_input`: more than 1024 members");
    std::string longest = before_use(R"("tool_name":"X","tool_input":{})");
    longest.resize(max_hook_text_bytes, ' ');
    BOOST_TEST(meaning_of_hook(longest) == "X {} hook");
    BOOST_TEST(meaning_of_hook(longest + " ") == "too_large: more than 16777216 bytes");
}

BOOST_AUTO_TEST_CASE(a_reader_forgets_the_text_before) {
    hook_text_reader reader;
    const std::string first = before_use(R"("tool_name":"X","tool_input":{"a":"\t"},"agent_id":"\t")");
    BOOST_REQUIRE(reader.read(first).has_value());
    BOOST_TEST(!reader.read("{").has_value());
    const std::string second = before_use(R"("tool_name":"Y","tool_input":{})");
    BOOST_TEST(describe(reader.read(second)->call) == "Y {} hook");
}

const hook_dialect& dialect_of(agent_program agent, std::string_view event) {
    return *std::ranges::find_if(hook_dialects(), [&](const hook_dialect& each) {
        return each.agent == agent && each.event == event;
    });
}

BOOST_AUTO_TEST_CASE(each_agent_is_known_by_its_own_text) {
    using enum agent_program;
    const struct {
        std::string text;
        agent_program agent;
        std::string_view event;
        std::string call;
    } table[] = {
        {R"({"session_id":"s","transcript_path":"/t","cwd":"/p","prompt_id":"x","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{},"tool_use_id":"u"})",
         claude, "PreToolUse", "Bash {} tool_use_id=u hook"},
        {R"({"session_id":"s","turn_id":"t","transcript_path":"/t","cwd":"/p","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{},"tool_use_id":"u"})",
         codex, "PreToolUse", "Bash {} tool_use_id=u hook"},
        {R"({"session_id":"s","turn_id":"t","transcript_path":"/t","cwd":"/p","hook_event_name":"PermissionRequest","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{}})",
         codex, "PermissionRequest", "Bash {} hook"},
        {R"({"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"2026","tool_name":"write_file","tool_input":{}})",
         gemini, "BeforeTool", "write_file {} hook"},
        {R"({"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026","cwd":"/p","tool_name":"Write","tool_input":{}})",
         copilot, "PreToolUse", "Write {} hook"},
        {R"({"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"create","toolArgs":{}})", copilot,
         "preToolUse", "create {} hook"},
        {R"({"hookName":"permissionRequest","sessionId":"s","timestamp":1,"cwd":"/p","toolName":"bash","toolInput":{},"permissionSuggestions":[]})",
         copilot, "permissionRequest", "bash {} hook"},
        {R"({"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"PreToolUse","timestamp":"2026","permission_mode":"yolo","prompt_id":"p","tool_name":"write_file","tool_input":{},"tool_use_id":"u","tool_call_id":"c"})",
         qwen, "PreToolUse", "write_file {} tool_use_id=u hook"},
        {R"({"session_id":"s","transcript_path":"/t","cwd":"/p","hook_event_name":"PermissionRequest","timestamp":"2026","permission_mode":"yolo","prompt_id":"p","tool_name":"write_file","tool_input":{}})",
         qwen, "PermissionRequest", "write_file {} hook"},
        {R"({"hook_event_name":"preToolUse","conversation_id":"c","cwd":"/p","tool_name":"Shell","tool_input":{}})",
         cursor, "preToolUse", "Shell {} hook"},
        {R"({"hook_event_name":"tool.execute.before","session_id":"s","tool_use_id":"u","cwd":"/p","tool_name":"bash","tool_input":{}})",
         opencode, "tool.execute.before", "bash {} tool_use_id=u hook"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.text) {
            hook_text_reader reader;
            const auto said = reader.read(row.text);
            BOOST_REQUIRE(said.has_value());
            BOOST_TEST(said->dialect->agent == row.agent);
            BOOST_TEST(said->dialect->event == row.event);
            BOOST_TEST(describe(said->call) == row.call);
            BOOST_TEST(said->call.cwd == "/p");
            // Whoever says which agent it is reads the same.
            BOOST_TEST((reader.read(row.text, row.agent)->dialect == said->dialect));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_text_of_another_agent_than_was_said_is_refused) {
    hook_text_reader reader;
    const auto said = reader.read(before_use(R"("tool_name":"X","tool_input":{})"), agent_program::gemini);
    BOOST_REQUIRE(!said.has_value());
    BOOST_TEST(said.error().message ==
               "`hook_event_name`: expected one of `BeforeTool`, `AfterTool`, got another event");
    BOOST_TEST(!reader.read(R"({"sessionId":"s","timestamp":1,"toolName":"bash"})").has_value());
}

BOOST_AUTO_TEST_CASE(where_the_name_of_an_mcp_server_ends_is_read_beside_the_tool) {
    hook_text_reader reader;
    const auto of = [&](std::string_view context) {
        const std::string text =
            R"({"hook_event_name":"BeforeTool","tool_name":"mcp_a_b_c","tool_input":{},"mcp_context":)" +
            std::string(context) + "}";
        const auto said = reader.read(text);
        return said ? std::string(said->call.own_name).append(" ").append(said->call.tool_name)
                    : said.error().message;
    };
    BOOST_TEST(of(R"({"server_name":"a_b","tool_name":"c"})") == "mcp_a_b_c mcp__a_b__c");
    BOOST_TEST(of("null") == " mcp_a_b_c");
    BOOST_TEST(of(R"({"server_name":"a b","tool_name":"c"})") ==
               "`mcp_context`: expected names of letters, digits, `_`, `.` or `-`");
}

BOOST_AUTO_TEST_CASE(a_patch_that_codex_is_about_to_ask_about_begins_nobody_knows_where) {
    const auto asked = [](std::string_view event, std::string_view tool) {
        return meaning_of_hook(R"({"turn_id":"t","cwd":"/p","hook_event_name":")" + std::string(event) +
                               R"(","tool_name":")" + std::string(tool) + R"(","tool_input":{}})");
    };
    BOOST_TEST(asked("PermissionRequest", "apply_patch") == "apply_patch {} hook");
    BOOST_TEST(asked("PermissionRequest", "Bash") == "Bash {} hook in /p");
    BOOST_TEST(asked("PreToolUse", "apply_patch") == "apply_patch {} hook in /p");
}

BOOST_AUTO_TEST_CASE(a_denial_without_a_reason_is_given_one) {
    for (const std::string_view reason : {"", " ", "\n", "\xC2\xA0"}) {
        const auto reply =
            reply_to_hook(dialect_of(agent_program::codex, "PreToolUse"), outcome::deny, reason);
        BOOST_TEST(reply.out.find("deny by assent: ") != std::string::npos, reply.out);
    }
}

BOOST_AUTO_TEST_CASE(the_text_itself_is_the_input_where_an_event_names_no_tool) {
    hook_text_reader reader;
    const std::string text =
        R"({"hook_event_name":"beforeShellExecution","command":"ls","cwd":"/p","conversation_id":"c"})";
    const auto said = reader.read(text);
    BOOST_REQUIRE(said.has_value());
    BOOST_TEST(said->call.tool_name == "Shell");
    std::string scratch;
    BOOST_TEST(said->call.input.field("command", scratch).text == "ls");
    BOOST_TEST(said->call.cwd == "/p");
}

BOOST_AUTO_TEST_CASE(each_answer_has_the_words_of_the_agent) {
    using enum agent_program;
    const struct {
        agent_program agent;
        std::string_view event;
        std::optional<outcome> decision;
        std::string expected;
    } table[] = {
        {claude, "PreToolUse", std::nullopt, "{}"},
        {claude, "PreToolUse", outcome::deny,
         R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"a \"b\"\n"}})"},
        {claude, "PreToolUse", outcome::ask,
         R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"a \"b\"\n"}})"},
        {claude, "PreToolUse", outcome::allow,
         R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"a \"b\"\n"}})"},
        {codex, "PreToolUse", outcome::deny,
         R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"a \"b\"\n"}})"},
        {codex, "PermissionRequest", outcome::deny,
         R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"a \"b\"\n"}}})"},
        {qwen, "PermissionRequest", outcome::allow,
         R"({"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}})"},
        {gemini, "BeforeTool", outcome::deny, R"({"decision":"deny","reason":"a \"b\"\n"})"},
        {opencode, "tool.execute.before", outcome::deny, R"({"decision":"deny","reason":"a \"b\"\n"})"},
        {copilot, "preToolUse", outcome::deny,
         R"({"permissionDecision":"deny","permissionDecisionReason":"a \"b\"\n"})"},
        {copilot, "permissionRequest", outcome::deny, R"({"behavior":"deny","message":"a \"b\"\n"})"},
        {cursor, "beforeShellExecution", outcome::ask, R"({"permission":"ask","agent_message":"a \"b\"\n"})"},
    };
    for (const auto& row : table) {
        const auto reply = reply_to_hook(dialect_of(row.agent, row.event), row.decision, "a \"b\"\n");
        BOOST_TEST(reply.out == row.expected);
        BOOST_TEST(reply.status == 0);
    }
    const auto by_status = reply_to_hook(dialect_of(cursor, "preToolUse"), outcome::deny, "no");
    BOOST_TEST(by_status.status == refusing_status);
    BOOST_TEST(by_status.err == "no");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::agent_hook_test
