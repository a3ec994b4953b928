// Which dialect a peer speaks: what gives it away, that it sticks, and what is said until then.
#include "channel_probe.hpp"

#include <array>
#include <optional>

namespace assent::dialect_test {
namespace {

const std::string flat_suggestions =
    R"(,"permission_suggestions":[{"rule":{"tool_pattern":"Bash"},"value":"always_allow"}])";
const std::string nested_suggestions =
    R"(,"permission_suggestions":[{"type":"setMode","mode":"acceptEdits","destination":"session"}])";

struct row {
    const char* name;
    std::string line;
    std::optional<dialect> decided;
};

const auto undecided = std::optional<dialect>();

BOOST_AUTO_TEST_CASE(each_frame_gives_away_what_it_can) {
    const std::array rows{
        row{"bare question", question(), undecided},
        row{"empty suggestions", question(R"(,"permission_suggestions":[])"), undecided},
        row{"members that both may send", question(R"(,"blocked_path":"/x","agent_id":"a","title":"t")"),
            undecided},
        row{"flat suggestions", question(flat_suggestions), dialect::flat},
        row{"nested suggestions", question(nested_suggestions), dialect::nested},
        row{"suggestions of both, the first counts",
            question(R"(,"permission_suggestions":[{"rule":{"tool_pattern":"x"},"value":"x"},{"type":"x"}])"),
            dialect::flat},
        row{"a suggestion that is both",
            question(R"(,"permission_suggestions":[{"rule":{},"value":"","type":"x"}])"), dialect::nested},
        row{"tool_use_id", question(R"(,"tool_use_id":"t")"), dialect::nested},
        row{"display_name", question(R"(,"display_name":"t")"), dialect::nested},
        row{"description", question(R"(,"description":"t")"), dialect::nested},
        row{"mcp_server", question(R"(,"mcp_server":{})"), dialect::nested},
        row{"flat mode", request(R"("subtype":"set_permission_mode","mode":"allow")"), dialect::flat},
        row{"nested mode", request(R"("subtype":"set_permission_mode","mode":"manual")"), dialect::nested},
        row{"no mode", request(R"("subtype":"set_permission_mode","mode":"yolo")"), undecided},
        row{"initialize", request(R"("subtype":"initialize")"), dialect::nested},
        row{"hook_callback", request(R"("subtype":"hook_callback")"), dialect::nested},
        row{"interrupt", request(R"("subtype":"interrupt")"), undecided},
        row{"another request", request(R"("subtype":"mcp_message")"), undecided},
        row{"cancel", R"({"type":"control_cancel_request","request_id":"r"})", dialect::nested},
        row{"nested response",
            R"({"type":"control_response","response":{"subtype":"success","request_id":"q"}})",
            dialect::nested},
        row{"flat result", R"({"type":"control_response","request_id":"q","result":{}})", dialect::flat},
        row{"flat error", R"({"type":"control_response","request_id":"q","error":{}})", dialect::flat},
        row{"polyglot response",
            R"({"type":"control_response","request_id":"q","result":{},"response":{"subtype":"success","request_id":"q"}})",
            dialect::nested},
        row{"no response of any shape", R"({"type":"control_response","request_id":"q"})", undecided},
        row{"keep_alive", R"({"type":"keep_alive"})", undecided},
        row{"a foreign frame", R"({"type":"assistant","tool_use_id":"t"})", undecided},
        row{"a refused frame", R"({"type":"control_cancel_request","request_id":"r","request_id":"s"})",
            undecided},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            control_channel channel;
            hear(channel, row.line + "\n", 1000);
            BOOST_TEST((channel.decided() == row.decided));
            control_channel fixed(speaking(dialect::flat));
            hear(fixed, row.line + "\n", 1000);
            BOOST_TEST((fixed.decided() == dialect::flat));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_first_frame_that_decides_decides_for_good) {
    control_channel channel;
    hear(channel, question() + "\n", 1000);
    channel.deny("r", "both");
    hear(channel, question(flat_suggestions) + "\n", 1000);
    channel.deny("r", "flat");
    const auto heard = hear(channel,
                            question(R"(,"tool_use_id":"t")") + "\n" + question(nested_suggestions) + "\n" +
                                request(R"("subtype":"set_permission_mode","mode":"default")") + "\n" +
                                R"({"type":"control_cancel_request","request_id":"r"})" + "\n",
                            1000);
    BOOST_TEST((channel.decided() == dialect::flat));
    BOOST_TEST_REQUIRE(heard.size() == 4U);
    BOOST_TEST(heard[0] == R"(ask r Bash {"command":"ls"} tool_use_id=t)");
    BOOST_TEST(heard[1].starts_with("refused r (invalid_request) `request.permission_suggestions[0].rule`"));
    BOOST_TEST(heard[2].starts_with("refused r (invalid_mode)"));
    BOOST_TEST(heard[3] == "cancel r");
    const std::string bytes = written(channel);
    BOOST_TEST(
        bytes ==
        R"({"type":"control_response","request_id":"r","result":{"type":"deny","reason":"both"},)"
        R"("response":{"subtype":"success","request_id":"r","response":{"behavior":"deny","message":"both"}}})"
        "\n"
        R"({"type":"control_response","request_id":"r","result":{"type":"deny","reason":"flat"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(an_undecided_peer_gets_answers_that_both_dialects_can_read) {
    control_channel channel;
    channel.allow("r", R"({ "n":1.0 })");
    channel.success("s", R"({"a":1})");
    channel.mode_set("m", permission_mode::allow);
    channel.error("e", control_error::too_large, "too \"long\"");
    BOOST_TEST(
        written(channel) ==
        R"({"type":"control_response","request_id":"r","result":{"type":"allow","input":{ "n":1.0 }},)"
        R"("response":{"subtype":"success","request_id":"r","response":{"behavior":"allow","updatedInput":{ "n":1.0 }}}})"
        "\n"
        R"({"type":"control_response","request_id":"s","result":{"a":1},)"
        R"("response":{"subtype":"success","request_id":"s","response":{"a":1}}})"
        "\n"
        R"({"type":"control_response","request_id":"m","result":{"mode":"allow"},)"
        R"("response":{"subtype":"success","request_id":"m","response":{"mode":"bypassPermissions"}}})"
        "\n"
        R"({"type":"control_response","request_id":"e","error":{"code":"too_large","message":"too \"long\""},)"
        R"("response":{"subtype":"error","request_id":"e","error":"too \"long\"","error_code":"too_large"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(a_polyglot_answer_is_read_by_both_dialects) {
    for (const dialect reader : {dialect::flat, dialect::nested}) {
        control_channel answers;
        answers.allow("r", R"({"command":"ls"})");
        answers.error("e", control_error::unsupported_request, "no");
        control_channel peer(speaking(reader));
        const auto heard = hear(peer, written(answers), 1);
        BOOST_TEST_REQUIRE(heard.size() == 2U);
        BOOST_TEST(
            heard[0] ==
            (reader == dialect::flat
                 ? R"(response r flat success {"type":"allow","input":{"command":"ls"}})"
                 : R"(response r nested success {"behavior":"allow","updatedInput":{"command":"ls"}})"));
        BOOST_TEST(heard[1] == (reader == dialect::flat
                                    ? "response e flat error no (unsupported_request)"
                                    : "response e nested error no (unsupported_request)"));
    }
}

BOOST_AUTO_TEST_CASE(dialects_have_names) {
    BOOST_TEST(to_string(dialect::flat) == "flat");
    BOOST_TEST(to_string(dialect::nested) == "nested");
    BOOST_TEST((parse_word<dialect_choice>("auto") == dialect_choice::automatic));
    BOOST_TEST((parse_word<dialect_choice>("flat") == dialect_choice::flat));
    BOOST_TEST((parse_word<dialect_choice>("nested") == dialect_choice::nested));
    BOOST_TEST(!parse_word<dialect_choice>("Flat").has_value());
    BOOST_TEST((codec_for(dialect::flat).which() == dialect::flat));
    BOOST_TEST((codec_for(dialect::nested).which() == dialect::nested));
}

BOOST_AUTO_TEST_CASE(error_codes_have_names) {
    BOOST_TEST(to_string(control_error::invalid_request) == "invalid_request");
    BOOST_TEST(to_string(control_error::unsupported_request) == "unsupported_request");
    BOOST_TEST(to_string(control_error::invalid_mode) == "invalid_mode");
    BOOST_TEST(to_string(control_error::permission_check_error) == "permission_check_error");
    BOOST_TEST(to_string(control_error::too_large) == "too_large");
    BOOST_TEST(to_string(control_error::internal_error) == "internal_error");
}

}  // namespace
}  // namespace assent::dialect_test
