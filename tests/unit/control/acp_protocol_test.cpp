// What lines of the Agent Client Protocol mean, as six agents write them.
#include "agent_protocol_probe.hpp"

#include <assent/adapters/control/json_rpc/acp_protocol.hpp>

#include <string>

namespace assent::acp_protocol_test {
namespace {

using kind = line_meaning::kind;

protocol_probe probe(acp_options options = {}) {
    return protocol_probe(make_acp_protocol(std::move(options)));
}

std::string initialized_as(std::string_view name) {
    return R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":")" +
           std::string(name) + R"("}}})";
}

// A connection that is initialized, with a session `s` in /w that is open.
protocol_probe opened(std::string_view agent, acp_options options = {}) {
    auto made = probe(std::move(options));
    static_cast<void>(made.client(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"));
    static_cast<void>(made.agent(initialized_as(agent)));
    static_cast<void>(made.client(
        R"({"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}})"));
    return made;
}

std::string session_result(std::string_view mode) {
    return R"({"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","modes":{"currentModeId":")" +
           std::string(mode) + R"(","availableModes":[]}}})";
}

constexpr std::string_view options_once =
    R"([{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}])";

std::string question(std::string_view tool_call, std::string_view options = options_once) {
    return R"({"jsonrpc":"2.0","id":5,"method":"session/request_permission","params":{"sessionId":"s","toolCall":)" +
           std::string(tool_call) + R"(,"options":)" + std::string(options) + "}}";
}

std::string update(std::string_view members) {
    return R"({"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{)" +
           std::string(members) + "}}}";
}

BOOST_AUTO_TEST_SUITE(acp_protocol_test)

BOOST_AUTO_TEST_CASE(each_agents_question_about_a_command_is_that_command) {
    for (const auto* const name : {"claude-acp", "codex-acp", "gemini", "opencode", "copilot", "qwen"}) {
        BOOST_TEST_CONTEXT(name) {
            const auto asked = probe().question_of(std::string(name) + "_shell_allowed");
            BOOST_REQUIRE(asked.use != nullptr);
            const auto parts = asked.use->calls().parts();
            BOOST_REQUIRE(parts.size() == 1);
            std::string scratch;
            BOOST_TEST(parts[0].call.tool_name == "Bash");
            BOOST_TEST(parts[0].call.input.field("command", scratch).text ==
                       "touch ran.txt && echo hi > b.txt");
            BOOST_TEST(parts[0].call.cwd == "/proj");
            BOOST_TEST(!parts[0].call.needs_human);
        }
    }
}

BOOST_AUTO_TEST_CASE(each_agents_question_about_a_new_file_is_a_write_of_that_file) {
    for (const auto* const name : {"claude-acp", "codex-acp", "gemini", "opencode", "copilot", "qwen"})
        BOOST_TEST_CONTEXT(name)
    BOOST_TEST(describe(*probe().question_of(std::string(name) + "_write_asked").use) ==
               R"(Write {"file_path":"/proj/new.txt","content":"hello\n"} in /proj)");
}

