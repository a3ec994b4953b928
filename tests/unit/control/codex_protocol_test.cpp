// What lines of Codex's app-server mean.
#include "agent_protocol_probe.hpp"

#include <assent/adapters/control/json_rpc/codex_protocol.hpp>

#include <span>
#include <string>

namespace assent::codex_protocol_test {
namespace {

using kind = line_meaning::kind;

protocol_probe probe(codex_options options = {.cwd = "/c"}) {
    return protocol_probe(make_codex_protocol(std::move(options)));
}

std::string command_question(std::string_view members) {
    return R"({"method":"item/commandExecution/requestApproval","id":0,"params":{"threadId":"t","turnId":"u","itemId":"i","startedAtMs":1)" +
           std::string(members) + "}}";
}

std::string change_question(std::string_view members = {}) {
    return R"({"method":"item/fileChange/requestApproval","id":0,"params":{"threadId":"t","turnId":"u","itemId":"i","startedAtMs":1)" +
           std::string(members) + "}}";
}

std::string changes_started(std::string_view changes) {
    return R"({"method":"item/started","params":{"threadId":"t","item":{"type":"fileChange","id":"i","changes":)" +
           std::string(changes) + "}}}";
}

BOOST_AUTO_TEST_SUITE(codex_protocol_test)

BOOST_AUTO_TEST_CASE(recorded_questions_are_what_codex_would_do) {
    const std::pair<const char*, const char*> rows[] = {
        {"codex_app_shell_accept", R"(Bash {"command":"touch ran.txt && echo hi > b.txt"} in /proj)"},
        {"codex_app_escalated_accept", R"(Bash {"command":"touch ran.txt && echo hi > b.txt"} in /proj)"},
        {"codex_app_patch_accept", R"(Write {"file_path":"/proj/new.txt","content":"hello\n"} in /c)"},
    };
    for (const auto& [name, expected] : rows) {
        const auto asked = probe().question_of(name);
        BOOST_REQUIRE_MESSAGE(asked.use != nullptr, name);
        BOOST_TEST(describe(*asked.use) == expected);
        BOOST_TEST(asked.allow == R"({"decision":"accept"})");
        BOOST_TEST(asked.deny == R"({"decision":"decline"})");
        BOOST_TEST(asked.cancelled == R"({"decision":"cancel"})");
        BOOST_TEST(asked.shown.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_shells_text_is_judged_where_codex_says_the_same) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"(,"command":"ls -l","cwd":"/w")", R"(Bash {"command":"ls -l"} in /w)"},
        {R"(,"command":"/bin/bash -lc 'rm a; ls'","commandActions":[{"type":"unknown","command":"rm a; ls"}])",
         R"(Bash {"command":"rm a; ls"} in /c)"},
        {R"(,"command":"/bin/bash -lc 'cat a && ls'","commandActions":[{"type":"read","command":"cat a"},{"type":"listFiles","command":"ls"}])",
         R"(Bash {"command":"cat a && ls"} in /c)"},
        {R"(,"command":"/bin/bash -lc 'rm a'","commandActions":[{"type":"unknown","command":"ls"}])",
         "Bash {\"command\":\"/bin/bash -lc 'rm a'\"} in /c needs_human\n"
         "Bash {\"command\":\"rm a\"} in /c needs_human"},
        {R"(,"command":"/bin/bash -lc \"rm $a\"")", R"(Bash {"command":"/bin/bash -lc \"rm $a\""} in /c)"},
        {R"(,"command":null)", "Bash {} in /c needs_human"},
        {"", "Bash {} in /c needs_human"},
        {R"(,"command":"ls","kind":"odd")", R"(Bash {"command":"ls"} in /c needs_human)"},
        {R"(,"command":"ls","networkApprovalContext":{"host":"a"})",
         R"(Bash {"command":"ls"} in /c needs_human)"},
        {R"(,"command":"ls","networkApprovalContext":null)", R"(Bash {"command":"ls"} in /c)"},
        {R"(,"kind":"writeStdin","approvalId":"a","command":"write_stdin --session-id 7 'rm a\n'")",
         "Bash {\"command\":\"write_stdin --session-id 7 'rm a\\n'\"} in /c needs_human\n"
         "Bash {\"command\":\"rm a\\n\"} in /c needs_human"},
    };
    for (const auto& [members, expected] : rows)
        BOOST_TEST(probe().asked(command_question(members)) == expected, members);
}

BOOST_AUTO_TEST_CASE(a_change_is_one_call_for_each_file_of_its_item) {
    auto codex = probe();
    static_cast<void>(codex.agent(changes_started(
        R"([{"path":"/w/a","kind":{"type":"add"},"diff":"x"},{"path":"/w/b","kind":{"type":"update","move_path":"/w/c"},"diff":"y"},{"path":"/w/d","kind":{"type":"delete"},"diff":"z"}])")));
    BOOST_TEST(codex.asked(change_question()) ==
               "Write {\"file_path\":\"/w/a\",\"content\":\"x\"} in /c\n"
               "Edit {\"file_path\":\"/w/b\",\"old_string\":\"\",\"new_string\":\"y\"} in /c\n"
               "delete {\"path\":\"/w/b\"} in /c\n"
               "Write {\"file_path\":\"/w/c\",\"content\":\"y\"} in /c\n"
               "delete {\"path\":\"/w/d\"} in /c");
    // Files that are told of later count, and none is taken back.
    static_cast<void>(codex.agent(
        R"({"method":"item/fileChange/patchUpdated","params":{"threadId":"t","itemId":"i","changes":[{"path":"/w/e","kind":{"type":"delete"},"diff":""}]}})"));
    BOOST_TEST(codex.asked(change_question()).ends_with("delete {\"path\":\"/w/e\"} in /c"));
    static_cast<void>(codex.agent(
        R"({"method":"item/completed","params":{"threadId":"t","item":{"type":"fileChange","id":"i","changes":[]}}})"));
    BOOST_TEST(codex.asked(change_question()) == "Edit {} in /c needs_human");
}

BOOST_AUTO_TEST_CASE(what_is_not_one_change_of_known_files_is_for_a_person) {
    BOOST_TEST(probe().asked(change_question()) == "Edit {} in /c needs_human");
    auto codex = probe();
    static_cast<void>(
        codex.agent(changes_started(R"([{"path":"/w/a","kind":{"type":"delete"},"diff":""}])")));
    BOOST_TEST(codex.asked(change_question(R"(,"grantRoot":"/w")")) ==
               R"(delete {"path":"/w/a"} in /c needs_human)");
    BOOST_TEST(
        probe()
            .asked(
                R"({"method":"item/permissions/requestApproval","id":0,"params":{"threadId":"t","itemId":"i","cwd":"/w","permissions":{"network":{"enabled":true}}}})")
            .starts_with("codex_permissions {"));
}

BOOST_AUTO_TEST_CASE(the_old_forms_are_the_same_questions) {
    auto codex = probe();
    const auto command = codex.agent(
        R"({"method":"execCommandApproval","id":0,"params":{"conversationId":"t","callId":"i","command":["bash","-lc","rm a"],"cwd":"/w","parsedCmd":[]}})");
    BOOST_TEST(describe(*command.question->use) == R"(Bash {"command":"rm a"} in /w)");
    BOOST_TEST(command.question->allow == R"({"decision":"approved"})");
    BOOST_TEST(command.question->deny == R"({"decision":{"denied":{"rejection":"refused"}}})");
    BOOST_TEST(command.question->cancelled == R"({"decision":"abort"})");
    BOOST_TEST(command.question->conversation == "t");
    BOOST_TEST(
        codex.asked(
            R"({"method":"execCommandApproval","id":0,"params":{"conversationId":"t","callId":"i","command":["ls","a b"],"cwd":"/w"}})") ==
        R"(Bash {"command":"ls 'a b'"} in /w)");
    BOOST_TEST(
        codex.asked(
            R"({"method":"execCommandApproval","id":0,"params":{"conversationId":"t","callId":"i","command":["ls",7],"cwd":"/w"}})") ==
        R"(Bash {"command":"ls"} in /w needs_human)");
    BOOST_TEST(
        codex.asked(
            R"({"method":"applyPatchApproval","id":0,"params":{"conversationId":"t","callId":"i","fileChanges":{"/w/a":{"type":"add","content":"x"},"/w/b":{"type":"delete","content":""}}}})") ==
        "Write {\"file_path\":\"/w/a\",\"content\":\"x\"} in /c\ndelete {\"path\":\"/w/b\"} in /c");
    BOOST_TEST(
        codex.asked(
            R"({"method":"applyPatchApproval","id":0,"params":{"conversationId":"t","callId":"i"}})") ==
        "Edit {} in /c needs_human");
}

BOOST_AUTO_TEST_CASE(an_answer_says_yes_or_no_and_what_holds_longer_does_not_pass) {
    struct row {
        std::string_view result;
        client_answer::kind what;
        bool passes;
    };
    using enum client_answer::kind;
    const row rows[] = {
        {R"({"decision":"accept"})", allow, true},
        {R"({"decision":"approved"})", allow, true},
        {R"({"decision":"acceptForSession"})", allow, false},
        {R"({"decision":"approved_for_session"})", allow, false},
        {R"({"decision":{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["a"]}}})", allow, false},
        {R"({"decision":"decline"})", deny, true},
        {R"({"decision":{"denied":{"rejection":"x"}}})", deny, true},
        {R"({"decision":"timed_out"})", deny, true},
        {R"({"decision":"cancel"})", cancel, true},
        {R"({"decision":"abort"})", cancel, true},
        {R"({"decision":{"applyNetworkPolicyAmendment":{}}})", invalid, true},
        {R"({"decision":"odd"})", invalid, true},
        {R"({"decision":{"accept":1,"decline":1}})", invalid, true},
        // What stands beside it, as in the answer to another question, changes nothing.
        {R"({"decision":"acceptForSession","answers":{"x":{"answers":["Allow"]}}})", allow, false},
        {R"({"decision":"acceptForSession","permissions":{"x":1}})", allow, false},
        {R"({"decision":"decline","permissions":{"x":1}})", deny, true},
        {R"({"permissions":{"x":1}})", invalid, true},
        {"{}", invalid, true},
        {"", invalid, true},
    };
    const row rows_of_permissions[] = {
        {R"({"permissions":{},"scope":"turn"})", deny, true},
        {R"({"permissions":{"network":{}},"scope":"turn"})", allow, true},
        {R"({"permissions":{"network":{}}})", allow, true},
        {R"({"permissions":{"network":{}},"scope":"session"})", allow, false},
        {R"({"permissions":{"x":1},"scope":"session","answers":{"x":{"answers":["Allow"]}}})", allow, false},
        {R"({"permissions":[]})", invalid, true},
        {R"({"decision":"accept"})", invalid, true},
        {"", invalid, true},
    };
    auto codex = probe();
    auto open = probe({.closes = false});
    const auto holds = [&](std::string_view method, std::span<const row> table) {
        agent_question question;
        question.deny = codex->denial(method);
        for (const auto& each : table) {
            const auto answer = codex->read_answer(question, each.result);
            BOOST_TEST((answer.what == each.what), each.result);
            BOOST_TEST(answer.passes == each.passes, each.result);
            BOOST_TEST(open->read_answer(question, each.result).passes, each.result);
        }
    };
    holds("item/commandExecution/requestApproval", rows);
    holds("execCommandApproval", rows);
    holds("item/permissions/requestApproval", rows_of_permissions);
}

BOOST_AUTO_TEST_CASE(codex_is_told_to_ask_whatever_the_client_says) {
    const std::pair<std::string_view, std::string_view> rows[] = {
        {R"({"id":1,"method":"thread/start","params":{"cwd":"/w", "approvalPolicy":"never","sandbox":"x"}})",
         R"({"id":1,"method":"thread/start","params":{"approvalsReviewer":"user","cwd":"/w", "approvalPolicy":"untrusted","sandbox":"x"}})"},
        {R"({"id":1,"method":"turn/start","params":{"threadId":"t","approvalPolicy":{"granular":{}},"approvalsReviewer":"auto_review"}})",
         R"({"id":1,"method":"turn/start","params":{"threadId":"t","approvalPolicy":"untrusted","approvalsReviewer":"user"}})"},
        {R"({"id":1,"method":"thread/resume","params":{ }})",
         R"({"id":1,"method":"thread/resume","params":{"approvalPolicy":"untrusted","approvalsReviewer":"user" }})"},
        {R"({"id":1,"method":"thread/fork","params":{"approvalPolicy":null,"approvalsReviewer":"user"}})",
         R"({"id":1,"method":"thread/fork","params":{"approvalPolicy":"untrusted","approvalsReviewer":"user"}})"},
        {R"({"id":1,"method":"turn/start","params":{"approvalPolicy":"untrusted","approvalsReviewer":"user"}})",
         ""},
        {R"({"id":1,"method":"turn/steer","params":{}})", ""},
    };
    for (const auto& [line, expected] : rows) {
        BOOST_TEST(probe().client(line).instead == expected);
        BOOST_TEST(probe({.closes = false}).client(line).instead.empty());
    }
    BOOST_TEST((probe().client(R"({"id":1,"method":"turn/start"})").what == kind::refused));
    for (const std::string_view method : {"thread/approveGuardianDeniedAction", "remoteControl/enable"}) {
        const auto line = R"({"id":1,"method":")" + std::string(method) + R"(","params":{}})";
        BOOST_TEST((probe().client(line).what == kind::refused), method);
        BOOST_TEST((probe({.closes = false}).client(line).what == kind::passes), method);
    }
}

BOOST_AUTO_TEST_CASE(no_request_of_the_client_changes_when_codex_asks) {
    const auto request = [](std::string_view method, std::string_view params) {
        return R"({"id":1,"method":")" + std::string(method) + R"(","params":)" + std::string(params) + "}";
    };
    struct row {
        std::string_view method, params, expected;
    };
    const row rows[] = {
        {"thread/settings/update",
         R"({"threadId":"t", "approvalPolicy":"never","approvalsReviewer":"auto_review"})",
         R"({"threadId":"t", "approvalPolicy":"untrusted","approvalsReviewer":"user"})"},
        {"turn/settings/update", R"({"settings":{"approvalPolicy":{"granular":{}}}})",
         R"({"settings":{"approvalPolicy":"untrusted"}})"},
        {"any/thing", R"({"\u0061pprovalPolicy":"never"})", R"({"\u0061pprovalPolicy":"untrusted"})"},
        {"thread/unknown",
         R"({"config":{"approval_policy":"never","profiles.a.approvals_reviewer":"auto_review","model":"m"}})",
         R"({"config":{"approval_policy":"untrusted","profiles.a.approvals_reviewer":"user","model":"m"}})"},
        {"config/value/write", R"({"keyPath":"approval_policy","value":"never","mergeStrategy":"replace"})",
         R"({"keyPath":"approval_policy","value":"untrusted","mergeStrategy":"replace"})"},
        {"config/value/write", R"({"keyPath":"profiles","value":{"a":{"approval_policy":"never"}}})",
         R"({"keyPath":"profiles","value":{"a":{"approval_policy":"untrusted"}}})"},
        {"config/batchWrite",
         R"({"edits":[{"keyPath":"model","value":"m"},{"value":"never","keyPath":"profiles.a.\"approval_policy\""}]})",
         R"({"edits":[{"keyPath":"model","value":"m"},{"value":"untrusted","keyPath":"profiles.a.\"approval_policy\""}]})"},
        {"thread/unknown",
         R"({"config":{"mcp_servers.lab.default_tools_approval_mode":"approve","apps":{"a":{"tools":{"b":{"approval_mode":"approve"}}}},"bypass_hook_trust":true}})",
         R"({"config":{"mcp_servers.lab.default_tools_approval_mode":"prompt","apps":{"a":{"tools":{"b":{"approval_mode":"prompt"}}}},"bypass_hook_trust":false}})"},
        {"config/batchWrite",
         R"({"edits":[{"keyPath":"mcp_servers.lab.tools.ping.approval_mode","value":"approve"},{"keyPath":"hooks.state","value":{"/c:permission_request:0:0":{"enabled":true}}}]})",
         R"({"edits":[{"keyPath":"mcp_servers.lab.tools.ping.approval_mode","value":"prompt"},{"keyPath":"hooks.state","value":{"/c:permission_request:0:0":{"enabled":true}}}]})"},
        {"thread/unknown", R"({"config":{"bypass_hook_trust":false}})", ""},
        {"thread/settings/update", R"({"approvalPolicy":"untrusted"})", ""},
        {"thread/settings/update", R"({"threadId":"t"})", ""},
        {"turn/steer", R"({"input":[{"type":"text","text":"approvalPolicy: never"}]})", ""},
    };
    for (const auto& each : rows) {
        const std::string line = request(each.method, each.params);
        const auto meaning = probe().client(line);
        BOOST_TEST((meaning.what == kind::passes), line);
        BOOST_TEST(meaning.instead == (each.expected.empty() ? "" : request(each.method, each.expected)));
        BOOST_TEST(meaning.notes.size() == (each.expected.empty() ? 0U : 1U));
        BOOST_TEST(probe({.closes = false}).client(line).instead.empty());
    }
    for (const std::string_view odd : {
             R"(["t","never"])",
             R"({"keyPath":"approval_policy.granular.rules","value":true})",
             R"({"keyPath":"\"approval\\u005fpolicy\"","value":"never"})",
             R"({"edits":[["approval_policy","never","replace"]]})",
             R"({"keyPath":"hooks.PermissionRequest","value":[]})",
             R"({"edits":[{"keyPath":"hooks","value":{"PermissionRequest":[]}}]})",
         })
        BOOST_TEST((probe().client(request("config/batchWrite", odd)).what == kind::refused), odd);
}

