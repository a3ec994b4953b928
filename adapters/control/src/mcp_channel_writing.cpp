#include "envelope.hpp"
#include "mcp_words.hpp"
#include "nested_codec_payloads.hpp"

#include <assent/adapters/control/json_text.hpp>
#include <assent/adapters/control/mcp_channel.hpp>

#include <algorithm>

// The outgoing half of the channel.
namespace assent {

using namespace mcp_words;

namespace {

// What the tool is called with; `tool_use_id` may be missing.
constexpr std::string_view tool_list =
    R"({"tools":[{"name":"approve","description":"Decides whether another tool may be used, by rules. For agents, as their permission prompt tool.",)"
    R"("inputSchema":{"type":"object","properties":{"tool_name":{"type":"string"},"input":{"type":"object"},"tool_use_id":{"type":"string"}},)"
    R"("required":["tool_name","input"]}}]})";

constexpr std::string_view tool_capability = R"("capabilities":{"tools":{}})";

}  // namespace

void mcp_channel::allow(std::string_view id, std::string_view input) {
    std::string decision;
    nested_payloads::begin_allow(decision);
    decision += input;
    nested_payloads::end_allow(decision, {});
    tool_result(id, decision);
}

void mcp_channel::deny(std::string_view id, std::string_view reason, bool interrupt) {
    std::string decision;
    nested_payloads::append_deny(decision, reason, interrupt);
    tool_result(id, decision);
}

// The decision is a text inside the answer.
void mcp_channel::tool_result(std::string_view id, std::string_view decision) {
    std::string value = R"({"content":[{"type":"text",)";
    envelope::append_string_member(value, key_text, decision, true);
    result(id, value + "}]}");
}

void mcp_channel::initialized(std::string_view wanted) {
    const bool known =
        std::find(protocol_versions.begin(), protocol_versions.end(), wanted) != protocol_versions.end();
    std::string value = "{";
    envelope::append_string_member(value, key_protocol_version, known ? wanted : protocol_versions.front(),
                                   true);
    value.append(",").append(tool_capability);
    envelope::append_key(value, key_server_info);
    value += '{';
    envelope::append_string_member(value, key_name, server_name, true);
    envelope::append_string_member(value, key_version, options_.server_version);
    result(id_, value + "}}");
}

void mcp_channel::list_tools() { result(id_, tool_list); }

void mcp_channel::begin(std::string_view id) {
    written_ += '{';
    envelope::append_string_member(written_, key_jsonrpc, jsonrpc_version, true);
    envelope::append_key(written_, key_id);
    written_ += id.empty() ? std::string_view("null") : id;
}

void mcp_channel::result(std::string_view id, std::string_view value) {
    begin(id);
    envelope::append_key(written_, key_result);
    written_.append(value).append("}\n");
}

void mcp_channel::error(error_code code, std::string_view why) {
    begin(id_);
    envelope::append_key(written_, key_error);
    written_ += '{';
    envelope::append_key(written_, key_code, true);
    written_ += std::to_string(static_cast<int>(code));
    envelope::append_string_member(written_, key_message, why);
    written_ += "}}\n";
}

std::string_view mcp_channel::take() {
    if (in_flight_ || written_.empty()) return {};
    sending_.swap(written_);
    in_flight_ = true;
    return sending_;
}

void mcp_channel::sent() noexcept {
    sending_.clear();
    in_flight_ = false;
}

}  // namespace assent
