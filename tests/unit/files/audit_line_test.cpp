#include "audit_probe.hpp"

#include <assent/adapters/files/audit_line.hpp>

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>

namespace audit_line_test {
namespace {

using namespace assent;
using namespace assent::testing;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(audit_line_test)

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// What stands behind the latency, where the input is.
std::string input_members(const tool_input& input, const audit_line_options& options) {
    static const verdict decided{.decision = outcome::allow, .source = decision_source::mode};
    const auto line = to_json_line({.time = some_day(), .input = &input, .decided = &decided}, options);
    const auto from = line.find("\"latency_us\":0");
    BOOST_REQUIRE(from != std::string::npos);
    return line.substr(from + 14);
}

BOOST_AUTO_TEST_CASE(each_kind_of_event_is_one_line_of_json) {
    json_object input_pattern;
    input_pattern.emplace("command", "npm *");
    const auto rule = std::make_shared<const permission_rule>(
        permission_rule::make("Bash", input_pattern, rule_behavior::allow, rule_origin::host).value());
    const verdict allowed{
        .decision = outcome::allow, .source = decision_source::rule, .rule = rule, .risk = risk_level::low};
    verdict shared = allowed;
    shared.rules_too = {
        std::make_shared<const permission_rule>(
            permission_rule::make("Bash", {}, rule_behavior::allow, rule_origin::answer).value()),
        rule};
    const verdict denied{
        .decision = outcome::deny, .source = decision_source::callback, .detail = "a \"b\"\n"};
    const struct {
        audit_event event;
        std::string line;
    } table[] = {
        {{.what = audit_event::kind::decision,
          .time = some_day(),
          .request_id = "r",
          .tool_name = "Bash",
          .decided = &allowed,
          .latency = 1500us},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","request_id":"r","tool":"Bash","outcome":"allow","source":"rule","reason":"allowed by rule `Bash(npm *)` (your policy)","rule":"Bash(npm *)","rule_origin":"host","risk":"low","latency_us":1500})json"},
        {{.what = audit_event::kind::decision, .time = some_day(), .tool_name = "Bash", .decided = &shared},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","tool":"Bash","outcome":"allow","source":"rule","reason":"allowed by rules `Bash(npm *)` (your policy), `Bash` (an answer), `Bash(npm *)` (your policy)","rule":"Bash(npm *)","rule_origin":"host","rules_too":[{"rule":"Bash","origin":"answer"},{"rule":"Bash(npm *)","origin":"host"}],"risk":"low","latency_us":0})json"},
        {{.what = audit_event::kind::decision, .time = some_day(), .tool_name = "Bash", .decided = &denied},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","tool":"Bash","outcome":"deny","source":"callback","reason":"a \"b\"\n","risk":"high","end":"denied","latency_us":0})json"},
        {{.what = audit_event::kind::late_answer,
          .time = some_day(),
          .request_id = "r",
          .tool_name = "Bash",
          .reason = "late"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"late_answer","request_id":"r","tool":"Bash","reason":"late"})json"},
        {{.what = audit_event::kind::not_kept, .time = some_day(), .tool_name = "Bash", .reason = "too wide"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"not_kept","tool":"Bash","reason":"too wide"})json"},
        {{.what = audit_event::kind::settings, .time = some_day(), .reason = "allow_dotfiles"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"settings","reason":"allow_dotfiles"})json"},
        {{.what = audit_event::kind::protocol, .time = some_day(), .reason = "not JSON at byte 1"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"protocol","reason":"not JSON at byte 1"})json"},
        {{.what = audit_event::kind::refusals, .time = some_day(), .refused = 49},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"refusals","refused":49})json"},
        {{.what = audit_event::kind::execution,
          .time = some_day(),
          .tool_name = "Bash",
          .tool_use_id = "t1",
          .succeeded = true},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"execution","tool":"Bash","tool_use_id":"t1","succeeded":true})json"},
        {{.what = audit_event::kind::execution, .time = some_day(), .tool_name = "Bash", .reason = "exit 3"},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"execution","tool":"Bash","succeeded":false,"error":"exit 3"})json"},
        {{.what = audit_event::kind::gap, .time = some_day(), .lost = 3},
         R"json({"time":"2023-11-14T22:13:20.007Z","event":"gap","lost":3})json"},
    };
    for (const auto& row : table) BOOST_TEST(to_json_line(row.event) == row.line);
}

