#include <assent/adapters/control/wire/nested_rule.hpp>

#include <assent/adapters/control/wire/rule_text.hpp>

#include <assent/domain/rules/rule_condition.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace assent::nested_rule_test {
namespace {

using enum rule_behavior;

const rule_folders known_folders{.home = "/home/me", .root = "/w", .cwd = "/w/project"};

std::string imported(rule_behavior behavior, const nested_rule& text,
                     const rule_folders& folders = known_folders) {
    const auto made = from_nested(text, behavior, rule_origin::peer, folders);
    return made ? made->text() : "refused";
}

std::string why(rule_behavior behavior, const nested_rule& text, const rule_folders& folders = {}) {
    const auto made = from_nested(text, behavior, rule_origin::peer, folders);
    return made ? "accepted" : made.error().message;
}

std::string exported(rule_behavior behavior, std::string_view text) {
    const auto made = to_nested(parse_rule(text, behavior, rule_origin::host).value());
    return made ? to_text(*made) : "refused";
}

struct import_row {
    nested_rule text;
    const char* for_allow;
    const char* for_deny;
};

void check(const std::vector<import_row>& rows) {
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(to_text(row.text)) {
            BOOST_TEST(imported(allow, row.text) == row.for_allow);
            BOOST_TEST(imported(deny, row.text) == row.for_deny);
            BOOST_TEST(imported(ask, row.text) == row.for_deny);
        }
    }
}

BOOST_AUTO_TEST_SUITE(nested_rule_test)

BOOST_AUTO_TEST_CASE(a_tool_alone_is_every_use_of_it) {
    check({
        {{"Bash"}, "Bash", "Bash"},
        {{"Bash", ""}, "Bash", "Bash"},
        {{"Bash", "*"}, "Bash", "Bash"},
        {{"Odd"}, "Odd", "Odd"},
        {{"mcp__files"}, "mcp__files__*", "mcp__files__*"},
        {{"mcp__files__*"}, "mcp__files__*", "mcp__files__*"},
        {{"mcp__files__read"}, "mcp__files__read", "mcp__files__read"},
        {{"mcp__files__get_*"}, "mcp__files__get_*", "mcp__files__get_*"},
        {{"mcp__*"}, "refused", "refused"},
        {{"mcp__f*__read"}, "refused", "refused"},
        {{"mcp____*"}, "refused", "refused"},
        {{"Ba*"}, "refused", "refused"},
        {{"B?sh"}, "refused", "refused"},
        {{"Ba\\sh"}, "refused", "refused"},
        {{"Ba sh"}, "refused", "refused"},
        {{""}, "refused", "refused"},
        // Seen, so that whoever must not take it can refuse it.
        {{"*"}, "*", "*"},
    });
}

BOOST_AUTO_TEST_CASE(commands_mean_no_more_for_allow_and_no_less_for_deny) {
    check({
        {{"Bash", "npm test"}, "Bash(npm test)", "Bash(npm test)"},
        {{"Bash", "npm:*"}, "Bash(npm *)", "Bash(npm *)"},
        {{"Bash", "npm *"}, "Bash(npm *)", "Bash(npm *)"},
        {{"Bash", "git commit -m:*"}, "Bash(git commit -m *)", "Bash(git commit -m *)"},
        {{"Bash", "npm run --x=1 *"}, "Bash(npm run --x=1 *)", "Bash(npm run --x=1 *)"},
        {{"Bash", "npm*"}, "Bash(npm*)", "Bash(npm*)"},
        {{"Bash", "git * main"}, "Bash(git * main)", "Bash(git * main)"},
        {{"Bash", "git *main"}, "Bash(git *main)", "Bash(git *main)"},
        {{"Bash", "gi*t push"}, "Bash(gi*t push)", "Bash(gi*t push)"},
        {{"Bash", "git * x *"}, "Bash(git * x *)", "Bash(git * x *)"},
        {{"Bash", "* main"}, "refused", "Bash(* main)"},
        {{"Bash", "**/.ssh/**"}, "refused", "Bash(*/.ssh/*)"},
        {{"Bash", "*--no-verify*"}, "refused", "Bash(*--no-verify*)"},
        {{"Bash", "rm -rf ~"}, "Bash(rm -rf ~)", "Bash(rm -rf ~)"},
        {{"Bash", "rm -rf ~/*"}, "refused", "Bash(rm -rf ~/*)"},
        {{"Bash", "rm -rf $HOME*"}, "refused", "refused"},
        {{"Bash", "* | sh"}, "refused", "refused"},
        {{"Bash", "FOO=* x"}, "refused", "refused"},
        {{"Bash", "* *"}, "refused", "Bash(* *)"},
        {{"Bash", "git ** x"}, "refused", "Bash(git * x)"},
        {{"Bash", "git  push *"}, "refused", "refused"},
        {{"Bash", "git push :*"}, "refused", "refused"},
        {{"Bash", " git *"}, "refused", "refused"},
        {{"Bash", ":*"}, "refused", "refused"},
        {{"Bash", "FOO=1 npm *"}, "refused", "refused"},
        {{"Bash", "time npm:*"}, "refused", "refused"},
        {{"Bash", "npm && rm:*"}, "refused", "refused"},
        {{"Bash", "npm 'x y' *"}, "refused", "refused"},
        {{"Bash", "a*b:*"}, "refused", "refused"},
        {{"Bash", "echo \\* *"}, "refused", "refused"},
        {{"Bash", "echo \\*"}, "refused", "refused"},
        {{"Bash", "what?"}, "Bash(what\\?)", "refused"},
        {{"Bash", "a\\b"}, "Bash(a\\\\b)", "refused"},
        {{"Bash", "echo \"x y\""}, "Bash(echo \"x y\")", "refused"},
        {{"Bash", "ls; rm x"}, "Bash(ls; rm x)", "refused"},
        {{"Bash", "bash *"}, "refused", "Bash(bash *)"},
        {{"Bash", "FOO=1 npm x"}, "Bash(FOO=1 npm x)", "refused"},
    });
}

