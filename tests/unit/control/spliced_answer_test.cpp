// Large inputs go back from where they were read.

#include "channel_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assent::spliced_answer_test {
namespace {

// An input of so many bytes.
std::string input_of(std::size_t bytes) {
    const std::string_view front = R"({"command":")";
    return std::string(front) + std::string(bytes - front.size() - 2, 'x') + R"("})";
}

std::string question_with(std::string_view input, std::string_view id = "r") {
    return request(R"("subtype":"can_use_tool","tool_name":"Bash","input":)" + std::string(input), id) + "\n";
}

std::string answer_with(std::string_view input, std::string_view id = "r") {
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + std::string(id) +
           R"(","response":{"behavior":"allow","updatedInput":)" + std::string(input) + "}}}\n";
}

std::string joined(std::span<const std::string_view> pieces) {
    std::string all;
    for (const auto each : pieces) all += each;
    return all;
}

// Nothing but the last read completes a line.
void feed(control_channel& channel, std::string_view bytes, std::size_t most) {
    while (true) {
        const auto space = channel.read_space();
        const std::size_t count = std::min({space.size(), bytes.size(), most});
        std::copy_n(bytes.data(), count, space.data());
        channel.arrived(count);
        bytes.remove_prefix(count);
        if (bytes.empty()) return;
        BOOST_TEST_REQUIRE(std::holds_alternative<no_message>(channel.next()));
    }
}

// Allows each question that is there.
void allow_all(control_channel& channel) {
    while (true) {
        const auto message = channel.next();
        if (std::holds_alternative<no_message>(message)) return;
        const auto& asked = std::get<can_use_tool_message>(message);
        channel.allow(asked.request_id, asked.call.input.raw());
    }
}

const channel_options nested = speaking(dialect::nested);

BOOST_AUTO_TEST_SUITE(spliced_answer_test)

