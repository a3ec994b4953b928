#pragma once

#include <assent/adapters/control/json/json_members.hpp>
#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>
#include <assent/adapters/control/wire/codec.hpp>

#include <string>
#include <string_view>

/// Every key and word of JSON-RPC 2.0, whatever is spoken in it.
namespace assent::json_rpc_words {

inline constexpr std::string_view key_jsonrpc = "jsonrpc";
inline constexpr std::string_view jsonrpc_version = "2.0";
inline constexpr std::string_view key_id = "id";
inline constexpr std::string_view key_method = "method";
inline constexpr std::string_view key_params = "params";
inline constexpr std::string_view key_result = "result";
inline constexpr std::string_view key_error = "error";
inline constexpr std::string_view key_code = "code";
inline constexpr std::string_view key_message = "message";

/// An id as it is written back: the same id in another spelling is the same id.
/// \return empty: it is none, or longer than `max_request_id_bytes`
[[nodiscard]] std::string_view id_of(const json_member* member, text_store& texts);

/// What an id has to be, for messages.
[[nodiscard]] std::string expected_id();

/// A frame of its own each, without a line end. \param id  as JSON; empty: it could not be read
/// \param versioned  see `json_rpc_options`
void append_result(std::string& out, bool versioned, std::string_view id, std::string_view value);
void append_error(std::string& out, bool versioned, std::string_view id, json_rpc_error code,
                  std::string_view text);

}  // namespace assent::json_rpc_words
