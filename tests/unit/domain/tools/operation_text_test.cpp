#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include "times.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace assent::operation_text_test {
namespace {

struct sample {
    std::string_view tool;
    json_object input;
    const tool_definition* definition = nullptr;
};

std::string operation(const sample& of) {
    const auto input = make_input(of.input);
    std::string scratch;
    return operation_of({.tool_name = of.tool, .input = *input}, of.definition, scratch);
}

std::string path(const sample& of) {
    const auto input = make_input(of.input);
    std::string scratch;
    return path_of({.tool_name = of.tool, .input = *input}, of.definition, scratch);
}

preview beginning(const sample& of) {
    const auto input = make_input(of.input);
    std::string scratch;
    return preview_of({.tool_name = of.tool, .input = *input}, of.definition, scratch);
}

tool_definition defined(std::string_view name, tool_kind kind, std::string_view main_field = {}) {
    tool_definition made;
    made.name = name;
    made.kind = kind;
    made.main_field = main_field;
    return made;
}

std::string repeated(std::string_view part, std::size_t times) {
    std::string text;
    text.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i) text += part;
    return text;
}

// One character of each length, and a byte that is none but counts as one.
constexpr std::string_view characters[] = {"a", "ä", "漢", "😀", "\x80"};

BOOST_AUTO_TEST_SUITE(operation_text_test)

