#include <assent/adapters/control/mcp/mcp_channel.hpp>

#include "../json_rpc/json_rpc_words.hpp"
#include "../wire/envelope.hpp"
#include "../wire/nested_codec_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

/// Every key and word of the Model Context Protocol.
namespace assent::mcp_words {

inline constexpr std::string_view method_initialize = "initialize";
inline constexpr std::string_view method_ping = "ping";
inline constexpr std::string_view method_list_tools = "tools/list";
inline constexpr std::string_view method_call_tool = "tools/call";
inline constexpr std::string_view method_cancelled = "notifications/cancelled";

inline constexpr std::string_view key_protocol_version = "protocolVersion";
inline constexpr std::string_view key_server_info = "serverInfo";
inline constexpr std::string_view key_name = "name";
inline constexpr std::string_view key_version = "version";
inline constexpr std::string_view key_arguments = "arguments";
inline constexpr std::string_view key_cancelled_id = "requestId";
inline constexpr std::string_view key_text = "text";

inline constexpr std::string_view server_name = "assent";

/// The revisions of the protocol, newest first. What is used of it here is the same in all of them; batches,
/// which 2025-03-26 has alone, are refused.
inline constexpr std::array protocol_versions{std::string_view("2025-11-25"), std::string_view("2025-06-18"),
                                              std::string_view("2025-03-26"), std::string_view("2024-11-05")};

}  // namespace assent::mcp_words

