// What the tools of other agents are, in the words of the standard tools.
#include <assent/domain/call/json.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::agent_tools_test {
namespace {

using enum agent_program;

// Each call on a line: its tool, its input, and marks.
std::string meaning_of(agent_program agent, std::string_view tool, std::string_view input,
                       std::string_view cwd = "/p") {
    const auto kept = make_input(boost::json::parse(input).as_object());
    const tool_call said{.tool_name = tool, .input = *kept, .cwd = cwd};
    const auto use = standard_use::of(agent, said);
    if (!use) return "refused: " + use.error().message;
    std::string all;
    for (const auto& part : use->parts()) {
        BOOST_TEST(part.call.cwd == cwd);
        const bool same_name = part.call.tool_name == tool;
        BOOST_TEST(part.call.own_name == (same_name ? std::string_view() : tool));
        if (!all.empty()) all += '\n';
        all.append(part.call.tool_name) += ' ';
        all += boost::json::serialize(part.call.input.retain()->whole());
        if (part.only_against) all += " only_against";
        if (part.call.needs_human) all += " needs_human";
    }
    return all;
}

struct row {
    agent_program agent;
    std::string_view tool;
    std::string_view input;
    std::string_view expected;
};

template <std::size_t Count>
void check(const row (&rows)[Count]) {
    for (const auto& each : rows)
        BOOST_TEST_CONTEXT(to_string(each.agent) << " " << each.tool << " " << each.input)
    BOOST_TEST(meaning_of(each.agent, each.tool, each.input) == each.expected);
}

BOOST_AUTO_TEST_SUITE(agent_tools_test)

BOOST_AUTO_TEST_CASE(each_agents_tools_have_the_names_and_fields_of_the_standard_tools) {
    const row rows[] = {
        {claude, "Bash", R"({"command":"ls"})", R"(Bash {"command":"ls"})"},
        {gemini, "run_shell_command", R"({"command":"ls","dir_path":"sub"})",
         R"(Bash {"command":"ls","cwd":"sub"})"},
        {qwen, "run_shell_command", R"({"command":"ls","directory":"/p/sub"})",
         R"(Bash {"command":"ls","cwd":"/p/sub"})"},
        {gemini, "write_file", R"({"file_path":"a","content":"x"})",
         R"(Write {"file_path":"a","content":"x"})"},
        {gemini, "replace", R"({"file_path":"/p/a","old_string":"x","new_string":"y"})",
         R"(Edit {"file_path":"/p/a","old_string":"x","new_string":"y"})"},
        {qwen, "monitor", R"({"command":"ls","directory":"/p"})", R"(Bash {"command":"ls","cwd":"/p"})"},
        {gemini, "read_file", R"({"absolute_path":"/a"})", R"(Read {"file_path":"/a"})"},
        {gemini, "list_directory", R"({"dir_path":"a"})", R"(LS {"path":"a"})"},
        {gemini, "grep_search", R"({"pattern":"x","dir_path":"a","include_pattern":"*.c"})",
         R"(Grep {"pattern":"x","path":"a","glob":"*.c"})"},
        {copilot, "bash", R"({"command":"ls","description":"d"})",
         R"(Bash {"command":"ls","description":"d"})"},
        {copilot, "create", R"({"path":"a","file_text":"x"})", R"(Write {"file_path":"a","content":"x"})"},
        {copilot, "Write", R"({"path":"a","file_text":"x"})", R"(Write {"file_path":"a","content":"x"})"},
        {copilot, "Edit", R"({"path":"a","old_str":"x","new_str":"y"})",
         R"(Edit {"file_path":"a","old_string":"x","new_string":"y"})"},
        {copilot, "view", R"({"path":"a"})", R"(Read {"file_path":"a"})"},
        {copilot, "write_bash", R"({"shellId":"1","input":"ls"})", R"(Bash {"shellId":"1","command":"ls"})"},
        {copilot, "edit", R"({"file_path":"a","diff":"--- a/a\n+++ b/a\n@@ -1 +1 @@\n--- /dev/null\n"})",
         R"(Edit {"file_path":"a","new_string":"--- a/a\n+++ b/a\n@@ -1 +1 @@\n--- /dev/null\n"})"},
        {copilot, "edit", R"({"file_path":"a","diff":"create file mode 1\n--- a/dev/null\n+++ b/a\n"})",
         R"(Write {"file_path":"a","new_string":"create file mode 1\n--- a/dev/null\n+++ b/a\n"})"},
        {opencode, "write", R"({"filePath":"a","content":"x"})", R"(Write {"file_path":"a","content":"x"})"},
        {opencode, "bash", R"({"command":"ls","workdir":"/p/a"})", R"(Bash {"command":"ls","cwd":"/p/a"})"},
        {codex, "exec_command", R"({"cmd":"ls"})", R"(Bash {"command":"ls"})"},
        {cursor, "Shell", R"({"command":"ls","working_directory":"/p"})",
         R"(Bash {"command":"ls","cwd":"/p"})"},
        {cursor, "Delete", R"({"file_path":"a"})", R"(delete {"path":"a"})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(what_is_not_known_stays_as_it_is) {
    const row rows[] = {
        {claude, "write_file", R"({"a":1})", R"(write_file {"a":1})"},
        {gemini, "my_tool", R"({"a":1})", R"(my_tool {"a":1})"},
        {codex, "mcp__a__b", R"({"a":1})", R"(mcp__a__b {"a":1})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_use_without_the_field_that_rules_speak_of_is_refused) {
    const row rows[] = {
        {gemini, "write_file", R"({"filename":"a"})",
         "refused: `write_file`: expected a field `file_path|path`"},
        {gemini, "run_shell_command", R"({"cmd":"ls"})",
         "refused: `run_shell_command`: expected a field `command`"},
        {copilot, "Read", R"({"file_path":"a"})", "refused: `Read`: expected a field `path`"},
        {gemini, "read_file", R"({"file_path":"a","path":"b"})",
         "refused: `read_file`: expected one of `file_path|absolute_path|path`"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_path_that_gemini_takes_for_another_is_refused) {
    const row rows[] = {
        {gemini, "read_file", R"({"file_path":"@secret/k"})",
         "refused: `read_file`: expected a path without `@` in front as `file_path`"},
        {gemini, "write_file", R"({"file_path":"@/secret/k","content":"x"})",
         "refused: `write_file`: expected a path without `@` in front as `file_path`"},
        {gemini, "list_directory", R"({"dir_path":"@secret"})",
         "refused: `list_directory`: expected a path without `@` in front as `path`"},
        {gemini, "replace", R"({"file_path":"only","old_string":"x","new_string":"y"})",
         "refused: `replace`: expected an absolute path as `file_path`"},
        // To others it is the name of a file.
        {qwen, "read_file", R"({"file_path":"@a"})", R"(Read {"file_path":"@a"})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(what_speaks_against_a_command_holds_for_tools_that_are_not_known) {
    const row rows[] = {
        {qwen, "new_shell", R"({"command":"touch x"})",
         "new_shell {\"command\":\"touch x\"}\nBash {\"command\":\"touch x\"} only_against"},
        {claude, "new_shell", R"({"command":"touch x"})", R"(new_shell {"command":"touch x"})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_field_of_the_standard_name_that_the_tool_does_not_read_hides_nothing) {
    const auto kept = make_input(json_object{{"file_path", "harmless"}, {"path", "secret"}});
    const tool_call said{.tool_name = "Write", .input = *kept};
    const auto use = standard_use::of(copilot, said);
    BOOST_REQUIRE(use.has_value());
    std::string scratch;
    BOOST_TEST(use->parts().front().call.input.field("file_path", scratch).text == "secret");
    BOOST_TEST(meaning_of(copilot, "Write", R"({"file_path":"harmless","path":"secret"})") ==
               R"(Write {"file_path":"secret"})");
    // One that it does not have at all is not taken for it.
    BOOST_TEST(meaning_of(opencode, "bash", R"({"command":"ls","cwd":"/p"})") == R"(Bash {"command":"ls"})");
}

BOOST_AUTO_TEST_CASE(a_text_that_a_field_is_only_made_from_is_not_told_as_it) {
    const auto kept = make_input(json_object{{"prompt", "read https://a/ and https://b/"}});
    const tool_call said{.tool_name = "web_fetch", .input = *kept};
    const auto use = standard_use::of(gemini, said);
    BOOST_REQUIRE(use.has_value());
    std::string scratch;
    BOOST_TEST(use->parts().front().call.tool_name == "WebFetch");
    BOOST_TEST((use->parts().front().call.input.field("url", scratch).what == field_view::kind::other));
}

BOOST_AUTO_TEST_CASE(an_mcp_tool_of_gemini_is_every_split_of_its_name) {
    const row rows[] = {
        {gemini, "mcp_a_b", "{}", "mcp__a__b {}"},
        {gemini, "mcp_a_b_c", "{}", "mcp__a__b_c {}\nmcp__a_b__c {}"},
        {gemini, "mcp_a", "{}", "mcp_a {}"},
        {gemini, "mcp__a__b", "{}", "mcp__a__b {}"},
        {qwen, "mcp__a__b", "{}", "mcp__a__b {}"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_patch_is_the_edits_that_it_makes) {
    const row rows[] = {
        {codex, "apply_patch",
         R"({"command":"*** Begin Patch\n*** Add File: a/b.c\n+one\n+two\n*** End Patch\n"})",
         R"(Write {"file_path":"/p/a/b.c","content":"one\ntwo\n"})"},
        {codex, "apply_patch",
         R"({"command":"*** Begin Patch\n*** Update File: /x\n@@\n same\n-old\n+new\n*** End of File\n*** End Patch"})",
         R"(Edit {"file_path":"/x","old_string":"same\nold\n","new_string":"same\nnew\n"})"},
        {codex, "apply_patch",
         R"({"command":"*** Begin Patch\n*** Delete File: ../x\n*** Update File: a\n*** Move to: b\n*** End Patch"})",
         "delete {\"path\":\"/p/../x\"}\n"
         R"(Edit {"file_path":"/p/a","old_string":"","new_string":""})"
         "\ndelete {\"path\":\"/p/a\"}\n"
         R"(Write {"file_path":"/p/b","content":""})"},
        {codex, "apply_patch", R"({"command":"  *** Update File:   a b \n"})",
         R"(Edit {"file_path":"/p/a b","old_string":"","new_string":""})"},
        {codex, "apply_patch", R"({"command":"*** Begin Patch\n*** End Patch"})",
         "refused: `apply_patch`: expected lines such as `*** Update File: ...`"},
        {codex, "apply_patch", R"({"command":["apply_patch","x"]})",
         "refused: `apply_patch`: expected a text as `patch`"},
        {codex, "apply_patch",
         "{\"command\":\"*** Add File: a\\n+x\\n\xC2\xA0*** Delete File: b\\n\xE3\x80\x80*** Update File: "
         "c\xC2\x85\\n\"}",
         "Write {\"file_path\":\"/p/a\",\"content\":\"x\\n\"}\ndelete {\"path\":\"/p/b\"}\n"
         R"(Edit {"file_path":"/p/c","old_string":"","new_string":""})"},
        {copilot, "Edit", R"({"input":"*** Delete File: a"})", R"(delete {"path":"/p/a"})"},
        {opencode, "patch", R"({"patchText":"*** Delete File: a"})", R"(delete {"path":"/p/a"})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_command_that_is_a_patch_is_that_and_one_with_more_needs_a_person) {
    const auto of = [](std::string_view command) {
        return meaning_of(codex, "Bash", boost::json::serialize(boost::json::object{{"command", command}}));
    };
    const std::string body = "*** Begin Patch\n*** Delete File: x\n*** End Patch\n";
    const auto only = [&](const std::string& command, const std::string& path) {
        return "Bash " + boost::json::serialize(boost::json::object{{"command", command}}) +
               " only_against\ndelete {\"path\":\"" + path + "\"}";
    };
    for (const std::string_view before : {"apply_patch <<'EOF'\n", "apply_patch <<\"EOF\"\n",
                                          "\n applypatch  << 'EOF' \n", "apply_patch <<EOF\n"})
        for (const std::string_view behind : {"EOF", "EOF\n", "EOF\n\n"}) {
            const std::string command = std::string(before) + body + std::string(behind);
            BOOST_TEST(of(command) == only(command, "/p/x"));
        }
    const std::string quoted = "cd 'my dir' && apply_patch <<'EOF'\n" + body + "EOF";
    BOOST_TEST(of(quoted) == only(quoted, "/p/my dir/x"));
    const std::string elsewhere = "cd sub/a && apply_patch <<EOF\n" + body + "EOF";
    BOOST_TEST(of(elsewhere) == only(elsewhere, "/p/sub/a/x"));

    const auto with_more = [&](const std::string& command) {
        return "Bash " + boost::json::serialize(boost::json::object{{"command", command}}) +
               " needs_human\ndelete {\"path\":\"/p/x\"}";
    };
    for (const std::string& command :
         {"apply_patch <<EOF\n$X\n" + body + "EOF\n", "apply_patch <<EOF\n`ls`\n" + body + "EOF\n",
          "apply_patch <<EOF\n\\\n" + body + "EOF\n", "true; apply_patch <<'EOF'\n" + body + "EOF\n",
          "apply_patch <<'EOF'\n" + body + "EOF\nls", "# a\napply_patch <<'EOF'\n" + body + "EOF\n",
          "apply_patch <<'EOF'\n" + body + "EOF\n# a\n", "cd $X && apply_patch <<'EOF'\n" + body + "EOF\n",
          "apply_patch '" + body + "'", "a'pply'_patch <<'EOF'\n" + body + "EOF\n",
          "sudo apply_patch <<'EOF'\n" + body + "EOF\n", "/x/apply_patch <<'EOF'\n" + body + "EOF\n",
          "env X=1 apply_patch <<'EOF'\n" + body + "EOF\n",
          "nobody-knows apply_patch <<'EOF'\n" + body + "EOF\n"})
        BOOST_TEST(of(command) == with_more(command));
    BOOST_TEST(of("apply_patch < x.patch") == R"(Bash {"command":"apply_patch < x.patch"} needs_human)");
}

BOOST_AUTO_TEST_CASE(a_command_that_only_names_the_program_of_patches_is_that_command) {
    for (const std::string_view command :
         {"grep -rn apply_patch src", "echo apply_patch", "echo 'apply_patch <<EOF'",
          "nobody-knows apply_patch", "cat tests/apply_patch", "ls *apply_patch*", "which apply_patch",
          "git add apply_patch $FILES", "rm -r build/apply_patch",
          "apply_patches <<'EOF'\n*** Add File: a\nEOF"})
        BOOST_TEST(
            meaning_of(codex, "Bash", boost::json::serialize(boost::json::object{{"command", command}})) ==
            "Bash " + boost::json::serialize(boost::json::object{{"command", command}}));
    // To another agent it is a program like others.
    BOOST_TEST(meaning_of(claude, "Bash", R"({"command":"apply_patch < x"})") ==
               R"(Bash {"command":"apply_patch < x"})");
}

BOOST_AUTO_TEST_CASE(the_calls_of_one_use_are_limited_on_both_sides) {
    const auto of = [](std::size_t files) {
        std::string patch;
        for (std::size_t each = 0; each < files; ++each) patch += "*** Delete File: x\n";
        const auto kept = make_input(json_object{{"command", patch}});
        const tool_call said{.tool_name = "apply_patch", .input = *kept};
        const auto use = standard_use::of(codex, said);
        return use ? std::to_string(use->parts().size()) : use.error().message;
    };
    BOOST_TEST(of(max_calls_of_use) == "64");
    BOOST_TEST(of(max_calls_of_use + 1) == "`apply_patch`: expected at most 64 calls in one, got 65");
}

BOOST_AUTO_TEST_CASE(several_uses_are_one_within_the_same_limit) {
    const auto of = [](std::size_t uses) {
        const auto kept = make_input(json_object{{"input", "*** Delete File: a\n*** Delete File: b"}});
        std::vector<standard_use> all;
        for (std::size_t each = 0; each < uses; ++each)
            all.push_back(
                standard_use::of(codex, {.tool_name = "apply_patch", .input = *kept, .cwd = "/p"}).value());
        const auto use = standard_use::all_of(std::move(all));
        if (!use) return use.error().message;
        // What they point to has moved with them.
        std::string scratch;
        for (const auto& part : use->parts()) {
            const auto path = part.call.input.field("path", scratch).text;
            BOOST_TEST((path == "/p/a" || path == "/p/b"));
        }
        return std::to_string(use->parts().size());
    };
    BOOST_TEST(of(1) == "2");
    BOOST_TEST(of(max_calls_of_use / 2) == "64");
    BOOST_TEST(of(max_calls_of_use / 2 + 1) == "`delete`: expected at most 64 calls in one, got 66");
}

BOOST_AUTO_TEST_CASE(a_use_names_what_it_does_where_each_standard_tool_has_its_field) {
    const auto names = [](std::string_view tool, std::string_view input) {
        const auto kept = make_input(boost::json::parse(input).as_object());
        return standard_use::of(claude, {.tool_name = tool, .input = *kept}).value().names_what_it_does();
    };
    BOOST_TEST(names("Bash", R"({"command":"ls"})"));
    BOOST_TEST(!names("Bash", "{}"));
    BOOST_TEST(!names("Bash", R"({"command":7})"));
    BOOST_TEST(!names("Write", R"({"path":"a"})"));
    BOOST_TEST(names("TodoWrite", "{}"));
    BOOST_TEST(names("mcp__s__t", "{}"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::agent_tools_test