BOOST_AUTO_TEST_CASE(paths_begin_where_the_agent_has_them_begin) {
    check({
        {{"Read", "//tmp/**"}, "Read(/tmp/**)", "Path(/tmp/**)"},
        {{"Read", "//tmp/x"}, "Read(/tmp/x)", "Path(/tmp/x/**)"},
        {{"Read", "//tmp/"}, "Read(/tmp/**)", "Path(/tmp/**)"},
        {{"Read", "~/x/**"}, "Read(/home/me/x/**)", "Path(/home/me/x/**)"},
        {{"Read", "/x/**"}, "Read(/w/x/**)", "Path(/w/x/**)"},
        {{"Read", "src/**"}, "Read(/w/project/src/**)", "Path(**/src/**)"},
        {{"Read", "./src/*.c"}, "Read(/w/project/src/*.c)", "Path(**/src/*.c/**)"},
        {{"Read", ".env"}, "Read(/w/project/**/.env)", "Path(**/.env/**)"},
        {{"Read", "./.env"}, "Read(/w/project/**/.env)", "Path(**/.env/**)"},
        {{"Read", "**"}, "Read(/w/project/**)", "Path(/**)"},
        {{"Read", "**/.env"}, "Read(/w/project/**/.env)", "Path(**/.env/**)"},
        {{"Read", "src/"}, "Read(/w/project/**/src/**)", "Path(**/src/**)"},
        {{"Edit", "//tmp/**"}, "Edit(/tmp/**)", "Change(/tmp/**)"},
        {{"Edit", ".env"}, "Edit(/w/project/**/.env)", "Change(**/.env/**)"},
        {{"MultiEdit", "~/x"}, "refused", "Change(/home/me/x/**)"},
        {{"Read", "a?c"}, "Read(/w/project/**/a?c)", "Path(**/a?c/**)"},
        {{"Read", "//"}, "refused", "refused"},
        {{"Read", "/"}, "refused", "refused"},
        {{"Read", "~"}, "refused", "refused"},
        {{"Read", "~root/x"}, "refused", "refused"},
        {{"Read", "../x"}, "refused", "refused"},
        {{"Read", "//a//b"}, "refused", "refused"},
        {{"Read", "//a/**b"}, "refused", "refused"},
        {{"Read", "//a/[b]"}, "refused", "refused"},
        {{"Read", "//a/\\*"}, "refused", "refused"},
        {{"Read", "!x"}, "refused", "refused"},
        {{"Read", "#x"}, "refused", "refused"},
        {{"Read", "x "}, "refused", "refused"},
        {{"Read", "x:*"}, "refused", "refused"},
        {{"Read", "caf\xC3\xA9"}, "refused", "refused"},
        {{"Write", "//tmp/**"}, "refused", "Change(/tmp/**)"},
        {{"NotebookEdit", "//tmp/**"}, "refused", "Change(/tmp/**)"},
    });
}

