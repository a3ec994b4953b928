#include "install/hook_settings.hpp"

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace hook_settings_test {
namespace {

using assent::agent_program;
using assent::hook_place;
using assent::hook_places;
using namespace assent::cli;
using namespace std::chrono_literals;

const std::vector<std::string> odd_words{"", "a", "it's", "'", "a b", "$(x)", "--deny", "\\", "\n", "\u2028"};

// What an agent may have in its settings, and pieces of it.
const std::vector<std::string> json_pieces{
    R"({"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}],"BeforeTool":[],"preToolUse":[{"command":"y"}]},"a":"}]\""})",
    R"({"version": 1, "hooks": {}})",
    "{\r\n\t\"a\": [1, {\"b\": null}]\r\n}\r\n",
    R"({"command":"'/x' hook --agent claude --timeout 5s || exit 2"})",
    R"({"command":"/x", "args":["hook","--agent","claude","--timeout","5s"]})",
    R"("hooks":)",
    R"("PreToolUse":[)",
    "[",
    "]",
    "{",
    "}",
    ",",
    "\"",
    "\\",
    "\n",
    " ",
    "//",
    "1e9"};
const std::vector<std::string> toml_pieces{
    "a = 1 # x\n[b.'c d']\ne = \"\"\"\n[[hooks.PreToolUse]]\n\"\"\"\n",
    "[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ntype = \"command\"\ncommand = \"'/x' hook --agent "
    "codex "
    "--timeout 5s || exit 2\"\ntimeout = 15\n",
    "[hooks.state.\"/c:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:0\"\n",
    "[hooks]\n",
    "x = [1,\n {y = 'z'}]\r\n",
    "[[",
    "]]",
    "=",
    "\"",
    "'",
    "'''",
    "\\",
    "\n",
    "\r\n",
    " ",
    "#",
    "hooks",
    ".",
    "{",
    "}"};

const std::vector<std::string> plugin_pieces{
    "", "", "// mine\n", "\nconst hook = {}", ";\n", "\nconst hook = "};

const std::vector<std::string>& pieces_of(const hook_place& place) {
    if (place.written == hook_place::form::plugin) return plugin_pieces;
    return place.written == hook_place::form::tables ? toml_pieces : json_pieces;
}

BOOST_AUTO_TEST_SUITE(hook_settings_test)

BOOST_AUTO_TEST_CASE(a_command_is_known_again_and_says_its_program) {
    for (const auto& program : odd_words) {
        const auto words = hook_words("/p/" + program, agent_program::codex, "50s", odd_words);
        const auto command = shell_command(words);
        BOOST_TEST_CONTEXT(command) {
            BOOST_TEST(is_hook_command(command, agent_program::codex));
            BOOST_TEST(!is_hook_command(command, agent_program::claude));
            BOOST_TEST(!is_hook_command(command + " ", agent_program::codex));
            BOOST_TEST(program_of(command) == "/p/" + program);
            BOOST_TEST(program_of(shell_text(words)) == "/p/" + program);
            BOOST_TEST(are_hook_words(words, agent_program::codex));
            BOOST_TEST(!are_hook_words(words, agent_program::claude));
        }
    }
    for (const auto* const other : {"", "x", "assent hook || exit 2", "echo hook --agent codex --timeout"})
        BOOST_TEST(!is_hook_command(other, agent_program::codex));
    BOOST_TEST(!are_hook_words({}, agent_program::codex));
    BOOST_TEST(!are_hook_words({"/p", "hook", "--agent", "codex"}, agent_program::codex));
}

// Texts of any kind: what can be read gets the hooks and loses them again, and nothing else changes.
BOOST_AUTO_TEST_CASE(whatever_stands_there_is_refused_or_stays) {
    std::mt19937 random(7);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same texts each time
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
    for (const auto& place : hook_places()) {
        const wanted_hook hook{hook_words("/a b/assent", place.agent, "50s", odd_words), 60s, {"/c"}};
        const auto events = assent::installed_events(place.agent).size();
        std::size_t read = 0;
        for (int round = 0; round < 3000; ++round) {
            const auto& pieces = pieces_of(place);
            std::string text = pieces[below(3)];
            for (std::size_t i = below(4); i > 0; --i)
                text.insert(below(text.size() + 1), pieces[below(pieces.size())]);
            BOOST_TEST_CONTEXT(text) {
                try {
                    const std::string bare = without_hooks(place, text);
                    BOOST_TEST(hooks_in(place, bare).empty());
                    const auto changed = with_hooks(place, bare, hook);
                    const auto found = hooks_in(place, changed.text, hook.known_as);
                    BOOST_TEST(found.size() == events);
                    for (const auto& each : found)
                        BOOST_TEST((each.trusted && is_as_written(place, each, hook)));
                    BOOST_TEST(hooks_in(place, without_hooks(place, changed.text)).empty());
                    std::string back = changed.text;
                    for (auto piece = changed.inserted.rbegin(); piece != changed.inserted.rend(); ++piece)
                        back.erase(back.rfind(*piece), piece->size());
                    // What trusted a hook that is not there any more goes.
                    if (bare.find("/c:") == bare.npos) BOOST_TEST(back == bare);
                    ++read;
                } catch (const unfit_settings&) {
                    // Nothing would be written.
                }
            }
        }
        BOOST_TEST(read > 100U);
    }
}

BOOST_AUTO_TEST_CASE(
    a_file_without_a_word_or_with_a_byte_order_mark_gets_the_hooks_and_is_as_before_without) {
    const std::string mark = "\xEF\xBB\xBF";
    for (const auto& place : hook_places()) {
        if (place.written == hook_place::form::plugin) continue;  // that file is all ours
        const wanted_hook hook{hook_words("/assent", place.agent, "50s", {}), 60s, {"/c"}};
        const auto& said = pieces_of(place).front();
        for (const auto& text : {std::string(), std::string(" \r\n"), mark, mark + "\n", mark + said})
            BOOST_TEST_CONTEXT(to_string(place.agent) << ": " << text) {
                BOOST_TEST(hooks_in(place, text).empty());
                const auto changed = with_hooks(place, text, hook);
                BOOST_TEST(changed.text.starts_with(text.starts_with(mark) ? mark : ""));
                const auto found = hooks_in(place, changed.text, hook.known_as);
                BOOST_TEST(found.size() == assent::installed_events(place.agent).size());
                for (const auto& each : found) BOOST_TEST((each.trusted && is_as_written(place, each, hook)));
                std::string back = changed.text;
                for (auto piece = changed.inserted.rbegin(); piece != changed.inserted.rend(); ++piece)
                    back.erase(back.rfind(*piece), piece->size());
                BOOST_TEST(back == text);
                BOOST_TEST(hooks_in(place, without_hooks(place, changed.text)).empty());
            }
        const bool tables = place.written == hook_place::form::tables;
        BOOST_TEST(!value_in(place, "", {"a"}));
        BOOST_TEST(value_in(place, mark + (tables ? "a = 1\n" : R"({"a": 1})"), {"a"}).value_or("") == "1");
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace hook_settings_test