BOOST_AUTO_TEST_CASE(the_answers_are_the_options_that_are_for_this_call_alone) {
    const std::tuple<const char*, const char*, const char*> rows[] = {
        {"claude-acp", "allow-once", "reject"},   {"codex-acp", "allow_once", "cancel"},
        {"gemini", "proceed_once", "cancel"},     {"opencode", "once", "reject"},
        {"copilot", "allow_once", "reject_once"}, {"qwen", "proceed_once", "cancel"},
    };
    for (const auto& [name, allow, deny] : rows) {
        BOOST_TEST_CONTEXT(name) {
            const auto asked = probe().question_of(std::string(name) + "_shell_allowed");
            const auto selected = [](const std::string& id) {
                return R"({"outcome":{"outcome":"selected","optionId":")" + id + "\"}}";
            };
            BOOST_TEST(asked.allow == selected(allow));
            BOOST_TEST(asked.deny == selected(deny));
            BOOST_TEST(asked.cancelled == R"({"outcome":{"outcome":"cancelled"}})");
            BOOST_TEST(asked.shown.find("allow_always") == std::string::npos);
            BOOST_TEST(asked.shown.find(allow) != std::string::npos);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_is_read_by_its_kind_where_no_tool_is_named) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"({"kind":"execute","rawInput":{"command":"ls"}})", R"(Bash {"command":"ls"} in /w)"},
        {R"({"kind":"execute","rawInput":{"command":["rm","a b"]}})", R"(Bash {"command":"rm 'a b'"} in /w)"},
        {R"({"kind":"execute","rawInput":{"command":["bash","-lc","rm a"]}})",
         R"(Bash {"command":"rm a"} in /w)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","cwd":"sub"}})",
         R"(Bash {"command":"ls","cwd":"sub"} in /w)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","working_directory":"/w","timeout":1}})",
         R"(Bash {"command":"ls"} in /w)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","cwd":"/a","workdir":"/b"}})",
         R"(Bash {"command":"ls"} in /w needs_human)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","additionalPermissions":{"network":true}}})",
         R"(Bash {"command":"ls"} in /w needs_human)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","args":["-l"]}})",
         R"(Bash {"command":"ls"} in /w needs_human)"},
        {R"({"kind":"execute","rawInput":{"command":"ls","url":"https://a.b"}})",
         "WebFetch {\"url\":\"https://a.b\"} in /w needs_human\nBash {\"command\":\"ls\"} in /w needs_human"},
        {R"({"kind":"execute","rawInput":{"url":"https://a.b"}})",
         "WebFetch {\"url\":\"https://a.b\"} in /w needs_human\nBash {\"url\":\"https://a.b\"} in /w "
         "needs_human"},
        {R"({"kind":"execute","rawInput":{"command":"ls","commands":["rm x"]}})",
         R"(Bash {"command":"ls"} in /w needs_human)"},
        {R"({"kind":"execute","title":"ls"})", "Bash {} in /w needs_human"},
        {R"({"kind":"execute","rawInput":{"command":7}})", R"(Bash {"command":7} in /w needs_human)"},
        {R"({"kind":"edit","locations":[{"path":"/w/a"},{"path":"/w/b"}]})",
         "Edit {\"file_path\":\"/w/a\"} in /w\nEdit {\"file_path\":\"/w/b\"} in /w"},
        {R"({"kind":"edit","content":[{"type":"diff","path":"/w/a","oldText":"x","newText":"y"}]})",
         R"(Edit {"file_path":"/w/a","old_string":"x","new_string":"y"} in /w)"},
        {R"({"kind":"edit","content":[{"type":"diff","path":"/w/a","oldText":null,"newText":"y"}],"locations":[{"path":"/w/a"}]})",
         R"(Write {"file_path":"/w/a","content":"y"} in /w)"},
        {R"({"kind":"edit","content":[{"type":"diff","path":"/w/a","oldText":"x"}]})",
         R"(delete {"path":"/w/a"} in /w)"},
        {R"({"kind":"edit","title":"/w/a"})", "Edit {} in /w needs_human"},
        {R"({"kind":"read","rawInput":{"path":"/w/a"}})", R"(Read {"file_path":"/w/a"} in /w)"},
        {R"({"kind":"delete","locations":[{"path":"/w/a"}]})", R"(delete {"path":"/w/a"} in /w)"},
        {R"({"kind":"move","locations":[{"path":"/w/a"}]})",
         "delete {\"path\":\"/w/a\"} in /w needs_human\nWrite {\"file_path\":\"/w/a\"} in /w needs_human"},
        {R"({"kind":"delete","rawInput":{"path":"/w/a","recursive":true,"lines":[1,2]}})",
         R"(delete {"path":"/w/a"} in /w)"},
        {R"({"kind":"delete","rawInput":{"path":"/w/a","others":["/w/b"]}})",
         R"(delete {"path":"/w/a"} in /w needs_human)"},
        {R"({"kind":"read","rawInput":{"path":"/w/a","target":"/w/b"}})",
         R"(Read {"file_path":"/w/a"} in /w needs_human)"},
        {R"({"kind":"fetch","rawInput":{"url":"https://a.b","prompt":"p"}})",
         R"(WebFetch {"url":"https://a.b"} in /w)"},
        {R"({"kind":"fetch","rawInput":{"url":"https://a.b","method":"POST"}})",
         R"(WebFetch {"url":"https://a.b"} in /w needs_human)"},
        {R"({"toolCallId":"elicitation:s:lab:1","kind":"fetch","rawInput":{"url":"https://a.b"}})",
         R"(WebFetch {"url":"https://a.b"} in /w needs_human)"},
        {R"({"toolCallId":"elicitation-1","kind":"fetch","rawInput":{"url":"https://a.b"}})",
         R"(WebFetch {"url":"https://a.b"} in /w needs_human)"},
        {R"({"kind":"fetch","rawInput":{"url":"https://a.b"}})", R"(WebFetch {"url":"https://a.b"} in /w)"},
        {R"({"kind":"fetch"})", "WebFetch {} in /w needs_human"},
        {R"({"kind":"other","rawInput":{"parentDir":"/x"}})",
         R"(acp_other {"parentDir":"/x"} in /w needs_human)"},
        {R"({"kind":"odd kind"})", "acp_other {} in /w needs_human"},
        {R"({})", "acp_other {} in /w needs_human"},
        // A name that is no standard tool's says nothing of what it does: its kind does.
        {R"({"name":"run_it","kind":"execute","rawInput":{"command":"rm x"}})",
         "run_it {\"command\":\"rm x\"} in /w\nBash {\"command\":\"rm x\"} in /w"},
        {R"({"name":"run_it","kind":"execute","rawInput":{"code":"x"}})",
         R"(run_it {"code":"x"} in /w needs_human)"},
        {R"({"name":"mcp__s__t","kind":"other","rawInput":{"a":1}})", R"(mcp__s__t {"a":1} in /w)"},
        {R"({"name":"mcp__s__t","kind":"other","rawInput":{}})", "mcp__s__t {} in /w"},
        {R"({"name":"mcp__s__t","kind":"other"})", "mcp__s__t {} in /w needs_human"},
    };
    for (const auto& [tool_call, expected] : rows) {
        auto agent = opened("some agent");
        static_cast<void>(agent.agent(session_result("any")));
        BOOST_TEST(agent.asked(question(tool_call)) == expected, tool_call);
    }
}

BOOST_AUTO_TEST_CASE(what_was_told_before_counts_unless_it_says_otherwise) {
    auto agent = opened("some agent");
    static_cast<void>(agent.agent(session_result("any")));
    static_cast<void>(agent.agent(update(
        R"("sessionUpdate":"tool_call","toolCallId":"t","kind":"execute","rawInput":{"command":"rm x"})")));
    BOOST_TEST(agent.asked(question(R"({"toolCallId":"t"})")) == R"(Bash {"command":"rm x"} in /w)");
    BOOST_TEST(agent.asked(question(R"({"toolCallId":"t","rawInput":{"command":"ls"}})")) ==
               R"(Bash {"command":"ls"} in /w needs_human)");
    BOOST_TEST(agent.asked(question(R"({"toolCallId":"u","kind":"execute"})")) ==
               "Bash {} in /w needs_human");
    static_cast<void>(
        agent.agent(update(R"("sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed")")));
    BOOST_TEST(agent.asked(question(R"({"toolCallId":"t"})")) == "acp_other {} in /w needs_human");
}

// As opencode sends it: the question says the command alone.
BOOST_AUTO_TEST_CASE(a_command_runs_in_the_folder_that_was_told_of_last) {
    auto agent = opened("OpenCode");
    static_cast<void>(agent.agent(session_result("build")));
    static_cast<void>(agent.agent(update(
        R"("sessionUpdate":"tool_call","toolCallId":"t","title":"bash","kind":"execute","status":"pending","locations":[{"path":"/w"}],"rawInput":{"cwd":"/w"})")));
    static_cast<void>(agent.agent(update(
        R"("sessionUpdate":"tool_call_update","toolCallId":"t","status":"in_progress","kind":"execute","title":"rm x","rawInput":{"command":"rm x","description":"d","workdir":"/sec"})")));
    BOOST_TEST(
        agent.asked(question(
            R"({"toolCallId":"t","title":"rm x","kind":"execute","status":"pending","locations":[],"rawInput":{"command":"rm x"}})")) ==
        R"(Bash {"command":"rm x","cwd":"/sec"} in /w)");
}

BOOST_AUTO_TEST_CASE(tools_of_servers_are_named_as_their_agents_name_them) {
    struct row {
        std::string_view agent, mode, told, asked, expected;
    };
    const row rows[] = {
        {"@agentclientprotocol/codex-acp", "read-only",
         R"("kind":"execute","title":"mcp.srv.del","rawInput":{"server":"srv","tool":"del","arguments":{"id":1}},"_meta":{"is_mcp_tool_call":true})",
         R"({"toolCallId":"t","kind":"execute","status":"pending"})", R"(mcp__srv__del {"id":1} in /w)"},
        {"@agentclientprotocol/codex-acp", "read-only",
         R"("kind":"execute","rawInput":{"server":"a__b","tool":"del","arguments":{}},"_meta":{"is_mcp_tool_call":true})",
         R"({"toolCallId":"t","kind":"execute"})",
         R"(Bash {"server":"a__b","tool":"del","arguments":{}} in /w needs_human)"},
        {"@agentclientprotocol/codex-acp", "read-only",
         R"("kind":"execute","rawInput":{"server":"srv","tool":"del","arguments":{}})",
         R"({"toolCallId":"t","kind":"execute"})",
         R"(Bash {"server":"srv","tool":"del","arguments":{}} in /w needs_human)"},
        {"@agentclientprotocol/codex-acp", "read-only",
         R"("kind":"other","name":"request_permissions","rawInput":{"permissions":{"network":{"enabled":true}}})",
         R"({"toolCallId":"t","kind":"other"})",
         R"(request_permissions {"permissions":{"network":{"enabled":true}}} in /w needs_human)"},
        {"OpenCode", "build", R"("kind":"other","title":"srv_del","status":"pending","rawInput":{"id":1})",
         R"({"toolCallId":"t","kind":"other","title":"what it does","rawInput":{}})",
         R"(srv_del {"id":1} in /w)"},
        {"OpenCode", "build", R"("kind":"other","title":"srv_del","status":"pending","rawInput":{})",
         R"({"toolCallId":"t","kind":"other","title":"srv_del"})", "srv_del {} in /w needs_human"},
        {"OpenCode", "build", R"("kind":"other","title":"two words","rawInput":{"id":1})",
         R"({"toolCallId":"t","kind":"other"})", R"(acp_other {"id":1} in /w needs_human)"},
        {"OpenCode", "build", R"("kind":"other","title":"srv_del","rawInput":{"cwd":"a","directory":["b"]})",
         R"({"toolCallId":"t","kind":"other"})", R"(srv_del {"cwd":"a","directory":["b"]} in /w)"},
        {"other", "any", R"("kind":"other","title":"srv_del","rawInput":{"id":1})",
         R"({"toolCallId":"t","kind":"other"})", R"(acp_other {"id":1} in /w needs_human)"},
        {"gemini-cli", "default", "",
         R"({"toolCallId":"mcp_srv__del__1-2","kind":"other","rawInput":{"id":1}})",
         "mcp__srv___del {\"id\":1} in /w\nmcp__srv___del {\"id\":1} in /w"},
    };
    for (const auto& [name, mode, told, asked, expected] : rows) {
        auto agent = opened(name);
        static_cast<void>(agent.agent(session_result(mode)));
        if (!told.empty())
            static_cast<void>(
                agent.agent(update(R"("sessionUpdate":"tool_call","toolCallId":"t",)" + std::string(told))));
        BOOST_TEST(agent.asked(question(asked)) == expected);
    }
}

BOOST_AUTO_TEST_CASE(gemini_says_in_a_text_where_a_command_runs) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"[current working directory /w] (a [b])", R"(Bash {"command":"rm x"} in /w)"},
        {"[in sec] (d)", R"(Bash {"command":"rm x","cwd":"sec"} in /w)"},
        {"[in sec]", R"(Bash {"command":"rm x","cwd":"sec"} in /w)"},
        {"[in sec] (d) [background]", R"(Bash {"command":"rm x"} in /w needs_human)"},
        {"[in a] (b] (d)", R"(Bash {"command":"rm x"} in /w needs_human)"},
        {"[below sec] (d)", R"(Bash {"command":"rm x"} in /w needs_human)"},
        {"(d)", R"(Bash {"command":"rm x"} in /w)"},
    };
    for (const auto& [text, expected] : rows) {
        auto agent = opened("gemini-cli");
        static_cast<void>(agent.agent(session_result("default")));
        BOOST_TEST(
            agent.asked(question(
                R"({"toolCallId":"run_shell_command__1","kind":"execute","title":"rm x","content":[{"type":"content","content":{"type":"text","text":")" +
                std::string(text) + R"("}}]})")) == expected,
            text);
    }
}