std::string mcp_question(std::string_view meta) {
    return R"({"id":1,"method":"mcpServer/elicitation/request","params":{"threadId":"t","turnId":null,"serverName":"mail","mode":"form","message":"m","requestedSchema":{},"_meta":{"codex_approval_kind":"mcp_tool_call")" +
           std::string(meta) + "}}}";
}

std::string mcp_item(const std::string& id, const std::string& tool,
                     const std::string& method = "item/started") {
    return R"({"method":")" + method + R"(","params":{"threadId":"t","item":{"type":"mcpToolCall","id":")" +
           id + R"(","server":"mail","tool":")" + tool + R"(","arguments":{"to":"a"}}}})";
}

BOOST_AUTO_TEST_CASE(a_tool_of_an_mcp_server_is_asked_about) {
    auto codex = probe();
    static_cast<void>(codex.agent(mcp_item("a", "send")));
    const auto meaning =
        codex.agent(mcp_question(R"(,"tool_name":"send","tool_params":{"to":"a"},"persist":["session"])"));
    BOOST_REQUIRE(meaning.question.has_value());
    const auto& question = *meaning.question;
    BOOST_TEST(describe(*question.use) == R"(mcp__mail__send {"to":"a"} in /c)");
    BOOST_TEST(question.allow == R"({"action":"accept"})");
    BOOST_TEST(question.deny == R"({"action":"decline"})");
    BOOST_TEST(question.cancelled == R"({"action":"cancel"})");
    BOOST_TEST(question.shown ==
               mcp_question(R"(,"tool_name":"send","tool_params":{"to":"a"},"persist":[])"));
    using enum client_answer::kind;
    BOOST_TEST(
        (codex->read_answer(question, R"({"action":"accept","content":{},"_meta":null})").what == allow));
    BOOST_TEST(codex->read_answer(question, R"({"action":"accept","content":{}})").passes);
    BOOST_TEST(!codex->read_answer(question, R"({"action":"accept","_meta":{"persist":"always"}})").passes);
    BOOST_TEST(!codex->read_answer(question, R"({"action":"accept","content":{"persist":"always"}})").passes);
    BOOST_TEST((codex->read_answer(question, R"({"action":"decline"})").what == deny));
    BOOST_TEST((codex->read_answer(question, R"({"action":"cancel"})").what == cancel));
    BOOST_TEST((codex->read_answer(question, R"({"decision":"accept"})").what == invalid));
}