BOOST_AUTO_TEST_CASE(inputs_from_the_limit_on_are_sent_from_where_they_were_read) {
    for (const std::size_t less : {0U, 1U}) {
        const std::string input = input_of(spliced_input_bytes - less);
        control_channel channel(nested);
        feed(channel, question_with(input), 65'536);
        allow_all(channel);
        BOOST_TEST(channel.unsent_bytes() == answer_with(input).size());
        const auto pieces = channel.take();
        BOOST_TEST(pieces.size() == (less == 0 ? 3U : 1U));
        BOOST_TEST((joined(pieces) == answer_with(input)));
        BOOST_TEST(channel.unsent_bytes() == answer_with(input).size());
        channel.sent();
        BOOST_TEST(channel.unsent_bytes() == 0U);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_stays_as_it_is_while_more_is_read) {
    const std::string input = input_of(100'000);
    for (const std::size_t most : {std::size_t{1}, std::size_t{1000}, std::size_t{1'000'000}}) {
        for (const std::size_t next_bytes : {100U, 40'000U, 150'000U}) {
            BOOST_TEST_CONTEXT("then " << next_bytes << " bytes, reads of " << most) {
                control_channel channel(nested);
                feed(channel, question_with(input, "first"), most);
                allow_all(channel);
                const auto sending = channel.take();
                std::string expected;
                for (int i = 0; i < 5; ++i) {
                    const std::string next = input_of(next_bytes + static_cast<std::size_t>(i));
                    feed(channel, question_with(next), most);
                    allow_all(channel);
                    expected += answer_with(next);
                }
                BOOST_TEST((joined(sending) == answer_with(input, "first")));
                channel.sent();
                BOOST_TEST((written(channel) == expected));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(answers_that_nobody_has_taken_yet_stay_as_they_are_while_more_is_read) {
    control_channel channel(nested);
    std::string expected;
    for (int i = 0; i < 10; ++i) {
        const std::string input = input_of(50'000 + static_cast<std::size_t>(i));
        feed(channel, question_with(input), 10'000);
        allow_all(channel);
        expected += answer_with(input);
    }
    BOOST_TEST((written(channel) == expected));
}

BOOST_AUTO_TEST_CASE(an_answer_in_two_dialects_has_its_input_twice) {
    const std::string input = input_of(50'000);
    control_channel channel;
    feed(channel, question_with(input), 100'000);
    allow_all(channel);
    BOOST_TEST(!channel.decided());
    const std::string answer = written(channel);
    BOOST_TEST(answer.find(input) != std::string::npos);
    BOOST_TEST(answer.find(input) != answer.rfind(input));
    BOOST_TEST(answer.size() > 2 * input.size());
}

BOOST_AUTO_TEST_CASE(an_input_of_somebody_elses_is_copied) {
    control_channel channel(nested);
    feed(channel, question_with(input_of(50'000)), 100'000);
    const auto message = channel.next();
    std::string own = input_of(60'000);
    channel.allow("r", own);
    const std::string expected = answer_with(own);
    own.assign(own.size(), '!');
    BOOST_TEST((joined(channel.take()) == expected));
}

BOOST_AUTO_TEST_CASE(denials_take_the_place_of_answers_with_their_inputs) {
    for (unsigned denied = 0; denied < 8; ++denied) {
        BOOST_TEST_CONTEXT("denied: " << denied) {
            control_channel channel(nested);
            std::vector<written_answer> places;
            std::vector<std::string_view> ids;
            std::string lines, expected;
            constexpr std::array<std::string_view, 3> names{"one", "two", "three"};
            for (std::size_t i = 0; i < names.size(); ++i) {
                const std::string input = input_of(i == 1 ? 100 : 40'000 + i);
                lines += question_with(input, names[i]);
                control_channel other(nested);
                other.deny(names[i], "no");
                expected += (denied >> i & 1) != 0 ? written(other) : answer_with(input, names[i]);
            }
            std::copy(lines.begin(), lines.begin() + 60'000, channel.read_space().begin());
            channel.arrived(60'000);
            const auto answer_all = [&] {
                while (true) {
                    const auto message = channel.next();
                    if (std::holds_alternative<no_message>(message)) return;
                    const auto& asked = std::get<can_use_tool_message>(message);
                    const auto place = channel.allow(asked.request_id, asked.call.input.raw());
                    const auto which = static_cast<std::size_t>(
                        std::find(names.begin(), names.end(), asked.request_id) - names.begin());
                    if ((denied >> which & 1) == 0) continue;
                    places.push_back(place);
                    ids.push_back(names[which]);
                }
            };
            answer_all();
            feed(channel, std::string_view(lines).substr(60'000), 100'000);
            answer_all();
            channel.deny_instead(places, ids, "no");
            BOOST_TEST((written(channel) == expected));
            BOOST_TEST(channel.unsent_bytes() == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_buffer_goes_back_when_the_answer_is_sent_or_nobody_wants_it) {
    const std::string line = question_with(input_of(50'000));
    const auto answered = [&](auto end) {
        std::size_t before = 0, after = 0;
        std::thread([&] {
            control_channel channel(nested);
            feed(channel, line, line.size());
            allow_all(channel);
            before = line_splitter::spare_bytes();
            end(channel);
            after = line_splitter::spare_bytes();
        }).join();
        BOOST_TEST(before == 0U);
        BOOST_TEST(after == line_splitter::first_capacity_bytes);
    };
    answered([](control_channel& channel) { static_cast<void>(written(channel)); });
    answered([](control_channel& channel) { channel.discard(); });
}

BOOST_AUTO_TEST_CASE(an_answer_of_which_all_inputs_were_denied_holds_no_buffer) {
    const std::string line = question_with(input_of(50'000));
    std::thread([&] {
        control_channel channel(nested);
        feed(channel, line, line.size());
        const auto message = channel.next();
        const auto& asked = std::get<can_use_tool_message>(message);
        const std::array places{channel.allow(asked.request_id, asked.call.input.raw())};
        const std::array ids{std::string_view("r")};
        channel.deny_instead(places, ids, "no");
        BOOST_TEST(asked.request_id == "r");  // its line is still there
        BOOST_TEST(std::holds_alternative<no_message>(channel.next()));
        BOOST_TEST(line_splitter::spare_bytes() == line_splitter::first_capacity_bytes);
        BOOST_TEST(written(channel).find("deny") != std::string::npos);
    }).join();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::spliced_answer_test