BOOST_AUTO_TEST_CASE(only_geminis_titles_are_commands) {
    for (const auto& [name, expected] : {std::pair("gemini-cli", R"(Bash {"command":"rm x"} in /w)"),
                                         std::pair("qwen-code", "Bash {} in /w needs_human"),
                                         std::pair("other", "Bash {} in /w needs_human")}) {
        auto agent = opened(name);
        static_cast<void>(agent.agent(session_result("default")));
        BOOST_TEST(agent.asked(question(
                       R"({"toolCallId":"run_shell_command__1","kind":"execute","title":"rm x"})")) ==
                   expected);
    }
    auto agent = opened("gemini-cli");
    static_cast<void>(agent.agent(session_result("default")));
    BOOST_TEST(agent.asked(question(R"({"toolCallId":"other__1","kind":"execute","title":"rm x"})")) ==
               "Bash {} in /w needs_human");
    BOOST_TEST(
        agent.asked(question(
            R"-({"toolCallId":"run_shell_command__1","kind":"execute","title":"rm x","content":[{"type":"content","content":{"type":"text","text":"[current working directory /w/sub] (a)"}}]})-")) ==
        R"(Bash {"command":"rm x"})");
}

// As codex-acp sends them: the diffs in an update, the places in the question.
BOOST_AUTO_TEST_CASE(codex_changes_the_files_that_have_a_diff_and_a_place) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"({"type":"diff","oldText":"x","newText":"y","path":"/w/a","_meta":{"kind":"update"}})",
         R"(Edit {"file_path":"/w/a","old_string":"x","new_string":"y"} in /w)"},
        // What its adapter cannot parse.
        {"", "Edit {\"file_path\":\"/w/a\"} in /w needs_human\ndelete {\"path\":\"/w/a\"} in /w needs_human"},
        {R"({"type":"diff","oldText":"x","newText":"y","path":"/w/b"})",
         "Write {\"file_path\":\"/w/b\",\"content\":\"y\"} in /w\n"
         "Edit {\"file_path\":\"/w/a\"} in /w\ndelete {\"path\":\"/w/a\"} in /w"},
        {R"({"type":"diff","oldText":"","newText":"","path":"/w/b"})",
         "Write {\"file_path\":\"/w/b\"} in /w\n"
         "Edit {\"file_path\":\"/w/a\"} in /w\ndelete {\"path\":\"/w/a\"} in /w"},
        // Two may be one move, or not.
        {R"({"type":"diff","oldText":"x","newText":"y","path":"/w/b"},{"type":"diff","oldText":"x","newText":"z","path":"/w/c"})",
         "Write {\"file_path\":\"/w/b\",\"content\":\"y\"} in /w needs_human\n"
         "Write {\"file_path\":\"/w/c\",\"content\":\"z\"} in /w needs_human\n"
         "Edit {\"file_path\":\"/w/a\"} in /w needs_human\ndelete {\"path\":\"/w/a\"} in /w needs_human"},
        {R"({"type":"diff","oldText":"x","newText":"","path":"/w/a","_meta":{"kind":"delete"}})",
         R"(delete {"path":"/w/a"} in /w)"},
        {R"({"type":"diff","oldText":"x","newText":"","path":"/w/a"})",
         "delete {\"path\":\"/w/a\"} in /w\n"
         "Edit {\"file_path\":\"/w/a\",\"old_string\":\"x\",\"new_string\":\"\"} in /w"},
    };
    for (const auto& [diffs, expected] : rows) {
        auto agent = opened("@agentclientprotocol/codex-acp");
        static_cast<void>(agent.agent(session_result("read-only")));
        static_cast<void>(agent.agent(update(
            R"("sessionUpdate":"tool_call","toolCallId":"t","kind":"edit","title":"Editing files","status":"in_progress","content":[)" +
            std::string(diffs) + "]")));
        BOOST_TEST(
            agent.asked(question(
                R"({"toolCallId":"t","title":"Edit files","locations":[{"path":"/w/a"}],"kind":"edit","status":"pending"})")) ==
                expected,
            diffs);
    }
}

