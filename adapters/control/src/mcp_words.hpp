#pragma once

#include <array>
#include <string_view>

/// Every key and word of JSON-RPC and of the Model Context Protocol.
namespace assent::mcp_words {

inline constexpr std::string_view key_jsonrpc = "jsonrpc";
inline constexpr std::string_view jsonrpc_version = "2.0";
inline constexpr std::string_view key_id = "id";
inline constexpr std::string_view key_method = "method";
inline constexpr std::string_view key_params = "params";
inline constexpr std::string_view key_result = "result";
inline constexpr std::string_view key_error = "error";
inline constexpr std::string_view key_code = "code";
inline constexpr std::string_view key_message = "message";

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