BOOST_AUTO_TEST_CASE(a_known_tool_is_described_in_words) {
    const struct {
        sample call;
        std::string_view words;
    } table[] = {
        {{"read", {{"path", "src/a.c"}}}, "Read file: src/a.c"},
        {{"write", {{"path", "a"}, {"content", "x"}}}, "Write to file: a"},
        {{"edit", {{"path", "a"}}}, "Edit file: a"},
        {{"delete", {{"path", "a"}}}, "Delete file: a"},
        {{"glob", {{"pattern", "**/*.c"}}}, "Search for files matching: **/*.c"},
        {{"grep", {{"pattern", "TODO"}, {"path", "src"}}}, "Search for content: TODO"},
        {{"bash", {{"command", "npm test"}}}, "Execute command: npm test"},
        {{"Read", {{"file_path", "/a"}}}, "Read file: /a"},
        {{"Write", {{"file_path", "/a"}, {"content", "x"}}}, "Write to file: /a"},
        {{"Edit", {{"file_path", "/a"}, {"content", "x"}}}, "Edit file: /a"},
        {{"MultiEdit", {{"file_path", "/a"}}}, "Edit file: /a"},
        {{"NotebookEdit", {{"notebook_path", "/a.ipynb"}}}, "Edit file: /a.ipynb"},
        {{"Glob", {{"pattern", "*.c"}}}, "Search for files matching: *.c"},
        {{"Grep", {{"pattern", "x y"}}}, "Search for content: x y"},
        {{"Bash", {{"command", "ls"}, {"description", "harmless"}}}, "Execute command: ls"},
        {{"WebFetch", {{"url", "https://a.example/"}}}, "Fetch: https://a.example/"},
        {{"WebSearch", {{"query", "boost json"}}}, "Search the web for: boost json"},
        {{"Task", {{"subagent_type", "reviewer"}, {"description", "look"}}}, "Start agent: reviewer, look"},
        {{"Task", {{"subagent_type", "reviewer"}}}, "Start agent: reviewer"},
        {{"Task", {{"description", "look"}}}, "Start agent: look"},
        {{"mcp__mail__send", {{"path", "a"}, {"command", "b"}}}, "Use tool: mcp__mail__send"},
        {{"READ", {{"path", "a"}}}, "Use tool: READ"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.words) { BOOST_TEST(operation(row.call) == row.words); }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_does_not_say_what_it_is_about_is_named_by_its_tool) {
    BOOST_TEST(operation({"Bash", {}}) == "Use tool: Bash");
    BOOST_TEST(operation({"Bash", {{"command", ""}}}) == "Use tool: Bash");
    BOOST_TEST(operation({"Bash", {{"command", 7}}}) == "Use tool: Bash");
    BOOST_TEST(operation({"Read", {{"file_path", json_array{"a"}}}}) == "Use tool: Read");
    BOOST_TEST(operation({"Task", {{"prompt", "x"}}}) == "Use tool: Task");
    BOOST_TEST(operation({"", {}}) == "Use tool: ");
}

BOOST_AUTO_TEST_CASE(a_registered_tool_is_described_by_what_it_does_whatever_its_name) {
    const struct {
        tool_kind kind;
        std::string_view main_field;
        json_object input;
        std::string_view words;
    } table[] = {
        {tool_kind::read, "", {{"path", "a"}}, "Read file: a"},
        {tool_kind::search, "words", {{"words", "x"}, {"pattern", "y"}}, "Search for: x"},
        {tool_kind::search, "", {{"query", "x"}}, "Search for: x"},
        {tool_kind::edit, "", {{"path", "a"}, {"content", "x"}}, "Edit file: a"},
        {tool_kind::remove, "", {{"directory", "a"}}, "Delete file: a"},
        {tool_kind::execute, "", {{"command", "ls"}}, "Execute command: ls"},
        {tool_kind::fetch, "", {{"url", "https://a/"}}, "Fetch: https://a/"},
        {tool_kind::fetch, "address", {{"address", "a"}}, "Fetch: a"},
        {tool_kind::agent, "who", {{"who", "x"}}, "Start agent: x"},
        {tool_kind::interact, "question", {{"question", "x"}}, "Use tool: own"},
        {tool_kind::other, "", {{"path", "a"}}, "Use tool: own"},
    };
    for (const auto& row : table) {
        const tool_definition definition = defined("own", row.kind, row.main_field);
        BOOST_TEST_CONTEXT(row.words) { BOOST_TEST(operation({"own", row.input, &definition}) == row.words); }
    }
    // The name does not outweigh what is registered about it.
    const tool_definition deletes = defined("read", tool_kind::remove);
    BOOST_TEST(operation({"read", {{"path", "a"}}, &deletes}) == "Delete file: a");
    const tool_definition unknown = defined("bash", tool_kind::other);
    BOOST_TEST(operation({"bash", {{"command", "ls"}}, &unknown}) == "Use tool: bash");
}

BOOST_AUTO_TEST_CASE(a_registered_field_is_found_under_its_own_name) {
    tool_definition runs = defined("run", tool_kind::execute);
    runs.field_kinds = {
        {"script", field_kind::command}, {"where", field_kind::path}, {"path", field_kind::text}};
    const sample call{"run", {{"script", "make"}, {"where", "/src"}, {"path", "red herring"}}, &runs};
    BOOST_TEST(operation(call) == "Execute command: make");
    BOOST_TEST(path(call) == "/src");
    BOOST_TEST(beginning(call).text == "make");
    BOOST_TEST(path({"run", {{"path", "red herring"}}, &runs}) == "");
}

BOOST_AUTO_TEST_CASE(the_path_is_the_main_fields_else_the_first_one_of_the_call) {
    BOOST_TEST(path({"Read", {{"file_path", "/a"}, {"path", "/b"}}}) == "/a");
    BOOST_TEST(path({"any", {{"directory", "/c"}, {"path", "/b"}}}) == "/b");
    BOOST_TEST(path({"NotebookEdit", {{"file_path", "/a"}, {"notebook_path", "/n"}}}) == "/n");
    BOOST_TEST(path({"any", {{"file_path", 7}, {"path", "/b"}}}) == "/b");
    BOOST_TEST(path({"Grep", {{"pattern", "x"}}}) == "");
    BOOST_TEST(path({"Read", {}}) == "");
}

BOOST_AUTO_TEST_CASE(the_preview_shows_what_would_be_written_or_run) {
    const tool_definition edits = defined("patch", tool_kind::edit);
    const struct {
        sample call;
        std::string_view text;
    } table[] = {
        {{"Write", {{"file_path", "a"}, {"content", "one\ntwo"}}}, "one\ntwo"},
        {{"Edit", {{"old_string", "old"}, {"new_string", "new"}}}, "new"},
        {{"NotebookEdit", {{"new_source", "x = 1"}}}, "x = 1"},
        {{"Bash", {{"command", "ls"}}}, "ls"},
        {{"MultiEdit", {{"edits", json_array{json_object{{"new_string", "x"}}}}}}, ""},
        {{"Read", {{"file_path", "a"}}}, ""},
        {{"Write", {{"content", 7}}}, ""},
        // What a tool may run is shown before what it may only write; a tool that edits runs nothing.
        {{"Bash", {{"content", "harmless"}, {"command", "rm -r x"}}}, "rm -r x"},
        {{"any", {{"content", "harmless"}, {"command", "rm -r x"}}}, "rm -r x"},
        {{"Write", {{"content", "rm -r x"}, {"command", "harmless"}}}, "rm -r x"},
        {{"patch", {{"content", "rm -r x"}, {"command", "harmless"}}, &edits}, "rm -r x"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.call.tool << ": " << row.text) {
            const preview shown = beginning(row.call);
            BOOST_TEST(shown.text == row.text);
            BOOST_TEST(!shown.cut);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_preview_is_cut_between_characters_at_its_limit) {
    BOOST_TEST(max_preview_characters == 500U);
    for (const std::string_view character : characters) {
        BOOST_TEST_CONTEXT(display_text(character)) {
            for (const std::size_t count : {499U, 500U, 501U, 5000U}) {
                const preview shown = beginning({"Write", {{"content", repeated(character, count)}}});
                const std::size_t kept = count < 500 ? count : 500;
                BOOST_TEST((shown.text == repeated(display_text(character), kept)));
                BOOST_TEST(shown.cut == (count > 500));
            }
        }
    }
    // A character in pieces at the limit stays in one.
    const preview shown = beginning({"Write", {{"content", repeated("a", 499) + "😀" + "b"}}});
    BOOST_TEST((shown.text == repeated("a", 499) + "😀"));
    BOOST_TEST(shown.cut);
}

BOOST_AUTO_TEST_CASE(characters_are_counted_before_they_are_escaped) {
    // Else an agent could push the end of a short text out of sight by filling it with what is escaped.
    const std::string text = repeated("\x1b", 499) + "!";
    const preview shown = beginning({"Write", {{"content", text}}});
    BOOST_TEST(shown.text.ends_with("!"));
    BOOST_TEST(!shown.cut);
}

BOOST_AUTO_TEST_CASE(blanks_push_nothing_out_of_what_is_shown) {
    const std::string command = "ls" + repeated(" ", 5000) + "; rm -r x";
    BOOST_TEST(operation({"Bash", {{"command", command}}}) == "Execute command: ls[5000 blanks]; rm -r x");
    const preview shown = beginning({"Bash", {{"command", command + repeated("\n", 5000) + "y"}}});
    BOOST_TEST(shown.text == "ls[5000 blanks]; rm -r x\n[4999 empty lines]\ny");
    BOOST_TEST(!shown.cut);
    // Alternated with something else, they still count.
    const preview cut = beginning({"Bash", {{"command", repeated(repeated(" ", 40) + ";", 20)}}});
    BOOST_TEST(cut.text == repeated("[40 blanks];", 15) + "[40 blanks]");
    BOOST_TEST(cut.cut);
}

BOOST_AUTO_TEST_CASE(a_long_value_is_shortened_in_an_operation_and_says_so) {
    BOOST_TEST(max_operation_characters == 300U);
    const std::string words = "Execute command: ";
    for (const std::string_view character : characters) {
        BOOST_TEST_CONTEXT(display_text(character)) {
            const auto shown = [&](std::size_t count) {
                return operation({"Bash", {{"command", repeated(character, count)}}});
            };
            const std::string most = repeated(display_text(character), 300);
            BOOST_TEST((shown(299) == words + repeated(display_text(character), 299)));
            BOOST_TEST((shown(300) == words + most));
            BOOST_TEST((shown(301) == words + most + "…"));
        }
    }
    BOOST_TEST((operation({repeated("t", 301), {}}) == "Use tool: " + repeated("t", 300) + "…"));
}

BOOST_AUTO_TEST_CASE(a_long_path_is_shortened_and_says_so) {
    const auto shown = [](std::size_t count) {
        return path({"Read", {{"file_path", repeated("ä", count)}}});
    };
    BOOST_TEST((shown(max_path_characters) == repeated("ä", max_path_characters)));
    BOOST_TEST((shown(max_path_characters + 1) == repeated("ä", max_path_characters) + "…"));
}

BOOST_AUTO_TEST_CASE(everything_in_a_prompt_is_safe_to_show) {
    const std::string bad = "a\x1b[2J\u202eb\nc";
    BOOST_TEST(operation({"Bash", {{"command", bad}}}) == R"(Execute command: a\x1b[2J\u{202e}b\nc)");
    BOOST_TEST(operation({"Task", {{"subagent_type", bad}, {"description", bad}}}) ==
               R"(Start agent: a\x1b[2J\u{202e}b\nc, a\x1b[2J\u{202e}b\nc)");
    BOOST_TEST(operation({"tool\x1b[2J\n", {}}) == R"(Use tool: tool\x1b[2J\n)");
    BOOST_TEST(path({"Read", {{"file_path", bad}}}) == R"(a\x1b[2J\u{202e}b\nc)");
    BOOST_TEST(beginning({"Bash", {{"command", bad}}}).text == "a\\x1b[2J\\u{202e}b\nc");
}

BOOST_AUTO_TEST_CASE(a_large_field_costs_no_more_than_what_is_shown_of_it) {
    const auto input = make_input({{"command", repeated("\x1b\u0301", 10'000'000 / 3)}});
    const tool_call call{.tool_name = "Bash", .input = *input};
    std::string scratch;
    std::size_t shown = 0;
    // All of it three hundred times would be 3 GB.
    const auto took = test::processor_time([&] {
        for (int i = 0; i < 300; ++i) {
            shown += operation_of(call, nullptr, scratch).size();
            shown += preview_of(call, nullptr, scratch).text.size();
        }
    });
    BOOST_TEST((took < test::cost_limit));
    BOOST_TEST(shown < 300U * 10'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::operation_text_test