BOOST_AUTO_TEST_CASE(a_question_that_cannot_be_read_is_denied) {
    const std::pair<std::string, std::string_view> rows[] = {
        {question(R"({"kind":"execute","rawInput":{"command":"a\u0000b"}})"),
         "denied: a string holds U+0000"},
        {question("7"), "denied: `params.toolCall`: expected object"},
        {question("{}", R"([{"optionId":"y","kind":"allow_once"},{"optionId":"y","kind":"reject_once"}])"),
         "denied: `params.options`: expected options with different ids"},
        {question("{}", "[7]"), "denied: `params.options`: expected options with different ids"},
        {R"({"id":5,"method":"session/request_permission","params":[]})",
         "denied: `params`: expected object"},
        {question(R"({"kind":"execute","rawInput":{"command":1e999}})"),
         "denied: number out of range at byte"},
    };
    for (const auto& [line, expected] : rows) {
        auto agent = opened("other");
        BOOST_TEST(agent.asked(line).starts_with(expected), line);
    }
}

// Models are cut in the middle of a character, and what only people read decides nothing.
BOOST_AUTO_TEST_CASE(words_for_people_may_be_cut_anywhere) {
    const std::pair<std::string, std::string_view> rows[] = {
        {question(R"({"kind":"execute","title":"a \ud83d","rawInput":{"command":"ls"}})"),
         R"(Bash {"command":"ls"} in /w)"},
        {question(R"({"kind":"execute","title":"a\u0000","rawInput":{"command":"ls"}})"),
         R"(Bash {"command":"ls"} in /w)"},
        {question(R"({"kind":"execute","title":{"\udead":1e999},"rawInput":{"command":"ls"}})"),
         R"(Bash {"command":"ls"} in /w)"},
        {question(
             R"({"name":"Bash","kind":"execute","rawInput":{"command":"ls","description":"lists \ud83d"},"rawOutput":"\udc00","content":[{"type":"content","content":{"type":"text","text":"\ud83d"}}]})"),
         R"(Bash {"command":"ls","description":"lists �"} in /w)"},
        {question(
             R"({"kind":"execute","rawInput":{"command":"ls"}})",
             R"([{"optionId":"y","name":"Yes \ud83d","kind":"allow_once"},{"optionId":"n","kind":"reject_once","_meta":1e999}])"),
         R"(Bash {"command":"ls"} in /w)"},
        // What decides is exact.
        {question(R"({"kind":"execute","rawInput":{"command":"ls \ud83d"}})"), "denied: lone surrogate"},
        {question(R"({"kind":"execute","rawInput":{"command":"ls","cwd":"\ud83d"}})"),
         "denied: lone surrogate"},
        {question(R"({"name":"B\ud83d","kind":"execute","rawInput":{"command":"ls"}})"),
         "denied: lone surrogate"},
        {question(R"({"toolCallId":"\ud83d","kind":"execute","rawInput":{"command":"ls"}})"),
         "denied: lone surrogate"},
        {question(R"({"kind":"edit","locations":[{"path":"/w/\ud83d"}]})"), "denied: lone surrogate"},
        {question(R"({"kind":"edit","content":[{"type":"diff","path":"/w/a","newText":"\ud83d"}]})"),
         "denied: lone surrogate"},
        {question(R"({"kind":"other","name":"mcp__s__t","rawInput":{"title":"\ud83d"}})"),
         "denied: lone surrogate"},
        {question("{}", R"([{"optionId":"\ud83d","kind":"allow_once"}])"), "denied: lone surrogate"},
    };
    for (const auto& [line, expected] : rows) {
        auto agent = opened("other");
        static_cast<void>(agent.agent(session_result("any")));
        BOOST_TEST(agent.asked(line).starts_with(expected), line);
    }
    // A title of Gemini is the command.
    auto gemini = opened("gemini-cli");
    static_cast<void>(gemini.agent(session_result("default")));
    BOOST_TEST(
        gemini
            .asked(question(R"({"toolCallId":"run_shell_command__1","kind":"execute","title":"ls \ud83d"})"))
            .starts_with("denied: lone surrogate"));
}