BOOST_AUTO_TEST_CASE(a_question_in_the_words_of_codex_is_about_a_call_that_runs_or_for_a_person) {
    const std::string send = R"(,"tool_name":"send","tool_params":{"to":"a"})";
    auto codex = probe();
    BOOST_TEST(codex.asked(mcp_question(send)) == R"(mcp__mail__send {"to":"a"} in /c needs_human)");
    static_cast<void>(codex.agent(mcp_item("a", "send")));
    BOOST_TEST(codex.asked(mcp_question(R"(,"tool_name":"read")")) == "mcp__mail__read {} in /c needs_human");
    BOOST_TEST(codex.asked(mcp_question(R"(,"tool_name":"send","tool_params":{"to":"b"})")) ==
               R"(mcp__mail__send {"to":"b"} in /c needs_human)");
    BOOST_TEST(codex.asked(mcp_question(R"(,"tool_name":"send","tool_params":7)")) ==
               "mcp__mail__send {} in /c needs_human");
    BOOST_TEST(codex.asked(mcp_question(send)) == R"(mcp__mail__send {"to":"a"} in /c)");
    // Codex asks once about a call: the server may ask what it likes while that runs.
    BOOST_TEST(codex.asked(mcp_question(send)) == R"(mcp__mail__send {"to":"a"} in /c needs_human)");
    static_cast<void>(codex.agent(mcp_item("b", "send")));
    static_cast<void>(codex.agent(mcp_item("c", "send")));
    for (int calls = 0; calls < 2; ++calls)
        BOOST_TEST(codex.asked(mcp_question(send)) == R"(mcp__mail__send {"to":"a"} in /c)");
}