BOOST_AUTO_TEST_CASE(all_that_is_known_about_a_decision_is_in_its_line) {
    verdict decided{.decision = outcome::deny, .source = decision_source::rate_limit, .detail = "too fast"};
    decided.risk = risk_level::medium;
    decided.factors.push_back(std::make_shared<risk_factor>(risk_factor{"first", "text of it"}));
    decided.factors.push_back(std::make_shared<risk_factor>(risk_factor{"second", ""}));
    decided.retry_after = 2s;
    decided.by = "alice";
    const auto line = to_json_line({.what = audit_event::kind::decision,
                                    .time = some_day(),
                                    .request_id = "r",
                                    .tool_name = "Bash",
                                    .tool_use_id = "t",
                                    .agent_id = "a",
                                    .user_id = "u",
                                    .conversation_id = "c",
                                    .message_id = "m",
                                    .decided = &decided});
    BOOST_TEST(
        line ==
        R"json({"time":"2023-11-14T22:13:20.007Z","event":"decision","request_id":"r","tool":"Bash","tool_use_id":"t","agent_id":"a","user":"u","conversation":"c","message":"m","outcome":"deny","source":"rate_limit","reason":"too fast","risk":"medium","factors":["first","second"],"by":"alice","retry_after_ms":2000,"latency_us":0})json");
}

BOOST_AUTO_TEST_CASE(a_line_says_that_an_answer_changed_the_input_and_otherwise_nothing_of_it) {
    const verdict decided{.decision = outcome::allow, .source = decision_source::callback};
    for (const bool edited : {true, false}) {
        const auto line = to_json_line({.decided = &decided, .edited = edited});
        BOOST_TEST(holds(line, ",\"edited\":true,\"latency_us\":") == edited, line);
        BOOST_TEST(holds(line, "edited") == edited, line);
    }
}

BOOST_AUTO_TEST_CASE(only_a_question_that_was_asked_has_an_end) {
    const struct {
        verdict decided;
        std::string_view end;
    } table[] = {
        {{.decision = outcome::allow, .source = decision_source::callback}, "approved"},
        {{.decision = outcome::deny, .source = decision_source::callback}, "denied"},
        {{.decision = outcome::deny, .source = decision_source::timeout}, "timed_out"},
        {{.decision = outcome::deny, .source = decision_source::cancelled}, "cancelled"},
        {{.decision = outcome::deny, .source = decision_source::closed}, "cancelled"},
        {{.decision = outcome::allow, .source = decision_source::mode}, ""},
        {{.decision = outcome::deny, .source = decision_source::limit}, ""},
        {{.decision = outcome::allow, .source = decision_source::grant}, ""},
    };
    for (const auto& row : table) {
        const auto line = to_json_line({.decided = &row.decided});
        if (row.end.empty())
            BOOST_TEST(!holds(line, "\"end\""), line);
        else
            BOOST_TEST(holds(line, ",\"end\":\"" + std::string(row.end) + "\","), line);
    }
}

BOOST_AUTO_TEST_CASE(a_decision_that_somebody_was_asked_for_says_why) {
    const verdict answered{.decision = outcome::allow, .source = decision_source::callback};
    const struct {
        std::optional<decision_source> asked_because;
        std::string_view text;
    } table[] = {
        {decision_source::rule, R"("source":"callback","asked":"rule","reason":)"},
        {decision_source::guard, R"("source":"callback","asked":"guard","reason":)"},
        {decision_source::undecided, R"("source":"callback","asked":"undecided","reason":)"},
        {std::nullopt, R"("source":"callback","reason":)"},
    };
    for (const auto& row : table) {
        const auto line = to_json_line({.decided = &answered, .asked_because = row.asked_because});
        BOOST_TEST(holds(line, row.text), line);
    }
}

BOOST_AUTO_TEST_CASE(a_decision_that_was_remembered_says_so) {
    const verdict remembered{.decision = outcome::allow, .source = decision_source::remembered};
    const verdict asked{.decision = outcome::allow, .source = decision_source::callback};
    BOOST_TEST(holds(to_json_line({.decided = &remembered}), ",\"remembered\":true,"));
    BOOST_TEST(!holds(to_json_line({.decided = &asked}), "remembered"));
}

BOOST_AUTO_TEST_CASE(whoever_waits_as_long_as_the_line_says_is_not_too_early) {
    const struct {
        duration wait;
        std::string_view text;
    } table[] = {{0ns, ":0,"}, {1ns, ":1,"}, {1ms, ":1,"}, {1000001ns, ":2,"}, {1h, ":3600000,"}};
    for (const auto& row : table) {
        const verdict decided{.source = decision_source::rate_limit, .retry_after = row.wait};
        BOOST_TEST(holds(to_json_line({.decided = &decided}), "\"retry_after_ms\"" + std::string(row.text)));
    }
}