BOOST_AUTO_TEST_CASE(what_was_told_before_counts_with_words_that_were_cut_too) {
    const auto told_before = [](const std::string& members) {
        auto agent = opened("other");
        static_cast<void>(agent.agent(session_result("any")));
        static_cast<void>(agent.agent(
            update(R"("sessionUpdate":"tool_call","toolCallId":"t","kind":"execute",)" + members)));
        return agent.asked(question(R"({"toolCallId":"t","rawInput":{"command":"rm x"}})"));
    };
    BOOST_TEST(told_before(R"("title":"a \ud83d","rawInput":{"workdir":"/sec"})") ==
               R"(Bash {"command":"rm x","cwd":"/sec"} in /w)");
    // Where it would run cannot be read.
    for (const auto* const flaw : {R"(\ud83d)", R"(\u0000)"})
        BOOST_TEST(told_before(R"("rawInput":{"workdir":"/sec)" + std::string(flaw) + R"("})") ==
                   "denied: what was told of this call before cannot be read");
}

BOOST_AUTO_TEST_CASE(a_question_that_cannot_be_read_is_refused_as_it_offers) {
    const std::pair<std::string, std::string_view> rows[] = {
        {question(R"({"kind":"execute","rawInput":{"command":"\ud800"}})"),
         R"({"outcome":{"outcome":"selected","optionId":"n"}})"},
        {question(R"({"kind":"execute","rawInput":{"command":"a\u0000b"}})"),
         R"({"outcome":{"outcome":"selected","optionId":"n"}})"},
        {question(R"({"name":"\ud800"})",
                  R"([{"optionId":"n","kind":"allow_once"},{"optionId":"n","kind":"reject_once"}])"),
         R"({"outcome":{"outcome":"cancelled"}})"},
        {question(R"({})", R"([{"optionId":"n\ud800","kind":"reject_once"}])"),
         R"({"outcome":{"outcome":"cancelled"}})"},
    };
    for (const auto& [line, expected] : rows) {
        auto agent = opened("other");
        const auto asked = agent.agent(line);
        BOOST_REQUIRE(asked.question.has_value());
        BOOST_TEST(asked.question->use == nullptr);
        BOOST_TEST(asked.question->deny == expected, line);
    }
}

BOOST_AUTO_TEST_CASE(nobody_here_allows_where_there_are_several_ways_to) {
    auto agent = opened("other");
    const auto asked = agent.agent(question(
        "{}",
        R"([{"optionId":"y","kind":"allow_once"},{"optionId":"z","kind":"allow_once"},{"optionId":"n","kind":"reject_once"}])"));
    BOOST_TEST(asked.question->allow.empty());
    BOOST_TEST(asked.question->offers.size() == 3U);
}

BOOST_AUTO_TEST_CASE(an_answer_counts_where_it_was_offered) {
    auto agent = opened("other");
    const auto asked = agent.agent(question(
        "{}",
        R"([{"optionId":"a","kind":"allow_always"},{"optionId":"y","kind":"allow_once"},{"optionId":"n","kind":"reject_always"}])"));
    const auto answer = [&](std::string_view result) {
        return agent->read_answer(*asked.question, result).what;
    };
    using enum client_answer::kind;
    const auto selected = [](const std::string& id) {
        return R"({"outcome":{"outcome":"selected","optionId":")" + id + "\"}}";
    };
    BOOST_TEST((answer(selected("y")) == allow));
    BOOST_TEST((answer(selected("n")) == deny));
    BOOST_TEST((answer(selected("a")) == invalid));  // it was taken out
    BOOST_TEST((answer(selected("z")) == invalid));
    BOOST_TEST((answer(R"({"outcome":{"outcome":"cancelled"}})") == cancel));
    BOOST_TEST((answer(R"({"outcome":{"outcome":"odd","optionId":"y"}})") == invalid));
    BOOST_TEST((answer("{}") == invalid));
    BOOST_TEST((answer("7") == invalid));
    BOOST_TEST((answer("") == invalid));
    BOOST_TEST(asked.question->deny == selected("n"));
}

BOOST_AUTO_TEST_CASE(without_the_guard_questions_keep_all_options_and_modes_are_the_clients) {
    auto agent = opened("qwen-code", {.closes = false});
    BOOST_TEST((agent.agent(session_result("yolo")).what == kind::passes));
    BOOST_TEST(!agent->holds("s"));
    const auto asked = agent.agent(question("{}", R"([{"optionId":"a","kind":"allow_always"}])"));
    BOOST_TEST(asked.question->shown.empty());
    BOOST_TEST(asked.question->allow.empty());  // that one is not ours to give
    BOOST_TEST(
        (agent->read_answer(*asked.question, R"({"outcome":{"outcome":"selected","optionId":"a"}})").what ==
         client_answer::kind::allow));
    BOOST_TEST(
        (agent.client(R"({"id":9,"method":"session/set_mode","params":{"sessionId":"s","modeId":"yolo"}})")
             .what == kind::passes));
}

// ---- Modes

BOOST_AUTO_TEST_CASE(a_session_in_an_automatic_mode_is_set_to_one_that_asks_before_anybody_hears_of_it) {
    auto agent = opened("qwen-code");
    const auto told = agent.agent(
        R"({"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","modes":{"currentModeId":"auto", "x":1.0},"configOptions":[{"id":"mode","currentValue":"auto"},{"id":"model","currentValue":"auto"}]}})");
    BOOST_REQUIRE(told.requests.size() == 1);
    BOOST_TEST(told.requests[0].id == "\"assent-1\"");
    BOOST_TEST(told.requests[0].method == "session/set_mode");
    BOOST_TEST(told.requests[0].params == R"({"sessionId":"s","modeId":"default"})");
    BOOST_TEST(
        told.instead ==
        R"({"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","modes":{"currentModeId":"default", "x":1.0},"configOptions":[{"id":"mode","currentValue":"default"},{"id":"model","currentValue":"auto"}]}})");
    BOOST_TEST(told.notes.size() == 1U);
    BOOST_TEST(agent->holds("s"));
    BOOST_TEST(!agent->holds("other"));
    BOOST_TEST(!agent->holds(""));
    BOOST_TEST(told.conversation == "s");
    const std::string prompt = R"({"id":7,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}})";
    BOOST_TEST((agent.client(prompt).what == kind::refused));
    BOOST_TEST((agent.agent(R"({"jsonrpc":"2.0","id":"assent-1","result":{}})").what == kind::swallowed));
    BOOST_TEST(!agent->holds("s"));
    BOOST_TEST((agent.client(prompt).what == kind::passes));
}