BOOST_AUTO_TEST_CASE(a_tool_of_an_mcp_server_without_a_name_is_the_one_that_runs_or_for_a_person) {
    auto codex = probe();
    const std::string unknown = "codex_mcp_tool {} in /c needs_human";
    BOOST_TEST(codex.asked(mcp_question("")) == unknown);
    static_cast<void>(codex.agent(mcp_item("a", "read")));
    static_cast<void>(codex.agent(mcp_item("b", "read")));
    BOOST_TEST(codex.asked(mcp_question("")) == unknown);
    static_cast<void>(codex.agent(mcp_item("a", "read", "item/completed")));
    BOOST_TEST(codex.asked(mcp_question("")) == R"(mcp__mail__read {"to":"a"} in /c)");
    BOOST_TEST(codex.asked(mcp_question(R"(,"tool_name":"a b")")) == unknown);
}

std::string choice(std::string_view id, std::string_view more = {}) {
    return R"({"id":1,"method":"item/tool/requestUserInput","params":{"threadId":"t","turnId":"u","itemId":"a","isBlocking":true,"questions":[{"id":")" +
           std::string(id) +
           R"(","header":"h","question":"q","options":[{"label":"Allow","description":""}]})" +
           std::string(more) + "]}}";
}

BOOST_AUTO_TEST_CASE(a_tool_of_an_mcp_server_may_be_asked_about_as_a_choice) {
    auto codex = probe();
    BOOST_TEST((codex.agent(choice("colour")).what == kind::passes));
    BOOST_TEST(codex.asked(choice("mcp_tool_call_approval_a")) == "codex_mcp_tool {} in /c needs_human");
    static_cast<void>(codex.agent(mcp_item("a", "send")));
    BOOST_TEST(codex.asked(choice("mcp_tool_call_approval_a", R"(,{"id":"colour"})")) ==
               R"(mcp__mail__send {"to":"a"} in /c needs_human)");
    const auto meaning = codex.agent(choice("mcp_tool_call_approval_a"));
    BOOST_REQUIRE(meaning.question.has_value());
    const auto& question = *meaning.question;
    BOOST_TEST(describe(*question.use) == R"(mcp__mail__send {"to":"a"} in /c)");
    BOOST_TEST(question.allow == R"({"answers":{"mcp_tool_call_approval_a":{"answers":["Allow"]}}})");
    BOOST_TEST(question.deny == R"({"answers":{"mcp_tool_call_approval_a":{"answers":["Cancel"]}}})");
    using enum client_answer::kind;
    struct row {
        std::string_view answers;
        client_answer::kind what;
        bool passes = true;
    };
    for (const auto& each : {
             row{R"(["Allow"])", allow},
             row{R"(["Allow for this session"])", allow, false},
             row{R"(["Allow and don't ask me again"])", allow, false},
             row{R"(["Cancel"])", deny},
             row{R"(["Allow","Cancel"])", invalid},
             row{"[]", invalid},
             row{R"("Allow")", invalid},
         }) {
        const auto answer =
            codex->read_answer(question, R"({"answers":{"mcp_tool_call_approval_a":{"answers":)" +
                                             std::string(each.answers) + "}}}");
        BOOST_TEST((answer.what == each.what), each.answers);
        BOOST_TEST(answer.passes == each.passes, each.answers);
    }
    BOOST_TEST((codex->read_answer(question, R"({"answers":{}})").what == invalid));
}

BOOST_AUTO_TEST_CASE(what_the_client_runs_for_the_model_is_a_use_of_that_tool) {
    auto codex = probe();
    const auto call = [&](std::string_view members) {
        return codex.agent(R"({"id":1,"method":"item/tool/call","params":{"threadId":"t","callId":"c",)" +
                           std::string(members) + "}}");
    };
    const auto acts = call(R"("tool":"look_up","arguments":{"q":"a"})");
    BOOST_REQUIRE((acts.what == kind::act));
    BOOST_TEST(acts.conversation == "t");
    BOOST_TEST(describe(*acts.acts) == R"(look_up {"q":"a"} in /c)");
    BOOST_TEST(describe(*call(R"("tool":"look_up","arguments":[1])").acts) ==
               R"(look_up {"arguments":[1]} in /c)");
    BOOST_TEST((call(R"("tool":7,"arguments":{})").what == kind::refused));
}

BOOST_AUTO_TEST_CASE(words_for_people_may_be_cut_anywhere) {
    const std::pair<std::string, std::string_view> rows[] = {
        {command_question(R"(,"command":"ls","cwd":"/w","reason":"to see \ud83d")"),
         R"(Bash {"command":"ls"} in /w)"},
        {R"({"id":1,"method":"mcpServer/elicitation/request","params":{"threadId":"t","serverName":"srv","message":"may it \ud83d","_meta":{"codex_approval_kind":"mcp_tool_call","tool_name":"del","tool_params":{"id":1},"tool_description":"\udead"}}})",
         R"(mcp__srv__del {"id":1} in /c)"},
        {command_question(R"(,"command":"ls \ud83d","cwd":"/w")"), "denied: lone surrogate"},
        {command_question(R"(,"command":"ls","cwd":"/\ud83d")"), "denied: lone surrogate"},
        {R"({"id":1,"method":"mcpServer/elicitation/request","params":{"threadId":"t","serverName":"srv","_meta":{"codex_approval_kind":"mcp_tool_call","tool_name":"del","tool_params":{"id":"\ud83d"}}}})",
         "denied: lone surrogate"},
    };
    for (const auto& [line, expected] : rows) {
        auto codex = probe();
        BOOST_TEST(codex.asked(line).starts_with(expected), line);
    }
}

BOOST_AUTO_TEST_CASE(a_change_that_cannot_be_read_is_for_a_person) {
    auto codex = probe();
    static_cast<void>(
        codex.agent(changes_started(R"([{"path":"/w/a","kind":{"type":"update"},"diff":"x"}])")));
    static_cast<void>(
        codex.agent(changes_started(R"([{"path":"/w/b","kind":{"type":"update"},"diff":"\ud83d"}])")));
    BOOST_TEST(codex.asked(change_question()) == "Edit {} in /c needs_human");
}

BOOST_AUTO_TEST_CASE(a_turn_is_at_work_until_it_is_over) {
    const std::string answer = R"({"id":2,"result":{"turn":{"id":"u","status":"inProgress"}}})";
    const std::string started =
        R"({"method":"turn/started","params":{"threadId":"t","turn":{"id":"u","status":"inProgress"}}})";
    for (const auto& begins : {answer, started, answer + "\n" + started}) {
        for (const auto* const status : {"completed", "interrupted", "failed"}) {
            auto codex = probe();
            BOOST_TEST(!codex->works());
            for (std::size_t from = 0; from < begins.size();) {
                const auto end = std::min(begins.find('\n', from), begins.size());
                static_cast<void>(codex.agent(begins.substr(from, end - from)));
                from = end + 1;
            }
            BOOST_TEST(codex->works());
            static_cast<void>(codex.agent(
                R"({"method":"turn/completed","params":{"threadId":"t","turn":{"id":"u","status":")" +
                std::string(status) + R"("}}})"));
            BOOST_TEST(!codex->works());
        }
    }
}

