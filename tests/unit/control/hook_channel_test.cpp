// What hooks and the gate that stays say to each other.
#include <assent/adapters/control/hooks/hook_channel.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <variant>

namespace assent::hook_channel_test {
namespace {

using namespace std::chrono_literals;

// The first message in these bytes.
hook_message first_of(hook_channel& channel, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto room = channel.read_space();
        const auto count = std::min(room.size(), bytes.size());
        std::copy_n(bytes.begin(), count, room.begin());
        channel.arrived(count);
        bytes.remove_prefix(count);
        if (auto message = channel.next(); !std::holds_alternative<std::monostate>(message)) return message;
    }
    return std::monostate();
}

BOOST_AUTO_TEST_SUITE(hook_channel_test)

BOOST_AUTO_TEST_CASE(a_line_says_what_the_hook_was_given) {
    hook_channel channel;
    const auto message =
        first_of(channel, hook_line(agent_program::gemini, "{\n \"a\":\"b\\n\"\n}\n", 1500ms));
    const auto* const use = std::get_if<hook_use_message>(&message);
    BOOST_REQUIRE(use != nullptr);
    BOOST_TEST(use->agent == agent_program::gemini);
    BOOST_TEST(use->text == "{  \"a\":\"b\\n\" }");
    BOOST_TEST((use->within == 1500ms));
    BOOST_TEST(std::holds_alternative<std::monostate>(channel.next()));
}

BOOST_AUTO_TEST_CASE(a_note_and_a_wish_are_told_apart) {
    hook_channel channel;
    const auto message =
        first_of(channel, hook_line(agent_program::claude, "{}", 1s, {}, false, "a \"note\"", "pause 30m"));
    const auto* const use = std::get_if<hook_use_message>(&message);
    BOOST_REQUIRE(use != nullptr);
    BOOST_TEST(use->note == "a \"note\"");
    BOOST_TEST(use->wish == "pause 30m");
}

BOOST_AUTO_TEST_CASE(an_answer_is_read_as_it_was_written) {
    for (const auto what :
         {use_outcome::allow, use_outcome::deny, use_outcome::open, use_outcome::demanded}) {
        hook_channel channel;
        const bool snapshot_first = what == use_outcome::allow;
        channel.answer({what, "why \"so\"\n", snapshot_first});
        std::string line;
        for (const auto piece : channel.take()) line += piece;
        BOOST_REQUIRE(line.ends_with('\n'));
        line.pop_back();
        const auto read = read_hook_answer(line);
        BOOST_REQUIRE(read.has_value());
        BOOST_TEST(read->what == what);
        BOOST_TEST(read->reason == "why \"so\"\n");
        BOOST_TEST(read->snapshot_first == snapshot_first);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_answer_is_not_read_as_one) {
    for (const std::string_view line :
         {"", "{}", "[]", R"({"outcome":"allow"})", R"({"outcome":"yes","reason":""})",
          R"({"outcome":"allow","reason":1})", R"({"outcome":"deny","outcome":"allow","reason":""})",
          R"({"outcome":"allow","reason":""}{})"})
        BOOST_TEST(!read_hook_answer(line).has_value(), line);
}

BOOST_AUTO_TEST_CASE(the_limits_hold_on_both_sides) {
    const auto is_use = [](std::string_view line) {
        hook_channel channel;
        return std::holds_alternative<hook_use_message>(first_of(channel, line));
    };
    BOOST_TEST(is_use(hook_line(agent_program::codex, "{}", max_hook_time)));
    BOOST_TEST(!is_use(hook_line(agent_program::codex, "{}", max_hook_time + 1ms)));
    BOOST_TEST(is_use(hook_line(agent_program::codex, "{}", 1ms)));
    BOOST_TEST(!is_use(hook_line(agent_program::codex, "{}", 0ms)));
    // The longest text of a hook fits into a line.
    std::string text = R"({"a":")";
    text.resize(max_hook_text_bytes - 2, 'x');
    BOOST_TEST(is_use(hook_line(agent_program::codex, text + "\"}", max_hook_time)));
    text.resize(max_hook_line_bytes, 'x');
    BOOST_TEST(!is_use(hook_line(agent_program::codex, text + "\"}", max_hook_time)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::hook_channel_test