BOOST_AUTO_TEST_CASE(an_agent_that_cannot_be_set_ends_the_connection) {
    auto agent = opened("qwen-code");
    static_cast<void>(agent.agent(session_result("yolo")));
    BOOST_TEST((agent.agent(R"({"id":"assent-1","error":{"code":1,"message":"no"}})").what == kind::ends));
}

BOOST_AUTO_TEST_CASE(modes_that_ask_stay) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"@agentclientprotocol/claude-agent-acp", "default"},
        {"@agentclientprotocol/claude-agent-acp", "plan"},
        {"@agentclientprotocol/codex-acp", "read-only"},
        {"gemini-cli", "default"},
        {"OpenCode", "build"},
        {"Copilot", "https://agentclientprotocol.com/protocol/session-modes#agent"},
        {"qwen-code", "plan"},
        {"other", "agent"},
        {"other", "auto"},
    };
    for (const auto& [name, mode] : rows) {
        auto agent = opened(name);
        const auto told = agent.agent(session_result(mode));
        BOOST_TEST(told.requests.empty(), name);
        BOOST_TEST(told.instead.empty(), name);
        BOOST_TEST((agent.client(R"({"id":7,"method":"session/prompt","params":{"sessionId":"s"}})").what ==
                    kind::passes));
    }
}

BOOST_AUTO_TEST_CASE(modes_that_do_not_ask_are_refused_to_the_client_and_taken_back_from_the_agent) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"@agentclientprotocol/claude-agent-acp", "bypassPermissions"},
        {"@agentclientprotocol/claude-agent-acp", "acceptEdits"},
        {"@agentclientprotocol/codex-acp", "agent"},
        {"gemini-cli", "yolo"},
        {"Copilot", "https://agentclientprotocol.com/protocol/session-modes#autopilot"},
        {"qwen-code", "auto-edit"},
    };
    for (const auto& [name, mode] : rows) {
        BOOST_TEST_CONTEXT(name << " " << mode) {
            auto agent = opened(name);
            static_cast<void>(agent.agent(session_result(mode)));
            static_cast<void>(agent.agent(R"({"id":"assent-1","result":{}})"));
            const std::string quoted = "\"" + std::string(mode) + "\"";
            BOOST_TEST(
                (agent
                     .client(R"({"id":7,"method":"session/set_mode","params":{"sessionId":"s","modeId":)" +
                             quoted + "}}")
                     .what == kind::refused));
            BOOST_TEST((
                agent
                    .client(
                        R"({"id":7,"method":"session/set_config_option","params":{"sessionId":"s","configId":"mode","value":)" +
                        quoted + "}}")
                    .what == kind::refused));
            const auto changed =
                agent.agent(update(R"("sessionUpdate":"current_mode_update","currentModeId":)" + quoted));
            BOOST_REQUIRE(changed.requests.size() == 1);
            BOOST_TEST(changed.requests[0].method == "session/set_mode");
            BOOST_TEST(changed.instead.find(quoted) == std::string::npos);
            BOOST_TEST(!agent->holds("s"));
        }
    }
}

BOOST_AUTO_TEST_CASE(an_agent_is_known_by_its_other_names_too) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"@zed-industries/claude-code-acp", "acceptEdits"},
        {"@zed-industries/claude-agent-acp", "auto"},
        {"claude-code-acp", "auto"},
        {"@zed-industries/codex-acp", "auto"},
        {"codex-acp", "full-access"},
        {"@google/gemini-cli", "autoEdit"},
        {"@qwen-code/qwen-code", "auto"},
        {"copilot", "https://agentclientprotocol.com/protocol/session-modes#autopilot"},
    };
    for (const auto& [name, mode] : rows) {
        auto agent = opened(name);
        const auto told = agent.agent(session_result(mode));
        BOOST_TEST(told.requests.size() == 1U, name);
        BOOST_TEST(agent->holds("s"));
        BOOST_TEST(told.notes.at(0).find("not known") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(an_agent_that_is_not_known_says_so_and_how_to_name_it) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {"other", "this agent calls itself `other`, which is not known here: "},
        {"", "this agent does not say what it is: "},
    };
    for (const auto& [name, expected] : rows) {
        auto agent = opened(name);
        const auto note = agent.agent(session_result("any")).notes.at(0);
        BOOST_TEST(note.starts_with(expected), note);
        BOOST_TEST(note.find("`--agent NAME`") != std::string::npos);
    }
    auto cursor = opened("other", {.agent = agent_program::cursor});
    BOOST_TEST(cursor.agent(session_result("any")).notes.at(0) ==
               "the modes of cursor are not known here: whether it asks is up to its own settings");
}

std::string session_of(std::string_view mode, std::string_view offered) {
    return R"({"jsonrpc":"2.0","id":1,"result":{"sessionId":"s","modes":{"currentModeId":")" +
           std::string(mode) + R"(","availableModes":[)" + std::string(offered) + "]}}}";
}