BOOST_AUTO_TEST_CASE(interrupts_and_questions_that_are_over_are_told) {
    auto codex = probe();
    const auto cancels =
        codex.client(R"({"id":1,"method":"turn/interrupt","params":{"threadId":"t","turnId":"u"}})");
    BOOST_TEST((cancels.what == kind::cancels));
    BOOST_TEST(cancels.conversation == "t");
    const auto over =
        codex.agent(R"({"method":"serverRequest/resolved","params":{"threadId":"t","requestId":4}})");
    BOOST_TEST((over.what == kind::withdrawn));
    BOOST_TEST(over.id == "4");
    BOOST_TEST(!codex->versioned());
    for (const auto* const other : {"item/tool/requestUserInput", "mcpServer/elicitation/request"})
        BOOST_TEST((codex.agent(R"({"id":1,"method":")" + std::string(other) + R"(","params":{}})").what ==
                    kind::passes));
}

BOOST_AUTO_TEST_CASE(what_its_own_judge_decides_goes_on_record_and_passes) {
    auto codex = probe();
    std::string told;
    for (const auto& each : recording("codex_app_auto_review")) {
        if (!each.of_agent) continue;
        const auto meaning = codex.agent(each.text);
        if (meaning.on_record.empty()) continue;
        BOOST_TEST((meaning.what == kind::passes && meaning.instead.empty()));
        told += meaning.on_record + "\n";
    }
    BOOST_TEST(told ==
               "the agent's own judge says `approved` of command `/bin/bash -lc 'rm -rf build'`: LABGUARD\n"
               "the agent's own judge says `approved` of command `/bin/bash -lc 'touch "
               "/run/outside/esc.txt'`: LABGUARD\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::codex_protocol_test