// The incoming half of the channel.
namespace assent {

using envelope::expected;
using envelope::fault_text;
using envelope::found_kind;
using envelope::is_string;
using namespace json_rpc_words;
using namespace mcp_words;

mcp_channel::mcp_channel(mcp_channel_options options)
    : line_channel(options.max_line_bytes), options_(std::move(options)) {}

mcp_message mcp_channel::next() {
    while (true) {
        const auto line = next_line();
        texts_.clear();
        id_ = {};
        if (line.what == line_splitter::line::kind::none) return no_message{};
        if (line.what == line_splitter::line::kind::too_long) return too_long(line.text);
        if (envelope::blank(line.text)) continue;
        if (auto message = decode(line.text)) return std::move(*message);
    }
}

std::optional<mcp_message> mcp_channel::decode(std::string_view line) {
    if (line.starts_with(envelope::byte_order_mark)) {
        line.remove_prefix(envelope::byte_order_mark.size());
        find_id(frame_.scan(line, json_scanner::duplicates::outermost));
        return refuse(json_rpc_error::parse_error, std::string(envelope::marked_line));
    }
    flaw_ = frame_.scan(line, json_scanner::duplicates::everywhere);
    if (flaw_) {
        // Once more, so that an id behind the fault is found too.
        const json_fault fault = frame_.scan(line, json_scanner::duplicates::outermost);
        find_id(fault);
        if (fault.flaw == json_flaw::syntax) return refuse(json_rpc_error::parse_error, fault_text(fault));
        if (fatal(fault.flaw)) return refuse(json_rpc_error::invalid_request, fault_text(fault));
    }
    if (frame_.kind() != json_kind::object)
        return refuse(json_rpc_error::invalid_request, frame_.kind() == json_kind::array
                                                           ? "a batch; expected one message on each line"
                                                           : "expected an object");
    const auto* id = frame_.find(key_id);
    id_ = id_of(id, texts_);
    const auto* version = frame_.find(key_jsonrpc);
    if (!is_string(version) || text(*version) != jsonrpc_version)
        return refuse(json_rpc_error::invalid_request, expected(key_jsonrpc, "`2.0`", found_kind(version)));
    const auto* method = frame_.find(key_method);
    const bool response = frame_.find(key_result) != nullptr || frame_.find(key_error) != nullptr;
    if (method == nullptr && response) return std::nullopt;  // nothing was asked from here
    if (!is_string(method))
        return refuse(json_rpc_error::invalid_request, expected(key_method, "string", found_kind(method)));
    if (id == nullptr) return decode_notification(text(*method));
    if (id_.empty())
        return refuse(json_rpc_error::invalid_request, expected(key_id, expected_id(), found_kind(id)));
    return decode_request(text(*method));
}

std::optional<mcp_message> mcp_channel::decode_request(std::string_view method) {
    if (method == method_call_tool) return decode_call();
    if (flaw_) return refuse(json_rpc_error::invalid_request, fault_text(flaw_));
    if (method == method_initialize) return initialize();
    if (method == method_ping)
        result(id_, "{}");
    else if (method == method_list_tools)
        list_tools();
    else
        error(json_rpc_error::method_not_found,
              "unknown method " + envelope::quoted(method.substr(0, max_request_id_bytes)));
    return std::nullopt;
}

// Nobody waits for an answer.
std::optional<mcp_message> mcp_channel::decode_notification(std::string_view method) {
    if (flaw_) return mcp_refused_message{.text = fault_text(flaw_)};
    if (method != method_cancelled || !scan_params()) return std::nullopt;
    const auto id = id_of(params_.find(key_cancelled_id), texts_);
    if (id.empty()) return std::nullopt;
    return mcp_cancel_message{id};
}

mcp_message mcp_channel::decode_call() {
    if (!scan_params())
        return refuse(json_rpc_error::invalid_params, expected(key_params, "an object without a key twice",
                                                               found_kind(frame_.find(key_params))));
    const auto* name = params_.find(key_name);
    if (!is_string(name) || text(*name) != mcp_tool_name)
        return refuse(json_rpc_error::invalid_params,
                      expected("params.name", envelope::quoted(mcp_tool_name),
                               is_string(name) ? "the name of another tool" : found_kind(name)));
    if (flaw_) return refuse_use(fault_text(flaw_));
    const std::string path = envelope::below(key_params, key_arguments);
    const auto* arguments = params_.find(key_arguments);
    if (arguments == nullptr || arguments->kind != json_kind::object)
        return refuse_use(expected(path, "object", found_kind(arguments)));
    arguments_.scan(arguments->value, json_scanner::duplicates::outermost);
    if (const auto flaw =
            use_.read(arguments_.members(), {envelope::tool_name, envelope::input}, path, texts_))
        return refuse_use(flaw->message);
    tool_call call = use_.call();
    if (const auto flaw = nested_payloads::read_ids(arguments_.members(), path, call, texts_))
        return refuse_use(flaw->message);
    return mcp_call_message{id_, call};
}

std::optional<mcp_message> mcp_channel::initialize() {
    const auto* version = scan_params() ? params_.find(key_protocol_version) : nullptr;
    if (!is_string(version))
        return refuse(json_rpc_error::invalid_params,
                      expected("params.protocolVersion", "string", found_kind(version)));
    initialized(text(*version));
    return std::nullopt;
}

// Without an id nobody can be told, and whoever sent it would wait for ever.
mcp_message mcp_channel::too_long(std::string_view prefix) {
    frame_.scan(prefix, json_scanner::duplicates::outermost);
    id_ = id_of(frame_.find(key_id), texts_);
    std::string why = "line longer than " + std::to_string(options_.max_line_bytes) + " bytes";
    if (id_.empty()) return mcp_refused_message{.text = std::move(why), .fatal = true};
    return refuse(json_rpc_error::invalid_request, std::move(why));
}

mcp_message mcp_channel::refuse(json_rpc_error code, std::string why) {
    error(code, why);
    return mcp_refused_message{.id = id_, .text = std::move(why)};
}

mcp_message mcp_channel::refuse_use(std::string why) {
    deny(id_, why);
    return mcp_refused_message{.id = id_, .text = std::move(why)};
}

// Of a line with something wrong with it. Two ids are no id.
void mcp_channel::find_id(const json_fault& fault) {
    if (fault.key != key_id) id_ = id_of(frame_.find(key_id), texts_);
}

std::string_view mcp_channel::text(const json_member& member) { return envelope::text_of(member, texts_); }

bool mcp_channel::scan_params() {
    const auto* params = frame_.find(key_params);
    if (params == nullptr || params->kind != json_kind::object) return false;
    return !fatal(params_.scan(params->value, json_scanner::duplicates::outermost).flaw);
}

// The outgoing half of the channel.

using namespace mcp_words;

namespace {

// What the tool is called with; `tool_use_id` may be missing.
constexpr std::string_view tool_list =
    R"({"tools":[{"name":"approve","description":"Decides whether another tool may be used, by rules. For agents, as their permission prompt tool.",)"
    R"("inputSchema":{"type":"object","properties":{"tool_name":{"type":"string"},"input":{"type":"object"},"tool_use_id":{"type":"string"}},)"
    R"("required":["tool_name","input"]}}]})";

constexpr std::string_view tool_capability = R"("capabilities":{"tools":{}})";

}  // namespace

written_answer mcp_channel::allow(std::string_view id, std::string_view input) {
    const std::size_t begin = out().size();
    std::string decision;
    nested_payloads::begin_allow(decision);
    decision += input;
    nested_payloads::end_allow(decision, {});
    tool_result(id, decision);
    return {begin, out().size()};
}

void mcp_channel::deny(std::string_view id, std::string_view reason, bool interrupt) {
    std::string decision;
    nested_payloads::append_deny(decision, reason, interrupt);
    tool_result(id, decision);
}

void mcp_channel::deny_instead(std::span<const written_answer> answers, std::span<const std::string_view> ids,
                               std::string_view reason) {
    BOOST_ASSERT(answers.size() == ids.size());
    write_instead(answers, [&](std::size_t number) { deny(ids[number], reason); });
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

void mcp_channel::result(std::string_view id, std::string_view value) {
    append_result(out(), true, id, value);
    out() += line_end;
}

void mcp_channel::error(json_rpc_error code, std::string_view why) {
    append_error(out(), true, id_, code, why);
    out() += line_end;
}

}  // namespace assent