BOOST_AUTO_TEST_CASE(no_agent_is_left_in_a_mode_that_is_known_not_to_ask) {
    auto agent = opened("other");
    const auto told = agent.agent(session_of("yolo", R"({"id":"yolo"},{"id":"default","name":"D"})"));
    BOOST_REQUIRE(told.requests.size() == 1U);
    BOOST_TEST(told.requests[0].params == R"({"sessionId":"s","modeId":"default"})");
    BOOST_TEST(told.instead == session_of("default", R"({"id":"yolo"},{"id":"default","name":"D"})"));
    BOOST_TEST(agent->holds("s"));
    BOOST_TEST((agent.client(R"({"id":7,"method":"session/prompt","params":{"sessionId":"s"}})").what ==
                kind::refused));
    static_cast<void>(agent.agent(R"({"jsonrpc":"2.0","id":"assent-1","result":{}})"));
    const auto chosen = [&](const std::string& mode) {
        return agent
            .client(R"({"id":8,"method":"session/set_mode","params":{"sessionId":"s","modeId":")" + mode +
                    R"("}})")
            .what;
    };
    BOOST_TEST((chosen("bypassPermissions") == kind::refused));
    BOOST_TEST((chosen("agent") == kind::passes));
    const auto changed =
        agent.agent(update(R"("sessionUpdate":"current_mode_update","currentModeId":"acceptEdits")"));
    BOOST_REQUIRE(changed.requests.size() == 1U);
    BOOST_TEST(changed.requests[0].params == R"({"sessionId":"s","modeId":"default"})");
}

BOOST_AUTO_TEST_CASE(the_modes_of_an_agent_that_is_not_known_may_be_an_option) {
    auto agent = opened("other");
    const auto told = agent.agent(
        R"({"id":1,"result":{"sessionId":"s","configOptions":[{"id":"mode","currentValue":"yolo","options":[{"value":"yolo"},{"value":"read-only"}]}]}})");
    BOOST_REQUIRE(told.requests.size() == 1U);
    const std::string set = R"({"sessionId":"s","configId":"mode","value":"read-only"})";
    BOOST_TEST(told.requests[0].params == set);
    const auto changed = agent.agent(update(
        R"("sessionUpdate":"config_option_update","configOptions":[{"id":"mode","currentValue":"yolo"}])"));
    BOOST_REQUIRE(changed.requests.size() == 1U);
    BOOST_TEST(changed.requests[0].params == set);
}

BOOST_AUTO_TEST_CASE(an_agent_that_offers_no_mode_that_asks_ends_the_connection) {
    auto agent = opened("other");
    const auto told = agent.agent(session_of("yolo", R"({"id":"yolo"},{"id":"fast"})"));
    BOOST_TEST((told.what == kind::ends));
    BOOST_TEST(
        told.why ==
        "in the mode `yolo` the agent would not ask, and it offers none in which it is known to (`--agent "
        "NAME` says which agent it is; `--guard off` goes on without it)");
    auto later = opened("other");
    static_cast<void>(later.agent(session_of("agent", R"({"id":"agent"})")));
    BOOST_TEST((later.agent(update(R"("sessionUpdate":"current_mode_update","currentModeId":"yolo")")).what ==
                kind::ends));
}

BOOST_AUTO_TEST_CASE(copilot_stays_with_asking_about_everything) {
    const auto opens = [](int id) {
        return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
               R"(,"result":{"sessionId":"s","modes":{"currentModeId":"https://agentclientprotocol.com/protocol/session-modes#agent"},"configOptions":[{"id":"allow_all","currentValue":"on"}]}})";
    };
    // One that begins so was started so, and does not ask even where it says that it is set back.
    for (const std::string_view method : {"session/new", "session/load", "session/resume", "session/fork"}) {
        auto begins = opened("Copilot");
        static_cast<void>(begins.client(R"({"jsonrpc":"2.0","id":2,"method":")" + std::string(method) +
                                        R"(","params":{"sessionId":"s","cwd":"/w"}})"));
        BOOST_TEST((begins.agent(opens(2)).what == kind::ends), method);
    }
    auto agent = opened("Copilot");
    const auto chosen = [&](const std::string& value) {
        return agent
            .client(
                R"({"id":7,"method":"session/set_config_option","params":{"sessionId":"s","configId":"allow_all","value":)" +
                value + "}}")
            .what;
    };
    BOOST_TEST((chosen("\"on\"") == kind::refused));
    BOOST_TEST((chosen("true") == kind::refused));
    BOOST_TEST((chosen("\"off\"") == kind::passes));
}

BOOST_AUTO_TEST_CASE(copilot_is_set_back_where_it_stops_asking_by_itself) {
    const std::string_view options =
        R"("configOptions":[{"id":"allow_all","name":"Allow All","type":"select","currentValue":"on","options":[]}])";
    const auto set_back = [](const line_meaning& told) {
        BOOST_REQUIRE(told.requests.size() == 1);
        BOOST_TEST(told.requests[0].method == "session/set_config_option");
        BOOST_TEST(told.requests[0].params == R"({"sessionId":"s","configId":"allow_all","value":"off"})");
        BOOST_TEST(told.instead.find(R"("currentValue":"off")") != std::string::npos);
        BOOST_TEST(told.notes.size() == 1U);
    };
    auto agent = opened("Copilot");
    static_cast<void>(
        agent.agent(session_result("https://agentclientprotocol.com/protocol/session-modes#agent")));
    // `/allow-all` in a prompt.
    set_back(agent.agent(update(R"("sessionUpdate":"config_option_update",)" + std::string(options))));
    BOOST_TEST(
        agent
            .agent(update(
                R"("sessionUpdate":"config_option_update","configOptions":[{"id":"allow_all","currentValue":"off"}])"))
            .requests.empty());
    BOOST_TEST((
        agent
            .client(
                R"({"id":7,"method":"session/set_config_option","params":{"sessionId":"s","configId":"model","value":"m"}})")
            .what == kind::passes));
    set_back(agent.agent(R"({"jsonrpc":"2.0","id":7,"result":{)" + std::string(options) + "}}"));
}

BOOST_AUTO_TEST_CASE(a_client_uses_none_of_our_ids_and_no_session_of_another_connection) {
    auto agent = opened("qwen-code");
    BOOST_TEST((agent.client(R"({"id":"assent-1","method":"session/list"})").what == kind::refused));
    BOOST_TEST((agent.client(R"({"id":2,"method":"session/prompt","params":{"sessionId":"x"}})").what ==
                kind::refused));
    BOOST_TEST((agent.client(R"({"id":2,"method":"session/list"})").what == kind::passes));
    // Of an agent that is not known, neither is how its sessions begin.
    BOOST_TEST(
        (opened("other").client(R"({"id":2,"method":"session/prompt","params":{"sessionId":"x"}})").what ==
         kind::passes));
}