BOOST_AUTO_TEST_CASE(no_text_can_end_the_line_or_its_strings) {
    const auto line = to_json_line(some_event("a\nb\"c\\d\r\xE2\x80\xA8\x01\xFF"));
    BOOST_TEST(holds(line, R"("request_id":"a\nb\"c\\d\r\u2028\u0001)"));
    BOOST_TEST(!holds(line, "\n"));
}

// Each expected digest is what `printf %s TEXT | sha256sum` prints.
BOOST_AUTO_TEST_CASE(the_digest_of_an_input_from_a_peer_is_that_of_its_bytes) {
    const json_object value{{"command", "npm test"}};
    BOOST_TEST(input_digest(bytes_input(R"({"command":"npm test"})", value)) ==
               "9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14");
    BOOST_TEST(input_digest(bytes_input(R"({ "command":"npm test"})", value)) !=
               "9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14");
}

BOOST_AUTO_TEST_CASE(the_digest_of_values_is_that_of_their_canonical_form) {
    const struct {
        std::string_view value;
        std::string_view digest;
    } table[] = {
        {R"({"command":"npm test"})", "9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14"},
        {R"({"a":[{"x":null,"y":true}],"b":1,"é":"ü"})",
         "b5fb4dc96880ebea3218adf1bd5e6cc001de4b09b0e1f76a4888f9e61c707690"},
        {R"({"é":"ü","b":1,"a":[{"y":true,"x":null}]})",
         "b5fb4dc96880ebea3218adf1bd5e6cc001de4b09b0e1f76a4888f9e61c707690"},
        {"{}", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"},
    };
    for (const auto& row : table)
        BOOST_TEST(input_digest(*make_input(boost::json::parse(row.value).as_object())) == row.digest);
    BOOST_TEST(input_digest(*make_input({{"a", json_array{1, 2}}})) !=
               input_digest(*make_input({{"a", json_array{2, 1}}})));
}

BOOST_AUTO_TEST_CASE(a_number_that_json_cannot_hold_is_on_record_as_null) {
    const auto input = make_input({{"a", json_array{std::numeric_limits<double>::infinity()}}});
    const auto line = to_json_line({.input = input.get()}, {.inputs = audit_inputs::full});
    BOOST_TEST(line.ends_with(R"(,"input":{"a":[null]}})"), line);
    BOOST_TEST(input_digest(*input) == input_digest(*make_input({{"a", json_array{nullptr}}})));
}

BOOST_AUTO_TEST_CASE(a_line_says_as_much_about_the_input_as_its_host_wants) {
    const auto input = make_input({{"command", "npm test"}});
    const std::string digest =
        R"(,"input_sha256":"9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14")";
    BOOST_TEST(input_members(*input, {}) == digest + "}");
    BOOST_TEST(input_members(*input, {.inputs = audit_inputs::none}) == "}");
    BOOST_TEST(input_members(*input, {.inputs = audit_inputs::digest}) == digest + "}");
    BOOST_TEST(input_members(*input, {.inputs = audit_inputs::full}) ==
               digest + R"(,"input":{"command":"npm test"}})");
}

BOOST_AUTO_TEST_CASE(a_redacted_field_is_left_out_at_any_depth_whatever_its_value) {
    const struct {
        std::string_view value;
        std::string_view written;
    } table[] = {
        {R"json({"token":"s3cret"})json", R"json({"token":"(redacted)"})json"},
        {R"json({"token":{"a":["s3cret"]},"b":2})json", R"json({"token":"(redacted)","b":2})json"},
        {R"json({"z":[[{"a":{"token":7}}]],"a":"token"})json",
         R"json({"z":[[{"a":{"token":"(redacted)"}}]],"a":"token"})json"},
        {R"json({"key":null,"Token":"seen"})json", R"json({"key":"(redacted)","Token":"seen"})json"},
        {R"json({"tokens":1,"":"x"})json", R"json({"tokens":1,"":"x"})json"},
    };
    for (const auto& row : table) {
        const auto value = boost::json::parse(row.value).as_object();
        const audit_line_options options{.inputs = audit_inputs::full, .redact = {"token", "key"}};
        const auto expected = ",\"input\":" + std::string(row.written) + "}";
        BOOST_TEST(input_members(*make_input(value), options).ends_with(expected), row.value);
        // The same when it came as bytes: they are not copied into the line.
        BOOST_TEST(input_members(bytes_input(std::string(row.value), value), options).ends_with(expected));
        // And as a value.
        BOOST_TEST(redacted_input(value, options.redact) == boost::json::parse(row.written).as_object());
    }
}

// A value with the marker in names and texts, some levels deep.
json_value random_value(std::mt19937& random, int levels) {
    const std::string marker = "s3cret-marker";
    switch (levels == 0 ? 0 : random() % 3) {
        case 1: {
            json_array array;
            for (auto left = random() % 4; left > 0; --left)
                array.push_back(random_value(random, levels - 1));
            return array;
        }
        case 2: {
            json_object object;
            for (auto left = random() % 4; left > 0; --left)
                object.emplace(marker + std::to_string(left), random_value(random, levels - 1));
            return object;
        }
        default: return json_value(marker);
    }
}

BOOST_AUTO_TEST_CASE(a_masked_input_is_its_commands_paths_and_addresses_without_secrets) {
    const auto input = make_input({{"command", "curl -u ann:s3cret https://x.example/"},
                                   {"file_path", "/w/a.txt"},
                                   {"paths", json_array{"/w/b", 1, "API_TOKEN=s3cret"}},
                                   {"cwd", "/w"},
                                   {"content", "a text"},
                                   {"timeout", 5}});
    const auto line = to_json_line({.input = input.get()}, {.inputs = audit_inputs::masked});
    const std::string_view expected =
        R"x("input":{"command":"curl -u ann:(redacted) https://x.example/","file_path":"/w/a.txt",)x"
        R"x("paths":["/w/b","API_TOKEN=(redacted)"],"cwd":"/w"}})x";
    BOOST_TEST(line.ends_with(expected), line);
    BOOST_TEST(holds(line, input_digest(*input)));
}

BOOST_AUTO_TEST_CASE(a_masked_text_is_said_up_to_a_limit) {
    for (const std::size_t bytes : {max_recorded_text_bytes, max_recorded_text_bytes + 1}) {
        const auto input = make_input({{"command", std::string(bytes, 'x')}});
        const auto line = to_json_line({.input = input.get()}, {.inputs = audit_inputs::masked});
        BOOST_TEST(holds(line, std::string(max_recorded_text_bytes, 'x')));
        BOOST_TEST(!holds(line, std::string(max_recorded_text_bytes + 1, 'x')));
        BOOST_TEST(holds(line, "\u2026") == (bytes > max_recorded_text_bytes));
    }
}

BOOST_AUTO_TEST_CASE(a_line_says_who_has_asked_from_where_and_where_it_was_written) {
    audit_event event{
        .request_id = "r", .agent_id = "sub", .agent = "claude", .session_id = "s", .cwd = "/w"};
    BOOST_TEST(holds(to_json_line(event, {.host = "box", .user = "1000"}),
                     R"(,"host":"box","os_user":"1000","request_id":"r","agent_id":"sub",)"
                     R"("agent":"claude","session":"s","folder":"/w"})"));
}

BOOST_AUTO_TEST_CASE(content_is_in_no_line_unless_its_host_has_opted_in) {
    const auto seed = std::random_device()();
    std::mt19937 random(seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
        for (int i = 0; i < 200; ++i) {
            const auto input = make_input({{"s3cret-marker", random_value(random, 4)}});
            for (const auto inputs : {audit_inputs::none, audit_inputs::digest})
                BOOST_TEST(!holds(to_json_line({.input = input.get()}, {.inputs = inputs}), "s3cret"));
            BOOST_TEST(holds(to_json_line({.input = input.get()}, {.inputs = audit_inputs::full}), "s3cret"));
        }
    }
}

BOOST_AUTO_TEST_CASE(times_are_utc_to_the_millisecond) {
    const struct {
        std::int64_t milliseconds;
        const char* text;
    } table[] = {
        {0, "1970-01-01T00:00:00.000Z"},
        {-1, "1969-12-31T23:59:59.999Z"},
        {59'999, "1970-01-01T00:00:59.999Z"},
        {951'782'400'010, "2000-02-29T00:00:00.010Z"},
        {1'709'251'199'900, "2024-02-29T23:59:59.900Z"},
        {1'709'251'200'000, "2024-03-01T00:00:00.000Z"},
        {4'102'444'799'999, "2099-12-31T23:59:59.999Z"},
        {253'402'300'799'999, "9999-12-31T23:59:59.999Z"},
    };
    for (const auto& row : table) {
        const wall_time time{std::chrono::milliseconds(row.milliseconds)};
        BOOST_TEST(to_json_line({.what = audit_event::kind::gap, .time = time, .lost = 1}) ==
                   std::string("{\"time\":\"") + row.text + "\",\"event\":\"gap\",\"lost\":1}");
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace audit_line_test