BOOST_AUTO_TEST_CASE(what_the_agent_asks_about_outside_of_its_folders_is_allowed_inside_alone) {
    struct inside_row {
        std::string_view content;
        bool inside;
    };
    constexpr std::array rows{
        inside_row{"cat:*", true},          inside_row{"cat *", true},
        inside_row{"rm -rf build/*", true}, inside_row{"timeout 5 tee:*", true},
        inside_row{"cat a", false},         inside_row{"git:*", false},
        inside_row{"catalog:*", false},     inside_row{"*", false},
        inside_row{"npm run cat:*", false}, inside_row{"cd sub", false},
        inside_row{"cdrom x; y", false},    inside_row{"cd ../x && rm -rf dist", true},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.content) {
            const nested_rule written{"Bash", std::string(row.content)};
            const auto rule = from_nested(written, allow, rule_origin::peer, {}, true).value();
            const auto held = as_agent_holds(rule, written);
            BOOST_TEST((held.condition() != nullptr && held.condition()->inside) == row.inside);
            if (const auto said = to_nested(rule))
                BOOST_TEST(to_text(to_nested(held).value()) == to_text(*said));
            if (const auto stops = from_nested(written, deny, rule_origin::peer))
                BOOST_TEST(as_agent_holds(*stops, written).condition() == nullptr);
        }
}

BOOST_AUTO_TEST_CASE(a_path_whose_folder_is_not_known_is_refused_and_says_which) {
    BOOST_TEST(why(allow, {"Read", "~/x"}) == "it begins in the home folder, which is not known here");
    BOOST_TEST(why(allow, {"Read", "/x"}) ==
               "it begins in the folder of its settings file, which is not known here");
    BOOST_TEST(why(allow, {"Read", "x"}) == "it begins in the working directory, which is not known here");
    BOOST_TEST(why(allow, {"Read", "//x"}) == "accepted");
    BOOST_TEST(why(allow, {"Read", "x"}, {.cwd = "w"}) ==
               "expected an absolute and clean path of the working directory, got `w`");
    BOOST_TEST(why(deny, {"Read", "~/x"}) == "it begins in the home folder, which is not known here");
    BOOST_TEST(imported(deny, {"Read", "a/b"}, {}) == "Path(**/a/b/**)");  // whatever folder it works in
    BOOST_TEST(imported(allow, {"Read", "x/y"}, {.cwd = "/a*b"}) == "Read(/a\\*b/x/y)");
    BOOST_TEST(imported(allow, {"Read", "x/y"}, {.cwd = "/"}) == "Read(/x/y)");
}

BOOST_AUTO_TEST_CASE(hosts_and_exact_texts_have_a_meaning_and_other_contents_none) {
    check({
        {{"WebFetch", "domain:example.com"}, "WebFetch(domain:example.com)", "WebFetch(domain:example.com)"},
        {{"WebFetch", "domain:*.example.com"},
         "WebFetch(domain:*.example.com)",
         "WebFetch(domain:*.example.com)"},
        {{"WebFetch", "domain:127.0.0.1"}, "WebFetch(domain:127.0.0.1)", "WebFetch(domain:127.0.0.1)"},
        {{"WebFetch", "domain:api-*.example.com"}, "refused", "refused"},
        {{"WebFetch", "domain:*"}, "WebFetch", "WebFetch"},
        {{"Skill", "review"}, "Skill(review)", "Skill(*review)"},
        {{"Skill", "a:b"}, "Skill(a:b)", "Skill(*a:b)"},
        {{"Skill", "review:*"}, "Skill(review*)", "Skill(*review*)"},
        {{"Skill", "review *"}, "Skill(review*)", "Skill(*review*)"},
        {{"Skill", "rev*"}, "refused", "refused"},
        {{"WebFetch", "domain:"}, "refused", "refused"},
        {{"WebFetch", "domain:example.com:80"}, "refused", "refused"},
        {{"WebFetch", "https://example.com/*"}, "refused", "refused"},
        {{"WebFetch", "example.com"}, "refused", "refused"},
        {{"WebSearch", "news"}, "WebSearch(news)", "WebSearch(news)"},
        {{"WebSearch", "who?"}, "WebSearch(who\\?)", "WebSearch(who\\?)"},
        {{"WebSearch", "new*"}, "refused", "refused"},
        {{"Task", "Explore"}, "Task(Explore)", "Task(Explore)"},
        {{"Grep", "TODO"}, "refused", "refused"},
        {{"mcp__a__b", "x"}, "refused", "refused"},
        {{"Odd", "x"}, "refused", "refused"},
        {{"Ba*", "x"}, "refused", "refused"},
    });
}