BOOST_AUTO_TEST_CASE(a_connection_has_so_many_sessions_at_most) {
    auto agent = probe();
    for (std::size_t i = 0; i < max_acp_sessions; ++i) {
        const std::string id = std::to_string(i);
        BOOST_REQUIRE(
            (agent.client(R"({"id":)" + id + R"(,"method":"session/new","params":{"cwd":"/w"}})").what ==
             kind::passes));
        static_cast<void>(agent.agent(R"({"id":)" + id + R"(,"result":{"sessionId":"s)" + id + R"("}})"));
    }
    BOOST_TEST(
        (agent.client(R"({"id":-1,"method":"session/new","params":{"cwd":"/w"}})").what == kind::refused));
}

BOOST_AUTO_TEST_CASE(claude_gets_a_hook_that_asks_where_there_is_room_for_one) {
    const std::string hook =
        R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","onFailure":"block","command":"assent 'a b' || exit 2"}]}]}})";
    const auto opening = [](const std::string& more) {
        return R"({"jsonrpc":"2.0","id":2,"method":"session/load","params":{)" + more + "}}";
    };
    const std::pair<std::string, std::string> rows[] = {
        {R"("cwd":"/w")", R"("_meta":{"claudeCode":{"options":{"settings":)" + hook + R"(}}},"cwd":"/w")"},
        {"", R"("_meta":{"claudeCode":{"options":{"settings":)" + hook + "}}}"},
        {R"("_meta":{"claudeCode":{"options":{"model":"x"}}})",
         R"("_meta":{"claudeCode":{"options":{"settings":)" + hook + R"(,"model":"x"}}})"},
        {R"("_meta":null)", R"("_meta":{"claudeCode":{"options":{"settings":)" + hook + "}}}"},
        {R"("_meta":{"claudeCode":{"options":{"settings":"x"}}})", ""},
        {R"("_meta":7)", ""},
    };
    const acp_options options{.claude_hook = {"assent", "a b"}};
    for (const auto& [members, expected] : rows) {
        auto agent = opened("@agentclientprotocol/claude-agent-acp", options);
        const auto meaning = agent.client(opening(members));
        BOOST_TEST(meaning.instead == (expected.empty() ? "" : opening(expected)));
        BOOST_TEST(meaning.notes.size() == (expected.empty() ? 1U : 0U));
    }
    auto other = opened("qwen-code", options);
    BOOST_TEST(other.client(opening("")).instead.empty());
}

// Others may take no settings there.
BOOST_AUTO_TEST_CASE(only_of_the_adapter_that_was_tried_it_is_said_that_the_hook_asks) {
    const std::pair<std::string_view, bool> rows[] = {
        {"@agentclientprotocol/claude-agent-acp", true},
        {"@zed-industries/claude-code-acp", false},
    };
    for (const auto& [name, expected] : rows) {
        auto agent = opened(name, {.claude_hook = {"assent"}});
        const auto note = agent.agent(session_result("default")).notes.at(0);
        BOOST_TEST((note.find("unless a deny or ask rule covers it") != std::string::npos) == expected, name);
    }
}

// ---- What the client does for the agent

BOOST_AUTO_TEST_CASE(requests_to_the_client_are_the_tools_that_they_are) {
    const auto request = [](std::string_view method, std::string_view params) {
        return R"({"id":3,"method":")" + std::string(method) + R"(","params":)" + std::string(params) + "}";
    };
    const std::pair<std::string, std::string_view> rows[] = {
        {request("fs/read_text_file", R"({"sessionId":"s","path":"/w/a"})"),
         R"(Read {"file_path":"/w/a"} in /w)"},
        {request("fs/write_text_file", R"({"sessionId":"s","path":"/w/a","content":"x"})"),
         R"(Write {"file_path":"/w/a","content":"x"} in /w)"},
        {request("terminal/create", R"({"sessionId":"s","command":"ls"})"), R"(Bash {"command":"ls"} in /w)"},
        {request("terminal/create", R"({"sessionId":"s","command":"ls","args":["-l"],"cwd":"/x"})"),
         R"(Bash {"command":"ls -l"} in /x)"},
        {request("terminal/create", R"({"sessionId":"s","command":"bash","args":["-c","rm x"]})"),
         R"(Bash {"command":"rm x"} in /w)"},
        // Clients read it as words, or as a line.
        {request("terminal/create", R"({"sessionId":"s","command":"rm -rf","args":["a b"]})"),
         "Bash {\"command\":\"'rm -rf' 'a b'\"} in /w\nBash {\"command\":\"rm -rf a b\"} in /w"},
        {request("terminal/create",
                 R"({"sessionId":"s","command":"make","env":[{"name":"CC","value":"./x y"}]})"),
         R"(Bash {"command":"CC='./x y' make"} in /w)"},
    };
    for (const auto& [line, expected] : rows) {
        auto agent = opened("other");
        static_cast<void>(agent.agent(session_result("any")));
        const auto meaning = agent.agent(line);
        BOOST_REQUIRE((meaning.what == kind::act));
        BOOST_TEST(describe(*meaning.acts) == expected);
        BOOST_TEST(meaning.conversation == "s");
    }
    auto agent = opened("other");
    for (const auto& line :
         {request("terminal/create", "{}"), request("terminal/create", R"({"command":"a","args":7})"),
          request("fs/write_text_file", R"({"path":7})"), request("fs/read_text_file", "[]")})
        BOOST_TEST((agent.agent(line).what == kind::refused), line);
    BOOST_TEST((agent.agent(request("craft/drainMidTurnQueue", "{}")).what == kind::passes));
}

BOOST_AUTO_TEST_CASE(interrupts_and_withdrawals_are_told) {
    auto agent = opened("other");
    const auto cancels = agent.client(R"({"method":"session/cancel","params":{"sessionId":"s"}})");
    BOOST_TEST((cancels.what == kind::cancels));
    BOOST_TEST(cancels.conversation == "s");
    const auto withdrawn = agent.agent(R"({"method":"$/cancel_request","params":{"requestId":"x"}})");
    BOOST_TEST((withdrawn.what == kind::withdrawn));
    BOOST_TEST(withdrawn.id == "\"x\"");
    BOOST_TEST(agent->withdrawal("7") ==
               R"({"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}})");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::acp_protocol_test