BOOST_AUTO_TEST_CASE(a_rule_that_the_nested_dialect_cannot_say_is_refused_rather_than_widened) {
    struct export_row {
        const char* text;
        const char* for_allow;
        const char* for_deny;
    };
    constexpr std::array rows{
        export_row{"Bash", "Bash", "Bash"},
        export_row{"Bash(npm *)", "Bash(npm *)", "Bash(npm *)"},
        export_row{"Bash(npm*)", "Bash(npm*)", "Bash(npm*)"},
        export_row{"Bash(npm test)", "Bash(npm test)", "Bash(npm test)"},
        export_row{R"(Bash(what\?))", "Bash(what?)", "refused"},
        export_row{R"(Bash(a\\b))", R"(Bash(a\\b))", "refused"},
        export_row{R"(Bash(echo \(x\)))", "refused", "refused"},
        export_row{R"(Bash(echo \*))", "refused", "refused"},
        export_row{R"(Bash(echo \* *))", "refused", "refused"},
        export_row{R"(Bash(\:\*))", "refused", "refused"},
        export_row{"Bash(git * main)", "refused", "refused"},
        export_row{"Bash(git m*n)", "refused", "refused"},
        export_row{"Bash(npm ?)", "refused", "refused"},
        export_row{"WebSearch(news)", "WebSearch(news)", "WebSearch(news)"},
        export_row{"WebSearch(new*)", "refused", "refused"},
        export_row{"WebFetch(domain:example.com)", "WebFetch(domain:example.com)",
                   "WebFetch(domain:example.com)"},
        export_row{"WebFetch(domain:*.example.com)", "WebFetch(domain:*.example.com)",
                   "WebFetch(domain:*.example.com)"},
        export_row{"WebFetch(domain:a-*.example.com)", "refused", "refused"},
        export_row{"WebFetch(https://example.com/*)", "refused", "refused"},
        export_row{"WebFetch(*)", "refused", "refused"},
        export_row{"Read(/tmp/x)", "Read(//tmp/x)", "refused"},
        export_row{"Read(/tmp/**)", "refused", "refused"},
        export_row{"Read(/tmp/*)", "refused", "refused"},
        export_row{"Edit(/tmp/x)", "refused", "refused"},
        export_row{"Write(/tmp/x)", "refused", "refused"},
        export_row{"mcp__files__*", "mcp__files__*", "mcp__files__*"},
        export_row{"mcp__files__read", "mcp__files__read", "mcp__files__read"},
        export_row{"*", "refused", "refused"},
        export_row{"Ba*", "refused", "refused"},
        export_row{"mcp__*", "refused", "refused"},
        export_row{"mcp__f?les__*", "refused", "refused"},
        export_row{R"({"tool_pattern":"mcp__files"})", "refused", "refused"},
        export_row{R"({"tool_pattern":"Bash","input_pattern":{"command":"ls","cwd":"/"}})", "refused",
                   "refused"},
        export_row{R"({"tool_pattern":"Bash","input_pattern":{"command":7}})", "refused", "refused"},
        export_row{R"({"tool_pattern":"Bash","input_pattern":{"description":"x"}})", "refused", "refused"},
        export_row{R"({"tool_pattern":"B?sh","input_pattern":{"command":"x"}})", "refused", "refused"},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.text) {
            BOOST_TEST(exported(allow, row.text) == row.for_allow);
            BOOST_TEST(exported(deny, row.text) == row.for_deny);
            BOOST_TEST(exported(ask, row.text) == row.for_deny);
        }
    }
    const auto refusal = to_nested(parse_rule("Bash(git * main)", allow, rule_origin::host).value());
    BOOST_TEST(refusal.error().message ==
               "the nested dialect cannot say it: the nearest form covers something else there");
}

BOOST_AUTO_TEST_CASE(the_text_form_escapes_brackets_and_backslashes) {
    const auto read = [](std::string_view text) {
        const auto made = parse_nested(text);
        return made ? made->tool_name + "|" + made->content.value_or("none") : "refused";
    };
    BOOST_TEST(read("Bash") == "Bash|none");
    for (const auto* text : {"Task(a\xF6)", "Ta\xFFsk", "Task(\xC3)", "Task(\xED\xA0\x80)"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(parse_nested(text).error().message == "expected UTF-8");
    BOOST_TEST(read("Bash()") == "Bash|none");
    BOOST_TEST(read("Bash(*)") == "Bash|*");
    BOOST_TEST(read("Bash(npm:*)") == "Bash|npm:*");
    BOOST_TEST(read("Bash(echo (x))") == "Bash|echo (x)");
    BOOST_TEST(read(R"(Bash(echo \(x\)))") == "Bash|echo (x)");
    BOOST_TEST(read(R"(Bash(a\\b\*))") == R"(Bash|a\b\*)");
    for (const auto* text : {"", "Bash(x", "Bash x)", "(x)", "Ba)sh(x)", R"(Bash(x\))", R"(Ba\sh(x))"})
        BOOST_TEST_CONTEXT(text) BOOST_TEST(read(text) == "refused");
    for (const std::string_view content : {"npm:*", "a(b", "a)b", "a\\b", "\\(", "()", "x\\"}) {
        const nested_rule rule{"Bash", std::string(content)};
        BOOST_TEST_CONTEXT(content) BOOST_TEST((parse_nested(to_text(rule)).value() == rule));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::nested_rule_test
